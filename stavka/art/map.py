"""Drawing the map of any game: :func:`render` gives the picture, :func:`geometry` says where everything lies in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ..kit.board import Area, Board, Course, Place
from ..kit.hexset import HexSet, has, members
from . import features, furniture, glyphs, labels
from .curves import walk
from .features import SOURCE, End
from .labels import Box, Taken
from .mesh import Cell, Corner, Mesh, chains
from .noise import unit
from .style import AreaStyle, Lettering, Style
from .svg import Drawing, Pen, Point, num

LAYERS = ("ground", "grid", "numbers", "names", "places", "furniture")
"""The layers of a map, from the lowest up."""

SCALE = 64.0
"""The width of a hex in pixels, unless the caller wants another."""

_RUN_OUT = 4
"""How many cells the ground goes on outside the map; only the first shows, the others keep shores from ending there."""

_FLOWING = ("river", "canal")
_OVER = ("border", "wall", "cliff")
_ACROSS = ("bridge", "ferry")


def render(
    board: Board, style: Style, *, layers: Iterable[str] = LAYERS, lang: str = "en", scale: float = SCALE
) -> str:
    """The map as SVG. ``scale`` is the width of a hex in pixels; ``layers`` are some of :data:`LAYERS`.

    The size does not depend on the layers, so that layers drawn apart lie exactly over each other.
    """
    wanted = list(layers)
    for layer in wanted:
        if layer not in LAYERS:
            raise ValueError(f"there is no layer {layer!r}; there are {', '.join(LAYERS)}")
    painter = _Painter(board, style, lang, scale)
    for layer in LAYERS:
        if layer in wanted:
            with painter.drawing.group(id=layer):
                getattr(painter, layer)()
    width, height = _sheet(style, painter.mesh)
    title = style.title.text.get(lang, "") if style.title else ""
    return painter.drawing.result(width, height, title)


def geometry(board: Board, style: Style, *, scale: float = SCALE) -> dict[str, Any]:
    """Where everything lies in the picture that :func:`render` makes at the same scale, in pixels; JSON-able.

    * ``width``, ``height``: the picture. ``frame``: the map in it (left, top, width, height).
    * ``size``: the width of a hex, flat side to flat side. ``corners``: its corners as seen from the centre, clockwise.
    * ``hexes``: the centre of every hex by its number.
    * ``boxes``: places for boxes on free parts of the map, where the style has some: left, top, width, height.
    * ``letters``: how high the letters of a place's name are, by its hex; what is not written is not there.
    """
    mesh = _mesh(board, style, scale)
    width, height = _sheet(style, mesh)
    hexes = {}
    for number, i in board.grid.index.items():
        x, y = mesh.centre(mesh.cell[i])
        hexes[number] = [round(x, 2), round(y, 2)]
    return {
        "width": round(width, 2),
        "height": round(height, 2),
        "frame": [round(value, 2) for value in mesh.frame],
        "size": scale,
        "orientation": board.grid.orientation,
        "corners": [[round(x, 2), round(y, 2)] for x, y in mesh.offsets],
        "hexes": hexes,
        "boxes": _boxes(board, style, mesh),
        "letters": {board.names[place.hex]: round(lettering.size * scale, 2)
                    for place, lettering in _lettered(board, style)},
    }


def _lettered(board: Board, style: Style) -> list[tuple[Place, Lettering]]:
    """The places whose name is written, in the largest letters first; a city of several hexes has its name once."""
    written: dict[tuple[str, str], HexSet] = {}
    result = []
    for place in board.places.values():
        lettering = style.places[place.kind].lettering
        city = place.kind, place.name["en"]
        if lettering is not None and not board.grid.around(written.get(city, 0)) >> place.hex & 1:
            result.append((place, lettering))
        written[city] = written.get(city, 0) | 1 << place.hex
    return sorted(result, key=lambda entry: -entry[1].size)


def _mesh(board: Board, style: Style, scale: float) -> Mesh:
    return Mesh(board.grid, scale, left=style.margin, top=style.margin)


def _sheet(style: Style, mesh: Mesh) -> tuple[float, float]:
    """The size of the whole picture."""
    left, top, wide, high = mesh.frame
    return left * 2 + wide + style.strip_right * mesh.size, top * 2 + high + style.strip_bottom * mesh.size


def _boxes(board: Board, style: Style, mesh: Mesh) -> dict[str, list[float]]:
    result: dict[str, list[float]] = {}
    placed: dict[str, int] = {}
    for key, box in board.boxes.items():
        layout = style.boxes.get(box.group)
        if layout is None:
            continue
        n = placed.get(box.group, 0)
        placed[box.group] = n + 1
        row, column = divmod(n, layout.columns)
        x = mesh.frame[0] + (layout.at[0] + column * (layout.size[0] + layout.gap)) * mesh.size
        y = mesh.frame[1] + (layout.at[1] + row * (layout.size[1] + layout.gap)) * mesh.size
        result[key] = [round(v, 2) for v in (x, y, layout.size[0] * mesh.size, layout.size[1] * mesh.size)]
    return result


class _Painter:
    """Draws the layers of one map."""

    def __init__(self, board: Board, style: Style, lang: str, scale: float) -> None:
        self.board = board
        self.style = style
        self.lang = lang
        self.mesh = _mesh(board, style, scale)
        self.size = scale
        self.drawing = Drawing()
        self.around = self.mesh.beyond(_RUN_OUT)
        """All cells drawn, those outside the map included, each with the hex whose terrain it shows."""
        self.rivers: list[tuple[Course, list[Point]]] = []
        """The courses that bear a name, where they were drawn."""

    # Ground.

    def ground(self) -> None:
        style, drawing, mesh = self.style, self.drawing, self.mesh
        left, top, wide, high = mesh.frame
        width, height = _sheet(style, mesh)
        drawing.rect(0, 0, width, height, fill=style.sheet)
        frame = f"M{num(left)} {num(top)}h{num(wide)}v{num(high)}h{num(-wide)}z"
        clip = drawing.define("clipPath", f'<path d="{frame}"/>')
        with drawing.group(clip_path=f"url(#{clip})"):
            drawing.path(frame, fill=style.background)
            self._mottle()
            self._terrain(water=False)
            self._areas("tint")
            self._beaches()
            self._hexsides(*_FLOWING)
            self._channels(banks=True)
            self._terrain(water=True)
            self._channels(banks=False)
            self._hexsides(*_OVER)
            self._lines()
            self._hexsides(*_ACROSS)
            self._areas("hatch", "outline", "marks", "symbol")
            self._places()
            outside = Pen()
            for ring in mesh.outline(set(mesh.index)):
                outside.lines([mesh.point(corner) for corner in ring[:-1]], close=True)
            drawing.path(frame + outside.text(), fill=style.veil, fill_opacity=style.veil_opacity, fill_rule="evenodd")
        self._frame()
        self._areas("edge")

    def _mottle(self) -> None:
        """Large soft stains, as in old paper, so that open ground is not a dead flat tone."""
        if self.style.mottle is None:
            return
        stops = "".join(
            f'<stop offset="{offset}" stop-color="{self.style.mottle}" stop-opacity="{opacity}"/>'
            for offset, opacity in (("0", ".75"), (".5", ".35"), ("1", "0"))
        )
        gradient = self.drawing.define("radialGradient", stops)
        stain = self.drawing.define("circle", r="1", fill=f"url(#{gradient})")
        left, top, wide, high = self.mesh.frame
        step = 2.4 * self.size
        for row in range(int(high / step) + 2):
            for column in range(int(wide / step) + 2):
                if unit(row, column, 3) < 0.25:
                    continue
                x = left + (column + unit(row, column, 1) - 0.5) * step
                y = top + (row + unit(row, column, 2) - 0.5) * step
                radius = step * (0.4 + 0.6 * unit(row, column, 4))
                self.drawing.use(
                    stain, transform=f"translate({num(x)} {num(y)})scale({num(radius)} {num(radius * 0.7)})"
                )

    def _terrain(self, *, water: bool) -> None:
        terrain = self.board.terrain
        for key, entry in self.style.ground.items():
            if (entry.water is not None) == water:
                cells = {cell for cell, i in self.around.items() if terrain[i] == key}
                joined = {cell for cell, i in self.around.items() if terrain[i] in entry.joins}
                features.ground(self.drawing, self.mesh, cells, entry, joined)

    def _beaches(self) -> None:
        for key, entry in self.style.ground.items():
            cells = {cell for cell, i in self.around.items() if self.board.terrain[i] == key}
            features.beach(self.drawing, self.mesh, cells, entry)

    def _channels(self, *, banks: bool) -> None:
        for kind, entry in self.style.hexsides.items():
            courses = [course for course in self.board.courses if course.kind == kind]
            runs = [chain for course in courses for chain in self.strung(course)]
            if entry.style == "channel" or (entry.style == "ferry" and entry.tint is not None):
                features.channel(self.drawing, self.mesh, runs, entry, self._ends(runs), banks=banks)

    def _hexsides(self, *styles: str) -> None:
        for kind, entry in self.style.hexsides.items():
            if entry.style not in styles:
                continue
            courses = [course for course in self.board.courses if course.kind == kind]
            if entry.style in _ACROSS:
                sides = [(self.mesh.cell[a], self.mesh.cell[b]) for course in courses for a, b in course.edges]
                features.across(self.drawing, self.mesh, sides, entry)
                continue
            strung = [(course, chain) for course in courses for chain in self.strung(course)]
            strung.sort(key=lambda pair: -len(pair[1]))
            runs = [chain for _, chain in strung]
            draw = features.river if entry.style == "river" else features.hexside
            lines = draw(self.drawing, self.mesh, runs, entry, self._ends(runs))
            if entry.lettering is not None:
                self.rivers += [(course, line) for (course, _), line in zip(strung, lines, strict=True)]

    def strung(self, course: Course) -> list[list[Corner]]:
        """The hexsides of a course strung together, longest run first."""
        cell = self.mesh.cell
        return chains(self.mesh.side(cell[a], cell[b]) for a, b in course.edges)

    def _ends(self, runs: Sequence[Sequence[Corner]]) -> Callable[[Corner], End]:
        """How each course ends, judged from what lies round its last corner."""
        passed: dict[Corner, int] = {}
        for run in runs:
            for corner in run:
                passed[corner] = passed.get(corner, 0) + 1
        ground, terrain = self.style.ground, self.board.terrain

        def end(corner: Corner) -> End:
            x, y = self.mesh.point(corner)
            cells = self.mesh.touching(corner)
            for cell in cells:
                if cell in self.mesh.index and ground[terrain[self.mesh.index[cell]]].water is not None:
                    cx, cy = self.mesh.centre(cell)
                    return End("water", (x + (cx - x) * 0.5, y + (cy - y) * 0.5))
            if passed[corner] > 1:
                return End("join")
            outside = [cell for cell in cells if cell not in self.mesh.index]
            if outside:
                cx = sum(self.mesh.centre(cell)[0] for cell in outside) / len(outside)
                cy = sum(self.mesh.centre(cell)[1] for cell in outside) / len(outside)
                return End("edge", (x + (cx - x) * 1.2, y + (cy - y) * 1.2))
            return SOURCE

        return end

    def _lines(self) -> None:
        """Ways share their places in the hexes, so that roads of different kinds meet."""
        paths: list[list[Cell]] = [[self.mesh.cell[i] for i in line.path] for line in self.board.lines]
        towns = {self.mesh.cell[place.hex] for place in self.board.places.values()}
        at = features.settle(
            sorted(paths, key=lambda path: -len(path)),
            self.mesh.centre,
            0.3,
            {cell: self.mesh.centre(cell) for cell in towns},
        )
        degree: dict[Cell, int] = {}
        for path in paths:
            for cell in path:
                degree[cell] = degree.get(cell, 0) + 1
        for kind, entry in self.style.lines.items():
            if entry.style == "none":
                continue
            drawn = []
            for line, path in zip(self.board.lines, paths, strict=True):
                if line.kind == kind and len(path) > 1:
                    points = [at[cell] for cell in path]
                    before, after = (self._off_map(c) if degree[c] == 1 else None for c in (path[0], path[-1]))
                    drawn.append(([before] if before else []) + points + ([after] if after else []))
            features.way(self.drawing, self.size, drawn, entry)

    def _off_map(self, cell: Cell) -> Point | None:
        """A point outside the map beside a hex of its edge."""
        outward = self._outward(cell)
        if outward is None:
            return None
        x, y = self.mesh.centre(cell)
        return x + outward[0] * self.size, y + outward[1] * self.size

    def _outward(self, cell: Cell) -> Point | None:
        """The way out of the map from a hex of its edge."""
        x = y = 0.0
        for k in range(6):
            if self.mesh.neighbour(cell, k) not in self.mesh.index:
                dx, dy = self.mesh.outward(k)
                x, y = x + dx, y + dy
        if abs(x) < 0.1 and abs(y) < 0.1:
            return None
        return (1.0 if x > 0 else -1.0, 0.0) if abs(x) > abs(y) else (0.0, 1.0 if y > 0 else -1.0)

    def _areas(self, *styles: str) -> None:
        for key, entry in self.style.areas.items():
            if entry.style not in styles:
                continue
            area = self.board.areas[key]
            if entry.style == "edge":
                self._edge(area, entry)
                continue
            keep = self._chosen_sides(entry)
            for hexes in parts(area):
                features.area(self.drawing, self.mesh, self.mesh.cells(members(hexes)), entry, keep)

    def _chosen_sides(self, entry: AreaStyle) -> Callable[[Cell, Cell], bool] | None:
        """Which sides of an area are marked: those toward another area, away from one, or on some terrain."""
        if entry.style != "marks" or not (entry.toward or entry.away or entry.terrain):
            return None
        board, index = self.board, self.mesh.index
        toward = board.area(entry.toward) if entry.toward else 0
        away = board.area(entry.away) if entry.away else 0
        playable = board.playable

        def keep(_: Cell, beyond: Cell) -> bool:
            i = index.get(beyond)
            if i is None:
                return False
            if entry.terrain and board.terrain[i] not in entry.terrain:
                return False
            if entry.toward and not has(toward, i):
                return False
            return not entry.away or (has(playable, i) and not has(away, i))

        return keep

    def _edge(self, area: Area, entry: AreaStyle) -> None:
        """Signs in the margin beside the hexes of an area that lie on the edge of the map."""
        left, top, wide, high = self.mesh.frame
        size = self.size
        away = (entry.inset + entry.size / 2) * size
        marks = []
        for i in members(area.hexes):
            cell = self.mesh.cell[i]
            outward = self._outward(cell)
            if outward is None:
                continue
            x, y = self.mesh.centre(cell)
            if outward[0]:
                x = left + wide + away if outward[0] > 0 else left - away
            else:
                y = top + high + away if outward[1] > 0 else top - away
            marks.append(glyphs.edge_mark(entry.mark, (x, y), (-outward[0], -outward[1]), entry.size * size))
        self.drawing.path("".join(marks), fill=entry.colour, fill_opacity=entry.opacity)

    def _places(self) -> None:
        for place in self.board.places.values():
            entry = self.style.places[place.kind]
            x, y = self.mesh.centre(self.mesh.cell[place.hex])
            x, y = x + entry.at[0] * self.size, y + entry.at[1] * self.size
            glyphs.symbol(
                self.drawing, entry.symbol, x, y, entry.size * self.size, entry.colour, entry.light, place.key
            )

    def _frame(self) -> None:
        left, top, wide, high = self.mesh.frame
        size = self.size
        with self.drawing.group(fill="none", stroke=self.style.frame):
            for gap, width in ((0.0, 0.03), (0.07, 0.07)):
                edge = gap * size
                stroke = num(width * size)
                self.drawing.rect(left - edge, top - edge, wide + 2 * edge, high + 2 * edge, stroke_width=stroke)

    # Grid and numbers.

    def grid(self) -> None:
        """The outlines of the hexes: every side once, in strokes as long as they happen to be."""
        mesh = self.mesh
        pen = Pen()
        drawn: set[frozenset[Corner]] = set()
        for cell in sorted(mesh.index):
            corners = mesh.corners(cell)
            stroke: list[Corner] = []
            for k in range(6):
                side = frozenset((corners[k], corners[(k + 1) % 6]))
                if side in drawn:
                    if stroke:
                        pen.lines([mesh.point(corner) for corner in stroke])
                    stroke = []
                    continue
                drawn.add(side)
                stroke = [*(stroke or [corners[k]]), corners[(k + 1) % 6]]
            if stroke:
                pen.lines([mesh.point(corner) for corner in stroke])
        self.drawing.path(
            pen.text(),
            fill="none",
            stroke=self.style.grid_colour,
            stroke_opacity=self.style.grid_opacity,
            stroke_width=num(max(self.style.grid_width * self.size, 0.4)),
            stroke_linecap="round",
        )

    def _numbered(self) -> list[tuple[str, Point]]:
        """The hexes that show their number, with the place of its foot."""
        lift = 0.36 if self.board.grid.orientation == "pointy" else 0.365
        shown = self.board.grid.full if self.style.numbers_unplayable else self.board.playable
        result = []
        for i in members(shown):
            x, y = self.mesh.centre(self.mesh.cell[i])
            result.append((self.board.grid.names[i], (x, y - lift * self.size)))
        return result

    def numbers(self) -> None:
        looks = labels.looks(self.style.numbers, self.style.numbers.size * self.size)
        with self.drawing.group(text_anchor="middle", **looks):
            for number, (x, y) in self._numbered():
                self.drawing.text(x, y, number)

    # Names.

    def names(self) -> None:
        """The names of seas, areas and rivers, clear of those of places."""
        for label in self.style.labels:
            start, end = (self.mesh.centre(self.mesh.cell[i]) for i in (label.start, label.end))
            labels.spread(self.drawing, label.text[self.lang], start, end, label.bend, label.lettering, self.size)
        taken = self._taken()
        self._place_names(Drawing(), taken)
        self._area_names(taken)
        longest: dict[tuple[str, str], list[Point]] = {}
        for course, line in self.rivers:
            longest.setdefault((course.kind, course.key), line)
        for course, line in self.rivers:
            lettering = self.style.hexsides[course.kind].lettering
            if lettering is not None and longest[course.kind, course.key] is line:
                labels.along(self.drawing, taken, course.name[self.lang], line, lettering, self.size)

    def places(self) -> None:
        """The names of places: a layer of its own, for a screen writes them over the counters."""
        self._place_names(self.drawing, self._taken())

    def _place_names(self, drawing: Drawing, taken: Taken) -> None:
        low = 0.395 if self.board.grid.orientation == "pointy" else 0.44
        for place, lettering in _lettered(self.board, self.style):
            centre = self.mesh.centre(self.mesh.cell[place.hex])
            labels.place_name(drawing, taken, place.name[self.lang], centre, lettering, self.size, low)

    def _courses_only(self) -> None:
        """Find the courses of rivers when the ground itself is not drawn."""
        drawing, self.drawing = self.drawing, Drawing()
        self._hexsides(*_FLOWING, *_OVER)
        self.drawing = drawing

    def _taken(self) -> Taken:
        """What names must keep clear of: hex numbers, the signs of places and rivers."""
        if not self.rivers:
            self._courses_only()
        size = self.size
        taken = Taken(size, self.mesh.frame)
        lettering = self.style.numbers
        high = lettering.size * size
        for number, (x, y) in self._numbered():
            half = labels.width(number, lettering, high) / 2
            taken.add(Box(x - half, y - high * 0.8, x + half, y + high * 0.1, 3))
        for place in self.board.places.values():
            entry = self.style.places[place.kind]
            x, y = self.mesh.centre(self.mesh.cell[place.hex])
            x, y = x + entry.at[0] * size, y + entry.at[1] * size
            half = entry.size * size / 2
            taken.add(Box(x - half, y - half, x + half, y + half, 2))
        thin = 0.05 * size
        for _, line in self.rivers:
            for (x, y), _direction in walk(line, 2 * thin):
                taken.add(Box(x - thin, y - thin, x + thin, y + thin, 1.5))
        return taken

    def _area_names(self, taken: Taken) -> None:
        """A label in every part of an area, in the hex where it covers least."""
        for key, entry in self.style.areas.items():
            if entry.label is None:
                continue
            letters = entry.lettering.size * self.size
            text = labels.spelled(entry.label[self.lang], entry.lettering)
            half = labels.width(text, entry.lettering, letters) / 2
            for hexes in parts(self.board.areas[key]):
                choices: list[tuple[float, int, float, float, Box]] = []
                for i in members(hexes):
                    x, y = self.mesh.centre(self.mesh.cell[i])
                    for dx, dy in ((0.0, 0.3), (0.5, 0.3), (-0.5, 0.3), (0.0, 0.1), (0.25, 0.4), (-0.25, 0.4)):
                        foot, middle = y + dy * self.size, x + dx * self.size
                        box = Box(middle - half, foot - letters * 0.8, middle + half, foot + letters * 0.15, 3)
                        choices.append(
                            (taken.cost(box) + 3 * self._outside(box, hexes), len(choices), middle, foot, box)
                        )
                if choices:
                    _, _, middle, foot, box = min(choices, key=lambda choice: choice[:2])
                    taken.add(box)
                    looks = labels.looks(entry.lettering, letters)
                    self.drawing.text(middle, foot, text, text_anchor="middle", **looks)

    def _outside(self, box: Box, hexes: HexSet) -> float:
        """How much of a label of an area, and of the space round it, would stand outside the area: 0 to 1."""
        cells = self.mesh.cells(members(hexes))
        gap = 0.16 * self.size
        steps = 8
        out = 0
        for n in range(steps + 1):
            x = box.left - gap + (box.right - box.left + 2 * gap) * n / steps
            out += sum(self.mesh.cell_at((x, y)) not in cells for y in (box.top - gap, box.bottom + gap))
        return out / (2 * steps + 2)

    # Furniture.

    def furniture(self) -> None:
        furniture.draw(self.drawing, self.board, self.style, self.mesh, self.lang)


def parts(area: Area) -> list[HexSet]:
    """The parts of an area that are drawn apart."""
    return list(area.parts.values()) or [area.hexes]


__all__ = ["LAYERS", "SCALE", "geometry", "parts", "render"]
