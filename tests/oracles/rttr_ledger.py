"""What a comparison of Race to the Reichstag remembers of its game, and what it has found."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import stavka
from stavka.players import player

from .rttr_reading.battle import ATTACKER, DEFENDER, LOSSES, Battle
from .rttr_reading.printed import (
    AROUND,
    FRONTS,
    GERMAN,
    OBJECTIVES,
    REICHSTAG,
    SBAHN,
    TERRAIN,
    UNITS,
    Side,
    distance,
)
from .rttr_reading.victory import Table


def _apart(engine: object, oracle: object) -> tuple[object, object]:
    """What only one of two sets or dictionaries has."""
    if isinstance(engine, set) and isinstance(oracle, set):
        return sorted(engine - oracle), sorted(oracle - engine)
    if isinstance(engine, dict) and isinstance(oracle, dict):
        keys = sorted(key for key in engine.keys() | oracle.keys() if engine.get(key) != oracle.get(key))
        return {key: engine.get(key) for key in keys}, {key: oracle.get(key) for key in keys}
    return engine, oracle


class Ledger:
    """A game that is followed: what the rules make one remember, counted and compared."""

    def __init__(self, match: stavka.Match, seed: int, often: float, level: str = "") -> None:
        kind = "crowd" if match.written else "game"
        self.name = f"{kind} {seed} {match.scenario} {'+'.join(key for key, on in match.options.items() if on) or '-'}"
        self.rng = random.Random(seed)
        self.match = match
        self.players = {seat: player(level, match.game, f"{seed} {seat}") for seat in match.game.seats if level}
        self.often = often
        """How often, of all choices, everything is looked at that can be asked."""
        self.differences: list[str] = []
        self.counts: Counter[str] = Counter()
        self.control: dict[str, str] = {}
        self.spent = dict.fromkeys(FRONTS, 0)
        self.fatigued: set[str] = set()
        self.checked: set[Side] = set()
        self.scouted: set[str] = set()
        self.engineers: set[str] = set()
        self.began_in_zone: set[str] = set()
        self.points: dict[str, int] = {}
        self.handled: set[str] = set()
        self.moving = ""
        """The unit in hand before statics were turned up: its move goes on (16.8)."""
        self.marching: set[str] = set()
        self.serving: set[str] = set()
        self.unsure: set[str] = set()
        self.fought: set[str] = set()
        self.attacked: set[str] = set()
        self.battle: Battle | None = None
        self.phase = ""
        self.source = ("", "")
        """The depot or airfield that brings a unit back, and where it is."""
        self.told = self.match.phase
        self.now: Table | None = None
        self.read_beginning()

    def read_beginning(self) -> None:
        """What a written position begins with."""
        view: Any = self.match.view("1bf")
        written = self.match.written or {}
        for front in FRONTS:
            self.control.update(dict.fromkeys(view["control"][front], front))
            self.spent[front] = view["tracks"][f"spent_{front}"]["value"]
            if view["tracks"][f"fatigued_{front}"]["value"]:
                self.fatigued.add(front)
        self.checked = {frozenset(name.split("/")) for key in ("blown", "whole") for name in written.get(key, ())}

    def table(self) -> Table:
        """The table as it lies."""
        if self.now is None:
            self.now = Table.of(self.match)
        self.now.engineers = set(self.engineers)
        return self.now

    def differ(self, what: str, engine: object, oracle: object) -> None:
        """Note a difference."""
        here = f"{self.name}, turn {self.match.turn} {self.match.phase} choice {len(self.match.records)}"
        self.differences.append(f"{here}: {what}: engine {str(engine)[:300]}, oracle {str(oracle)[:300]}")

    def compare(self, what: str, engine: object, oracle: object) -> None:
        """Hold one thing against another."""
        self.counts[what.split(" of ")[0].split(" in ")[0]] += 1
        if engine != oracle:
            self.differ(what, *_apart(engine, oracle))

    # Phases

    def begin_phase(self) -> None:
        """Note what lies where when a phase begins."""
        name = f"{self.match.turn} {self.match.phase}"
        if name == self.phase:
            return
        self.phase = name
        if self.match.phase.endswith(".reinforcement"):
            self.scouted = set()
        self.start_afresh()

    def start_afresh(self) -> None:
        """A phase, or the second combat of a maximum effort, begins."""
        self.engineers = {unit for unit in self.table().on_map() if UNITS[unit].kind == "engineer"}
        table = self.table()
        self.points, self.handled, self.marching, self.serving, self.unsure = {}, set(), set(), set(), set()
        self.fought, self.attacked = set(), set()
        units = table.phasing()
        zones = {side: table.zone(side) for side in (*FRONTS, GERMAN)}
        soviet = zones["1bf"] | zones["1uf"]
        self.began_in_zone = {unit for unit in units
                              if table.where[unit] in (soviet if UNITS[unit].side == GERMAN else zones[GERMAN])}
        if table.phase.endswith(".combat"):
            self.check_combat_begins(table, zones[GERMAN], soviet)

    def check_combat_begins(self, table: Table, german: set[str], soviet: set[str]) -> None:
        """Statics next to Soviets lie face up (16.8, 16.10), units of no strength in an enemy zone are gone (12.13)."""
        for unit in table.on_map():
            hex = table.where[unit]
            zone = soviet if UNITS[unit].side == GERMAN else german
            if UNITS[unit].strength == 0:
                self.compare("12.13", hex in zone, False)
            if UNITS[unit].static and (hex != REICHSTAG or table.side != GERMAN):
                near = any(UNITS[other].side != GERMAN for around in AROUND[hex] for other in table.stack(around))
                if near:
                    self.compare(f"16.8 of {unit}", unit in table.face_down, False)

    # Stavka points (6, 20.3, 27.3)

    def left(self) -> int:
        """What both may still spend (6.3)."""
        return 100 - sum(self.spent.values())

    def price(self, front: str, points: int) -> int:
        """What a Front pays (20.3)."""
        return points * 2 if front in self.fatigued else points

    def pay(self, front: str, points: int) -> None:
        """A Front spends points."""
        self.spent[front] += self.price(front, points)
        self.compare("100 points", self.left() >= 0, True)

    def replacement(self, unit: str) -> int:
        """The price of a replacement (27.3, 23.3)."""
        points = 4 if UNITS[unit].size == "XXX" else 2
        return points // 2 if self.match.scenario == "prepared" else points

    # Battles that are over (12.23 - 13)

    def close_battle(self, table: Table) -> None:
        """A battle is over: everything that its result demands has happened."""
        battle, self.battle = self.battle, None
        if battle is None:
            return
        for force in LOSSES[battle.result]:
            self.check_losses(battle, battle.forces[force], battle.is_paid(force))
        for force in (ATTACKER, DEFENDER):
            if force not in LOSSES[battle.result]:
                self.compare("losses of nobody else", bool(set(battle.forces[force]) & battle.lost), False)
        for unit in battle.retreating():
            if UNITS[unit].kind == "strategic":
                continue
            fixed = table.scenario == "prepared" and battle.origin[unit] in SBAHN - OBJECTIVES
            if UNITS[unit].side == GERMAN and (fixed or (UNITS[unit].static and battle.origin[unit] in OBJECTIVES)):
                self.compare(f"no retreat of {unit} {battle.result}", unit in battle.retreated | battle.gone, False)
                continue
            self.compare(f"retreat carried out of {unit} {battle.result}",
                         unit in battle.retreated | battle.gone | battle.stood, True)
            if unit in battle.retreated - battle.gone - battle.stood and table.where[unit] in TERRAIN:
                gone = distance(battle.origin[unit], table.where[unit])
                early = UNITS[unit].side == GERMAN and table.where[unit] in OBJECTIVES
                self.compare(f"length of retreat of {unit}", gone == battle.far or (early and gone < battle.far), True)

    def check_losses(self, battle: Battle, force: list[str], paid: bool) -> None:
        """At least half, the strongest, or all (12.23, 12.24); a strategic marker is never lost (21.2)."""
        left = [unit for unit in force if unit not in battle.lost and UNITS[unit].kind != "strategic"]
        self.compare(f"losses of {force} {battle.result}", paid or not left, True)
