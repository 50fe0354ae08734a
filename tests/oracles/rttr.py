"""Race to the Reichstag as it is played, held against a second reading of its rules (``rttr_reading``).

Games are played at random with a will to fight, or by regular players. At every choice what is offered and what happens
is checked, and at random moments everything that can be asked. Besides whole games there are crowds: beginnings in
which many units stand close together.

    python -m tests.oracles.rttr --games 100
    python -m tests.oracles.rttr --games 100 --staffed
    python -m tests.oracles.rttr --games 100 --crowds
"""

from __future__ import annotations

import argparse
import itertools
import random
from collections import Counter
from collections.abc import Iterable
from typing import Any

import stavka
from stavka.players import Seen, player

from .rttr_reading import (
    ADVANCES,
    AROUND,
    ATTACKER,
    BRIDGES,
    CHARTS,
    DEFENDER,
    FRONTS,
    GERMAN,
    HIGHLY_MOBILE,
    LAKES,
    LOSSES,
    OBJECTIVES,
    OFF_MAP,
    REICHSTAG,
    RIVERS,
    SBAHN,
    TERRAIN,
    UNITS,
    WEST,
    Battle,
    Duties,
    Side,
    Table,
    distance,
    sector,
    stands,
    within,
)


def _apart(engine: object, oracle: object) -> tuple[object, object]:
    """What only one of two sets or dictionaries has."""
    if isinstance(engine, set) and isinstance(oracle, set):
        return sorted(engine - oracle), sorted(oracle - engine)
    if isinstance(engine, dict) and isinstance(oracle, dict):
        keys = sorted(key for key in engine.keys() | oracle.keys() if engine.get(key) != oracle.get(key))
        return {key: engine.get(key) for key in keys}, {key: oracle.get(key) for key in keys}
    return engine, oracle


class Comparison:
    """One game, played at random with a will to fight or by players, and everything in it held against this reading."""

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

    # Playing

    def play(self, most: int = 6_000) -> Comparison:
        """Play to the end."""
        for _ in range(most):
            offer = self.match.offer
            if offer is None or len(self.differences) > 20:
                break
            if self.match.phase == "setup":
                self.follow_events(self.match.choose(self.pick(offer)), None)
                continue
            self.begin_phase()
            table = self.table()
            self.check_offer(offer, table)
            if self.rng.random() < self.often:
                self.check_moment(table)
            choice = self.pick(offer)
            if offer.task == "move_to":
                self.handled.add(self.in_hand())
            if choice == "do:forced_march":
                unit = offer.as_data()["about"]["unit"]
                self.marching.add(unit)
                self.pay(UNITS[unit].side, 3 if self.match.options["printed_march"] else 1)
            if offer.task == "german_reinforcement" and choice.startswith("unit:"):
                self.source = (choice[5:], table.where[choice[5:]])
            if offer.task == "bombard":
                self.pay(table.front, 1 if self.match.records[-1].choice == "do:artillery" else 2)
            self.follow_events(self.match.choose(choice), table)
            self.counts["choices"] += 1
        self.counts["crowds" if self.match.written else "games"] += 1
        if self.match.result is not None:
            self.check_result()
        return self

    def check_result(self) -> None:
        """Who has won (21.4, 21.5)."""
        assert self.match.result is not None
        scores = self.table().scores(self.control, self.spent)
        winner = "1bf" if scores["1bf"] > scores["1uf"] else "1uf"
        if self.match.turn == LAST_TURN and (REICHSTAG not in self.control or max(scores.values()) <= 0):
            winner = GERMAN
        self.compare("winner", self.match.result.winner, winner)

    def pick(self, offer: stavka.Offer) -> str:
        """What a player chooses, or a random choice that makes for many battles."""
        if self.players:
            return self.players[offer.seat].choose(Seen.of(self.match))
        rng, task = self.rng, offer.task
        if "ready_made" in offer.buttons and rng.random() < 0.7:
            return "do:ready_made"
        if task == "opening" and rng.random() < 0.8:
            return "do:begin"
        if task == "move" and offer.units and rng.random() < 0.98:
            return f"unit:{rng.choice(offer.units)}"
        if task == "move_to" and offer.hexes and rng.random() < 0.8:
            if "forced_march" in offer.buttons and rng.random() < 0.04:
                return "do:forced_march"
            return f"hex:{self.forward(offer)}"
        if task == "bombardment" and rng.random() < 0.5:
            return "do:end_phase"
        if task == "bombard" and rng.random() < 0.8:
            table = self.table()
            near = [hex for hex in offer.hexes if any(UNITS[unit].side == GERMAN for unit in table.stack(hex))]
            return f"hex:{rng.choice(near or offer.hexes)}"
        if task in ("replacement", "german_reinforcement") and "end_phase" in offer.buttons and rng.random() < 0.7:
            return "do:end_phase"
        if task in ("advance", "advance_on") and len(offer) > 1 and rng.random() < 0.8:
            return rng.choice([choice for choice in offer.choices if choice != "do:halt"])
        if task == "target" and offer.hexes and rng.random() < 0.9:
            return f"hex:{rng.choice(offer.hexes)}"
        if task == "attack" and offer.units and rng.random() < 0.85:
            return f"unit:{rng.choice(offer.units)}"
        return offer.nth(rng.randrange(len(offer)))

    def forward(self, offer: stavka.Offer) -> str:
        """A hex to move to, often a near one to the middle of the city or to enemies."""
        hexes = [hex for hex in offer.hexes if hex in TERRAIN]
        if not hexes or self.rng.random() < 0.3:
            return self.rng.choice(offer.hexes)
        if self.match.phase.startswith(GERMAN):
            table = self.table()
            foes = {hex for unit in [*table.on_map("1bf"), *table.on_map("1uf")] for hex in AROUND[table.where[unit]]}
            return self.rng.choice([hex for hex in hexes if hex in foes] or hexes)
        return min(self.rng.sample(hexes, min(12, len(hexes))), key=lambda end: distance(end, REICHSTAG))

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

    # What is offered

    def check_offer(self, offer: stavka.Offer, table: Table) -> None:
        """Hold the offer against this reading."""
        about = offer.as_data()["about"]
        if offer.task in ("enter", "place_static", "place_german", "rebuilt_to", "bombard"):
            self.check_placing(offer, about.get("unit", ""), table)
        elif offer.task == "move_to":
            if self.rng.random() < 0.3:
                self.check_move(offer, about["unit"], table)
        elif offer.task == "target":
            self.close_battle(table)
            self.check_targets(offer, table)
        elif offer.task == "attack":
            self.check_attack(offer, about["targets"], about["group"], table)
        elif offer.task == "retreat_to":
            self.check_retreat(offer, about["unit"], table)
        elif offer.task in ("advance", "advance_to", "advance_on"):
            self.check_advance(offer, about.get("unit"), table)

    def check_placing(self, offer: stavka.Offer, unit: str, table: Table) -> None:
        """The hexes where a unit or marker may be placed."""
        if not offer.hexes:
            return
        if offer.task == "enter":
            hexes = table.entry_hexes(unit)
        elif offer.task == "place_static":
            hexes = table.static_hexes(unit)
        elif offer.task == "place_german":
            hexes = table.sniper_hexes(unit) if UNITS[unit].kind == "sniper" else table.relief_hexes(unit)
        elif offer.task == "bombard":
            hexes = table.marker_hexes()
        else:
            hexes = table.rebuilt_hexes(unit, *self.source)
        self.compare(f"{offer.task} of {unit}", set(offer.hexes), hexes)

    def reach(self, unit: str, table: Table) -> dict[str, int]:
        """Where a unit of the phase can move now."""
        if unit in self.scouted or unit in self.serving:  # 17.3, 19.2
            return {}
        spent = self.points.get(unit)
        points = table.movement(unit, unit in self.marching) - (spent or 0)
        return table.reach(unit, points, unit in self.began_in_zone, spent is not None)

    def check_move(self, offer: stavka.Offer, unit: str, table: Table) -> None:
        """The hexes of a move, and the button of the forced march."""
        reach = self.reach(unit, table)
        self.compare(f"move of {unit}", set(offer.hexes), set(reach))
        front = UNITS[unit].side
        march = (front != GERMAN and unit not in self.points and unit not in self.marching
                 and self.price(front, 3 if table.options["printed_march"] else 1) <= self.left()
                 and (not table.options["communications"] or table.has_line(unit)))
        self.compare(f"forced march of {unit}", "forced_march" in offer.buttons, march)

    def duties(self, table: Table) -> Duties:
        """What must still be attacked."""
        return Duties.of(table, self.began_in_zone, self.fought, self.attacked)

    def check_targets(self, offer: stavka.Offer, table: Table) -> None:
        """The hexes that may be attacked, and whether the phase may end."""
        duties = self.duties(table)
        everything = set().union(*duties.neighbours.values())
        self.compare("targets", set(offer.hexes) <= everything, True)
        if duties.can_be_met():
            self.compare("due targets", duties.due <= set(offer.hexes), True)
            self.compare("end of combat", "end_phase" in offer.buttons, not duties.obliged and not duties.due)
        if not duties.obliged and not duties.due:
            self.compare("free targets", set(offer.hexes), everything)

    def check_attack(self, offer: stavka.Offer, targets: list[str], group: list[str], table: Table) -> None:
        """The units that may join an attack, further hexes, and the tables."""
        ready = {unit for unit in table.phasing()
                 if unit not in self.fought and table.can_attack(unit)
                 and all(table.may_attack_into(unit, hex) for hex in targets)}
        self.compare("attackers", set(offer.units) <= ready, True)
        self.compare("further hexes", all(
            all(table.may_attack_into(unit, hex) for unit in group) and set(table.stack(hex)) - self.attacked
            for hex in offer.hexes), True)
        tables = {"mobile", "assault"} & set(offer.buttons)
        if tables:
            only = table.assault_only(table.side, targets)
            self.compare("tables", tables, {"assault"} if only else {"mobile", "assault"})
            self.check_odds(self.match.ask("odds"), table.odds(group, targets), "odds")
            duties = self.duties(table)
            hexes = {table.where[unit] for unit in group}
            if duties.can_be_met():
                later = duties.after(hexes, set(targets)).can_be_met()
                if later is not None:
                    self.compare("an attack that leaves nobody out", True, later)
            for unit in table.phasing():
                if table.where[unit] in hexes and unit in self.began_in_zone - self.fought and table.can_attack(unit):
                    self.compare("12.10", unit in group, True)
        elif group and not offer.units and not offer.hexes:
            self.differ("a dead end", sorted(group), targets)

    def check_odds(self, answer: Any, mine: tuple[int, int, int | None], what: str) -> None:
        """The strengths and the column."""
        attack, defence, percent = mine
        self.compare(what, (answer["attack"], answer["defence"]), (attack, defence))
        column = 7 if percent is None else sum(percent >= least for least in (50, 100, 200, 300, 400, 500, 600))
        self.compare(f"column of {what}", answer["column"], CHARTS["mobile_results"]["columns"][column])

    def check_retreat(self, offer: stavka.Offer, unit: str, table: Table) -> None:
        """The next hexes of a retreat."""
        battle = self.battle
        if battle is None:
            self.differ("a retreat without a battle", unit, None)
            return
        origin = battle.origin[unit]
        left = battle.far - distance(origin, table.where[unit])
        steps = table.retreat_steps(unit, origin, left)
        offered = {hex if hex in TERRAIN else OFF_MAP for hex in offer.hexes}
        self.compare(f"retreat of {unit}", offered, steps)
        here = table.where[unit]  # whoever comes by may stop in an objective (13.6); 23.2 is for those who occupy a hex
        may = stands(unit, here, table.scenario if here == origin else "")
        self.compare("choice to stand", "stand" in offer.buttons, may)

    def entries(self, unit: str, hexes: Iterable[str], table: Table) -> set[str]:
        """Of these hexes, those a unit could advance into from where it is (14.2)."""
        found = set()
        for hex in hexes:
            side: Side = frozenset((table.where[unit], hex))
            foes = [other for other in table.stack(hex) if UNITS[other].side != UNITS[unit].side
                    and not (self.battle and self.battle.helpless(other, hex))]
            if (hex in AROUND[table.where[unit]] and table.may_be_in(unit, hex) and not foes
                    and table.room_for(unit, hex) and (side not in LAKES or table.bridged(side))):
                found.add(hex)
        return found

    def check_advance(self, offer: stavka.Offer, unit: str | None, table: Table) -> None:
        """Who may advance, and where the advance may go on."""
        battle = self.battle
        if battle is None or battle.result not in ADVANCES:
            self.differ("an advance", battle and battle.result, None)
            return
        vacated = battle.vacated(table)
        if unit is None:
            able = {each for each in battle.winners() if self.entries(each, vacated, table)}
            self.compare("advance", set(offer.units), able - set(battle.advanced))
        elif offer.task == "advance_to":
            self.compare("first hex", set(offer.hexes), self.entries(unit, vacated, table))
        else:
            self.compare("further advance", set(offer.hexes), self.entries(unit, AROUND[table.where[unit]], table))

    # Moments

    def check_moment(self, table: Table) -> None:
        """Everything that can be asked at one moment."""
        self.counts["moments"] += 1
        for side in (*FRONTS, GERMAN):
            self.compare(f"zone of {side}", set(self.match.ask("zoc", side=side)) & set(TERRAIN), table.zone(side))
        self.check_points(table)
        if table.phase.endswith(".movement"):
            for unit in table.phasing():
                if UNITS[unit].static or unit in self.unsure:
                    continue
                done = unit in self.handled and unit != self.in_hand()  # 9.5: once out of hand, it has moved
                mine = {} if done else self.reach(unit, table)
                mine.pop(WEST, None)  # it is offered, but it is no hex
                self.compare(f"reach of {unit}", dict(self.match.ask("reach", unit=unit)), mine)
        if table.options["communications"]:
            soviets = [*table.on_map("1bf"), *table.on_map("1uf")]
            for unit in self.rng.sample(soviets, min(15, len(soviets))):
                self.compare(f"line of {unit}", self.match.ask("supply", unit=unit)["supplied"], table.has_line(unit))
        if table.phase.endswith(".combat"):
            self.check_some_odds(table)

    def in_hand(self) -> str:
        """The unit that the offer is about."""
        return "" if self.match.offer is None else self.match.offer.as_data()["about"].get("unit", "")

    def check_some_odds(self, table: Table) -> None:
        """The odds of attacks that somebody might make."""
        neighbours = self.duties(table).neighbours
        for target in sorted(set().union(*neighbours.values())):
            able = [unit for unit in table.phasing() if unit not in self.fought and table.can_attack(unit)
                    and table.may_attack_into(unit, target)]
            hexes = sorted({table.where[unit] for unit in able})
            picked = self.rng.sample(hexes, self.rng.randint(1, len(hexes)))
            attackers = [unit for unit in able if table.where[unit] in picked]  # 12.10
            try:
                answer = self.match.ask("odds", target=target, units=attackers)
            except stavka.Illegal:
                continue
            self.check_odds(answer, table.odds(attackers, [target]), "odds asked")

    def check_points(self, table: Table) -> None:
        """Victory points, control and Stavka points."""
        view: Any = self.match.view("1bf")
        for front in FRONTS:
            self.compare(f"control of {front}", set(view["control"][front]),
                         {hex for hex, owner in self.control.items() if owner == front})
            self.compare(f"Stavka points of {front}", view["tracks"][f"spent_{front}"]["value"], self.spent[front])
            tired = bool(view["tracks"][f"fatigued_{front}"]["value"])
            self.compare(f"fatigue of {front}", tired, front in self.fatigued)
        self.compare("victory points", view["points"]["scores"], table.scores(self.control, self.spent))
        self.compare("Stavka points left", view["tracks"]["stavka_left"]["value"], self.left())

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

    # What happens

    def follow_events(self, events: Iterable[stavka.Event], table: Table | None) -> None:
        """Carry out on a table of one's own what the engine says has happened, and check it."""
        self.now = None
        table = Table.of(self.match) if table is None else table
        events = list(events)
        fell = {frozenset(event.data["hex"].split("/")): event.data["die"]
                for event in events if event.kind == "demolition"}
        for event in events:
            follow = getattr(self, f"on_{event.kind}", None)
            if follow is None:
                continue
            follow(event, table, *((fell,) if event.kind in ("moved", "retreated", "advanced") else ()))
        self.compare("demolitions", set(fell), set())
        if self.match.phase == "setup":
            return
        after = self.table()
        for unit in after.on_map():
            hex = after.where[unit]
            if hex in OBJECTIVES:  # 21.2
                self.occupy(hex, UNITS[unit].side)

    def occupy(self, hex: str, side: str) -> None:
        """A unit is in an objective hex (21.2)."""
        if side == GERMAN:
            self.control.pop(hex, None)
        else:
            self.control[hex] = side

    def enter(self, unit: str, hex: str, table: Table, fell: dict[Side, int]) -> None:
        """A unit enters a hex in movement, retreat or advance: bridges are checked (18.1 - 18.3)."""
        table.put(unit, hex)
        if hex in OBJECTIVES:
            self.occupy(hex, UNITS[unit].side)
        if UNITS[unit].side == GERMAN:
            return
        for bridge in BRIDGES:
            if hex in bridge and bridge not in self.checked:
                self.checked.add(bridge)
                die = fell.pop(bridge, None)
                self.compare("18.1", die is not None, True)
                if die is not None and die <= 3:
                    table.blown.add(bridge)

    def on_moved(self, event: stavka.Event, table: Table, fell: dict[Side, int]) -> None:
        unit, path = event.data["unit"], event.data["path"]
        zone, total = table.enemy_zone(unit), 0
        for number, (start, end) in enumerate(itertools.pairwise(path)):
            cost = table.step_cost(unit, start, end)
            stopped = (number > 0 or unit in self.points) and start in zone
            into = end in zone and unit in self.began_in_zone
            self.compare(f"step of {unit} {start}-{end}", cost is None or stopped or into, False)
            total += cost or 0
            self.note_engineers(unit, frozenset((start, end)), table)
            self.enter(unit, end, table, fell)
        self.compare(f"cost of {unit} {path}", event.data["cost"], total)
        self.points[unit] = self.points.get(unit, 0) + total
        self.engineers.discard(unit)

    def note_engineers(self, unit: str, side: Side, table: Table) -> None:
        """Engineers that carry somebody over a river may not move in the phase (19.2)."""
        if side not in RIVERS or table.bridged(side) or UNITS[unit].side == GERMAN:
            return
        at_work = [each for each in self.engineers if each != unit and UNITS[each].side == UNITS[unit].side
                   and any(hex in within(table.where[each], 1) for hex in side)]
        if len(at_work) == 1:
            self.serving.update(at_work)
        else:
            self.unsure.update(at_work)

    def on_escaped(self, event: stavka.Event, table: Table) -> None:
        self.compare("26.1", table.may_escape(event.data["unit"]), True)

    def on_movement_roll(self, event: stavka.Event, table: Table) -> None:
        front = "1uf" if "1uf" in self.told else "1bf"
        posts = sum(UNITS[unit].kind == "command_post" and sector(table.where[unit]) == front
                    for unit in table.on_map(GERMAN) if unit not in table.face_down)
        self.compare("9.3", (event.data["posts"], event.data["points"]), (posts, posts + event.data["die"]))

    def on_scouted(self, event: stavka.Event, table: Table) -> None:
        self.scouted.add(event.data["unit"])

    def on_phase(self, event: stavka.Event, table: Table) -> None:
        self.told = event.data["phase"]
        self.close_battle(table)

    def on_second_combat(self, event: stavka.Event, table: Table) -> None:
        self.close_battle(table)
        self.phase = ""

    def on_replaced(self, event: stavka.Event, table: Table) -> None:
        unit = event.data["unit"]
        self.pay(UNITS[unit].side, self.replacement(unit))

    def on_maximum_effort(self, event: stavka.Event, table: Table) -> None:
        self.pay(event.data["side"], 10)

    def on_fatigue_roll(self, event: stavka.Event, table: Table) -> None:
        front = event.data["side"]
        lost = sum(place == f"dead.{front}" and UNITS[unit].large for unit, place in table.where.items())
        self.compare(f"20.2 of {front}", event.data["lost"], lost)
        if event.data["total"] < lost:
            self.fatigued.add(front)

    # Battles

    def on_fought(self, event: stavka.Event, table: Table) -> None:
        self.close_battle(table)
        attackers, targets = list(event.data["units"]), list(event.data["hexes"])
        defenders = [unit for hex in targets for unit in table.stack(hex)]
        self.check_odds(event.data, table.odds(attackers, targets), "battle")
        name = event.data["table"].split(".")[-1]
        column = CHARTS["mobile_results"]["columns"].index(event.data["column"])
        rows = CHARTS[f"{name}_results"]["rows"]
        self.compare("result", event.data["result"], rows[str(event.data["dice"][0])][column])
        close = all(table.may_attack_into(unit, hex) for unit in attackers for hex in targets)
        self.compare("all adjacent", close, True)
        self.compare("12.3", bool(self.fought & set(attackers)), False)
        self.fought |= set(attackers)
        self.attacked |= set(defenders)
        self.battle = Battle(event.data["result"], {ATTACKER: attackers, DEFENDER: defenders},
                             {unit: table.where[unit] for unit in [*attackers, *defenders]})
        self.counts["battles"] += 1
        self.counts[f"result {event.data['result']}"] += 1

    def on_panic(self, event: stavka.Event, table: Table) -> None:
        assert self.battle is not None
        self.battle.panic = event.data["die"]

    def on_eliminated(self, event: stavka.Event, table: Table) -> None:
        unit, rule = event.data["unit"], event.rules[0]
        battle = self.battle
        if battle is not None and rule.startswith("13."):
            far = battle.far - distance(battle.origin[unit], table.where[unit])
            doomed = UNITS[unit].static or not table.retreat_steps(unit, battle.origin[unit], far)
            stay = stands(unit, table.where[unit], table.scenario)
            self.compare(f"eliminated in retreat of {unit}", doomed and not stay, True)
            self.compare("who retreats", unit in battle.retreating(), True)
            battle.gone.add(unit)
        elif battle is not None and rule.startswith("12.2"):
            self.compare("a loss of the battle", unit in battle.origin, True)
            self.compare("a marker lost", UNITS[unit].kind == "strategic", False)
            battle.lost.add(unit)
        elif rule != "12.13":
            self.differ("eliminated", f"{unit} {event.rules}", None)
        table.put(unit, "dead")
        self.engineers.discard(unit)
        table.engineers.discard(unit)

    def on_blocked(self, event: stavka.Event, table: Table) -> None:
        battle = self.battle
        assert battle is not None
        unit = event.data["unit"]
        left = battle.far - distance(battle.origin[unit], table.where[unit])
        self.compare(f"blocked of {unit}", table.retreat_steps(unit, battle.origin[unit], left), set())

    def on_stands(self, event: stavka.Event, table: Table) -> None:
        battle = self.battle
        assert battle is not None
        unit = event.data["unit"]
        self.compare(f"stands of {unit}", stands(unit, table.where[unit], table.scenario), True)
        battle.stood.add(unit)

    def on_retreated(self, event: stavka.Event, table: Table, fell: dict[Side, int]) -> None:
        battle = self.battle
        assert battle is not None
        unit = event.data["unit"]
        self.compare("who retreats", unit in battle.retreating(), True)
        for hex in event.data["path"][1:]:
            left = battle.far - distance(battle.origin[unit], table.where[unit])
            steps = table.retreat_steps(unit, battle.origin[unit], left)
            if hex not in TERRAIN:
                self.compare(f"retreat off the map of {unit}", OFF_MAP in steps, True)
                table.put(unit, hex)
            else:
                steps = steps or table.doomed_steps(unit, battle.origin[unit])
                self.compare(f"retreat step of {unit} to {hex}", hex in steps, True)
                self.enter(unit, hex, table, fell)
        battle.retreated.add(unit)
        self.engineers.discard(unit)
        table.engineers.discard(unit)

    def on_advanced(self, event: stavka.Event, table: Table, fell: dict[Side, int]) -> None:
        battle = self.battle
        assert battle is not None
        unit = event.data["unit"]
        self.compare("who advances", unit in battle.winners(), True)
        for hex in event.data["path"][1:]:
            start, gone = table.where[unit], battle.advanced.get(unit, 0)
            side: Side = frozenset((start, hex))
            most = ADVANCES[battle.result][1]
            if table.options["highly_mobile"] and UNITS[unit].kind not in HIGHLY_MOBILE:  # 25.3
                most = 1
            first = battle.vacated(table) if gone == 0 else set(AROUND[start])
            may = gone < most and unit not in battle.stopped and hex in self.entries(unit, first, table)
            self.compare(f"advance step of {unit} {start}-{hex}", may, True)
            aided = ADVANCES[battle.result][1] > 1 and table.engineered(side, UNITS[unit].side, unit)
            if side in RIVERS and not table.bridged(side) and not aided:  # 14.5, 19.1
                battle.stopped.add(unit)
            battle.advanced[unit] = gone + 1
            for marker in [other for other in table.stack(hex) if battle.helpless(other, hex)]:
                table.put(marker, f"captured.{UNITS[unit].side}")
            self.enter(unit, hex, table, fell)
        self.engineers.discard(unit)
        table.engineers.discard(unit)

    def on_taken(self, event: stavka.Event, table: Table) -> None:
        self.compare("21.2 markers", UNITS[event.data["unit"]].kind, "strategic")
        self.counts["markers taken"] += 1

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


# -- The command line ------------------------------------------------------------------------------------------------

LAST_TURN = 10
EDGE_PLACES = ("0128", "0108", "2832", "4031", "5512", "1916")
"""Near the edges of the map, the boundary and the Havel."""
SWITCHES = ("communications", "highly_mobile", "escape", "printed_march")
SCENARIOS = ("standard", "fantasy", "prepared")


def compare_game(seed: int, most: int = 6_000, often: float = 0.018, level: str = "") -> Comparison:
    """One game, at random or by players of a level; the seed also decides the scenario and the options."""
    options = {key: bool(seed * 7 // 3 >> number & 1) for number, key in enumerate(SWITCHES)}
    match = stavka.game("rttr").start(SCENARIOS[seed % 3], seed=seed, options=options)
    return Comparison(match, seed, often, level).play(most)


def compare_crowd(seed: int, most: int = 250, often: float = 0.06) -> Comparison:
    """The beginning of a game in which many units of all sides stand close together."""
    return Comparison(stavka.game("rttr").situation(crowd(seed)), seed, often).play(most)


def crowd(seed: int) -> dict[str, Any]:
    """A written position with many units round the Reichstag, an objective or a place at the edge of the map."""
    rng = random.Random(seed)
    scenario = rng.choice(SCENARIOS)
    centre = rng.choice([REICHSTAG, REICHSTAG, *rng.sample(sorted(OBJECTIVES), 2), *EDGE_PLACES])
    hexes = sorted(within(centre, rng.choice((2, 3, 4))))
    place: dict[str, Any] = {}
    inside = Table(scenario, {}, "", 0, {}, set(), set(), [], {})
    for unit in rng.sample(sorted(UNITS), len(UNITS) * 2 // 3):
        side = UNITS[unit].side
        found = [hex for hex in rng.sample(hexes, min(6, len(hexes)))
                 if (hex != REICHSTAG or UNITS[unit].static if side == GERMAN else sector(hex) in (side, REICHSTAG))]
        found = [hex for hex in found if not inside.enemies_in(hex, side) and inside.room_for(unit, hex)]
        if found:
            inside.where[unit] = place[unit] = found[0]
            inside.stacks.setdefault(found[0], []).append(unit)
            if UNITS[unit].static and rng.random() < 0.5:
                place[unit] = {"hex": found[0], "face_down": True}
    if rng.random() < 0.3:
        place["S-FB"] = rng.choice(("captured.1bf", "captured.1uf"))
    bridges = sorted("/".join(sorted(bridge)) for bridge in BRIDGES)
    rng.shuffle(bridges)
    step = rng.choice([f"{who}.{phase}" for who in ("1bf", "german_1bf", "1uf", "german_1uf")
                       for phase in ("movement", "combat")])
    front = "1uf" if "1uf" in step else "1bf"
    bombarded = [hex for hex in hexes if sector(hex) in (front, REICHSTAG) and not inside.enemies_in(hex, GERMAN)]
    return {
        "empty": True, "scenario": scenario, "seed": seed, "turn": rng.randint(2, 8), "place": place,
        "options": {key: rng.random() < 0.5 for key in SWITCHES},
        "step": step, "artillery": {front: rng.sample(bombarded, min(1, len(bombarded)))},
        "fatigued": {front: rng.random() < 0.3 for front in FRONTS},
        "jets": {front: scenario == "fantasy" and rng.random() < 0.5 for front in FRONTS},
        "blown": bridges[:12], "whole": bridges[12:24],
    }


def compare_staffed(seed: int) -> Comparison:
    """One game between regular players."""
    return compare_game(seed, level="regular")


def main() -> None:
    """Compare many games and tell what differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--crowds", action="store_true", help="beginnings with many units close together")
    parser.add_argument("--staffed", action="store_true", help="games between regular players")
    given = parser.parse_args()
    compare = compare_crowd if given.crowds else compare_staffed if given.staffed else compare_game
    counts: Counter[str] = Counter()
    for seed in range(given.first, given.first + given.games):
        comparison = compare(seed)
        counts += comparison.counts
        for line in comparison.differences:
            print(line, flush=True)
    for what, number in sorted(counts.items()):
        print(f"{number:9} {what}")


if __name__ == "__main__":
    main()
