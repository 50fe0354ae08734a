"""The answers to questions as lines of text: odds, paths, supply, hexes, units, the score.

Games may answer more than is read here, and may leave things out: whatever is missing is not said.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .look import Look
from .speech import cited, number, percent

BAR = 20
"""The length of the bar that stands for certainty."""


RESULTS = ("results", "tables")
"""Where a battle's chances stand: in the table that is used, or by table where there are several to choose from."""


def odds_lines(look: Look, odds: Mapping[str, Any], target: str | None = None) -> list[str]:
    """A battle: the whole sum with its rules, the column, and how likely every result is."""
    say = look.speech
    lines = [say("odds.title", hex=look.place_name(target))] if target is not None else []
    for key in ("attack", "defence"):
        if key in odds:
            items = odds.get("attackers" if key == "attack" else "defenders", ())
            lines.append("  " + say(f"odds.{key}", value=number(odds[key]), sum=_items(items)))
    if odds.get("hidden"):
        lines.append("  " + say.count("odds.hidden", odds["hidden"]))
    if "differential" in odds:
        lines.append("  " + say("odds.differential", value=f"{odds['differential']:+d}"))
    if "ratio" in odds:
        lines.append("  " + say("odds.ratio", value=odds["ratio"]))
    if "percent" in odds:
        lines.append("  " + say("odds.percent", value=number(odds["percent"])))
    shifts = odds.get("shifts", ())
    if shifts:
        lines.append("  " + say("odds.shifts", value=f"{odds.get('shift', 0):+d}", sum=_items(shifts, signed=True)))
    if odds.get("modifiers"):
        lines.append("  " + say("odds.modifiers", value=f"{odds.get('modifier', 0):+d}",
                                sum=_items(odds["modifiers"], signed=True)))
    if "column" in odds:
        lines.append("  " + say("odds.column", column=odds["column"]))
    tables = odds.get("tables", {})
    if len(tables) < 2:
        tables = {}
        lines += _chances(look, odds.get("results", {}), say("odds.results"))
    more = {key: value for key, value in odds.items() if key not in RESULTS and isinstance(value, Mapping)}
    for key, chances in {**tables, **more}.items():
        lines += _chances(look, chances, f"{look.word('button', key)}:")
    lines += [f"  {note['text']}{f' ({rule})' if (rule := note.get('rule')) else ''}" for note in odds.get("notes", ())]
    return lines


def odds_line(look: Look, odds: Mapping[str, Any]) -> str:
    """A battle in one line: strengths, odds, shift, die modifier, column and results, whichever the game has."""
    say = look.speech
    terms = [say(f"odds.term.{key}", value=f"{odds[key]:+d}" if key in ("shift", "modifier") else odds[key])
             for key in ("ratio", "percent", "shift", "modifier", "column") if _is_said(key, odds)]
    results = ", ".join(f"{result} {percent(chance)}" for result, chance in odds.get("results", {}).items())
    attackers = ", ".join(item["text"] for item in odds.get("attackers", ()))
    line = say("odds.brief", units=attackers, attack=number(odds.get("attack", 0)),
               defence=number(odds.get("defence", 0)), terms=", ".join(terms), results=results)
    unseen = odds.get("hidden")
    return line + (" " + say.count("odds.hidden", unseen) if unseen else "")


def _is_said(key: str, odds: Mapping[str, Any]) -> bool:
    """Whether a part of a battle is worth a word: a die modifier of nothing is not."""
    return odds.get(key) is not None and (key != "modifier" or bool(odds[key]))


def _items(items: Iterable[Mapping[str, Any]], *, signed: bool = False) -> str:
    def one(item: Mapping[str, Any]) -> str:
        value = f"{item['value']:+g}" if signed else number(item["value"])
        by = ", ".join(f"×{part['times']} {part['text']}{cited([part['rule']])}" for part in item.get("by", ()))
        return f"{value} {item['text']}{cited([item.get('rule')])}" + (f" ({by})" if by else "")

    return ("; " if signed else " + ").join(one(item) for item in items)


def _chances(look: Look, chances: Mapping[str, float], heading: str) -> list[str]:
    lines = [f"  {heading}"] if chances else []
    wide = max((len(result) for result in chances), default=0)
    for result, chance in chances.items():
        words = look.word("outcome", result)
        meaning = f"  {words}" if words != result.replace("_", " ") else ""
        lines.append(f"    {result:{wide}}  {percent(chance):>5}  {'#' * round(chance * BAR)}{meaning}")
    return lines


def fire_lines(look: Look, unit: str, answer: Mapping[str, Any]) -> list[str]:
    """How far a gun reaches, what it may fire at now, who observes the enemies in its reach, and who sees which not."""
    say = look.speech
    far = answer.get("range")
    lines = [say("fire.title", unit=look.name(unit)) if far is None
             else say("fire.range", unit=look.name(unit), range=far, n=len(answer["hexes"]))]
    if answer.get("reason"):
        lines.append("  " + say("fire.silent", reason=answer["reason"]) + cited([answer.get("rule")]))
    observers = answer.get("observers") or {}
    for hex in dict.fromkeys([*observers, *answer["targets"]]):
        key = "fire.target" if hex in answer["targets"] else "fire.not_now"
        line = "  " + say(key, hex=look.place_name(hex), stack=look.contents(hex))
        if hex in observers:
            eyes = ", ".join(look.name(eye) for eye in observers[hex])
            line += " " + (say("fire.observed", units=eyes) if eyes else say("fire.unobserved"))
        lines.append(line)
    return lines if len(lines) > 1 else [*lines, "  " + say("fire.nothing")]


def path_lines(look: Look, unit: str, answer: Mapping[str, Any]) -> list[str]:
    """A path, step by step, with costs and their reasons."""
    say = look.speech
    path = answer["path"]
    lines = [say("path.title", unit=look.name(unit), hex=look.place_name(path[-1]), cost=number(answer["cost"]))]
    if answer.get("left") is not None:
        lines[0] += " " + say("path.left", left=number(answer["left"]))
    board = look.game.board
    for before, step in zip(path, answer.get("steps", ()), strict=False):
        wind = look.wind(board.index[before], board.index[step["hex"]])
        why = ", ".join(f"{number(part['value'])} {part['text']}{cited([part.get('rule')])}" for part in step["why"])
        lines.append("  " + say("path.step", wind=wind, hex=look.place_name(step["hex"]),
                                terrain=look.terrain(step["hex"]), cost=number(step["cost"]), why=why))
    return lines


def supply_lines(look: Look, unit: str, answer: Mapping[str, Any]) -> list[str]:
    """Whether a unit is in supply, why, and by which way."""
    say = look.speech
    key = "supply.yes" if answer["supplied"] else "supply.no"
    lines = [say(key, unit=look.name(unit), reason=answer["reason"]) + cited([answer.get("rule")])]
    path = answer.get("path")
    if path and len(path) > 1:
        lines.append("  " + say("supply.path", path=" - ".join(look.place_name(hex) for hex in path)))
    if answer.get("supplied_to_defend", answer["supplied"]) != answer["supplied"]:
        lines.append("  " + say("supply.defends" if answer["supplied_to_defend"] else "supply.defends_not"))
    return lines


def unit_lines(look: Look, unit: str) -> list[str]:
    """All about a unit."""
    facts = look.ask("unit", unit=unit)
    say = look.speech
    lines = [look.unit_line(unit)]
    counter = look.counter(unit)
    lines.append("  " + say("unit.belongs", side=look.side_name(counter.side), formation=look.formation(unit),
                            label=counter.label))
    printed = facts.get("combat")
    if printed:
        lines.append("  " + say("unit.printed", factors=" / ".join(number(value) for value in printed),
                                movement=number(facts.get("movement") or 0)))
    if "left" in facts:
        lines.append("  " + say("unit.left", left=number(facts["left"])))
    if isinstance(facts.get("supply"), Mapping):
        lines += ["  " + line for line in supply_lines(look, unit, facts["supply"])]
    for what, source in facts.get("sources", {}).items():
        if str(source).startswith("X"):
            lines.append("  " + say("source.reconstructed", what=look.word("source", what), note=_note(source)))
    return lines


def hex_lines(look: Look, place: str) -> list[str]:
    """All about a hex, and in a line each what lies round it."""
    facts = look.ask("hex", hex=place)
    if not look.is_hex(place):
        return [look.place_name(place), *(_stack(look, place) or ["  " + look.speech("hex.empty")])]
    lines = [look.whereabouts(place) + ": " + _ground(look, facts)]
    lines += _owners(look, facts)
    lines += _sides(look, place, facts.get("hexsides", ()))
    lines += _stack(look, place) or ["  " + look.speech("hex.empty")]
    lines.append(look.speech("hex.round"))
    board = look.game.board
    for direction in board.grid.directions:
        there = board.grid.step(board.index[place], direction)
        wind = look.speech(f"wind.{direction}")
        if there is None:
            lines.append(f"  {wind}: " + look.speech("hex.edge"))
        else:
            lines.append(f"  {wind}: " + look.place_line(board.names[there]))
    return lines


def _ground(look: Look, facts: Mapping[str, Any]) -> str:
    """Terrain, place and areas of a hex; what is reconstructed is marked."""
    parts = []
    terrain, town = facts.get("terrain"), facts.get("place")
    if terrain:
        parts.append(_sourced(look, terrain["name"], terrain))
    if town:
        named = f"{town['name']} ({look.word('place', town['kind'])})"
        if town.get("points"):
            named += ", " + look.speech.count("count.points", town["points"])
        parts.append(_sourced(look, named, town))
    parts += [_sourced(look, area["name"], area) for area in facts.get("areas", ())]
    return "; ".join(parts)


def _sourced(look: Look, text: str, thing: Mapping[str, Any]) -> str:
    reconstructed = str(thing.get("source", "")).startswith("X")
    return f"{text} {look.speech('source.mark')}" if reconstructed else text


def _note(source: object) -> str:
    return str(source).partition(":")[2].strip()


def _owners(look: Look, facts: Mapping[str, Any]) -> list[str]:
    lines = []
    if facts.get("control"):
        lines.append("  " + look.speech("hex.control", side=look.side_name(facts["control"])))
    if facts.get("zoc"):
        lines.append("  " + look.speech("hex.zoc", sides=", ".join(look.side_name(side) for side in facts["zoc"])))
    return lines


def _sides(look: Look, place: str, sides: Sequence[Mapping[str, Any]]) -> list[str]:
    index = look.game.board.index
    return [
        "  " + look.speech("hex.side", wind=look.wind(index[place], index[side["to"]]),
                           kind=look.word("hexside", side["kind"]), name=side["name"], hex=side["to"])
        for side in sides
    ]


def _stack(look: Look, place: str) -> list[str]:
    stack = look.stack(place)
    lines = ["  " + look.unit_line(unit, where=False) for unit in reversed(stack) if unit is not None]
    unseen = sum(unit is None for unit in stack)
    return lines + (["  " + look.speech.count("count.unseen", unseen)] if unseen else [])


def around_lines(look: Look, centre: str, radius: int) -> list[str]:
    """Towns and units near a hex, nearest first: the map for somebody who does not see it."""
    board = look.game.board
    middle = board.index[centre]
    near = sorted((board.grid.distance(middle, index), index) for name, index in board.index.items()
                  if look.is_hex(name) and board.grid.distance(middle, index) <= radius)
    lines = [look.speech("around.title", hex=look.whereabouts(centre), radius=radius)]
    for _, index in near:
        place = board.names[index]
        if index in board.place_at or look.stack(place):
            lines.append("  " + look.place_line(place, origin=centre))
    return lines if len(lines) > 1 else [*lines, "  " + look.speech("around.nothing")]


def victory_lines(look: Look) -> list[str]:
    """The score, what it is made of, and which places count."""
    points = look.view.get("points") or {}
    lines = [look.score() or look.speech("victory.none")]
    for key, value in (points.get("parts") or {}).items():
        lines.append("  " + look.speech("victory.part", part=look.word("points", key), points=number(value)))
    if points.get("held"):
        lines.append("  " + look.speech("victory.held", places=", ".join(map(look.place_name, points["held"]))))
    result = look.view.get("result")
    if result:
        lines.append(result["text"][look.speech.language] + cited([result.get("rule")]))
    return lines
