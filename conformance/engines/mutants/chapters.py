"""The mutants, a module for each chapter of the canon; importing them registers them."""

from collections.abc import Mapping

from conformance.engines.mutants import boards as _boards  # noqa: F401 - it registers
from conformance.engines.mutants import capture as _capture  # noqa: F401 - it registers
from conformance.engines.mutants import chains as _chains  # noqa: F401 - it registers
from conformance.engines.mutants import forced as _forced  # noqa: F401 - it registers
from conformance.engines.mutants import landing as _landing  # noqa: F401 - it registers
from conformance.engines.mutants import lines as _lines  # noqa: F401 - it registers
from conformance.engines.mutants import markers as _markers  # noqa: F401 - it registers
from conformance.engines.mutants import movement as _movement  # noqa: F401 - it registers
from conformance.engines.mutants import placement as _placement  # noqa: F401 - it registers
from conformance.engines.mutants import regions as _regions  # noqa: F401 - it registers
from conformance.engines.mutants import rewards as _rewards  # noqa: F401 - it registers
from conformance.engines.mutants import segments as _segments  # noqa: F401 - it registers
from conformance.engines.mutants import stacks as _stacks  # noqa: F401 - it registers
from conformance.engines.mutants import stalemate as _stalemate  # noqa: F401 - it registers
from conformance.engines.mutants import state as _state  # noqa: F401 - it registers
from conformance.engines.mutants import territory as _territory  # noqa: F401 - it registers
from conformance.engines.mutants import turn as _turn  # noqa: F401 - it registers
from conformance.engines.mutants import victory as _victory  # noqa: F401 - it registers
from conformance.engines.mutants.registry import Mutant


def in_order(known: Mapping[str, Mutant]) -> list[str]:
    """The names of the mutants, in the order of their clauses."""
    return sorted(known, key=lambda name: (known[name].clause, name))
