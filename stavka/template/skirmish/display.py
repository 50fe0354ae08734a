"""What the tables show of this game: the faces of its counters, and its charts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.kit import display
from stavka.kit.display import Chart, Face, both, results_chart, said

from .components import Unit

if TYPE_CHECKING:
    from . import Skirmish


def faces(_: Skirmish, counter: Unit) -> list[Face]:
    """1.2 Strength and movement; the back of a counter is its weaker side."""
    return [{"left": counter.label, "bottom": f"{strength}-{counter.movement}"} for strength in counter.strength]


def symbols(_: Skirmish) -> dict[str, str]:
    """The NATO symbols of the kinds of unit."""
    return display.symbols({"infantry": "121100", "tank": "120500"})


def objectives(game: Skirmish) -> dict[str, int]:
    """5.2 The hexes that count."""
    return dict.fromkeys(game.board.numbers(game.field.towns), 1)


def charts(game: Skirmish) -> list[Chart]:
    """The charts beside the map."""
    return [results_chart("combat_results", game.charts.table("combat_results"), game.field.crt), _terrain(game)]


def _terrain(game: Skirmish) -> Chart:
    """3.3, 4.3 What terrain costs, and how it helps the defender."""
    rows = [[game.board.terrains[key].name, both(table.whole("move")), both(table.whole("shift"))]
            for key, table in game.charts.tables("terrain")]
    rows += [[said(game.words, f"hexside.{key}"), both(f"+{table.whole('move')}"), both(table.whole("shift"))]
             for key, table in game.charts.tables("hexsides")]
    rows += [[said(game.words, f"place.{key}"), both("–"), both(table.whole("shift"))]
             for key, table in game.charts.tables("places")]
    return {
        "key": "terrain",
        "title": said(game.words, "chart.terrain"),
        "source": "R:3.3, 4.3",
        "columns": [said(game.words, f"chart.{heading}") for heading in ("terrain", "movement", "shift")],
        "rows": rows,
    }
