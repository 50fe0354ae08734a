"""What the table shows of this game that only the game can say: the faces of counters, and the charts.

Nothing here decides anything. The charts are made from the same tables the rules read, so they cannot disagree. What
the functions return is plain data; :mod:`stavka.table.box` says what it looks like, checks it and sends it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stavka.kit import display
from stavka.kit.data import Table, Words
from stavka.kit.display import Chart, Face, Row, both, flag, group, is_ours, results_chart, words

from .components import Unit

if TYPE_CHECKING:
    from . import DestructionOfArmyGroupCenter as Dagc


def faces(_: Dagc, counter: Unit) -> list[Face]:
    """2.4 Identity left of the symbol, turn of entry right of it, factors below; the back is the weaker side (2.11)."""
    common = {"left": counter.label}
    if counter.turn:
        common["right"] = f"{counter.turn}{(counter.zone or '')[:1].upper()}"
    elif counter.asterisk:
        common["right"] = "*"
    if counter.is_air:
        return [common]
    movement = f"-{counter.movement}" if counter.movement else ""
    return [{**common, "bottom": f"{factor}{movement}"} for factor in counter.combat]


def groups(_: Dagc) -> dict[str, dict[str, Any]]:
    """2.5, 2.6 Soviet fronts in reds, German groups in greys; told apart by lightness and band as well as by hue."""
    return {
        "main_front": group("#b23a2e", "#fff8ec", "#ffd76a", words("Main front", "Frente principal")),
        "first_ukrainian": group(
            "#e3b23c", "#2a1a0a", "#7a1f14", words("1st Ukrainian Front", "1.er Frente Ucraniano"), band="#b23a2e"),
        "centre": group("#8b949c", "#101418", "#f4f6f8", words("Army Groups North and Center",
                                                               "Grupos de Ejércitos Norte y Centro")),
        "north_ukraine": group("#8b949c", "#101418", "#f4f6f8", words(
            "Army Group North Ukraine", "Grupo de Ejércitos Ucrania Norte"), band="#2f6fa8"),
        "fifth_panzer": group(
            "#2c3138", "#f4f6f8", "#c9a227", words("5th Panzer Army", "5.º Ejército Panzer"), band="#c9a227"),
        "korps_gruppe": group("#c8ced3", "#101418", "#2c3138", words("Korps Gruppen", "Korps Gruppen"), band="#5b6670"),
        "locality": group("#5d6b55", "#f6f8f2", "#d9e2cf", words("Fortified localities", "Localidades fortificadas")),
    }


def flags(_: Dagc) -> dict[str, dict[str, Any]]:
    """What can lie on a counter; colours that people who see no red or green can tell apart."""
    return {
        "moved": flag("M", "dot", "#56b4e9", words("has moved", "ya se ha movido")),
        "fought": flag("A", "square", "#cc79a7", words("has attacked", "ya ha atacado")),
        "interdicted": flag("I", "triangle", "#0072b2", words("interdicted from the air", "interdicta desde el aire")),
        "portless": flag("P", "cross", "#e69f00", words("left out by a crowded port",
                                                        "sin sitio en un puerto saturado")),
        "activated": flag("B", "diamond", "#009e73", words("activated for Bagration", "activada para Bagration")),
    }


def markers(_: Dagc) -> dict[str, dict[str, Any]]:
    """Markers that lie in a hex."""
    return {"bagration": flag("B", "diamond", "#009e73", words("Bagration: centre of gravity",
                                                               "Bagration: centro de gravedad"))}


def symbols(_: Dagc) -> dict[str, str]:
    """2.7 The NATO symbols of the kinds of unit, as 20-digit identification codes; localities have none."""
    kinds = {
        "infantry": "121100", "guards": "121100", "shock": "121100", "panzer": "120500", "tank": "120500",
        "cav_mech": "120501", "cavalry": "121300", "air": "120800",
    }  # fmt: skip
    return display.symbols(kinds)


def tracks(_: Dagc) -> dict[str, Words]:
    """What the counts beside the map are."""
    return {
        "turn": words("Game turn", "Turno"),
        "replacements": words("Replacement steps left", "Pasos de reemplazo restantes"),
        "armour": words("Armour concentration marker", "Marcador de concentración blindada"),
    }


def points(_: Dagc) -> dict[str, Words]:
    """4.3 What victory points are for."""
    return {
        "soviet": words("Soviet victory points", "Puntos de victoria soviéticos"),
        "places": words("Towns and cities", "Pueblos y ciudades"),
        "coast": words("Baltic coast", "Costa báltica"),
        "first_ukrainian": words("Area of the 1st Ukrainian Front", "Área del 1.er Frente Ucraniano"),
    }


def objectives(game: Dagc) -> dict[str, int]:
    """4.3 The hexes that count, with their points."""
    return {game.board.names[place]: points for place, points in game.theatre.points.items()}


def results(game: Dagc) -> dict[str, Words]:
    """11.15 - 11.21 What the results of combat are called."""
    return {key: result.words("name") for key, result in game.charts.table("combat_results").tables("results")}


# -- charts ------------------------------------------------------------------------------------------------------


def charts(game: Dagc) -> list[Chart]:
    """The charts beside the map."""
    combat = results_chart("combat_results", game.charts.table("combat_results"), game.theatre.crt)  # 11.8
    return [combat, _shifts(game), _terrain(game), _turns(game), _victory(game)]


def _shifts(game: Dagc) -> Chart:
    """All that moves an attack to another column."""
    templates = game.words.templates

    def row(key: str, shift: str, rule: str) -> Row:
        return [{language: templates[language][f"odds.{key}"].partition(":")[0] for language in ("en", "es")},
                both(shift), both(rule)]

    partisans = game.charts.table("areas").table("partisan").whole("shift")
    return {
        "key": "shifts",
        "title": words("Column shifts", "Desplazamientos de columna"),
        "source": "R:5.4, 7.4, 11.11, 11.14, 11.25, 12.6, 12.7, 13.1",
        "columns": [words("Reason", "Motivo"), words("Columns", "Columnas"), words("Rule", "Regla")],
        "rows": [
            row("bagration", "+1", "5.4.b"),
            row("attacker_oos", "-1", "7.4.a"),
            row("defender_oos", "+1", "7.4.b"),
            row("concentric", "+1", "11.11"),
            row("lowered", "-1 …", "11.14"),
            row("partisans", f"+{partisans}", "11.25"),
            row("shock", "+1", "12.7"),
            row("armour", "+1", "12.6.a"),
            row("air", "+1", "13.1.b"),
        ],
    }


def _terrain(game: Dagc) -> Chart:
    """9.5, 11.9 What terrain costs, and what it adds to the defence."""
    board = game.board
    lines: list[tuple[Words, Table, tuple[str, ...]]] = [
        (board.terrains[key].name, table, ("move", "cav_mech", "defence"))
        for key, table in game.charts.tables("terrain")
    ]
    lines += [
        (_legend(game, "places", key), table, ("", "", "defence")) for key, table in game.charts.tables("places")]
    lines += [
        (_legend(game, "hexsides", key), table, ("move", "move", "defence"))
        for key, table in game.charts.tables("hexsides")
    ]
    areas = game.charts.table("areas")
    lines.append((words("Entrenchment (its own side)", "Atrincheramiento (su bando)"), areas.table("entrenchment"),
                  ("", "", "defence")))
    lines.append((words("Partisan area (German units)", "Área de partisanos (unidades alemanas)"),
                  areas.table("partisan"), ("move", "", "")))
    extra = game.charts.table("movement")
    lines += [
        (words("Enter or leave an enemy zone of control", "Entrar o salir de una zona de control enemiga"), extra,
         ("enter_zone", "enter_zone", "")),
        (words("Join or leave a stack", "Entrar o salir de una pila"), extra, ("enter_stack", "enter_stack", "")),
    ]
    rows = [[name, *(_value(table, key) for key in keys)] for name, table, keys in lines]
    return {
        "key": "terrain",
        "title": words("Terrain effects", "Efectos del terreno"),
        "source": "R:9.5 - 9.10, 11.9, 11.10",
        "columns": [words("Terrain", "Terreno"), words("Movement", "Movimiento"),
                 words("Cav-mech groups", "Grupos mec. de caballería"), words("Defence", "Defensa")],
        "rows": rows,
        "reconstructed": [(row, column + 1) for row, (_, table, keys) in enumerate(lines)
                       for column, key in enumerate(keys) if is_ours(table, key)],
    }


def _turns(game: Dagc) -> Chart:
    """1.2, 5.1 The Game Turn Record Track."""
    turns = game.charts.table("turns")
    dates = game.theatre.dates
    columns = ("dates", "soviet_replacements", "german_replacements")
    shortage = game.theatre.soviet_oos_turn
    return {
        "key": "turns",
        "title": words("Game Turn Record Track", "Registro de turnos"),
        "source": "R:1.2, 5.1, 10.6",
        "columns": [
            words("Turn", "Turno"), words("Dates", "Fechas"),
            words("Soviet replacements", "Reemplazos soviéticos"),
            words("German replacements", "Reemplazos alemanes"),
        ],
        "rows": [
            [both(turn), date, both(soviet), both(german)]
            for turn, (date, soviet, german) in enumerate(zip(dates, *game.theatre.replacements, strict=True), 1)
        ],
        "notes": [words(
            f"From turn {shortage} all Soviet units are out of supply (7.12).",
            f"Desde el turno {shortage} todas las unidades soviéticas están sin suministro (7.12).")],
        "reconstructed": [(row, column + 1) for row in range(len(dates)) for column, key in enumerate(columns)
                       if is_ours(turns, key)],
        "current": "turn",
    }


def _victory(game: Dagc) -> Chart:
    """4.2, 4.3 What the Soviets need."""
    table, places = game.charts.table("victory"), game.charts.table("places")
    castle = game.board.places[table.text("sudden_death")].name
    rows = [[_legend(game, "places", key), both(place.whole("points")), both("4.3")] for key, place in places.tables()]
    rows += [
        [words("Baltic coast, at least one hex in supply", "Costa báltica, al menos un hexágono con suministro"),
         both(table.whole("coast")), both("4.3")],
        [words("The whole area of the 1st Ukrainian Front, in supply",
                "Toda el área del 1.er Frente Ucraniano, con suministro"),
         both(table.whole("first_ukrainian")), both("4.3")],
    ]
    needed = table.whole("needed")
    return {
        "key": "victory",
        "title": words("Victory points", "Puntos de victoria"),
        "source": str(table.source()),
        "columns": [words("Held by the Soviets", "En poder soviético"), words("Points", "Puntos"),
                    words("Rule", "Regla")],
        "rows": rows,
        "notes": [
            words(
                f"The Soviets win with {needed} points at the end of turn 9 (4.3), or at once by taking "
                f"{castle['en']} (4.2).",
                f"Los soviéticos ganan con {needed} puntos al final del turno 9 (4.3), o en el acto al tomar "
                f"{castle['es']} (4.2)."),
        ],
        "reconstructed": [(row, 1) for row, (_, place) in enumerate(places.tables()) if is_ours(place, "points")],
    }


# -- helpers -----------------------------------------------------------------------------------------------------


def _legend(game: Dagc, part: str, kind: str) -> Words:
    """A kind of place or hexside as the legend of the map names it."""
    return game.folder.read("style.toml").table(part).table(kind).words("legend")


def _value(table: Table, key: str) -> Words:
    return both(table.values.get(key, "–") if key else "–")
