"""The options that several commands have."""

from typing import Annotated, TypeAlias

import typer

Json: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON.")]

DAY = 86_400.0
"""The longest time limit, in seconds: a timer takes no longer one."""
