"""Stacks: an ordered pile of rings, bottom first, and the only ways to change one."""

from __future__ import annotations

from typing import NewType

from reference_engine.homes import cites, implements

Player = NewType("Player", int)
Rings = tuple[Player, ...]
cites(__name__, "Rings", "R021.a")


@implements("R022.a")
def controller(rings: Rings) -> Player:
    """The top ring decides who controls a stack."""
    return rings[-1]


@implements("R022.b")
def height(rings: Rings) -> int:
    """Height counts every ring, whatever its colour."""
    return len(rings)


@implements("R022.c")
def cap_height(rings: Rings) -> int:
    """The cap is the run of the controller's rings from the top down."""
    top = rings[-1]
    count = 1
    for ring in rings[-2::-1]:
        if ring != top:
            break
        count += 1
    return count


@implements("R023.a")
def with_rings_on_top(rings: Rings, player: Player, count: int) -> Rings:
    """Placed rings go on top."""
    return rings + (player,) * count


@implements("R023.b")
def with_ring_at_bottom(rings: Rings, ring: Player) -> Rings:
    """A captured ring goes to the very bottom of the capturing stack."""
    return (ring, *rings)


@implements("R023.c")
def without_top(rings: Rings) -> tuple[Rings, Player]:
    """A capture takes one ring from its target, the top one."""
    return rings[:-1], rings[-1]


@implements("R023.d")
def without_cap(rings: Rings) -> Rings:
    """A payment strips the whole cap and nothing below it."""
    return rings[: -cap_height(rings)]
