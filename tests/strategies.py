"""What the property tests draw: variants, positions, states, and games played by a policy.

A position comes from a seed of `conformance.fuzz.positions`, or piece by piece, so that Hypothesis
can take away what a failure does not need.
"""

import json
import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

from hypothesis import settings
from hypothesis import strategies as st

from conformance.editions import CANON, load_editions, load_parameters
from conformance.engines.protocol import Json
from conformance.fuzz.grid import Cell
from conformance.fuzz.positions import Profile, Sketch, Variant, drawn, finished, variant_of
from reference_engine.game import legal_moves, load, new_game, play
from reference_engine.geometry import bit
from reference_engine.moves import (
    SKIP_PLACEMENT,
    ContinueCaptureSegment,
    Move,
    MoveStack,
    OvertakingCapture,
    PlaceRing,
    ProcessLine,
    ProcessRegion,
    SkipCapture,
    SkipTerritory,
)
from reference_engine.state import GameState
from reference_engine.wire import move_to_json, setup_from_json, state_to_json, variant_from_json

BOARDS = ("square8", "square19", "hexagonal")
EDITIONS = tuple(load_parameters())
VARIANTS = [
    (edition, board, players) for edition in EDITIONS for board in BOARDS for players in (2, 3, 4)
]
PHASES = (
    "ring_placement",
    "movement",
    "capture",
    "chain_capture",
    "line_processing",
    "territory_processing",
    "forced_elimination",
)
SCALE = settings().max_examples / 100  # 1 unless a profile asks for more


def examples(share: float) -> settings:
    """Of a hundred examples this share, and more in a profile that wants more."""
    return settings(max_examples=max(1, round(100 * SCALE * share)))


# --- positions ----------------------------------------------------------------------------------

seeds = st.integers(0, 2**32 - 1)
canonical = st.just(CANON)
small_boards = st.just("square8")
# A large board costs as much as ten small ones and has the same rules.
all_boards = st.sampled_from(("square8", "square8", "square8", "hexagonal", "square19"))


def variants(
    editions: st.SearchStrategy[str] | None = None, boards: st.SearchStrategy[str] = all_boards
) -> st.SearchStrategy[Variant]:
    """An edition on a board for two, three or four players."""
    chosen = st.sampled_from(EDITIONS) if editions is None else editions
    return st.builds(variant_of, chosen, boards, st.integers(2, 4))


def drawn_positions(
    of: st.SearchStrategy[Variant], profiles: st.SearchStrategy[Profile] | None = None
) -> st.SearchStrategy[Json]:
    """Positions from seeds."""
    return st.builds(
        lambda variant, profile, seed: drawn(random.Random(seed), variant, profile),
        of,
        st.sampled_from(Profile) if profiles is None else profiles,
        seeds,
    )


def window(variant: Variant) -> list[Cell]:
    """A part of the board that is small enough for things to meet."""
    return [cell for cell in variant.grid.cells if all(-3 <= number < 8 for number in cell)]


@st.composite
def sketched_positions(draw: st.DrawFn, of: st.SearchStrategy[Variant]) -> Json:
    """Positions piece by piece: diamonds and rows of markers, then single things."""
    variant = draw(of)
    cells = st.sampled_from(window(variant))
    seats = st.sampled_from(variant.seats)
    axes = st.sampled_from(variant.grid.axes)
    sketch = Sketch(stacks=draw(st.dictionaries(cells, st.lists(seats, min_size=1, max_size=6))))
    for centre, owner in draw(st.lists(st.tuples(cells, seats), max_size=2)):
        sketch.markers.update(dict.fromkeys(variant.grid.sides[centre], owner))
    for start, axis, owner in draw(st.lists(st.tuples(cells, axes, seats), max_size=2)):
        row = [start, *variant.grid.ray(start, axis)][: draw(st.integers(2, 6))]
        sketch.markers.update(dict.fromkeys(row, owner))
    sketch.markers.update(draw(st.dictionaries(cells, seats)))
    sketch.collapsed.update(draw(st.dictionaries(cells, seats)))
    if draw(st.booleans()):
        inside = set(window(variant))
        outside = [cell for cell in variant.grid.cells if cell not in inside]
        sketch.collapsed.update(
            {cell: index % variant.players + 1 for index, cell in enumerate(outside)}
        )
    few = st.dictionaries(seats, st.integers(0, variant.supply))
    sketch.hand, sketch.credit = draw(few), draw(few)
    sketch.player = draw(seats)
    sketch.phase = draw(st.sampled_from(PHASES))
    sketch.owes = draw(st.sampled_from((None, None, None, "line", "region")))
    is_bound, is_told, has_made = draw(st.tuples(st.booleans(), st.booleans(), st.booleans()))
    if is_bound and sketch.stacks:
        sketch.source = draw(st.sampled_from(sorted(sketch.stacks)))
    if has_made and sketch.markers:
        sketch.made = draw(st.lists(st.sampled_from(sorted(sketch.markers)), unique=True))
    sketch.did = draw(st.sampled_from((None, "action", "elimination")))
    if is_told:
        sketch.had_action = draw(st.dictionaries(seats, st.none() | st.booleans()))
        sketch.acted = draw(st.lists(seats, unique=True))
        sketch.rounds = draw(st.dictionaries(seats, st.integers(0, 2)))
    return finished(variant, sketch)


def positions(of: st.SearchStrategy[Variant] | None = None) -> st.SearchStrategy[Json]:
    """Positions from seeds or piece by piece."""
    chosen = of if of is not None else variants()
    return drawn_positions(chosen) | sketched_positions(chosen)


def loaded(position: Json) -> GameState:
    """The reference engine's state of a position."""
    return load(setup_from_json(position, load_editions()))


def states(
    of: st.SearchStrategy[Variant] | None = None, *profiles: Profile
) -> st.SearchStrategy[GameState]:
    """States of the reference engine that no game would reach, by some of the profiles or any."""
    if profiles:
        chosen = of if of is not None else variants()
        return drawn_positions(chosen, st.sampled_from(profiles)).map(loaded)
    return positions(of).map(loaded)


def fresh(variant: Variant) -> GameState:
    """A new game of the reference engine."""
    wanted = {"edition": variant.edition, "board": variant.board, "players": variant.players}
    return new_game(variant_from_json(wanted, load_editions()))


# --- games --------------------------------------------------------------------------------------

Policy = Callable[[random.Random, GameState, Sequence[Move]], Move]


def uniform(rng: random.Random, _state: GameState, moves: Sequence[Move]) -> Move:
    """Any move."""
    return rng.choice(moves)


def weighing(weight: Callable[[GameState, Move], float]) -> Policy:
    """A policy that prefers what weighs more."""

    def choose(rng: random.Random, state: GameState, moves: Sequence[Move]) -> Move:
        some = moves if len(moves) <= 60 else [*rng.sample(moves, 59), moves[-1]]
        return rng.choices(some, [weight(state, move) for move in some])[0]

    return choose


def hunger(_state: GameState, move: Move) -> float:
    """Captures before all else."""
    if isinstance(move, OvertakingCapture | ContinueCaptureSegment):
        return 30
    return 0.1 if isinstance(move, SkipCapture) else 1


def modesty(_state: GameState, move: Move) -> float:
    """Few rings at a time, so that the board fills with markers first."""
    if isinstance(move, PlaceRing):
        return 1 if move.count == 1 else 0.02
    return 2


def industry(state: GameState, move: Move) -> float:
    """Markers next to markers, over none of one's own; lines and regions where there are any."""
    own = state.markers[state.turn.player]
    beside = state.variant.geometry.surroundings
    match move:
        case MoveStack(source, to) | OvertakingCapture(source, _, to):
            near = (beside(bit(source)) & own).bit_count()
            return 1 + 6 * near + 2 * (beside(bit(to)) & own).bit_count()
        case PlaceRing(at, count):
            return (1 + 4 * (beside(bit(at)) & own).bit_count()) / count**2
        case ProcessLine() | ProcessRegion():
            return 5
        case SkipTerritory() | SkipCapture():
            return 0.5
        case _:
            return 1


def thrift(rng: random.Random, _state: GameState, moves: Sequence[Move]) -> Move:
    """Nothing is placed that need not be."""
    return SKIP_PLACEMENT if moves[-1] is SKIP_PLACEMENT else rng.choice(moves)


POLICIES: dict[str, Policy] = {
    "uniform": uniform,
    "capture-hungry": weighing(hunger),
    "line-builder": weighing(industry),
    "never places when it may skip": thrift,
    "small placements": weighing(modesty),
}
policies = st.sampled_from(sorted(POLICIES))


class Step(NamedTuple):
    """One move of a game."""

    before: GameState
    move: Move
    after: GameState

    def __str__(self) -> str:
        move = move_to_json(self.before.variant.geometry, self.move)
        return f"{json.dumps(move)} in {json.dumps(state_to_json(self.before))}"


def journey(start: GameState, policy: str, seed: int, most: int) -> list[Step]:
    """A game from a state on, to its end or for so many moves."""
    rng = random.Random(seed)
    state = start
    steps: list[Step] = []
    while len(steps) < most and not state.is_over:
        move = POLICIES[policy](rng, state, legal_moves(state))
        after = play(state, move).state
        steps.append(Step(state, move, after))
        state = after
    return steps


def plies(variant: Variant) -> int:
    """How much of a game is played: all of it on the small board, its opening on a large one."""
    return 1000 if variant.board == "square8" and variant.edition == CANON else 80


def games(of: st.SearchStrategy[Variant] | None = None) -> st.SearchStrategy[list[Step]]:
    """Games from their beginning."""
    return st.builds(
        lambda variant, policy, seed: journey(fresh(variant), policy, seed, plies(variant)),
        of if of is not None else variants(boards=small_boards),
        policies,
        seeds,
    )


def excursions(
    of: st.SearchStrategy[Variant] | None = None, *profiles: Profile
) -> st.SearchStrategy[list[Step]]:
    """Some moves from a position that no game would reach."""
    return st.builds(journey, states(of, *profiles), policies, seeds, st.integers(1, 6))


def journeys(of: st.SearchStrategy[Variant] | None = None) -> st.SearchStrategy[list[Step]]:
    """Games from their beginning, or some moves from a position that no game would reach."""
    return excursions(of) | excursions(of) | games(of)
