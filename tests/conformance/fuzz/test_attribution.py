import pytest

from conformance.engines.reference import ReferenceEngine
from conformance.fuzz.attribution import Attribution, Attributor
from conformance.fuzz.lockstep import step_divergence
from tests.conformance.fuzz import duels
from tests.conformance.fuzz.duels import PLAN, attributed, divergence, mutant, position

CLAUSES = {
    "height-is-the-cap": "R022.b",
    "turns-over-as-it-moves": "R023.f",
    "own-markers-are-no-landings": "R091.i",
    "exact-line-has-a-choice": "R122.i",
}


@pytest.mark.parametrize(("name", "clause"), CLAUSES.items())
def test_a_mutant_is_named_by_its_clause(name: str, clause: str) -> None:
    found = attributed(divergence(name), mutant(name))
    assert found.clause == clause
    assert found.accused == "B"


def test_the_first_engine_is_accused_where_it_is_the_wrong_one() -> None:
    first = mutant("height-is-the-cap")
    found = step_divergence(position(), None, first, ReferenceEngine())
    assert found is not None
    told = Attributor(first, ReferenceEngine()).attribute(found, PLAN)
    assert (told.accused, told.clause) == ("A", "R022.b")


def test_an_engine_that_leaves_parts_of_its_states_out_is_attributed_all_the_same() -> None:
    class Both(duels.TellsLittle):
        pass

    other = mutant("height-is-the-cap")
    found = step_divergence(position(), None, Both(), other)
    assert found is not None
    assert Attributor(Both(), other).attribute(found, PLAN).clause == "R022.b"


def test_a_divergence_that_does_not_come_again_accuses_nobody() -> None:
    found = divergence("height-is-the-cap")
    assert attributed(found, ReferenceEngine()).suspects == ()


def test_a_crash_points_to_no_mutant() -> None:
    move = {"type": "move_stack", "from": "3,3", "to": "3,5"}
    found = step_divergence(position(), move, ReferenceEngine(), duels.Crashes())
    assert found is not None
    told = attributed(found, duels.Crashes())
    assert told.suspects == ()
    assert told.at_work


def test_a_sentence_names_the_mutant_and_the_clause() -> None:
    told = attributed(divergence("height-is-the-cap"), mutant("height-is-the-cap"))
    sentence = told.sentence("cmd:engine")
    assert sentence.startswith("cmd:engine answers like mutant:height-is-the-cap: ")
    assert "R022.b: The height of a stack" in sentence


def test_without_a_suspect_the_clauses_at_work_are_told() -> None:
    assert "at work were R091.b:" in Attribution((), ("R091.b",)).sentence("it")
    assert "nothing was at work" in Attribution((), ()).sentence("it")
    assert Attribution((), ()).clause == ""
