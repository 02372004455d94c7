"""The clause of a refusal agrees with the scenarios that name one."""

from collections.abc import Iterator

from conformance.editions import load_editions
from conformance.engines.protocol import Refused, Settled
from conformance.engines.reference import ReferenceEngine
from conformance.scenarios.load import cases_of, load_corpus
from conformance.scenarios.model import AnyOf, Case, Do, Reject, Status

# What scenarios name, and what the engine cites of another rule: true as well, and mostly nearer
# to the move. A pair that no scenario needs any more must go.
EXCEPTIONS: set[tuple[str, str | None]] = {
    # The board has no such step or ray, so the landing is on none.
    ("R002.c", "R091.a"), ("R002.c", "R101.e"), ("R003.a", "R091.a"), ("R003.b", "R091.a"),
    ("R003.b", "R101.e"),
    # The way on the near side is shut, and there is none around the edge.
    ("R002.c", "R091.d"),
    # A definition of stacks, caps, markers or territory; the engine cites the rule that uses it.
    ("R003.e", "R040.a"), ("R010.a", "R091.j"), ("R022.a", "R090.a"), ("R022.b", "R091.b"),
    ("R022.b", "R101.h"), ("R022.c", "R101.c"), ("R023.f", "R091.b"), ("R023.f", "R091.h"),
    ("R030.a", "R091.j"), ("R031.a", "R040.a"), ("R031.b", "R091.g"), ("R031.b", "R101.k"),
    ("R031.c", "R091.d"), ("R031.c", "R101.f"), ("R031.c", "R101.g"), ("R051.b", "R103.a"),
    ("R052.d", "R101.h"), ("R103.j", "R101.h"),
    # A placement on territory: the rule of collapsed spaces says it more plainly.
    ("R081.a", "R031.b"),
    # The two rules on forced elimination state the same condition.
    ("R100.a", "R072.a"), ("R100.a", "R072.b"), ("R100.a", "R072.c"), ("R100.f", "R072.a"),
    ("R090.b", "R072.b"),
    # The player is blocked, and that is told before the fault of the single move.
    ("R082.d", "R072.a"), ("R091.j", "R072.a"), ("R070.b", "R072.a"),
    # The order of the turn, told by the rule of the phase that is due.
    ("R070.b", "R080.a"), ("R070.d", "R103.a"), ("R070.e", "R144.a"),
    # A number of rings that is none at all is no move of the protocol, and has no clause.
    ("R081.b", None),
}  # fmt: skip


def disagreements(case: Case) -> Iterator[tuple[str, str | None]]:
    """The clauses that a case names for its refusals, with those of other rules cited instead."""
    engine = ReferenceEngine()
    if case.state is None:
        engine.new(case.edition, case.board, case.players)
    else:
        engine.load(case.state)
    assert isinstance(engine.play(case.history), Settled)
    for step in case.steps:
        if isinstance(step, AnyOf):
            return
        if isinstance(step, Do):
            assert isinstance(engine.play([step.move]), Settled)
        elif isinstance(step, Reject):
            said = engine.play([step.move])
            assert isinstance(said, Refused)
            if step.clause and rule_of(said.clause) != rule_of(step.clause):
                yield step.clause, said.clause


def rule_of(clause: str | None) -> str:
    return (clause or "").partition(".")[0]


def cases() -> Iterator[Case]:
    """Every normative scenario that refuses a move, in each edition; of its turnings the first."""
    corpus = load_corpus()
    seen = set()
    for edition in load_editions():
        for case in cases_of(corpus, edition):
            key = case.scenario.id, edition, case.board, case.players
            is_new = key not in seen
            seen.add(key)
            is_normative = case.scenario.status is Status.NORMATIVE
            if is_new and is_normative and any(isinstance(step, Reject) for step in case.steps):
                yield case


def test_a_refusal_cites_the_rule_that_its_scenario_names() -> None:
    found: dict[tuple[str, str | None], str] = {}
    for case in cases():
        for pair in disagreements(case):
            found.setdefault(pair, case.id)
    assert {pair: name for pair, name in found.items() if pair not in EXCEPTIONS} == {}
    assert found.keys() >= EXCEPTIONS
