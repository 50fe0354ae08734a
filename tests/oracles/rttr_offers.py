"""What Race to the Reichstag offers and answers, held against the second reading."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import stavka

from .rttr_ledger import Ledger
from .rttr_reading.battle import ADVANCES
from .rttr_reading.duties import Duties
from .rttr_reading.printed import AROUND, CHARTS, FRONTS, GERMAN, LAKES, OFF_MAP, TERRAIN, UNITS, WEST, Side, distance
from .rttr_reading.retreat import stands
from .rttr_reading.victory import Table


class Offers(Ledger):
    """Every offer, and at some moments everything that can be asked."""

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
        here = table.where[unit]  # whoever comes by may stop in an objective (13.6); 23.2 is for those who occupy a hex
        may = stands(unit, here, table.scenario if here == origin else "")
        if not steps and not may:
            self.compare(f"way of the lost of {unit}", offered, table.doomed_steps(unit, origin, left))
        else:
            self.compare(f"retreat of {unit}", offered, steps)
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
        """The unit that the offer is about, or whose move goes on when statics have been turned up."""
        if self.match.offer is not None and self.match.offer.task == "turn_up":
            return self.moving
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
