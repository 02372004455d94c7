"""Mutants of R122: the reward of a line."""

from conformance.engines.mutants.memory import has_just, keep, kept
from conformance.engines.mutants.registry import mutant
from reference_engine.draft import Draft, Position
from reference_engine.geometry import Cells, each
from reference_engine.homes import Home
from reference_engine.moves import ChooseLineReward, Move, ProcessLine
from reference_engine.rules import elimination, lines
from reference_engine.stacks import Player, Rings
from reference_engine.state import Phase

_collapse_part = lines.collapse_part
_collapse_whole = lines.collapse_whole
_left_after = elimination.left_after
_may_take_all = lines.may_take_all
_options = lines.options
_payers = lines.payers
_rewards = lines.rewards
_windows = lines.windows

EXACT, LONG = "R122.a", "R122.f"  # the clauses under which a line collapses whole
PAYMENT = "R122.d"


def _strip_first(draft: Draft) -> None:
    """The first stack that could pay does."""
    for cell in each(lines.payers(draft, draft.player)):
        elimination.strip(draft, cell, None, PAYMENT)
        return


# --- exact lines --------------------------------------------------------------------------------


@mutant(
    "line-keeps-its-markers",
    "R122.a",
    "The cells of a line collapse, and the markers stay on them.",
)
def line_keeps_its_markers(draft: Draft, line: Cells, clause: str) -> None:
    """The markers are not taken off."""
    before = draft.markers[draft.player]
    _collapse_whole(draft, line, clause)
    if clause == EXACT:
        draft.put_markers(draft.player, before & line)


@mutant(
    "line-is-only-taken-off",
    "R122.a",
    "The markers of a line are taken off the board, and nothing collapses.",
)
def line_is_only_taken_off(draft: Draft, line: Cells, clause: str) -> None:
    """The cells are empty afterwards."""
    if clause == EXACT:
        draft.take_markers(line)
    else:
        _collapse_whole(draft, line, clause)


@mutant("exact-line-is-free", "R122.b", "A line of exact length costs nothing.")
def exact_line_is_free(draft: Draft) -> bool:
    """Only a longer line is paid for."""
    return not has_just(draft, EXACT) and bool(lines.payers(draft, draft.player))


@mutant(
    "moved-stack-may-not-pay",
    "R122.c",
    "The stack that made the line may not pay for it.",
    ruling="RUL-80",
)
def moved_stack_may_not_pay(position: Position, player: Player) -> Cells:
    """Where the stack came to stand is kept until the turn is over."""
    if isinstance(position, Draft) and position.effects:
        moved = [one.cells for one in position.effects if one.clause in ("R023.f", "R102.b")]
        if moved:
            keep(position, moved[-1])
        elif has_just(position, "R070.c", "R090.b"):
            keep(position, 0)
    return _payers(position, player) & ~kept(position)


@mutant(
    "only-single-rings-pay",
    "R122.c",
    "Only a stack of one ring may pay for a line.",
    ruling="RUL-80",
)
def only_single_rings_pay(position: Position, player: Player) -> Cells:
    """Taller stacks are passed over."""
    return sum(
        1 << cell for cell in each(_payers(position, player)) if len(position.stacks[cell]) == 1
    )


@mutant(
    "one-ring-pays-for-a-line",
    "R122.d",
    "The payment for a line is one ring.",
    ruling="RUL-40",
    at=Home("reference_engine.rules.elimination", "left_after"),
)
def one_ring_pays_for_a_line(draft: Draft, rings: Rings, count: int | None) -> Rings:
    """The rest of the cap stays."""
    if draft.phase is Phase.LINE_PROCESSING:
        return rings[:-1]
    return _left_after(draft, rings, count)


@mutant(
    "exact-line-has-a-choice",
    "R122.i",
    "A line of exact length is offered with a choice of rewards, like a longer one.",
)
def exact_line_has_a_choice(position: Position, player: Player, line: Cells) -> list[Move]:
    """The whole line is also its only part."""
    offered = _rewards(position, player, line)
    if line.bit_count() == position.variant.line_length:
        offered.append(ChooseLineReward(line, line))
    return offered


# --- longer lines -------------------------------------------------------------------------------


@mutant(
    "one-more-is-still-exact",
    "R122.e",
    "A line one marker longer than required is treated as exact.",
)
def one_more_is_still_exact(position: Position, player: Player, line: Cells) -> list[Move]:
    """The choice begins two markers above the line length."""
    if line.bit_count() == position.variant.line_length + 1:
        return [ProcessLine(line)] if lines.may_collapse_exact(position, player) else []
    return _rewards(position, player, line)


@mutant(
    "long-line-collapses-whole",
    "R122.e",
    "A longer line always collapses whole and is paid for, if anybody can pay.",
)
def long_line_collapses_whole(position: Position, player: Player, line: Cells) -> list[Move]:
    """Option 2 is left to those who cannot pay."""
    offered = _rewards(position, player, line)
    return offered[:1] if lines.payers(position, player) else offered


@mutant(
    "long-line-is-always-free",
    "R122.e",
    "A longer line offers option 2 only.",
)
def long_line_is_always_free(position: Position, player: Player, line: Cells) -> list[Move]:
    """Nobody collapses the whole line."""
    return [
        move
        for move in _rewards(position, player, line)
        if not isinstance(move, ChooseLineReward) or move.collapse != line
    ]


@mutant(
    "option-one-collapses-a-part",
    "R122.f",
    "Option 1 collapses only as many markers as a line needs.",
)
def option_one_collapses_a_part(draft: Draft, line: Cells, clause: str) -> None:
    """The rest stays, although the whole was paid for."""
    _collapse_whole(draft, _windows(draft, line)[0] if clause == LONG else line, clause)


@mutant(
    "option-one-costs-twice",
    "R122.f",
    "Option 1 costs a second cap, which the engine picks.",
)
def option_one_costs_twice(draft: Draft, line: Cells, clause: str) -> None:
    """One cap goes before the player is asked for the other."""
    _collapse_whole(draft, line, clause)
    if clause == LONG:
        _strip_first(draft)


@mutant(
    "option-two-takes-an-end",
    "R122.g",
    "Option 2 takes a stretch at one of the two ends of the line.",
)
def option_two_takes_an_end(position: Position, line: Cells) -> list[Cells]:
    """Stretches in the middle are not offered."""
    offered = _windows(position, line)
    return offered if len(offered) < 2 else [offered[0], offered[-1]]


@mutant(
    "option-two-takes-the-far-end",
    "R122.g",
    "Option 2 takes the last markers of the line.",
)
def option_two_takes_the_far_end(position: Position, line: Cells) -> list[Cells]:
    """One stretch is offered."""
    return _windows(position, line)[-1:]


@mutant("option-two-costs-a-cap", "R122.h", "Option 2 costs a cap too, which the engine picks.")
def option_two_costs_a_cap(draft: Draft, part: Cells) -> None:
    """Every line is paid for."""
    _collapse_part(draft, part)
    _strip_first(draft)


@mutant(
    "option-two-clears-the-rest",
    "R122.h",
    "Option 2 takes the other markers of the line off the board.",
)
def option_two_clears_the_rest(draft: Draft, part: Cells) -> None:
    """The line is used up."""
    whole = [run for run in lines.runs(draft, draft.player) if run & part == part]
    _collapse_part(draft, part)
    draft.take_markers(whole[0] & ~part)


@mutant(
    "option-one-needs-no-payer",
    "R122.j",
    "Option 1 is open to a mover who cannot pay.",
    ruling="RUL-36",
)
def option_one_needs_no_payer(_position: Position, _player: Player) -> bool:
    """The payment is made if it can be."""
    return True


@mutant(
    "without-payer-no-lines",
    "R122.j",
    "A mover who controls no stack processes no line.",
    ruling="RUL-36",
    at=Home("reference_engine.rules.lines", "rewards"),
)
def without_payer_no_lines(position: Position, player: Player, line: Cells) -> list[Move]:
    """Option 2 is not offered either."""
    return _rewards(position, player, line) if lines.payers(position, player) else []


@mutant(
    "rest-of-a-line-is-left-alone",
    "R122.k",
    "The markers that option 2 leaves are not looked at again this turn.",
    ruling="RUL-37",
)
def rest_of_a_line_is_left_alone(position: Position, player: Player, made: Cells) -> list[Move]:
    """What touches the collapsed part is left out."""
    offered = _options(position, player, made)
    if not has_just(position, "R122.h"):
        return offered
    near = position.variant.geometry.surroundings(made)
    return [
        move
        for move in offered
        if isinstance(move, ProcessLine | ChooseLineReward) and not move.cells & near
    ]
