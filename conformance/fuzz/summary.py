"""A campaign as plain JSON: what was compared, what was reached, what was found."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from conformance.catalogue import load_catalogue
from conformance.catalogue.model import CheckedBy
from conformance.fuzz.campaign import Campaign, Outcome
from conformance.fuzz.findings import Finding
from conformance.fuzz.output import answer_lines, trace_of
from conformance.fuzz.reductions import LAYERS
from conformance.scenarios.moves import words

Json: TypeAlias = dict[str, Any]


def clauses_in_play() -> int:
    """How many clauses an engine can be asked about."""
    clauses = load_catalogue().clauses.values()
    return sum(one.checked_by is CheckedBy.ENGINE for one in clauses)


def summary(campaign: Campaign, outcome: Outcome, homes: Iterable[str]) -> Json:
    """A campaign as it is reported; `homes` are where its findings were written."""
    reached = outcome.reached
    met = reached.games + reached.positions
    return {
        "verdict": "differ" if len(outcome.findings) else "agree" if met else "undecided",
        "campaign": campaign.to_json(),
        "shards": {"finished": outcome.shards, "all": len(campaign.shards())},
        "reached": reached.to_json() | {"clauses_in_play": clauses_in_play()},
        "findings": [
            finding_json(campaign, number, finding, home)
            for number, (finding, home) in enumerate(
                zip(outcome.findings, homes, strict=True), start=1
            )
        ],
    }


def finding_json(campaign: Campaign, number: int, finding: Finding, home: str) -> Json:
    """One finding as it is reported."""
    names: Mapping[str, str] = {"A": campaign.first, "B": campaign.second}
    found, attribution = finding.divergence, finding.attribution
    dispute = trace_of(finding, names, campaign.edition).dispute
    accused = dispute.accused if dispute is not None else "B"
    position = found.before if found.before is not None else found.start
    return {
        "number": number,
        "kind": found.kind.value,
        "who": found.who,
        "count": finding.count,
        "clause": attribution.clause,
        "suspects": [one.name for one in attribution.suspects],
        "at_work": [*attribution.at_work],
        "accused": accused,
        "sentence": attribution.sentence(f"{accused} ({names[accused]})"),
        "cells": sum(len(position.get(layer, {})) for layer in LAYERS) if position else 0,
        "plan": {
            "board": finding.plan.board,
            "players": finding.plan.players,
            "seed": finding.plan.seed,
            "policy": finding.plan.policy,
        },
        "position": position,
        "start": found.start,
        "moves_before": [words(move) for move in found.history],
        "move": None if found.move is None else words(found.move),
        "view": found.detail.get("view"),
        "answers": [] if dispute is None else [*answer_lines(dispute)],
        "written": home,
    }


def text_of(told: Json) -> str:
    """The summary as it is written to a file."""
    return json.dumps(told, ensure_ascii=False, indent=1) + "\n"
