"""The rules and clauses, the questions and the rulings, in our own words."""

from conformance.catalogue.load import load_catalogue, load_catalogue_from
from conformance.catalogue.model import (
    Alternative,
    Basis,
    BoardValue,
    Catalogue,
    CheckedBy,
    Clause,
    Flag,
    Kind,
    Parameter,
    ParameterValue,
    Question,
    Rule,
    Ruling,
    UnknownEntryError,
    Weight,
)

__all__ = [
    "Alternative",
    "Basis",
    "BoardValue",
    "Catalogue",
    "CheckedBy",
    "Clause",
    "Flag",
    "Kind",
    "Parameter",
    "ParameterValue",
    "Question",
    "Rule",
    "Ruling",
    "UnknownEntryError",
    "Weight",
    "load_catalogue",
    "load_catalogue_from",
]
