"""The map renderer: what is on the board is on the picture, where the geometry says, the same every time."""

from __future__ import annotations

import copy
import hashlib
import json
import os
import shutil
import subprocess
import sys
from itertools import pairwise
from math import dist
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from stavka.art import LAYERS, NoBrowser, Style, geometry, render, style_of, to_png
from stavka.art.curves import relax, roughen
from stavka.art.mesh import Lattice, Mesh, chains
from stavka.art.png import BROWSERS
from stavka.kit.board import Board
from stavka.kit.data import DataError, Folder, Table
from stavka.kit.words import LANGUAGES

DAGC = Path(__file__).parents[1] / "stavka" / "games" / "dagc" / "data"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def board() -> Board:
    return Board(Folder(DAGC).read("board.toml"))


@pytest.fixture(scope="module")
def style(board: Board) -> Style:
    return Style.read(Folder(DAGC).read("style.toml"), board)


@pytest.fixture(scope="module")
def pictures(board: Board, style: Style) -> dict[str, str]:
    """The whole map in both languages: to draw it takes a second."""
    return {lang: render(board, style, lang=lang) for lang in LANGUAGES}


@pytest.fixture(scope="module")
def picture(pictures: dict[str, str]) -> str:
    return pictures["en"]


def words(text: str) -> dict[str, str]:
    return {"en": text, "es": f"{text} (es)"}


def small_board(orientation: str = "flat") -> dict[str, Any]:
    """A board of 6 by 5 hexes with one of everything."""
    pointy = orientation == "pointy"
    return {
        "grid": {
            "orientation": orientation,
            "numbering": "RRCC" if pointy else "CCRR",
            "rows": [1, 5],
            "columns": [1, 6],
            "shoved": "even",
            "scale_metres": 800,
            "source": "X: trial",
        },
        "terrain": {
            "kinds": {
                "open": {"symbol": ".", "name": words("Open"), "source": "X"},
                "built": {"symbol": "b", "name": words("Built up"), "source": "X"},
                "lake": {"symbol": "o", "name": words("Lake"), "source": "X", "playable": False},
            },
            "rows": {f"{n:02}": ("..bbo." if pointy else "..bbo") for n in range(1, 6 if pointy else 7)},
        },
        "areas": {
            "sector": {"name": words("Sector"), "source": "X", "hexes": ["0101", "0102", "0201"]},
            "forts": {"name": words("Forts"), "source": "X", "hexes": ["0303"]},
        },
        "hexsides": {
            "canal": {"ring": {"name": words("Ring"), "source": "X", "between": ["0202/0203", "0103/0203"]}},
            "bridge": {"one": {"name": words("Bridge"), "source": "X", "between": ["0202/0203"]}},
        },
        "lines": {
            "road": {"a": {"name": words("Road A"), "source": "X", "path": ["0101", "0102", "0103"]}},
            "rail": {"b": {"name": words("Rail B"), "source": "X", "path": ["0301", "0302", "0303"]}},
        },
        "places": {"x": {"hex": "0302", "kind": "works", "name": words("Works & Co"), "source": "X"}},
        "boxes": {"turn.1": {"name": words("1")}, "turn.2": {"name": words("2")}, "dead": {"name": words("Dead")}},
    }


def small_style() -> dict[str, Any]:
    return {
        "palette": {"light": {"paper": "#eeeecc", "ink": "#222222"}, "dark": {"paper": "#333333", "ink": "#eeeeee"}},
        "map": {"background": "paper", "sheet": "paper", "frame": "ink", "ink": "ink", "strip_right": 4},
        "grid": {"colour": "ink"},
        "numbers": {"size": 0.14},
        "terrain": {
            "open": {},
            "built": {"fill": "#ccbbaa", "texture": "blocks", "ink": "#884433", "legend": True},
            "lake": {"fill": "#88aacc", "water": {"shallow": "#ccddee", "coast": "ink", "beach": "paper"}},
        },
        "areas": {
            "sector": {"style": "outline", "colour": "#7722aa", "label": words("the sector")},
            "forts": {"style": "symbol", "symbol": "fort", "colour": "#aa2222"},
        },
        "hexsides": {
            "canal": {"style": "canal", "colour": "#5588bb", "name": {"size": 0.2, "colour": "ink"}},
            "bridge": {"style": "bridge", "colour": "ink", "legend": words("A bridge")},
        },
        "lines": {
            "road": {"style": "main_road", "colour": "#ffee88", "casing": "ink"},
            "rail": {"style": "rail", "colour": "ink"},
        },
        "places": {"works": {"symbol": "factory", "name": {"size": 0.2, "halo": "paper"}}},
        "legend": {"at": [6, 1], "text": words("Legend")},
        "boxes": {"turn": {"at": [0, 5], "size": [1.5, 1], "gap": 0.5, "columns": 1}},
    }


def small(orientation: str = "flat", theme: str = "light") -> tuple[Board, Style]:
    board = Board(Table(small_board(orientation), "board.toml"))
    return board, Style.read(Table(small_style(), "style.toml"), board, theme)


def texts(svg: str) -> list[str]:
    """All texts written on a picture."""
    return ["".join(element.itertext()) for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def layer(svg: str, name: str) -> ElementTree.Element | None:
    return next((g for g in ElementTree.fromstring(svg).iter(f"{SVG}g") if g.get("id") == name), None)


# What is on the picture.


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_name_of_the_board_is_written(board: Board, style: Style, pictures: dict[str, str], lang: str) -> None:
    written = texts(pictures[lang])
    for place in board.places.values():
        name = place.name[lang]
        assert (name.upper() if place.kind == "city" else name) in written
    for course in board.courses:
        if course.kind == "river":
            assert course.name[lang] in written
    legends = [entry.legend for entry in style.ground.values()] + [entry.legend for entry in style.areas.values()]
    legends += [entry.legend for entry in style.hexsides.values()] + [entry.legend for entry in style.places.values()]
    for legend in legends:
        assert legend is None or legend[lang] in written


def test_a_city_of_several_hexes_has_one_name() -> None:
    written = small_board()
    for n, number in enumerate(("0303", "0601")):  # one beside the works, one apart
        written["places"][f"works_{n}"] = {"hex": number, "kind": "works", "name": words("Works & Co"), "source": "X"}
    board = Board(Table(written, "board.toml"))
    style = Style.read(Table(small_style(), "style.toml"), board, "light")
    assert texts(render(board, style)).count("Works & Co") == 2


def test_languages_differ(pictures: dict[str, str]) -> None:
    assert "WARSAW" in texts(pictures["en"])
    assert "VARSOVIA" in texts(pictures["es"])


def test_every_playable_hex_has_its_number_and_the_sea_has_none(board: Board, style: Style) -> None:
    written = set(texts(render(board, style, layers=["numbers"])))
    assert written == set(board.numbers(board.playable))
    assert "1028" not in written


def test_layers_are_chosen(board: Board, style: Style) -> None:
    for name in LAYERS:
        svg = render(board, style, layers=[name])
        assert [n for n in LAYERS if layer(svg, n) is not None] == [name]
    with pytest.raises(ValueError, match="no layer 'clouds'"):
        render(board, style, layers=["clouds"])


def test_layers_do_not_change_the_size(board: Board, style: Style, picture: str) -> None:
    whole, grid = (ElementTree.fromstring(svg) for svg in (picture, render(board, style, layers=["grid"])))
    assert whole.get("viewBox") == grid.get("viewBox")


def test_names_are_where_they_are_whether_or_not_the_ground_is_drawn(board: Board, style: Style, picture: str) -> None:
    alone = layer(render(board, style, layers=["names"]), "names")
    among = layer(picture, "names")
    assert alone is not None and among is not None

    def shown(group: ElementTree.Element) -> list[tuple[str | None, str | None, str]]:
        return [(t.get("x"), t.get("y"), "".join(t.itertext())) for t in group.iter(f"{SVG}text")]

    assert shown(alone) == shown(among)


def test_place_names_stand_in_the_lower_part_of_their_hex(board: Board, style: Style) -> None:
    group = layer(render(board, style, layers=["places"], scale=100), "places")
    assert group is not None
    at = geometry(board, style, scale=100)["hexes"]
    found = {"".join(t.itertext()): t for t in group.iter(f"{SVG}text") if t.get("x")}
    for place in board.places.values():
        name = place.name["en"].upper() if place.kind == "city" else place.name["en"]
        x, y = at[board.names[place.hex]]
        text = found[name]
        assert 20 < float(text.get("y", "")) - y < 60, name
        assert abs(float(text.get("x", "")) - x) <= 50, name


def test_the_picture_stands_alone_and_is_small(picture: str) -> None:
    root = ElementTree.fromstring(picture)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    for element in root.iter():
        href = element.get("href")
        if href is not None:
            assert href.startswith("#") and href[1:] in ids
        for value in element.attrib.values():
            if value.startswith("url("):
                assert value[5:-1] in ids
    assert picture.count("http") == 1, "only the name of the format"
    assert "<image" not in picture and "<filter" not in picture
    assert len(picture.encode()) < 1_500_000


def test_titles_are_escaped() -> None:
    board, style = small()
    svg = render(board, style)
    assert "Works &amp; Co" in svg
    assert "Works & Co" in texts(svg)


def test_themes_differ_in_colours_only(board: Board, picture: str) -> None:
    dark = render(board, Style.read(Folder(DAGC).read("style.toml"), board, "dark"))
    assert dark != picture
    assert texts(dark) == texts(picture)


# Always the same.

DIGEST = """
import hashlib, sys
from pathlib import Path
from stavka.art import Style, render
from stavka.kit.board import Board
from stavka.kit.data import Folder
folder = Folder(Path(sys.argv[1]))
board = Board(folder.read("board.toml"))
print(hashlib.sha256(render(board, Style.read(folder.read("style.toml"), board)).encode()).hexdigest())
"""


def test_the_same_data_gives_the_same_picture_in_every_process(picture: str) -> None:
    expected = hashlib.sha256(picture.encode()).hexdigest()
    seed = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"  # another one than here
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(__file__).parents[1])}
    command = [sys.executable, "-c", DIGEST, str(DAGC)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == expected


# Geometry.


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_geometry_agrees_with_the_grid(orientation: str) -> None:
    board, style = small(orientation)
    facts = geometry(board, style, scale=50)
    numbers = list(board.grid.index)
    first = numbers[0]
    gx, gy = board.grid.centre(board.grid.index[first])
    px, py = facts["hexes"][first]
    for number in numbers:
        x, y = board.grid.centre(board.grid.index[number])
        assert facts["hexes"][number] == pytest.approx([px + (x - gx) * 50, py + (y - gy) * 50], abs=0.02)
        assert 0 < facts["hexes"][number][0] < facts["width"]
        assert 0 < facts["hexes"][number][1] < facts["height"]
    assert json.loads(json.dumps(facts)) == facts


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_neighbours_share_two_corners(orientation: str) -> None:
    board, style = small(orientation)
    facts = geometry(board, style)

    def corners(number: str) -> list[tuple[float, float]]:
        x, y = facts["hexes"][number]
        return [(x + dx, y + dy) for dx, dy in facts["corners"]]

    for number, i in board.grid.index.items():
        for j in board.grid.neighbours[i]:
            shared = [c for c in corners(number) for d in corners(board.grid.names[j]) if dist(c, d) < 0.1]
            assert len(shared) == 2


def test_geometry_of_the_picture(board: Board, style: Style) -> None:
    facts = geometry(board, style, scale=80)
    svg = render(board, style, layers=["numbers"], scale=80)
    root = ElementTree.fromstring(svg)
    assert float(root.get("width", "")) == pytest.approx(facts["width"], abs=0.06)
    assert float(root.get("height", "")) == pytest.approx(facts["height"], abs=0.06)
    assert set(facts["hexes"]) == set(board.grid.index)
    numbers = layer(svg, "numbers")
    assert numbers is not None
    for text in numbers.iter(f"{SVG}text"):
        x, y = facts["hexes"]["".join(text.itertext())]
        assert float(text.get("x", "")) == pytest.approx(x, abs=0.1)
        assert -40 < float(text.get("y", "")) - y < -20, "at the top of the hex"


def test_boxes_are_laid_out_where_the_style_says() -> None:
    board, style = small()
    boxes = geometry(board, style, scale=10)["boxes"]
    assert set(boxes) == {"turn.1", "turn.2"}
    (x1, y1, w1, h1), (x2, y2, _, _) = boxes["turn.1"], boxes["turn.2"]
    assert (w1, h1) == (15, 10)
    assert (x2 - x1, y2 - y1) == (0, 15)


# Courses and outlines.


def sides_of(runs: list[list[tuple[int, int]]]) -> list[frozenset[tuple[int, int]]]:
    return [frozenset(pair) for run in runs for pair in pairwise(run)]


def test_rivers_run_through_all_their_hexsides(board: Board) -> None:
    mesh = Mesh(board.grid, 64)
    for course in board.courses:
        wanted = {frozenset(mesh.side(mesh.cell[a], mesh.cell[b])) for a, b in course.edges}
        drawn = sides_of(chains(mesh.side(mesh.cell[a], mesh.cell[b]) for a, b in course.edges))
        assert len(drawn) == len(set(drawn)) and set(drawn) == wanted, course.key


def test_a_river_without_forks_is_one_course(board: Board) -> None:
    mesh = Mesh(board.grid, 64)
    dvina = next(course for course in board.courses if course.key == "dvina")
    assert len(chains(mesh.side(mesh.cell[a], mesh.cell[b]) for a, b in dvina.edges)) == 1


def test_forks_and_rings_are_strung_whole() -> None:
    lattice = Lattice("pointy", 10)
    ring = lattice.corners((0, 0))
    sides = list(zip(ring, ring[1:] + ring[:1], strict=True))
    (closed,) = chains(sides)
    assert closed[0] == closed[-1] and len(closed) == 7
    spur = (ring[0], (ring[0][0], ring[0][1] - 2))
    runs = chains([*sides, spur])
    assert sorted(map(sorted, sides_of(runs))) == sorted(map(sorted, [*sides, spur]))
    fork = chains([((0, 0), (1, 1)), ((1, 1), (2, 0)), ((2, 0), (3, 1)), ((1, 1), (1, 3))])
    assert [len(run) for run in fork] == [4, 2]


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_outlines_close(orientation: Any) -> None:
    lattice = Lattice(orientation, 10)
    around = {lattice.neighbour((0, 0), k) for k in range(6)}
    outer_and_hole = lattice.outline(around)
    assert sorted(len(ring) for ring in outer_and_hole) == [7, 19]
    assert all(ring[0] == ring[-1] for ring in outer_and_hole)
    (ring,) = lattice.outline({(0, 0)})
    assert set(ring) == set(lattice.corners((0, 0)))
    (chain,) = lattice.outline({(0, 0)}, lambda _, beyond: beyond == lattice.neighbour((0, 0), 2))
    assert tuple(chain) == lattice.side((0, 0), lattice.neighbour((0, 0), 2))


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_three_cells_meet_at_every_corner(orientation: str) -> None:
    board, _ = small(orientation)
    mesh = Mesh(board.grid, 10)
    for cell in mesh.index:
        assert mesh.cell_at(mesh.centre(cell)) == cell
        for corner in mesh.corners(cell):
            touching = mesh.touching(corner)
            assert len(touching) == 3 and cell in touching
            assert all(corner in mesh.corners(other) for other in touching)


def test_the_ground_runs_out_of_the_map(board: Board) -> None:
    mesh = Mesh(board.grid, 10)
    around = mesh.beyond(2)
    assert set(mesh.index) < set(around)
    corner = mesh.cell[board.grid.index["1028"]]
    assert {around[mesh.neighbour(corner, k)] for k in range(6)} <= {
        board.grid.index[n] for n in ("1028", "1027", "1127", "1128") if n in board.grid.index
    }


def test_shared_borders_are_shaken_alike() -> None:
    line = [(0.0, 0.0), (10.0, 3.0), (20.0, 0.0), (33.0, 8.0)]
    there, back = roughen(line, 0.2, 7), roughen(line[::-1], 0.2, 7)[::-1]
    assert all(dist(a, b) < 1e-9 for a, b in zip(there, back, strict=True))
    assert roughen(line, 0.2, 7) != roughen(line, 0.2, 8)


def test_relaxing_flattens_the_zigzag_and_keeps_the_ends() -> None:
    zigzag = [(float(x), 1.0 if x % 2 else -1.0) for x in range(9)]
    smooth = relax(zigzag, 0.5)
    assert (smooth[0], smooth[-1]) == (zigzag[0], zigzag[-1])
    assert all(abs(y) < 1e-9 for _, y in smooth[1:-1])


# Any board.


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_other_games_are_drawn_too(orientation: str, theme: str) -> None:
    board, style = small(orientation, theme)
    svg = render(board, style, lang="es")
    assert {"Works & Co (es)", "Ring (es)", "the sector (es)", "A bridge (es)", "Built up (es)"} <= set(texts(svg))
    for colour in ("#ffee88", "#7722aa", "#aa2222", "#5588bb", "#884433"):
        assert colour in svg


def test_marks_stand_only_on_the_sides_chosen() -> None:
    data, looks = small_board(), small_style()
    looks["areas"]["forts"] = {"style": "marks", "mark": "teeth", "colour": "#aa2222", "toward": "sector"}
    board = Board(Table(data, "board.toml"))
    without = render(board, Style.read(Table(looks, "style.toml"), board), layers=["ground"])
    data["areas"]["forts"]["hexes"] = ["0202"]
    board = Board(Table(data, "board.toml"))
    facing = render(board, Style.read(Table(looks, "style.toml"), board), layers=["ground"])
    assert "#aa2222" not in without, "0303 does not touch the sector"
    assert "#aa2222" in facing


# Mistakes in a style.


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("terrain.built.texture", "bricks", "terrain.built: 'texture' must be one of none, trees"),
        ("terrain.built.fill", "brown", "terrain.built: 'fill' must be a colour of the palette"),
        ("terrain.built.colour", "ink", "terrain.built: 'colour' means nothing here"),
        ("terrain.built.spacing", "wide", "terrain.built: 'spacing' must be a number"),
        ("terrain.built.rough", 3, "terrain.built: 'rough' must be between 0 and 0.5, not 3"),
        ("terrain.built.joins", ["mud"], "terrain.built: 'joins': the board has no terrain 'mud'"),
        ("terrain.built", None, "'terrain.built' is missing"),
        ("terrain.mud", {}, "terrain.mud: the board has no such entry"),
        ("terrain.lake.water.coast", None, "terrain.lake.water: 'coast' is missing"),
        ("hexsides.canal.style", "ditch", "hexsides.canal: 'style' must be one of"),
        ("hexsides.canal", None, "'hexsides.canal' is missing"),
        ("hexsides.canal.legend", True, "hexsides.canal: 'legend' must be words here"),
        ("lines.rail.offset", [1], "lines.rail: 'offset' must be two numbers"),
        ("places.works.symbol", "cow", "places.works: 'symbol' must be one of none, dot"),
        ("areas.sector.toward", "moon", "areas.sector: 'toward': the board has no area 'moon'"),
        ("areas.moon", {"style": "tint", "colour": "ink"}, "areas.moon: the board has no such entry"),
        (
            "labels.bay",
            {"text": words("Bay"), "from": "9999", "to": "0101"},
            "labels.bay: 'from': there is no hex '9999'",
        ),
        ("palette.dark.paper", None, "'palette.dark.paper' is missing"),
        ("palette.light.paper", "cream", "palette.light: 'paper' must be a colour such as"),
        ("legend.at", None, "legend: 'at' is missing"),
        ("seasons", {}, "'seasons' means nothing here"),
    ],
)
def test_mistakes_are_named(path: str, value: Any, message: str) -> None:
    board = Board(Table(small_board(), "board.toml"))
    looks = copy.deepcopy(small_style())
    *way, last = path.split(".")
    table = looks
    for key in way:
        table = table.setdefault(key, {})
    if value is None:
        del table[last]
    else:
        table[last] = value
    with pytest.raises(DataError) as error:
        Style.read(Table(looks, "style.toml"), board)
    assert message in str(error.value)
    assert str(error.value).startswith("style.toml")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_board_without_a_style_is_drawn_plainly(tmp_path: Path, theme: str) -> None:
    (tmp_path / "board.toml").write_text((DAGC / "board.toml").read_text())
    folder = Folder(tmp_path)
    plain = Board(folder.read("board.toml"))
    style = style_of(folder, plain, theme)
    fills = [ground.fill for ground in style.ground.values()]
    assert len(set(fills)) == len(plain.terrains)  # every terrain can be told from the others
    assert "Minsk" in render(plain, style)


def test_a_style_need_only_say_what_is_not_plain(tmp_path: Path) -> None:
    (tmp_path / "board.toml").write_text((DAGC / "board.toml").read_text())
    (tmp_path / "style.toml").write_text('''
        palette.light.wood = "#123456"
        palette.dark.wood = "#654321"
        [terrain.forest]
        fill = "wood"
        [groups.red]
        fill = "#aa0000"
    ''')
    folder = Folder(tmp_path)
    style = style_of(folder, Board(folder.read("board.toml")))
    assert style.ground["forest"].fill == "#123456" and style.ground["swamp"].fill is not None


def test_an_unknown_theme_is_named() -> None:
    board = Board(Table(small_board(), "board.toml"))
    with pytest.raises(DataError, match=r"'palette.sepia' is missing: there are light, dark"):
        Style.read(Table(small_style(), "style.toml"), board, "sepia")


# Pictures.


def test_no_browser_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("shutil.which", lambda _: None)
    board, style = small()
    with pytest.raises(NoBrowser, match="apt install chromium"):
        to_png(render(board, style), tmp_path / "map.png", 300)


@pytest.mark.skipif(not any(map(shutil.which, BROWSERS)), reason="needs Chromium")
def test_png_has_the_width_asked_for(tmp_path: Path) -> None:
    board, style = small()
    facts = geometry(board, style)
    to_png(render(board, style), tmp_path / "map.png", 300)
    data = (tmp_path / "map.png").read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(data[16:20], "big") == 300
    assert int.from_bytes(data[20:24], "big") == round(300 * facts["height"] / facts["width"])
