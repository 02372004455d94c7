import importlib
import json
import pkgutil
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

import pytest

import reference_engine
from conformance.catalogue import (
    Basis,
    Catalogue,
    CheckedBy,
    Flag,
    Kind,
    Parameter,
    UnknownEntryError,
    load_catalogue,
    load_catalogue_from,
)
from conformance.documents import (
    InvalidDocumentError,
    MalformedDocumentError,
    UnreadableDocumentError,
    load_document,
    parse_document,
    validate,
)
from conformance.resources import catalogue_dir, editions_dir, schemas_dir
from reference_engine.editions import PARAMETERS
from reference_engine.homes import HOMES

RULES = (
    "R001 R002 R003 R010 R020 R021 R022 R023 R030 R031 R040 R041 R050 R051 R052 R060 R061 R062 "
    "R070 R071 R072 R080 R081 R082 R090 R091 R092 R100 R101 R102 R103 R120 R121 R122 "
    "R140 R141 R142 R143 R144 R145 R170 R171 R172 R173 R190 R191"
)

KINDS = {
    Kind.LEGALITY: 67,
    Kind.DEFINITION: 55,
    Kind.EFFECT: 38,
    Kind.INVARIANT: 25,
    Kind.TERMINATION: 20,
    Kind.ORDER: 17,
    Kind.ACCOUNTING: 15,
    Kind.CHOICE: 12,
}

# Readings that a ruling records and that no edition can take: documentation, not a switch.
DOCUMENTED_ONLY: dict[str, set[object]] = {
    "lines_processed": {"all_for_owner"},
    "line_processing": {"optional"},
    "unpayable_line": {"error"},
    "option2_remainder": {"exempt_this_turn"},
    "region_ring_count": {"cap_only"},
    "lps_anchor": {"any"},
}
# What a ruling leaves to adapters and fixtures, or what follows from other parameters.
WITHOUT_PARAMETERS = {
    *("RUL-04", "RUL-24", "RUL-26", "RUL-31", "RUL-32", "RUL-39", "RUL-55", "RUL-67", "RUL-68"),
    *("RUL-70", "RUL-71", "RUL-73", "RUL-74", "RUL-75", "RUL-76", "RUL-77", "RUL-78", "RUL-79"),
    "RUL-80",
}
OPEN = {
    *("RUL-06", "RUL-10", "RUL-13", "RUL-17", "RUL-22", "RUL-26", "RUL-28", "RUL-29", "RUL-32"),
    *("RUL-33", "RUL-35", "RUL-40", "RUL-44", "RUL-46", "RUL-47", "RUL-55", "RUL-58", "RUL-60"),
    *("RUL-62", "RUL-64", "RUL-65", "RUL-71", "RUL-73", "RUL-77", "RUL-78"),
}


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return load_catalogue()


@pytest.fixture(scope="module")
def parameter_schemas() -> dict[str, dict[str, Any]]:
    """The schema of each parameter of an edition."""
    text = (schemas_dir() / "edition.schema.json").read_text(encoding="utf-8")
    schemas: dict[str, dict[str, Any]] = json.loads(text)["properties"]["parameters"]["properties"]
    return schemas


def plain(value: object) -> object:
    """A value of the catalogue as JSON has it."""
    return json.loads(json.dumps(value))


def admits(schema: dict[str, Any], value: object) -> bool:
    document = parse_document(json.dumps(value), Path("value"))
    return not validate(document, schema)


# What is in it


def test_it_has_every_rule_of_the_canon_in_order(catalogue: Catalogue) -> None:
    assert " ".join(catalogue.rules) == RULES
    assert len(catalogue.rules) == 46
    for rule in catalogue.rules.values():
        assert rule.canon == f"RR-CANON-{rule.id}"


def test_it_has_every_clause(catalogue: Catalogue) -> None:
    assert len(catalogue.clauses) == 249
    assert Counter(clause.kind for clause in catalogue.clauses.values()) == KINDS


def test_it_has_every_question_in_order(catalogue: Catalogue) -> None:
    assert list(catalogue.questions) == [f"Q{number}" for number in range(1, 25)]


def test_it_has_every_ruling_in_order(catalogue: Catalogue) -> None:
    assert list(catalogue.rulings) == [f"RUL-{number:02}" for number in range(1, 81)]


def test_the_clauses_of_a_rule_have_its_number_and_letters_in_order(catalogue: Catalogue) -> None:
    grouped = [clause for rule in catalogue.rules.values() for clause in rule.clauses]
    assert [clause.id for clause in grouped] == list(catalogue.clauses)
    for rule in catalogue.rules.values():
        letters = "abcdefghijklmnopqrstuvwxyz"[: len(rule.clauses)]
        assert [clause.id for clause in rule.clauses] == [f"{rule.id}.{x}" for x in letters]
        assert {clause.rule for clause in rule.clauses} == {rule.id}


def test_every_name_stands_once(catalogue: Catalogue) -> None:
    text = "\n".join(file.read_text(encoding="utf-8") for file in files())
    names = Counter(re.findall(r"- (?:id|name): (\S+)", text))
    assert {name for name, count in names.items() if count > 1} == set()
    assert set(names) == {
        *catalogue.rules,
        *catalogue.clauses,
        *catalogue.questions,
        *catalogue.rulings,
        *catalogue.parameters,
    }


def files() -> list[Path]:
    return sorted(catalogue_dir().rglob("*.yaml"))


@pytest.mark.parametrize("file", files(), ids=lambda file: file.stem)
def test_every_file_is_valid_by_its_schema(file: Path) -> None:
    kind = "questions" if file.stem == "questions" else file.parent.name
    assert validate(load_document(file), f"catalogue-{kind}") == []


@pytest.mark.parametrize("file", files(), ids=lambda file: file.stem)
def test_every_file_names_its_schema_for_editors(file: Path) -> None:
    first = file.read_text(encoding="utf-8").splitlines()[0]
    _, found, path = first.partition("$schema=")
    assert found
    assert (file.parent / path).resolve().is_file()


@pytest.mark.parametrize("part", ["rules", "rulings"])
def test_the_files_are_the_chapters_in_order(catalogue: Catalogue, part: str) -> None:
    folder = sorted((catalogue_dir() / part).glob("*.yaml"))
    chapters = [file.stem.partition("-")[2] for file in folder]
    numbers = [int(file.stem.partition("-")[0]) for file in folder]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    rows = catalogue.rules if part == "rules" else catalogue.rulings
    assert {row.chapter for row in rows.values()} == set(chapters)
    for file, chapter in zip(folder, chapters, strict=True):
        data: Any = load_document(file).data
        assert data["chapter"] == chapter


# References


def test_clauses_questions_and_rulings_name_only_what_exists(catalogue: Catalogue) -> None:
    for clause in catalogue.clauses.values():
        assert set(clause.questions) <= set(catalogue.questions), clause.id
        assert set(clause.rulings) <= set(catalogue.rulings), clause.id
    for question in catalogue.questions.values():
        assert question.clauses, question.id
        assert set(question.clauses) <= set(catalogue.clauses), question.id
        assert set(question.rulings) <= set(catalogue.rulings), question.id
    for ruling in catalogue.rulings.values():
        assert set(ruling.clauses) <= set(catalogue.clauses), ruling.id
        assert set(ruling.questions) <= set(catalogue.questions), ruling.id


def test_references_go_both_ways(catalogue: Catalogue) -> None:
    clauses, questions, rulings = (
        catalogue.clauses.values(),
        catalogue.questions.values(),
        catalogue.rulings.values(),
    )
    assert {(c.id, q) for c in clauses for q in c.questions} == {
        (c, q.id) for q in questions for c in q.clauses
    }
    assert {(c.id, r) for c in clauses for r in c.rulings} == {
        (c, r.id) for r in rulings for c in r.clauses
    }
    assert {(q.id, r) for q in questions for r in q.rulings} == {
        (q, r.id) for r in rulings for q in r.questions
    }


def test_references_stand_in_order(catalogue: Catalogue) -> None:
    def ordered(names: tuple[str, ...]) -> bool:
        keys = [[int(n) if n.isdigit() else n for n in re.split(r"(\d+)", x)] for x in names]
        return all(a < b for a, b in pairwise(keys))

    for clause in catalogue.clauses.values():
        assert ordered(clause.questions), clause.id
        assert ordered(clause.rulings), clause.id
    for question in catalogue.questions.values():
        assert ordered(question.clauses), question.id
        assert ordered(question.rulings), question.id
    for ruling in catalogue.rulings.values():
        assert ordered(ruling.clauses), ruling.id
        assert ordered(ruling.questions), ruling.id


def test_texts_name_only_rules_clauses_questions_and_rulings_that_exist(
    catalogue: Catalogue,
) -> None:
    # The canon cites a rule R146 that does not exist; the catalogue says so.
    known = {*catalogue.rules, *catalogue.clauses, *catalogue.questions, *catalogue.rulings, "R146"}
    for file in files():
        named = re.findall(
            r"\bRUL-\d+|\bR\d{3}(?:\.[a-z]\b)?|\bQ\d+", file.read_text(encoding="utf-8")
        )
        assert set(named) <= known, file.name


def test_a_printed_answer_that_contradicts_something_has_a_note(catalogue: Catalogue) -> None:
    for question in catalogue.questions.values():
        assert question.flag is Flag.OK or question.note, question.id


def test_the_rulings_that_the_canon_leaves_open_are_informative(catalogue: Catalogue) -> None:
    found = {name for name, ruling in catalogue.rulings.items() if ruling.basis is Basis.OPEN}
    assert found == OPEN
    assert {r.id for r in catalogue.rulings.values() if not r.is_normative} == OPEN


def test_a_clause_of_the_engine_has_a_home_there_and_no_other_has(catalogue: Catalogue) -> None:
    for module in pkgutil.walk_packages(reference_engine.__path__, "reference_engine."):
        importlib.import_module(module.name)
    homely = {clause.id for clause in catalogue.checked_by(CheckedBy.ENGINE)}
    assert homely == set(HOMES)


def test_a_clause_that_something_else_checks_says_what(catalogue: Catalogue) -> None:
    for clause in catalogue.clauses.values():
        assert (clause.where is None) is (clause.checked_by is CheckedBy.ENGINE), clause.id


# Parameters


def test_every_parameter_of_an_edition_belongs_to_the_ruling_that_the_schema_names(
    catalogue: Catalogue, parameter_schemas: dict[str, dict[str, Any]]
) -> None:
    assert tuple(parameter_schemas) == PARAMETERS
    for name in PARAMETERS:
        ruling = catalogue.parameter(name).ruling
        assert parameter_schemas[name]["x-ruling"] == ruling, name
        assert parameter_schemas[name]["description"].endswith(f"({ruling})"), name


def test_every_parameter_of_a_ruling_is_one_of_the_editions_or_documentation(
    catalogue: Catalogue, parameter_schemas: dict[str, dict[str, Any]]
) -> None:
    for name, parameter in catalogue.parameters.items():
        if name in PARAMETERS:
            continue
        assert name not in parameter_schemas
        assert {alternative.value for alternative in parameter.alternatives} == DOCUMENTED_ONLY[
            name
        ]


def test_every_reading_of_a_parameter_is_a_value_of_the_schema_or_documentation(
    catalogue: Catalogue, parameter_schemas: dict[str, dict[str, Any]]
) -> None:
    for name in PARAMETERS:
        only_told = DOCUMENTED_ONLY.get(name, set())
        for value in map(plain, catalogue.parameter(name).values):
            told = isinstance(value, str) and value in only_told
            assert admits(parameter_schemas[name], value) is not told, (name, value)


def test_every_value_that_the_schema_lists_is_a_reading_in_the_same_order(
    catalogue: Catalogue, parameter_schemas: dict[str, dict[str, Any]]
) -> None:
    for name, schema in parameter_schemas.items():
        if "enum" in schema:
            played = [
                value
                for value in catalogue.parameter(name).values
                if value not in DOCUMENTED_ONLY.get(name, set())
            ]
            assert schema["enum"] == played, name


def test_a_parameter_has_other_readings_and_each_of_them_once(catalogue: Catalogue) -> None:
    for parameter in catalogue.parameters.values():
        values = [json.dumps(plain(value)) for value in parameter.values]
        assert len(values) > 1, parameter.name
        assert len(set(values)) == len(values), parameter.name


def test_a_ruling_has_parameters_unless_there_is_nothing_to_choose(catalogue: Catalogue) -> None:
    without = {name for name, ruling in catalogue.rulings.items() if not ruling.parameters}
    assert without == WITHOUT_PARAMETERS


def test_parameters_can_be_found_by_name(catalogue: Catalogue) -> None:
    parameter = catalogue.parameter("line_length")
    assert isinstance(parameter, Parameter)
    assert parameter in catalogue.ruling("RUL-01").parameters
    assert parameter.values[0] == parameter.canonical


# Words


def texts(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            yield from chain.from_iterable(map(texts, value.values()))
        case list():
            yield from chain.from_iterable(map(texts, value))
        case _:
            pass


@pytest.mark.parametrize(
    "file", [*files(), *sorted(editions_dir().glob("*.yaml"))], ids=lambda file: file.stem
)
def test_only_the_words_of_the_canon_are_used(file: Path) -> None:
    for text in texts(load_document(file).data):
        assert not re.search(r"\b(pieces?|tiles?|tokens?)\b", text, re.IGNORECASE), text


def test_every_sentence_ends(catalogue: Catalogue) -> None:
    for clause in catalogue.clauses.values():
        assert clause.says.endswith("."), clause.id
        assert clause.likely_bug.endswith("."), clause.id
    for question in catalogue.questions.values():
        assert question.title.endswith("?"), question.id
        assert question.answer.endswith("."), question.id
    for ruling in catalogue.rulings.values():
        assert ruling.question.endswith("?"), ruling.id
        for text in (ruling.decision, ruling.reason, *ruling.sources.values()):
            assert text.endswith("."), ruling.id
        for parameter in ruling.parameters:
            assert all(each.reads.endswith(".") for each in parameter.alternatives), ruling.id


# Looking up


def test_a_rule_is_found_with_and_without_the_prefix_of_the_canon(catalogue: Catalogue) -> None:
    assert catalogue.rule("R091") is catalogue.rule("RR-CANON-R091")


@pytest.mark.parametrize(
    ("kind", "wanted", "near"),
    [
        ("rule", "R09", "R09"),
        ("clause", "R091.z", "R091."),
        ("question", "Q77", "Q"),
        ("ruling", "RUL-7", "RUL-7"),
        ("parameter", "line_lenght", "line_length"),
    ],
)
def test_an_unknown_name_is_an_error_that_suggests_what_comes_near(
    catalogue: Catalogue, kind: str, wanted: str, near: str
) -> None:
    look_up: Callable[[str], object] = getattr(catalogue, kind)
    with pytest.raises(UnknownEntryError) as caught:
        look_up(wanted)
    assert caught.value.near.startswith(near)
    assert str(caught.value).startswith(f"no {kind} {wanted} in the catalogue; did you mean ")


def test_the_catalogue_is_read_once() -> None:
    assert load_catalogue() is load_catalogue()


# Broken copies


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the catalogue, to break."""
    folder = tmp_path / "catalogue"
    shutil.copytree(catalogue_dir(), folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    return folder


def replace(file: Path, old: str, new: str) -> int:
    """Change the one place where a file says this, and tell its line."""
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1, (file.name, old)
    file.write_text(text.replace(old, new), encoding="utf-8")
    return text[: text.index(old)].count("\n") + 1


def faults_of(folder: Path) -> list[str]:
    with pytest.raises(InvalidDocumentError) as caught:
        load_catalogue_from(folder)
    return [str(fault).replace(f"{folder}/", "") for fault in caught.value.found]


def test_a_copy_is_the_same_catalogue(catalogue: Catalogue, copy: Path) -> None:
    assert load_catalogue_from(copy) == catalogue


def test_all_faults_by_the_schemas_are_told_at_once(copy: Path) -> None:
    wrong = [
        (
            "rules/01-boards.yaml",
            "        likely_bug: Only the orthogonal rays are generated.\n",
            "        likely_bgu: Only the orthogonal rays are generated.\n",
            ["unknown field (expected likely_bug)", "likely_bug: missing field"],
        ),
        (
            "rules/13-victory.yaml",
            "says: Scores do not matter for this win.",
            "says: 12",
            ["12 is of the wrong type (expected string)"],
        ),
        (
            "rulings/00-precedence.yaml",
            "    basis: canon\n",
            "    basis: cannon\n",
            ['"cannon" is not known (expected one of "canon", "open")'],
        ),
        (
            "questions.yaml",
            "  - id: Q24\n",
            "  - id: R24\n",
            ['"R24" has the wrong form'],
        ),
    ]
    for name, old, new, _ in wrong:
        replace(copy / name, old, new)
    found = faults_of(copy)
    for name, _, _, messages in wrong:
        for message in messages:
            assert [f for f in found if f.startswith(f"{name}:") and message in f], message
    assert len(found) == 5


def test_all_wrong_names_and_references_are_told_at_once(copy: Path) -> None:
    line = {
        "letter": replace(copy / "rules/01-boards.yaml", "- id: R002.c", "- id: R002.d"),
        "canon": replace(
            copy / "rules/02-players-and-stacks.yaml",
            "canon: RR-CANON-R023",
            "canon: RR-CANON-R024",
        ),
        "clause": replace(
            copy / "questions.yaml", "clauses: [R142.b]", "clauses: [R142.b, R142.x]"
        ),
        "one way": replace(
            copy / "rulings/00-precedence.yaml", "clauses: [R001.c]", "clauses: [R001.b, R001.c]"
        ),
        "twice": replace(copy / "rulings/10-state.yaml", "- id: RUL-78", "- id: RUL-77"),
        "parameter": replace(
            copy / "rulings/07-territory.yaml", "- name: region_side", "- name: region_model"
        ),
    }
    found = faults_of(copy)

    def has(name: str, line: int, *words: str) -> bool:
        return any(
            fault.startswith(f"{name}:{line}:") and all(word in fault for word in words)
            for fault in found
        )

    assert has("rules/01-boards.yaml", line["letter"], "R002.d out of order", "expected R002.c")
    assert has("rules/02-players-and-stacks.yaml", line["canon"], "another rule", "RR-CANON-R023")
    assert has("questions.yaml", line["clause"], "no clause R142.x", "expected R142.")
    assert has(
        "rulings/00-precedence.yaml",
        line["one way"],
        "R001.b does not name RUL-74",
        "RUL-74 among the rulings of R001.b",
    )
    assert has("rulings/10-state.yaml", line["twice"], "RUL-77 is already in 01-boards-and-setup")
    assert has(
        "rulings/07-territory.yaml",
        line["parameter"],
        "parameter region_model is already in 07-territory.yaml:",
    )
    # R190.b named RUL-78, which is gone: said where it is named.
    assert any("no ruling RUL-78" in fault for fault in found)


def test_a_fault_has_file_line_column_field_and_what_was_expected(copy: Path) -> None:
    line = replace(copy / "questions.yaml", "    rulings: [RUL-58]\n", "    rulings: [RUL-85]\n")
    found = faults_of(copy)
    assert f"questions.yaml:{line}:15: questions[17].rulings[0]: no ruling RUL-85" in [
        fault.partition(" (expected ")[0] for fault in found
    ]
    # and the other half of the reference that was there before
    assert any("Q18 does not name RUL-58" in fault for fault in found)


def test_a_file_that_is_missing_or_malformed_is_told(copy: Path) -> None:
    (copy / "rules/05-scoring.yaml").write_text("rules: [\n", encoding="utf-8")
    with pytest.raises(MalformedDocumentError, match=r"05-scoring\.yaml:2:1"):
        load_catalogue_from(copy)
    (copy / "rules/05-scoring.yaml").unlink()
    (copy / "questions.yaml").unlink()
    with pytest.raises(UnreadableDocumentError, match=r"questions\.yaml"):
        load_catalogue_from(copy)


def test_a_question_that_contradicts_something_needs_a_note(copy: Path) -> None:
    replace(
        copy / "questions.yaml",
        "    clauses: [R142.b]\n    rulings: []\n    flag: ok\n",
        "    clauses: [R142.b]\n    rulings: []\n    flag: contradicts_canon\n",
    )
    (fault,) = faults_of(copy)
    assert "questions[9].note: missing field" in fault
