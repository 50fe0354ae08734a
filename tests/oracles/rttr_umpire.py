"""What happens in Race to the Reichstag, event by event, held against the second reading."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

import stavka

from .rttr_offers import Offers
from .rttr_reading.battle import ADVANCES, ATTACKER, DEFENDER, Battle
from .rttr_reading.printed import (
    AROUND,
    BRIDGES,
    CHARTS,
    GERMAN,
    HIGHLY_MOBILE,
    OBJECTIVES,
    OFF_MAP,
    REICHSTAG,
    RIVERS,
    TERRAIN,
    UNITS,
    Side,
    distance,
    sector,
    within,
)
from .rttr_reading.retreat import stands
from .rttr_reading.victory import Table

LAST_TURN = 10


class Umpire(Offers):
    """Carries out on a table of its own what the engine says has happened, and checks it."""

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
                steps = steps or table.doomed_steps(unit, battle.origin[unit], left)
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

    # The end

    def check_result(self) -> None:
        """Who has won (21.4, 21.5)."""
        assert self.match.result is not None
        scores = self.table().scores(self.control, self.spent)
        winner = "1bf" if scores["1bf"] > scores["1uf"] else "1uf"
        if self.match.turn == LAST_TURN and (REICHSTAG not in self.control or max(scores.values()) <= 0):
            winner = GERMAN
        self.compare("winner", self.match.result.winner, winner)
