import json
import random
from typing import Any

import pytest

from conformance.editions import CANON, load_editions, load_parameters
from conformance.engines.literal import LiteralEngine
from conformance.resources import schemas_dir

BOARDS = ("square8", "square19", "hexagonal")


def measure(state: dict[str, Any]) -> int:
    """R191: markers, collapsed spaces and eliminated rings."""
    eliminated: int = sum(state["eliminated"].values())
    return len(state["markers"]) + len(state["collapsed"]) + eliminated


def check_state(state: dict[str, Any], supply: int) -> None:
    on_board = [ring for rings in state["stacks"].values() for ring in rings]
    total = sum(state["hand"].values()) + len(on_board) + sum(state["eliminated"].values())
    assert total == state["players"] * supply
    for seat, hand in state["hand"].items():
        assert hand + on_board.count(int(seat)) <= supply
    held = [set(state[key]) for key in ("stacks", "markers", "collapsed")]
    assert len(set.union(*held)) == sum(len(cells) for cells in held)


def play_out(
    engine: LiteralEngine, state: dict[str, Any], supply: int, rng: random.Random, cap: int
) -> tuple[dict[str, Any], int]:
    """A random game to its end or to the cap; how many steps and forced eliminations it had."""
    progress = 0
    for _ in range(cap):
        if state["result"] is not None:
            break
        moves = engine.legal(state)
        assert moves
        assert len({json.dumps(move, sort_keys=True) for move in moves}) == len(moves)
        assert engine.load(state) == state
        move = rng.choice(moves)
        before = measure(state)
        is_forced = state["turn"]["phase"] == "forced_elimination"
        state = engine.play(state, move)
        is_step = "target" in move or move["type"] == "move_stack"
        if is_step or is_forced:
            progress += 1
        if is_step and state["edition"] == CANON and state["result"] is None:
            assert measure(state) == before + 1
        check_state(state, supply)
    return state, progress


@pytest.mark.parametrize(
    ("edition", "players"), [(name, 2 + number % 3) for number, name in enumerate(load_editions())]
)
def test_a_random_game_of_each_edition_ends_and_conserves_rings(edition: str, players: int) -> None:
    rules = dict(load_parameters()[edition])
    if rules["max_rings_per_placement"] is None:
        rules["max_rings_per_placement"] = 5  # for time: unlimited counts say nothing more
    engine = LiteralEngine({edition: rules})
    supply = rules["rings_per_player"]["square8"]
    start = engine.new(edition, "square8", players)
    state, progress = play_out(engine, start, supply, random.Random(players), 400)
    if rules["own_marker_landing_cost"] == "top_ring":
        assert state["result"] is not None
        assert engine.legal(state) == []
    if edition == CANON:
        assert progress <= 64 + players * supply


def chimera(rng: random.Random) -> dict[str, Any]:
    """An edition whose every parameter is drawn by itself."""
    schema = json.loads((schemas_dir() / "edition.schema.json").read_text(encoding="utf-8"))
    properties = schema["properties"]["parameters"]["properties"]
    rules: dict[str, Any] = {
        name: rng.choice(rule["enum"]) for name, rule in properties.items() if "enum" in rule
    }
    rules["line_length"] = {board: [rng.choice([2, 3, 4]) for _ in range(3)] for board in BOARDS}
    rules["hex_side"] = rng.choice([3, 4])
    rules["rings_per_player"] = {board: rng.choice([3, 8, 12]) for board in BOARDS}
    rules["max_players"] = dict.fromkeys(BOARDS, 4)
    rules["first_player"] = rng.choice([1, 2])
    rules["max_rings_per_placement"] = rng.choice([1, 3, None])
    assert set(rules) == set(properties)
    return rules


@pytest.mark.parametrize("seed", range(12))
def test_chimera_editions_play_and_conserve_rings(seed: int) -> None:
    rng = random.Random(seed)
    rules = chimera(rng)
    engine = LiteralEngine({"chimera": rules})
    state = engine.new("chimera", "hexagonal", rng.choice([2, 3, 4]))
    play_out(engine, state, rules["rings_per_player"]["hexagonal"], rng, 100)


def test_the_same_moves_give_the_same_states() -> None:
    engine = LiteralEngine({CANON: load_parameters()[CANON]})
    games = []
    for _ in range(2):
        rng = random.Random(7)
        state = engine.new(CANON, "square8", 3)
        states = []
        for _ in range(40):
            state = engine.play(state, rng.choice(engine.legal(state)))
            states.append(json.dumps(state, sort_keys=True))
        games.append(states)
    assert games[0] == games[1]


def reflected(value: Any) -> Any:
    """The mirror image of a state or move on the small board: x and y change places."""
    if isinstance(value, dict):
        return {mirror_name(key): reflected(inner) for key, inner in value.items()}
    if isinstance(value, list):
        mirrored = [reflected(inner) for inner in value]
        if mirrored and all(isinstance(inner, str) for inner in mirrored):
            return sorted(mirrored)
        return mirrored
    return mirror_name(value)


def mirror_name(name: Any) -> Any:
    if isinstance(name, str) and name[:1].isdigit() and "," in name:
        return ",".join(reversed(name.split(",")))
    return name


def test_the_mirror_image_of_a_game_is_a_game() -> None:
    engine = LiteralEngine({CANON: load_parameters()[CANON]})
    rng = random.Random(3)
    state = engine.new(CANON, "square8", 2)
    image = state
    while state["result"] is None:
        moves = engine.legal(state)
        assert sorted(json.dumps(reflected(move), sort_keys=True) for move in moves) == sorted(
            json.dumps(move, sort_keys=True) for move in engine.legal(image)
        )
        move = rng.choice(moves)
        state = engine.play(state, move)
        image = engine.play(image, reflected(move))
        assert reflected(state) == image
