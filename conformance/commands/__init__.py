"""The commands of rrc: one module each, which adds itself to the program in `register(app)`."""

from enum import IntEnum


class ExitCode(IntEnum):
    """What every command says by its exit code."""

    HOLDS = 0
    FAILS = 1
    BAD_INPUT = 2
    UNDECIDED = 3
    INTERRUPTED = 130  # 128 + SIGINT
    UNREAD = 141  # 128 + SIGPIPE: the reader went away
