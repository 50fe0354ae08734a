"""Movement (4), mobile assaults (13.1) and how units come onto the map and leave it (16.1, 27, 30.2)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from heapq import heappop, heappush

from .printed import FOREVER, charts, other, range_between, side_of, the_map
from .state import State, Unit
from .supply import soviet_rail
from .zones import bonds_of, fits, zone_of


def halves(points: float) -> int:
    return round(points * 2)


# -- Costs -----------------------------------------------------------------------------------------------------------


def terrain_cost(unit: Unit, number: str) -> int:
    """4.1, 4.5: towns and cities cost one point whatever the terrain."""
    board, column = the_map(), "mech" if unit.mechanized else "foot"
    if board.built_up(number):
        return halves(charts()["places"][board.places[number]][column])
    return halves(charts()["terrain"][board.terrain[number]][column])


def road_cost(state: State, unit: Unit, here: str, there: str) -> int:
    """4.2, 15.6, 25.2."""
    if not unit.mechanized:
        return 2
    dear = state.weather == "rain" and side_of(here, there) not in the_map().main
    return 2 if dear or there in state.air_zone(other(unit.side)) else 1


def entry_cost(state: State, unit: Unit, here: str, there: str) -> int:
    """What it costs to go from a hex to the next by road, by bridge or across country, without zones of control."""
    board, crossed = the_map(), side_of(here, there)
    cost = road_cost(state, unit, here, there) if crossed in state.roads() else terrain_cost(unit, there)
    if crossed in board.river and crossed not in state.roads():
        cost += halves(charts()["movement"]["river"])
    if crossed in board.major and state.bridged(crossed) and crossed & state.air_zone(other(unit.side)):
        cost += halves(charts()["movement"]["interdicted_bridge"])                                   # 4.4c
    if crossed in board.major and not state.bridged(crossed) and unit.kind == "cavalry":
        cost += halves(charts()["movement"]["cavalry_major_river"])                                  # 4.4a
    return cost


def step_cost(state: State, unit: Unit, here: str, there: str) -> int:
    """6.3: leaving a hex in an enemy zone costs two points more."""
    leaving = halves(charts()["movement"]["leave_zone"]) if here in zone_of(state, other(unit.side)) else 0
    return entry_cost(state, unit, here, there) + leaving


def allowance(state: State, unit: Unit) -> int:
    """4.1, 14.7, 25.2: out of supply comes before rain."""
    if "unsupplied" in unit.flags:
        return halves(charts()["movement"]["unsupplied"])
    if state.weather == "rain":
        return halves(charts()["movement"]["rain"])
    return halves(unit.printed["movement"])


def bonus(unit: Unit) -> int:
    """4.7, 14.7: what extended movement adds."""
    return halves(charts()["movement"]["unsupplied" if "unsupplied" in unit.flags else "extended"])


# -- What is forbidden -----------------------------------------------------------------------------------------------


def passable(state: State, unit: Unit, here: str, there: str) -> bool:
    """Whether a unit may ever go from a hex to the next, major rivers without a bridge apart."""
    board, crossed, enemy = the_map(), side_of(here, there), other(unit.side)
    if crossed in board.all_sea or there in state.held(enemy) or bonds_of(state, enemy).close(here, there):  # 4.1, 7.2
        return False
    if unit.kind == "artillery" and crossed not in state.roads() and {here, there} & board.marshes:    # 4.5
        return False
    if there in state.flooded() or state.closed_by_flood(crossed):                                   # 28.2
        return False
    return not lyutezh_forbids(state, unit, here, there)


def dry(state: State, unit: Unit, here: str, there: str) -> bool:
    """A step that crosses no major river but by a bridge; a German that comes to a pontoon destroys it (18.5E)."""
    crossed = side_of(here, there)
    if crossed in the_map().major and crossed not in state.roads():
        return crossed in state.pontoons() and unit.side == "soviet" and passable(state, unit, here, there)
    return passable(state, unit, here, there)


def lyutezh_watched(state: State) -> bool:
    """34.6: before turn 19 of scenario 4, until the Soviets come from the south."""
    return state.scenario == "october" and state.turn < 19 and not state.lyutezh_free


def lyutezh_forbids(state: State, unit: Unit, here: str, there: str) -> bool:
    """34.6 b, c: before turn 19; on turn 19 no German reaction north of the line."""
    north = the_map().areas["north_of_lyutezh"]
    if state.scenario == "october" and state.turn == 19 and state.phase == "german.reaction":
        return bool({unit.place, there} & north)
    if not lyutezh_watched(state):
        return False
    if unit.side == "german":
        return there in north and unit.place not in north
    return side_of(here, there) in the_map().major and bool({here, there} & north)


def garrisons(state: State, unit: Unit) -> bool:
    """21: a security division stays in its city while no Soviet unit is within three hexes."""
    return unit.kind == "security" and is_quiet_city(state, unit.place)


def is_quiet_city(state: State, place: str) -> bool:
    if the_map().places.get(place) != "city":
        return False
    return all(range_between(place, number) > charts()["limits"]["security"] for number in state.held("soviet"))


def may_move(state: State, unit: Unit, mode: str) -> bool:
    """4.8 to 4.10, 11.3, 14.7, 20.4, 21: who may move at all."""
    if unit.role == "air" or unit.key in state.book.dropped or garrisons(state, unit):
        return False
    if mode == "movement":
        return True
    if "disrupted" in unit.flags or unit.restricted or (unit.key == "G-Manstein" and mode == "exploitation"):
        return False
    return mode == "exploitation" or "unsupplied" not in unit.flags


def one_hex_only(state: State, unit: Unit, mode: str, way: tuple[str, ...] = ()) -> bool:
    """Whether a unit moves but one hex, whatever it costs; `way` is how it has gone in this phase."""
    if "disrupted" in unit.flags:
        return unit.kind != "artillery" or len(way) < 3        # 11.3; 4.8: guns disrupted by their move may go on
    if mode == "exploitation":
        return not unit.mechanized                                                                   # 4.9c
    if mode == "reaction":
        return not unit.mechanized or (way or (unit.place,))[0] in zone_of(state, other(unit.side))  # 4.10
    return False


def may_end(state: State, unit: Unit, number: str, extended: bool, along: Sequence[Unit] = ()) -> bool:
    """5.4, 4.7: where a move may end, of a unit and those that go along with it."""
    moving = {unit.key, *(friend.key for friend in along)}
    there = [near for near in state.stacks.get(number, ()) if near.side == unit.side and near.key not in moving]
    if not fits([*there, *(along or (unit,))]):
        return False
    divisions = [near for near in (*there, unit) if near.side == "german" and near.role == "combat"]
    north = lyutezh_watched(state) and number in the_map().areas["north_of_lyutezh"]
    if north and unit in divisions and len(divisions) > 1:                                           # 34.6b
        return False
    return not extended or not set(the_map().neighbours(number)) & state.held(other(unit.side))


# -- Reach -----------------------------------------------------------------------------------------------------------


def points_left(state: State, unit: Unit, extended: bool = False) -> int:
    spent = halves(state.book.spent.get(unit.key, 0))
    return allowance(state, unit) + (bonus(unit) if extended else 0) - spent


def reach(state: State, unit: Unit, mode: str, extended: bool = False, way: tuple[str, ...] = (),
          points: int | None = None, along: Sequence[Unit] = ()) -> dict[str, int]:
    """The hexes where a unit may end its move, with their costs in half points.

    `way` is how it has gone in this phase (nothing: it stands where it began), `points` what it has left, `along` the
    stack it moves with.
    """
    if not may_move(state, unit, mode):
        return {}
    start, fresh = unit.place, len(way) < 2
    points = points_left(state, unit, extended) if points is None else points
    if not fresh and (one_hex_only(state, unit, mode, way) or wet_feet(state, unit, way)):
        return {}
    single = one_hex_only(state, unit, mode, way) or (not fresh and waded(state, way))
    found = {start: 0}
    queue = [(0, start)]
    while queue:
        spent, here = heappop(queue)
        stays = unit.kind == "security" and is_quiet_city(state, here)                               # 21
        if spent > found[here] or (here != start and (single or stays)):
            continue
        for there in the_map().neighbours(here):
            if dry(state, unit, here, there):
                total = spent + step_cost(state, unit, here, there)
                if fresh and here == start and total > points:
                    found.setdefault(there, points)                                                  # 4.1: minimum
                elif total <= min(points, found.get(there, FOREVER) - 1):
                    found[there] = total
                    heappush(queue, (total, there))
    if mode == "movement" and fresh and not unit.mechanized:
        for there, spent in crossings(state, unit, points, single):
            found[there] = min(spent, found.get(there, FOREVER))
    del found[start]
    return {number: spent for number, spent in found.items() if may_end(state, unit, number, extended, along)}


def waded(state: State, way: tuple[str, ...]) -> bool:
    """4.4: a unit that crossed a major river without a bridge as it set out."""
    crossed = side_of(way[0], way[1])
    return crossed in the_map().major and not state.bridged(crossed)


def wet_feet(state: State, unit: Unit, way: tuple[str, ...]) -> bool:
    """4.4: after crossing, cavalry goes one hex further, others none."""
    return waded(state, way) and (unit.kind != "cavalry" or len(way) > 2)


def crossings(state: State, unit: Unit, points: int, single: bool) -> Iterator[tuple[str, int]]:
    """4.4: across a major river from where the phase began: cavalry pays and may go one hex further, others stop."""
    board, start = the_map(), unit.place
    for there in board.neighbours(start):
        crossed = side_of(start, there)
        bridged = crossed in state.roads() or (crossed in state.pontoons() and unit.side == "soviet")
        if crossed not in board.major or bridged or not passable(state, unit, start, there):
            continue
        spent = min(step_cost(state, unit, start, there), points) if unit.kind == "cavalry" else points
        yield there, spent
        if unit.kind == "cavalry" and not single:
            for beyond in board.neighbours(there):
                total = spent + step_cost(state, unit, there, beyond)
                if dry(state, unit, there, beyond) and total <= points:
                    yield beyond, total


# -- Rail ------------------------------------------------------------------------------------------------------------


def rides(state: State, unit: Unit) -> set[str]:
    """4.6: where a unit can go by rail: controlled, in repair, out of enemy zones; Soviets have a link off the map."""
    board, side = the_map(), unit.side
    usable = board.rail_hexes if side == "german" else soviet_rail(state)
    shut = state.held(other(side)) | zone_of(state, other(side)) | state.flooded()                   # 28.2
    through = {number for number in usable - shut if state.controls(side, number)}
    through = {number for number in through if not lyutezh_forbids(state, unit, number, number)}
    if unit.place not in usable:
        return set()
    out, back = {"6021"}, {"6024", "6026", "6031"}
    found, queue = {unit.place}, deque([unit.place])
    while queue:
        here = queue.popleft()
        if here != unit.place and unit.kind == "security" and is_quiet_city(state, here):            # 21
            continue
        linked = (back if here in out else out if here in back else set()) if side == "soviet" else set()
        near = {there for there in board.neighbours(here) if side_of(here, there) in board.rails}
        for there in ((near | linked) & through) - found:
            found.add(there)
            queue.append(there)
    return {number for number in found - {unit.place} if may_end(state, unit, number, extended=False)}


# -- 13 Mobile assaults ----------------------------------------------------------------------------------------------


def may_assault(state: State, unit: Unit) -> bool:
    """13.1, 13.2: mechanized units; only Germans assault a second time in a phase."""
    if not unit.mechanized or "disrupted" in unit.flags or unit.role not in ("combat", "support"):
        return False
    return unit.kind != "artillery" and (unit.side == "german" or not state.book.assaults[unit.key])


def assault_cost(state: State, unit: Unit, there: str) -> int:
    """13.1: two points besides the terrain; a road costs one point, and leaving a zone nothing."""
    crossed = side_of(unit.place, there)
    cost = 2 if crossed in state.roads() else entry_cost(state, unit, unit.place, there)
    return cost + halves(charts()["movement"]["mobile_assault"])


def mobile_assaults(state: State, unit: Unit, points: int) -> set[str]:
    """13.1, 18.1: the enemy hexes a mechanized unit can assault from where it stands, with so many half points left."""
    board, found = the_map(), set()
    if not may_assault(state, unit):
        return set()
    for there in board.neighbours(unit.place):
        crossed = side_of(unit.place, there)
        closed = crossed in board.barriers or state.closed_by_flood(crossed)
        closed |= lyutezh_watched(state) and there in board.areas["north_of_lyutezh"]                # 34.6a
        if not closed and state.ground(there, other(unit.side)) and assault_cost(state, unit, there) <= points:
            found.add(there)
    return found


# -- 16.1, 27, 30.2 --------------------------------------------------------------------------------------------------


def leaves(state: State, unit: Unit, mode: str, way: tuple[str, ...], points: int) -> set[str]:
    """Boxes a Soviet unit can move to from where it stands: the Central Front's (27.3) and off the west edge (30.2)."""
    board, zoned = the_map(), unit.place in zone_of(state, other(unit.side))
    cost = halves(charts()["movement"]["exit"]) + (halves(charts()["movement"]["leave_zone"]) if zoned else 0)
    fits = len(way) < 2 if one_hex_only(state, unit, mode, way) else cost <= points
    if unit.side != "soviet" or mode == "reaction" or not fits or not may_move(state, unit, mode):   # 20.4
        return set()
    found = set()
    if unit.place in board.areas["north_edge"]:
        found.add("central")
    if unit.place in board.areas["west_edge"] and unit.role != "leader":
        found.add("west")
    return found


def entries(state: State, unit: Unit) -> set[str]:
    """16.1: the edge sources of its edge under control, for Soviets also what the Central Front has opened (27.2)."""
    board, side = the_map(), unit.side
    edge = unit.printed.get("edge", "N" if side == "soviet" else "W")      # 16.4: Tigers come from the rear
    doors = {number for number in board.parts[f"{side}_supply"][edge] if state.controls(side, number)}
    if side == "soviet":
        doors |= {number for opened in board.half_hexes[:state.half_hexes] for number in opened}
    if unit.place == "central":
        doors |= {number for number in board.areas["north_edge"] if state.controls(side, number)}    # 27.3
    shut = state.held(other(side)) | bonds_of(state, other(side)).hexes                              # 27.2
    return {number for number in doors - shut if may_end(state, unit, number, False)}
