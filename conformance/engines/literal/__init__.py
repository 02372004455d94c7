"""A second engine, written word by word from the clauses, to disagree with the reference."""

from conformance.engines.literal.engine import LiteralEngine
from conformance.engines.literal.position import IllegalMove, InvalidState

__all__ = ["IllegalMove", "InvalidState", "LiteralEngine"]
