import os
from pathlib import Path

import pytest

from conformance.documents import MAX_BYTES, InvalidDocumentError
from conformance.editions import CANON, load_parameters
from conformance.scenarios import (
    NoScenariosError,
    Polarity,
    Status,
    cases_of,
    load,
    load_corpus,
    load_scenarios,
    scenario_files,
)
from conformance.scenarios.load import editions_of
from tests.conformance.written import CORPUS, sample, text_of, write


def faults(folder: Path, text: str, name: str = "sample") -> list[str]:
    """The faults of a file, from its name on."""
    path = write(folder, text, name)
    return [str(one).removeprefix(f"{folder}/") for one in load_scenarios([path]).faults]


def fault(folder: Path, **changes: str | None) -> str:
    """The one fault of the sound scenario, changed: line, column, field, message, expected."""
    (found,) = faults(folder, text_of(**changes))
    return found.removeprefix("sample.yaml:")


# What is read


def test_a_sound_scenario_has_no_faults(tmp_path: Path) -> None:
    assert faults(tmp_path, text_of()) == []


def test_a_scenario_is_what_its_file_says(tmp_path: Path) -> None:
    found = sample(
        tmp_path,
        clauses="[R091.b, R091.a]",
        questions="[Q2]",
        polarity="[permits, forbids]",
        players="[2, 3]",
        board="[square8, square19]",
        symmetries="[turn-90]",
        notes="why it is so",
    )
    assert (found.id, found.title) == ("sample", "A stack moves as far as it likes")
    assert (found.clauses, found.questions) == (("R091.b", "R091.a"), ("Q2",))
    assert found.polarities == (Polarity.PERMITS, Polarity.FORBIDS)
    assert (found.boards, found.players) == (("square8", "square19"), (2, 3))
    assert (found.symmetries, found.notes) == (("turn-90",), "why it is so")
    assert (found.status, found.ruling, found.editions) == (Status.NORMATIVE, None, None)
    assert found.path == tmp_path / "sample.yaml"


def test_without_editions_a_scenario_holds_in_the_canonical_one(tmp_path: Path) -> None:
    assert editions_of(sample(tmp_path)) == [CANON]


def test_a_scenario_holds_in_the_editions_it_names(tmp_path: Path) -> None:
    found = sample(tmp_path, editions="[compact-2025-11]")
    assert editions_of(found) == ["compact-2025-11"]
    assert cases_of([found], CANON) == []
    assert [case.edition for case in cases_of([found], "compact-2025-11")] == ["compact-2025-11"]


def test_a_scenario_holds_in_every_edition_that_has_the_values(tmp_path: Path) -> None:
    found = sample(tmp_path, when="{lps_rounds: [1, 2]}")
    with_them = [name for name, one in load_parameters().items() if one["lps_rounds"] in (1, 2)]
    assert editions_of(found) == with_them
    assert CANON in with_them


def test_all_values_must_be_those_of_the_edition(tmp_path: Path) -> None:
    rounds = load_parameters()[CANON]["lps_rounds"]
    other = next(
        name
        for name, one in load_parameters().items()
        if one["region_processing"] == "optional" and one["lps_rounds"] == rounds
    )
    found = sample(tmp_path, when=f"{{lps_rounds: {rounds}, region_processing: optional}}")
    assert other in editions_of(found)
    assert all(
        load_parameters()[name]["region_processing"] == "optional" for name in editions_of(found)
    )


def test_an_informative_scenario_names_its_ruling(tmp_path: Path) -> None:
    found = sample(tmp_path, status="informative", ruling="RUL-28")
    assert (found.status, found.ruling) == (Status.INFORMATIVE, "RUL-28")


def test_the_small_corpus_is_sound() -> None:
    assert len(load_scenarios([CORPUS]).sound()) == 16


# Files


def test_files_are_found_in_folders_below_in_order(tmp_path: Path) -> None:
    paths = [write(tmp_path / folder, text_of(), name) for folder in "ba" for name in "dc"]
    assert scenario_files([tmp_path]) == sorted(paths)


def test_a_file_that_is_named_twice_is_read_once(tmp_path: Path) -> None:
    path = write(tmp_path, text_of())
    assert scenario_files([path, tmp_path, path]) == [path]


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    write(tmp_path, text_of())
    (tmp_path / "README.md").write_text("not a scenario", encoding="utf-8")
    assert len(scenario_files([tmp_path])) == 1


@pytest.mark.parametrize("name", ["nowhere", "empty"])
def test_a_path_without_scenarios_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(NoScenariosError, match=f"no scenarios at .*{name}: expected a .yaml file"):
        load_scenarios([tmp_path / name])


def test_links_to_files_are_not_followed(tmp_path: Path) -> None:
    outside = write(tmp_path / "outside", text_of())
    inside = tmp_path / "inside"
    write(inside, text_of(id="other"), "other")
    (inside / "sample.yaml").symlink_to(outside)
    assert [path.name for path in scenario_files([inside])] == ["other.yaml"]


def test_links_to_folders_are_not_followed(tmp_path: Path) -> None:
    write(tmp_path / "outside", text_of())
    inside = tmp_path / "inside"
    write(inside, text_of(id="other"), "other")
    (inside / "chapter").symlink_to(tmp_path / "outside", target_is_directory=True)
    assert [path.name for path in scenario_files([inside])] == ["other.yaml"]


def test_an_id_that_is_used_twice_is_refused_with_the_other_file(tmp_path: Path) -> None:
    first = write(tmp_path / "a", text_of())
    second = write(tmp_path / "b", text_of())
    (found,) = load_scenarios([tmp_path]).faults
    assert str(found) == f"{second}:1:5: id: the id of {first} too (expected its own)"


def test_faults_of_all_files_come_at_once(tmp_path: Path) -> None:
    write(tmp_path, text_of(players="7"))
    write(tmp_path, "a: [1\n", "broken")
    write(tmp_path, text_of(id="third", clauses="[R999.a]"), "third")
    with pytest.raises(InvalidDocumentError) as caught:
        load_scenarios([tmp_path]).sound()
    assert {Path(one.file).name for one in caught.value.found} == {
        "sample.yaml",
        "broken.yaml",
        "third.yaml",
    }


def test_a_broken_file_does_not_hide_a_sound_one(tmp_path: Path) -> None:
    write(tmp_path, "a: [1\n", "broken")
    write(tmp_path, text_of())
    assert [one.id for one in load_scenarios([tmp_path]).scenarios] == ["sample"]


# The corpus of the project


def test_the_corpus_is_read_without_being_checked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, text_of(clauses="[R999.a]"))
    monkeypatch.setattr(load, "scenarios_dir", lambda: tmp_path)
    assert [one.clauses for one in load_corpus()] == [("R999.a",)]


@pytest.mark.parametrize("text", ["id: [", "id: x\n", "7\n", text_of(status="final")])
def test_where_the_corpus_cannot_be_read_its_faults_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    write(tmp_path, text)
    monkeypatch.setattr(load, "scenarios_dir", lambda: tmp_path)
    with pytest.raises(InvalidDocumentError, match=r"sample\.yaml"):
        load_corpus()


# What is refused, and where


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            text_of() + "id: sample\n",
            "9:1: id: the key stands already in line 1 (expected it once)",
        ),
        ("id:\tsample\n", "1:4: a tab character (expected spaces)"),
        (text_of(given="&a {}"), "7:8: given: the anchor &a (expected the value alone)"),
        (text_of(given="*a"), "7:8: given: the alias *a (expected the value itself)"),
        (text_of(title="!!str x"), "2:8: title: the tag tag:yaml.org,2002:str"),
        ("", "1:1: nothing in it (expected one document)"),
    ],
)
def test_what_is_no_plain_yaml_is_refused(tmp_path: Path, text: str, expected: str) -> None:
    found = faults(tmp_path, text)
    assert found[0].startswith(f"sample.yaml:{expected}")


def test_a_file_that_is_too_long_is_refused(tmp_path: Path) -> None:
    (found,) = faults(tmp_path, text_of() + "#" * MAX_BYTES)
    assert found == f"sample.yaml:9:1: too long (expected at most {MAX_BYTES} bytes)"


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"titel": "x"}, "9:1: titel: unknown field (expected title)"),
        ({"given": "{stakcs: {}}"}, "7:9: given.stakcs: unknown field (expected stacks)"),
        (
            {"steps": "[{legal: {incldes: []}}]"},
            "8:18: steps[0].legal.incldes: unknown field (expected includes",
        ),
        ({"title": None}, "1:1: title: missing field (expected The one thing it shows"),
        ({"title": "short"}, "2:8: title: "),
        ({"id": "a b"}, '1:5: id: "a b" has the wrong form (expected The name of the scenario'),
        ({"clauses": "[R91.b]"}, '3:11: clauses[0]: "R91.b" has the wrong form (expected A clause'),
        ({"clauses": "[]"}, "3:10: clauses: "),
        ({"clauses": "[R091.b, R091.b]"}, "3:10: clauses: "),
        ({"questions": "[7]"}, "9:13: questions[0]: 7 is of the wrong type (expected string)"),
        ({"polarity": "allows"}, "4:11: polarity: "),
        ({"status": "final"}, '9:9: status: "final" is not known (expected one of "normative"'),
        ({"board": "square9"}, "5:8: board: "),
        ({"players": "5"}, "6:10: players: 5 "),
        ({"players": "[2, 1]"}, "6:14: players[1]: 1 "),
        ({"given": "old"}, "7:8: given: "),
        ({"steps": "[]"}, "8:8: steps: "),
        ({"steps": "[{clause: R091.b}]"}, "8:9: steps[0]: "),
        ({"steps": "[{do: skip_capture, reject: skip_capture}]"}, "8:9: steps[0]: "),
        ({"steps": "[{expect: {}}]"}, "8:18: steps[0].expect: "),
        ({"steps": "[{expect: {hash: abc}}]"}, "8:25: steps[0].expect.hash: "),
    ],
)
def test_what_breaks_the_schema_is_refused_with_its_place(
    tmp_path: Path, changes: dict[str, str | None], expected: str
) -> None:
    assert expected in fault(tmp_path, **changes)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"id": "other"}, "1:5: id: other is not the name of its file (expected sample)"),
        (
            {"clauses": "[R091.b, R091.z]"},
            "3:19: clauses[1]: R091.z is not in the catalogue (expected R091.",
        ),
        ({"questions": "[Q99]"}, "9:13: questions[0]: Q99 is not in the catalogue (expected Q9"),
        ({"ruling": "RUL-99"}, "9:9: ruling: RUL-99 is not in the catalogue (expected RUL-"),
        (
            {"editions": "[rr-canon-2025-12]"},
            "9:12: editions[0]: rr-canon-2025-12 is no edition (expected rr-canon-2025-11",
        ),
        ({"editions": "[chess]"}, "9:12: editions[0]: chess is no edition (expected one of rr-"),
        (
            {"when": "{lps_round: 1}"},
            "9:8: when.lps_round: no parameter of editions (expected lps_rounds",
        ),
        ({"when": "{lps_rounds: 9}"}, "9:20: when.lps_rounds: 9 is no value of it (expected one"),
        (
            {"when": "{lps_rounds: [1, 9]}"},
            "9:20: when.lps_rounds: 9 is no value of it (expected one of 1, 0, 2)",
        ),
        (
            {"steps": "[{reject: skip_capture, clause: R091.z}]"},
            "8:40: steps[0].clause: R091.z is not in the catalogue (expected R091.",
        ),
        (
            {"steps": "[{do: skip_capture, clause: R091.b}]"},
            "8:36: steps[0].clause: a clause without a reject",
        ),
        ({"status": "informative"}, "1:1: ruling: missing field"),
        ({"editions": f"[{CANON}]", "when": "{lps_rounds: 1}"}, "1:1: "),
    ],
)
def test_what_refers_to_nothing_is_refused_with_the_nearest_name(
    tmp_path: Path, changes: dict[str, str | None], expected: str
) -> None:
    assert expected in fault(tmp_path, **changes)


def test_clauses_inside_outcomes_are_looked_up_too(tmp_path: Path) -> None:
    reject = "{reject: skip_capture, clause: R091.z}"
    outcomes = f"[{{reading: a, steps: [{reject}]}}, {{reading: b, steps: [{reject}]}}]"
    found = faults(tmp_path, text_of(steps=f"[{{any_of: {outcomes}}}]"))
    assert [one.split(": ")[1] for one in found] == [
        "steps[0].any_of[0].steps[0].clause",
        "steps[0].any_of[1].steps[0].clause",
    ]


def test_editions_together_with_when_are_refused_in_words(tmp_path: Path) -> None:
    found = fault(tmp_path, editions=f"[{CANON}]", when="{lps_rounds: 1}")
    assert "either editions or when" in found


# What is wrong with a position or a step


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        (
            {"given": '{stacks: {"8,0": [1]}}'},
            '7:25: given.stacks.8,0: 8,0 is not a cell of square8 (expected "x,y", each from 0 to',
        ),
        (
            {"given": '{stacks: {"0,0": [1]}, markers: {1: ["1,0", "1,9"]}}'},
            "7:52: given.markers.1[1]: 1,9 is not a cell of square8",
        ),
        (
            {"given": '{stacks: {"0,0": [1]}, turn: {must_move: "9,9"}}'},
            "given.turn.must_move: 9,9 is not a cell of square8",
        ),
        (
            {"given": '{stacks: {"0,0": [1]}, turn: {made: ["9,9"]}}'},
            "given.turn.made[0]: 9,9 is not a cell of square8",
        ),
        ({"steps": "[{do: 'move_stack from=0,0 to=8,0'}]"}, "8:14: steps[0].do: 8,0 is not a cell"),
        (
            {"steps": "[{legal: {of: 'from=9,9', count: 0}}]"},
            "steps[0].legal.of: 9,9 is not a cell of square8",
        ),
        (
            {"steps": "[{legal: {field: to, includes: ['1,0', '9,9']}}]"},
            "steps[0].legal.includes[1]: 9,9 is not a cell of square8",
        ),
        (
            {"steps": "[{legal: {field: cells, excludes: ['1,0 9,9']}}]"},
            "steps[0].legal.excludes[0]: 9,9 is not a cell of square8",
        ),
        (
            {"steps": "[{expect: {stacks: {'9,9': null}}}]"},
            "steps[0].expect.stacks.9,9: 9,9 is not a cell of square8",
        ),
        (
            {"steps": "[{expect: {turn: {from: '9,9'}}}]"},
            "steps[0].expect.turn.from: 9,9 is not a cell of square8",
        ),
        ({"history": "['move_stack from=0,0 to=9,9']"}, "history[0]: 9,9 is not a cell of square8"),
        (
            {
                "board": "hexagonal",
                "given": "{markers: {1: ['0,0']}}",
                "steps": "[{do: swap_sides}]",
            },
            'given.markers.1[0]: 0,0 is not a cell of hexagonal (expected "x,y,z" of sum 0, each',
        ),
        (
            {"given": '{stacks: {"0,0": [3]}}'},
            "7:25: given.stacks.0,0: player 3 of 2 (expected 1 to 2)",
        ),
        (
            {"given": '{stacks: {"0,0": [1]}, markers: {3: ["1,0"]}}'},
            "given.markers.3: player 3 of 2 (expected 1 to 2)",
        ),
        (
            {"given": '{stacks: {"0,0": [1]}, hand: {3: 1}}'},
            "given.hand.3: player 3 of 2 (expected 1 to 2)",
        ),
        (
            {"given": '{stacks: {"0,0": [1]}, turn: {player: 3}}'},
            "given.turn.player: player 3 of 2 (expected 1 to 2)",
        ),
        (
            {"given": '{stacks: {"0,0": [1]}, standing: {acted: [3]}}'},
            "given.standing.acted: player 3 of 2 (expected 1 to 2)",
        ),
        (
            {"steps": "[{expect: {markers: {'0,0': 3}}}]"},
            "steps[0].expect.markers.0,0: player 3 of 2 (expected 1 to 2)",
        ),
        (
            {"steps": "[{expect: {turn: {player: 0}}}]"},
            "steps[0].expect.turn.player: player 0 of 2 (expected 1 to 2)",
        ),
        (
            {"steps": "[{expect: {gained: {territory: {4: 1}}}}]"},
            "steps[0].expect.gained.territory.4: player 4 of 2 (expected 1 to 2)",
        ),
        (
            {"given": '{stacks: {"0,0": [1]}, markers: {1: ["0,0"]}}'},
            "given.markers.1[0]: 0,0 holds something already (expected one thing on a cell)",
        ),
        (
            {"given": "{markers: {1: others, 2: others}}"},
            "given.markers.2: others stands there twice (expected it once)",
        ),
        (
            {"given": '{stacks: {"0,0": [1]}, hand: {1: 18, 2: 18}}'},
            "7:8: given: 37 rings in all (1 on the board, 36 in hand, 0 eliminated) "
            "(expected 2 times 18 = 36)",
        ),
        (
            {"given": '{stacks: {"0,0": [1]}, eliminated: {1: 1, 2: 1}}'},
            "7:8: given: 3 rings in all (1 on the board, 0 in hand, 2 eliminated)",
        ),
        (
            {"given": '{stacks: {"0,0": [1]}, turn: {moved: "0,0", chain: "0,0"}}'},
            "given.turn: moved and chain (expected one of them)",
        ),
        (
            {"symmetries": "[turn-60]"},
            "9:13: symmetries: turn-60 is no symmetry of square8 (expected all, or some of",
        ),
        (
            {"symmetries": "all", "steps": f"[{{expect: {{hash: '{'0' * 64}'}}}}]"},
            "steps[0].expect.hash: a hash with symmetries (expected no symmetries, or no hash)",
        ),
        (
            {"steps": "[{do: move_stak}]"},
            "8:14: steps[0].do: move_stak is not a move (expected one of place_ring",
        ),
        (
            {"steps": "[{do: [skip_capture, 'move_stack from=0,0']}]"},
            "steps[0].do[1]: move_stack lacks to (expected all its fields)",
        ),
        (
            {"steps": "[{legal: {includes: ['move_stack via=0,0']}}]"},
            "steps[0].legal.includes[0]: via is no field of move_stack (expected one of from, to)",
        ),
    ],
)
def test_what_cannot_stand_there_is_refused_with_its_place(
    tmp_path: Path, changes: dict[str, str | None], expected: str
) -> None:
    assert expected in fault(tmp_path, **changes)


DRAWN = """\
id: sample
title: A stack moves as far as it likes
clauses: [R091.b]
polarity: permits
board: square8
players: 2
given:
  diagram: |
    1 . .
    . q .
    . m3 .
steps:
  - expect:
      diagram: |
        1 . . . . . . . 2
"""


def test_a_fault_of_a_diagram_has_its_line_and_column_in_the_file(tmp_path: Path) -> None:
    found = [one.removeprefix("sample.yaml:") for one in faults(tmp_path, DRAWN)]
    assert found[0].startswith("10:7: given.diagram: q is nothing (expected . or m1")
    assert found[-1].startswith("15:25: steps[0].expect.diagram: 8,0 is off the board (expected")


def test_a_player_who_is_not_in_the_game_is_refused_in_a_diagram(tmp_path: Path) -> None:
    assert any(
        "given.diagram: player 3 of 2 (expected 1 to 2)" in one for one in faults(tmp_path, DRAWN)
    )


def test_a_fault_on_every_board_and_symmetry_is_told_once(tmp_path: Path) -> None:
    found = faults(
        tmp_path, text_of(symmetries="all", steps="[{do: 'move_stack from=0,0 to=9,9'}]")
    )
    assert len(found) == 1


def test_a_scenario_must_be_sound_for_every_number_of_players(tmp_path: Path) -> None:
    given = '{stacks: {"0,0": [1], "1,0": [3]}}'
    found = faults(tmp_path, text_of(players="[2, 3]", given=given))
    assert found == [
        "sample.yaml:7:37: given.stacks.1,0: player 3 of 2 (expected 1 to 2)",
    ]


def test_what_is_no_regular_file_is_not_waited_for(tmp_path: Path) -> None:
    write(tmp_path, text_of())
    os.mkfifo(tmp_path / "pipe.yaml")
    assert [path.name for path in scenario_files([tmp_path])] == ["sample.yaml"]
