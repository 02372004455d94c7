"""One shard of a campaign, run from beginning to end; its result is plain JSON."""

import random
import threading
import time
from typing import Any, TypeAlias

from conformance.engines.reference import ReferenceEngine
from conformance.fuzz.campaign import Campaign, Shard
from conformance.fuzz.duel import Duel
from conformance.fuzz.findings import Findings
from conformance.fuzz.guided import Guide
from conformance.fuzz.hunt import Hunter
from conformance.fuzz.images import view_of
from conformance.fuzz.lockstep import Divergence, Plan, compare_position, play_game
from conformance.fuzz.reached import Reached

Json: TypeAlias = dict[str, Any]

# A mutant replaces a function of the whole process, so two shards must not share one at a time.
_ALONE = threading.Lock()


def run_shard(campaign: Json, mode: str, start: int, count: int) -> Json:
    """Run one shard of a campaign, both as plain JSON: it may have come from another machine."""
    with _ALONE:
        return Run(Campaign.from_json(campaign), Shard(mode, start, count)).record()


class Run:
    """A shard on its way."""

    def __init__(self, campaign: Campaign, shard: Shard) -> None:
        self.campaign, self.shard = campaign, shard
        self.reached = Reached()
        self.findings = Findings()
        self.explain = ReferenceEngine().explained

    def record(self) -> Json:
        """Run the shard: what was reached, and what was found."""
        campaign, shard = self.campaign, self.shard
        begin = time.perf_counter()
        with Duel(
            campaign.first, campaign.second, campaign.timeout, metamorphic=campaign.metamorphic
        ) as duel:
            hunter = Hunter(duel, campaign.shrink_seconds)
            if shard.mode == "games":
                self._games(duel, hunter)
            else:
                self._positions(duel, hunter)
        return {
            "type": "shard",
            "shard": shard.name,
            "reached": self.reached.to_json(),
            "findings": self.findings.to_json(),
            "seconds": round(time.perf_counter() - begin, 3),
        }

    def _games(self, duel: Duel, hunter: Hunter) -> None:
        for number in range(self.shard.start, self.shard.start + self.shard.count):
            plan = self.campaign.plan(number)
            self._see(duel, plan)
            played = play_game(plan, duel.first, duel.second, self.explain)
            self.reached.games += 1
            self.reached.moves += len(played.moves)
            endings = [played.ending] if played.ending else []
            self.reached.met(played.kinds, endings, played.clauses)
            self._diverged(hunter, played.divergence, plan)

    def _positions(self, duel: Duel, hunter: Hunter) -> None:
        seed = f"{self.campaign.seed}/{self.shard.name}"
        guide = Guide(seed, self.campaign.edition, self.campaign.variants)
        for number in range(self.shard.start, self.shard.start + self.shard.count):
            state = guide.position()
            plan = Plan(
                *(self.campaign.edition, state["board"], state["players"]),
                self.campaign.plan(number).seed,
                "positions",
            )
            self._see(duel, plan)
            rng = random.Random(plan.seed)
            compared = compare_position(state, duel.first, duel.second, rng, self.explain)
            guide.learn(state, compared.fired)
            self.reached.positions += 1
            self.reached.invalid += not compared.is_valid
            self.reached.moves += len(compared.fired)
            clauses = frozenset[str]().union(*compared.fired)
            self.reached.met(compared.kinds, compared.endings, clauses)
            self._diverged(hunter, compared.divergence, plan)

    def _see(self, duel: Duel, plan: Plan) -> None:
        if self.campaign.metamorphic:
            duel.see(
                view_of(plan.seed, plan.edition, plan.board, plan.players, can_load=duel.can_load)
            )

    def _diverged(self, hunter: Hunter, found: Divergence | None, plan: Plan) -> None:
        if found is not None:
            self.reached.divergences += 1
            caught = hunter.caught(found, plan)
            self.findings.add(caught.divergence, caught.attribution, plan)
