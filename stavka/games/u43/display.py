"""What the table shows of this game that only the game can say: the faces of counters, and the charts.

Nothing here decides anything. The charts are made from the same tables the rules read, so they cannot disagree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stavka.kit import display
from stavka.kit.data import Words
from stavka.kit.display import Chart, Face, Row, both, flag, group, is_ours, note, section, words
from stavka.kit.hexset import members

from .components import AIR, LEADER, WEATHER, Unit

if TYPE_CHECKING:
    from . import Ukraine43


def faces(_: Ukraine43, counter: Unit) -> list[Face]:
    """2.1 Identity left of the symbol, attack-defence-movement below; the back is the weaker or spent side."""
    common = {"left": counter.label}
    if counter.start.get("campaign", "").startswith("turn."):
        common["right"] = counter.start["campaign"].removeprefix("turn.") + counter.edge
    if counter.stacking == LEADER:
        return [{**common, "bottom": f"-{counter.movement}"}]
    if counter.stacking == AIR:  # 2.d
        bonus = counter.defence[0]
        return [{**common, "bottom": f"S +{bonus} {counter.range}"}, {**common, "bottom": f"({counter.range})"}]
    if counter.kind == "panzer_corps_hq":  # 2.c
        return [{**common, "bottom": f"S +{counter.defence[0]} {counter.movement}"}]
    if counter.kind in ("army_hq", "front_hq"):  # 2.e
        return [{**common, "bottom": f"({counter.defence[0]})-[{counter.movement}]"}]
    sides = [f"{attack}-{defence}-{counter.movement}"
             for attack, defence in zip(counter.attack, counter.defence, strict=True)]
    if counter.kind == "artillery":
        sides = [f"S-{counter.defence[0]}-[{counter.movement}]"]
        sides += [] if counter.is_guards else [f"0-{counter.defence[0]}-[{counter.movement}]"]  # 22.4
    return [{**common, "bottom": side} for side in sides]


def groups(_: Ukraine43) -> dict[str, dict[str, Any]]:
    """2.3 The colours of the armies; told apart by lightness and band as well as by hue."""
    return {
        "soviet": group("#c9a877", "#2a1a0a", "#7a1f14", words("Red Army", "Ejército Rojo")),
        "guards": group("#b23a2e", "#fff8ec", "#ffd76a", words("Soviet Guards", "Guardia soviética")),
        "german": group("#8b949c", "#101418", "#f4f6f8", words("Wehrmacht", "Wehrmacht")),
        "ss": group("#23272c", "#f4f6f8", "#c8ced3", words("SS", "SS"), band="#c8ced3"),
        "luftwaffe": group("#5b86b3", "#0c1a28", "#f4f6f8", words("Luftwaffe", "Luftwaffe")),
        "romanian": group("#5f8a4c", "#f6f8f2", "#e3d36a", words("Romanians", "Rumanos"), band="#e3d36a"),
        "hungarian": group("#a9c78a", "#14200c", "#5f8a4c", words("Hungarians", "Húngaros"), band="#5f8a4c"),
        "slovak": group("#2f4f86", "#f4f6f8", "#9fb8e0", words("Slovaks", "Eslovacos"), band="#9fb8e0"),
        "turkoman": group("#e3cf4a", "#2a220a", "#7a6a14", words("Turkomans", "Turcomanos"), band="#7a6a14"),
    }


FLAGS = {
    "disrupted": ("D", "diamond", "#d55e00"),
    "unsupplied": ("U", "cross", "#e69f00"),
    "moved": ("M", "dot", "#56b4e9"),
    "extended": ("E", "dot", "#0072b2"),
    "fought": ("A", "square", "#cc79a7"),
    "assault": ("!", "triangle", "#cc79a7"),
    "flying": ("+", "triangle", "#009e73"),
    "grounded": ("×", "triangle", "#7f7f7f"),
    "kept": ("=", "triangle", "#7f7f7f"),
}

MARKERS = {
    "fort": ("+3", "square", "#5d6b55"),
    "building": ("…", "square", "#a3b09a"),
    "railhead": ("R", "diamond", "#009e73"),
    "pontoon": ("=", "pontoon", "#8a5a2b"),
    "train": ("T", "bar", "#c79a6b"),
    "river_assault": ("!", "triangle", "#cc79a7"),
    "dam": ("P", "bar", "#0072b2"),
    "flood": ("~", "dot", "#0072b2"),
    "bad_weather": ("☁", "dot", "#7f7f7f"),
    "half_hex": ("↓", "triangle", "#b3261e"),
}


def flags(game: Ukraine43) -> dict[str, dict[str, Any]]:
    """What can lie on a counter; colours that people who see no red or green can tell apart."""
    names = section(game.words, "flag")
    return {key: flag(*shape, names[key]) for key, shape in FLAGS.items()}


def markers(game: Ukraine43) -> dict[str, dict[str, Any]]:
    """Markers that lie in a hex or on a hexside."""
    names = section(game.words, "marker")
    return {key: flag(*shape, names[key]) for key, shape in MARKERS.items()}


def symbols(_: Ukraine43) -> dict[str, str]:
    """2.3 The NATO symbols of the kinds of unit; leaders have none."""
    return display.symbols({
        "infantry": "121100", "security": "140100", "jaeger": "121103", "mountain": "121100", "airborne": "121101",
        "fortified_region": "121100", "cavalry": "121300", "sapper": "140700", "panzer": "120500",
        "panzergrenadier": "121102", "tank": "120500", "mech": "121102", "artillery": "130300",
        "panzer_corps_hq": "120500", "tank_army_hq": "120500", "shock_army_hq": "121100", "army_hq": "110000",
        "front_hq": "110000", "tank_support": "120500", "tiger": "120500", "assault_gun": "120500",
        "motorized": "121104", "air": "120800",
    })


def tracks(game: Ukraine43) -> dict[str, Words]:
    """What the counts beside the map are."""
    return section(game.words, "track")


def points(game: Ukraine43) -> dict[str, Words]:
    """30.2 What victory points are for."""
    return {"soviet": words("Soviet victory points", "Puntos de victoria soviéticos"),
            **section(game.words, "points")}


def objectives(game: Ukraine43) -> dict[str, int]:
    """30.2 The hexes that count, with their points."""
    return {game.board.names[place]: points for place, points in game.theatre.points.items()}


def results(game: Ukraine43) -> dict[str, Words]:
    """8.5 What the results of combat are called."""
    return section(game.words, "outcome")


# -- charts ------------------------------------------------------------------------------------------------------


def guns(game: Ukraine43) -> list[str]:
    """15.4, 22.1 Artillery divisions and air units."""
    return [game.counters.ids[unit] for unit in members(game.theatre.artillery | game.theatre.air)]


def charts(game: Ukraine43) -> list[Chart]:
    """The charts beside the map."""
    return [_combat_results(game, "primary"), _combat_results(game, "secondary"), _shifts(game), _terrain(game),
            _dice(game), _turns(game), _victory(game)]


def _combat_results(game: Ukraine43, half: str) -> Chart:
    """8.4 One half of the Combat Results Table."""
    table = game.charts.table("combat_results")
    crt = game.theatre.primary if half == "primary" else game.theatre.secondary
    known = {(int(die), column) for die, column in table.values["known" if half == "primary" else "known_secondary"]}
    names = table.table("results")
    title = {
        "primary": words("Combat results: primary die", "Resultados de combate: dado principal"),
        "secondary": words("Combat results: secondary dice (attacker/defender)",
                           "Resultados de combate: dados secundarios (atacante/defensor)"),
    }
    return {
        "key": f"combat_{half}",
        "title": title[half],
        "source": str(table.source()),
        "columns": [words("Die", "Dado"), *(both(heading) for heading in crt.headings)],
        "rows": [[both(die), *(both(result) for result in row)] for die, row in crt.rows.items()],
        "notes": [note(f"{key}: ", row.words("name"), row.source()) for key, row in names.tables()]
        if half == "primary" else [],
        "reconstructed": [
            (row, column + 1) for row, die in enumerate(crt.rows) for column, heading in enumerate(crt.headings)
            if (die, heading) not in known],
    }


def _shifts(game: Ukraine43) -> Chart:
    """9 All that moves an attack to another column."""
    templates, shift = game.words.templates, game.theatre.shift

    def row(key: str, value: int, rule: str) -> Row:
        return [{language: templates[language][f"odds.{key}"].partition(":")[0] for language in ("en", "es")},
                both(f"{value:+d}"), both(rule)]

    return {
        "key": "shifts",
        "title": words("Column shifts", "Movimientos de columna"),
        "source": str(game.charts.table("shifts").table("source").values["most"]),
        "columns": [words("Reason", "Motivo"), words("Columns", "Columnas"), words("Rule", "Regla")],
        "rows": [
            row("air", shift["air"], "15.5"),
            row("sappers", shift["sappers"], "9.9.a"),
            row("artillery", shift["artillery"], "22.1"),
            [words("artillery, two divisions, one of the Guards", "artillería, dos divisiones, una de la Guardia"),
             both(f"+{shift['massed_artillery']}"), both("22.2")],
            row("panzer_corps", shift["panzer_corps"], "23.3.a"),
            row("tiger", shift["tiger"], "9.8"),
            row("rain", shift["rain"], "25.2.e"),
        ],
        "notes": [words(f"No more than {shift['most']} shifts to the right in all (9.S).",
                        f"No más de {shift['most']} movimientos a la derecha en total (9.S).")],
    }


def _terrain(game: Ukraine43) -> Chart:
    """4.1, 9.1 What terrain costs, and what it adds to the defence."""
    board, style = game.board, game.folder.read("style.toml")
    lines = [(board.terrains[key].name, table) for key, table in game.charts.tables("terrain")]
    lines += [(style.table("places").table(key).words("legend"), table) for key, table in game.charts.tables("places")]
    keys = ("mech", "foot", "defence")
    cost, extra = game.charts.table("movement"), game.charts.table("defence")
    rows = [[name, *(both(table.values.get(key, "–")) for key in keys)] for name, table in lines]
    rows += [
        [words("Road", "Carretera"), both(cost.values["road_mech"]), both(cost.values["road_foot"]), both("–")],
        [words("River hexside", "Lado de río"), both(f"+{cost.values['river']}"), both(f"+{cost.values['river']}"),
         both("–")],
        [words("Leave an enemy zone of control", "Salir de una zona de control enemiga"),
         both(f"+{cost.values['leave_zone']}"), both(f"+{cost.values['leave_zone']}"), both("–")],
        [words("Fortification", "Fortificación"), both("–"), both("–"), both(f"+{extra.values['fort']}")],
        [words("Defensive air support, German or Soviet", "Apoyo aéreo defensivo, alemán o soviético"), both("–"),
         both("–"), both(f"+{extra.values['german_air']} / +{extra.values['soviet_air']}")],
    ]
    return {
        "key": "terrain",
        "title": words("Terrain effects", "Efectos del terreno"),
        "source": "R:4, 9",
        "columns": [words("Terrain", "Terreno"), words("Mechanized", "Mecanizadas"),
                    words("Others", "Otras"), words("Defence", "Defensa")],
        "rows": rows,
        "reconstructed": [(row, column + 1) for row, (_, table) in enumerate(lines)
                          for column, key in enumerate(keys) if is_ours(table, key)],
    }


def _dice(game: Ukraine43) -> Chart:
    """14.8, 14.9, 18.5, 20.3, 25, 26.2, 27.1 The small tables."""
    theatre, drop = game.theatre, game.theatre.drop
    petrol = ", ".join(f"{hexes}+: 1-{die}" for hexes, die in theatre.petrol)
    weather = [
        (words(f"Weather, turns {first} to {last}", f"Tiempo, turnos {first} a {last}"),
         {language: "; ".join(
             f"{', '.join(str(die) for die, state in dice.items() if state == kind)}: "
             + game.words.templates[language][f"weather.{WEATHER[kind]}"] for kind in range(len(WEATHER)))
          for language in ("en", "es")}, "25.1")
        for first, last, dice in theatre.weather_dice
    ]
    rows: list[tuple[Words, Words, str]] = [
        *weather,
        (words("No petrol, by hexes to a source", "Sin combustible, por hexágonos hasta una fuente"), both(petrol),
         "14.9.c"),
        (words("Isolated: loses a step", "Aislada: pierde un paso"), both(f"1-{theatre.attrition}"), "14.8.b"),
        (words("Bridge finished early", "Puente terminado antes"), both(f"1-{theatre.early_pontoon}"), "18.5.B"),
        (words("Airborne drop: intact, disrupted, lost", "Salto: intacta, desorganizada, perdida"),
         both(f"1-{drop['intact']} / {drop['intact'] + 1}-{drop['disrupted']} / {drop['disrupted'] + 1}+"), "20.3"),
        (words("Overcast: the air unit stays down", "Cubierto: la unidad aérea no vuela"),
         both(f"1-{max(theatre.grounded)}"), "25.2.b"),
        (words("Manstein removes a disruption", "Manstein quita una desorganización"),
         both(f"1-{theatre.manstein_succeeds}"), "26.2.e"),
        (words("Central Front: half-hexes for 1 to 6", "Frente Central: medios hexágonos con 1 a 6"),
         both(", ".join(map(str, theatre.central_gains))), "27.1"),
    ]
    return {
        "key": "dice",
        "title": words("Dice", "Dados"),
        "source": "R:14, 18, 20, 25 - 27; X: weather",
        "columns": [words("What", "Qué"), words("Die", "Dado"), words("Rule", "Regla")],
        "rows": [[what, result, both(rule)] for what, result, rule in rows],
        "reconstructed": [(row, 1) for row in range(len(weather))],
    }


def _turns(game: Ukraine43) -> Chart:
    """16.2, 30.1 The Turn Record Track."""
    turns, theatre = game.charts.table("turns"), game.theatre
    keys = ("dates", "marks", "soviet_mech", "soviet_foot", "german_mech", "german_foot")
    replacements = [column for side in theatre.replacements for column in side]
    return {
        "key": "turns",
        "title": words("Turn Record Track", "Registro de turnos"),
        "source": "R:30.1, 33, 34",
        "columns": [
            words("Turn", "Turno"), words("Dates", "Fechas"), words("Mark", "Marca"),
            words("Soviet mechanized", "Soviéticos mecanizados"), words("Soviet others", "Soviéticos otros"),
            words("German mechanized", "Alemanes mecanizados"), words("German others", "Alemanes otros"),
        ],
        "rows": [
            [both(turn), date, both(mark), *(both(column[turn - 1]) for column in replacements)]
            for turn, (date, mark) in enumerate(zip(theatre.dates, theatre.marks, strict=True), 1)
        ],
        "reconstructed": [(row, column + 1) for row in range(len(theatre.marks)) for column, key in enumerate(keys)
                          if is_ours(turns, key) and not (key == "marks" and row == 6)],
        "current": "turn",
    }


def _victory(game: Ukraine43) -> Chart:
    """30, 31.7, 32.1, 33.2, 34.2 What the Soviets need."""
    theatre = game.theatre
    margin, lost = theatre.victory["margin"], theatre.victory["lost_source"]
    broken, intact = theatre.dam_points["destroyed"], theatre.dam_points["intact"]
    return {
        "key": "victory",
        "title": words("Victory points", "Puntos de victoria"),
        "source": str(game.charts.table("victory").table("hexes").source()),
        "columns": [words("Scenario", "Escenario"), words("Turns", "Turnos"),
                    words("Points needed", "Puntos necesarios"), words("Rule", "Regla")],
        "rows": [
            [game.scenarios[key].name, both(f"{plan.first_turn}-{plan.last_turn}"), both(plan.needed), both(plan.rule)]
            for key, plan in theatre.plans.items()
        ],
        "notes": [
            words(f"{margin} points above the mark of the turn win at once, {margin} below it lose (30.1).",
                  f"{margin} puntos sobre la marca del turno ganan en el acto; {margin} por debajo, pierden (30.1)."),
            words(f"Dam destroyed {broken}, taken intact {intact} (28.1); each Soviet source lost {lost} (30.2).",
                  f"Presa destruida {broken}, tomada intacta {intact} (28.1); cada fuente soviética perdida {lost} "
                  "(30.2)."),
        ],
    }
