"""Chapter 3: set-up; the scenarios of 22 and 23."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from stavka.kit.deploy import ARRANGE, FINISH, may_change, set_up_buttons, set_up_prompt
from stavka.kit.deploy import why_stays as why_no_more_changes
from stavka.kit.dice import Dice
from stavka.kit.hexset import HexSet, bit, has, members, of
from stavka.kit.steps import About, Options, Step
from stavka.kit.words import Message

from .components import BF, GERMAN, NOBODY, REICHSTAG, SEATS, UF, Berlin, Unit, player
from .german_reinforcements import hold, is_near_posts, place_face_down, posts, sniper_hexes, suited, with_room
from .position import Rttr
from .sectors import listed, occupy, vacate
from .stacking import crowded, has_room

STRATEGY = ("strategic", "command_post", "infantry", "depot", "emergency_airfield", "sniper")
"""The order in which the ready-made set-up places static units: what is dearest goes to the best hexes."""


def set_up(layout: Berlin, scenario: str, options: Mapping[str, bool], dice: Dice) -> Rttr:
    """3.1 Every counter where it waits, flak towers in their hexes (3.2); then the players set up."""
    p = Rttr(layout, dice, scenario, dict(options))
    for counter in layout.unit:
        p.put(counter.index, p.box(starting_place(counter, scenario)))
    if scenario == "prepared":
        for posts in layout.command_posts_of:
            for unit in posts:
                p.put(unit, p.box("setup"))  # 23.1c: they are not in the pool
    p.push(*stages(p))
    return p


def starting_place(unit: Unit, scenario: str) -> str:
    """Where a counter is before the players set up."""
    if unit.stage == "tower":
        return unit.hex  # 3.2
    if unit.stage == "pool":
        return "pool"  # 3.3
    if unit.stage == "turn":
        return f"turn.{unit.turn}"  # 3.11c, 3.12b
    if unit.stage in ("steiner", "corps_20"):  # 3.14
        waiting = f"relief.{SEATS[BF if unit.stage == 'steiner' else UF]}"
        return {"fantasy": waiting, "prepared": "setup"}.get(scenario, "aside")
    return "setup"


def stages(p: Rttr) -> list[Step]:
    """3.5 - 3.12 Who sets up what, in the order of the rulebook."""
    prepared = p.scenario == "prepared"
    posts: list[Step] = [Deploy(UF, True, "command_posts"), Deploy(BF, True, "command_posts")] if prepared else []
    return [
        *posts,  # 23.1c
        DrawStatics(REICHSTAG, "reichstag"),  # 3.4
        DrawStatics(UF, "against_1uf"), Deploy(UF, True, "statics"),  # 3.5
        DrawStatics(BF, "against_1bf"), Deploy(BF, True, "statics"),  # 3.6
        DrawGarrison(), Deploy(UF, True, "garrison"), Deploy(BF, True, "garrison"),  # 3.7
        Deploy(UF, True, "spree"),  # 3.8
        Deploy(UF, True, "panzer_1uf"),  # 3.9, 23.1a
        Deploy(BF, True, "panzer_1bf"),  # 3.10, 23.1b
        Deploy(BF, False, "north"), Deploy(BF, False, "south"),  # 3.11
        Deploy(UF, False, "ukrainian"),  # 3.12
    ]


RULES = {
    "command_posts": "23.1c", "garrison": "3.7a", "spree": "3.8", "panzer_1uf": "3.9", "panzer_1bf": "3.10",
    "north": "3.11a", "south": "3.11b", "ukrainian": "3.12a",
}
ADDED = {"corps_20": "23.1a", "steiner": "23.1b"}
"""The units that the better prepared defence adds to those of a step, and the rules that bring them."""


@dataclass(frozen=True, slots=True)
class DrawStatics(Step):
    """3.4 The 1BF player draws the garrison of the Reichstag, which nobody may look at; 3.5, 3.6 each player draws the
    static units of the other's sector and looks at them."""

    sector: int
    draw: str

    def skip(self, p: Rttr) -> None:
        p.pop()
        garrison = self.sector == REICHSTAG
        seat = SEATS[BF] if garrison else player(self.sector, german=True)
        place = p.layout.reichstag if garrison else p.box(f"hand.{seat}")
        for _ in range(p.layout.draws[self.draw]):
            unit = p.draw(of(p.at(p.box("pool"))))
            p.face_down |= bit(unit)
            p.put(unit, place)
        p.revealed = True
        p.emit("drew", ("3.6", "3.5", "3.4")[self.sector], seat=seat, number=p.layout.draws[self.draw])


@dataclass(frozen=True, slots=True)
class DrawGarrison(Step):
    """3.7 Four units of the Berlin garrison, drawn by chance, go to the 1UF sector, the others to the 1BF sector."""

    def skip(self, p: Rttr) -> None:
        p.pop()
        garrison = of(unit.index for unit in p.layout.unit if unit.stage == "garrison")
        for _ in range(p.layout.draws["garrison_1uf"]):
            unit = p.draw(garrison)
            garrison &= ~bit(unit)
            p.put(unit, p.box(f"hand.{player(UF, german=True)}"))
            p.emit("drawn", "3.7a", unit=p.id(unit), seat=player(UF, german=True))
        for unit in members(garrison):
            p.put(unit, p.box(f"hand.{player(BF, german=True)}"))


# -- Where units may be set up -------------------------------------------------------------------------------------


def edge_strip(p: Rttr, sector: int, edge: str) -> HexSet:
    """3.12c Within two hexes of an edge: an edge hex or one adjacent to it."""
    hexes = p.layout.edges[edge]
    return (hexes | p.layout.grid.around(hexes)) & p.layout.sector[sector]


def stage_hexes(p: Rttr, sector: int, stage: str) -> HexSet:
    """3.5 - 3.12 The hexes of a step of the set-up."""
    layout = p.layout
    if stage == "spree":
        return layout.grid.within(layout.potsdam, 2) & layout.west_of_havel & layout.sector[UF]  # 3.8
    if stage in ("north", "south"):
        return edge_strip(p, BF, stage)  # 3.11
    if stage == "ukrainian":
        return edge_strip(p, UF, "south") & ~layout.west_of_havel  # 3.12
    return layout.sector[sector]


def deployment_hexes(p: Rttr, sector: int, stage: str, unit: int) -> HexSet:
    """3.1b Where a player may set up a unit: where its step says, without overstacking."""
    hexes = stage_hexes(p, sector, stage)
    if p.layout.side_of[unit] != GERMAN:
        return hexes & ~p.occupied[GERMAN] & ~crowded(p, unit)
    if p.layout.snipers >> unit & 1:
        return sniper_hexes(p, sector, unit)  # 16.5
    return with_room(p, unit, suited(p, unit, hexes))


def waiting(p: Rttr, sector: int, german: bool, stage: str) -> list[int]:
    """The units that a step of the set-up has still to place."""
    layout = p.layout
    box = p.box(waits_in(sector, german, stage))
    if stage == "command_posts":
        return [unit for unit in layout.command_posts_of[1 - sector] if p.where[unit] == box]
    if stage in ("statics", "garrison"):
        hand = p.at(box)
        return [unit for unit in hand if bool(layout.static >> unit & 1) == (stage == "statics")]
    also = {"panzer_1uf": "corps_20", "panzer_1bf": "steiner"}.get(stage)  # 23.1a, 23.1b
    return [unit for unit in p.at(box) if layout.unit[unit].stage in (stage, also)]


def waits_in(sector: int, german: bool, stage: str) -> str:
    """The box in which the units of a step of the set-up wait: drawn ones in their player's hand (3.5, 3.7)."""
    return f"hand.{player(sector, german)}" if stage in ("statics", "garrison") else "setup"


# -- The step ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Deploy(Step):
    """3.5 - 3.12 A player sets up the units of one step, one by one, or all at once as the ready-made set-up has it.

    Until the step is over, what was set up in it may be taken up again.
    """

    sector: int
    german: bool
    stage: str
    unit: int = NOBODY
    placed: tuple[int, ...] = ()
    """The units set up in this step so far."""
    changes: int = 0

    def offer(self, p: Rttr) -> Options | None:
        units = waiting(p, self.sector, self.german, self.stage)
        if not units and not self.changes:
            return None
        seat, rule = player(self.sector, self.german), self.rule
        if self.unit == NOBODY:
            standing = self.standing(p)
            return Options(seat, "deploy", set_up_prompt(units, standing, rule), units=[*units, *standing],
                           buttons=set_up_buttons(True) if units else (FINISH,), about=About("place"))
        hexes = listed(p, deployment_hexes(p, self.sector, self.stage, self.unit))
        if not hexes and not self.is_sniper(p):
            return None
        prompt = Message("prompt.deploy_to", {"unit": p.id(self.unit)}, (self.rule_for(p, self.unit),))
        return Options(seat, "deploy_to", prompt, hexes=hexes, buttons=("hold",) if self.is_sniper(p) else (),
                       about=About("place", self.unit))

    @property
    def rule(self) -> str:
        """The rule of this step of the set-up."""
        if self.stage == "statics":
            return "3.5" if self.sector == UF else "3.6"
        return "3.7b" if self.stage == "garrison" and self.sector == BF else RULES[self.stage]

    def rule_for(self, p: Rttr, unit: int) -> str:
        """The rule by which a unit is set up in this step."""
        return ADDED.get(p.layout.unit[unit].stage, self.rule)

    def is_sniper(self, p: Rttr) -> bool:
        """16.5 Whether the unit in hand may be kept for later."""
        return self.unit != NOBODY and bool(p.layout.snipers >> self.unit & 1)

    def skip(self, p: Rttr) -> None:
        """Nothing is left; or the unit in hand finds no hex: then Soviets come later (7.1d), Germans are set aside."""
        if self.unit == NOBODY:
            p.pop()
            return
        p.put(self.unit, p.box("aside" if self.german else "turn.1"))
        p.replace(replace(self, unit=NOBODY))

    def take_unit(self, p: Rttr, unit: int) -> None:
        if unit in self.placed:
            self.take_up(p, unit)
        else:
            p.replace(replace(self, unit=unit))

    def take_hex(self, p: Rttr, place: int) -> None:
        self.place(p, self.unit, place)
        p.replace(replace(self, unit=NOBODY, placed=(*self.placed, self.unit)))

    def take_button(self, p: Rttr, button: str) -> None:
        if button == FINISH:
            p.pop()
        elif button == "hold":
            hold(p, self.sector, self.unit)
            p.replace(replace(self, unit=NOBODY, placed=(*self.placed, self.unit)))
        else:
            placed = self.place_all(p)
            p.replace(replace(self, placed=(*self.placed, *placed), changes=self.changes + (button == ARRANGE)))

    def take_up(self, p: Rttr, unit: int) -> None:
        """A unit that was set up, or a sniper that was held, waits again and is in hand."""
        stood = p.where[unit]
        vacate(p, unit, p.box(waits_in(self.sector, self.german, self.stage)))
        static = bool(p.layout.static >> unit & 1)
        p.emit("taken_up", self.rule, seats=(player(self.sector, self.german),) if static else None, veiled=("unit",),
               unit=p.id(unit), hex=p.number(stood))
        left = tuple(other for other in self.placed if other != unit)
        p.replace(replace(self, unit=unit, placed=left, changes=self.changes + 1))

    def standing(self, p: Rttr) -> Sequence[int]:
        """The units that may be taken up again: all of them, unless a sniper has been placed near one."""
        if not may_change(self.changes, len(self.placed)):
            return ()
        return [unit for unit in self.placed if self.why_stays(p, unit) is None] if self.snipers(p) else self.placed

    def snipers(self, p: Rttr) -> list[int]:
        """The snipers on the map that were set up in this step."""
        return [unit for unit in self.placed if p.layout.snipers >> unit & 1 and p.is_on_map(unit)]

    def why_stays(self, p: Rttr, unit: int) -> Message | None:
        """16.5 Why a unit is not taken up again: a sniper depends on it; or enough was changed."""
        if not may_change(self.changes, len(self.placed)):
            return why_no_more_changes(p, unit, self.rule)
        alone = all(p.layout.snipers >> other & 1 for other in p.at(p.where[unit]) if other != unit)
        held = posts(p, self.sector) & ~(bit(p.where[unit]) if alone else 0)
        if all(other == unit or is_near_posts(p, other, held) for other in self.snipers(p)):
            return None
        return Message("refused.sniper_needs_it", {"unit": p.id(unit)}, ("16.5",))

    def place(self, p: Rttr, unit: int, place: int) -> None:
        """Put a unit where its player wants it; statics lie face down."""
        if p.layout.static >> unit & 1:
            place_face_down(p, self.sector, unit, place, self.rule)
            return
        occupy(p, unit, place)
        p.emit("deployed", self.rule_for(p, unit), unit=p.id(unit), hex=p.number(place))

    def place_all(self, p: Rttr) -> list[int]:
        """The ready-made set-up: its hexes in order, the dearest units first; who finds none goes where he may."""
        units = sorted(waiting(p, self.sector, self.german, self.stage), key=lambda unit: _rank(p, unit))
        own = f"{self.stage}_{SEATS[self.sector]}"
        plan = p.layout.ready[own if own in p.layout.ready else self.stage]
        for unit in units:
            if p.layout.snipers >> unit & 1:
                hold(p, self.sector, unit)
                continue
            open_hexes = deployment_hexes(p, self.sector, self.stage, unit)
            planned = [place for hexes in (open_hexes & ~_filled(p, plan), open_hexes)
                       for place in plan if has(hexes, place)]
            wanted = next(iter(planned or members(open_hexes)), None)
            if wanted is None:
                p.put(unit, p.box("aside" if self.german else "turn.1"))
            else:
                self.place(p, unit, wanted)
        beyond = p.box("aside"), p.box("turn.1")
        return [unit for unit in units if p.where[unit] not in beyond]

    def refuse_unit(self, p: Rttr, unit: int) -> Message | None:
        reason = self.why_stays(p, unit) if unit in self.placed else None
        return reason or Message("refused.not_this_step", {"unit": p.id(unit)}, (self.rule,))

    def refuse_hex(self, p: Rttr, place: int) -> Message | None:
        if self.unit == NOBODY:
            return Message("refused.pick_unit_first")
        return why_not_deploy(p, self.sector, self.stage, self.unit, place, self.rule_for(p, self.unit))

    def refuse_button(self, p: Rttr, button: str) -> Message | None:
        return Message("refused.hold", {}, ("16.5",)) if button == "hold" else None


def _rank(p: Rttr, unit: int) -> tuple[int, int, int]:
    counter = p.layout.unit[unit]
    kind = STRATEGY.index(counter.kind) if counter.static and counter.kind in STRATEGY else 0
    return kind, -counter.strength, unit


def _filled(p: Rttr, plan: list[int]) -> HexSet:
    """The hexes of a plan that already hold as many units of its own as it lists them for."""
    return of(place for place in set(plan) if len(p.at(place)) >= plan.count(place))


def why_not_deploy(p: Rttr, sector: int, stage: str, unit: int, place: int, rule: str) -> Message | None:
    """Why a unit may not be set up in a hex."""
    args = {"unit": p.id(unit), "hex": p.number(place)}
    if place >= p.layout.hexes or not has(stage_hexes(p, sector, stage), place):
        return Message("refused.no_deployment", args, (rule,))
    if p.layout.side_of[unit] != GERMAN and has(p.occupied[GERMAN], place):
        return Message("refused.enemy", args, ("10.1",))
    if not has_room(p, unit, place):
        return Message("refused.overstack", args, ("10.7", "3.1b"))
    if p.layout.snipers >> unit & 1:
        return Message("refused.sniper_far", args, ("16.5",))
    if p.layout.airstrips >> unit & 1:
        return Message("refused.airstrip", args, ("16.3a",))
    return None
