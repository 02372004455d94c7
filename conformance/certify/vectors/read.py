"""Bundles of vectors, read strictly: what has not the form is named, with its path in the bundle.

    {"version": "1", "vectors": [{"id": …, "input": {"state": …, "move": …}, "expectedOutput": …}]}

Fields that nothing here reads are allowed, and listed. null is the same as a field left out.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NoReturn, TypeAlias, TypeGuard

from conformance.boards import name_of
from conformance.certify.vectors.model import Broken, Played, Position, Seat, Vector
from conformance.documents import Steps, field_name
from conformance.errors import UserError

MAX_BYTES = 4 << 20
MAX_NUMBER = 1_000_000
MAX_DEPTH = 64
CELLS = ("from", "to", "captureTarget")
LISTS = ("cells", "collapse")
COUNTS = ("stackCount", "markerCount", "collapsedCount")
WORDS = ("currentPhase", "gameStatus")
ASSERTIONS = ("currentPlayer", *WORDS, *COUNTS, "sInvariantDelta")

Table: TypeAlias = Mapping[str, Any]
_LOST: Table = MappingProxyType({})  # in place of what is no object: nothing in it is missed


class NoVectorsError(UserError):
    """A path holds no bundle."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"no bundles at {path}: expected a .json file, or a folder with some")


def read_bundles(path: Path) -> Iterator[Vector | Broken]:
    """Every vector of every bundle at a path, in order."""
    for file in bundle_files(path):
        name = file.name if path.is_file() else file.relative_to(path).as_posix()
        yield from read_bundle(file, name)


def bundle_files(path: Path) -> list[Path]:
    """The bundles at a path, in order; links that lead elsewhere are not followed."""
    if path.is_file():
        return [path]
    files = sorted(
        file for file in path.rglob("*.json") if file.is_file() and not file.is_symlink()
    )
    if not files:
        raise NoVectorsError(path)
    return files


def read_bundle(file: Path, name: str) -> Iterator[Vector | Broken]:
    """The vectors of one bundle; a bundle that is none is broken as a whole."""
    try:
        data = _parsed(file)
    except _NotABundle as error:
        yield Broken(name, "", (str(error),))
        return
    reader = _Reader()
    bundle = reader.is_table((), data)
    version = reader.version(bundle)
    vectors = reader.items((), bundle, "vectors")
    reader.repeats((), {key: value for key, value in bundle.items() if key != "vectors"})
    if isinstance(data, _Object):
        reader.repeated_keys((), data)
    if reader.faults:
        yield Broken(name, "", tuple(reader.faults))
    seen: dict[str, int] = {}
    for index, entry in enumerate(vectors):
        yield _vector(name, version, index, entry, seen)


def _vector(
    bundle: str, version: str, index: int, entry: Any, seen: dict[str, int]
) -> Vector | Broken:
    reader = _Reader()
    found = reader.vector(bundle, version, index, entry)
    if found.id in seen:
        first = f"vectors[{seen[found.id]}]"
        reader.fault(("vectors", index, "id"), f"the id of {first} too", "its own")
    elif found.id:
        seen[found.id] = index
    if reader.faults:
        return Broken(bundle, found.id or f"vectors[{index}]", tuple(reader.faults))
    return found


# --- from bytes to plain values -----------------------------------------------------------------


class _NotABundle(Exception):
    """A file that is no JSON, and why."""


class _Object(dict[str, Any]):
    """A JSON object that remembers the keys that stand in it twice."""

    def __init__(self, pairs: Iterable[tuple[str, Any]]) -> None:
        super().__init__()
        self.repeated: list[str] = []
        for key, value in pairs:
            if key in self:
                self.repeated.append(key)
            self[key] = value


def _parsed(file: Path) -> Any:
    try:
        with file.open("rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise _NotABundle(error.strerror or "cannot be read") from None
    if len(raw) > MAX_BYTES:
        raise _NotABundle(f"too long (expected at most {MAX_BYTES} bytes)")
    try:
        data = json.loads(
            raw.decode("utf-8-sig"), object_pairs_hook=_Object, parse_constant=_refuse_constant
        )
        json.dumps(data, ensure_ascii=False).encode()  # half a character cannot be written
    except UnicodeError:
        raise _NotABundle("a byte or a character that is not Unicode (expected UTF-8)") from None
    except json.JSONDecodeError as error:
        raise _NotABundle(f"{error.lineno}:{error.colno}: not JSON: {error.msg}") from None
    except RecursionError:
        raise _NotABundle("nested too deeply") from None
    except ValueError as error:  # a number too long to be read, or one that is none
        raise _NotABundle(f"not JSON: {error}") from None
    return data


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


# --- from plain values to vectors ---------------------------------------------------------------


class _Reader:
    """Reads what has the right form, and notes what has not."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.unread: dict[str, None] = {}

    def fault(self, steps: Steps, message: str, expected: str) -> None:
        where = f"{field_name(steps)}: " if steps else ""
        self.faults.append(printable(f"{where}{message} (expected {expected})"))

    def repeated_keys(self, steps: Steps, table: _Object) -> None:
        for key in dict.fromkeys(table.repeated):
            self.fault((*steps, key), "the key stands there twice", "it once")

    def repeats(self, steps: Steps, value: Any) -> None:
        """Find keys that stand twice, anywhere below."""
        if len(steps) > MAX_DEPTH:
            self.fault(steps[:8], "nested too deeply", f"at most {MAX_DEPTH} levels")
            return
        pairs: Iterable[tuple[str | int, Any]] = ()
        if isinstance(value, dict):
            pairs = value.items()
        elif isinstance(value, list):
            pairs = enumerate(value)
        if isinstance(value, _Object):
            self.repeated_keys(steps, value)
        for key, inner in pairs:
            self.repeats((*steps, key), inner)

    # Values of one kind

    def is_table(self, steps: Steps, value: Any) -> Table:
        if isinstance(value, dict):
            return value
        self.fault(steps, _shown(value), "an object")
        return _LOST

    def table(self, steps: Steps, owner: Table, name: str, *, needed: bool = False) -> Table:
        if owner is _LOST:
            return _LOST
        if owner.get(name) is None and not needed:
            return {}
        return self.is_table((*steps, name), owner.get(name))

    def items(self, steps: Steps, owner: Table, name: str) -> list[Any]:
        value = owner.get(name)
        if isinstance(value, list):
            return value
        if owner is not _LOST:
            self.fault((*steps, name), _shown(value), "a list")
        return []

    def is_text(self, steps: Steps, value: Any, what: str) -> str:
        if isinstance(value, str) and value.strip():
            return printable(value)
        self.fault(steps, _shown(value), what)
        return ""

    def text(self, steps: Steps, owner: Table, name: str, what: str) -> str:
        return "" if owner is _LOST else self.is_text((*steps, name), owner.get(name), what)

    def is_whole(self, steps: Steps, value: Any, what: str, least: int = 0) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and least <= value < MAX_NUMBER:
            return value
        self.fault(steps, _shown(value), what)
        return 0

    def number(self, steps: Steps, owner: Table, name: str, what: str) -> int:
        return 0 if owner is _LOST else self.is_whole((*steps, name), owner.get(name), what)

    def whole(self, steps: Steps, owner: Table, name: str, what: str) -> int | None:
        if owner.get(name) is None:
            return None
        return self.is_whole((*steps, name), owner[name], what)

    def leave(self, where: str, owner: Table, known: Iterable[str]) -> None:
        """Note the fields that nothing reads."""
        for name in owner:
            if name not in known:
                self.unread[f"{where}.{printable(name)}"] = None

    # The parts of a bundle

    def version(self, bundle: Table) -> str:
        if bundle is _LOST:
            return ""
        value = bundle.get("version")
        if isinstance(value, int) and not isinstance(value, bool):
            value = str(value)
        return self.is_text(("version",), value, "the version of the bundle")

    def vector(self, bundle: str, version: str, index: int, entry: Any) -> Vector:
        steps: Steps = ("vectors", index)
        self.repeats(steps, entry)
        data = self.is_table(steps, entry)
        given = self.table(steps, data, "input", needed=True)
        state = self.table((*steps, "input"), given, "state", needed=True)
        move = self.table((*steps, "input"), given, "move", needed=True)
        output = self.table(steps, data, "expectedOutput", needed=True)
        inside: Steps = (*steps, "expectedOutput")
        wanted = self.table(inside, output, "assertions")
        position = self.position((*steps, "input", "state"), state)
        status = output.get("status")
        return Vector(
            bundle=bundle,
            version=version,
            index=index,
            id=self.text(steps, data, "id", "the name of the vector"),
            category=_optional(data.get("category")),
            description=_optional(data.get("description")),
            position=position,
            move=self.move((*steps, "input", "move"), move, position.board == "hexagonal"),
            status=None if status is None else self.is_text((*inside, "status"), status, "a word"),
            assertions=self.assertions((*inside, "assertions"), wanted),
            strangers=tuple(printable(name) for name in wanted if name not in ASSERTIONS),
            unread=tuple(self.unread),
        )

    def position(self, steps: Steps, state: Table) -> Position:
        self.leave("state", state, ("board", "players", "currentPlayer", "currentPhase"))
        at = (*steps, "board")
        board = self.table(steps, state, "board", needed=True)
        layers = ("stacks", "markers", "collapsedSpaces", "eliminatedRings")
        self.leave("state.board", board, ("type", "size", *layers))
        return Position(
            board=self.text(at, board, "type", "the type of the board"),
            size=self.whole(at, board, "size", "a number of cells"),
            stacks=self.stacks((*at, "stacks"), self.table(at, board, "stacks")),
            markers=self.owners(at, board, "markers"),
            collapsed=self.owners(at, board, "collapsedSpaces"),
            eliminated=self.by_seat((*at, layers[3]), self.table(at, board, layers[3])),
            seats=tuple(
                self.seat((*steps, "players", index), entry)
                for index, entry in enumerate(self.items(steps, state, "players"))
            ),
            player=self.number(steps, state, "currentPlayer", "the number of a player"),
            phase=self.text(steps, state, "currentPhase", "a phase"),
        )

    def stacks(self, steps: Steps, table: Table) -> dict[str, tuple[int, ...]]:
        found = {}
        for cell, entry in table.items():
            at = (*steps, cell)
            stack = self.is_table(at, entry)
            self.leave("state.board.stacks.*", stack, ("rings",))
            found[cell] = tuple(
                self.is_whole((*at, "rings", index), ring, "the number of a player")
                for index, ring in enumerate(self.items(at, stack, "rings"))
            )
        return found

    def owners(self, steps: Steps, board: Table, name: str) -> dict[str, int]:
        """Markers and collapsed spaces: a player's number, or an object that has it."""
        found = {}
        for cell, entry in self.table(steps, board, name).items():
            owner = entry
            if isinstance(entry, dict):
                self.leave(f"state.board.{name}.*", entry, ("player", "owner"))
                named = {entry[key] for key in ("player", "owner") if _is_number(entry.get(key))}
                owner = named.pop() if len(named) == 1 else entry
            wish = "the number of its player, or an object with player or owner"
            found[cell] = self.is_whole((*steps, name, cell), owner, wish)
        return found

    def by_seat(self, steps: Steps, table: Table) -> dict[int, int]:
        found = {}
        for name, count in table.items():
            if name.isascii() and name.isdigit() and len(name) <= 2:
                found[int(name)] = self.is_whole((*steps, name), count, "a number of rings")
            else:
                self.fault((*steps, name), "names no player", "the number of a player")
        return found

    def seat(self, steps: Steps, entry: Any) -> Seat:
        player = self.is_table(steps, entry)
        numbers = ("playerNumber", "ringsInHand", "eliminatedRings", "territorySpaces")
        self.leave("state.players.*", player, numbers)
        return Seat(
            number=self.number(steps, player, "playerNumber", "the number of the player"),
            hand=self.whole(steps, player, "ringsInHand", "a number of rings"),
            eliminated=self.whole(steps, player, "eliminatedRings", "a number of rings"),
            territory=self.whole(steps, player, "territorySpaces", "a number of spaces"),
        )

    def move(self, steps: Steps, move: Table, is_hexagonal: bool) -> Played:
        self.leave("move", move, ("type", "player", "placementCount", *CELLS, *LISTS))

        def cell(at: Steps, value: Any) -> str:
            return self.cell(at, value, is_hexagonal)

        return Played(
            kind=self.text(steps, move, "type", "the type of the move"),
            player=self.whole(steps, move, "player", "the number of a player"),
            cells={
                name: cell((*steps, name), move[name])
                for name in CELLS
                if move.get(name) is not None
            },
            lists={
                name: tuple(
                    cell((*steps, name, index), value)
                    for index, value in enumerate(self.items(steps, move, name))
                )
                for name in LISTS
                if move.get(name) is not None
            },
            count=self.whole(steps, move, "placementCount", "a number of rings"),
        )

    def cell(self, steps: Steps, value: Any, is_hexagonal: bool) -> str:
        """A cell by its name, or by its coordinates; a z left out is what makes the sum zero."""
        if isinstance(value, str):
            return printable(value)
        if isinstance(value, dict):
            x, y, z = (value.get(axis) for axis in "xyz")
            if is_hexagonal and z is None and _is_number(x) and _is_number(y):
                z = -x - y
            if _is_number(x) and _is_number(y) and (z is None or _is_number(z)):
                return name_of((x, y) if z is None else (x, y, z))
        self.fault(steps, _shown(value), 'a cell, as "3,3" or {"x": 3, "y": 3}')
        return ""

    def assertions(self, steps: Steps, table: Table) -> dict[str, str | int]:
        found: dict[str, str | int] = {}
        for name in ASSERTIONS:
            value = table.get(name)
            if value is None:
                continue
            at = (*steps, name)
            if name in WORDS:
                found[name] = self.is_text(at, value, "a word")
            else:
                least = -MAX_NUMBER if name == "sInvariantDelta" else 0
                found[name] = self.is_whole(at, value, "a whole number", least)
        return found


def _is_number(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < MAX_NUMBER


def _optional(value: Any) -> str:
    return printable(value) if isinstance(value, str) else ""


def printable(text: str) -> str:
    """Text on one line, without anything that a terminal would obey."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _shown(value: Any) -> str:
    if value is None:
        return "missing"
    text = json.dumps(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
