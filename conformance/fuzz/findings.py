"""Findings: divergences grouped by kind, clause and shape, the smallest kept of each group.

A thousand games against a broken engine give a dozen findings. What a group keeps does not depend
on the order in which its divergences come, so that parts of a campaign can be put together.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any, TypeAlias

from conformance.engines.mutants import mutant_named
from conformance.fuzz.attribution import Attribution
from conformance.fuzz.lockstep import Divergence, Kind, Plan
from conformance.fuzz.reductions import measure
from conformance.fuzz.shrink import NEEDED

Json: TypeAlias = dict[str, Any]
Key: TypeAlias = tuple[str, str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Finding:
    """One group: its smallest divergence, and how many there were."""

    divergence: Divergence
    attribution: Attribution
    plan: Plan
    count: int = 1

    @property
    def key(self) -> Key:
        """Kind, clause and shape: what the divergences of a group have in common."""
        found = self.divergence
        return found.kind.value, self.attribution.clause, found.shape

    @property
    def size(self) -> tuple[Any, ...]:
        """By what the smallest of a group is told; no two that differ are alike."""
        found = self.divergence
        state = found.start or found.before or {}
        place = measure(state) if all(name in state for name in NEEDED) else ()
        return len(found.history), place, json.dumps(self.to_json(), sort_keys=True)

    def joined(self, other: "Finding") -> "Finding":
        """The smaller of two findings of a group, with the count of both."""
        return replace(min(self, other, key=_one_of), count=self.count + other.count)

    def to_json(self) -> Json:
        """The finding as JSON."""
        return {
            "divergence": asdict(self.divergence),
            "attribution": {
                "suspects": [one.name for one in self.attribution.suspects],
                "at_work": [*self.attribution.at_work],
                "accused": self.attribution.accused,
            },
            "plan": asdict(self.plan),
            "count": self.count,
        }

    @classmethod
    def from_json(cls, written: Json) -> "Finding":
        """The finding that JSON describes, as `to_json` writes it."""
        found, named = written["divergence"], written["attribution"]
        return cls(
            Divergence(**found | {"kind": Kind(found["kind"]), "history": tuple(found["history"])}),
            Attribution(
                tuple(map(mutant_named, named["suspects"])),
                tuple(named["at_work"]),
                named["accused"],
            ),
            Plan(**written["plan"]),
            written["count"],
        )


def _one_of(finding: Finding) -> tuple[Any, ...]:
    return replace(finding, count=1).size


class Findings:
    """All groups so far."""

    def __init__(self) -> None:
        self.groups: dict[Key, Finding] = {}

    def __len__(self) -> int:
        return len(self.groups)

    def __iter__(self) -> Iterator[Finding]:
        """The groups, the most frequent first, and in the order of their keys among equals."""
        return iter(sorted(self.groups.values(), key=lambda one: (-one.count, one.key)))

    @property
    def count(self) -> int:
        """How many divergences there were."""
        return sum(one.count for one in self.groups.values())

    def add(self, divergence: Divergence, attribution: Attribution, plan: Plan) -> Finding:
        """Count a divergence to its group: what the group is now."""
        return self.join(Finding(divergence, attribution, plan))

    def join(self, finding: Finding) -> Finding:
        """Put a finding to its group."""
        known = self.groups.get(finding.key)
        joined = finding if known is None else known.joined(finding)
        self.groups[finding.key] = joined
        return joined

    def merge(self, other: "Findings") -> None:
        """Put the groups of another part of the campaign to these."""
        for finding in other:
            self.join(finding)

    def to_json(self) -> list[Json]:
        """All groups as JSON, in order."""
        return [finding.to_json() for finding in self]

    @classmethod
    def from_json(cls, written: list[Json]) -> "Findings":
        """The groups that JSON describes."""
        found = cls()
        for one in written:
            found.join(Finding.from_json(one))
        return found
