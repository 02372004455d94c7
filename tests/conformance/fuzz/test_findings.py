import json
from dataclasses import replace
from itertools import permutations

from conformance.fuzz.attribution import Attribution
from conformance.fuzz.findings import Finding, Findings
from conformance.fuzz.lockstep import Divergence, Kind
from tests.conformance.fuzz.duels import PLAN, finding, position

MOVE = {"type": "move_stack", "from": "3,3", "to": "3,5"}


def split(kind: Kind = Kind.STATE, *fields: str, **changes: object) -> Divergence:
    state = position(**changes)
    return Divergence(kind, "", state, (), MOVE, {"fields": [*fields]}, state)


ONE = split(Kind.STATE, "stacks")
SMALLER = split(Kind.STATE, "stacks", markers={})
OTHER = split(Kind.STATE, "hand")
UNKNOWN = Attribution((), ("R091.b",))


def test_divergences_of_one_kind_clause_and_shape_are_one_finding() -> None:
    found = Findings()
    for one in (ONE, SMALLER, ONE):
        found.add(one, UNKNOWN, PLAN)
    (only,) = found
    assert (only.count, only.divergence) == (3, SMALLER)
    assert only.key == ("state", "R091.b", ("state", "", "move_stack", "stacks"))


def test_another_kind_clause_or_shape_is_another_finding() -> None:
    found = Findings()
    found.add(ONE, UNKNOWN, PLAN)
    found.add(OTHER, UNKNOWN, PLAN)
    found.add(ONE, Attribution((), ("R092.a",)), PLAN)
    found.add(split(Kind.RESULT, "stacks"), UNKNOWN, PLAN)
    assert (len(found), found.count) == (4, 4)


def test_the_most_frequent_finding_comes_first() -> None:
    found = Findings()
    for one in (ONE, OTHER, OTHER):
        found.add(one, UNKNOWN, PLAN)
    assert [one.count for one in found] == [2, 1]
    assert [one.divergence for one in found] == [OTHER, ONE]


def test_the_order_in_which_divergences_come_decides_nothing() -> None:
    parts = [
        Finding(ONE, UNKNOWN, PLAN),
        Finding(SMALLER, UNKNOWN, PLAN),
        Finding(SMALLER, UNKNOWN, replace(PLAN, seed=3)),
        Finding(OTHER, UNKNOWN, PLAN),
    ]
    told = set()
    for order in permutations(parts):
        found = Findings()
        for one in order:
            found.join(one)
        told.add(json.dumps(found.to_json()))
    assert len(told) == 1


def test_parts_that_are_merged_give_what_the_whole_gives() -> None:
    whole, left, right = Findings(), Findings(), Findings()
    for index, one in enumerate((ONE, SMALLER, OTHER, ONE, OTHER, SMALLER)):
        whole.add(one, UNKNOWN, PLAN)
        (left if index % 2 else right).add(one, UNKNOWN, PLAN)
    left.merge(right)
    assert left.to_json() == whole.to_json()


def test_a_shorter_game_is_smaller_than_a_smaller_position() -> None:
    long = replace(SMALLER, history=(MOVE, MOVE), start=None)
    short = replace(ONE, history=(MOVE,), start=None)
    joined = Finding(long, UNKNOWN, PLAN).joined(Finding(short, UNKNOWN, PLAN))
    assert joined.divergence == short


def test_findings_survive_json() -> None:
    found = Findings()
    found.join(finding("height-is-the-cap"))
    found.add(replace(ONE, start=None, before=None), UNKNOWN, PLAN)
    again = Findings.from_json(json.loads(json.dumps(found.to_json())))
    assert again.to_json() == found.to_json()
    assert [*again] == [*found]
