"""What the table shows of this game that only the game can say: the faces of counters, and the charts.

Nothing here decides anything. The charts are made from the same tables the rules read, so they cannot disagree. What
the functions return is plain data; :mod:`stavka.table.box` says what it looks like, checks it and sends it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stavka.kit import display
from stavka.kit.data import Table, Words
from stavka.kit.display import Chart, Face, Row, both, flag, group, is_ours, note, section, words
from stavka.kit.hexset import members
from stavka.kit.tables import ColumnTable

from .components import Unit
from .plan import LEVELS, Plan

if TYPE_CHECKING:
    from . import TheSSAbyss as Abyss

DISRUPTED = words("disrupted", "desorganizada")


def faces(_: Abyss, counter: Unit) -> list[Face]:
    """2.2 Identity and formation, size above, range of guns, factors below; the back is the disrupted side."""
    face: Face = {"left": counter.label, "bottom": f"{counter.attack}-{counter.defence}-{counter.movement}"}
    if counter.kind == "air":
        return [{"left": counter.label, "bottom": f"{counter.attack} +{counter.die}"}]
    if counter.parent:
        face["right"] = counter.key
    if counter.range:
        face["top_right"] = f"↗{counter.range}"
    elif counter.heavy:
        face["top_right"] = "H"
    return [face, {**face, "top_left": "✕"}]


def groups(_: Abyss) -> dict[str, dict[str, Any]]:
    """2.2 Black, green, gold and brown, told apart by lightness as well as by hue."""
    return {
        "ss": group("#23262b", "#f2f2ee", "#e5e5df", words("German SS", "SS alemanas")),
        "wehrmacht": group("#7f9173", "#12160f", "#e8efe0", words("Wehrmacht", "Wehrmacht")),
        "hungarian": group("#e0bd5a", "#231a06", "#7d5c0f", words("Hungarian units", "Unidades húngaras")),
        "soviet": group("#a9744a", "#fff8ec", "#ffd76a", words("Soviet units", "Unidades soviéticas")),
    }


def flags(game: Abyss) -> dict[str, dict[str, Any]]:
    """2.3 What can lie on a counter; colours that people who see no red or green can tell apart."""
    names = section(game.words, "flag")
    looks = {
        "moved": ("M", "dot", "#56b4e9"), "fought": ("A", "square", "#cc79a7"),
        "bombarded": ("B", "diamond", "#0072b2"),
        "withdrawn": ("R", "triangle", "#e69f00"), "fatigued": ("F", "bar", "#d55e00"),
        "empty": ("0", "cross", "#f0e442"), "unsupplied": ("S", "triangle", "#d55e00"),
        "held": ("H", "square", "#009e73"),
    }  # fmt: skip
    return {key: flag(*look, names[key]) for key, look in looks.items()}


def markers(game: Abyss) -> dict[str, dict[str, Any]]:
    """What lies in a hex: forts, with their value once it is known, and the stars of objectives."""
    names = section(game.words, "marker")
    forts = {f"fort_{value}": flag(str(value), "square", "#4a4038", names[f"fort_{value}"])
             for value in game.theatre.fort_values}
    return {
        "fort": flag("▲", "square", "#8a7a5e", names["fort"]),
        **forts,
        "axis_star": flag("★", "diamond", "#3b4450", names["axis_star"]),
        "soviet_star": flag("★", "diamond", "#b3261e", names["soviet_star"]),
    }


def symbols(_: Abyss) -> dict[str, str]:
    """2.2 The NATO symbols of the kinds of unit."""
    return display.symbols({
        "tank": "120500", "tank_destroyer": "120401", "mech_infantry": "121102", "recon": "121300",
        "infantry": "121100", "cavalry": "121300", "artillery": "130300", "rocket": "130700",
        "siege_artillery": "130300", "at_artillery": "120400", "bridge": "140700", "air": "120800",
    })  # fmt: skip


def results(game: Abyss) -> dict[str, Words]:
    """8.0, 10.2 What the results are called."""
    return {key: result.words("name") for chart in ("combat_results", "bombardment")
            for key, result in game.charts.table(chart).tables("results")}


# -- charts --------------------------------------------------------------------------------------------------------


def guns(game: Abyss) -> list[str]:
    """10.0 Field artillery and rockets."""
    return [game.counters.ids[unit] for unit in members(game.theatre.guns)]


def charts(game: Abyss) -> list[Chart]:
    """2.4 The player aid card, and what each scenario counts."""
    plans = game.theatre.plans
    return [
        _results_table(game, "combat_results", game.theatre.crt),
        _results_table(game, "bombardment", game.theatre.bombardment),
        _modifiers(game), _terrain(game), _fort(game),
        *(_turns(game, plan) for plan in plans.values()),
        *(_victory(game, plan) for plan in plans.values()),
    ]


def _results_table(game: Abyss, key: str, table: ColumnTable) -> Chart:
    """8.0, 10.2 A results table, with what its results mean."""
    data = game.charts.table(key)
    printed = set(data.texts("printed_cells"))
    return {
        "key": key,
        "title": data.words("name"),
        "source": str(data.source()),
        "columns": [words("Die", "Dado"), *(both(heading) for heading in table.headings)],
        "rows": [[both(die), *(both(result) for result in row)] for die, row in table.rows.items()],
        "notes": [note(f"{code}: ", result.words("name"), result.source())
                  for code, result in data.table("results").tables()],
        "reconstructed": [(-1, column + 1) for column in data.wholes("reconstructed_columns")] + [
            (die - 1, column + 1) for die in table.rows for column in range(len(table.headings))
            if data.source().reconstructed and f"{die}/{column}" not in printed],
    }


def _modifiers(game: Abyss) -> Chart:
    """8.2, 8.3, 10.2 and the rest: all that changes the die or the column."""
    theatre, templates = game.theatre, game.words.templates
    short = next(plan for plan in theatre.plans.values() if plan.ammunition)

    def row(key: str, value: str, rule: str) -> Row:
        return [{language: templates[language][f"odds.{key}"].partition(":")[0] for language in ("en", "es")},
                both(value), both(rule)]

    rows = [
        row("combined_arms", f"{theatre.combined_arms:+d}", "8.2a"),
        row("water", f"{theatre.water_die:+d}", "8.3d"),
        row("unsupplied", f"{theatre.unsupplied_die:+d}", "7.4b"),
        row("disrupted", f"{theatre.disrupted_die:+d}", "11.0c"),
        row("heavy", "±1", "23.2.17"),
        row("air", "+", "15.0g"),
        row("stack", f"{theatre.stack_die:+d}", "10.2c"),
        row("first_day", "+1", "23.2.8"),
        row("last_blow", f"{short.last_blow_die:+d}", "23.2.15"),
        row("ammunition", f"{short.ammunition:+d}", "23.2.10"),
        row("surprise", f"{theatre.surprise_shift:+d} ▶", "8.1a"),
    ]
    return {
        "key": "modifiers",
        "title": words("Modifiers of the die (▶: columns)", "Modificadores del dado (▶: columnas)"),
        "source": "R:7.4, 8.1 - 8.3, 10.2, 11.0, 15.0, 23.2",
        "columns": [words("Reason", "Motivo"), words("Die", "Dado"), words("Rule", "Regla")],
        "rows": rows,
    }


def _terrain(game: Abyss) -> Chart:
    """4.1, 8.3 What terrain costs, and what it takes from the attacker's die."""
    style = game.folder.read("style.toml")
    lines: list[tuple[Words, Table]] = [
        (game.board.terrains[key].name, table) for key, table in game.charts.tables("terrain")]
    for part in ("places", "hexsides"):
        lines += [(style.table(part).table(key).words("legend"), table) for key, table in game.charts.tables(part)]
    lines.append((words("Along a road", "Por carretera"), game.charts.table("roads")))
    keys = ("mech", "foot", "die")
    return {
        "key": "terrain",
        "title": words("Terrain effects", "Efectos del terreno"),
        "source": "R:4.1, 8.3, 16.0",
        "columns": [words("Terrain", "Terreno"), words("Mechanized", "Mecanizadas"), words("Others", "Las demás"),
                    words("Die", "Dado")],
        "rows": [[name, *(both(table.values.get(key, "–")) for key in keys)] for name, table in lines],
        "notes": [words("In Spring Awakening mechanized units cross canals only by road or bridge (16.0).",
                        "En Despertar de primavera las mecanizadas solo cruzan canales por carretera o puente (16.0)."),
                  words("A road replaces the cost of hex and hexside; minor roads are gone in mud (23.2.16).",
                        "La carretera sustituye el coste de hexágono y lado; con barro no hay menores (23.2.16).")],
        "reconstructed": [(row, column + 1) for row, (_, table) in enumerate(lines)
                          for column, key in enumerate(keys) if is_ours(table, key)],
    }


def _fort(game: Abyss) -> Chart:
    """23.2.4 The Fort Table."""
    table = game.charts.table("fort")
    return {
        "key": "fort",
        "title": table.words("name"),
        "source": table.table("source").text("values"),
        "columns": [words("Die", "Dado"), words("Added to the defence", "Se suma a la defensa")],
        "rows": [[both(die), both(value)] for die, value in enumerate(game.theatre.fort_values, 1)],
        "notes": [words(f"A white fort (Konrad 3) multiplies the defence by {game.theatre.white_fort} (23.1.9).",
                        f"Un fuerte blanco (Konrad 3) multiplica la defensa por {game.theatre.white_fort} (23.1.9).")],
        "reconstructed": [(row, 1) for row in range(len(game.theatre.fort_values)) if is_ours(table, "values")],
    }


def _turns(game: Abyss, plan: Plan) -> Chart:
    """2.1 The turn record track of a scenario."""
    table = game.folder.read("scenarios.toml").table("scenarios").table(plan.key).table("turns")
    yes, no = words("yes", "sí"), both("–")

    def arrivals(turn: int) -> Words:
        names = dict.fromkeys(game.theatre.unit[line.units[0]].key for line in plan.lines if line.turn == turn)
        return both(", ".join(names) or "–")

    return {
        "key": f"turns_{plan.key}",
        "title": {language: f"{text}: {name}" for (language, text), name in zip(
            words("Turn record", "Registro de turnos").items(), game.scenarios[plan.key].name.values(), strict=True)},
        "source": "R:2.1, 23.1, 23.2",
        "columns": [words("Turn", "Turno"), words("Date", "Fecha"), words("Air", "Aéreo"), words("Mud", "Barro"),
                    words("Reinforcements", "Refuerzos")],
        "rows": [[both(turn), date, yes if turn in plan.air_turns else no, yes if turn in plan.mud_turns else no,
                  arrivals(turn)] for turn, date in enumerate(plan.dates, 1)],
        "reconstructed": [(row, column) for row in range(plan.last_turn) for column, key in ((2, "air"), (3, "mud"))
                          if is_ours(table, key)],
        "current": "turn",
    }


def _victory(game: Abyss, plan: Plan) -> Chart:
    """22.0 The objectives and levels of a scenario."""
    names = section(game.words, "level")
    rows = [[{lang: game.hex_name(game.board.names[place], lang) for lang in ("en", "es")}, both(value),
             both(plan.points_rule[place])] for place, value in plan.points.items()]
    bounds = [f"< {plan.levels[0]}", *(f"≥ {least}" for least in plan.levels)]
    levels = [{lang: f"{name}: {bound}" for lang, name in names[level].items()}
              for level, bound in zip(LEVELS, bounds, strict=True)]
    return {
        "key": f"victory_{plan.key}",
        "title": {language: f"{text}: {name}" for (language, text), name in zip(
            words("Victory points", "Puntos de victoria").items(), game.scenarios[plan.key].name.values(),
            strict=True)},
        "source": "R:22.0, 23.1, 23.2",
        "columns": [words("Objective", "Objetivo"), words("Points", "Puntos"), words("Rule", "Regla")],
        "rows": rows,
        "notes": levels,
    }
