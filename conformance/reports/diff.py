"""A campaign on the terminal: what was reached, then what was found, to act on it."""

from collections.abc import Iterator
from typing import Any, TypeAlias

from conformance.boards import grid
from conformance.diagrams import draw
from conformance.editions import load_parameters

Json: TypeAlias = dict[str, Any]
MOST_FINDINGS = 20
MOST_MOVES = 12


def diff_lines(told: Json) -> Iterator[str]:
    """A campaign's summary in lines of text."""
    yield from _reached(told)
    for finding in told["findings"][:MOST_FINDINGS]:
        yield ""
        yield from _finding(told, finding)
    if len(told["findings"]) > MOST_FINDINGS:
        yield f"\n… and {len(told['findings']) - MOST_FINDINGS} more findings: see --json"
    yield ""
    yield verdict_line(told)


def verdict_line(told: Json) -> str:
    """The campaign in one sentence."""
    campaign, reached = told["campaign"], told["reached"]
    played = _played(reached)
    shards = told["shards"]
    rest = shards["all"] - shards["finished"]
    left = f"; {rest} of {shards['all']} shards are left, --resume goes on" if rest else ""
    pair = f"{campaign['first']} and {campaign['second']}"
    if campaign["metamorphic"]:
        pair = f"{campaign['first']} and its images"
    match told["verdict"]:
        case "agree":
            return f"{pair} agree on {played}: {_variants(told)}{left}"
        case "differ":
            count, groups = reached["divergences"], len(told["findings"])
            found = f"{_number(groups, 'finding')}, {_number(count, 'divergence')}"
            return f"{pair} differ: {found} on {played}: {_variants(told)}{left}"
        case _:
            return f"nothing could be compared of {pair}{left}"


def _played(reached: Json) -> str:
    parts = [_number(reached[name], name[:-1]) for name in ("games", "positions") if reached[name]]
    return f"{' and '.join(parts) or 'nothing'} ({_number(reached['moves'], 'move')})"


def _variants(told: Json) -> str:
    """The edition, boards and numbers of players that were compared: games go round them."""
    campaign, reached = told["campaign"], told["reached"]
    pairs = [(board, seats) for seats in campaign["players"] for board in campaign["boards"]]
    pairs = pairs[: max(reached["games"], reached["positions"])]
    boards = " and ".join(dict.fromkeys(board for board, _ in pairs))
    players = " and ".join(dict.fromkeys(str(seats) for _, seats in pairs))
    return f"{campaign['edition']}, {boards}, {players} players"


def _number(count: int, name: str) -> str:
    return f"{count:,} {name}{'' if count == 1 else 's'}"


def _reached(told: Json) -> Iterator[str]:
    reached = told["reached"]
    total = reached["games"] + reached["positions"]
    if not total:
        return
    of = " and ".join(name for name in ("games", "positions") if reached[name])
    yield f"Share of {of} that reached"
    for title, name in (("moves", "kinds"), ("endings", "endings"), ("clauses", "clauses")):
        shares = [
            f"{what} {_share(count, total)}"
            for what, count in sorted(reached[name].items(), key=lambda item: (-item[1], item[0]))
        ]
        head = title
        if name == "clauses":
            shares.sort()
            head = f"clauses ({len(shares)} of {reached['clauses_in_play']})"
        yield from _wrapped(f"  {head}: ", shares)


def _share(count: int, total: int) -> str:
    share = 100 * count / total
    return f"{share:.0f}%" if share >= 1 else f"{share:.1g}%"


def _wrapped(head: str, words: list[str], width: int = 100) -> Iterator[str]:
    line = head
    for number, word in enumerate(words):
        part = word + ("," if number + 1 < len(words) else "")
        if len(line) + len(part) > width and line.strip():
            yield line.rstrip()
            line = "    "
        line += part + " "
    yield line.rstrip() if words else f"{head}none"


def _finding(told: Json, finding: Json) -> Iterator[str]:
    count = "once" if finding["count"] == 1 else f"{finding['count']} times"
    yield f"{finding['number']}. {finding['kind']}, found {count}"
    sentence = finding["sentence"]
    yield f"   {sentence[:1].upper()}{sentence[1:]}"
    if finding["view"]:
        yield f"   B is seen in another view: {finding['view']}"
    position = finding["position"]
    if position:
        side = load_parameters()[told["campaign"]["edition"]]["hex_side"]
        yield ""
        for row in draw(position, grid(position["board"], side)).splitlines():
            yield f"   {row}"
        yield ""
        yield f"   {_turn(position)}"
    moves = finding["moves_before"]
    if moves:
        begin = "a new game" if finding["start"] is None else "a position"
        shown = "; ".join(moves[-MOST_MOVES:])
        dots = "… " if len(moves) > MOST_MOVES else ""
        yield f"   Reached from {begin} by {_number(len(moves), 'move')}: {dots}{shown}"
    if finding["move"]:
        yield f"   Disputed: {finding['move']}"
    for line in finding["answers"]:
        yield f"   {line.removeprefix('- ')}"
    yield f"   Written to {finding['written']}"


def _turn(state: Json) -> str:
    turn = state["turn"]
    seats = sorted(state.get("hand", {}))
    hands = ", ".join(f"{seat}: {state['hand'][seat]}" for seat in seats)
    gone = ", ".join(f"{seat}: {count}" for seat, count in sorted(state["eliminated"].items()))
    stack = f", with the stack on {turn['from']}" if turn.get("from") else ""
    owes = f", owing for a {turn['owes']}" if turn.get("owes") else ""
    return (
        f"Player {turn['player']} to choose, {turn['phase']}{stack}{owes};"
        f" in hand {hands}; credited {gone}"
    )
