"""Which clause a divergence is about: what was at work, and which mutant answers like the other.

Many mutants may answer alike on one position. They are then asked further questions, near the
disputed step and elsewhere, wherever they differ among themselves; the accused engine is asked the
same, and whoever answers like it most often is the nearest.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from typing import Any, TypeAlias

from conformance.catalogue import load_catalogue
from conformance.engines.mutants import Mutant, MutantEngine, mutants
from conformance.engines.protocol import Engine, Settled
from conformance.engines.reference import ReferenceEngine
from conformance.fuzz.answers import Question, answer_of
from conformance.fuzz.lockstep import Divergence, Plan, play_game
from conformance.fuzz.positions import random_position
from conformance.fuzz.vary import varied

Json: TypeAlias = dict[str, Any]
QUESTIONS = 150  # so many positions are thought of, to tell suspects apart
GAMES = {"square8": 10, "hexagonal": 3, "square19": 2}  # and so many games between two of them
ASKED = 40  # so many are put to the accused engine


@dataclass(frozen=True, slots=True)
class Attribution:
    """The suspects, nearest first, and the clauses that were at work in the step."""

    suspects: tuple[Mutant, ...]
    at_work: tuple[str, ...]
    accused: str = "B"  # which of the two departs from the reference engine; empty if both

    @property
    def clause(self) -> str:
        """The clause that is most likely meant; empty if nothing points anywhere."""
        if self.suspects:
            return self.suspects[0].clause
        return self.at_work[0] if self.at_work else ""

    def sentence(self, name: str) -> str:
        """What can be said of the engine of that name."""
        clauses = load_catalogue().clauses
        if self.suspects:
            one = self.suspects[0]
            return (
                f"{name} answers like mutant:{one.name}: {one.says} The clause is {one.clause}:"
                f" {clauses[one.clause].says}"
            )
        if self.at_work:
            listed = "; ".join(f"{clause}: {clauses[clause].says}" for clause in self.at_work[:3])
            return f"no mutant answers like {name}; at work were {listed}"
        return f"no mutant answers like {name}, and nothing was at work that could be traced"


class Attributor:
    """Finds out which clause divergences of two engines are about."""

    def __init__(self, first: Engine, second: Engine, *, can_load: bool = True) -> None:
        self.first, self.second, self.can_load = first, second, can_load
        self.reference = ReferenceEngine()

    def attribute(self, found: Divergence, plan: Plan) -> Attribution:
        """The suspects of a divergence: mutants that answer as the accused engine does."""
        asked = self.question(found, plan)
        right = answer_of(self.reference, asked)
        answers = {"A": answer_of(self.first, asked), "B": answer_of(self.second, asked)}
        wrong = [who for who, answer in answers.items() if not answer.is_like(right)]
        clauses = tuple(dict.fromkeys(self._at_work(found, plan)))
        if not wrong:  # it does not come again, or only a broken invariant tells it
            return Attribution((), clauses, found.who)
        who = wrong[-1]
        accused = self.first if who == "A" else self.second
        alike = [
            one
            for one in mutants().values()
            if answer_of(engine_of(one), asked).is_like(answers[who])
        ]
        ranked = self._ranked(alike, accused, asked, clauses, plan)
        return Attribution(tuple(ranked), clauses, "" if len(wrong) > 1 else who)

    def question(self, found: Divergence, plan: Plan) -> Question:
        """The disputed step, as it can be asked of any engine."""
        return Question(plan if found.start is None else found.start, found.history, found.move)

    def explains(self, known: Attribution, found: Divergence, plan: Plan) -> bool:
        """Whether the nearest suspect of one divergence answers another in the same way."""
        if not known.suspects:
            return False
        accused = self.first if known.accused == "A" else self.second
        asked = self.question(found, plan)
        likely = answer_of(engine_of(known.suspects[0]), asked)
        return likely.is_like(answer_of(accused, asked))

    def with_work(self, known: Attribution, found: Divergence, plan: Plan) -> Attribution:
        """The same suspects, with the clauses at work in a smaller step."""
        clauses = tuple(dict.fromkeys(self._at_work(found, plan)))
        return replace(known, at_work=clauses)

    def _ranked(
        self,
        alike: list[Mutant],
        accused: Engine,
        asked: Question,
        clauses: Sequence[str],
        plan: Plan,
    ) -> list[Mutant]:
        """The suspects, nearest first: by how often they answer otherwise than the accused."""
        missed = dict.fromkeys((one.name for one in alike), 0)
        asked_for = 0
        further = chain(self._further(asked), self._between(alike, missed, plan))
        for question in further if len(alike) > 1 else ():
            if asked_for >= ASKED or len({one.clause for one in _best(alike, missed)}) == 1:
                break
            answers = {one.name: answer_of(engine_of(one), question) for one in alike}
            best = [answers[one.name] for one in _best(alike, missed)]
            if all(answer.is_like(best[0]) for answer in best):
                continue
            asked_for += 1
            told = answer_of(accused, question)
            for name, answer in answers.items():
                missed[name] += not answer.is_like(told)
        return sorted(alike, key=lambda one: (missed[one.name], _distance(one, clauses)))

    def _further(self, asked: Question) -> Iterator[Question]:
        """Questions that may tell suspects apart: what led here, what is near, anything."""
        yield from self._of_history(asked)
        if not self.can_load:
            return
        state = answer_of(self.reference, replace(asked, move=None)).before
        if state is None or state["turn"]["phase"] == "game_over":
            return
        rng = random.Random(f"{state['board']}/{state['players']}")
        near = [state]
        for number in range(QUESTIONS):
            if number % 3 == 2:
                one = random_position(rng, state["edition"], state["board"], state["players"])
            else:
                one = varied(rng, rng.choice(near))
                near = [*near[-20:], one]
            yield from self._of_position(one, rng)

    def _between(
        self, alike: list[Mutant], missed: dict[str, int], plan: Plan
    ) -> Iterator[Question]:
        """The point at which two suspects of different clauses first differ in a game."""
        for seed in range(GAMES[plan.board]):
            by_clause = {one.clause: one for one in reversed(_best(alike, missed))}
            if len(by_clause) < 2:
                return
            first, second = [engine_of(one) for one in by_clause.values()][:2]
            game = replace(plan, seed=seed, policy="mix")
            found = play_game(game, first, second).divergence
            if found is not None:
                if self.can_load and found.before is not None:
                    yield Question(found.before, (), found.move)
                yield Question(game, found.history, found.move)

    def _of_history(self, asked: Question) -> Iterator[Question]:
        for length in range(len(asked.history), -1, -max(1, len(asked.history) // 20)):
            if length < len(asked.history):
                history = asked.history
                yield Question(asked.start, history[:length], history[length])

    def _of_position(self, state: Json, rng: random.Random) -> Iterator[Question]:
        if not isinstance(self.reference.load(state), Settled):
            return
        moves = self.reference.legal()
        kinds = sorted({move["type"] for move in moves})
        for kind in kinds or [""]:
            of_kind = [move for move in moves if move["type"] == kind]
            yield Question(state, (), rng.choice(of_kind) if of_kind else None)

    def _at_work(self, found: Divergence, plan: Plan) -> Iterable[str]:
        """The clauses that the reference engine cites for the disputed step."""
        if found.move is None:
            return ()
        state = answer_of(self.reference, replace(self.question(found, plan), move=None)).before
        return () if state is None else self.reference.explained(state, found.move)


def _best(alike: list[Mutant], missed: dict[str, int]) -> list[Mutant]:
    least = min(missed.values())
    return [one for one in alike if missed[one.name] == least]


def engine_of(one: Mutant) -> MutantEngine:
    """An engine of a mutant, to be asked again and again."""
    return _engine_named(one.name)


@cache
def _engine_named(name: str) -> MutantEngine:
    return MutantEngine(mutants()[name])


def _distance(one: Mutant, clauses: Sequence[str]) -> tuple[int, str]:
    """Mutants of clauses that were at work come first, then those of their rules."""
    if one.clause in clauses:
        return 0, one.clause
    rules = {clause.partition(".")[0] for clause in clauses}
    return (1 if one.clause.partition(".")[0] in rules else 2), one.clause
