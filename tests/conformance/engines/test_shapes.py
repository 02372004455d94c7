"""The quick test of a reply's form never accepts what the schema refuses."""

import copy
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.documents import named_validator
from conformance.editions import CANON
from conformance.engines.reference import ReferenceEngine
from conformance.engines.server import Desk
from conformance.engines.shapes import fault_of, is_usual
from conformance.engines.transcript import REQUESTS
from tests.strategies import BOARDS, EDITIONS, examples, seeds

Said = tuple[str, dict[str, Any]]


def replies(edition: str, board: str, players: int, seed: int, most: int) -> list[Said]:
    """What the reference engine answers in a random game."""
    rng = random.Random(seed)
    desk = Desk(ReferenceEngine())
    said: list[Said] = []

    def ask(command: str, **fields: Any) -> dict[str, Any]:
        reply = desk.reply_to({"seq": len(said), "cmd": command, **fields})
        said.append((command, reply))
        return reply

    reply = ask("new", edition=edition, board=board, players=players, legal=True)
    while reply.get("moves") and len(said) < most:
        move = rng.choice(reply["moves"])
        reply = ask("play", moves=[move], legal=True, every=rng.random() < 0.2)
    ask("legal")
    ask("play", moves=[{"type": "skip_capture"}])
    state = ask("state")["state"]
    ask("load", state=state, legal=rng.random() < 0.5)
    ask("load", state={**state, "hand": {}})
    return said


def few(said: Said, rng: random.Random) -> Said:
    """A reply with some of its moves: a schema takes its time for each."""
    command, reply = said
    moves = reply.get("moves", [])
    return command, {**reply, "moves": rng.sample(moves, 5)} if len(moves) > 5 else reply


WHOLE = [
    *replies(CANON, "square8", 2, 1, 200),
    *replies("compact-2025-12", "square8", 3, 2, 60),
    *replies("engine-2025-11", "hexagonal", 2, 3, 10),
    *[
        (request["cmd"], Desk(ReferenceEngine()).reply_to({"seq": 1, **request}))
        for request in REQUESTS
    ],
]
SAID = [few(said, random.Random(1)) for said in WHOLE]
odd: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, False, 0, 1, -1, 5, 1.0, 2.5, 10**30, "", "1", "0,0", "0,0\n", "00,0", "x", [], {}]
) | st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


@st.composite
def damaged(draw: st.DrawFn) -> Said:
    """A real reply, with one thing in it changed, taken away or added."""
    command, real = draw(st.sampled_from(SAID))
    reply = copy.deepcopy(real)
    inside: Any = reply
    while True:
        keys = [*inside] if isinstance(inside, dict) else [*range(len(inside))]
        key = draw(st.sampled_from(keys)) if keys else None
        deeper = inside[key] if key is not None else None
        if not isinstance(deeper, dict | list) or draw(st.integers(0, 3)) == 0:
            break
        inside = deeper
    how = draw(st.sampled_from(("replace", "remove", "add")))
    if how == "remove" and key is not None:
        del inside[key]
    elif how == "replace" and key is not None:
        inside[key] = draw(odd)
    elif isinstance(inside, dict):
        inside[draw(st.sampled_from(["count", "moves", "states", "5", "x"]))] = draw(odd)
    else:
        inside.append(draw(odd))
    return command, reply


@examples(2)
@given(damaged())
def test_what_is_usual_is_valid_by_the_schema(said: Said) -> None:
    command, reply = said
    is_valid = named_validator(f"protocol/reply-{command}").is_valid(reply)
    assert is_valid or not is_usual(command, reply)
    assert is_valid == (fault_of(command, reply) == "")


@examples(0.08)
@given(st.sampled_from(EDITIONS), st.sampled_from(BOARDS), st.integers(2, 4), seeds)
def test_every_reply_of_the_reference_engine_has_the_form_of_the_protocol(
    edition: str, board: str, players: int, seed: int
) -> None:
    rng = random.Random(seed)
    for command, reply in replies(edition, board, players, seed, 40 if board == "square8" else 8):
        is_special = {"illegal", "invalid", "unsupported", "error"} & reply.keys()
        assert is_usual(command, reply) or is_special
        _, shorter = few((command, reply), rng)
        assert named_validator(f"protocol/reply-{command}").is_valid(shorter)


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda one: one["cmd"])
def test_the_requests_of_the_transcript_have_the_form_of_the_protocol(
    request_: dict[str, Any],
) -> None:
    assert named_validator("protocol/request").is_valid({"seq": 1, **request_})


@pytest.mark.parametrize(
    ("command", "reply", "fault"),
    [
        ("state", {"seq": 1}, "the reply: 'state' is a required property"),
        ("legal", {"seq": 1, "moves": [{"type": "fly"}]}, "moves.0"),
        ("state", {"seq": 1, "state": {"stacks": {}, "turn": {"player": 9}}}, "state.turn"),
        ("legal", {"seq": 1, "invalid": {"faults": ["x"]}}, "invalid is no answer to legal"),
        ("play", {"seq": 1, "illegal": {}}, "the reply: "),
        ("bye", {"seq": 1, "state": {}}, "the reply: "),
        ("state", [], "the reply: [] is not of type 'object'"),
    ],
)
def test_a_fault_says_where_it_is(command: str, reply: Any, fault: str) -> None:
    assert fault_of(command, reply).startswith(fault)
