"""An engine that reads an open ruling otherwise than the canonical edition, and is not wrong."""

from conformance.coverage.models import Model
from conformance.editions import CANON
from conformance.engines.reference import ReferenceEngine


def any_stack_captures() -> ReferenceEngine:
    return Model(CANON, (("capture_after_move", "any_stack"),)).engine(CANON)
