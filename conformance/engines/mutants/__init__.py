"""The reference engine with exactly one clause broken, once for each way to break one."""

from conformance.engines.mutants.engine import MutantEngine
from conformance.engines.mutants.registry import (
    Mutant,
    UnknownMutantError,
    broken,
    mutant_named,
    mutants,
)

__all__ = ["Mutant", "MutantEngine", "UnknownMutantError", "broken", "mutant_named", "mutants"]
