"""Scenarios: YAML files of a position, steps and expectations, and the cases they stand for."""

from conformance.scenarios.load import (
    Corpus,
    NoScenariosError,
    cases_of,
    load_corpus,
    load_scenarios,
    scenario_files,
    varied_cases,
)
from conformance.scenarios.model import Case, Polarity, Scenario, Status

__all__ = [
    "Case",
    "Corpus",
    "NoScenariosError",
    "Polarity",
    "Scenario",
    "Status",
    "cases_of",
    "load_corpus",
    "load_scenarios",
    "scenario_files",
    "varied_cases",
]
