"""A divergence as a draft scenario: the position, the disputed step, and what is expected of it.

Where one of the two engines is the reference engine, its answer is expected; otherwise the answers
of both are outcomes, and a person decides.
"""

from typing import Any, TypeAlias

import yaml

from conformance import __version__
from conformance.boards import grid
from conformance.catalogue import load_catalogue
from conformance.diagrams import draw
from conformance.editions import CANON, load_parameters
from conformance.engines.protocol import Refused, Settled
from conformance.engines.reference import ReferenceEngine
from conformance.engines.traces import Dispute, Trace
from conformance.fuzz.lockstep import Kind, differing_fields
from conformance.scenarios.moves import words

Json: TypeAlias = dict[str, Any]
ID = "scenario"  # a scenario is called like its file
STEPS = {"do", "reject", "legal", "expect", "any_of", "reading"}
MOVES = {"includes", "excludes", "history"}
LAYERS = ("stacks", "markers", "collapsed")
TITLES = {
    Kind.LOAD: "A position is taken by one engine and refused by the other",
    Kind.LEGAL: "Two engines list different moves",
    Kind.STATE: "Two engines come to different states",
    Kind.RESULT: "Two engines end the game differently",
    Kind.REFUSAL: "A move that is listed is refused",
    Kind.CRASH: "An engine crashes",
    Kind.HANG: "An engine does not answer",
    Kind.NONSENSE: "An engine answers what is no answer",
    Kind.STALL: "A player owes a choice and has no move",
    Kind.ENDLESS: "A game does not end",
    Kind.INVARIANT: "A state breaks an invariant",
}
# What a divergence is filed under where nothing points to a clause.
OF_PHASE = {
    "ring_placement": "R080.a",
    "movement": "R091.a",
    "capture": "R101.a",
    "chain_capture": "R103.a",
    "line_processing": "R121.a",
    "territory_processing": "R142.a",
    "forced_elimination": "R100.a",
    "game_over": "R170.a",
}


class _Block(str):
    """Text to be written as a block of lines."""

    __slots__ = ()


class _Open(dict[str, Any]):
    """A mapping to be written with each field on a line of its own."""


class _OpenList(list[Any]):
    """A list to be written with each item on a line of its own."""


class _Writer(yaml.SafeDumper):
    """Writes plain YAML: no aliases, lists further in than their key, diagrams as blocks."""

    def ignore_aliases(self, _data: Any) -> bool:
        return True

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:  # noqa: ARG002
        super().increase_indent(flow, False)


def _block(writer: yaml.SafeDumper, text: _Block) -> yaml.ScalarNode:
    return writer.represent_scalar("tag:yaml.org,2002:str", str(text), style="|")


def _open(writer: yaml.SafeDumper, fields: _Open) -> yaml.MappingNode:
    return writer.represent_mapping("tag:yaml.org,2002:map", fields, flow_style=False)


def _open_list(writer: yaml.SafeDumper, items: _OpenList) -> yaml.SequenceNode:
    return writer.represent_sequence("tag:yaml.org,2002:seq", items, flow_style=False)


_Writer.add_representer(_Block, _block)
_Writer.add_representer(_OpenList, _open_list)
_Writer.add_representer(_Open, _open)


def is_reference(name: str) -> bool:
    """Whether an engine's name is that of the reference engine."""
    return name.partition("@")[0] == "reference"


def right_one(engines: dict[str, str]) -> str:
    """Which of the two is the reference engine; empty if neither is."""
    return next((who for who in ("A", "B") if is_reference(engines[who])), "")


def title_of(dispute: Dispute) -> str:
    """What a draft is about, as a sentence."""
    return f"{TITLES[Kind(dispute.kind)]}: {dispute.clause or 'no clause known'}"


def scenario_text(trace: Trace, dispute: Dispute, sentence: str) -> str:
    """The draft scenario of a dispute, as YAML."""
    steps = steps_of(trace, dispute)
    fields: Json = {
        "id": ID,
        "title": title_of(dispute),
        "clauses": [dispute.clause or clause_of(trace)],
        "polarity": polarity_of(steps),
        "status": "draft",
    }
    if trace.edition != CANON:
        fields["editions"] = [trace.edition]
    fields["board"] = trace.board
    fields["players"] = trace.players
    fields["given"] = "new" if trace.start is None else given_of(trace.start)
    if trace.moves:
        fields["history"] = [words(move) for move in trace.moves]
    fields["steps"] = steps
    fields["notes"] = sentence
    fields["provenance"] = {
        "engines": dispute.engines,
        "kind": dispute.kind,
        **dispute.found,
        "suite": __version__,
    }
    return scenario_yaml(fields)


def scenario_yaml(fields: Json) -> str:
    """A scenario as YAML: one field on a line where it is short, diagrams as blocks."""
    text: str = yaml.dump(
        _with_blocks(fields), Dumper=_Writer, sort_keys=False, allow_unicode=True,
        width=100, default_flow_style=None,
    )  # fmt: skip
    return text


def _with_blocks(value: Any) -> Any:
    if isinstance(value, dict):
        found = {key: _with_blocks(inner) for key, inner in value.items()}
        for name in MOVES & found.keys():
            found[name] = _OpenList(found[name])
        if "diagram" in found:
            found["diagram"] = _Block(value["diagram"].rstrip("\n") + "\n")
        return _Open(found) if STEPS & found.keys() else found
    return [_with_blocks(inner) for inner in value] if isinstance(value, list) else value


def clause_of(trace: Trace) -> str:
    """A clause of the phase in which the dispute arises."""
    phase = trace.start["turn"]["phase"] if trace.start else ""
    clause = OF_PHASE.get(phase, "R070.a")
    return clause if clause in load_catalogue().clauses else next(iter(load_catalogue().clauses))


# --- the position -------------------------------------------------------------------------------


def given_of(state: Json) -> Json:
    """A state as a scenario gives it; what the loader fills in by itself is left out."""
    given: Json = {}
    if state["board"] == "square8":
        given["diagram"] = draw(state, grid("square8", 0))
    else:
        if state["stacks"]:
            given["stacks"] = state["stacks"]
        for layer in ("markers", "collapsed"):
            if owned := _by_owner(state.get(layer, {})):
                given[layer] = owned
    hand = {seat: count for seat, count in state.get("hand", {}).items() if count}
    if hand:
        given["hand"] = hand
    if "eliminated" in state and state["eliminated"] != _shared(state):
        given["eliminated"] = state["eliminated"]
    turn = _turn_of(state["turn"])
    if turn:
        given["turn"] = turn
    if state.get("standing"):
        given["standing"] = state["standing"]
    return given


def _by_owner(layer: Json) -> Json:
    owners = sorted(set(layer.values()))
    return {str(one): [cell for cell, owner in layer.items() if owner == one] for one in owners}


def _shared(state: Json) -> Json:
    """Credited rings as the loader shares them where none are named."""
    supply = load_parameters()[state["edition"]]["rings_per_player"][state["board"]]
    placed = sum(map(len, state["stacks"].values())) + sum(state.get("hand", {}).values())
    seats = [str(seat) for seat in range(1, state["players"] + 1)]
    share, extra = divmod(max(0, supply * len(seats) - placed), len(seats))
    return {seat: share + (index < extra) for index, seat in enumerate(seats)}


def _turn_of(turn: Json) -> Json:
    found: Json = {}
    if turn["player"] != 1:
        found["player"] = turn["player"]
    if turn["phase"] != "ring_placement":
        found["phase"] = turn["phase"]
    for name in ("from", "owes"):
        if turn.get(name):
            found[name] = turn[name]
    found |= {name: turn[name] for name in ("may_swap", "made", "did", "deferred") if name in turn}
    return found


# --- the steps ----------------------------------------------------------------------------------


def steps_of(trace: Trace, dispute: Dispute) -> list[Json]:
    """What is done, and what must come of it."""
    right = right_one(dispute.engines)
    told = [who for who in ("A", "B") if dispute.said[who] is not None]
    if dispute.kind not in COMPARED or len(told) < 2:
        return reference_steps(trace, dispute)
    if dispute.said["A"] == dispute.said["B"]:  # both refuse what both list
        return reference_steps(trace, dispute)
    if right:
        return answer_steps(dispute, right)
    outcomes = [
        {"reading": f"{who}: {dispute.engines[who]}", "steps": answer_steps(dispute, who)}
        for who in told
    ]
    return [{"any_of": outcomes}]


COMPARED = (Kind.LOAD, Kind.LEGAL, Kind.STATE, Kind.RESULT, Kind.REFUSAL)


def answer_steps(dispute: Dispute, who: str) -> list[Json]:
    """The steps that hold of an engine that answers as this one did."""
    said = dispute.said[who]
    other = dispute.said["B" if who == "A" else "A"]
    done = [{"do": words(dispute.move)}] if dispute.move else []
    match Kind(dispute.kind):
        case Kind.LEGAL:
            both = {"includes": said["lists"], "excludes": said["lacks"]}
            return [{"legal": {name: listed for name, listed in both.items() if listed}}]
        case Kind.REFUSAL:
            if said["answer"] == "taken":
                return done
            return [{"reject": words(dispute.move or {})}]
        case Kind.STATE | Kind.RESULT:
            return [*done, {"expect": expected(said["state"], other["state"])}]
        case _:
            return [_anything()]  # a position that is to be refused is no scenario's


def _anything() -> Json:
    """What every position that is taken fulfils."""
    return {"legal": {"excludes": []}}


def expected(state: Json, other: Json) -> Json:
    """What an engine's state says where another's says otherwise."""
    found: Json = {}
    for name in differing_fields(state, other):
        part, _, inner = name.partition(".")
        if part in LAYERS:
            cells = sorted({*state[part], *other[part]})
            found[part] = {
                cell: state[part].get(cell)
                for cell in cells
                if state[part].get(cell) != other[part].get(cell)
            }
        elif part in ("hand", "eliminated"):
            found[part] = {
                seat: count for seat, count in state[part].items() if count != other[part].get(seat)
            }
        elif part in ("turn", "standing"):
            found.setdefault(part, {})[inner] = state[part][inner]
        elif part == "result":
            found[part] = state[part]
    return {name: value for name, value in found.items() if value != {}} or {
        "turn": {"player": state["turn"]["player"]}
    }


def reference_steps(trace: Trace, dispute: Dispute) -> list[Json]:
    """The disputed step as the reference engine takes it, where no answer of it is recorded."""
    engine = ReferenceEngine()
    begun = (
        engine.new(trace.edition, trace.board, trace.players)
        if trace.start is None
        else engine.load(trace.start)
    )
    if not isinstance(begun, Settled) or isinstance(engine.play(trace.moves), Refused):
        return [_anything()]
    if dispute.move is None:
        kinds = sorted({move["type"] for move in engine.legal()})
        return [{"legal": {"field": "type", "exactly": kinds}}]
    played = engine.play([dispute.move])
    if isinstance(played, Refused):
        return [{"reject": words(dispute.move)}]
    turn = {name: played.state["turn"][name] for name in ("player", "phase")}
    return [{"do": words(dispute.move)}, {"expect": {"turn": turn}}]


def polarity_of(steps: list[Json]) -> str | list[str]:
    """What steps show: that something may be, may not be, or what it does."""
    found: dict[str, None] = {}
    for step in steps:
        if "any_of" in step:
            for outcome in step["any_of"]:
                told = polarity_of(outcome["steps"])
                found |= dict.fromkeys([told] if isinstance(told, str) else told)
        elif "expect" in step:
            found["effect"] = None
        elif "reject" in step or step.get("legal", {}).get("excludes"):
            found["forbids"] = None
        if "do" in step or step.get("legal", {}).get("includes"):
            found["permits"] = None
    if "effect" in found:
        found.pop("permits", None)  # the move is there for what it does
    return next(iter(found)) if len(found) == 1 else [*found] or "permits"
