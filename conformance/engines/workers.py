"""What a worker process does first, so that nothing is left when its parent is interrupted."""

import os
import signal
from types import FrameType

from conformance.engines.process import MARK, with_mark


def begin_worker(mark: str) -> None:
    """Leave it to the parent to be interrupted, and let it find whatever is started here."""
    signal.signal(signal.SIGINT, _heed_nothing)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.environ[MARK] = with_mark(mark)


def _heed_nothing(_signal: int, _frame: FrameType | None) -> None:
    """Not SIG_IGN, which an engine that is started here would inherit."""
