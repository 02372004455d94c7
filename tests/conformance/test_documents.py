import json
import string
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from conformance import documents
from conformance.documents import (
    MAX_BYTES,
    MAX_DEPTH,
    MAX_DIGITS,
    MAX_FAULTS,
    Document,
    DocumentError,
    Fault,
    InvalidDocumentError,
    MalformedDocumentError,
    UnreadableDocumentError,
    Value,
    did_you_mean,
    field_name,
    load_document,
    parse_document,
    validate,
)
from conformance.errors import UserError

HERE = Path("file.yaml")

RECIPE: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["name", "kind"],
    "properties": {
        "name": {"description": "What it is called.", "type": "string", "pattern": "^[a-z]+$"},
        "kind": {"description": "What sort it is.", "enum": ["soup", "bread"]},
        "version": {"const": 1},
        "servings": {"description": "A positive number.", "type": "integer", "minimum": 1},
        "steps": {"type": "array", "items": {"type": ["string", "null"]}},
    },
}


@pytest.fixture(params=["the C parser", "the Python parser"])
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both parsers that the reader may stand on."""
    if request.param == "the Python parser":
        monkeypatch.setattr(documents, "_LOADER", yaml.SafeLoader)
    elif not hasattr(yaml, "CSafeLoader"):
        pytest.skip("PyYAML is installed without its C parser")


def parse(text: str) -> Value:
    return parse_document(text, HERE).data


def faults_of_text(text: str) -> list[str]:
    with pytest.raises(MalformedDocumentError) as caught:
        parse_document(text, HERE)
    return list(map(str, caught.value.found))


def faults_of_bytes(file: Path, raw: bytes) -> list[str]:
    file.write_bytes(raw)
    with pytest.raises(UnreadableDocumentError) as caught:
        load_document(file)
    return [str(fault).replace(str(file), "file.yaml") for fault in caught.value.found]


def faults_by(schema: dict[str, Any], text: str) -> list[str]:
    return list(map(str, validate(parse_document(text, HERE), schema)))


# What is refused


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("a: 1\nb: 2\na: 3\n", "3:1: a: the key stands already in line 1 (expected it once)"),
        ("a:\n  b: 1\n  b: 2\n", "3:3: a.b: the key stands already in line 2 (expected it once)"),
        ("'a': 1\na: 2\n", "2:1: a: the key stands already in line 1 (expected it once)"),
        ("{a: 1, a: 2}\n", "1:8: a: the key stands already in line 1 (expected it once)"),
        ("a:\t1\n", "1:3: a tab character (expected spaces)"),
        ("a:\n  - b\n\t- c\n", "3:1: a tab character (expected spaces)"),
        ("# see\tthere\n", "1:6: a tab character (expected spaces)"),
        ("a: &here 1\n", "1:4: a: the anchor &here (expected the value alone)"),
        ("a:\n- &here\n  b: 1\n", "2:3: a[0]: the anchor &here (expected the value alone)"),
        ("&a b: 1\n", "1:1: a key that is not plain text (expected text)"),
        ("*a : 1\n", "1:1: a key that is not text (expected text)"),
        ("a: !!int 1\n", "1:4: a: the tag tag:yaml.org,2002:int (expected the value alone)"),
        ("a: !!python/name:os.system\n", "1:4: a: the tag tag:yaml.org,2002:python/name:os.system"),
        ("a: !own {b: 1}\n", "1:4: a: the tag !own (expected the value alone)"),
        ("!!str a: 1\n", "1:1: a key that is not plain text (expected text)"),
        ("? [a]\n: 1\n", "1:3: a key that is not text (expected text)"),
        ("a:\n  ? {b: 1}\n  : 2\n", "2:5: a: a key that is not text (expected text)"),
        ("'': 1\n", "1:1: a key that is not plain text (expected text)"),
        ("a: 1\n---\nb: 2\n", "2:1: a second document (expected one document in a file)"),
        ("a: 1\n...\n---\n", "3:1: a second document (expected one document in a file)"),
        ("", "1:1: nothing in it (expected one document)"),
        ("\n# a comment\n\n", "1:1: nothing in it (expected one document)"),
        ("a: .nan\n", "1:4: a: a number too long or not finite (expected a finite number)"),
        ("a: [1, .inf]\n", "1:8: a[1]: a number too long or not finite"),
        ("- -.INF\n", "1:3: [0]: a number too long or not finite (expected a finite number)"),
        ("a: 1e999\n", "1:4: a: a number too long or not finite (expected a finite number)"),
        (f"a: {'9' * (MAX_DIGITS + 1)}\n", "1:4: a: a number too long or not finite"),
        (f"a: -{'9' * MAX_DIGITS}\n", "1:4: a: a number too long or not finite"),
        (f"a: 0x{'f' * MAX_DIGITS}\n", "1:4: a: a number too long or not finite"),
        (f"a: 0o{'7' * MAX_DIGITS}\n", "1:4: a: a number too long or not finite"),
        (f"a: 0.{'1' * MAX_DIGITS}\n", "1:4: a: a number too long or not finite"),
    ],
)
def test_what_this_project_does_not_read_is_refused_with_its_place(text: str, fault: str) -> None:
    found = faults_of_text(text)
    assert len(found) == 1
    assert found[0].startswith(f"file.yaml:{fault}")


@pytest.mark.usefixtures("parser")
def test_an_alias_is_refused_beside_its_anchor() -> None:
    assert faults_of_text("a: &x [1]\nb: *x\n") == [
        "file.yaml:1:4: a: the anchor &x (expected the value alone)",
        "file.yaml:2:4: b: the alias *x (expected the value itself)",
    ]


@pytest.mark.usefixtures("parser")
def test_aliases_are_never_expanded() -> None:
    levels = ["l0: &l0 [x, x]"] + [f"l{n}: &l{n} [*l{n - 1}, *l{n - 1}]" for n in range(1, 40)]
    found = faults_of_text("\n".join(levels))
    assert len(found) == MAX_FAULTS


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize(("before", "after"), [("[", "]"), ("{a: ", "}")])
def test_what_is_nested_too_deeply_is_refused(before: str, after: str) -> None:
    deepest = before * MAX_DEPTH + "1" + after * MAX_DEPTH
    assert parse(deepest)
    (fault,) = faults_of_text(before * 5_000 + "1" + after * 5_000)
    column = len(before) * (MAX_DEPTH + 1) + 1
    assert fault.startswith(f"file.yaml:1:{column}: ")
    assert fault.endswith(f"nested too deeply (expected at most {MAX_DEPTH} levels)")


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a: [1\n", 2),
        ("a: 1\nb: 'x\n", 3),
        ("a: 1\nb: c: d\n", 2),
        ("a: 1\n- b\n", 2),
        ("a: 1\nb: \x01\n", 2),
        ("a: 1\nb: \x00\n", 2),
        ("a: *nowhere\n", 1),
        ("a: %b\n", 1),
        ("a: 1\nb: @c\n", 2),
        ('a: "\\UFFFFFFFF"\n', 1),
        (f"%YAML 1.{'1' * 5_000}\n---\na: 1\n", 1),
    ],
)
def test_what_is_no_yaml_is_refused_with_its_line(text: str, line: int) -> None:
    assert faults_of_text(text)[0].startswith(f"file.yaml:{line}:")


@pytest.mark.usefixtures("parser")
def test_all_refusals_are_told_at_once() -> None:
    places = [fault.split(": ")[0] for fault in faults_of_text("a: &x 1\na: !t 2\nb: .nan\n")]
    assert places == ["file.yaml:1:4", "file.yaml:2:1", "file.yaml:2:4", "file.yaml:3:4"]


@pytest.mark.usefixtures("parser")
def test_a_syntax_error_does_not_hide_what_was_refused_before_it() -> None:
    places = [fault.split(": ")[0] for fault in faults_of_text("a: &x 1\nb: [1\n")]
    assert places[0] == "file.yaml:1:4"
    assert len(places) == 2


@pytest.mark.usefixtures("parser")
def test_a_flood_of_faults_is_cut_off() -> None:
    assert len(faults_of_text("- .nan\n" * (MAX_FAULTS + 50))) == MAX_FAULTS


def test_a_file_that_is_not_utf_8_is_refused_at_its_first_wrong_byte(tmp_path: Path) -> None:
    file = tmp_path / "file.yaml"
    wrong = "a byte that is not UTF-8 (expected UTF-8)"
    assert faults_of_bytes(file, b"a: b\xff\n") == [f"file.yaml:1:5: {wrong}"]
    assert faults_of_bytes(file, "a: 1\nbé: ".encode() + b"\xff") == [f"file.yaml:2:5: {wrong}"]
    assert faults_of_bytes(file, "a: 1\n".encode("utf-16")) == [f"file.yaml:1:1: {wrong}"]


def test_a_byte_order_mark_does_not_move_the_place_of_a_wrong_byte(tmp_path: Path) -> None:
    found = faults_of_bytes(tmp_path / "file.yaml", b"\xef\xbb\xbfa: 1\nb: \xff\n")
    assert found == ["file.yaml:2:4: a byte that is not UTF-8 (expected UTF-8)"]


def test_a_byte_order_mark_is_no_part_of_the_data(tmp_path: Path) -> None:
    file = tmp_path / "file.yaml"
    file.write_bytes(b"\xef\xbb\xbfa: 1\n")
    assert load_document(file).data == {"a": 1}


def test_a_file_that_is_too_long_is_refused_and_not_read_to_its_end(tmp_path: Path) -> None:
    file = tmp_path / "file.yaml"
    longest = b"# comment\na: 1\n".ljust(MAX_BYTES, b"\n")
    file.write_bytes(longest)
    assert load_document(file).data == {"a": 1}
    found = faults_of_bytes(file, longest + b"\n" * 1000)
    line = longest.count(b"\n") + 1
    assert found == [f"file.yaml:{line}:1: too long (expected at most {MAX_BYTES} bytes)"]


def test_a_file_that_is_missing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableDocumentError, match=r"none\.yaml:1:1: No such file"):
        load_document(tmp_path / "none.yaml")


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(UnreadableDocumentError):
        load_document(tmp_path)


def test_an_error_names_each_file_once_and_lists_all_faults() -> None:
    first = Fault("a.yaml", 1, 2, "x.y", "wrong", "right")
    second = Fault("a.yaml", 3, 4, "", "odd")
    third = Fault("b.yaml", 5, 6, "z", "worse")
    error = InvalidDocumentError([first, second, third])
    assert isinstance(error, UserError)
    assert error.found == (first, second, third)
    assert str(error).splitlines() == [
        "a.yaml, b.yaml: is not valid",
        "  - a.yaml:1:2: x.y: wrong (expected right)",
        "  - a.yaml:3:4: odd",
        "  - b.yaml:5:6: z: worse",
    ]


# What is read


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("", None),
        ("~", None),
        ("null", None),
        ("Null", None),
        ("NULL", None),
        ("true", True),
        ("True", True),
        ("TRUE", True),
        ("false", False),
        ("False", False),
        ("FALSE", False),
        ("0", 0),
        ("12", 12),
        ("+12", 12),
        ("-12", -12),
        ("012", 12),
        ("0o14", 12),
        ("0x1f", 31),
        ("0xFF", 255),
        ("1.5", 1.5),
        ("-.5", -0.5),
        ("1.", 1.0),
        ("1e3", 1000.0),
        ("12e-1", 1.2),
        ("9" * MAX_DIGITS, int("9" * MAX_DIGITS)),
    ],
)
def test_a_plain_scalar_is_read_by_the_core_schema(written: str, value: object) -> None:
    read = parse(f"a: {written}\n")
    assert read == {"a": value}
    assert isinstance(read, dict)
    assert type(read["a"]) is type(value)


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize(
    "written",
    [
        *("on", "off", "yes", "no", "y", "n", "On", "NO"),
        *("nULL", "tRUE", "fALSE"),
        *("2025-11-15", "2025-11-15T12:30:00Z", "12:30", "1:2:3"),
        *("1_000", "0b101", "0o8", "0xg", "-0x1", "1e", "."),
        *("inf", "nan", "Infinity", "NaN", "<<", "=", "3,3"),
    ],
)
def test_what_other_readers_take_for_a_value_stays_text(written: str) -> None:
    assert parse(f"a: {written}\n") == {"a": written}


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize("written", ["'{}'", '"{}"', "|-\n  {}", ">-\n  {}"])
@pytest.mark.parametrize("text", ["1", "true", "null", "1.5", ".nan", "0x1f", "9" * 200])
def test_a_quoted_or_block_scalar_is_text(written: str, text: str) -> None:
    assert parse(f"a: {written.format(text)}\n") == {"a": text}


@pytest.mark.usefixtures("parser")
def test_a_key_is_text_even_if_it_looks_like_a_number_or_a_truth_value() -> None:
    assert parse("1: a\ntrue: b\n~: c\n'2': d\n<<: e\n") == {
        "1": "a",
        "true": "b",
        "~": "c",
        "2": "d",
        "<<": "e",
    }


@pytest.mark.usefixtures("parser")
def test_every_value_and_key_has_its_place() -> None:
    document = parse_document("a: 1\nb:\n  - x\n  - {c: y, d: }\n", HERE)
    assert document.data == {"a": 1, "b": ["x", {"c": "y", "d": None}]}
    assert document.position(()) == (1, 1)
    assert document.position(("a",)) == (1, 4)
    assert document.key_position(("a",)) == (1, 1)
    assert document.position(("b", 0)) == (3, 5)
    assert document.position(("b", 1)) == (4, 5)
    assert document.position(("b", 1, "c")) == (4, 9)
    assert document.key_position(("b", 1, "d")) == (4, 12)


def test_what_is_not_in_a_document_has_the_place_of_what_is_around_it() -> None:
    document = parse_document("a: 1\nb:\n  - x\n", HERE)
    assert document.position(("b", 7, "c")) == document.position(("b",)) == (3, 3)
    assert document.key_position(("c",)) == (1, 1)


def test_columns_count_characters() -> None:
    document = parse_document("{é: ü, a: [☃, 1]}\n", HERE)
    assert document.position(("é",)) == (1, 5)
    assert document.position(("a", 1)) == (1, 15)


def test_steps_are_named_as_one_writes_them() -> None:
    assert field_name(()) == ""
    assert field_name(("rules", 0, "clauses", 2, "kind")) == "rules[0].clauses[2].kind"
    assert field_name((3, "a")) == "[3].a"


def test_near_misses_are_suggested_and_far_ones_are_not() -> None:
    assert did_you_mean("movment", ["placement", "movement", "lines"]).startswith("movement")
    assert did_you_mean("zzz", ["placement", "movement"]) == ""


# Schemas


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("name: a\nkind: soup\nnmae: b\n", "3:1: nmae: unknown field (expected name)"),
        ("name: a\nkind: soup\nx: b\n", "3:1: x: unknown field"),
        ("kind: soup\n", "1:1: name: missing field (expected What it is called)"),
        (
            "name: a\nkind: stew\n",
            '2:7: kind: "stew" is not known (expected one of "soup", "bread")',
        ),
        ("name: a\nkind: soup\nversion: 2\n", "3:10: version: 2 is wrong (expected 1)"),
        (
            "name: 12\nkind: soup\n",
            "1:7: name: 12 is of the wrong type (expected string)",
        ),
        (
            "name: a\nkind: soup\nsteps:\n  - x\n  - 2\n",
            "5:5: steps[1]: 2 is of the wrong type (expected string or null)",
        ),
        (
            "name: A1\nkind: soup\n",
            '1:7: name: "A1" has the wrong form (expected What it is called)',
        ),
        (
            "name: a\nkind: soup\nservings: 0\n",
            "3:11: servings: 0 is less than the minimum of 1 (expected A positive number)",
        ),
        ("- a\n", '1:1: ["a"] is of the wrong type (expected object)'),
    ],
)
def test_a_fault_by_the_schema_has_place_field_and_expectation(text: str, fault: str) -> None:
    assert faults_by(RECIPE, text) == [f"file.yaml:{fault}"]


def test_faults_by_the_schema_come_all_at_once_in_order_of_place() -> None:
    found = faults_by(RECIPE, "steps: [1]\nkind: stew\nversion: 2\nextra: 1\n")
    assert [fault.split(":")[1] for fault in found] == ["1", "1", "2", "3", "4"]
    assert sum("missing field" in fault for fault in found) == 1


def test_a_long_value_is_shown_in_short() -> None:
    (fault,) = faults_by({"type": "integer"}, f"{'x' * 500}\n")
    assert len(fault) < 120
    assert "..." in fault


def test_a_valid_document_has_no_faults() -> None:
    assert faults_by(RECIPE, "name: a\nkind: soup\nservings: 2\nsteps: [x, ~]\n") == []


def test_a_schema_of_the_project_is_known_by_its_short_name_and_by_its_urn() -> None:
    document = parse_document("name: x\n", HERE)
    short = validate(document, "edition")
    assert short
    assert short == validate(document, "urn:ringrift-conformance:schema:edition")


def test_every_schema_of_the_project_says_what_it_describes() -> None:
    folder = Path(__file__).parent.parent.parent / "schemas"
    for file in folder.glob("*.schema.json"):
        assert json.loads(file.read_text(encoding="utf-8"))["description"], file


# Arbitrary input

# JSON writes what lies beyond U+FFFF as pairs, and YAML does not read pairs.
TEXT = st.text(st.characters(max_codepoint=0xFFFF, exclude_categories=["Cs"]))
NUMBERS = st.integers(-(10**50), 10**50) | st.floats(allow_nan=False, allow_infinity=False)
PLAIN = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXT,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(string.ascii_letters, min_size=1, max_size=20), inner, max_size=4)
    ),
    max_leaves=20,
)
YAMLISH = st.text(st.sampled_from("ab01-+.:,?&*!|>'\"%@`{}[]#~ \n\t\r\\éx\x00\x85\ufeff\u2028"))


def is_plain(value: object) -> bool:
    match value:
        case dict():
            return all(isinstance(key, str) and is_plain(item) for key, item in value.items())
        case list():
            return all(map(is_plain, value))
        case None | str() | bool() | int() | float():
            return True
        case _:
            return False


def reads_or_refuses(document: Document | None, error: DocumentError | None) -> bool:
    """Either plain data came out, or an error with faults that have a place."""
    if document is not None:
        return is_plain(document.data)
    assert error is not None
    return bool(error.found) and all(f.line >= 1 and f.column >= 1 for f in error.found)


@given(st.binary() | YAMLISH.map(str.encode))
def test_arbitrary_bytes_give_data_or_a_document_error(
    tmp_path_factory: pytest.TempPathFactory, raw: bytes
) -> None:
    file = tmp_path_factory.getbasetemp() / "arbitrary.yaml"
    file.write_bytes(raw)
    document, error = None, None
    try:
        document = load_document(file)
    except DocumentError as caught:
        error = caught
    assert reads_or_refuses(document, error)


@given(st.text() | YAMLISH)
def test_arbitrary_text_gives_data_or_a_document_error(text: str) -> None:
    document, error = None, None
    try:
        document = parse_document(text, HERE)
    except DocumentError as caught:
        error = caught
    assert reads_or_refuses(document, error)


@given(PLAIN)
def test_plain_data_written_as_json_is_read_back(data: Any) -> None:
    assert parse(json.dumps(data)) == data


@given(PLAIN, st.sampled_from(["edition", "catalogue-rules", "catalogue-rulings"]))
def test_any_data_can_be_checked_by_a_schema(data: Any, schema: str) -> None:
    document = parse_document(json.dumps(data), HERE)
    assert all(fault.message for fault in validate(document, schema))
