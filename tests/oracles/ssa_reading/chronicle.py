"""What has happened so far: what the rules make one remember, kept from the log alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

import stavka

from .odds import Odds, bombardment_odds, combat_odds
from .printed import CHARTS, CITY, GUNS, UNITS, Hex, Scenario, around, distance
from .state import Table, other, task_of
from .supply import supplied_hexes, supplied_units
from .zones import joined, zone_of


@dataclass
class Chronicle:
    """What the rules make one remember, kept from the log alone."""

    table: Table
    attacked: set[str] = field(default_factory=set)  # units that were ever attacked or bombarded (21.0)
    touched: set[str] = field(default_factory=set)  # formations in whose zone an enemy stood (23.2.1-3)
    neared: set[str] = field(default_factory=set)  # corps that an enemy came within three hexes of (23.2.13)
    pinned: set[str] = field(default_factory=set)  # formations that stood in an enemy zone (23.1.4)
    taken: set[Hex] = field(default_factory=set)  # hexes ever entered by the Axis
    control: dict[Hex, str] = field(default_factory=dict)
    moving_supply: set[str] = field(default_factory=set)  # units in supply at the start of the movement phase (7.2)
    spent: dict[str, int] = field(default_factory=dict)
    in_hand: str = ""
    finished: set[str] = field(default_factory=set)  # units whose move in this phase is over
    fought: set[str] = field(default_factory=set)  # in this combat phase (8.5f)
    struck: set[str] = field(default_factory=set)  # units attacked in this combat phase (8.5g)
    bombarded: set[str] = field(default_factory=set)  # guns, in this player turn (10.0e)
    unshaken: set[Hex] = field(default_factory=set)  # bombarded without effect in this phase (10.2f)
    engaged: set[str] = field(default_factory=set)  # guns next to enemies when the turn began (10.3c)
    withdrawn: set[str] = field(default_factory=set)  # 8.5c
    stranded: set[str] = field(default_factory=set)  # 8.5d
    advanced: set[str] = field(default_factory=set)  # SS units that follow up the last attack
    attackers: set[str] = field(default_factory=set)  # of the last attack
    fell_back: dict[str, set[str]] = field(default_factory=dict)  # who made it retreat into friends (9.3)
    tired: set[str] = field(default_factory=set)  # 13.0: attacked in this SS combat phase
    fatigued: set[str] = field(default_factory=set)
    dried_on: dict[str, int] = field(default_factory=dict)  # 18.0
    city_fallen: bool = False
    garrison_free: bool = False
    retreat: list[Hex] = field(default_factory=list)  # the way so far of the stack that retreats
    retreating: tuple[str, ...] = ()
    differences: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        scenario = self.table.scenario
        self.control = {hex: "axis" if hex in scenario.axis_start else "soviet" for hex in scenario.objectives}

    @property
    def scenario(self) -> Scenario:
        return self.table.scenario

    def expect(self, what: str, ours: Any, theirs: Any, about: str = "") -> None:
        self.counts[what] += 1
        if ours != theirs:
            when = f"{self.scenario.key} turn {self.table.turn} {self.table.phase}"
            self.differences.append(f"{what} {about} [{when}]: oracle {ours}, game {theirs}")

    # -- Following the game --

    def chose(self, choice: str, task: str, events: Collection[stavka.Event], match: stavka.Match) -> None:
        """A choice was made: read what the log tells of it."""
        before = self.table
        if events:
            self.table = Table(match.view("axis"))
        if task in ("move", "move_to") and choice.startswith("unit:"):
            self.finished.add(self.in_hand)  # picking up another unit ends the move of the first
            self.in_hand = choice.removeprefix("unit:")
            self.finished.discard(self.in_hand)
        if task == "displace_to" and before.phase.endswith(("movement", "desperation")):
            self.finished |= {event.as_data()["unit"] for event in events if event.kind == "moved"}
        if task == "retreat" and choice.startswith("hex:"):
            self.retreat.append(choice.removeprefix("hex:"))
        told = [event.as_data() for event in events]
        for event in told:
            self.read(event, before)
        if any(event["kind"] in ("retreated", "retreat_failed") for event in told):
            self.retreating = ()
        if task_of(match) not in ("advance", "advance_to"):
            if self.advanced:
                self.stranded |= self.advanced - supplied_units(self.table, "axis")
            self.advanced = set()
        if events:
            self.look()

    def read(self, event: Mapping[str, Any], before: Table) -> None:
        kind = event["kind"]
        if kind == "phase":
            self.begin(event["phase"])
        elif kind in ("fought", "shelled"):
            self.fight(kind, event, before)
        elif kind in ("moved", "arrived", "advanced", "retreated", "displaced"):
            self.went(kind, event, before)
        elif kind == "out_of_fuel":
            self.dried_on[event["unit"]] = self.table.turn
        elif kind == "garrison_free":
            pass

    def begin(self, phase: str) -> None:
        """A phase begins. Nothing lies elsewhere than it will at the first decision of the phase."""
        side, _, name = phase.partition(".")
        table = self.table
        self.spent, self.finished, self.in_hand, self.retreating = {}, set(), "", ()
        for hex in self.control:
            if (there := table.side_in(hex)) and hex in supplied_hexes(table, there):
                self.control[hex] = there  # 22.0: who stands in it in supply was the last there
        if name == "bombardment":
            self.bombarded, self.unshaken, self.fell_back = set(), set(), {}
            self.engaged = {
                key
                for key, hex in table.hex_of.items()
                if UNITS[key].kind in GUNS
                and UNITS[key].side == side
                and any(table.side_in(beside) == other(side) for beside in around(hex))
            }
        if phase == "axis.bombardment":
            self.withdrawn, self.stranded = set(), set()
        if name in ("combat", "ss_combat"):
            self.fought, self.struck = set(), set()
        if phase == "axis.ss_combat":
            self.fatigued = set()  # 13.1b: the phase before it
            self.tired = set()
        if phase == "axis.movement":
            self.fatigued |= self.tired
            self.tired = set()
        if name in ("movement", "desperation"):
            self.moving_supply = supplied_units(table, side)

    def fight(self, kind: str, event: Mapping[str, Any], before: Table) -> None:
        target = event["hex"]
        now = before
        now.forts = {**before.forts, **{hex: value for hex, value in self.table.forts.items() if hex == target}}
        units = [key for key in event["units"] if UNITS[key].kind != "air"]
        air = [key for key in event["units"] if UNITS[key].kind == "air"]
        if kind == "fought":
            odds = combat_odds(now, self, target, units, air)
            self.attackers = set(units)
            self.fought |= set(units)
            self.struck |= set(now.units_in[target])
            if now.phase == "axis.ss_combat" and now.turn >= CHARTS["ss"]["fatigue_turn"]:
                self.tired |= set(units)
        else:
            odds = bombardment_odds(now, target, units)
            self.bombarded |= set(units)
            if event["result"] == "-":
                self.unshaken.add(target)
        theirs = Odds(event["attack"], event["defence"], event["modifier"], event["shift"], event["column"])
        self.expect(kind, odds, theirs, f"{target} by {event['units']}")
        face = max(1, min(6, event["die"] + odds.modifier))
        chart = CHARTS["combat_results" if kind == "fought" else "bombardment"]
        result = chart["rows"][str(face)][chart["columns"].index(odds.column)]
        self.expect("result", result, event["result"], target)
        self.attacked |= set(now.units_in.get(target, ()))

    def went(self, kind: str, event: Mapping[str, Any], before: Table) -> None:
        unit, path = event["unit"], event["path"]
        side = UNITS[unit].side
        table = self.table
        if kind in ("moved", "arrived"):
            self.spent[unit] = self.spent.get(unit, 0) + event["cost"]
        if kind == "retreated":
            if table.phase == "axis.combat" and UNITS[unit].ss and side == "axis":
                self.withdrawn.add(unit)
            self.fell_back.pop(unit, None)
            if not table.phase.startswith(side) and set(before.units_in.get(path[-1], ())) - set(self.retreating):
                self.fell_back[unit] = set(self.attackers)
        if kind in ("moved", "arrived"):
            if kind == "arrived":
                self.moving_supply.add(unit)  # 20.0a: with its full movement
            supplied = unit in self.moving_supply
        else:
            supplied = bool(self.control.keys() & set(path)) and table.hex_of.get(unit) in supplied_hexes(table, side)
        if kind == "advanced" and table.phase == "axis.combat" and UNITS[unit].ss:
            self.advanced.add(unit)
        if side == "soviet":  # 23.1.4: even if it is lost at once
            zone = [beside for beside in around(path[-1]) if unit not in before.disrupted and joined(path[-1], beside)]
            self.pinned |= {UNITS[key].formation for beside in zone for key in table.units_in.get(beside, ())}
        for hex in path if kind == "arrived" else path[1:]:
            if side == "axis":
                self.taken.add(hex)
            if hex in self.control and supplied:  # 22.0b, 22.0c
                self.control[hex] = side
        if (
            side == "soviet"
            and self.city_fallen
            and table.turn >= 5
            and any(distance(hex, city) <= 3 for hex in path[1:] for city in CITY)
        ):
            self.garrison_free = True  # 23.1.6

    def look(self) -> None:
        """What frees units by where others stand."""
        table = self.table
        if not self.scenario.spring:
            zone = zone_of(table, "soviet")
            self.pinned |= {UNITS[key].formation for key, hex in table.hex_of.items() if hex in zone}
            if all(self.control[hex] == "axis" for hex in CITY):
                self.city_fallen = True
            return
        if table.turn >= 7:
            return
        axis = table.hexes_of("axis")
        for key, hex in table.hex_of.items():
            unit = UNITS[key]
            touching = any(beside in axis and joined(hex, beside) for beside in around(hex))
            if unit.formation in ("337", "206", "94G", "78", "163") and key not in table.disrupted and touching:
                self.touched.add(unit.formation)
            if unit.formation in {"18TC", "7MC"} - self.neared and any(distance(hex, enemy) <= 3 for enemy in axis):
                self.neared.add(unit.formation)
