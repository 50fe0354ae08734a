"""Excerpts of the map with the units on it, and the legend to them."""

from __future__ import annotations

from stavka.kit.hexset import members

from .atlas import CELL_WIDTH
from .look import Look
from .speech import number

BRACKETS = ("[]", "<>", "{}", "()")
"""What the units of each side stand between."""

DEFAULT_RADIUS, LARGEST_RADIUS = 3, 15


def map_lines(look: Look, centre: str, radius: int) -> list[str]:
    """The hexes round a centre, drawn, with a legend of what appears in them."""
    board = look.game.board
    hexes = board.grid.within(board.index[centre], radius)
    offered = set(() if look.offer is None else look.offer.hexes)
    drawing = look.atlas.draw(hexes, lambda place: _cell(look, board.names[place], offered))
    return [look.speech("map.title", hex=look.whereabouts(centre), radius=radius), *drawing, "",
            *legend_lines(look, hexes, offered)]


def _cell(look: Look, hex: str, offered: set[str]) -> tuple[str, str, str]:
    """Number, terrain and cost; the top unit with its strength; the town."""
    board = look.game.board
    index = board.index[hex]
    terrain = board.terrains[board.terrain[index]].symbol if board.terrain[index] else " "
    cost = number(look.costs[hex]) if hex in look.costs and hex in offered else ""
    first = f"{hex} {terrain}{'*' if hex in offered else ''}{cost}"
    town = board.place_at.get(index)
    third = "" if town is None else town.name[look.speech.language]
    return first, _top(look, hex), third


def _top(look: Look, hex: str) -> str:
    """The uppermost unit between the brackets of its side, and how many there are if it is not alone."""
    stack = look.stack(hex)
    if not stack:
        return ""
    unit = next((unit for unit in reversed(stack) if unit is not None), None)
    several = str(len(stack)) if len(stack) > 1 else ""
    if unit is None:
        return f"?{several}"
    brackets = BRACKETS[look.game.sides.index(look.counter(unit).side) % len(BRACKETS)]
    strength = look.strength(unit)
    room = CELL_WIDTH - len(several) - 2 - (len(strength) + 1 if strength else 0)
    label = look.counter(unit).label.replace(" ", "")[:room]
    return f"{brackets[0]}{label}{' ' + strength if strength else ''}{brackets[1]}{several}"


def legend_lines(look: Look, hexes: int, offered: set[str]) -> list[str]:
    """What the signs of an excerpt mean: only those that are in it."""
    board, say = look.game.board, look.speech
    seen = {board.terrain[hex] for hex in members(hexes)}
    terrain = [f"{kind.symbol} {kind.name[say.language]}" for key, kind in board.terrains.items() if key in seen]
    sides = [f"{BRACKETS[n % len(BRACKETS)][0]}{say('map.unit')}{BRACKETS[n % len(BRACKETS)][1]} {look.side_name(side)}"
             for n, side in enumerate(look.game.sides)]
    hexsides = [f"{look.atlas.inks[kind] * 3} {look.word('hexside', kind)}" for kind in look.atlas.sides_within(hexes)]
    lines = [say("map.terrain", signs=", ".join(terrain)), say("map.sides", signs=", ".join(sides))]
    if hexsides:
        lines.append(say("map.hexsides", signs=", ".join(hexsides)))
    shown = {board.names[hex] for hex in members(hexes)}
    marked = [f"{look.place_name(place)} {', '.join(look.marks(place))}" for place in look.view["marks"]
              if shown.issuperset(place.split("/"))]
    if marked:
        lines.append(say("map.marks", signs="; ".join(marked)))
    if offered & shown:
        lines.append(say("map.offered_costs" if look.costs else "map.offered"))
    return lines
