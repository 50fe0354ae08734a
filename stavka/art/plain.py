"""How a map looks that nobody has styled, or styled in part: every kind of thing on the board in a colour of its own.

A game's ``style.toml`` is laid over it, so that it holds only what is to look better than plain. Nothing is guessed
from names: kinds get their looks in the order of the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import cycle
from pathlib import Path
from typing import Any

from ..kit.board import Board
from ..kit.data import Folder, Table
from .style import Style

FILE = "style.toml"

GROUNDS = (("#efe6cf", "#3a3831"), ("#b7c98d", "#3f5233"), ("#d9c9a3", "#5a4c37"), ("#bcd2c5", "#35504c"),
           ("#d6b8a4", "#5d463d"), ("#cfcadb", "#464158"), ("#e3d58f", "#5f5630"), ("#c9c9c4", "#4b4b49"))
"""Fills of terrain that units can be in: in the light theme and in the dark one."""

WATERS = (("#8fb3c9", "#2c4758"), ("#a9bfd0", "#3a5366"))
"""Fills of terrain that no unit can be in."""

COURSES = (("river", "#4f88b5", "#6fb1e0"), ("border", "#7d3f63", "#d39abd"), ("wall", "#4b4038", "#d9cdb8"),
           ("cliff", "#7a6045", "#c8ac8c"))
"""Kinds of hexside: a primitive of the renderer and its colours."""

WAYS = (("main_road", "#a05c2c", "#e0a878"), ("rail", "#33302c", "#dcd6ca"), ("track", "#8a7a55", "#c4b48c"))
"""Kinds of line."""

SIGNS = ("town", "diamond", "square", "triangle", "ring", "star")
"""Kinds of place."""

LEGEND_WIDTH = 5.0
"""In hex widths, as all lengths here."""

_LIGHT, _DARK = "light", "dark"
_BASIC = {"paper": ("#f7f1e1", "#25241f"), "ink": ("#2b2620", "#e9e0c9"), "line": ("#5c5140", "#a89d84")}

Data = dict[str, Any]


class _Palette:
    """Colours of both themes, named as they are used."""

    def __init__(self) -> None:
        self.themes: dict[str, dict[str, str]] = {_LIGHT: {}, _DARK: {}}
        for name, (light, dark) in _BASIC.items():
            self.add(name, light, dark)

    def add(self, name: str, light: str, dark: str) -> str:
        """A colour of each theme; its name in the palette."""
        name = f"plain_{name}"
        self.themes[_LIGHT][name], self.themes[_DARK][name] = light, dark
        return name


def plain(board: Board) -> Data:
    """A whole style for a board, as ``style.toml`` would hold it."""
    colours = _Palette()
    across = [board.grid.centre(place)[0] for place in board.grid.index.values()]
    lettering = {"colour": "plain_ink", "halo": "plain_paper", "size": 0.17}
    return {
        "terrain": _terrain(board, colours),
        "hexsides": {kind: {"style": style, "colour": colours.add(f"side_{kind}", light, dark)}
                     for kind, (style, light, dark) in _dealt((course.kind for course in board.courses), COURSES)},
        "lines": {kind: {"style": style, "colour": colours.add(f"line_{kind}", light, dark), "casing": "plain_paper"}
                  for kind, (style, light, dark) in _dealt((line.kind for line in board.lines), WAYS)},
        "places": {kind: {"symbol": sign, "size": 0.3, "colour": "plain_ink", "light": "plain_paper",
                          "name": lettering}
                   for kind, sign in _dealt((place.kind for place in board.places.values()), SIGNS)},
        "palette": colours.themes,
        "map": {"background": "plain_paper", "sheet": "plain_paper", "frame": "plain_ink", "ink": "plain_ink",
                "strip_right": LEGEND_WIDTH + 0.6},
        "grid": {"colour": "plain_line"},
        "numbers": {"colour": "plain_line"},
        "legend": {"at": [max(across) - min(across) + 1.6, 0.3], "size": 0.8, "width": LEGEND_WIDTH, "columns": 1,
                   "text": {"en": "Terrain", "es": "Terreno"}},
    }


def _terrain(board: Board, colours: _Palette) -> Data:
    open_ground = [key for key, terrain in board.terrains.items() if terrain.playable]
    closed = [key for key in board.terrains if key not in open_ground]
    return {key: {"fill": colours.add(f"terrain_{key}", light, dark), "legend": True}
            for key, (light, dark) in [*_dealt(open_ground, GROUNDS), *_dealt(closed, WATERS)]}


def _dealt(kinds: Iterable[str], looks: Iterable[Any]) -> list[tuple[str, Any]]:
    """Every kind once, with the next of the looks; they begin again when there are more kinds."""
    return list(zip(dict.fromkeys(kinds), cycle(looks), strict=False))


def laid_over(below: Mapping[str, Any], own: Mapping[str, Any]) -> Data:
    """A style file over the plain style: entries and colours replace those of the same name, other parts whole.

    The plain legend needs room that a sheet of another size may not have.
    """
    result = {part: value for part, value in below.items() if part != "legend" or "map" not in own}
    for part, value in own.items():
        if part == "palette":
            result[part] = {theme: {**below[part].get(theme, {}), **colours} for theme, colours in value.items()}
        elif part in ("terrain", "hexsides", "lines", "places"):
            result[part] = {**below[part], **value}
        else:
            result[part] = value
    return result


def style_of(folder: Folder | Path, board: Board, theme: str = _LIGHT) -> Style:
    """The style of the map in a folder of data: its ``style.toml``, if it has one, over the plain one.

    >>> import stavka
    >>> game = stavka.game("dagc")
    >>> style_of(game.folder, game.board, "dark").theme
    'dark'
    """
    if isinstance(folder, Path):
        folder = Folder(folder)
    own = folder.read(FILE).values if folder.has(FILE) else {}
    return Style.read(Table(laid_over(plain(board), own), FILE), board, theme)


__all__ = ["laid_over", "plain", "style_of"]
