"""Choosing the probes: few that tell every change of a parameter from every other, in each edition.

Each change alters COVER of them, where so many are there to be had: what one of them hides behind
another change, the next may show.
"""

import json
import multiprocessing
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import blake2b
from typing import TypeAlias

from conformance.certify.run import shown_path
from conformance.coverage.models import TIMEOUT, Model, playable
from conformance.coverage.probes import Observation, Probe, ProbeSet, all_probes, observed, size
from conformance.editions import CANON, load_parameters
from conformance.scenarios import load_corpus

COVER = 3
MADE_BY = "rrc mutants --probes"

# For each model, the probes that it plays otherwise than its edition, and how, digested.
Changed: TypeAlias = Mapping[Model, Mapping[str, bytes]]


def compute(jobs: int) -> ProbeSet:
    """The probes, chosen from the whole corpus."""
    with multiprocessing.Pool(jobs) as pool:
        changed = dict(pool.imap(_changed, [*single_changes()]))
    costs = Counter[str]()
    for edition in load_parameters():
        costs.update({name: size(seen) for name, seen in _as_is(edition).items()})
    chosen = chosen_from(changed, costs)
    paths = {one.id: shown_path(one) for one in load_corpus()}
    altered: dict[tuple[str, str], frozenset[str]] = {}
    for model, names in changed.items():
        for change in model.changes:
            altered[change] = altered.get(change, frozenset()) | (names.keys() & {*chosen})
    files = tuple(paths[name.partition("[")[0]] for name in chosen)
    return ProbeSet(tuple(chosen), files, altered)


def single_changes() -> Iterator[Model]:
    """Every edition as it is, and with each value of each parameter that it does not have."""
    for edition in load_parameters():
        yield Model(edition)
        for name, values in playable().items():
            for value in values:
                if value != Model(edition).value(name):
                    yield Model(edition).changed(name, value)


@cache
def _probes() -> list[Probe]:
    return all_probes(load_corpus())


def _played(model: Model) -> dict[str, Observation]:
    engine = model.engine(CANON)
    return {one.name: observed(one, engine, CANON, TIMEOUT) for one in _probes()}


@cache
def _as_is(edition: str) -> dict[str, Observation]:
    return _played(Model(edition))


def _changed(model: Model) -> tuple[Model, dict[str, bytes]]:
    if not model.changes:
        return model, {}
    as_is = _as_is(model.edition)
    return model, {name: _key(seen) for name, seen in _played(model).items() if seen != as_is[name]}


def _key(seen: Observation) -> bytes:
    points = [
        one if isinstance(one, str) else (sorted(one.state.items()), sorted(one.legal))
        for one in seen
    ]
    return blake2b(repr(points).encode(), digest_size=6).digest()


def chosen_from(changed: Changed, costs: Mapping[str, int], cover: int = COVER) -> list[str]:
    """Enough probes for each change, then those that tell changes apart that still look alike."""
    chosen: set[str] = set()
    while gains := Counter(
        name
        for names in changed.values()
        if len(names.keys() & chosen) < cover
        for name in names.keys() - chosen
    ):
        chosen.add(min(gains, key=lambda one: (-gains[one] / costs[one] ** 0.5, one)))
    while gains := Counter(_gains(changed, chosen)):
        chosen.add(min(gains, key=lambda one: (-gains[one], costs[one], one)))
    return sorted(chosen)


def _gains(changed: Changed, chosen: set[str]) -> Iterator[str]:
    """A probe for each pair of models, alike so far, that it tells apart."""
    groups: dict[object, list[Mapping[str, bytes]]] = {}
    for model, names in changed.items():
        seen = frozenset((name, key) for name, key in names.items() if name in chosen)
        groups.setdefault((model.edition, seen), []).append(names)
    for alike in groups.values():
        for index, one in enumerate(alike):
            for other in alike[index + 1 :]:
                for name in one.keys() | other.keys():
                    if one.get(name) != other.get(name):
                        yield name


def probes_text(found: ProbeSet) -> str:
    """The probes as they are kept: a probe is a number in the rows of the changes."""
    number = {name: index for index, name in enumerate(found.probes)}
    parameters: dict[str, dict[str, list[int]]] = {}
    for (parameter, value), names in found.altered.items():
        parameters.setdefault(parameter, {})[value] = sorted(number[name] for name in names)
    return "\n".join(
        [
            "{",
            f'  "made_by": {json.dumps(MADE_BY)},',
            '  "probes": {',
            _lines(dict(zip(found.probes, found.files, strict=True))),
            "  },",
            '  "altered": {',
            _lines(parameters),
            "  }",
            "}\n",
        ]
    )


def _lines(rows: Mapping[str, object]) -> str:
    return ",\n".join(f"    {json.dumps(key)}: {json.dumps(row)}" for key, row in rows.items())
