"""Chapter 27: the Central Front, north of the map. Its box is entered and left by movement (:mod:`.moving`)."""

from __future__ import annotations

from .components import HALF_HEX_LETTERS
from .position import Ukraine


def roll_central_front(p: Ukraine) -> None:
    """27.1 From turn 6 a die: no half-hex, one, or two, gained from east to west."""
    layout = p.layout
    if p.turn < layout.central_from or p.central >= len(HALF_HEX_LETTERS):
        return
    die = p.roll()
    gained = min(layout.central_gains[die - 1], len(HALF_HEX_LETTERS) - p.central)
    p.central += gained
    p.emit("central_front", "27.1", die=die, gained=gained,
           letter=HALF_HEX_LETTERS[p.central - 1] if p.central else "-")
