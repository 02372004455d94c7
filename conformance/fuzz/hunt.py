"""From a raw divergence to one that can be shown: attributed, made small, and told from others."""

from dataclasses import dataclass, replace

from conformance.fuzz.attribution import Attribution, Attributor
from conformance.fuzz.duel import Duel
from conformance.fuzz.lockstep import Divergence, Plan
from conformance.fuzz.shrink import ATTEMPTS, SECONDS, Shrinker, rooted
from conformance.fuzz.shrink_moves import MoveShrinker

OF_ONE_SHAPE = 3  # so many divergences of one shape are made small, others only counted


@dataclass(frozen=True, slots=True)
class Caught:
    """A divergence, small, and what it is about; `shape` is in what the raw one is known."""

    divergence: Divergence
    attribution: Attribution
    shape: tuple[str, ...]


class Hunter:
    """Makes divergences of two engines small; one that is known already is only recognised."""

    def __init__(self, duel: Duel, seconds: float = SECONDS, attempts: int = ATTEMPTS) -> None:
        self.duel, self.seconds, self.attempts = duel, seconds, attempts
        self.attributor = Attributor(duel.first, duel.second, can_load=duel.can_load)
        self.known: list[Caught] = []

    def caught(self, found: Divergence, plan: Plan) -> Caught:
        """The divergence as it is shown."""
        shape = found.shape[:3]  # kind, engine and kind of move; the fields vary with the board
        if self.duel.can_load:
            found = rooted(found, self.duel.first, self.duel.second, plan)
        alike = [one for one in self.known if one.shape == shape]
        for one in alike:
            if self.attributor.explains(one.attribution, found, plan):
                return one
        if len(alike) >= OF_ONE_SHAPE:
            return alike[-1]
        attribution = self.attributor.attribute(found, plan)
        smaller = self._shrunk(found, plan, attribution)
        if self.duel.view is not None:
            detail = {**smaller.detail, "view": self.duel.view.words()}
            smaller = replace(smaller, detail=detail)
        attribution = self.attributor.with_work(attribution, smaller, plan)
        one = Caught(smaller, attribution, shape)
        self.known.append(one)
        return one

    def _shrunk(self, found: Divergence, plan: Plan, attribution: Attribution) -> Divergence:
        first, second = self.duel.first, self.duel.second

        def same(other: Divergence) -> bool:
            return self.attributor.explains(attribution, other, plan)

        if found.start is None:
            if not found.history:
                return found
            return MoveShrinker(first, second, found, plan, seconds=self.seconds).shrunk()
        shrinker = Shrinker(
            first,
            second,
            found,
            seconds=self.seconds,
            attempts=self.attempts,
            same=same if attribution.suspects else None,
        )
        return shrinker.shrunk()
