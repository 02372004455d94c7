"""Random positions that no game would reach, and that are valid all the same.

`random_position` draws a sketch by one of the profiles, each of which looks for trouble in another
place.
"""

import random
from collections.abc import Callable, Mapping
from enum import StrEnum

from conformance.engines.protocol import Json
from conformance.fuzz.artist import Artist
from conformance.fuzz.sketches import Sketch, Variant, finished, variant_of

__all__ = [
    "Profile",
    "Sketch",
    "Variant",
    "drawn",
    "finished",
    "random_position",
    "sketched",
    "variant_of",
]


class Profile(StrEnum):
    """What a random position is to be rich in."""

    CROWDED = "crowded"
    TALL = "tall"
    LINES = "lines"
    ENCLOSURES = "enclosures"
    EMPTY_HANDS = "empty_hands"
    THRESHOLDS = "thresholds"
    BLOCKED = "blocked"
    ENDGAME = "endgame"
    MIX = "mix"


# Where a turn may stand: its phase, then `from` or what is owed.
_ANYWHERE = {
    "ring_placement": 3,
    "movement": 3,
    "movement from": 2,
    "capture": 2,
    "chain_capture": 2,
    "line_processing": 2,
    "line_processing owes": 1,
    "territory_processing": 2,
    "territory_processing owes": 1,
    "forced_elimination": 1,
}
_AT_LINES = {**_ANYWHERE, "line_processing": 14, "line_processing owes": 3, "movement": 6}
_AT_REGIONS = {
    **_ANYWHERE,
    "territory_processing": 14,
    "territory_processing owes": 3,
    "movement": 6,
}
_AT_CAPTURES = {**_ANYWHERE, "movement from": 3, "capture": 6, "chain_capture": 6}
_AT_START = {"ring_placement": 6, "movement": 4, "movement from": 1, "forced_elimination": 4}


def _crowded(artist: Artist) -> None:
    is_walled = artist.narrow_sometimes()
    stacks, markers, collapsed = (artist.rng.uniform(0.05, share) for share in (0.4, 0.5, 0.3))
    artist.scatter(stacks, markers, collapsed)
    artist.hands("empty", "few", "mixed")
    _close(artist, is_walled, _ANYWHERE)


def _tall(artist: Artist) -> None:
    is_walled = artist.narrow_sometimes()
    artist.chase()
    artist.towers(8)
    artist.chase()
    artist.scatter(0.02, artist.rng.uniform(0, 0.2), artist.rng.uniform(0, 0.15))
    artist.hands("empty", "few", "mixed")
    _close(artist, is_walled, _AT_CAPTURES)


def _lines(artist: Artist) -> None:
    is_walled = artist.narrow_sometimes()
    artist.lines(4)
    artist.guards(4)
    artist.scatter(0.02, artist.rng.uniform(0, 0.1), artist.rng.uniform(0, 0.1))
    artist.hands("empty", "few", "mixed")
    _close(artist, is_walled, _AT_LINES)


def _enclosures(artist: Artist) -> None:
    is_walled = artist.narrow_sometimes()
    for _ in range(artist.rng.randint(1, 3)):
        artist.enclosure()
    artist.guards(5)
    artist.scatter(0.02, artist.rng.uniform(0, 0.08), artist.rng.uniform(0, 0.05))
    artist.hands("empty", "few", "mixed")
    _close(artist, is_walled, _AT_REGIONS)


def _empty_hands(artist: Artist) -> None:
    is_walled = artist.narrow_sometimes()
    artist.chase()
    artist.guards(6)
    artist.scatter(artist.rng.uniform(0, 0.2), artist.rng.uniform(0, 0.3), 0.1)
    artist.hands("empty")
    _close(artist, is_walled, _ANYWHERE)


def _thresholds(artist: Artist) -> None:
    if len(artist.grid.cells) > 64:
        artist.narrow(15, 40)
    for _ in range(2):
        artist.rng.choice((artist.chase, artist.enclosure, artist.line))()
    artist.guards(5)
    artist.hands("empty", "few", "mixed")
    if artist.chance(0.6):
        threshold = len(artist.grid.cells) // 2 + 1
        artist.own(
            artist.mostly_mover(0.9), threshold - artist.rng.choice((-2, 0, 0, 1, 1, 1, 2, 3))
        )
        artist.credit(near=0.3)
    else:
        artist.credit(near=1)
    artist.turn(artist.rng.choice((_ANYWHERE, _AT_LINES, _AT_REGIONS)))
    artist.standing()


def _blocked(artist: Artist) -> None:
    artist.narrow(3, 24)
    artist.scatter(artist.rng.uniform(0.2, 0.6), artist.rng.uniform(0, 0.3), 0.2)
    if artist.chance(0.5):
        artist.towers(3)
    if artist.chance(0.4):
        artist.box()
    artist.hands("empty", "empty", "few", "mixed")
    _close(artist, True, _AT_START if artist.chance(0.8) else _ANYWHERE)


def _endgame(artist: Artist) -> None:
    if artist.chance(0.5):
        artist.narrow(1, 12)
    else:
        artist.narrow_sometimes()
    free = artist.free(artist.area)
    for cell in artist.rng.sample(free, min(len(free), artist.rng.choice((1, 1, 1, 2, 3)))):
        artist.stack(cell, artist.mostly_mover(0.75), (1, 1, 1, 2, 3, 5))
    if artist.chance(0.4):
        for cell in [*artist.sketch.stacks]:
            for beside in artist.grid.steps[cell]:
                if artist.chance(0.4):
                    artist.mark(beside, artist.mostly_mover(0.8))
    artist.scatter(0, artist.rng.choice((0, 0, 0.1, 0.3)), artist.rng.choice((0, 0.2, 0.6)))
    artist.hands("empty", "empty", "empty", "few")
    if artist.chance(0.3):
        artist.sketch.hand[artist.sketch.player] = 0
    _close(artist, artist.chance(0.7), _AT_START if artist.chance(0.6) else _ANYWHERE, alone=0.6)


def _mix(artist: Artist) -> None:
    is_walled = artist.narrow_sometimes()
    features: tuple[Callable[[], object], ...] = (
        artist.chase,
        artist.enclosure,
        artist.line,
        artist.box,
        lambda: artist.towers(3),
        lambda: artist.guards(4),
        lambda: artist.scatter(0.05, 0.1, 0.1),
    )
    for _ in range(artist.rng.randint(2, 6)):
        artist.rng.choice(features)()
    artist.hands("empty", "few", "full", "mixed")
    _close(artist, is_walled, artist.rng.choice((_ANYWHERE, _AT_LINES, _AT_REGIONS, _AT_CAPTURES)))


def _close(artist: Artist, is_walled: bool, weights: Mapping[str, int], alone: float = 0.1) -> None:
    """What every profile ends with: the walls around the area, the credits and the turn."""
    if is_walled:
        artist.wall_off()
    artist.credit()
    artist.turn(weights)
    artist.standing(alone)


_DRAW: dict[Profile, Callable[[Artist], None]] = {
    Profile.CROWDED: _crowded,
    Profile.TALL: _tall,
    Profile.LINES: _lines,
    Profile.ENCLOSURES: _enclosures,
    Profile.EMPTY_HANDS: _empty_hands,
    Profile.THRESHOLDS: _thresholds,
    Profile.BLOCKED: _blocked,
    Profile.ENDGAME: _endgame,
    Profile.MIX: _mix,
}


def sketched(rng: random.Random, variant: Variant, profile: Profile) -> Sketch:
    """A random sketch of a position, by a profile."""
    artist = Artist(rng, variant)
    _DRAW[profile](artist)
    return artist.sketch


def drawn(rng: random.Random, variant: Variant, profile: Profile) -> Json:
    """A random position of a variant, by a profile."""
    return finished(variant, sketched(rng, variant, profile))


def random_position(
    rng: random.Random, edition: str, board: str, players: int, *, profile: str | None = None
) -> Json:
    """A random valid position as it is written on the wire, by a profile or by any of them."""
    chosen = rng.choice([*Profile]) if profile is None else Profile(profile)
    return drawn(rng, variant_of(edition, board, players), chosen)
