"""What grows and is built: replacements (16), railheads (17), bridges (18), forts (19), drops (20), artillery (22)."""

from __future__ import annotations

from typing import Protocol

from . import movement
from .movement import entries as doors
from .movement import halves, lyutezh_watched, may_end, points_left, rides
from .printed import charts, other, printed_counters, range_between, side_of, the_map
from .state import Book, State, Unit
from .supply import connected_rail, edge_sources, has_line, railhead_steps
from .zones import zone_of

OFF_MAP = ""
"""Where a way begins that enters the map."""


class Past(Protocol):
    """What a reader must remember."""

    book: Book
    pools: dict[str, int]
    flipped: int
    called: int
    markers: int

    def way(self, unit: Unit) -> tuple[str, ...]: ...

    def extends(self, unit: Unit) -> bool: ...

    def over(self, state: State, unit: Unit) -> bool: ...


# -- 4, 18: what a unit in hand may do -------------------------------------------------------------------------------


def deeds(state: State, unit: Unit, past: Past) -> set[str]:
    """The buttons of a unit in hand."""
    tests = {"extended": may_extend, "rail": may_ride, "assault": may_mark, "replace": may_restore,
             "river_assault": may_assault_river, "bridge_train": may_bridge}
    return {deed for deed, test in tests.items() if test(state, unit, past)}


def untouched(state: State, unit: Unit, past: Past) -> bool:
    way = past.way(unit)
    fresh = len(way) < 2 or (len(way) == 2 and way[0] == OFF_MAP)
    return fresh and not past.over(state, unit) and not past.extends(unit)


def may_extend(state: State, unit: Unit, past: Past) -> bool:
    """4.7, 4.8, 11.3: in the Movement Phase, not restricted, not disrupted, ten markers at most."""
    return free_to_extend(state, unit, past) and bool(movement.reach(state, unit, "movement", extended=True))


def free_to_extend(state: State, unit: Unit, past: Past) -> bool:
    if state.mode != "movement" or unit.restricted or "disrupted" in unit.flags or not untouched(state, unit, past):
        return False
    if unit.key in past.book.replaced:                                     # 16.5b, also when Manstein has rallied it
        return False
    return movement.may_move(state, unit, "movement") and past.markers < charts()["limits"]["markers"]


def may_ride(state: State, unit: Unit, past: Past) -> bool:
    """4.6: one unit on the map in a turn, and all reinforcements; a disrupted unit may move but one hex (11.3)."""
    if state.mode != "movement" or "disrupted" in unit.flags or not untouched(state, unit, past):
        return False
    if unit.key not in past.book.arrived and past.book.railed >= charts()["rail"]["units"]:
        return False
    return movement.may_move(state, unit, "movement") and bool(rides(state, unit))


def may_mark(state: State, unit: Unit, past: Past) -> bool:
    """4.9: three points of a mechanized unit, or the move of another; after a mobile assault only for Germans."""
    if state.mode != "exploitation" or past.over(state, unit) or unit.role == "leader":
        return False
    jumped = unit.key in state.book.dropped and "disrupted" not in unit.flags                        # 20.3
    if not (jumped or movement.may_move(state, unit, "exploitation")) or "assault" in unit.flags:
        return False
    if unit.side == "soviet" and past.book.assaults[unit.key]:
        return False
    if not unit.mechanized:
        return len(past.way(unit)) < 2
    return points_left(state, unit) >= halves(charts()["movement"]["assault_marker"])


def may_assault_river(state: State, unit: Unit, past: Past) -> bool:
    """18.1: neither disrupted nor out of supply, by the river since the phase began, with its whole allowance."""
    if state.mode != "movement" or unit.flags & {"disrupted", "unsupplied"} or past.way(unit):
        return False
    if not untouched(state, unit, past) or unit.role not in ("combat", "support"):
        return False
    return past.markers < charts()["limits"]["markers"] and bool(across_rivers(state, unit))


def across_rivers(state: State, unit: Unit) -> set[str]:
    """18.1: the hexes across a major river that could be attacked and are not prepared for yet."""
    board, ready = the_map(), {frozenset(place.split("/")) for place in state.marked("river_assault")}
    return {number for number in board.neighbours(unit.place) if side_of(unit.place, number) in board.major - ready
            and not state.closed_by_flood(side_of(unit.place, number))
            and not near_lyutezh(state, unit.place, number)}


def near_lyutezh(state: State, *hexes: str) -> bool:
    """34.6: nobody fights or crosses north of the line before turn 19."""
    return lyutezh_watched(state) and bool(set(hexes) & the_map().areas["north_of_lyutezh"])


def may_bridge(state: State, unit: Unit, past: Past) -> bool:
    """18.4, 18.5: a Soviet unit that has not moved, neither disrupted nor out of supply; four bridges at most."""
    if unit.side != "soviet" or state.mode != "movement" or unit.flags & {"disrupted", "unsupplied"}:
        return False
    if unit.role == "leader":                                              # 26.3: he is no unit
        return False
    return untouched(state, unit, past) and not past.way(unit) and bool(to_be_bridged(state, unit))


def to_be_bridged(state: State, unit: Unit) -> set[str]:
    board, taken = the_map(), state.marked("pontoon") | state.marked("train")
    if len(taken) >= charts()["pontoons"]["most"]:
        return set()
    found = {"/".join(sorted((unit.place, near))) for near in board.neighbours(unit.place)
             if side_of(unit.place, near) in board.major - board.roads and not near_lyutezh(state, unit.place, near)
             and not state.closed_by_flood(side_of(unit.place, near))}
    return found - taken


def joiners(state: State, group: list[Unit], target: str) -> set[str]:
    """13.1: who may join a mobile assault: mechanized units of the same hex with the points for it."""
    place, side = group[0].place, group[0].side
    found = set()
    for unit in state.ground(place, side):
        able = target in movement.mobile_assaults(state, unit, points_left(state, unit))
        if able or (unit.role == "hq" and unit.mechanized and not unit.restricted):
            found.add(unit.key)
    return found


# -- 16 --------------------------------------------------------------------------------------------------------------


def entries(state: State, unit: Unit) -> set[str]:
    return without_lyutezh(state, unit, doors(state, unit))


def without_lyutezh(state: State, unit: Unit, hexes: set[str]) -> set[str]:
    """34.6c: no German comes north of the line before turn 19, not even from off the map."""
    return {number for number in hexes if unit.side == "soviet" or not near_lyutezh(state, number)}


def may_restore(state: State, unit: Unit, past: Past) -> bool:
    """16.5: in supply, not disrupted, not by extended movement, once a turn; Soviets not in an enemy zone."""
    if state.mode != "movement" or unit.flags & {"disrupted", "unsupplied", "extended"}:
        return False
    if unit.key in past.book.replaced or unit.face == 0 or unit.kind == "artillery" or unit.role == "air":
        return False
    if unit.side == "soviet" and unit.place in zone_of(state, "german"):
        return False
    mech, foot = past.pools.get("mech", 0), past.pools.get("foot", 0)
    return bool(mech or (foot and not unit.mechanized))


def rebuilding(state: State, unit: Unit) -> set[str]:
    """16.5e, 21: objectives under control on a connected rail hex; Soviets also the edge; security in cities."""
    board, side = the_map(), unit.side
    found = {number for number in board.points if state.controls(side, number)} & connected_rail(state, side)
    if side == "soviet":
        found |= edge_sources(state, side)
    found = without_lyutezh(state, unit, {number for number in found if may_end(state, unit, number, False)})
    cities = {number for number in found if board.places.get(number) == "city"}
    return cities if unit.kind == "security" and cities else found


def refuges(state: State, unit: Unit) -> set[str]:
    """26.3: any friendly objective; where there is none, a source of the edge: he is never eliminated."""
    sources = the_map().areas[f"{unit.side}_supply"] - state.held(other(unit.side))
    return {number for number in the_map().points if state.controls(unit.side, number)} or {
        number for number in sources if state.controls(unit.side, number)}


# -- 17, 19, 20, 22 --------------------------------------------------------------------------------------------------


def repairs(state: State, past: Past) -> set[str]:
    """17.3: ten hexes in all, two a railhead."""
    rail = charts()["rail"]
    if sum(past.book.repairs.values()) >= rail["repairs"]:
        return set()
    return {there for railhead, there in railhead_steps(state) if past.book.repairs[railhead] < rail["per_railhead"]}


def possible_repairs(state: State, past: Past) -> set[str]:
    """17.2: where a line forks a new railhead may come into play, which has repaired nothing yet."""
    done = sum(past.book.repairs.values())
    return {there for _, there in railhead_steps(state)} if done < charts()["rail"]["repairs"] else set()


def building_sites(state: State) -> set[str]:
    """19.1, 34.6d: controlled hexes in supply, out of enemy zones or with a unit, without a fort."""
    board, side = the_map(), "german"
    taken = state.marked("fort") | state.marked("building") | board.areas["german_forts"]
    found = set()
    for number in board.terrain:
        free = number not in zone_of(state, "soviet") or number in state.held(side)
        if not state.controls(side, number) or number in taken or not free:
            continue
        if lyutezh_watched(state) and number in board.areas["north_of_lyutezh"]:
            continue
        if has_line(state, Unit("G-68", number, 0, frozenset())):
            found.add(number)
    return found


def drop_zones(state: State) -> set[str]:
    """20.2: near a combat unit that is not airborne, in open country, away from enemy air units."""
    board, reach = the_map(), charts()["airborne"]["range"]
    friends = [number for number in state.held("soviet")
               if any(unit.role == "combat" for unit in state.ground(number, "soviet"))]
    planes = [unit.place for unit in state.of_side("german") if unit.role == "air"]
    airborne = next(key for key, printed in printed_counters().items() if printed["kind"] == "airborne")
    brigade = Unit(airborne, OFF_MAP, 0, frozenset())
    found = set()
    for number in board.terrain:
        if number in board.marshes or board.built_up(number) or number in state.held("german"):
            continue
        near = any(range_between(number, friend) <= reach for friend in friends)
        watched = any(range_between(number, plane) <= 1 for plane in planes)
        if near and not watched and may_end(state, brigade, number, False):
            found.add(number)
    return found


def recovering(state: State, past: Past) -> set[str]:
    """22.4, 22.5: two depleted divisions, or instead of them (or for a replacement) Guards from the Stavka's box."""
    regular = {unit.key for unit in state.of_side("soviet") if unit.kind == "artillery" and unit.face == 1
               and not unit.flags & {"disrupted", "unsupplied"}}
    boxed = {unit.key for unit in state.units.values() if unit.place == "stavka"} - past.book.called
    flips = regular if past.flipped < charts()["artillery"]["flips"] else set()
    return flips | (boxed if not past.flipped or pools(state, "soviet")["mech"] else set())


def landing(state: State, number: str, die: int) -> str:
    """20.3: two more in an Axis zone of control."""
    chart = charts()["airborne"]
    die += chart["zone"] if number in zone_of(state, "german") else 0
    return "intact" if die <= chart["intact"] else "disrupted" if die <= chart["disrupted"] else "lost"


def entry_price(state: State, unit: Unit, number: str) -> int:
    """16.1: what the first hex costs: a road there comes from beyond the edge."""
    board = the_map()
    if number not in board.road_hexes:
        return movement.terrain_cost(unit, number)
    main = any(number in side for side in board.main)
    dear = (state.weather == "rain" and not main) or number in state.air_zone(other(unit.side))
    return 1 if unit.mechanized and not dear else 2


def pools(state: State, side: str) -> dict[str, int]:
    """16.2: replacements by the Turn Record Track."""
    turns = charts()["turns"]
    return {kind: int(turns[f"{side}_{kind}"][state.turn - 1]) for kind in ("mech", "foot")}


def may_rally(state: State, unit: Unit, past: Past) -> bool:
    """26.2: disrupted units near Manstein, who has not moved, is not disrupted himself, and has a try left."""
    manstein = state.units["G-Manstein"]
    if unit.side != "german" or "disrupted" not in unit.flags or state.mode == "reaction":
        return False
    if manstein.place not in the_map().terrain:
        return False
    near = range_between(manstein.place, unit.place) <= charts()["leaders"]["range"]
    free = "disrupted" not in manstein.flags and manstein.key not in past.book.moved_leaders
    return near and free and past.book.tries < charts()["leaders"]["manstein_tries"] and unit.key not in past.book.tried


def ready_trains(state: State) -> set[str]:
    """18.5: bridge trains whose two hexes hold no enemies and are held, or free of enemy zones."""
    found = set()
    for train in state.marked("train"):
        hexes = train.split("/")
        clear = not set(hexes) & state.held("german")
        if clear and all(number in state.held("soviet") or number not in zone_of(state, "german") for number in hexes):
            found.add(train)
    return found
