"""One failure as a person reads it: rule, position, expected against got, how to repeat it."""

import re
from collections.abc import Iterator
from typing import Any, TypeAlias

from conformance.boards import grid
from conformance.catalogue import load_catalogue
from conformance.diagrams import draw
from conformance.editions import load_parameters

Json: TypeAlias = dict[str, Any]


def reproduce(header: Json, line: Json) -> str:
    """The command that runs one case again."""
    words = ["rrc", "certify", quoted(header["engine"]["spec"]), "--edition", header["edition"]]
    for path in header.get("selection", {}).get("scenarios", ()):
        words += ["--scenarios", quoted(path)]
    return " ".join([*words, "-k", quoted(line["case"])])


def quoted(word: str) -> str:
    """A word as the shell needs it."""
    import shlex  # one use, in one report

    return shlex.quote(word)


def clause_lines(line: Json) -> Iterator[str]:
    """The clauses that a failure is about, in the catalogue's words."""
    clauses = load_catalogue().clauses
    for name in line["broken"] or line["clauses"][:1]:
        yield f"{name}: {clauses[name].says}"


def where(line: Json) -> str:
    """The place of the step that failed."""
    number = line["detail"].get("line")
    return f"{line['file']}:{number}" if number else str(line["file"])


def rows_of(line: Json) -> list[tuple[str, str, str]]:
    """What was looked at, what was expected, what came instead."""
    return [
        (row["what"], shown(row["expected"]), shown(row["got"]))
        for row in line["detail"].get("mismatches", [])
    ]


def shown(value: Any) -> str:
    """A value in one line."""
    if value is None:
        return "nothing"
    if isinstance(value, list | tuple):
        return ", ".join(map(shown, value)) if value else "nothing"
    if isinstance(value, dict):
        return ", ".join(f"{key}: {shown(inner)}" for key, inner in value.items()) or "nothing"
    return str(value)


def explanation(line: Json) -> list[str]:
    """Where whole structures differ, the places at which they do."""
    found = []
    for row in line["detail"].get("mismatches", []):
        if isinstance(row["expected"], dict) and isinstance(row["got"], dict):
            from deepdiff import DeepDiff  # heavy: only where something differs

            difference = DeepDiff(row["expected"], row["got"], ignore_order=False)
            found += [
                re.sub(r"root\['([^']*)'\]", r"\1", text)
                for text in difference.pretty().splitlines()
                if text.strip()
            ]
    return found


def boards(header: Json, line: Json) -> list[tuple[str, str]]:
    """The board before the step that failed, and after it, drawn."""
    side = load_parameters()[header["edition"]]["hex_side"]
    found = []
    for name in ("before", "after"):
        state = line["detail"].get(name)
        if isinstance(state, dict) and is_drawable(state):
            found.append((name, draw(state, grid(line["board"], side)) + f"\n{situation(state)}"))
    return found


def is_drawable(state: Json) -> bool:
    """Whether a state has the form that a drawing needs; that of a wrong engine may have any."""
    layers = [state.get(name, {}) for name in ("markers", "collapsed", "stacks", "turn")]
    return (
        "stacks" in state
        and all(isinstance(layer, dict) for layer in layers)
        and all(isinstance(rings, list) for rings in state["stacks"].values())
    )


def situation(state: Json) -> str:
    """Whose choice it is, and what each player has."""
    turn = state.get("turn") or {}
    text = f"player {turn.get('player')}, {turn.get('phase')}"
    if turn.get("from"):
        text += f", from {turn['from']}"
    if turn.get("owes"):
        text += f", owes for a {turn['owes']}"
    for name in ("hand", "eliminated"):
        if isinstance(state.get(name), dict):
            text += f"; {name} " + "/".join(str(state[name][seat]) for seat in sorted(state[name]))
    if state.get("result"):
        text += f"; result {shown(state['result'])}"
    return text


def message(line: Json) -> str:
    """What happened, in a sentence."""
    detail = line["detail"]
    if line["verdict"] == "failed":
        return f"failed at `{detail['step']}`"
    return f"{line['verdict']}: {detail.get('message') or detail.get('reason', '')}"


def siblings(more: int) -> str:
    """How many further cases of the scenario fail."""
    return f" (and {more} more of its cases)" if more else ""


def failure_text(header: Json, line: Json, more: int = 0) -> str:
    """A failure in plain text."""
    lines = [f"{line['case']}: {line['title']}{siblings(more)}"]
    lines += [f"  {text}" for text in clause_lines(line)]
    lines.append(f"  {where(line)}: {message(line)}")
    for what, expected, got in rows_of(line):
        lines += [f"    {what}", f"      expected  {expected}", f"      got       {got}"]
    lines += [f"    {text}" for text in explanation(line)]
    for name, drawn in boards(header, line):
        lines += [f"  {name}:", *(f"    {row}" for row in drawn.splitlines())]
    evidence = line["detail"].get("evidence")
    if evidence:
        lines += ["  evidence:", *(f"    {row}" for row in evidence.splitlines()[-12:])]
    lines.append(f"  again: {reproduce(header, line)}")
    return "\n".join(map(visible, lines))


def visible(text: str) -> str:
    """One line of text, without the signs that a terminal obeys; a hostile engine prints any."""
    return "".join(sign if sign.isprintable() or sign == "\t" else "�" for sign in text)
