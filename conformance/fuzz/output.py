"""What a campaign writes of a finding: a trace, a draft scenario, a picture and a report."""

import json
import shlex
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from conformance import __version__
from conformance.boards import grid
from conformance.certify.lint import lint
from conformance.diagrams import draw
from conformance.editions import load_parameters
from conformance.engines.protocol import Settled
from conformance.engines.reference import ReferenceEngine
from conformance.engines.traces import Dispute, Trace, trace_text
from conformance.fuzz.draft import expected, right_one, scenario_text, title_of
from conformance.fuzz.findings import Finding
from conformance.fuzz.folders import BOARD, REPORT, SCENARIO, TRACE, folder_name, replace_files
from conformance.fuzz.lockstep import Kind
from conformance.scenarios.moves import words

Json: TypeAlias = dict[str, Any]
Picture: TypeAlias = Callable[[Json, Json | None], str]
"""What draws a state, with a move in it, as SVG: `conformance.reports.svg.board_svg`."""


def write_finding(
    folder: Path,
    number: int,
    finding: Finding,
    engines: Mapping[str, str],
    edition: str,
    picture: Picture,
) -> Path:
    """Write a finding into its folder, which it returns.

    `engines` are the names of A and B. A folder of an earlier finding is written anew, as long as
    it holds nothing else and no person has worked on it; else `NotOursError` is raised.
    """
    home = folder / folder_name(number)
    trace = trace_of(finding, engines, edition)
    dispute = trace.dispute
    if dispute is None:
        raise ValueError("a finding without a dispute")
    sentence = finding.attribution.sentence(dispute.engines[dispute.accused])
    state = state_at(trace)
    scenario = scenario_text(trace, dispute, sentence)
    faults = scenario_faults(scenario)
    texts = {TRACE: trace_text(trace)}
    if not faults:
        texts[SCENARIO] = scenario
    if state is not None:
        texts[BOARD] = picture(state, dispute.move)
    texts[REPORT] = report(trace, dispute, sentence, finding.count, state, faults)
    replace_files(home, texts)
    return home


# --- the trace ----------------------------------------------------------------------------------


def trace_of(finding: Finding, engines: Mapping[str, str], edition: str) -> Trace:
    """A finding as the way to its dispute, and the dispute."""
    found, plan = finding.divergence, finding.plan
    named = {who: engines[who] for who in ("A", "B")}
    place = found.start
    where: Json = {"seed": plan.seed, "policy": plan.policy, "count": finding.count}
    if "view" in found.detail:
        where["view"] = found.detail["view"]
    dispute = Dispute(
        kind=found.kind.value,
        who=found.who,
        move=found.move,
        said=said_of(found.kind, found.who, found.detail),
        engines=named,
        accused=accused_of(named, finding.attribution.accused, found.who),
        clause=finding.attribution.clause,
        found=where | {"suite": __version__},
    )
    return Trace(
        edition,
        place["board"] if place else plan.board,
        place["players"] if place else plan.players,
        place,
        found.history,
        (None,) * len(found.history),
        dispute,
    )


def accused_of(engines: Mapping[str, str], attributed: str, who: str) -> str:
    """Whose answer is in question: not the reference engine's."""
    right = right_one(dict(engines))
    if right:
        return "B" if right == "A" else "A"
    return attributed or who or "B"


def said_of(kind: Kind, who: str, detail: Json) -> Json:
    """What each engine said, in a form that can be compared with another answer."""
    match kind:
        case Kind.LEGAL:
            only_a, only_b = detail["only_A"], detail["only_B"]
            return {
                "A": {"lists": only_a, "lacks": only_b},
                "B": {"lists": only_b, "lacks": only_a},
            }
        case Kind.STATE | Kind.RESULT:
            return {one: {"state": detail[one]} for one in ("A", "B")}
        case Kind.LOAD | Kind.REFUSAL:
            return {one: {"answer": detail[one]} for one in ("A", "B")}
        case _:
            failure = {"failure": str(detail.get("message", ""))}
            return {one: failure if who in ("", one) else None for one in ("A", "B")}


def state_at(trace: Trace) -> Json | None:
    """The state in which the disputed step begins, by the reference engine."""
    engine = ReferenceEngine()
    begun = (
        engine.new(trace.edition, trace.board, trace.players)
        if trace.start is None
        else engine.load(trace.start)
    )
    if not isinstance(begun, Settled):
        return trace.start
    if trace.moves:
        return engine.play(trace.moves).state
    is_taken_up = trace.dispute is None or trace.dispute.move is not None
    return begun.state if is_taken_up else trace.start or begun.state


def scenario_faults(text: str) -> list[str]:
    """What is wrong with a scenario, when it is read from a file of its name."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / SCENARIO
        file.write_text(text, encoding="utf-8")
        return [f"{fault.field}: {fault.message}" for fault in lint([file]).faults]


# --- the report ---------------------------------------------------------------------------------


def report(
    trace: Trace,
    dispute: Dispute,
    sentence: str,
    count: int,
    state: Json | None,
    faults: list[str],
) -> str:
    """A finding as a person reads it."""
    lines = [f"# {title_of(dispute)}", "", sentence, ""]
    often = "once" if count == 1 else f"{count} times"
    seed = f"seed {dispute.found['seed']}, policy {dispute.found['policy']}"
    lines += [
        f"- A: `{dispute.engines['A']}`",
        f"- B: `{dispute.engines['B']}`",
        f"- kind: {dispute.kind}; found {often}, this one with {seed}",
        f"- {trace.board}, {trace.players} players, {trace.edition}",
    ]
    if "view" in dispute.found:
        lines.append(f"- B is seen in another view: {dispute.found['view']}")
    if state is not None:
        lines += ["", "## Position", "", "![The position](board.svg)", "", "```"]
        side = load_parameters()[trace.edition]["hex_side"]
        lines += [draw(state, grid(trace.board, side)), "```", ""]
        turn = state["turn"]
        where = f", with the stack on {turn['from']}" if turn.get("from") else ""
        owes = f", owing for a {turn['owes']}" if turn.get("owes") else ""
        lines.append(f"Player {turn['player']} to choose, {turn['phase']}{where}{owes}.")
    if trace.moves:
        origin = "a new game" if trace.start is None else "a position that is loaded"
        lines += ["", f"It is reached by {len(trace.moves)} moves from {origin}, in `{TRACE}`."]
    lines += ["", "## What they say", ""]
    if dispute.move is not None:
        lines += [f"Of `{words(dispute.move)}`:", ""]
    lines += [*answer_lines(dispute), "", "## Again", "", "In this folder:", ""]
    lines += ["```", *commands(dispute, faults), "```"]
    if faults:
        lines += ["", "No scenario is written: what is in dispute is no position of a scenario."]
        lines += [f"- {fault}" for fault in faults]
    return "\n".join(lines) + "\n"


def answer_lines(dispute: Dispute) -> Iterator[str]:
    """What each engine said; of states only where they differ."""
    right = right_one(dispute.engines)
    for who, other in (("A", "B"), ("B", "A")):
        role = {"": "said", who: "expected"}.get(right, "got")
        said = dispute.said[who]
        if said is None:
            yield f"- {who}, {role}: an answer"
        elif "state" in said:
            told = expected(said["state"], dispute.said[other]["state"])
            yield f"- {who}, {role}: `{json.dumps(told)}`"
        elif "lists" in said:
            listed = [f"lists `{move}`" for move in said["lists"]]
            lacking = [f"does not list `{move}`" for move in said["lacks"]]
            yield f"- {who}, {role}: {few([*listed, *lacking])}"
        else:
            (text,) = said.values()
            yield f"- {who}, {role}: {text}"


def few(texts: list[str], most: int = 12) -> str:
    """Some texts, and how many more there are."""
    more = f"; and {len(texts) - most} more" if len(texts) > most else ""
    return "; ".join(texts[:most]) + more


def commands(dispute: Dispute, faults: list[str]) -> list[str]:
    """How to play it again, and how to make it a scenario of the corpus."""
    found = [
        f"rrc replay {TRACE}",
        f"rrc replay {TRACE} {shlex.quote(dispute.engines[dispute.accused])}",
        f"rrc show {TRACE}",
    ]
    if not faults:
        found += [f"rrc lint {SCENARIO}", f"rrc promote {SCENARIO} CHAPTER/NAME --title SENTENCE"]
    return found
