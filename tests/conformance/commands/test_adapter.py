import json
import os
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from conformance.certify.smoke import smoke, step_lines
from conformance.cli import app
from conformance.commands.adapter import STARTERS, TEMPLATES, Starter, write_starter
from conformance.editions import CANON, load_parameters
from conformance.engines.invariants import broken_invariant
from conformance.engines.names import engine_factory
from conformance.engines.shapes import fault_of
from conformance.resources import scenarios_dir

Built = tuple[Starter, Path]
BUILD_SECONDS = 300
INSTALL_SECONDS = 120  # npm fetches the compiler: without a registry that is no fault of ours


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments)


@pytest.fixture(scope="module", params=STARTERS)
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Built:
    """A starter, written and built, where its tools are on the machine."""
    starter = STARTERS[request.param]
    for tool in starter.needs:
        if shutil.which(tool) is None:
            pytest.skip(f"the {starter.language} starter was not tried: {tool} is not here")
    folder = tmp_path_factory.mktemp(starter.language) / "adapter"
    write_starter(starter, folder)
    for command in starter.build_commands(folder):
        build(starter, command)
    return starter, folder


def build(starter: Starter, command: list[str]) -> None:
    """Run one command of a build; npm may be without its registry."""
    fetches = command[0] == "npm" and command[-1] == "install"
    if fetches:
        command = [*command, "--no-audit", "--no-fund", "--prefer-offline"]
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=INSTALL_SECONDS if fetches else BUILD_SECONDS,
            env={name: value for name, value in os.environ.items() if name != "CARGO_TARGET_DIR"},
        )
    except subprocess.TimeoutExpired:
        if not fetches:
            raise
        pytest.skip(f"the {starter.language} starter was not tried: npm install took too long")
    if fetches and done.returncode != 0:
        said = (done.stderr.strip().splitlines() or ["nothing"])[-1]
        pytest.skip(f"the {starter.language} starter was not tried: npm install failed: {said}")
    assert done.returncode == 0, f"{command}:\n{done.stdout}\n{done.stderr}"


def answers(built: Built, lines: list[str]) -> tuple[list[dict[str, Any]], int]:
    """What a starter answers to lines, and the status it ends with."""
    starter, folder = built
    command = [word.replace("{}", str(folder)) for word in starter.run]
    done = subprocess.run(
        command, input="".join(f"{line}\n" for line in lines), capture_output=True,
        encoding="utf-8", timeout=60,
    )  # fmt: skip
    return [json.loads(line) for line in done.stdout.splitlines()], done.returncode


def request(seq: int, cmd: str, **fields: Any) -> str:
    return json.dumps({"seq": seq, "cmd": cmd, **fields})


def place(at: str, count: int = 1) -> dict[str, Any]:
    return {"type": "place_ring", "at": at, "count": count}


NEW = {"edition": CANON, "board": "square8", "players": 2}


def test_every_step_of_smoke_holds(built: Built) -> None:
    starter, folder = built
    engine = engine_factory(starter.engine(folder), timeout=30)()
    try:
        steps = list(smoke(engine))
    finally:
        engine.close()
    said = "\n".join(line for step in steps for line in step_lines(step))
    assert all(step.holds for step in steps), said
    assert [step.what.partition(":")[0] for step in steps][-2:] == ["a whole game", "bye"]


def test_every_starter_answers_alike(built: Built) -> None:
    refused = {"type": "skip_capture", "note": 'a "word" \\ ünd 🜨'}
    lines = [
        request(1, "hello", protocol=1),
        request(2, "state"),
        request(3, "new", **NEW, legal=True),
        request(4, "play", moves=[place("0,0"), place("7,7")], every=True, legal=True),
        request(5, "play", moves=[place("1,0"), place("1,0"), place("2,0")], every=True),
        request(6, "play", moves=[place("3,3", 2)]),
        request(7, "play", moves=[refused]),
        request(8, "play", moves=[]),
        request(9, "new", **{**NEW, "board": "hexagonal"}),
        request(10, "load", state={"board": "square8"}),
        request(11, "think"),
        "this is not JSON",
        request(12, "legal"),
        request(13, "bye"),
        request(14, "state"),
    ]
    found, status = answers(built, lines)
    assert status == 0
    assert [reply["seq"] for reply in found] == [*range(1, 12), 0, 12, 13]  # none after goodbye
    commands = [json.loads(line)["cmd"] for line in lines if line.startswith("{")]
    for reply in found:
        if reply["seq"] and commands[reply["seq"] - 1] != "think":
            assert fault_of(commands[reply["seq"] - 1], reply) == ""
    hello, early, begun, two, short, high, odd, none, hexagonal, load, think, noise, legal, bye = (
        found
    )
    assert hello["operations"] == ["new", "legal", "play", "state"]
    assert all("message" in reply["error"] for reply in (early, think, noise))
    assert len(begun["moves"]) == 64
    assert place("0,0") in begun["moves"]
    assert [len(state["stacks"]) for state in two["states"]] == [1, 2]
    assert two["state"] == two["states"][-1]
    assert two["state"]["stacks"] == {"0,0": [1], "7,7": [2]}
    assert len(two["moves"]) == 62
    assert (short["played"], short["illegal"]["move"]) == (1, place("1,0"))
    assert short["states"] == [short["state"]]
    assert (high["played"], high["state"], "states" in high) == (0, short["state"], False)
    assert odd["illegal"]["move"] == refused
    assert none == {"seq": 8, "state": short["state"]}
    assert "reason" in hexagonal["unsupported"]
    assert "reason" in load["unsupported"]
    assert len(legal["moves"]) == 61
    assert bye == {"seq": 13}


def test_a_whole_game_keeps_every_ring(built: Built) -> None:
    moves = [place(f"{number % 8},{number // 8}") for number in range(36)]
    lines = [request(1, "new", **NEW), request(2, "play", moves=moves, every=True, legal=True)]
    found, status = answers(built, lines)
    assert status == 0  # the end of the input is an end too
    states = [found[0]["state"], *found[1]["states"]]
    parameters = load_parameters()[CANON]
    assert [broken_invariant(state, parameters, "square8", 2) for state in states] == [""] * 37
    assert states[-1]["turn"]["phase"] == "game_over"
    assert states[-1]["result"] == {"winner": None, "reason": "stalemate", "ranking": [1, 2]}
    assert found[1]["moves"] == []


def test_the_toy_is_failed_by_certify_and_by_nothing_worse(tmp_path: Path) -> None:
    starter = STARTERS["python"]
    write_starter(starter, tmp_path / "mine")
    out = tmp_path / "out"
    result = run(
        "certify", starter.engine(tmp_path / "mine"), "--out", str(out),
        "--scenarios", str(scenarios_dir() / "turn"),
    )  # fmt: skip
    assert result.exit_code == 1, result.output
    lines = (out / "run.jsonl").read_text(encoding="utf-8").splitlines()
    verdicts = {line["verdict"] for line in map(json.loads, lines) if line["type"] == "verdict"}
    assert "failed" in verdicts
    assert verdicts <= {"passed", "failed", "unsupported"}


@pytest.mark.parametrize("language", STARTERS)
def test_a_starter_marks_what_to_change(language: str, tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "mine"
    result = run("adapter", "new", language, str(folder))
    assert result.exit_code == 0, result.output
    text = {
        str(file.relative_to(folder)): file.read_text(encoding="utf-8")
        for file in folder.rglob("*")
        if file.is_file()
    }
    calls = [words.count("ENGINE CALL:") for words in text.values()]
    assert sorted(calls)[-2:] == [0, 4]  # in one file, one for each thing to ask
    assert sum("REPLACE THIS" in words for words in text.values()) == 1
    assert "rrc smoke " in text["README.md"]
    assert "rrc certify " in text["README.md"]
    name = shlex.quote(STARTERS[language].engine(folder))
    assert result.output.endswith(f"  rrc smoke {name}\n  rrc certify {name}\n")


def test_every_template_has_a_starter() -> None:
    assert {folder.name for folder in TEMPLATES.iterdir() if folder.is_dir()} == {*STARTERS}


def test_a_folder_with_a_space_in_its_name_can_be_run(tmp_path: Path) -> None:
    folder = tmp_path / "an engine"
    assert run("adapter", "new", "python", str(folder)).exit_code == 0
    result = run("smoke", STARTERS["python"].engine(folder))
    assert result.exit_code == 0, result.output


def test_compiled_files_beside_a_template_are_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    template = tmp_path / "templates" / "python"
    shutil.copytree(TEMPLATES / "python", template)
    (template / "__pycache__").mkdir(exist_ok=True)
    (template / "__pycache__" / "engine.cpython-311.pyc").write_bytes(b"")
    monkeypatch.setattr("conformance.commands.adapter.TEMPLATES", tmp_path / "templates")
    written = write_starter(STARTERS["python"], tmp_path / "mine")
    assert {file.name for file in written} == {
        ".gitignore",
        "README.md",
        "adapter.py",
        "engine.py",
        "mapping.py",
    }


def test_the_languages_are_listed() -> None:
    result = run("adapter", "languages")
    assert result.exit_code == 0
    assert [line.split()[0] for line in result.output.splitlines()] == [*STARTERS]


def test_a_language_whose_tool_is_missing_is_listed_as_such(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "not here: javac, java" in run("adapter", "languages").output


@pytest.mark.parametrize(
    ("language", "hint"), [("pyhton", "did you mean python?"), ("Rust", "rust?"), ("cobol", "java")]
)
def test_an_unknown_language_is_refused(language: str, hint: str, tmp_path: Path) -> None:
    result = run("adapter", "new", language, str(tmp_path / "mine"))
    assert result.exit_code == 2
    assert hint in result.output
    assert not (tmp_path / "mine").exists()


def test_an_empty_folder_is_taken(tmp_path: Path) -> None:
    assert run("adapter", "new", "node", str(tmp_path)).exit_code == 0
    assert (tmp_path / "adapter.mjs").is_file()


def test_a_folder_that_is_not_empty_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "adapter.py").write_text("mine", encoding="utf-8")
    result = run("adapter", "new", "python", str(tmp_path))
    assert result.exit_code == 2
    assert "not empty" in result.output
    assert [file.name for file in tmp_path.iterdir()] == ["adapter.py"]
    assert (tmp_path / "adapter.py").read_text(encoding="utf-8") == "mine"


def test_a_file_in_the_place_of_the_folder_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine", encoding="utf-8")
    for target in (tmp_path / "mine", tmp_path / "mine" / "deeper"):
        result = run("adapter", "new", "python", str(target))
        assert result.exit_code == 2
        assert "Traceback" not in result.output
    assert (tmp_path / "mine").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("arguments", [["adapter", "new"], ["adapter", "new", "python"]])
def test_missing_arguments_are_wrong_usage(arguments: list[str]) -> None:
    assert run(*arguments).exit_code == 2
