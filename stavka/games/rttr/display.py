"""What the table shows of this game that only the game can say: the faces of counters, and the charts.

Nothing here decides anything. The charts are made from the same tables the rules read, so they cannot disagree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stavka.kit import display
from stavka.kit.data import Table, Words
from stavka.kit.display import Chart, Face, both, group, is_ours, said, words

from .components import LAST_TURN, SEATS, Unit

if TYPE_CHECKING:
    from . import RaceToTheReichstag as Rttr

EDGE_LETTERS = {"north": "N", "east": "E", "south": "S", "west": "W"}


def faces(_: Rttr, counter: Unit) -> list[Face]:
    """2.5 Identity and factor, in parentheses if it only defends (2.6), with an asterisk if static (2.4).

    Date and edge of entry (7.1) are shown on the front. Only who may look at a static unit that lies face down sees
    its counter at all (16.8): its second face says that it does.
    """
    factor = f"({counter.strength})" if counter.defends else str(counter.strength)
    front = {"left": counter.label, "bottom": f"{factor}*" if counter.static else factor}
    if counter.turn:
        front["top_right"] = f"{counter.turn}{EDGE_LETTERS[counter.edge]}"
    return [front, {**front, "top_right": "?"}] if counter.static else [front]


def groups(game: Rttr) -> dict[str, dict[str, Any]]:
    """2.4, 2.9 Red and yellow Fronts, Germans white on black if they are mobile and black on white if not."""
    names = game.folder.read("counters.toml").table("groups")
    colours = {
        "1bf": ("#b23a2e", "#fff8ec", "#ffd76a"),
        "1uf": ("#e3b23c", "#2a1a0a", "#7a1f14"),
        "mobile": ("#23262b", "#f4f6f8", "#c9ced4"),
        "static": ("#f1ede4", "#14161a", "#23262b"),
    }
    return {key: group(fill, ink, accent, names.table(key).words("name"))
            for key, (fill, ink, accent) in colours.items()}


def flags(_: Rttr) -> dict[str, dict[str, str]]:
    """What can lie on a counter; colours that people who see no red or green can tell apart."""
    return {
        "moved": {"short": "M", "shape": "dot", "colour": "#56b4e9"},
        "scouted": {"short": "R", "shape": "triangle", "colour": "#009e73"},
        "fought": {"short": "A", "shape": "square", "colour": "#cc79a7"},
        "attacked": {"short": "D", "shape": "diamond", "colour": "#e69f00"},
    }


def markers(_: Rttr) -> dict[str, dict[str, str]]:
    """Markers that lie in a hex or on a hexside (2.10, 2.11)."""
    return {
        "artillery": {"short": "A", "shape": "triangle", "colour": "#d55e00"},
        "air": {"short": "✈", "shape": "diamond", "colour": "#0072b2"},
        "jet": {"short": "✈", "shape": "diamond", "colour": "#23262b"},
        "blown": {"short": "×", "shape": "blown", "colour": "#d55e00"},
        "control_1bf": {"short": "1B", "shape": "star", "colour": "#b23a2e"},
        "control_1uf": {"short": "1U", "shape": "star", "colour": "#b8860b"},
    }


def symbols(_: Rttr) -> dict[str, str]:
    """2.7 The NATO symbols of the kinds of unit, as 20-digit identification codes; most static ones have none."""
    infantry, armour = "121100", "120500"
    return display.symbols({
        "infantry": infantry, "parachute": infantry, "tank": armour, "panzer": armour, "mechanised": "121102",
        "panzergrenadier": "121102", "assault_gun": "120400", "reconnaissance": "121300", "cavalry": "121300",
        "engineer": "140700", "flak_tower": "130100", "depot": "160000",
    })


def objectives(game: Rttr) -> dict[str, int]:
    """27.4 The hexes that count, with their points."""
    return {game.board.names[place]: value for place, value in game.berlin.points.items()}


# -- Charts --------------------------------------------------------------------------------------------------------


def charts(game: Rttr) -> list[Chart]:
    """The charts beside the map."""
    return [_results(game, "mobile", "27.1"), _results(game, "assault", "27.2"), _terrain(game), _multiples(game),
            _stavka_points(game), _victory(game), _turns(game)]


def _results(game: Rttr, name: str, rule: str) -> Chart:
    """27.1, 27.2 The two combat results tables."""
    table, crt = game.charts.table(f"{name}_results"), game.berlin.crt[name]
    used = sorted({result for row in crt.rows.values() for result in row})
    return {
        "key": f"{name}_results",
        "title": table.words("name"),
        "source": f"R:{rule}",
        "columns": [words("Die", "Dado"), *(both(heading) for heading in crt.headings)],
        "rows": [[both(die), *(both(result) for result in row)] for die, row in crt.rows.items()],
        "notes": [{language: f"{key}: {text}" for language, text in said(game.words, f"outcome.{key}").items()}
                  for key in used],
    }


def _terrain(game: Rttr) -> Chart:
    """27.5 The terrain effects chart."""
    lines: list[tuple[Words, Table]] = [(game.board.terrains[key].name, table)
                                        for key, table in game.charts.tables("terrain")]
    areas = game.charts.table("areas")
    lines += [(words("S-Bahn", "S-Bahn"), areas.table("sbahn")),
              (words("Objective", "Objetivo"), areas.table("objective")),
              (words("River or canal, in addition", "Río o canal, además"),
               game.charts.table("hexsides").table("river")),
              (words("Road or railway", "Carretera o ferrocarril"), game.charts.table("lines").table("road"))]
    keys = ("move", "defence")
    return {
        "key": "terrain",
        "title": words("Terrain effects", "Efectos del terreno"),
        "source": "R:9.9 - 9.11, 12.17 - 12.20",
        "columns": [words("Terrain", "Terreno"), words("Movement", "Movimiento"), words("Defence", "Defensa")],
        "rows": [[name, both(table.values["move"]), both(f"×{table.values['defence']}" if "defence" in table.values
                                                         else "–")] for name, table in lines],
        "notes": [
            words("An intact bridge cancels the cost of a river; lakes are crossed only at bridges.",
                  "Un puente intacto anula el coste del río; los lagos solo se cruzan por puentes."),
            words("The best multiple of a hex counts, and with a flak tower three times at most (12.19, 12.20).",
                  "Cuenta el mejor múltiplo del hexágono y, con torre antiaérea, el triple como mucho (12.19, 12.20)."),
        ],
        "reconstructed": [(row, column) for row, (_, table) in enumerate(lines)
                          for column, key in enumerate(keys, 1) if is_ours(table, key)],
    }


def _multiples(game: Rttr) -> Chart:
    """12.14 - 12.20 What multiplies strengths besides terrain."""
    table = game.charts.table("multiples")
    rows = [("bombardment", "12.14, 15.4a"), ("flak", "12.15, 16.4"), ("jet", "22.5b")]
    return {
        "key": "multiples",
        "title": words("Multiples of strength", "Múltiplos de fuerza"),
        "source": str(table.source()),
        "columns": [words("Reason", "Motivo"), words("Multiple", "Múltiplo"), words("Rule", "Regla")],
        "rows": [[said(game.words, f"odds.{key}"), both(f"×{table.whole(key)}"), both(rule)] for key, rule in rows]
        + [[words("all together, at most", "todo junto, como mucho"), both(f"×{table.whole('most')}"), both("12.20")]],
    }


def _stavka_points(game: Rttr) -> Chart:
    """27.3 The Stavka points table."""
    names = {
        "corps": words("Replace a tank or mechanised corps", "Reemplazar un cuerpo de tanques o mecanizado"),
        "division": words("Replace a division", "Reemplazar una división"),
        "smaller": words("Replace a brigade or regiment", "Reemplazar una brigada o regimiento"),
        "artillery": words("Place an artillery marker", "Colocar un marcador de artillería"),
        "air": words("Place an air strike marker", "Colocar un marcador de ataque aéreo"),
        "march": words("Forced march of a unit", "Marcha forzada de una unidad"),
        "maximum_effort": words("Turn of maximum effort, once a game", "Turno de máximo esfuerzo, una vez por partida"),
    }
    table = game.charts.table("stavka_points")
    return {
        "key": "stavka_points",
        "title": words("Stavka points", "Puntos de la Stavka"),
        "source": str(table.source()),
        "columns": [words("For", "Para"), words("Points", "Puntos")],
        "rows": [[name, both(table.whole(key))] for key, name in names.items()],
        "notes": [
            words("A fatigued Front pays the double (20.3).", "Un Frente fatigado paga el doble (20.3)."),
            words(f"Both players together spend {table.whole('limit')} at most (6.3).",
                  f"Entre los dos jugadores gastan como mucho {table.whole('limit')} (6.3)."),
        ],
    }


def _victory(game: Rttr) -> Chart:
    """27.4 The victory points table."""
    table = game.charts.table("victory")
    rows = {
        "strategic": words("Strategic marker captured", "Marcador estratégico capturado"),
        "reichstag": words("Control of the Reichstag", "Control del Reichstag"),
        "potsdam": words("Control of Potsdam", "Control de Potsdam"),
        "objective": words("Control of another objective", "Control de otro objetivo"),
        "unit": words("German mobile unit eliminated", "Unidad móvil alemana eliminada"),
    }
    return {
        "key": "victory",
        "title": words("Victory points", "Puntos de victoria"),
        "source": str(table.source()),
        "columns": [words("For each", "Por cada"), words("Points", "Puntos")],
        "rows": [[name, both(f"+{table.whole(key)}")] for key, name in rows.items()]
        + [[words("Stavka point spent", "Punto de la Stavka gastado"), both("-1")]],
        "notes": [words("A tie is won by the 1st Ukrainian Front (21.4).",
                        "El empate lo gana el 1.er Frente Ucraniano (21.4).")],
    }


def _turns(game: Rttr) -> Chart:
    """3.15, 7.1 The turn record, with the reinforcements of each Front."""
    due = {(seat, turn): sum(1 for unit in game.berlin.unit if unit.turn == turn and unit.side == seat)
           for seat in SEATS for turn in range(1, LAST_TURN + 1)}
    return {
        "key": "turns",
        "title": words("Turn record", "Registro de turnos"),
        "source": "R:3.15, 7.1, 21.1",
        "columns": [words("Turn", "Turno"), words("Date", "Fecha"), words("1BF reinforcements", "Refuerzos del 1BF"),
                    words("1UF reinforcements", "Refuerzos del 1UF")],
        "rows": [[both(turn), date, *(both(due[seat, turn] or "–") for seat in SEATS)]
                 for turn, date in enumerate(game.berlin.dates, 1)],
        "reconstructed": [(turn - 1, column) for (seat, turn), number in due.items() if number
                          for column in (2 + SEATS.index(seat),)],
        "current": "turn",
    }
