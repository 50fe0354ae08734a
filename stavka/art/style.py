"""How a map is drawn, as data: ``style.toml`` in a game's folder.

The renderer knows no game and no terrain. A style says for every kind of terrain, hexside, line, area and place on a
board which of the renderer's primitives draws it, in which colours of the palette:

* ``[palette.light]``, ``[palette.dark]``: named colours, the same names in every theme.
* ``[map]``, ``[grid]``, ``[numbers]``, ``[fonts]``: the sheet, the hex lines, the hex numbers, the letters.
* ``[terrain.KEY]``: a fill, a texture (:data:`TEXTURES`), the shape of the edge; water also has a coast.
* ``[hexsides.KIND]``: one of :data:`HEXSIDES`. ``[lines.KIND]``: one of :data:`LINES`.
* ``[areas.KEY]``: one of :data:`AREAS`; areas without an entry are not drawn.
* ``[places.KIND]``: a symbol (:data:`SYMBOLS`) and how its name is lettered.
* ``[labels.KEY]``: names of seas and regions that are no feature of the board.
* ``[title]``, ``[compass]``, ``[scale]``, ``[legend]``: the furniture, at distances from the corner of the map.
* ``[boxes.GROUP]``: where the client may lay out boxes on free parts of the map.
* ``[groups.KEY]``, ``[flags.KEY]``, ``[markers.KEY]``: how counters look (:mod:`stavka.table.box` reads them).

Lengths are in hex widths, so that a style fits every scale. Where lists of the same kind are drawn over each other,
the order in the file decides: later covers earlier.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..kit.board import Board
from ..kit.data import Table, Words
from .svg import Point

TEXTURES = ("none", "trees", "pines", "marsh", "waves", "blocks", "houses", "hills", "mountains", "tufts", "dots")
"""What can be scattered over a terrain."""

HEXSIDES = ("none", "river", "canal", "channel", "border", "wall", "cliff", "bridge", "ferry")
"""River: a ribbon that grows downstream. Canal: a cased line. Channel: a strip of sea. Border: dash-dot with a tint.
Wall: a heavy line. Cliff: a line with strokes on one side. Bridge, ferry: a sign across every side."""

LINES = ("none", "road", "main_road", "track", "rail", "light_rail")
"""Ways from hex centre to hex centre: plain, cased, dashed, with ticks, dark and light in turn."""

AREAS = ("tint", "hatch", "outline", "marks", "edge", "symbol")
"""Tint: a film of colour. Hatch: a hatched band inside the border. Outline: a band of colour inside the border.
Marks: a toothed line along chosen sides. Edge: signs in the margin beside hexes of the map's edge. Symbol: a sign in
every hex."""

MARKS = ("teeth", "crenels", "ticks", "line", "dots")
"""The forms of a line of marks."""

EDGE_MARKS = ("arrow", "open_arrow", "bar", "star", "diamond")
"""The signs beside the edge of the map."""

SYMBOLS = (
    "none", "dot", "ring", "square", "diamond", "triangle", "star", "cross", "town", "urban", "fort", "airfield",
    "anchor", "factory", "flag", "station",
)  # fmt: skip
"""Signs of places."""

SECTIONS = (
    "palette", "fonts", "map", "grid", "numbers", "terrain", "hexsides", "lines", "areas", "places", "labels", "boxes",
    "title", "compass", "scale", "legend",
)  # fmt: skip
"""The parts of the file that say how the map looks."""

SHEET = (
    "background", "sheet", "frame", "ink", "veil", "veil_opacity", "mottle", "margin", "strip_right", "strip_bottom",
)  # fmt: skip
"""What ``[map]`` may say."""

COUNTERS = ("groups", "flags", "markers")
"""Parts of the file that say how counters look and what lies on them; they are read where counters are drawn."""

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


@dataclass(frozen=True)
class Lettering:
    """How a name is written."""

    size: float
    colour: str
    halo: str
    font: str
    bold: bool = False
    italic: bool = False
    caps: bool = False
    spacing: float = 0.0
    """Extra space between letters, in parts of the letter size."""
    opacity: float = 1.0


@dataclass(frozen=True)
class Water:
    """What makes a terrain water: a coast, and shallows that lighten towards it."""

    shallow: str
    coast: str
    beach: str
    reach: float
    lines: int
    coast_width: float


@dataclass(frozen=True)
class Ground:
    """How a terrain is drawn."""

    key: str
    fill: str | None
    texture: str
    ink: str
    light: str
    dark: str
    spacing: float
    weight: float
    patchy: float
    edge: str | None
    edge_width: float
    smooth: float
    rough: float
    joins: tuple[str, ...]
    water: Water | None
    legend: Words | None


@dataclass(frozen=True)
class Hexside:
    """How a kind of hexside is drawn."""

    kind: str
    style: str
    colour: str
    casing: str | None
    tint: str | None
    width: float
    spacing: float
    smooth: float
    lettering: Lettering | None
    legend: Words | None


@dataclass(frozen=True)
class LineStyle:
    """How a kind of way is drawn."""

    kind: str
    style: str
    colour: str
    casing: str
    width: float
    offset: Point
    legend: Words | None


@dataclass(frozen=True)
class AreaStyle:
    """How an area is drawn."""

    key: str
    style: str
    colour: str
    opacity: float
    width: float
    inset: float
    mark: str
    spacing: float
    symbol: str
    size: float
    at: Point
    toward: str | None
    away: str | None
    terrain: tuple[str, ...]
    label: Words | None
    lettering: Lettering
    legend: Words | None


@dataclass(frozen=True)
class PlaceStyle:
    """How a kind of place is drawn and its name written."""

    kind: str
    symbol: str
    size: float
    colour: str
    light: str
    at: Point
    lettering: Lettering | None
    legend: Words | None


@dataclass(frozen=True)
class Label:
    """A name that belongs to no feature of the board: a sea, a region."""

    text: Words
    start: int
    end: int
    bend: float
    lettering: Lettering


@dataclass(frozen=True)
class BoxLayout:
    """A free part of the map where the boxes of a group may be laid out."""

    at: Point
    size: Point
    gap: float
    columns: int


@dataclass(frozen=True)
class Furniture:
    """A piece of furniture: where it stands, and how large."""

    at: Point
    size: float
    plate: bool
    text: Words = field(default_factory=dict)
    second: Words = field(default_factory=dict)
    width: float = 6.0
    columns: int = 1
    north: float = 0.0


@dataclass(frozen=True)
class Style:
    """A style for one board and one theme; read it with :meth:`read`."""

    theme: str
    background: str
    sheet: str
    frame: str
    veil: str
    veil_opacity: float
    mottle: str | None
    margin: float
    strip_right: float
    strip_bottom: float
    serif: str
    sans: str
    grid_colour: str
    grid_width: float
    grid_opacity: float
    numbers: Lettering
    numbers_unplayable: bool
    ground: Mapping[str, Ground]
    hexsides: Mapping[str, Hexside]
    lines: Mapping[str, LineStyle]
    areas: Mapping[str, AreaStyle]
    places: Mapping[str, PlaceStyle]
    labels: tuple[Label, ...]
    boxes: Mapping[str, BoxLayout]
    ink: str
    title: Furniture | None
    compass: Furniture | None
    scale: Furniture | None
    legend: Furniture | None

    @classmethod
    def read(cls, table: Table, board: Board, theme: str = "light") -> Style:
        """The style in a table, checked against the board it is for."""
        return _Reader(table, board, theme).style()


class _Reader:
    """Reads a style file; whatever is wrong is said with the file, the key and the cause."""

    def __init__(self, table: Table, board: Board, theme: str) -> None:
        self.table = table
        self.board = board
        self.theme = theme
        themes = dict(table.tables("palette"))
        if theme not in themes:
            raise table.fail("'palette.{theme}' is missing: there are {known}", theme=theme,
                             known=", ".join(themes) or 'no palettes')
        names = set(themes[theme].values)
        for other, palette in themes.items():
            for name in sorted(names ^ set(palette.values)):
                lacking = other if name in names else theme
                raise table.fail("'palette.{lacking}.{name}' is missing: every theme must name the same colours",
                                 lacking=lacking, name=name)
        self.palette = themes[theme]
        fonts = table.table("fonts", {})
        self.fonts = {
            "serif": fonts.text("serif", "Georgia, 'Times New Roman', serif"),
            "sans": fonts.text("sans", "'Helvetica Neue', Arial, sans-serif"),
        }

    def style(self) -> Style:
        _only(self.table, *SECTIONS, *COUNTERS)
        sheet, grid = self.table.table("map"), self.table.table("grid")
        _only(sheet, *SHEET)
        _only(grid, "colour", "width", "opacity")
        return Style(
            theme=self.theme,
            background=self.colour(sheet, "background"),
            sheet=self.colour(sheet, "sheet"),
            frame=self.colour(sheet, "frame"),
            ink=self.colour(sheet, "ink"),
            veil=self.colour(sheet, "veil", sheet.text("sheet")),
            veil_opacity=_number(sheet, "veil_opacity", 0.45, most=1),
            mottle=self.maybe_colour(sheet, "mottle"),
            margin=_number(sheet, "margin", 0.6),
            strip_right=_number(sheet, "strip_right", 0),
            strip_bottom=_number(sheet, "strip_bottom", 0),
            serif=self.fonts["serif"],
            sans=self.fonts["sans"],
            grid_colour=self.colour(grid, "colour"),
            grid_width=_number(grid, "width", 0.012),
            grid_opacity=_number(grid, "opacity", 0.6, most=1),
            numbers=self.lettering(self.table.table("numbers"), 0.13, font="sans", extra=("unplayable",)),
            numbers_unplayable=self.table.table("numbers").truth("unplayable", False),
            ground=self.all_ground(),
            hexsides=self.matching("hexsides", {course.kind for course in self.board.courses}, self.hexside),
            lines=self.matching("lines", {line.kind for line in self.board.lines}, self.line),
            areas=self.known("areas", self.board.areas, self.area),
            places=self.matching("places", {place.kind for place in self.board.places.values()}, self.place),
            labels=tuple(self.label(label) for _, label in self.table.tables("labels")),
            boxes=self.known("boxes", {box.group for box in self.board.boxes.values()}, self.box_layout),
            title=self.furniture("title", "text", "second", "width"),
            compass=self.furniture("compass", "north"),
            scale=self.furniture("scale"),
            legend=self.furniture("legend", "text", "width", "columns"),
        )

    # The parts of the file.

    def matching(self, key: str, kinds: Iterable[str], read: Any) -> dict[str, Any]:
        """Entries for kinds on the board: each kind needs one, and none may be for a kind that is not there."""
        found = self.known(key, kinds, read)
        for kind in sorted(set(kinds) - set(found)):
            raise self.table.fail("'{key}.{kind}' is missing: the board has {key} of this kind", key=key, kind=kind)
        return found

    def known(self, key: str, names: Iterable[str], read: Any) -> dict[str, Any]:
        known = list(names)
        result = {}
        for name, entry in self.table.tables(key):
            if name not in known:
                raise entry.fail("the board has no such entry; it has {known}",
                                 known=", ".join(sorted(known)) or 'none')
            result[name] = read(name, entry)
        return result

    def all_ground(self) -> dict[str, Ground]:
        ground = self.known("terrain", self.board.terrains, self.ground)
        for key in self.board.terrains:
            if key not in ground:
                raise self.table.fail("'terrain.{key}' is missing: the board has such terrain", key=key)
        return ground

    def ground(self, key: str, table: Table) -> Ground:
        _only(
            table,
            "fill", "texture", "ink", "light", "dark", "spacing", "weight", "patchy", "edge", "edge_width", "smooth",
            "rough", "joins", "water", "legend",
        )  # fmt: skip
        texture = table.one_of("texture", TEXTURES, "none")
        joins = table.texts("joins", ())
        for name in joins:
            if name not in self.board.terrains:
                raise table.fail("'joins': the board has no terrain {name!r}", name=name)
        ink = self.colour(table, "ink", "#000000")
        return Ground(
            key=key,
            fill=self.maybe_colour(table, "fill"),
            texture=texture,
            ink=ink,
            light=self.colour(table, "light", ink),
            dark=self.colour(table, "dark", ink),
            spacing=_number(table, "spacing", 0.2, least=0.05),
            weight=_number(table, "weight", 1.0),
            patchy=_number(table, "patchy", 0.3, most=1),
            edge=self.maybe_colour(table, "edge"),
            edge_width=_number(table, "edge_width", 0.02),
            smooth=_number(table, "smooth", 0.35, most=0.9),
            rough=_number(table, "rough", 0.2, most=0.5),
            joins=tuple(joins),
            water=self.water(table.table("water")) if "water" in table.values else None,
            legend=self.legend(table, self.board.terrains[key].name),
        )

    def water(self, table: Table) -> Water:
        _only(table, "shallow", "coast", "beach", "reach", "lines", "coast_width")
        return Water(
            shallow=self.colour(table, "shallow"),
            coast=self.colour(table, "coast"),
            beach=self.colour(table, "beach"),
            reach=_number(table, "reach", 0.8),
            lines=table.whole("lines", 3, least=0),
            coast_width=_number(table, "coast_width", 0.025),
        )

    def hexside(self, kind: str, table: Table) -> Hexside:
        _only(table, "style", "colour", "casing", "tint", "width", "spacing", "smooth", "name", "legend")
        return Hexside(
            kind=kind,
            style=table.one_of("style", HEXSIDES),
            colour=self.colour(table, "colour"),
            casing=self.maybe_colour(table, "casing"),
            tint=self.maybe_colour(table, "tint"),
            width=_number(table, "width", 0.08),
            spacing=_number(table, "spacing", 0.14, least=0.02),
            smooth=_number(table, "smooth", 0.3, most=0.9),
            lettering=self.lettering(table.table("name"), 0.16) if "name" in table.values else None,
            legend=self.legend(table),
        )

    def line(self, kind: str, table: Table) -> LineStyle:
        _only(table, "style", "colour", "casing", "width", "offset", "legend")
        return LineStyle(
            kind=kind,
            style=table.one_of("style", LINES),
            colour=self.colour(table, "colour"),
            casing=self.colour(table, "casing", "#ffffff"),
            width=_number(table, "width", 0.05),
            offset=_point(table, "offset", (0, 0)),
            legend=self.legend(table),
        )

    def area(self, key: str, table: Table) -> AreaStyle:
        _only(
            table,
            "style", "colour", "opacity", "width", "inset", "mark", "spacing", "symbol", "size", "at", "toward", "away",
            "terrain", "label", "name", "legend",
        )  # fmt: skip
        style = table.one_of("style", AREAS)
        for name in ("toward", "away"):
            other = table.text(name, "")
            if other and other not in self.board.areas:
                raise table.fail("'{name}': the board has no area {other!r}", name=name, other=other)
        for terrain in table.texts("terrain", ()):
            if terrain not in self.board.terrains:
                raise table.fail("'terrain': the board has no terrain {terrain!r}", terrain=terrain)
        return AreaStyle(
            key=key,
            style=style,
            colour=self.colour(table, "colour"),
            opacity=_number(table, "opacity", {"tint": 0.15}.get(style, 1), most=1),
            width=_number(table, "width", {"marks": 0.035, "edge": 0.03}.get(style, 0.12)),
            inset=_number(table, "inset", 0.05, most=0.49 if style != "edge" else None),
            mark=table.one_of(
                "mark", EDGE_MARKS if style == "edge" else MARKS, "arrow" if style == "edge" else "teeth"
            ),
            spacing=_number(table, "spacing", 0.14, least=0.02),
            symbol=table.one_of("symbol", SYMBOLS, "dot"),
            size=_number(table, "size", 0.3),
            at=_point(table, "at", (0, 0)),
            toward=table.text("toward", "") or None,
            away=table.text("away", "") or None,
            terrain=tuple(table.texts("terrain", ())),
            label=table.words("label") if "label" in table.values else None,
            lettering=self.lettering(table.table("name", {}), 0.13, colour=table.text("colour")),
            legend=self.legend(table, self.board.areas[key].name),
        )

    def place(self, kind: str, table: Table) -> PlaceStyle:
        _only(table, "symbol", "size", "colour", "light", "at", "name", "legend")
        return PlaceStyle(
            kind=kind,
            symbol=table.one_of("symbol", SYMBOLS),
            size=_number(table, "size", 0.2),
            colour=self.colour(table, "colour", "#000000"),
            light=self.colour(table, "light", "#ffffff"),
            at=_point(table, "at", (0, 0)),
            lettering=self.lettering(table.table("name"), 0.17) if "name" in table.values else None,
            legend=self.legend(table),
        )

    def label(self, table: Table) -> Label:
        _only(table, "text", "from", "to", "bend", *_LETTERING)
        ends = []
        for key in ("from", "to"):
            number = table.text(key)
            if number not in self.board.grid.index:
                raise table.fail("'{key}': there is no hex {number!r}", key=key, number=number)
            ends.append(self.board.grid.index[number])
        lettering = self.lettering(table, 0.3, extra=("text", "from", "to", "bend"))
        return Label(table.words("text"), ends[0], ends[1], _number(table, "bend", 0, least=-1, most=1), lettering)

    def box_layout(self, group: str, table: Table) -> BoxLayout:
        _only(table, "at", "size", "gap", "columns")
        return BoxLayout(
            _point(table, "at"),
            _point(table, "size", (1.2, 1.2)),
            _number(table, "gap", 0.1),
            table.whole("columns", 99, least=1),
        )

    def furniture(self, key: str, *more: str) -> Furniture | None:
        if key not in self.table.values:
            return None
        table = self.table.table(key)
        _only(table, "at", "size", "plate", *more)
        return Furniture(
            at=_point(table, "at"),
            size=_number(table, "size", 1.0, least=0.01),
            plate=table.truth("plate", False),
            text=table.words("text") if "text" in more else {},
            second=table.words("second") if "second" in table.values else {},
            width=_number(table, "width", 6.0 if key == "legend" else 20.0, least=1),
            columns=table.whole("columns", 1, least=1),
            north=_number(table, "north", 0.0, least=-360, most=360),
        )

    # Values.

    def colour(self, table: Table, key: str, default: str | None = None) -> str:
        """A colour: a name of the palette, or ``#rrggbb``."""
        name = table.text(key, default)
        value = self.palette.text(name) if name in self.palette.values else name
        if not _COLOUR.fullmatch(value):
            if name in self.palette.values:
                raise self.palette.fail("'{name}' must be a colour such as #c0ffee, not {value!r}", name=name,
                                        value=value)
            raise table.fail("'{key}' must be a colour of the palette or such as #c0ffee, not {name!r}", key=key,
                             name=name)
        return value

    def maybe_colour(self, table: Table, key: str) -> str | None:
        return self.colour(table, key) if key in table.values else None

    def lettering(
        self, table: Table, size: float, *, font: str = "serif", colour: str = "#000000", extra: tuple[str, ...] = ()
    ) -> Lettering:
        _only(table, *_LETTERING, *extra)
        return Lettering(
            size=_number(table, "size", size, least=0.01),
            colour=self.colour(table, "colour", colour),
            halo=self.colour(table, "halo", "#ffffff") if "halo" in table.values else "",
            font=self.fonts[table.one_of("font", self.fonts, font)],
            bold=table.truth("bold"),
            italic=table.truth("italic"),
            caps=table.truth("caps"),
            spacing=_number(table, "letterspacing", 0.0),
            opacity=_number(table, "opacity", 1.0, most=1),
        )

    def legend(self, table: Table, name: Words | None = None) -> Words | None:
        """What the legend says: words, ``true`` for the name on the board, or nothing."""
        value = table.values.get("legend", False)
        if value is False:
            return None
        if value is True:
            if name is None:
                raise table.fail("'legend' must be words here, not true: kinds of this sort have no name on the board")
            return name
        return table.words("legend")


_LETTERING = ("size", "colour", "halo", "font", "bold", "italic", "caps", "letterspacing", "opacity")


def _only(table: Table, *keys: str) -> None:
    """Refuse keys that mean nothing: they are misspelt more often than not."""
    for key in table.values:
        if key not in keys:
            raise table.fail("'{key}' means nothing here; known are {known}", key=key, known=", ".join(keys))


def _number(table: Table, key: str, default: float, *, least: float = 0, most: float | None = None) -> float:
    """A number between two bounds."""
    value = table.values.get(key, default)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise table.fail("'{key}' must be a number, not {value!r}", key=key, value=value)
    if value < least or (most is not None and value > most):
        must = "'{key}' must be at least {least}, not {value!r}" if most is None else \
            "'{key}' must be between {least} and {most}, not {value!r}"
        raise table.fail(must, key=key, least=f"{least:g}", most=f"{most or 0:g}", value=value)
    return float(value)


def _point(table: Table, key: str, default: Point | None = None) -> Point:
    """Two numbers: to the right and down."""
    value = table.values.get(key, default)
    if value is None:
        raise table.fail("'{key}' is missing", key=key)
    fine = isinstance(value, (list, tuple)) and len(value) == 2
    if not fine or any(isinstance(part, bool) or not isinstance(part, (int, float)) for part in value):
        raise table.fail("'{key}' must be two numbers, right and down, not {value!r}", key=key, value=value)
    return float(value[0]), float(value[1])
