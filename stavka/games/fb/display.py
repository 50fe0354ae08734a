"""What the table shows of this game that only the game can say: the faces of counters, and the charts.

Nothing here decides anything. The charts are made from the same tables the rules read, so they cannot disagree.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from stavka.kit import display
from stavka.kit.data import Table, Words
from stavka.kit.display import Chart, Face, both, flag, group, is_ours, note, said, words
from stavka.kit.hexset import members

from .components import SIDES, Unit

if TYPE_CHECKING:
    from . import FestungBreslau

BACKS = {"disorganised": "D", "bombarded": "B", "damaged": "X"}
"""What the back of a counter shows (8.2.6, 8.2.10, 10.2.3)."""


@cache
def printed(game: FestungBreslau) -> Table:
    """The counters as data, read once."""
    return game.folder.read("counters.toml")


def faces(game: FestungBreslau, counter: Unit) -> list[Face]:
    """2.2 Identity, blue and green modifier, star, entry, and the mark for no tactical movement."""
    face = {"left": counter.label}
    if counter.attack_modifier:
        face["bottom_left"] = f"{counter.attack_modifier:+d}"
    if counter.defence_modifier:
        face["bottom_right"] = f"{counter.defence_modifier:+d}"
    if counter.star:
        face["top_left"] = "★"
    if counter.movement == 0:
        face["bottom"] = "—"
    if counter.entry is not None:
        face["top_right"] = f"{counter.entry.turn}{counter.entry.event}"
    back = printed(game).table("units").table(counter.id).text("back", "none")
    return [face] if back not in BACKS else [face, {"left": counter.label, "bottom": BACKS[back]}]


def groups(game: FestungBreslau) -> dict[str, dict[str, Any]]:
    """2.2 Red Soviets, white Poles, orange artillery, grey Germans."""
    colours = {
        "red": ("#b23a2e", "#fff8ec", "#ffd76a"),
        "orange": ("#d98a2b", "#23160a", "#5a2a0a"),
        "white": ("#f1ede4", "#1d1a14", "#b3261e"),
        "grey": ("#8b949c", "#101418", "#f4f6f8"),
    }
    names = printed(game).table("groups")
    return {
        key: group(fill, ink, accent, names.table(key).words("name"))
        for key, (fill, ink, accent) in colours.items()
    }


def flags(_game: FestungBreslau) -> dict[str, dict[str, str]]:
    """What can lie on a counter; colours that people who see no red or green can tell apart."""
    return {
        "disorganised": {"shape": "none"},  # the back of the counter says so
        "fanatic": {"short": "F", "shape": "star", "colour": "#e69f00"},
        "bombarded": {"shape": "none"},
        "moved": {"short": "M", "shape": "dot", "colour": "#56b4e9"},
        "assaulted": {"short": "A", "shape": "square", "colour": "#cc79a7"},
    }


def markers(game: FestungBreslau) -> dict[str, dict[str, Any]]:
    """Markers that lie in a hex."""
    signs = {
        "chemical": ("☣", "triangle", "#cc79a7"),
        "airstrip": ("✈", "square", "#0072b2"),
        "victory": ("★", "diamond", "#d55e00"),
    }
    return {
        key: flag(short, shape, colour, said(game.words, f"marker.{key}"))
        for key, (short, shape, colour) in signs.items()
    }


def symbols(_game: FestungBreslau) -> dict[str, str]:
    """2.2 The NATO symbols of the kinds of unit, as 20-digit identification codes; the train has none."""
    infantry, armour, engineers, artillery, mortar, anti_tank = (
        "121100", "120500", "140700", "130300", "130800", "120400")
    kinds = {
        **dict.fromkeys(("infantry", "motorised", "parachute", "volkssturm", "covering"), infantry),
        **dict.fromkeys(("stug", "t34", "is2", "isu152", "su122", "su85", "su76"), armour),
        **dict.fromkeys(("zis3", "m30", "d1", "b4", "bm13", "katyusha"), artillery),
        **dict.fromkeys(("br5", "m160", "m120"), mortar),
        **dict.fromkeys(("zis2", "tank_destroyers"), anti_tank),
        "engineers": engineers,
    }
    return display.symbols(kinds)


def objectives(game: FestungBreslau) -> dict[str, int]:
    """11.1 The victory hexes."""
    fortress = game.fortress
    return dict.fromkeys(game.board.numbers(fortress.victory_hexes), fortress.points_per_hex)


# -- Charts --------------------------------------------------------------------------------------------------------


def guns(game: FestungBreslau) -> list[str]:
    """8.2.1 The artillery."""
    return [game.counters.ids[unit] for unit in members(game.fortress.artillery)]


def charts(game: FestungBreslau) -> list[Chart]:
    """The charts beside the map."""
    return [_terrain(game), _modifiers(game), _bombardment(game), _turns(game), _supply(game), _victory(game)]


def _terrain(game: FestungBreslau) -> Chart:
    """7.3.2, 9.4, 9.5 The terrain effects chart."""
    chart = game.charts.table("terrain")
    rows, ours = [], []
    for row, (key, table) in enumerate(chart.tables()):
        move, stack, hit = table.table("move"), table.table("stack"), table.table("hit")
        cells = [move.whole("soviet"), move.whole("german"), stack.whole("soviet"), stack.whole("german"),
                 f"{table.whole('assault'):+d}", hit.whole("soviet"), hit.whole("german")]
        rows.append([game.board.terrains[key].name, *(both(cell) for cell in cells)])
        marks = ("move", "move", "stack", "stack", "assault", "hit_soviet", "hit_german")
        ours += [(row, column) for column, mark in enumerate(marks, 1) if is_ours(table, mark)]
    railway = game.charts.table("railway")
    rows.append([words("Railway (also)", "Ferrocarril (además)"), both("+0"), both("+0"), both("–"), both("–"),
                 both(f"{railway.whole('assault'):+d}"), both("–"), both("–")])
    return {
        "key": "terrain",
        "title": words("Terrain effects", "Efectos del terreno"),
        "source": "R:3.0, 7.3.2, 9.4, 9.5",
        "columns": [
            words("Terrain", "Terreno"),
            words("Move, Red Army", "Mover, Ejército Rojo"), words("Move, Germans", "Mover, alemanes"),
            words("Stack, Red Army", "Apilar, Ejército Rojo"), words("Stack, Germans", "Apilar, alemanes"),
            words("Assault", "Asalto"),
            words("To hit the Red Army", "Para dar al Ejército Rojo"), words("To hit Germans", "Para dar a alemanes"),
        ],
        "rows": rows,
        "notes": [
            words("A canal hexside is crossed only at a bridge.", "Un lado de canal solo se cruza por un puente."),
            words("Terrain does not count in defensive fire (9.10).",
                   "El terreno no cuenta en el fuego defensivo (9.10)."),
        ],
        "reconstructed": ours,
    }


def _modifiers(game: FestungBreslau) -> Chart:
    """9.5 What is added to the die."""
    markers = printed(game).table("markers")
    fanatic, goliath = markers.table("mk-fanatic"), markers.table("mk-goliath")
    values = {
        "artillery": f"+1 … +{game.charts.table('modifiers').table('artillery').whole('most')}",
        "fanatic_attacker": f"{fanatic.whole('attack_modifier'):+d}",
        "fanatic_target": f"{fanatic.whole('defence_modifier'):+d}",
        "goliath": f"{goliath.whole('attack_modifier'):+d}",
    }
    rows = []
    for key, table in game.charts.tables("modifiers"):
        value = values.get(key) or (f"{table.whole('value'):+d}" if "value" in table.values else "#")
        fire = "defensive_fire" in table.texts("in")
        rows.append([table.words("name"), both(value), words("yes", "sí") if fire else words("no", "no"),
                     both(table.source().note)])
    return {
        "key": "modifiers",
        "title": words("Modifiers of assaults and defensive fire", "Modificadores de asaltos y fuego defensivo"),
        "source": "R:9.5, 9.10",
        "columns": [words("Reason", "Motivo"), words("Die", "Dado"), words("Defensive fire", "Fuego defensivo"),
                    words("Rule", "Regla")],
        "rows": rows,
    }


def _bombardment(game: FestungBreslau) -> Chart:
    """8.2.6 The table of bombardment and air strikes."""
    chart = game.charts.table("bombardment")
    table = chart.table("rows")
    known = {(cell["strength"], cell["die"]) for cell in chart.values["known"]}
    strengths = sorted(int(key) for key in table.values)
    return {
        "key": "bombardment",
        "title": chart.words("name"),
        "source": "R:8.2.6",
        "columns": [words("Strength", "Fuerza"), *(both(die) for die in range(1, 7))],
        "rows": [[both(strength), *(both(cell) for cell in table.texts(str(strength)))] for strength in strengths],
        "notes": [note(f"{key}: ", result.words("name"), result.source())
                  for key, result in chart.tables("results")],
        "reconstructed": [(row, die) for row, strength in enumerate(strengths) for die in range(1, 7)
                          if (strength, die) not in known],
    }


def _turns(game: FestungBreslau) -> Chart:
    """4.1, 5.1, 8.2.3 The turn record track."""
    turns = game.charts.table("turns")
    dates = game.fortress.dates
    columns = ("dates", "air", "german_events", "soviet_events")
    return {
        "key": "turns",
        "title": words("Turn record track", "Registro de turnos"),
        "source": "R:4.1, 5.1, 8.2.3",
        "columns": [words("Turn", "Turno"), words("Dates", "Fechas"), words("Air points", "Puntos aéreos"),
                    words("German events", "Eventos alemanes"), words("Soviet events", "Eventos soviéticos")],
        "rows": [
            [both(turn), date, both(air), both(german), both(soviet)]
            for turn, (date, air, german, soviet) in enumerate(
                zip(dates, *(turns.values[key] for key in columns[1:]), strict=True), 1)
        ],
        "notes": [
            {language: f"{letter}: {event.name[language]}. {_event_text(game, letter)[language]}"
             for language in ("en", "es")}
            for letter, event in game.fortress.events.items()
        ],
        "reconstructed": [(row, column) for row in range(len(dates)) for column, key in enumerate(columns, 1)
                          if is_ours(turns, key)],
        "current": "turn",
    }


def _event_text(game: FestungBreslau, letter: str) -> Words:
    side = SIDES[game.fortress.events[letter].side]
    return game.charts.table("events").table(side).table(letter).words("text")


def _supply(game: FestungBreslau) -> Chart:
    """6.2 - 6.6 What fortress supply is spent on, and what the roll brings."""
    costs, gain = game.charts.table("supply").table("costs"), game.charts.table("supply").table("gain")
    names = {
        "artillery": words("Artillery fire, each +1 (8.3)", "Fuego de artillería, cada +1 (8.3)"),
        "northern_front": words("Northern front, +2 on a die (10.1.3)", "Frente norte, +2 a un dado (10.1.3)"),
        "train": words("Armoured train built or repaired (10.2)", "Tren blindado, construir o reparar (10.2)"),
        "refit": words("Refit of a unit (6.4)", "Reorganizar una unidad (6.4)"),
        "airstrip": words("Airstrip marker (10.3)", "Marcador de pista (10.3)"),
    }
    rows = [[names[key], both(-costs.whole(key))] for key in names]
    rows += [
        [words("Supply roll: a die and the following, halved, fractions up (6.6)",
                "Tirada de suministro: un dado y lo siguiente, a la mitad, fracciones al alza (6.6)"), both("")],
        [words("… airfield in German hands", "… aeródromo en manos alemanas"), both(f"+{gain.whole('airfield')}")],
        [words("… complete airstrip", "… pista terminada"), both(f"+{gain.whole('airstrip')}")],
        [words("… turns 1 to 3", "… turnos 1 a 3"), both(f"+{gain.whole('early')}")],
    ]
    return {
        "key": "supply",
        "title": words("Fortress supply", "Suministro de la fortaleza"),
        "source": "R:6.2 - 6.6",
        "columns": [words("Cause", "Causa"), words("Levels", "Niveles")],
        "rows": rows,
    }


def _victory(game: FestungBreslau) -> Chart:
    """11.1 How many victory hexes the Soviet player needs."""
    price = game.fortress.polish_price
    return {
        "key": "victory",
        "title": words("Victory", "Victoria"),
        "source": "R:10.1.4, 11.1",
        "columns": [words("Scenario", "Escenario"), words("Hexes needed", "Hexágonos necesarios"),
                    words("With the Polish 2nd Army", "Con el 2.º Ejército polaco")],
        "rows": [[scenario.name, both(game.fortress.plans[key].needed), both(game.fortress.plans[key].needed + price)]
                 for key, scenario in game.scenarios.items()],
        "reconstructed": [(row, column) for row in range(len(game.scenarios)) for column in (1, 2)],
    }
