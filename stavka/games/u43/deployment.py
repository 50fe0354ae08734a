"""31.2, 33.5, 34.7: where units may be set up, and who sets up when."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial

from stavka.kit.deploy import SetUp
from stavka.kit.hexset import EMPTY, HexSet, UnitSet, bit, has, members, of
from stavka.kit.words import Message

from .air import free_bases
from .components import CENTRAL, GERMAN, RESERVE, SETUP, SOVIET, Theatre
from .position import Ukraine
from .stacking import has_room, stack_of

AUGUST = ("campaign", "opening")
NEAR, NEAR_HQ = 3, 5  # 31.2: hexes from the front line
MOST_RESERVED = 4  # 33.5
MOST_BOXED = 3  # 33.7
MOST_NORTH = 3  # 34.8


def code_of(p: Ukraine, unit: int) -> str:
    """31.2 The set-up code of a unit in this scenario; 34.8 transferred units belong to the Steppe Front."""
    if p.transferred >> unit & 1:
        return "St"
    return p.layout.unit[unit].start[p.layout.plans[p.scenario].start]


@lru_cache(maxsize=8)
def starters(layout: Theatre, start: str) -> Mapping[str, UnitSet]:
    """31.2 The units with each set-up code of one of the starts that scenarios use."""
    units: dict[str, UnitSet] = {}
    for unit, counter in enumerate(layout.unit):
        code = counter.start[start]
        units[code] = units.get(code, EMPTY) | bit(unit)
    return units


@lru_cache(maxsize=8)
def of_one_hex(layout: Theatre, start: str) -> Mapping[int, int]:
    """The units whose set-up code is the number of a hex, each with that hex."""
    index = layout.grid.index
    return {unit: index[counter.start[start]] for unit, counter in enumerate(layout.unit)
            if counter.start[start] in index}


# -- Where units may be set up (31.2, 33.5, 34.7) ------------------------------------------------------------------


def own_side(p: Ukraine, side: int) -> HexSet:
    """31.2 The hexes on a side's side of the line."""
    soviet = p.layout.board.area(f"soviet_{p.layout.plans[p.scenario].month}")
    return soviet if side == SOVIET else p.layout.playable & ~soviet


def near_front(p: Ukraine, side: int, hexes: int) -> HexSet:
    """31.2 The hexes within so many of a side's front line."""
    layout, month = p.layout, p.layout.plans[p.scenario].month

    def make() -> HexSet:
        near = 0
        for part in layout.front_line(month, side).values():
            near |= part
        for _ in range(hexes):
            near |= layout.grid.around(near)
        return near

    return p.derive(("near front", side, hexes), month, make)


def area_of(p: Ukraine, unit: int) -> HexSet:
    """Where the code of a unit lets it start, other units apart."""
    layout, side, code = p.layout, p.layout.side_of[unit], code_of(p, unit)
    own = own_side(p, side)
    if code in layout.grid.index:
        return bit(layout.grid.index[code])
    if code == "base":
        return free_bases(p, side) & own
    if code == "zhukov":
        return own if p.scenario in AUGUST else p.manned[SOVIET]
    if code in ("E", "any"):
        return own
    if code == "garrison":
        return own & (layout.towns | layout.cities) & near_front(p, side, NEAR)
    sector = layout.sector(layout.plans[p.scenario].month, "4P" if code == "corps" else code)
    if code == "corps":
        apart = [other for other in p.those_on_map(layout.panzer_corps) if not has(sector, p.where[other])]
        return own & sector if apart else own
    distance = NEAR_HQ if layout.army_hqs >> unit & 1 else NEAR
    manstein = unit == layout.manstein or layout.tigers >> unit & 1  # 34.8: anywhere in the sector
    return own & sector if manstein else own & sector & near_front(p, side, distance)


def deployment_hexes(p: Ukraine, unit: int) -> HexSet:
    """Where a unit may be set up now: its area, the Lyutezh line, stacking."""
    layout, side = p.layout, p.layout.side_of[unit]
    hexes = area_of(p, unit)
    if side == GERMAN and p.is_october and not layout.air >> unit & 1:
        hexes = _october_hexes(p, unit, hexes)
    if layout.ground >> unit & 1:
        bound = bound_units(p, side)
        crowded = p.too_heavy(side, layout.load[unit], layout.bearable[side]) | of(bound)
        hexes &= ~of([place for place in members(hexes & crowded)
                      if not has_room(p, place, (unit, *bound.get(place, ())))])
    return hexes


def bound_units(p: Ukraine, side: int) -> dict[int, list[int]]:
    """By hex: the units that wait and may start nowhere else, so that others leave them room there."""
    box, bound = p.box(SETUP[side]), dict[int, list[int]]()
    for unit, place in of_one_hex(p.layout, p.layout.plans[p.scenario].start).items():
        if p.where[unit] == box and not p.transferred >> unit & 1:
            bound.setdefault(place, []).append(unit)
    return bound


def _october_hexes(p: Ukraine, unit: int, hexes: HexSet) -> HexSet:
    """34.6, 34.8 North of the Lyutezh line no vehicles, one division a hex, three in all; garrisons stand alone."""
    layout = p.layout
    north = layout.north_of_lyutezh
    garrisons = garrisoned(p)
    if code_of(p, unit) == "garrison":
        alone = hexes & ~p.manned[GERMAN]
        if garrisons & north:
            alone &= ~north
        return alone or hexes & ~north
    if unit != layout.manstein:
        hexes &= ~garrisons
    if layout.mechanized >> unit & 1:
        return hexes & ~north
    infantry = layout.combat & ~layout.security
    placed = len([other for other in p.on_map(GERMAN) if infantry >> other & 1 and has(north, p.where[other])])
    return hexes & ~(north & p.manned[GERMAN]) if placed < MOST_NORTH else hexes & ~north


def garrisoned(p: Ukraine) -> HexSet:
    """34.8 The hexes with a security division that stands alone."""
    garrisons = starters(p.layout, p.layout.plans[p.scenario].start)["garrison"] & ~p.transferred
    return p.hexes_of(garrisons & p.layout.army[GERMAN])


def deployment_places(p: Ukraine, unit: int) -> list[int]:
    """The places a unit may be set up in, boxes too."""
    hexes = deployment_hexes(p, unit)
    if p.scenario in AUGUST and p.layout.side_of[unit] == SOVIET:
        hexes = kept_covered(p, unit, hexes)
    places = members(hexes)
    if may_be_boxed(p, unit):
        places.append(p.box(CENTRAL))
    if may_be_reserved(p, unit):
        places.append(p.box(RESERVE))
    return places


def may_be_boxed(p: Ukraine, unit: int) -> bool:
    """33.7 In September up to three Soviet units start in the Central Front box."""
    soviet = p.layout.side_of[unit] == SOVIET and bool(p.layout.ground >> unit & 1)
    return p.scenario == "september" and soviet and len(p.at(p.box(CENTRAL))) < MOST_BOXED


def may_be_reserved(p: Ukraine, unit: int) -> bool:
    """33.5, 34.7 The Germans may keep back four mechanized divisions until the Soviets have set up."""
    layout = p.layout
    division = layout.combat & layout.mechanized & layout.army[GERMAN]
    return p.scenario not in AUGUST and bool(division >> unit & 1) and len(p.at(p.box(RESERVE))) < MOST_RESERVED \
        and p.where[unit] != p.box(RESERVE)


# -- The covered line of August (31.2) -----------------------------------------------------------------------------


def held_by(layout: Theatre, units: HexSet, foes: HexSet = EMPTY) -> HexSet:
    """31.2 Hexes with units or in a bond between two of them; enemies cancel bonds (7.4)."""
    bonding = layout.bonding
    return units | bonding.hexes(units, foes) | layout.grid.ends(bonding.sides(units, foes))


def covered(p: Ukraine) -> HexSet:
    """31.2 Hexes with Soviet units or in a bond between two of them."""
    manned, fronted, foes = p.manned[SOVIET], p.fronted[SOVIET], p.manned[GERMAN]
    return p.derive("covered", (manned, fronted, foes), lambda: manned | held_by(p.layout, fronted, foes))


@lru_cache(maxsize=64)
def posts(layout: Theatre, code: str) -> HexSet:
    """Hexes of a sector's line from which units would cover all of it."""
    line = layout.front_line("august", SOVIET)[code]
    manned = EMPTY
    while line & ~held_by(layout, manned):
        gains = {place: (held_by(layout, manned | bit(place)) & line).bit_count() for place in members(line & ~manned)}
        manned |= bit(max(gains, key=gains.__getitem__))
    return manned


def kept_covered(p: Ukraine, unit: int, hexes: HexSet) -> HexSet:
    """31.2 Every hex of the Soviet line must be held or bonded: the last units that can do it have to."""
    code, layout = code_of(p, unit), p.layout
    line = layout.front_line("august", SOVIET).get(code)
    if line is None or not layout.combat >> unit & 1 or layout.mechanized >> unit & 1:
        return hexes
    waiting = line_units(p)[code]
    open_posts = posts(layout, code) & ~p.fronted[SOVIET]
    if waiting > open_posts.bit_count():
        return hexes
    bare = line & ~covered(p)
    if waiting > bare.bit_count():
        return hexes
    return hexes & (open_posts if open_posts.bit_count() <= bare.bit_count() else bare)


def line_units(p: Ukraine) -> Mapping[str, int]:
    """How many units of each sector wait that can hold its line."""
    def count() -> Mapping[str, int]:
        units = starters(p.layout, p.layout.plans[p.scenario].start)
        waiting = of(soviet_foot(p)) & p.layout.combat
        return {code: (waiting & units.get(code, EMPTY)).bit_count() for code in p.layout.front_line("august", SOVIET)}

    return p.derive("line units", p.version, count)


def barely_manned(p: Ukraine) -> frozenset[str]:
    """The sectors whose waiting units could not man every open post: elsewhere anybody may be taken up again, since
    he can man the post that he leaves open himself."""
    def find() -> frozenset[str]:
        waiting, fronted = line_units(p), p.fronted[SOVIET]
        return frozenset(code for code in p.layout.front_line("august", SOVIET)
                         if waiting[code] < (posts(p.layout, code) & ~fronted).bit_count())

    return p.derive("barely manned", p.version, find)


def can_be_covered_without(p: Ukraine, unit: int) -> bool:
    """31.2 Whether those who wait, and this unit with them, are enough for what its sector's line would then lack."""
    layout = p.layout
    if not p.is_on_map(unit) or not (layout.combat & ~layout.mechanized) >> unit & 1:
        return True
    code = code_of(p, unit)
    line = layout.front_line("august", SOVIET).get(code)
    if line is None or code not in barely_manned(p):
        return True
    here, mates = bit(p.where[unit]), stack_of(p, p.where[unit]) & ~bit(unit)
    fronted = p.fronted[SOVIET] if mates & layout.combat else p.fronted[SOVIET] & ~here
    waiting = line_units(p)[code] + 1
    if waiting >= (posts(layout, code) & ~fronted).bit_count():
        return True
    manned = p.manned[SOVIET] if mates else p.manned[SOVIET] & ~here
    return waiting >= (line & ~manned & ~held_by(layout, fronted, p.manned[GERMAN])).bit_count()


# -- Who sets up when ----------------------------------------------------------------------------------------------


def waiting_units(p: Ukraine, side: int, units: UnitSet | None = None) -> list[int]:
    """The units a player has still to place: bases and leaders last, when the others are down."""
    stack, those = p.at(p.box(SETUP[side])), p.layout.army[side] if units is None else units

    def find() -> list[int]:
        first = those & ~(p.layout.leaders | p.layout.air)
        return [unit for unit in stack if first >> unit & 1] or [unit for unit in stack if those >> unit & 1]

    return p.derive(("waiting", side, those), stack, find)


def soviet_foot(p: Ukraine) -> list[int]:
    """31.2 All Soviet units that are not mechanized."""
    return waiting_units(p, SOVIET, p.layout.ground & ~p.layout.mechanized)


def all_soviets(p: Ukraine) -> list[int]:
    """All Soviet units that are left."""
    return waiting_units(p, SOVIET)


def all_germans(p: Ukraine) -> list[int]:
    """All German units."""
    return waiting_units(p, GERMAN)


def reserves(p: Ukraine) -> list[int]:
    """33.5 The German divisions kept back."""
    return list(p.at(p.box(RESERVE)))


def put_down(p: Ukraine, unit: int, place: int) -> None:
    """A unit is set up; 34.8 some may not leave the 4th Panzer Army's sector on the first turn."""
    p.put(unit, place)
    if p.is_october and p.layout.side_of[unit] == GERMAN and place < p.layout.hexes:
        in_sector = has(p.layout.sector("october", "4P"), place)
        bound = unit == p.layout.manstein or (p.layout.tigers | p.layout.panzer_corps) >> unit & 1
        if in_sector and bound:
            p.locked |= bit(unit)


def take_up(p: Ukraine, unit: int, box: int) -> None:
    """A unit is taken up again; 34.8 nothing binds it to a sector any more."""
    p.put(unit, box)
    p.locked &= ~bit(unit)


def why_stays(p: Ukraine, unit: int) -> Message | None:
    """Why a unit is not taken up again: a leader is with it alone, or the line cannot be covered without it (31.2)."""
    stack, leaders = p.at(p.where[unit]), p.layout.leaders & p.mapped
    if leaders and len(stack) > 1 and p.is_on_map(unit) and all(
            leaders >> other & 1 for other in stack if other != unit):
        return Message("refused.leader_alone", {"unit": p.id(unit)}, ("31.2.d",))
    if p.layout.side_of[unit] == SOVIET and p.scenario in AUGUST and not can_be_covered_without(p, unit):
        return Message("refused.covers_line", {"unit": p.id(unit)}, ("31.2.c",))
    return None


def needed_there(p: Ukraine) -> UnitSet:
    """The units that may have to stay: with leaders, or in sectors whose line could not be manned without them."""
    def find() -> UnitSet:
        layout, where = p.layout, p.where
        units = of([other for leader in members(layout.leaders & p.mapped) for other in p.at(where[leader])])
        if p.scenario in AUGUST:
            by_code = starters(layout, layout.plans[p.scenario].start)
            for code in barely_manned(p):
                units |= by_code.get(code, EMPTY) & layout.army[SOVIET]
        return units

    return p.derive("needed there", p.version, find)


def suggested(waiting: Callable[[Ukraine], list[int]], p: Ukraine) -> Iterator[tuple[int, int]]:
    """The places of the ready-made set-up for all units that wait."""
    table = p.layout.plans[p.scenario].ready
    while units := waiting(p):
        unit = next((unit for unit in units if p.id(unit) in table), units[0])
        open_places = deployment_places(p, unit)
        place = p.layout.board.index.get(table.get(p.id(unit), ""), -1)
        yield unit, place if place in open_places else open_places[0]


def rule_of_start(p: Ukraine, unit: int) -> str:
    """The rule that says where a unit starts: with its army or front, or apart."""
    layout, side, code = p.layout, p.layout.side_of[unit], code_of(p, unit)
    month = layout.plans[p.scenario].month
    apart = layout.returning | layout.leaders
    if code in layout.front_line(month, side) and not apart >> unit & 1:
        return {"august": "31.2.d", "september": "33.5.a", "october": "34.7"}[month]
    if month == "august":
        return "31.2.b" if code in ("base", "zhukov") else "31.2.e"
    return {"september": ("33.7.e", "33.7.c"), "october": ("34.8.f", "34.8.c")}[month][side]


def rule_of_box(p: Ukraine, unit: int, box: int) -> str:
    """The rule that lets units start off the map, or else that of the unit's start."""
    rules = {p.box(RESERVE): ("31.2.a", "33.5.b", "34.7"), p.box(CENTRAL): ("31.2.f", "33.7.e", "34.8.f")}
    months = ("august", "september", "october")
    return rules[box][months.index(p.layout.plans[p.scenario].month)] if box in rules else rule_of_start(p, unit)


def why_not_deploy(p: Ukraine, unit: int, place: int) -> Message | None:
    """Why a unit may not be set up in a place."""
    side, args = p.layout.side_of[unit], {"unit": p.id(unit), "hex": p.number(place)}
    if place >= p.layout.hexes:
        return Message("refused.no_deployment", args, (rule_of_box(p, unit, place),))
    if not has(own_side(p, side), place):
        rule = {"august": "31.2.c", "september": "33.5.a", "october": "34.7"}[p.layout.plans[p.scenario].month]
        return Message("refused.wrong_side", args, (rule,))
    if not has(area_of(p, unit), place):
        return Message("refused.wrong_sector", args, (rule_of_start(p, unit),))
    if not has_room(p, place, (unit,)):
        return Message("refused.overstack", args, ("5.3" if side == SOVIET else "5.2.a",))
    bound = bound_units(p, side).get(place, ())
    if bound and not has(deployment_hexes(p, unit), place):
        return Message("refused.kept_free", args | {"other": p.id(bound[0])}, (rule_of_start(p, bound[0]),))
    if p.scenario in AUGUST:
        return Message("refused.line_bare", args, ("31.2.c",))
    if code_of(p, unit) == "garrison" or has(garrisoned(p), place):
        return Message("refused.garrison_alone", args, ("34.8.c",))
    crowded = p.layout.mechanized >> unit & 1 or has(p.manned[GERMAN], place)
    return Message("refused.lyutezh", args, ("34.6.b" if crowded else "34.8.b",))


def setting_up(name: str, rule: str, waiting: Callable[[Ukraine], list[int]]) -> SetUp:
    """One player's part of a set-up."""
    return SetUp(name, rule, waiting, deployment_places, put_down, take_up, why_stays, needed_there, why_not_deploy,
                 partial(suggested, waiting))


SOVIET_FOOT = setting_up("soviet foot", "31.2.a", soviet_foot)
SOVIET_REST = setting_up("soviet rest", "31.2.a", all_soviets)
GERMANS = setting_up("germans", "31.2.a", all_germans)
SEPTEMBER_SET_UP = (
    setting_up("germans first", "33.5.b", all_germans),
    setting_up("soviets", "33.5.a", all_soviets),
    setting_up("reserves", "33.5.b", reserves),
)
OCTOBER_SET_UP = (
    setting_up("germans of october", "34.7", all_germans),
    setting_up("soviets of october", "34.7", all_soviets),
    setting_up("reserves of october", "34.7", reserves),
)
