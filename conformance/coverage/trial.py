"""The cases of the quick set, put to an engine, and the mutants that fail what it fails."""

from collections.abc import Collection, Mapping, Sequence

from conformance.certify.verdicts import BAD, Passed
from conformance.coverage.interview import Interview
from conformance.coverage.models import Model
from conformance.coverage.nearest import Likeness, ranked
from conformance.coverage.quick import load_quick_set
from conformance.editions import CANON
from conformance.scenarios import Case, Scenario, cases_of


def quick_cases_of(scenarios: Sequence[Scenario]) -> dict[str, Case]:
    """The cases of the quick set and those that tell the mutants apart."""
    wanted = frozenset(load_quick_set().every_case)
    ids = {name.partition("[")[0] for name in wanted}
    cases = cases_of([one for one in scenarios if one.id in ids], CANON)
    return {case.id: case for case in cases if case.id in wanted}


class Trial:
    """The cases of the quick set, put to an engine once."""

    def __init__(self, interview: Interview, cases: Mapping[str, Case]) -> None:
        self.interview, self.cases = interview, cases
        self.mutants = load_quick_set().mutants
        verdicts = {name: interview.put(case) for name, case in cases.items()}
        self.bad = frozenset(name for name, one in verdicts.items() if one.name in BAD)
        self.judged = self.bad.union(
            name for name, one in verdicts.items() if isinstance(one, Passed)
        )

    def passed(self, model: Model) -> frozenset[str]:
        """The cases that a model passes, of those that the engine could be judged by."""
        return self.judged & self.interview.oracle.passed(model, [*self.cases.values()])

    def failed(self, edition: str) -> frozenset[str]:
        """The cases that the engine fails although an edition passes them."""
        return self.bad & self.passed(Model(edition))

    def unexplained(self, model: Model) -> frozenset[str]:
        """The cases that the engine fails, its edition passes, and a model does not explain."""
        return self.failed(model.edition) & self.passed(model)

    def like(self, left: Collection[str], failed: Collection[str], edition: str) -> list[Likeness]:
        """The mutants by how well they explain failures, where these are all that there are."""
        return ranked(left, failed, self.passed(Model(edition)), self.mutants, self.cases)
