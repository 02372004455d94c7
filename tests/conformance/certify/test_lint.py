from pathlib import Path

from conformance.certify.lint import lint
from tests.conformance.written import CORPUS, text_of, write


def faults(*paths: Path) -> list[str]:
    """The faults at these paths, each from its file's name on."""
    return [
        f"{Path(one.file).name}:{one.line}:{one.column}: {one.field}: {one.message}"
        for one in lint(paths).faults
    ]


def impossible(folder: Path, given: str, **changes: str | None) -> list[str]:
    return faults(write(folder, text_of(given=given, **changes)))


def test_the_small_corpus_has_no_faults() -> None:
    assert faults(CORPUS) == []


def test_faults_of_all_files_come_at_once_in_order_of_place(tmp_path: Path) -> None:
    write(tmp_path, text_of(id="b", players="9", board="chess"), "b")
    write(tmp_path, text_of(id="a", clauses="[R999.a]", questions="[Q99]"), "a")
    write(tmp_path, "id: [\n", "c")
    write(tmp_path, text_of(id="d", given='{stacks: {"0,0": [1, 1]}, hand: {1: 17}}'), "d")
    assert [one.split(": ")[0] for one in faults(tmp_path)] == [
        "a.yaml:3:11",
        "a.yaml:9:13",
        "b.yaml:5:8",
        "b.yaml:6:10",
        "c.yaml:2:1",
        "d.yaml:7:8",
    ]


def test_a_position_with_too_many_rings_of_a_colour_is_impossible(tmp_path: Path) -> None:
    (found,) = impossible(tmp_path, '{stacks: {"0,0": [1, 1]}, hand: {1: 17}}')
    assert found.startswith("sample.yaml:7:8: given: in rr-canon-2025-11: ")
    assert "R020.b" in found


def test_a_chain_without_a_stack_is_impossible(tmp_path: Path) -> None:
    (found,) = impossible(tmp_path, '{stacks: {"0,0": [1]}, turn: {chain: "5,5"}}')
    assert "in rr-canon-2025-11: turn.from" in found


def test_a_position_must_be_possible_in_every_edition(tmp_path: Path) -> None:
    found = impossible(
        tmp_path,
        '{stacks: {"0,0": [1, 1]}, hand: {1: 17}}',
        editions="[rr-canon-2025-11, complete-2025-12]",
    )
    assert len(found) == 2


def test_a_fault_is_told_once_for_all_symmetries(tmp_path: Path) -> None:
    given = '{stacks: {"0,0": [1, 1]}, hand: {1: 17}}'
    assert len(impossible(tmp_path, given, symmetries="all")) == 1


def test_a_new_game_is_always_possible(tmp_path: Path) -> None:
    assert impossible(tmp_path, "new", steps="[{do: 'place_ring at=0,0 count=1'}]") == []


def test_a_position_is_judged_with_values_that_no_edition_has(tmp_path: Path) -> None:
    given = '{stacks: {"0,0": [1, 1]}, hand: {1: 17}}'
    when = "{lps_rounds: 2, region_model: collapsed_only, capture_metric: manhattan}"
    assert faults(write(tmp_path, text_of(when=when))) == []
    assert len(impossible(tmp_path, given, when=when)) == 1


def test_a_file_with_faults_of_form_is_not_asked_for_its_meaning(tmp_path: Path) -> None:
    given = '{stacks: {"0,0": [1, 1]}, hand: {1: 17}}'
    (found,) = impossible(tmp_path, given, symmetries="[turn-60]")
    assert "turn-60" in found


def test_scenarios_are_given_back_with_the_faults(tmp_path: Path) -> None:
    write(tmp_path, text_of())
    corpus = lint([tmp_path])
    assert ([one.id for one in corpus.scenarios], corpus.faults) == (["sample"], ())
