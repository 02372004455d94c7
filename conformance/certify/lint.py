"""What is wrong with scenario files: form, references, cells, and positions that cannot exist."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from conformance.documents import Fault
from conformance.editions import CANON, load_editions_with
from conformance.engines.protocol import Invalid
from conformance.engines.reference import ReferenceEngine
from conformance.scenarios import Corpus, Scenario, load_scenarios
from conformance.scenarios.load import built, editions_of, values_of


def lint(paths: Iterable[Path]) -> Corpus:
    """The scenarios at these paths, with every fault of form and meaning, in order of place."""
    corpus = load_scenarios(paths)
    broken = {fault.file for fault in corpus.faults}
    engine = ReferenceEngine()
    found = [
        fault
        for scenario in corpus.scenarios
        if str(scenario.path) not in broken
        for fault in impossible(scenario, engine)
    ]
    faults = sorted({*corpus.faults, *found}, key=lambda f: (f.file, f.line, f.column, f.message))
    return Corpus(corpus.scenarios, tuple(faults))


def impossible(scenario: Scenario, engine: ReferenceEngine) -> Iterator[Fault]:
    """Why the position of a scenario cannot exist, if it cannot."""
    values = values_of(scenario)
    if values:
        engine = ReferenceEngine(load_editions_with(values))
    for edition in [CANON] if values else editions_of(scenario):
        for case in built(scenario, edition, values).cases:
            if case.state is None or case.symmetry != "identity":
                continue
            answer = engine.load(case.state)
            if isinstance(answer, Invalid):
                for reason in answer.faults:
                    yield scenario.document.fault(("given",), f"in {edition}: {reason}")
