"""Drawing maps: one renderer for every game, from its board and its style to SVG.

>>> from stavka.art import LAYERS
>>> LAYERS
('ground', 'grid', 'numbers', 'names', 'furniture')
"""

from __future__ import annotations

from .map import LAYERS, SCALE, geometry, render
from .png import NoBrowser, to_png
from .style import Style

__all__ = ["LAYERS", "SCALE", "NoBrowser", "Style", "geometry", "render", "to_png"]
