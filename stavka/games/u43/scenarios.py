"""Chapters 31 - 34: the scenarios and their set-up, made by the players in the order of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from stavka.kit.data import Table
from stavka.kit.deploy import READY_MADE, Deploy, SetUp
from stavka.kit.dice import Dice
from stavka.kit.hexset import HexSet, UnitSet, bit, has, members, of
from stavka.kit.steps import About, Options, Step
from stavka.kit.words import Message

from .air import free_bases
from .components import ASIDE, CENTRAL, DEAD, GERMAN, LAST_TURN, RESERVE, SETUP, SOVIET, STAVKA, Theatre
from .position import Ukraine, lose_step
from .stacking import has_room
from .zones import bonds

AUGUST = ("campaign", "opening")
NEAR, NEAR_HQ = 3, 5  # 31.2: hexes from the front line
MOST_RESERVED = 4  # 33.5
MOST_BOXED = 3  # 33.7
KURSK_LOSSES = 4  # 31.2
DEPLETED = 2  # 33.7
MOST_NORTH, REDUCED_NORTH = 3, 2  # 34.8
TRANSFERS = {"V": (3, 1), "SW": (3, 1)}  # 34.8: infantry and tank brigades to the Steppe Front

FIXED = ("dead", "aside", "stavka", "airborne")


# -- Plans ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Plan:
    """What a scenario says beyond its counters."""

    key: str
    month: str
    """Whose front line it starts from."""
    start: str
    """Which of the counters' starts it uses."""
    first_turn: int
    last_turn: int
    needed: int
    automatic_from: int
    """The first turn on which automatic victory counts; 0 for never."""
    rule: str
    central: int
    railheads: tuple[str, ...]
    losses: Mapping[str, tuple[int, int]]
    """Steps to be lost before the start by army or front: mechanized, others."""
    forts: int
    ready: Mapping[str, str]
    """The ready-made set-up: a place for every unit that players place."""


def read_plans(table: Table) -> dict[str, Plan]:
    """The scenarios of ``scenarios.toml``."""
    return {key: _read_plan(key, scenario, table) for key, scenario in table.tables("scenarios")}


def _read_plan(key: str, table: Table, whole: Table) -> Plan:
    first, last = table.pair("turns")
    month = table.one_of("month", ("august", "september", "october"))
    losses = table.table("losses", {})
    if last > LAST_TURN:
        raise table.fail(f"'turns' end after turn {LAST_TURN}")
    return Plan(
        key, month, table.text("start"), first, last, table.whole("needed"), table.whole("automatic_from"),
        table.text("rule"), table.whole("central"), tuple(table.texts("railheads")),
        {code: _steps(losses, code) for code in losses.values}, table.whole("forts", 0),
        {unit: str(place) for unit, place in whole.table("ready_made").table(month).values.items() if unit != "source"})


def _steps(table: Table, code: str) -> tuple[int, int]:
    values = table.wholes(code)
    if len(values) != 2:
        raise table.fail(f"'{code}' must be mechanized and other steps")
    return values[0], values[1]


# -- The start -----------------------------------------------------------------------------------------------------


def set_up(theatre: Theatre, scenario: str, options: Mapping[str, bool], dice: Dice) -> Ukraine:
    """Every counter in its box, on the turn record track or in front of its owner; then the players set up."""
    plan = theatre.plans[scenario]
    p = Ukraine(theatre, dice, scenario, dict(options))
    p.turn = plan.first_turn
    p.control = theatre.board.area(f"soviet_{plan.month}")
    p.central = plan.central
    p.railheads, p.repaired = first_railheads(theatre, plan)
    for unit in theatre.unit:
        p.put(unit.index, starting_place(p, unit.index))
    p.push(*setup_steps(p))
    return p


def starting_place(p: Ukraine, unit: int) -> int:
    """Where a counter is before the players set up."""
    start, side = code_of(p, unit), p.layout.side_of[unit]
    if start in FIXED:
        return p.box({"dead": DEAD[side]}.get(start, start))
    return p.box(start) if start.startswith("turn.") else p.box(SETUP[side])


def first_railheads(theatre: Theatre, plan: Plan) -> tuple[tuple[int, ...], HexSet]:
    """17.2, 31.2 The railheads at start, and the green hexes behind them."""
    heads = tuple(sorted(theatre.grid.index[number] for number in plan.railheads))
    repaired = 0
    for line in theatre.board.lines:
        if line.kind == "rail":
            reached = [line.path.index(head) for head in heads if head in line.path]
            repaired |= of(line.path[:max(reached) + 1]) if reached else 0
    return heads, repaired & ~theatre.soviet_august


def setup_steps(p: Ukraine) -> list[Step]:
    """31.2 In August Soviet infantry, all Germans, Soviet vehicles; 33.5, 34.7 later the Germans begin and end."""
    if p.scenario in AUGUST:
        return [Deploy(SOVIET_FOOT, SOVIET), Deploy(GERMANS, GERMAN), Kursk(KURSK_LOSSES), Deploy(SOVIET_REST, SOVIET)]
    before: list[Step] = [Transfers()] if p.is_october else []
    after: list[Step] = [ShockArtillery(), Bridgeheads()] if p.is_october else []
    germans, soviets, reserves = OCTOBER_SET_UP if p.is_october else SEPTEMBER_SET_UP
    return [
        *before,
        Deploy(germans, GERMAN), StepLosses(GERMAN), Fortify(p.layout.plans[p.scenario].forts),
        Deploy(soviets, SOVIET), StepLosses(SOVIET), Depleted(DEPLETED), *after,
        Deploy(reserves, GERMAN),
    ]


def code_of(p: Ukraine, unit: int) -> str:
    """31.2 The set-up code of a unit in this scenario; 34.8 transferred units belong to the Steppe Front."""
    if p.transferred >> unit & 1:
        return "St"
    return p.layout.unit[unit].start[p.layout.plans[p.scenario].start]


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
        full = [place for place in members(hexes & p.manned[side]) if not has_room(p, place, (unit,))]
        hexes &= ~of(full)
    return hexes


def _october_hexes(p: Ukraine, unit: int, hexes: HexSet) -> HexSet:
    """34.6, 34.8 North of the Lyutezh line no vehicles, one division a hex, three in all; garrisons stand alone."""
    layout = p.layout
    north = layout.north_of_lyutezh
    garrisons = p.hexes_of(of(other for other in p.on_map(GERMAN) if code_of(p, other) == "garrison"))
    if code_of(p, unit) == "garrison":
        alone = hexes & ~p.manned[GERMAN]
        if garrisons & north:
            alone &= ~north
        return alone or hexes & ~north
    if not layout.headquarters >> unit & 1 and unit != layout.manstein:
        hexes &= ~garrisons
    if layout.mechanized >> unit & 1:
        return hexes & ~north
    placed = len([other for other in p.on_map(GERMAN) if layout.combat >> other & 1 and has(north, p.where[other])])
    return hexes & ~(north & p.manned[GERMAN]) if placed < MOST_NORTH else hexes & ~north


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


def covered(p: Ukraine) -> HexSet:
    """31.2 Hexes with Soviet units or in a bond between two of them."""
    formed, grid = bonds(p, SOVIET), p.layout.grid
    ends = 0
    for low, high in grid.side_edges(formed.sides):
        ends |= bit(low) | bit(high)
    return p.manned[SOVIET] | formed.hexes | ends


def posts(p: Ukraine, code: str) -> HexSet:
    """Hexes of a sector's line from which units would cover all of it."""
    def make() -> HexSet:
        layout = p.layout
        line = layout.front_line("august", SOVIET)[code]
        manned = 0
        while True:
            bonded = layout.bonding.hexes(manned)
            for low, high in layout.grid.side_edges(layout.bonding.sides(manned)):
                bonded |= bit(low) | bit(high)
            left = line & ~(manned | bonded)
            if not left:
                return manned
            best = max(members(line & ~manned), key=lambda place: _gain(p, manned, line, place))
            manned |= bit(best)

    return p.derive(("posts", code), code, make)


def _gain(p: Ukraine, manned: HexSet, line: HexSet, place: int) -> int:
    """How much more of a line a unit in a hex would cover."""
    both = manned | bit(place)
    layout = p.layout
    cover = both | layout.bonding.hexes(both)
    for low, high in layout.grid.side_edges(layout.bonding.sides(both)):
        cover |= bit(low) | bit(high)
    return (cover & line).bit_count()


def kept_covered(p: Ukraine, unit: int, hexes: HexSet) -> HexSet:
    """31.2 Every hex of the Soviet line must be held or bonded: the last units that can do it have to."""
    code, layout = code_of(p, unit), p.layout
    line = layout.front_line("august", SOVIET).get(code)
    if line is None or not layout.combat >> unit & 1 or layout.mechanized >> unit & 1:
        return hexes
    waiting = [other for other in soviet_foot(p) if layout.combat >> other & 1 and code_of(p, other) == code]
    open_posts = posts(p, code) & ~p.fronted[SOVIET]
    if len(waiting) > open_posts.bit_count():
        return hexes
    bare = line & ~covered(p)
    if len(waiting) > bare.bit_count():
        return hexes
    return hexes & (open_posts if open_posts.bit_count() <= bare.bit_count() else bare)


# -- Who sets up when ----------------------------------------------------------------------------------------------


def waiting_units(p: Ukraine, side: int, units: UnitSet | None = None) -> list[int]:
    """The units a player has still to place: bases and leaders last, when the others are down."""
    stack = [unit for unit in p.at(p.box(SETUP[side])) if units is None or units >> unit & 1]
    late = p.layout.leaders | p.layout.air
    return [unit for unit in stack if not late >> unit & 1] or stack


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


def suggested(waiting: Callable[[Ukraine], list[int]], p: Ukraine) -> Iterator[tuple[int, int]]:
    """The places of the ready-made set-up for all units that wait."""
    table = p.layout.plans[p.scenario].ready
    while units := waiting(p):
        unit = next((unit for unit in units if p.id(unit) in table), units[0])
        open_places = deployment_places(p, unit)
        place = p.layout.board.index.get(table.get(p.id(unit), ""), -1)
        yield unit, place if place in open_places else open_places[0]


def why_not_deploy(p: Ukraine, unit: int, place: int) -> Message | None:
    """Why a unit may not be set up in a place."""
    side, args = p.layout.side_of[unit], {"unit": p.id(unit), "hex": p.number(place)}
    lines, codes = {"august": ("31.2.c", "31.2.d"), "september": ("33.5.a", "33.5.a"), "october": ("34.7", "34.7")}[
        p.layout.plans[p.scenario].month]
    if place >= p.layout.hexes:
        return Message("refused.no_deployment", args, (codes,))
    if not has(own_side(p, side), place):
        return Message("refused.wrong_side", args, (lines,))
    if not has(area_of(p, unit), place):
        return Message("refused.wrong_sector", args, (codes,))
    if not has_room(p, place, (unit,)):
        return Message("refused.overstack", args, ("5.3" if side == SOVIET else "5.2.a",))
    if p.scenario in AUGUST:
        return Message("refused.line_bare", args, ("31.2.c",))
    crowded = p.layout.mechanized >> unit & 1 or has(p.manned[GERMAN], place)
    return Message("refused.lyutezh", args, ("34.6.b" if crowded else "34.8.b",))


def setting_up(name: str, rule: str, waiting: Callable[[Ukraine], list[int]]) -> SetUp:
    """One player's part of a set-up."""
    return SetUp(name, rule, waiting, deployment_places, put_down, why_not_deploy, partial(suggested, waiting))


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


# -- Losses before the start (31.2, 33.7, 34.8) --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Kursk(Step):
    """31.2 The Germans flip four mechanized units: losses of Kursk."""

    left: int

    def offer(self, p: Ukraine) -> Options | None:
        units = self._units(p)
        if not self.left or not units:
            return None
        prompt = Message("prompt.kursk", {"left": self.left}, ("31.2.a",))
        return Options(p.seat(GERMAN), "kursk", prompt, units=units, buttons=(READY_MADE,), about=About("lose"))

    def _units(self, p: Ukraine) -> list[int]:
        layout = p.layout
        return p.those_on_map(layout.two_steps & layout.mechanized & layout.army[GERMAN] & ~p.reduced)

    def take_unit(self, p: Ukraine, unit: int) -> None:
        lose_step(p, unit, "31.2.a")
        p.replace(Kursk(self.left - 1))

    def take_button(self, p: Ukraine, button: str) -> None:
        for unit in self._units(p)[:self.left]:
            lose_step(p, unit, "31.2.a")
        p.pop()

    def refuse_unit(self, p: Ukraine, unit: int) -> Message | None:
        return Message("refused.not_kursk", {"unit": p.id(unit)}, ("31.2.a",))


@dataclass(frozen=True, slots=True)
class StepLosses(Step):
    """33.7, 34.8 Each army or front loses the steps listed, one a unit at most."""

    side: int
    taken: tuple[tuple[str, int, int], ...] = ()
    """Steps each army has lost so far: mechanized, others."""
    hit: UnitSet = 0

    def offer(self, p: Ukraine) -> Options | None:
        units = self._units(p)
        if not units:
            return None
        code, mech, foot = self._owed(p)
        prompt = Message("prompt.step_losses", {"army": f"sector.{code}", "mechanized": mech, "others": foot},
                         (self.rule(p),))
        return Options(p.seat(self.side), "step_losses", prompt, units=units, buttons=(READY_MADE,),
                       about=About("lose"))

    def rule(self, p: Ukraine) -> str:
        """The rule of the scenario."""
        return "34.8.a" if p.is_october else "33.7.a"

    def _owed(self, p: Ukraine) -> tuple[str, int, int]:
        """The next army that owes steps, with how many of each kind."""
        lost = {code: (mech, foot) for code, mech, foot in self.taken}
        armies = p.layout.front_line(p.layout.plans[p.scenario].month, self.side)
        for code, (mech, foot) in p.layout.plans[p.scenario].losses.items():
            done = lost.get(code, (0, 0))
            left = (mech - done[0], foot - done[1])
            if code in armies and any(left) and self._of(p, code, *left):
                return code, *left
        return "", 0, 0

    def _of(self, p: Ukraine, code: str, mech: int, foot: int) -> list[int]:
        """The units of an army that can bear one of its losses."""
        layout = p.layout
        able = (layout.combat | layout.support) & layout.army[self.side] & ~self.hit & ~layout.artillery
        kinds = (layout.mechanized if mech else 0) | (~layout.mechanized if foot else 0)
        boxes = (p.box(RESERVE), p.box(CENTRAL))
        units = [unit for unit in members(able & kinds)
                 if code_of(p, unit) == code and (p.is_on_map(unit) or p.where[unit] in boxes)]
        return self._north_first(p, units, foot) if code == "4P" and p.is_october else units

    def _north_first(self, p: Ukraine, units: list[int], foot: int) -> list[int]:
        """34.8 Two of the divisions north of the Lyutezh line are among those reduced."""
        north = p.layout.north_of_lyutezh
        there = [unit for unit in p.on_map(GERMAN) if p.layout.combat >> unit & 1 and has(north, p.where[unit])
                 and p.layout.two_steps >> unit & 1]
        missing = min(REDUCED_NORTH, len(there)) - sum(p.reduced >> unit & 1 for unit in there)
        if missing < foot or not foot:
            return units
        return [unit for unit in units if p.layout.mechanized >> unit & 1 or unit in there]

    def _units(self, p: Ukraine) -> list[int]:
        code, mech, foot = self._owed(p)
        return self._of(p, code, mech, foot) if code else []

    def take_unit(self, p: Ukraine, unit: int) -> None:
        p.replace(self._after(p, unit))

    def _after(self, p: Ukraine, unit: int) -> StepLosses:
        code = self._owed(p)[0]
        lost = {key: (mech, foot) for key, mech, foot in self.taken}
        mech, foot = lost.get(code, (0, 0))
        lost[code] = (mech + 1, foot) if p.layout.mechanized >> unit & 1 else (mech, foot + 1)
        lose_step(p, unit, self.rule(p))
        return replace(self, taken=tuple((key, *steps) for key, steps in lost.items()), hit=self.hit | bit(unit))

    def take_button(self, p: Ukraine, button: str) -> None:
        step = self
        while units := step._units(p):
            strong = [unit for unit in units if p.layout.two_steps >> unit & 1] or units
            step = step._after(p, strong[0])
        p.pop()

    def refuse_unit(self, p: Ukraine, unit: int) -> Message | None:
        return Message("refused.no_step_loss", {"unit": p.id(unit)}, (self.rule(p),))


@dataclass(frozen=True, slots=True)
class Depleted(Step):
    """33.7, 34.8 Two regular artillery divisions start depleted; the Soviet player says which."""

    left: int

    def offer(self, p: Ukraine) -> Options | None:
        units = self._units(p)
        if not self.left or not units:
            return None
        prompt = Message("prompt.depleted", {"left": self.left}, (self.rule(p),))
        return Options(p.seat(SOVIET), "depleted", prompt, units=units, about=About("choose"))

    def rule(self, p: Ukraine) -> str:
        """The rule of the scenario."""
        return "34.8.a" if p.is_october else "33.7.a"

    def _units(self, p: Ukraine) -> list[int]:
        layout = p.layout
        return p.those_on_map(layout.artillery & ~layout.shock_artillery & ~p.depleted)

    def take_unit(self, p: Ukraine, unit: int) -> None:
        p.depleted |= bit(unit)
        p.emit("depleted", self.rule(p), unit=p.id(unit))
        p.replace(Depleted(self.left - 1))

    def refuse_unit(self, p: Ukraine, unit: int) -> Message | None:
        return Message("refused.not_artillery", {"unit": p.id(unit)}, (self.rule(p),))


# -- Forts, bridges, guns, transfers (33.7, 34.8) ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Fortify(Step):
    """33.7, 34.8 The Germans place fortifications: some finished, one under construction."""

    left: int

    def offer(self, p: Ukraine) -> Options | None:
        if self.left < 0:
            return None
        prompt = Message("prompt.fortify" if self.left else "prompt.fortify_last", {"left": self.left}, (self.rule(p),))
        return Options(p.seat(GERMAN), "fortify", prompt, hexes=members(self._hexes(p)), about=About("build"))

    def rule(self, p: Ukraine) -> str:
        """The rule of the scenario."""
        return "34.8.c" if p.is_october else "33.7.c"

    def _hexes(self, p: Ukraine) -> HexSet:
        layout = p.layout
        hexes = own_side(p, GERMAN) & ~p.forts & ~p.building & ~layout.permanent_forts[GERMAN]
        if p.is_october:
            return hexes & layout.panther_line if self.left else hexes & ~layout.north_of_lyutezh
        return hexes

    def take_hex(self, p: Ukraine, place: int) -> None:
        if self.left:
            p.forts |= bit(place)
        else:
            p.building |= bit(place)
        p.emit("fort_placed", self.rule(p), hex=p.number(place))
        p.replace(Fortify(self.left - 1))

    def refuse_hex(self, p: Ukraine, place: int) -> Message | None:
        return Message("refused.no_deployment", {"hex": p.number(place)}, (self.rule(p),))


@dataclass(frozen=True, slots=True)
class ShockArtillery(Step):
    """34.8 One Guards artillery division may start on the map, with a regular one."""

    unit: int = -1

    def offer(self, p: Ukraine) -> Options | None:
        if self.unit >= 0:
            prompt = Message("prompt.deploy_to", {"unit": p.id(self.unit)}, ("34.8.f",))
            return Options(p.seat(SOVIET), "deploy_to", prompt, hexes=self._hexes(p, self.unit),
                           about=About("place", unit=self.unit))
        units = [unit for unit in p.at(p.box(STAVKA)) if self._hexes(p, unit)]
        if not units:
            return None
        prompt = Message("prompt.shock_artillery", {}, ("34.8.f",))
        return Options(p.seat(SOVIET), "shock_artillery", prompt, units=units, buttons=("done",), about=About("place"))

    def _hexes(self, p: Ukraine, unit: int) -> list[int]:
        guns = p.hexes_of(p.layout.artillery & ~p.layout.shock_artillery)
        return [place for place in members(guns) if has_room(p, place, (unit,))]

    def take_unit(self, p: Ukraine, unit: int) -> None:
        p.replace(ShockArtillery(unit))

    def take_hex(self, p: Ukraine, place: int) -> None:
        p.pop()
        p.put(self.unit, place)
        p.emit("deployed", "34.8.f", unit=p.id(self.unit), hex=p.number(place))

    def take_button(self, p: Ukraine, button: str) -> None:
        p.pop()

    def refuse_hex(self, p: Ukraine, place: int) -> Message | None:
        return Message("refused.no_deployment", {"hex": p.number(place)}, ("34.8.f",))


@dataclass(frozen=True, slots=True)
class Bridgeheads(Step):
    """34.8 A pontoon bridge may be placed at each of the two bridgeheads south of Kiev."""

    def offer(self, p: Ukraine) -> Options | None:
        sides = self._sides(p)
        if not sides:
            return None
        prompt = Message("prompt.bridgeheads", {}, ("34.8.f",))
        return Options(p.seat(SOVIET), "bridgeheads", prompt, hexes=p.layout.board.side_places(sides),
                       buttons=("done",), about=About("build"))

    def _sides(self, p: Ukraine) -> int:
        layout, grid = p.layout, p.layout.grid
        result = 0
        for bridgehead in _groups(p, layout.bridgeheads):
            sides = grid.sides_of(bridgehead) & layout.major & ~layout.roads
            if not sides & p.pontoons:
                result |= sides
        return result

    def take_hex(self, p: Ukraine, place: int) -> None:
        side = p.layout.board.side_at[place]
        p.pontoons |= bit(side.number)
        p.emit("pontoon_built", "34.8.f", side=side.name)

    def take_button(self, p: Ukraine, button: str) -> None:
        p.pop()

    def refuse_hex(self, p: Ukraine, place: int) -> Message | None:
        return Message("refused.no_deployment", {"hex": p.number(place)}, ("34.8.f",))


def _groups(p: Ukraine, hexes: HexSet) -> list[HexSet]:
    """The connected parts of a set of hexes."""
    groups = []
    while hexes:
        part = bit(members(hexes)[0])
        while part != (part | p.layout.grid.around(part)) & hexes:
            part = (part | p.layout.grid.around(part)) & hexes
        groups.append(part)
        hexes &= ~part
    return groups


@dataclass(frozen=True, slots=True)
class Transfers(Step):
    """34.8 Before set-up units of the Voronezh and Southwest Fronts may go over to the Steppe Front."""

    def offer(self, p: Ukraine) -> Options | None:
        units = [unit for unit in p.at(p.box(SETUP[SOVIET])) if self._may_go(p, unit)]
        if not units:
            return None
        prompt = Message("prompt.transfers", {}, ("34.8.d",))
        return Options(p.seat(SOVIET), "transfers", prompt, units=units, buttons=("done",), about=About("choose"))

    def _may_go(self, p: Ukraine, unit: int) -> bool:
        layout, code = p.layout, code_of(p, unit)
        if code not in TRANSFERS:
            return False
        infantry = layout.unit[unit].kind == "infantry"
        if not infantry and not layout.tank_support >> unit & 1:
            return False
        gone = [other for other in members(p.transferred)
                if layout.unit[other].start["october"] == code and (layout.unit[other].kind == "infantry") == infantry]
        return len(gone) < TRANSFERS[code][0 if infantry else 1]

    def take_unit(self, p: Ukraine, unit: int) -> None:
        p.transferred |= bit(unit)
        p.emit("transferred", "34.8.d", unit=p.id(unit))

    def take_button(self, p: Ukraine, button: str) -> None:
        p.pop()

    def refuse_unit(self, p: Ukraine, unit: int) -> Message | None:
        return Message("refused.no_transfer", {"unit": p.id(unit)}, ("34.8.d",))


# -- All at once ---------------------------------------------------------------------------------------------------


def set_up_ready_made(p: Ukraine) -> None:
    """Play every step of the set-up by its ready-made way: for written positions."""
    p.steps = ()
    p.push(*setup_steps(p))
    while p.steps:
        step = p.steps[-1]
        options = step.offer(p)
        if options is None:
            step.skip(p)
        elif READY_MADE in options.buttons:
            step.take_button(p, READY_MADE)
        elif "done" in options.buttons:
            step.take_button(p, "done")
        elif options.units:
            step.take_unit(p, options.units[0])
        else:
            step.take_hex(p, options.hexes[0])


def put_aside(p: Ukraine, units: Iterable[int]) -> None:
    """Counters that a written position does not use."""
    for unit in units:
        p.put(unit, p.box(ASIDE))


