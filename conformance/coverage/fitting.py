"""The model that is nearest to an engine: an edition, other values of parameters, and mutants.

From the nearest editions one departure after another is added or taken back, the best few models at
a time, as long as more of the evidence fits.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from conformance.coverage.evidence import Evidence, Fit, price
from conformance.coverage.interview import Interview
from conformance.coverage.models import Model
from conformance.coverage.probes import load_probe_set
from conformance.editions import CANON, load_parameters

MOST = 6  # more departures than so many at once explain nothing
BEAM = 3
FARTHEST = 2.0  # editions that leave so many times more unexplained than the nearest are left out
TRIED_MUTANTS = 8
FIRST = 3  # a departure that explains nothing of so much is not looked at any longer
SAMPLE = 16  # so much of the evidence tells which departures to try in full


def nearest_fit(evidence: Evidence) -> Fit:
    """The best model that is found."""
    beam = starts(evidence)
    best, known = beam[0], {fit.model for fit in beam}
    for _ in range(MOST):
        if not best.gaps:
            break
        hopes: dict[Model, float] = {}
        for fit in beam:
            for model, cost in hopeful(evidence, fit, known):
                hopes[model] = min(cost, hopes.get(model, cost))
        chosen = sorted(hopes, key=lambda model: hopes[model])[: 2 * BEAM]
        beam = best_of(evidence, chosen)
        known.update(chosen)
        if not beam or beam[0].cost >= best.cost:
            break
        best = beam[0]
    return best


def best_of(evidence: Evidence, models: Sequence[Model]) -> list[Fit]:
    """The best few of these models; one that explains everything ends the search."""
    found: list[Fit] = []
    for model in models:
        found.append(evidence.fit(model))
        if not found[-1].gaps:
            break
    return sorted(found, key=lambda fit: fit.cost)[:BEAM]


def starts(evidence: Evidence) -> list[Fit]:
    """The editions to begin with, the nearest first."""
    chosen = nearest_editions(evidence.interview)[:BEAM]
    # Faults that change many answers make an engine of the canon look like another edition.
    fits = [evidence.fit(Model(name)) for name in dict.fromkeys((*chosen, CANON))]
    least = min(fit.cost for fit in fits)
    return sorted((fit for fit in fits if fit.cost <= FARTHEST * least), key=lambda fit: fit.cost)


def nearest_editions(interview: Interview) -> list[str]:
    """The editions by how many of the answers are theirs."""
    return sorted(load_parameters(), key=lambda name: len(interview.missed(Model(name))))


# --- the next departure -------------------------------------------------------------------------


class Option(NamedTuple):
    """A model with a departure more or less, and the evidence that this alters by itself."""

    model: Model
    altered: frozenset[str]


def hopeful(
    evidence: Evidence, fit: Fit, known: Collection[Model]
) -> Iterator[tuple[Model, float]]:
    """The next models that seem to be nearer, with what they would cost.

    Those departures are tried first that alter by themselves what is left; others only where none
    of them helps, for a departure may show only where there is another one.
    """
    for tier in options(fit, evidence):
        found = False
        for option in tier:
            worth = 0.0 if option.model in known else gain(evidence, fit, option)
            if worth > 0:
                found = True
                yield option.model, fit.cost - worth
        if found:
            return


def options(fit: Fit, evidence: Evidence) -> Iterator[list[Option]]:
    """The departures that may explain what is left, the likeliest tier first."""
    model, trial = fit.model, evidence.trial
    asked = {question.parameter for question in evidence.interview.missed(model)}
    likely = [Option(without, frozenset()) for without in lesser(model)]
    unlikely = []
    for (name, value), altered in load_probe_set().altered.items():
        option = Option(model.changed(name, value), altered)
        if option.model == model:
            continue
        if name in asked or altered & fit.gaps.keys():
            likely.append(option)
        else:
            unlikely.append(option)
    ranked = trial.like(trial.unexplained(model), trial.failed(model.edition), model.edition)
    near = [one.mutant for one in ranked[:TRIED_MUTANTS]]
    likely += [Option(model.broken(name), trial.mutants[name].fails) for name in near]
    unlikely += [
        Option(model.broken(name), row.fails)
        for name, row in trial.mutants.items()
        if name not in near
    ]
    yield likely
    yield unlikely


def lesser(model: Model) -> Iterator[Model]:
    """A model without one of its departures."""
    for name, _ in model.changes:
        yield model.changed(name, Model(model.edition).value(name))
    for name in model.mutants:
        yield model.mended(name)


def gain(evidence: Evidence, fit: Fit, option: Option) -> float:
    """By how much a model seems to be nearer than another, from some of the evidence."""
    left = sorted(evidence.handy(fit.gaps), key=lambda name: name not in option.altered)
    if saved(evidence, fit, option.model, left[:FIRST]) <= 0:
        return 0.0
    worth = price(fit.model) - price(option.model)
    worth += saved(evidence, fit, option.model, sample(left))
    if worth > 0:
        more = sample(sorted(option.altered - fit.gaps.keys()))
        worth -= sum(evidence.gaps(option.model, more).values())
    return worth


def saved(evidence: Evidence, fit: Fit, model: Model, names: Collection[str]) -> float:
    """How much nearer a model is in some of what another leaves unexplained."""
    return sum(fit.gaps[name] for name in names) - sum(evidence.gaps(model, names).values())


def sample(names: Sequence[str]) -> Sequence[str]:
    """At most SAMPLE names, evenly from all."""
    return names[:: max(1, -(-len(names) // SAMPLE))]
