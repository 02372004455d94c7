"""From a scenario to its cases: every board, number of players and symmetry it holds for.

Whatever names a cell is renamed by the symmetry; diagrams become maps; rings that are not named
are filled in so that none is lost.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from conformance.boards import Grid, Symmetry, grid, name_of, symmetries
from conformance.diagrams import read_diagram
from conformance.documents import Fault, Steps, field_name
from conformance.scenarios.model import (
    AnyOf,
    Case,
    Do,
    Expect,
    Json,
    Legal,
    Outcome,
    Reject,
    Scenario,
    Step,
)
from conformance.scenarios.moves import (
    CELL_FIELDS,
    LIST_FIELDS,
    MoveTextError,
    cells_of,
    move_from,
    pattern_from,
    renamed,
)

OTHERS = "others"
SUGAR = {"must_move": "movement", "moved": "capture", "chain": "chain_capture"}


class CaseBuilder:
    """Builds the cases of one scenario on one board with one number of players."""

    def __init__(
        self, scenario: Scenario, board: Grid, players: int, edition: str, supply: int
    ) -> None:
        self.scenario, self.board, self.players = scenario, board, players
        self.edition, self.supply = edition, supply
        self.faults: list[Fault] = []
        self.data: Any = scenario.document.data
        self.turned: Symmetry = symmetries(board)["identity"]

    def cases(self) -> Iterator[Case]:
        """One case for each symmetry; faults are collected on the way."""
        for name in self._symmetries():
            self.turned = symmetries(self.board)[name]
            parts = [self.board.board, f"{self.players}p", *([name] if name != "identity" else [])]
            yield Case(
                id=f"{self.scenario.id}[{','.join(parts)}]",
                scenario=self.scenario,
                edition=self.edition,
                board=self.board.board,
                players=self.players,
                symmetry=name,
                state=self._state(),
                history=tuple(self._moves(("history",), self.data.get("history", []))),
                steps=tuple(self._steps(("steps",), self.data["steps"])),
            )

    def _symmetries(self) -> tuple[str, ...]:
        known = symmetries(self.board)
        wanted = self.scenario.symmetries
        if wanted == ("all",):
            return tuple(known)
        for name in wanted:
            if name not in known:
                expected = f"all, or some of {', '.join(known)}"
                self._fault(
                    ("symmetries",), f"{name} is no symmetry of {self.board.board}", expected
                )
        return ("identity", *(n for n in wanted if n in known and n != "identity"))

    def _fault(self, steps: Steps, message: str, expected: str = "") -> None:
        self.faults.append(self.scenario.document.fault(steps, message, expected))

    def _line(self, steps: Steps) -> int:
        return self.scenario.document.position(steps)[0]

    # --- cells ----------------------------------------------------------------------------------

    def _cell(self, steps: Steps, name: str) -> str:
        """The cell of that name, turned."""
        cell = self.board.cells.get(name)
        if cell is None:
            self._fault(steps, f"{name} is not a cell of {self.board.board}", self.board.extent)
            return name
        return name_of(self.turned(cell))

    def _cells(self, steps: Steps, names: list[str]) -> list[str]:
        found = [self._cell((*steps, index), name) for index, name in enumerate(names)]
        return self.board.ordered(found)

    def _seat(self, steps: Steps, seat: str) -> str:
        self._seated(steps, [int(seat)])
        return seat

    def _seated(self, steps: Steps, seats: Iterable[int]) -> None:
        """Rings, markers, spaces and choices belong to players who are in the game."""
        for seat in sorted(set(seats)):
            if not 1 <= seat <= self.players:
                self._fault(steps, f"player {seat} of {self.players}", f"1 to {self.players}")

    def _by_seat(self, steps: Steps, table: Mapping[str, Any]) -> Json:
        return {self._seat((*steps, seat), seat): value for seat, value in table.items()}

    # --- the position ---------------------------------------------------------------------------

    def _state(self) -> Json | None:
        given = self.data["given"]
        if given == "new":
            return None
        stacks, markers, collapsed = self._board_of(("given",), given)
        hand, eliminated = self._rings(given, stacks)
        return {
            "edition": self.edition,
            "board": self.board.board,
            "players": self.players,
            "stacks": stacks,
            "markers": markers,
            "collapsed": collapsed,
            "hand": hand,
            "eliminated": eliminated,
            "turn": self._turn(given.get("turn", {})),
            **self._standing(given.get("standing")),
            "result": None,
        }

    def _board_of(self, steps: Steps, given: Json) -> tuple[Json, Json, Json]:
        stacks, markers, collapsed = self._drawn(steps, given)
        taken = set(stacks) | set(markers) | set(collapsed)
        for name, rings in given.get("stacks", {}).items():
            where = (*steps, "stacks", name)
            cell = self._once(where, self._cell(where, name), taken)
            self._seated(where, rings)
            stacks[cell] = list(rings)
        rest: tuple[Json, int] | None = None
        for key, owners in (("markers", markers), ("collapsed", collapsed)):
            for seat, cells in given.get(key, {}).items():
                where = (*steps, key, seat)
                owner = int(self._seat(where, seat))
                if cells == OTHERS:
                    if rest is not None:
                        self._fault(where, "others stands there twice", "it once")
                    rest = (owners, owner)
                    continue
                for index, name in enumerate(cells):
                    cell = self._once((*where, index), self._cell((*where, index), name), taken)
                    owners[cell] = owner
        if rest is not None:
            left = {self._cell((*steps, "empty"), name) for name in given.get("empty", [])}
            owners, owner = rest
            owners |= {cell: owner for cell in self.board.cells if cell not in taken | left}
        return stacks, markers, collapsed

    def _once(self, steps: Steps, cell: str, taken: set[str]) -> str:
        if cell in taken:
            self._fault(steps, f"{cell} holds something already", "one thing on a cell")
        taken.add(cell)
        return cell

    def _drawn(self, steps: Steps, given: Json) -> tuple[Json, Json, Json]:
        text = given.get("diagram")
        if text is None:
            return {}, {}, {}
        drawing = read_diagram(text, self.board)
        # A block of text begins on the line below its key, two columns further in.
        line, column = self.scenario.document.key_position((*steps, "diagram"))
        self.faults += [
            Fault(
                file=str(self.scenario.path),
                line=line + 1 + fault.line,
                column=column + 2 + fault.column,
                field=field_name((*steps, "diagram")),
                message=fault.message,
                expected=fault.expected,
            )
            for fault in drawing.faults
        ]
        owners = [*drawing.markers.values(), *drawing.collapsed.values()]
        self._seated((*steps, "diagram"), [*owners, *chain(*drawing.stacks.values())])
        return tuple(  # type: ignore[return-value]  # three maps in, three maps out
            {name_of(self.turned(self.board.cells[cell])): value for cell, value in layer.items()}
            for layer in (drawing.stacks, drawing.markers, drawing.collapsed)
        )

    def _rings(self, given: Json, stacks: Mapping[str, list[int]]) -> tuple[Json, Json]:
        seats = [str(seat) for seat in range(1, self.players + 1)]
        on_board = {
            seat: sum(rings.count(int(seat)) for rings in stacks.values()) for seat in seats
        }
        if given.get("hand") == "rest":
            hand = {seat: max(0, self.supply - on_board[seat]) for seat in seats}
        else:
            written = self._by_seat(("given", "hand"), given.get("hand", {}))
            hand = {seat: written.get(seat, 0) for seat in seats}
        named = self._by_seat(("given", "eliminated"), given.get("eliminated", {}))
        total = self.players * self.supply
        placed = sum(map(len, stacks.values()))
        rest = total - placed - sum(hand.values()) - sum(named.values())
        unnamed = [seat for seat in seats if seat not in named]
        if rest < 0 or (rest and not unnamed):
            found = f"{placed} on the board, {sum(hand.values())} in hand"
            self._fault(
                ("given",),
                f"{total - rest} rings in all ({found}, {sum(named.values())} eliminated)",
                f"{self.players} times {self.supply} = {total}",
            )
        share, extra = divmod(max(rest, 0), len(unnamed)) if unnamed else (0, 0)
        filled = {seat: share + (index < extra) for index, seat in enumerate(unnamed)}
        eliminated = {seat: named.get(seat, filled.get(seat, 0)) for seat in seats}
        return hand, eliminated

    def _turn(self, turn: Json) -> Json:
        found: Json = {
            "player": turn.get("player", 1),
            "phase": turn.get("phase", "ring_placement"),
            "from": None,
            "owes": turn.get("owes"),
        }
        self._seated(("given", "turn", "player"), [found["player"]])
        named = [name for name in (*SUGAR, "from") if name in turn]
        if len(named) > 1:
            self._fault(("given", "turn"), f"{' and '.join(named)}", "one of them")
        for name in named:
            found["from"] = self._cell(("given", "turn", name), turn[name])
            found["phase"] = SUGAR.get(name, found["phase"])
        for name in ("may_swap", "did", "deferred"):
            if name in turn:
                found[name] = turn[name]
        if "made" in turn:
            found["made"] = self._cells(("given", "turn", "made"), turn["made"])
        return found

    def _standing(self, standing: Json | None) -> Json:
        if standing is None:
            return {}
        found: Json = {}
        for name in ("had_action", "rounds"):
            if name in standing:
                found[name] = self._by_seat(("given", "standing", name), standing[name])
        if "acted" in standing:
            self._seated(("given", "standing", "acted"), standing["acted"])
            found["acted"] = standing["acted"]
        return {"standing": found}

    # --- the steps ------------------------------------------------------------------------------

    def _moves(self, steps: Steps, written: Any) -> Iterator[Json]:
        if not isinstance(written, list):
            yield self._move(steps, written)
            return
        for index, move in enumerate(written):
            yield self._move((*steps, index), move)

    def _move(self, steps: Steps, written: Any) -> Json:
        return self._worded(steps, written, move_from)

    def _pattern(self, steps: Steps, written: Any) -> Json:
        return self._worded(steps, str(written), pattern_from)

    def _worded(self, steps: Steps, written: Any, read: Callable[[Any], Json]) -> Json:
        try:
            move = read(written)
        except MoveTextError as error:
            self._fault(steps, error.message, error.expected)
            return {"type": "skip_capture"}
        for name in cells_of(move):
            self._cell(steps, name)
        turned = renamed(move, self._renamed)
        for name in LIST_FIELDS:
            if name in turned:
                turned[name] = self.board.ordered(turned[name])
        return turned

    def _renamed(self, name: str) -> str:
        cell = self.board.cells.get(name)
        return name if cell is None else name_of(self.turned(cell))

    def _steps(self, steps: Steps, written: list[Json]) -> Iterator[Step]:
        for index, step in enumerate(written):
            where = (*steps, index)
            line = self._line(where)
            if "do" in step:
                for move in self._moves((*where, "do"), step["do"]):
                    yield Do(move, line)
            elif "reject" in step:
                move = self._move((*where, "reject"), step["reject"])
                yield Reject(move, step.get("clause"), line)
            elif "legal" in step:
                yield self._legal((*where, "legal"), step["legal"], line)
            elif "expect" in step:
                yield Expect(self._expected((*where, "expect"), step["expect"]), line)
            else:
                yield AnyOf(tuple(self._outcomes((*where, "any_of"), step["any_of"])), line)

    def _outcomes(self, steps: Steps, written: list[Json]) -> Iterator[Outcome]:
        for index, outcome in enumerate(written):
            inner = tuple(self._steps((*steps, index, "steps"), outcome["steps"]))
            yield Outcome(str(outcome["reading"]), inner)

    def _legal(self, steps: Steps, legal: Json, line: int) -> Legal:
        field = legal.get("field")

        def items(name: str) -> tuple[Any, ...] | None:
            if name not in legal:
                return None
            return tuple(
                self._item((*steps, name, index), field, item)
                for index, item in enumerate(legal[name])
            )

        return Legal(
            of=self._pattern((*steps, "of"), legal["of"]) if "of" in legal else {},
            field=field,
            includes=items("includes"),
            excludes=items("excludes"),
            exactly=items("exactly"),
            count=legal.get("count"),
            line=line,
        )

    def _item(self, steps: Steps, field: str | None, item: Any) -> Any:
        if field is None:
            return self._pattern(steps, item)
        if field in CELL_FIELDS:
            return self._cell(steps, str(item))
        if field in LIST_FIELDS:
            names = str(item).split()
            return tuple(sorted(self._cell(steps, name) for name in names))
        return item

    def _expected(self, steps: Steps, written: Json) -> Json:
        found: Json = {}
        exact: Json = {}
        if "diagram" in written:
            exact = dict(
                zip(("stacks", "markers", "collapsed"), self._drawn(steps, written), strict=True)
            )
        for name, value in written.items():
            where = (*steps, name)
            match name:
                case "stacks" | "markers" | "collapsed":
                    found[name] = self._map(where, value)
                case "exactly":
                    exact |= {key: self._map((*where, key), inner) for key, inner in value.items()}
                case "hand" | "eliminated" | "territory":
                    found[name] = self._by_seat(where, value)
                case "gained":
                    found[name] = {
                        key: inner if key == "S" else self._by_seat((*where, key), inner)
                        for key, inner in value.items()
                    }
                case "turn":
                    found[name] = self._expected_turn(where, value)
                case "hash" if self.scenario.symmetries:
                    self._fault(where, "a hash with symmetries", "no symmetries, or no hash")
                case "diagram":
                    continue
                case _:
                    found[name] = value
        if exact:
            found["exactly"] = exact
        return found

    def _map(self, steps: Steps, table: Json) -> Json:
        for name, value in table.items():
            self._seated((*steps, name), value if isinstance(value, list) else [value or 1])
        return {self._cell((*steps, name), name): value for name, value in table.items()}

    def _expected_turn(self, steps: Steps, turn: Json) -> Json:
        found = dict(turn)
        if "player" in found:
            self._seated((*steps, "player"), [found["player"]])
        if found.get("from") is not None:
            found["from"] = self._cell((*steps, "from"), found["from"])
        if "made" in found:
            found["made"] = self._cells((*steps, "made"), found["made"])
        return found


def board_of(board: str, parameters: Mapping[str, Any]) -> Grid:
    """The grid of a board under an edition's parameters."""
    return grid(board, parameters["hex_side"])
