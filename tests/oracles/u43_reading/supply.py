"""Logistics (14) and railways (17)."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator

from .printed import FOREVER, GERMANS, charts, other, side_of, the_map
from .state import State, Unit
from .zones import bonds_of, zone_of

Line = tuple[str, int, int, bool]
"""How far a line has come: hex, major rivers crossed, marshes entered, whether the hex is vacant in an enemy zone."""


def edge_sources(state: State, side: str) -> set[str]:
    """14.2a: marked edge hexes under one's own control."""
    return {number for number in the_map().areas[f"{side}_supply"] if state.controls(side, number)}


def soviet_rail(state: State) -> set[str]:
    """17.1: what is east of the August line, marked hexes repaired, and unmarked lines whose ends are repaired."""
    board = the_map()
    usable = (board.rail_hexes & board.areas["soviet_august"]) | state.book.repaired
    lines = Counter(number for part in board.branches.values() for number in part)

    leaving = board.areas["north_edge"] | board.areas["soviet_supply"] | board.areas["german_supply"]

    def dead_end(number: str) -> bool:
        return lines[number] == 1 and number not in board.green | leaving

    def repaired(key: str, part: list[str]) -> bool:
        if key.startswith("repki"):
            return False                                                                             # 27.4
        if key.startswith(("krolevets", "glukhov")) and part[-1] not in board.green:
            return board.gorodnya <= usable                                                          # 27.4
        ends = {part[0], part[-1]}
        return all(end in usable or dead_end(end) for end in ends) and bool(ends & usable)

    while True:
        more = {number for key, part in board.branches.items() if repaired(key, part) for number in part} - usable
        if not more:
            return usable
        usable |= more


def connected_rail(state: State, side: str) -> set[str]:
    """14.2b: rail hexes joined to an edge source, not blocked by enemies or zones, for the Soviets repaired."""
    board = the_map()
    enemies, enemy_zone, friends = state.held(other(side)), zone_of(state, other(side)), state.held(side)

    usable = board.rail_hexes if side == "german" else soviet_rail(state)

    def is_open(number: str) -> bool:
        blocked = number in enemies or (number in enemy_zone and number not in friends)
        return not blocked and number in usable and state.controls(side, number)                     # 31.2g

    found = {number for number in edge_sources(state, side) & board.rail_hexes if is_open(number)}
    queue = deque(found)
    while queue:
        here = queue.popleft()
        for there in board.neighbours(here):
            if there not in found and side_of(here, there) in board.rails and is_open(there):
                found.add(there)
                queue.append(there)
    return found


def sources(state: State, side: str) -> set[str]:
    known: set[str] = state.once(f"sources {side}", lambda: all_sources(state, side))
    return known


def all_sources(state: State, side: str) -> set[str]:
    return edge_sources(state, side) | connected_rail(state, side)


def half_hex_entries(state: State, side: str) -> set[str]:
    """27.2: the half-hexes gained are sources off the map, one hex beyond those they open on."""
    gained = the_map().half_hexes[:state.half_hexes] if side == "soviet" else []
    return {number for entries in gained for number in entries}


def traced(state: State, side: str, line: Line, there: str, by_road: bool) -> Line | None:
    """14.4, 14.5: a supply line one hex further, or None."""
    board = the_map()
    here, rivers, marshes, exposed = line
    crossed = side_of(here, there)
    if there not in board.terrain or crossed in board.all_sea or (by_road and crossed not in state.roads()):
        return None
    if there in state.held(other(side)) or bonds_of(state, other(side)).close(here, there):
        return None
    rivers += crossed in board.major
    marshes += there in board.marshes and crossed not in state.roads()
    now = there in zone_of(state, other(side)) and there not in state.held(side)
    if rivers > 1 or marshes > 1 or (exposed and now):
        return None
    return there, rivers, marshes, now


def flood(state: State, side: str, starts: Iterable[Line], by_road: bool, length: int,
          stop: Iterable[str] = ()) -> dict[Line, int]:
    """The lines that can be traced, with their lengths; no further than the first that arrives where to stop."""
    found = dict.fromkeys(starts, 0)
    queue = deque(found)
    while queue:
        line = queue.popleft()
        if line[0] in stop:
            break
        if found[line] == length:
            continue
        for there in the_map().neighbours(line[0]):
            further = traced(state, side, line, there, by_road)
            if further is not None and further not in found:
                found[further] = found[line] + 1
                queue.append(further)
    return found


def has_line(state: State, unit: Unit, limited: bool = True) -> bool:
    """14.3: four hexes overland to a road or source, or seven to a headquarters on a road, then by road; 14.8: any."""
    ends = set(sources(state, unit.side))
    near, far = (charts()["supply"][key] if limited else FOREVER for key in ("overland", "headquarters"))
    overland = flood(state, unit.side, [(unit.place, 0, 0, False)], by_road=False, length=far)
    headquarters = {friend.place for friend in state.of_side(unit.side) if friend.commands}
    beside = half_hex_entries(state, unit.side)
    if any(length + (line[0] not in ends) <= near for line, length in overland.items() if line[0] in ends | beside):
        return True
    on_road = [line for line, length in overland.items()
               if line[0] in state.road_hexes() and (length <= near or line[0] in headquarters)]
    ends |= beside                                                               # a road goes on beyond the edge
    return any(line[0] in ends for line in flood(state, unit.side, on_road, by_road=True, length=FOREVER, stop=ends))


def reaches_depot(state: State, unit: Unit) -> bool:
    """14.8: a line of any length to a friendly city or town, or to a headquarters of an army or front."""
    board = the_map()
    depots = {number for number in board.places if board.built_up(number) and state.controls(unit.side, number)}
    depots |= {friend.place for friend in state.of_side(unit.side) if friend.commands}
    overland = flood(state, unit.side, [(unit.place, 0, 0, False)], by_road=False, length=FOREVER, stop=depots)
    return any(line[0] in depots for line in overland)


def attrition_bonus(state: State, unit: Unit) -> int:
    """14.8: a depot, and the morale of Germans and airborne brigades."""
    return int(reaches_depot(state, unit)) + int(unit.group in GERMANS or unit.kind == "airborne")


def must_roll_for_petrol(state: State, unit: Unit) -> bool:
    """14.9: mechanized units but headquarters, artillery too, not yet out of supply, far from a source."""
    if not unit.mechanized or unit.role in ("hq", "leader", "air") or "unsupplied" in unit.flags:
        return False
    return unit.place in the_map().terrain and petrol(state, unit) >= charts()["supply"]["petrol_from"]


def petrol_fails(distance: int, die: int) -> bool:
    return any(die <= highest for least, highest in charts()["supply"]["petrol"][::-1] if distance >= least)


def railhead_steps(state: State) -> Iterator[tuple[str, str]]:
    """17.2 to 17.4, 31.2g: what connected railheads can repair next: the first hexes along their lines they control.

    A railhead passes what lay behind the August line, but does not go back over a line that is repaired.
    """
    board, joined, usable = the_map(), connected_rail(state, "soviet"), soviet_rail(state)
    august = board.areas["soviet_august"]
    railheads = state.marked("railhead")
    for railhead in railheads & joined:
        for path in board.lines.values():
            if railhead in path:
                place = path.index(railhead)
                for beyond in (path[place + 1:], path[:place][::-1]):
                    stops = (number for number in beyond if number not in august or number in railheads)
                    there = next(stops, None)
                    if there is not None and there not in usable and state.controls("soviet", there):
                        yield railhead, there


def petrol(state: State, unit: Unit) -> int:
    """14.9: hexes to the nearest source, enemies or not."""
    away: dict[str, int] = state.once(f"petrol {unit.side}", lambda: hexes_to_sources(state, unit.side))
    return away.get(unit.place, FOREVER)


def hexes_to_sources(state: State, side: str) -> dict[str, int]:
    """14.9: how far every hex is from a source, not through sea."""
    board, on_map = the_map(), sources(state, side)
    found = dict.fromkeys(on_map, 0)
    waves = [on_map, half_hex_entries(state, side) - on_map]
    for length, wave in enumerate(waves):
        found |= dict.fromkeys(wave - found.keys(), length)
        near = {there for here in wave for there in board.neighbours(here) if side_of(here, there) not in board.all_sea}
        later = near - found.keys()
        if length + 1 < len(waves):
            waves[length + 1] |= later
        elif later:
            waves.append(later)
    return found
