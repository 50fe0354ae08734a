"""What the engine offers at a decision of Ukraine '43, held against the second reading."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import stavka

from .u43_reading import after, air, combat, growth, movement, supply
from .u43_reading.printed import charts, other, printed_counters, the_map
from .u43_reading.state import State, Unit
from .u43_reading.zones import bonds_of, zone_of
from .u43_tally import Tally
from .u43_umpire import Memory

HURRY = 0.06
"""The share of decisions at which everything that follows from the whole position is compared too."""


class Offers:
    """Compares every offer of a match."""

    def __init__(self, tally: Tally, rng: random.Random, hurry: float = HURRY) -> None:
        self.tally, self.rng, self.hurry = tally, rng, hurry
        self.tasks: dict[str, Callable[[stavka.Match, State, Memory], None]] = {
            "move": self.move, "move_to": self.move_to, "target": self.target, "attack": self.attack,
            "retreat": self.retreat, "withdraw_to": self.retreat, "advance": self.advance,
            "advance_again": self.advance_again, "loss": self.loss, "enter": self.enter, "rail": self.rail,
            "rebase": self.rebase, "land": self.land, "relocate": self.relocate, "support": self.support,
            "support_hex": self.support_hex, "rebuild": self.rebuild, "fort": self.fort, "drop": self.drop,
            "repair": self.repair, "artillery": self.artillery, "remove_pontoon": self.remove_pontoon,
            "bridge_train": self.bridge_train, "river_assault": self.river_assault,
        }

    def decision(self, match: stavka.Match, state: State, memory: Memory) -> None:
        assert match.offer is not None
        compare = self.tasks.get(match.offer.task)
        if compare is not None:
            compare(match, state, memory)
        if match.phase != "setup" and self.rng.random() < self.hurry:
            self.position(match, state)

    # Whole positions

    def position(self, match: stavka.Match, state: State) -> None:
        tally = self.tally
        for side in ("soviet", "german"):
            tally.same_sets("zoc", match, side, zone_of(state, side), match.ask("zoc", side=side))
            theirs, mine = match.ask("bonds", side=side), bonds_of(state, side)
            named = {*mine.hexes, *("/".join(sorted(pair)) for pair in mine.sides)}
            tally.same_sets("bonds", match, side, named, {*theirs["hexes"], *theirs["hexsides"]})
        standing = [unit for stack in state.stacks.values() for unit in stack if unit.role != "leader"]
        for unit in self.rng.sample(standing, min(12, len(standing))):
            if unit.key not in state.book.dropped and "flying" not in unit.flags:
                self.supply_of(match, state, unit)

    def supply_of(self, match: stavka.Match, state: State, unit: Unit) -> None:
        answer, about = match.ask("supply", unit=unit.key), (unit.key, unit.place)
        line = supply.has_line(state, unit)
        self.tally.same("supply", match, about, line, answer["supplied"])
        far = charts()["supply"]["petrol"][-1][0]
        self.tally.same("petrol", match, about, min(supply.petrol(state, unit) or 0, far), answer["petrol"])
        if not answer["supplied"]:
            alone = not supply.has_line(state, unit, limited=False)
            self.tally.same("isolated", match, about, alone, answer["rule"] == "14.8.a")

    # 4

    def move(self, match: stavka.Match, state: State, memory: Memory) -> None:
        if self.rng.random() < self.hurry * 2:
            self.movers(match, state, memory)

    def movers(self, match: stavka.Match, state: State, memory: Memory) -> None:
        """Who may be taken in hand: must, if it can go somewhere; may not, if it may not move."""
        assert match.offer is not None
        side, mode = match.offer.seat, state.mode
        units = [unit for unit in state.of_side(side) if unit.role != "air"]
        able = {unit.key for unit in units if movement.may_move(state, unit, mode) and memory.may_start(state, unit)}
        also = {unit.key for unit in units if growth.may_restore(state, unit, memory)}
        also |= {unit.key for unit in units if growth.may_rally(state, unit, memory)}
        also |= {unit.key for unit in units if growth.may_mark(state, unit, memory)}  # 20.3: who jumped, where it is
        some = self.rng.sample(sorted(able - state.locked), min(6, len(able - state.locked)))
        going = {key for key in some if movement.reach(state, state.units[key], mode)}
        offered = {key for key in match.offer.units
                   if state.units[key].place in the_map().terrain and state.units[key].role != "air"}
        now = set(memory.group)
        about = (side, [(key, sorted(state.units[key].flags)) for key in sorted(going - offered)])
        self.tally.within(f"who moves in {mode}", match, about, going - now, offered - now, able | also)

    def move_to(self, match: stavka.Match, state: State, memory: Memory) -> None:
        """Where what is in hand can go: one unit exactly, a stack nowhere that one of its units could not (4.1)."""
        assert match.offer is not None
        if self.rng.random() < self.hurry / 3:
            self.movers(match, state, memory)
        group = [state.units[key] for key in memory.group]
        if not group or any(unit.key in state.locked for unit in group):
            return
        theirs = {number for number in match.offer.hexes if number in the_map().terrain}
        unit, mode, way = group[0], state.mode, memory.way(group[0])
        extended = memory.extends(unit)
        points = min(movement.points_left(state, each, extended) for each in group)
        about = (memory.group, way or unit.place, points / 2)
        mine = [movement.reach(state, each, mode, extended, way, points, group) for each in group]
        assaults = set.union(*(movement.mobile_assaults(state, each, points) for each in group))
        if mode != "exploitation":
            assaults = set()
        kind = "with extended movement" if extended else f"in {mode}"
        kind += " after a leg" if len(way) > 1 else ""
        if len(group) > 1:
            most = set.intersection(*(set(found) for found in mine)) | assaults
            self.tally.within(f"reach of stacks {kind}", match, about, set(), theirs, most)
            return
        if memory.over(state, unit) or unit.key in memory.prepared:
            mine, assaults = [{}], set()
        else:
            edges = movement.leaves(state, unit, mode, way, points)
            self.tally.same_sets("leaving the map", match, about, edges, {"central", "west"} & set(match.offer.hexes))
        self.tally.same_sets(f"reach {kind}", match, about, set(mine[0]) - assaults, theirs - assaults)
        if mode == "exploitation":
            enemy = {number for number in theirs if state.ground(number, other(unit.side))}
            self.tally.same_sets("mobile assaults", match, about, assaults, enemy)
        if self.rng.random() < 0.2:
            self.costs(match, unit, about, mine[0], movement.one_hex_only(state, unit, mode, way))
        self.buttons(match, state, memory, unit)

    def costs(self, match: stavka.Match, unit: Unit, about: object, mine: dict[str, int], any_cost: bool) -> None:
        answer = match.ask("reach", unit=unit.key)
        theirs = {number: float(points) for number, points in answer.items() if number in mine}
        told = {number: points / 2 for number, points in mine.items() if number in theirs}
        if not any_cost:
            apart = {number for number in told if told[number] != theirs[number]}
            self.tally.same("costs", match, about, {number: told[number] for number in sorted(apart)},
                            {number: theirs[number] for number in sorted(apart)})

    def buttons(self, match: stavka.Match, state: State, memory: Memory, unit: Unit) -> None:
        """What a unit in hand may do besides going."""
        assert match.offer is not None
        mine = growth.deeds(state, unit, memory)
        if unit.key in memory.prepared:
            mine &= {"bridge_train", "replace"}                            # 18.4
        known = {"extended", "rail", "assault", "replace", "river_assault", "bridge_train"}
        offered = set(match.offer.buttons) & known
        about = (unit.key, unit.place, memory.way(unit), sorted(unit.flags))
        if "extended" in offered and growth.free_to_extend(state, unit, memory):
            mine.add("extended")                                           # offered even where it would lead nowhere
        for deed in sorted(known - ({"assault"} if unit.role == "hq" else set())):
            self.tally.same(f"may {deed}", match, about, deed in mine, deed in offered)

    def rail(self, match: stavka.Match, state: State, memory: Memory) -> None:
        assert match.offer is not None and match.offer.about.unit is not None
        unit = state.units[list(printed_counters())[match.offer.about.unit]]
        if unit.place in the_map().terrain and unit.key not in state.locked:
            mine = movement.rides(state, unit)
            self.tally.same_sets("by rail", match, (unit.key, unit.place), mine, match.offer.hexes)

    def enter(self, match: stavka.Match, state: State, memory: Memory) -> None:
        assert match.offer is not None and match.offer.about.unit is not None
        unit = state.units[list(printed_counters())[match.offer.about.unit]]
        theirs = {number for number in match.offer.hexes if number in the_map().terrain}
        self.tally.same_sets("entry", match, (unit.key, unit.place), growth.entries(state, unit), theirs)

    # 8, 9

    def target(self, match: stavka.Match, state: State, memory: Memory) -> None:
        assert match.offer is not None
        side = match.offer.seat
        self.tally.same_sets("targets", match, side, combat.targets(state, side), match.offer.hexes)

    def attack(self, match: stavka.Match, state: State, memory: Memory) -> None:
        assert match.offer is not None
        offer, mobile = match.offer.as_data(), state.mode == "exploitation"
        side, targets = offer["seat"], offer["about"]["targets"]
        group = [state.units[key] for key in offer["about"]["group"]]
        shown = {key for key in offer["units"] if state.units[key].role in ("combat", "support", "hq")
                 and state.units[key].kind != "artillery"}
        about = (targets, [unit.key for unit in group])
        if mobile:
            able = growth.joiners(state, group, targets[0])
        else:
            able = set.intersection(*(combat.attackers_of(state, side, target) for target in targets))
        able -= {unit.key for unit in group}
        bare = {key for key in able if state.units[key].role != "hq"}
        if mobile or (group and not combat.commanded(state, group)):
            bare = set()
        bare = {key for key in bare if combat.commanded(state, [*group, state.units[key]])}          # 23.2
        self.tally.within("attackers", match, about, bare, shown, able)
        if not mobile and group:
            plane = state.units[memory.plane] if memory.plane is not None else None
            self.tally.same_sets("further hexes", match, about,
                                 combat.further_hexes(state, side, group, targets, plane), offer["hexes"])
        if group:
            self.guns_and_air(match, state, memory, group, targets)
            self.odds(match, state, memory, group, targets)

    def guns_and_air(self, match: stavka.Match, state: State, memory: Memory, group: list[Unit],
                     targets: list[str]) -> None:
        """15.5, 22.1, 23.2: the guns and air units that can still be added."""
        assert match.offer is not None
        side = group[0].side
        helping = combat.commanded(state, group, supported=True)
        friends = list(state.of_side(side))
        guns = {unit.key for unit in friends if helping and state.mode != "exploitation"
                and any(combat.may_bombard(unit, target) for target in targets)}
        planes = {unit.key for unit in friends if helping
                  and all(combat.may_strike(state, unit, target) for target in targets)}
        offered = {key for key in match.offer.units
                   if state.units[key].kind == "artillery" or state.units[key].role == "air"}
        about = (targets, [unit.key for unit in group], memory.guns, memory.plane)
        if memory.plane is None:
            self.tally.same_sets("air support", match, about, planes,
                                 {key for key in offered if state.units[key].role == "air"})
        if not memory.guns:
            self.tally.same_sets("bombardment", match, about, guns,
                                 {key for key in offered if state.units[key].kind == "artillery"})

    def odds(self, match: stavka.Match, state: State, memory: Memory, group: list[Unit], targets: list[str]) -> None:
        try:
            answer: dict[str, Any] = match.ask("odds")
        except stavka.Illegal:
            return
        assert match.offer is not None
        defender, tally = other(group[0].side), self.tally
        about = (targets, [unit.key for unit in group], memory.guns, memory.plane)
        needs = combat.commanded(state, group, bool(memory.guns) or memory.plane is not None)
        tally.same("command", match, about, needs, "roll" in match.offer.buttons)
        sums = combat.sums(state, group, targets)
        guns = [state.units[key] for key in memory.guns]
        moved = combat.shifts(state, group, targets, defender, memory.plane is not None, guns)
        told: dict[str, Any] = {"attack": sums[0], "defence": sums[1], "shift": moved,
                "magnitude": combat.zhukov_raises(combat.magnitude(state, group, targets, defender), memory.zhukov)}
        if sums[1]:
            column = combat.column(*sums, moved)
            chances = combat.results(state, group, targets, column)
            told["rerolls"] = combat.rerolls(state, group, targets)
            told["results"] = {key: round(float(chance), 9) for key, chance in chances.items()}
            answer["results"] = {key: round(chance, 9) for key, chance in answer["results"].items()}
            if "overwhelming" not in chances:
                told["severe_losses"] = combat.severe_losses(state, targets, defender)
        for what, mine in told.items():
            tally.same(what, match, about, mine, answer[what])

    def loss(self, match: stavka.Match, state: State, memory: Memory) -> None:
        assert match.offer is not None
        data = match.offer.as_data()
        group = [state.units[key] for key in data["about"]["group"]]
        mine = memory.may_lose(state, group)
        if mine is not None:
            self.tally.same_sets("losses", match, [unit.key for unit in group], mine, match.offer.units)

    # 10, 12

    def retreat(self, match: stavka.Match, state: State, memory: Memory) -> None:
        assert match.offer is not None and match.offer.about.unit is not None
        unit = state.units[list(printed_counters())[match.offer.about.unit]]
        self.tally.same_sets(match.offer.task, match, (unit.key, unit.place), after.retreats(state, unit),
                             match.offer.hexes)

    def advance(self, match: stavka.Match, state: State, memory: Memory) -> None:
        assert match.offer is not None
        offer = match.offer.as_data()
        mine = {key for key in memory.attackers if key not in memory.advanced
                and state.units[key].place in the_map().terrain
                and any(after.may_advance(state, state.units[key], target) for target in offer["about"]["targets"]
                        if target in the_map().neighbours(state.units[key].place))}
        self.tally.same_sets("advance", match, offer["about"]["targets"], mine, offer["units"])

    def advance_again(self, match: stavka.Match, state: State, memory: Memory) -> None:
        assert match.offer is not None and match.offer.about.unit is not None
        unit = state.units[list(printed_counters())[match.offer.about.unit]]
        self.tally.same_sets("second hex", match, (unit.key, unit.place), after.second_hexes(state, unit),
                             match.offer.hexes)

    # 15

    def _about(self, match: stavka.Match, state: State) -> Unit:
        assert match.offer is not None and match.offer.about.unit is not None
        return state.units[list(printed_counters())[match.offer.about.unit]]

    def rebase(self, match: stavka.Match, state: State, memory: Memory) -> None:
        unit = self._about(match, state)
        assert match.offer is not None
        self.tally.same_sets("rebase", match, unit.key, air.bases(state, unit), match.offer.hexes)

    def land(self, match: stavka.Match, state: State, memory: Memory) -> None:
        unit = self._about(match, state)
        assert match.offer is not None
        self.tally.same_sets("land", match, (unit.key, unit.place), air.landings(state, unit), match.offer.hexes)

    def relocate(self, match: stavka.Match, state: State, memory: Memory) -> None:
        unit = self._about(match, state)
        assert match.offer is not None
        mine = air.bases(state, unit) if unit.role == "air" else growth.refuges(state, unit)
        self.tally.same_sets("relocate", match, unit.key, mine, match.offer.hexes)

    def support(self, match: stavka.Match, state: State, memory: Memory) -> None:
        assert match.offer is not None
        mine = {unit.key for unit in state.of_side(match.offer.seat) if air.may_cover(state, unit)}
        self.tally.same_sets("defensive support", match, match.offer.seat, mine, match.offer.units)

    def support_hex(self, match: stavka.Match, state: State, memory: Memory) -> None:
        unit = self._about(match, state)
        assert match.offer is not None
        self.tally.same_sets("support hex", match, unit.key, air.cover(state, unit), match.offer.hexes)

    # 16 to 22

    def rebuild(self, match: stavka.Match, state: State, memory: Memory) -> None:
        unit = self._about(match, state)
        assert match.offer is not None
        self.tally.same_sets("rebuild", match, unit.key, growth.rebuilding(state, unit), match.offer.hexes)

    def fort(self, match: stavka.Match, state: State, memory: Memory) -> None:
        assert match.offer is not None
        if self.rng.random() < 0.1:
            self.tally.same_sets("fort", match, "", growth.building_sites(state), match.offer.hexes)

    def drop(self, match: stavka.Match, state: State, memory: Memory) -> None:
        assert match.offer is not None
        self.tally.same_sets("drop", match, "", growth.drop_zones(state), match.offer.hexes)

    def repair(self, match: stavka.Match, state: State, memory: Memory) -> None:
        assert match.offer is not None
        if set(match.offer.hexes) <= state.marked("railhead"):
            return                                                         # which of two railheads goes there
        about = (sorted(state.marked("railhead")), dict(state.book.repairs))
        must = growth.repairs(state, memory) if not memory.forked else set()
        self.tally.within("repair", match, about, must, match.offer.hexes,
                          growth.possible_repairs(state, memory))

    def artillery(self, match: stavka.Match, state: State, memory: Memory) -> None:
        assert match.offer is not None
        if memory.called:
            return                                                         # what was given up for it is not told
        self.tally.same_sets("artillery", match, (memory.flipped, memory.called), growth.recovering(state, memory),
                             match.offer.units)

    def remove_pontoon(self, match: stavka.Match, state: State, memory: Memory) -> None:
        assert match.offer is not None
        self.tally.same_sets("remove pontoon", match, "", state.marked("pontoon"), match.offer.hexes)

    def bridge_train(self, match: stavka.Match, state: State, memory: Memory) -> None:
        unit = self._about(match, state)
        assert match.offer is not None
        self.tally.same_sets("train", match, (unit.key, unit.place), growth.to_be_bridged(state, unit),
                             match.offer.hexes)

    def river_assault(self, match: stavka.Match, state: State, memory: Memory) -> None:
        unit = self._about(match, state)
        assert match.offer is not None
        self.tally.same_sets("river assault", match, (unit.key, unit.place), growth.across_rivers(state, unit),
                             match.offer.hexes)
