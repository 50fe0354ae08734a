"""Drawing maps: one renderer for every game, from its board and its style to SVG.

A game's folder has a ``board.toml`` (what is printed) and perhaps a ``style.toml`` (what should not look plain)::

    folder = Folder(path)
    board = Board(folder.read("board.toml"))
    style = style_of(folder, board, "dark")
    svg = render(board, style, lang="es")                         # the whole map
    names = render(board, style, layers=["names"], lang="es")     # one layer, same size
    where = geometry(board, style)                                # pixels of every hex, for the client
    to_png(svg, "map.png", 1600)

>>> from stavka.art import LAYERS
>>> LAYERS
('ground', 'grid', 'numbers', 'names', 'places', 'furniture')
"""

from __future__ import annotations

from .map import LAYERS, SCALE, geometry, render
from .plain import style_of
from .png import NoBrowser, to_png
from .style import Style

__all__ = ["LAYERS", "SCALE", "NoBrowser", "Style", "geometry", "render", "style_of", "to_png"]
