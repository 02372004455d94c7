"""Runs of the small corpus for the reports to tell of."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from conformance.certify.run import Plan, header, record, verdicts
from conformance.certify.selection import Selection
from conformance.certify.tally import Known, Tally, tally
from conformance.certify.verdicts import Verdict
from conformance.editions import CANON
from conformance.engines.reference import ReferenceEngine
from conformance.scenarios.model import Case
from tests.conformance.written import corpus

Json = dict[str, Any]
CASES = tuple(corpus())
PLAN = Plan("python:acme:Engine", CANON, CASES, Selection().as_json())


@dataclass(frozen=True)
class Told:
    """A run as the reports are given it."""

    header: Json
    lines: list[Json]
    found: Tally


def run_of(
    factory: Callable[[], ReferenceEngine] = ReferenceEngine,
    cases: Sequence[Case] = CASES,
    baseline: Sequence[Known] = (),
) -> Told:
    """A run of an engine over some cases."""
    lines = list(verdicts(PLAN, factory, cases))
    return Told(header(PLAN, factory().hello()), lines, tally(lines, baseline))


def told(case: Case, verdict: Verdict, baseline: Sequence[Known] = ()) -> Told:
    """A run of one case with this verdict."""
    lines = [record(case, verdict, 0.0)]
    return Told(header(PLAN, ReferenceEngine().hello()), lines, tally(lines, baseline))
