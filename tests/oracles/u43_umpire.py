"""What happens in a game of Ukraine '43, event by event, held against the second reading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

import stavka
from stavka.kit.events import Event

from .u43_reading import after, combat, growth, movement, railheads, supply, victory
from .u43_reading.printed import charts, other, range_between, the_map
from .u43_reading.state import Book, State, Unit, written_book
from .u43_tally import Tally

Rules = Sequence[str]

BATTLE = {"loss", "retreat", "retreat_unit", "withdraw", "withdraw_to", "advance", "advance_again", "advance_into",
          "city_holds", "assault_advance", "excess", "relocate", "zhukov_again"}
"""The decisions that belong to a battle after its roll."""

PLAYER_TURN = ("initial_supply", "movement", "combat1", "reaction", "exploitation", "combat2", "final")
SEQUENCE = ("weather", "central_front",
            *(f"{other(side) if phase == 'reaction' else side}.{phase}"
              for side in ("soviet", "german") for phase in PLAYER_TURN), "victory")
"""3: the phases of a turn."""


@dataclass
class Battle:
    """A roll and what it must cost."""

    state: State
    attackers: list[Unit]
    defenders: list[Unit]
    toll: combat.Toll
    targets: list[str]
    sappers: bool = False
    chosen: bool = False
    """8.9, 26.1: a step that the attacker takes where he likes."""
    lost: Counter[str] = field(default_factory=Counter)
    order: list[str] = field(default_factory=list)
    idle: frozenset[str] = frozenset()
    """10.4: defenders who retreated here before the roll; they take no part, and no loss is taken from them."""
    retreated: set[str] = field(default_factory=set)
    fled: set[str] = field(default_factory=set)
    """Units lost because they could not retreat (10.3) or for want of room (5.4)."""
    held: bool = False
    """9.7: the defenders of a city stood."""


def standing_railheads(match: stavka.Match) -> tuple[str, ...]:
    names = match.game.board.grid.names
    return tuple(sorted(names[place] for place in match.position.as_data()["railheads"]))


class Memory:
    """What a reader remembers of a game, and checks as it goes."""

    def __init__(self, tally: Tally, match: stavka.Match) -> None:
        self.tally = tally
        self.book: Book = written_book(match)
        self.pools: dict[str, int] = {}
        self.flipped = self.called = self.markers = 0
        self.ways: dict[str, tuple[str, ...]] = {}
        self.group: list[str] = []
        """The units in hand."""
        self.guns: list[str] = []
        self.plane: str | None = None
        self.zhukov = False
        self.attackers: list[str] = []
        self.advanced: set[str] = set()
        self.finished: set[str] = set()
        self.refitting: set[str] = set()
        """26.2f: units that only a replacement keeps from moving."""
        self.extended: set[str] = set()
        self.prepared: set[str] = set()
        self.again, self.task = False, ""
        self.building: set[str] = set()
        self.forked = False
        """17.2: a new railhead has come into play in this phase; which of the two went on is not told."""
        self.battle: Battle | None = None
        self.exited: Counter[str] = Counter()
        self.owed, self.exit_points = (0, 0), 0
        """30.2c: steps the Germans have to remove, mechanized and any; points for those they did not."""
        self.optional = bool(match.view("soviet")["options"].get("variable_defence"))
        self.die = 0
        """29: what the defender of this battle has rolled for his strength."""
        self.phase = match.phase
        self.railheads = railheads.Railheads(standing_railheads(match))

    # -- what the offers ask ------------------------------------------------------------------------------------

    def way(self, unit: Unit) -> tuple[str, ...]:
        return self.ways.get(unit.key, ())

    def over(self, state: State, unit: Unit) -> bool:
        return unit.key in self.finished or "assault" in unit.flags

    def extends(self, unit: Unit) -> bool:
        return unit.key in self.extended or "extended" in unit.flags

    def may_start(self, state: State, unit: Unit) -> bool:
        """4.1, 4.10, 31.2h: whose move is not over; in reaction three stacks, for the Germans on turn 1 one."""
        if self.over(state, unit) or unit.key in self.ways:
            return False
        if state.mode != "reaction":
            return True
        first = state.turn == 1 and unit.side == "german"
        most = charts()["limits"]["reaction_surprise" if first else "reaction"]
        return any(unit.key in stack for stack in self.book.stacks) or len(self.book.stacks) < most

    def may_lose(self, state: State, group: list[Unit]) -> set[str] | None:
        """8.6: those who may take the next step, where the rules leave no doubt which loss it is."""
        battle = self.battle
        if battle is None:
            return None
        standing = [unit for unit in group if unit.place in the_map().terrain]
        if not standing:
            return None
        if standing[0].side == battle.attackers[0].side:
            return None
        return combat.may_lose(standing, battle.lost)

    def look(self, match: stavka.Match) -> None:
        """Read the tracks: the replacements left (16.2) and the markers used (4.7)."""
        tracks = match.view("soviet")["tracks"]
        self.pools = {"mech": tracks["mechanized"]["value"], "foot": tracks["others"]["value"]}
        self.markers = tracks["markers"]["value"]

    # -- one choice -----------------------------------------------------------------------------------------------

    def observe(self, match: stavka.Match, before: State, asked: dict[str, Any], choice: str,
                events: Sequence[Event], now: State) -> None:
        """Take note of a choice and of what came of it."""
        self.task = asked["task"]
        dam = charts()["dam"]["hex"]
        entered = now.controls("soviet", dam) and not before.controls("soviet", dam)
        self.book.dam_taken |= entered and "dam" in now.marks.get(dam, ())
        self.chosen(before, asked, choice)
        self.drive_back(match, before, events)
        for event in events:
            audit = getattr(self, f"on_{event.kind}", None)
            if audit is not None:
                audit(match, before, now, event.data, event.rules)
        kinds = {event.kind for event in events}
        if self.battle is not None and (match.offer is None or match.offer.task not in BATTLE):
            self.close_battle(match, now)
        if "phase" in kinds:
            self.new_phase(match, now, events)
        if match.offer is not None and match.offer.task in ("move", "move_to"):
            hand = match.offer.as_data()["about"]["group"]
            down = set(self.group) - set(hand)                             # 4.1c: what is put down has ended its move
            self.finished |= {key for key in down if "rally" not in kinds or key in self.ways}
            self.group = hand

    def chosen(self, before: State, asked: dict[str, Any], choice: str) -> None:
        task = asked["task"]
        if task == "attack" and choice.startswith("unit:"):
            unit = before.units[choice[5:]]
            if unit.kind == "artillery":
                self.guns.append(unit.key)
            elif unit.role == "air":
                self.plane = unit.key
        if task == "target" or (task == "move_to" and choice.startswith("hex:")):
            self.guns, self.plane, self.zhukov = [], None, False
        if task == "river_assault":
            self.prepared.update(self.group)                               # 18.1: with the whole allowance
        if choice == "do:extended":
            self.extended.update(self.group)
        if choice == "do:zhukov":
            self.zhukov = True

    # -- 4 --------------------------------------------------------------------------------------------------------

    def on_moved(self, match: stavka.Match, before: State, now: State, data: Any, rules: Rules) -> None:
        unit = before.units[data["unit"]]
        if self.task == "assault_advance":                                 # 13.1d: paid for, into or across bonds
            self.tally.same("advance after an assault", match, (unit.key, data["path"]), (True, 0),
                            (self.battle is None or data["to"] in self.battle.targets, data["cost"]))
            self.walk(unit, data["path"])
            return
        way, extended = self.way(unit), self.extends(unit)
        along = [before.units[key] for key in self.group] if len(self.group) > 1 else ()
        mine = movement.reach(before, unit, before.mode, extended, way, along=along).get(data["to"])
        if unit.place in the_map().terrain and data["to"] in the_map().terrain:
            any_cost = movement.one_hex_only(before, unit, before.mode, way)
            told = None if mine is None else data["cost"] if any_cost or along else mine / 2
            self.tally.same("moves", match, (unit.key, way, data["path"]), told, data["cost"])
            exact = not any_cost and not along and mine is not None
            if exact and data["cost"] * 2 < movement.points_left(before, unit, extended):
                steps = [movement.step_cost(before, unit, one, two) for one, two in pairwise(data["path"])]
                self.tally.same("paths", match, (unit.key, data["path"]), sum(steps) / 2, data["cost"])
        if any(self.stops(before, each, data["path"]) for each in along):
            self.finished.add(unit.key)                                    # 4.1: a stack stops with the first of them
        self.walk(unit, data["path"])
        self.book.spent[unit.key] = self.book.spent.get(unit.key, 0) + data["cost"]
        if unit.is_ground:
            passed = [number for number in data["path"][1:] if number in the_map().terrain]
            self.tally.same_sets("control", match, (unit.key, data["path"]), (),
                                 [number for number in passed if not now.controls(unit.side, number)])
            forts = now.marked("fort") & set(passed) if unit.side == "soviet" else ()
            self.tally.same_sets("forts entered", match, (unit.key, data["path"]), (), forts)        # 19.3
            bridges = [side for side in now.pontoons() if side & set(passed)] if unit.side == "german" else []
            self.tally.same("pontoons entered", match, (unit.key, data["path"]), True,
                            unit.role != "combat" or not bridges)                                    # 18.5E

    def stops(self, before: State, unit: Unit, path: Sequence[str]) -> bool:
        """Whether a unit may go no further after a leg that it has gone (4.4, 4.9, 4.10, 11.3)."""
        way = self.way(unit)
        return movement.one_hex_only(before, unit, before.mode, way) or movement.wet_feet(
            before, unit, (*way[:-1], *path))

    def walk(self, unit: Unit, path: Sequence[str]) -> None:
        self.ways[unit.key] = (*self.way(unit)[:-1], *path)
        if unit.role == "leader":
            self.book.moved_leaders.add(unit.key)

    def on_railed(self, match: stavka.Match, before: State, now: State, data: Any, rules: Rules) -> None:
        unit = before.units[data["unit"]]
        self.tally.same("rail disrupts", match, unit.key, True, "disrupted" in now.units[unit.key].flags)
        if unit.key not in self.book.arrived:
            self.book.railed += 1
        self.finished.add(unit.key)
        self.walk(unit, (data["path"][0], data["path"][-1]))

    def on_arrived(self, match: stavka.Match, before: State, now: State, data: Any, rules: Rules) -> None:
        unit = now.units[data["unit"]]
        self.book.arrived.add(unit.key)
        self.book.called.discard(unit.key)
        self.book.spent[unit.key] = growth.entry_price(now, unit, data["hex"]) / 2
        self.ways[unit.key] = (growth.OFF_MAP, data["hex"])

    def on_activated(self, match: stavka.Match, before: State, now: State, data: Any, rules: Rules) -> None:
        side = before.phase.split(".")[0]
        self.book.stacks.append({unit.key for unit in before.stacks[data["hex"]] if unit.side == side})
        most = charts()["limits"]["reaction_surprise" if before.turn == 1 and side == "german" else "reaction"]
        self.tally.same("stacks that react", match, data["hex"], True, len(self.book.stacks) <= most)

    # -- 8 --------------------------------------------------------------------------------------------------------

    def on_declared(self, match: stavka.Match, before: State, now: State, data: Any, rules: Rules) -> None:
        self.again = False

    def on_fought(self, match: stavka.Match, before: State, now: State, data: Any, rules: Rules) -> None:
        if self.battle is not None:
            self.close_battle(match, before)
        attackers = [before.units[key] for key in data["units"] if before.units[key].place in the_map().terrain]
        targets = list(data["hexes"])
        defender = other(data["side"])
        guns = [before.units[key] for key in self.guns]
        moved = combat.shifts(before, attackers, targets, defender, self.plane is not None, guns)
        attack, against = combat.sums(before, attackers, targets)
        sums = (attack, against + (victory.variable(defender, self.die, against) if self.die else 0))
        about = (targets, list(data["units"]), self.guns, self.plane, self.zhukov)
        again, self.again = self.again, True
        column = charts()["combat_results"]["ladder"].index(data["column"]) \
            if data["column"] in charts()["combat_results"]["ladder"] else -1
        if not again:
            rolls = self.optional and against >= charts()["variable_defence"]["least"]
            self.tally.same("variable defence", match, (about, against), rolls, self.die > 0)        # 29
            told = (data["attack"], data["defence"], data["shift"])
            self.tally.same("battle odds", match, about, (*sums, moved), told)
            mine = combat.column(*sums, moved) if sums[1] else 99
            self.tally.same("battle column", match, about, max(-1, min(mine, 12)), column)
            self.die = 0
        self.attackers, self.advanced = list(data["units"]), set()
        defenders = [unit for target in targets for unit in before.ground(target, defender)]
        self.book.attacked |= {unit.key for unit in defenders} if before.mode != "exploitation" else set()
        if before.mode == "exploitation":
            self.book.assaults.update(data["units"])
            for unit in {*attackers, *(before.units[key] for key in self.group)}:
                spent = movement.assault_cost(before, unit, targets[0]) / 2
                self.book.spent[unit.key] = self.book.spent.get(unit.key, 0) + spent
                self.ways.setdefault(unit.key, (unit.place, unit.place))
        if data["result"] == "overwhelming":
            self.tally.same("overwhelming", match, about, True, column >= 12)
            gone = [now.units[unit.key].place not in the_map().terrain for unit in defenders]
            self.tally.same("overwhelming", match, about, True, all(gone))
            return
        size = combat.zhukov_raises(combat.magnitude(before, attackers, targets, defender), self.zhukov)
        if column >= 0:
            self.tally.same("dice", match, about, size, len(data["dice"]))
        toll = combat.toll(before, attackers, targets, column, data["dice"], self.zhukov)
        self.tally.same("battle result", match, (about, data["dice"]), toll.result, data["result"])
        self.battle = Battle(before, attackers, defenders, toll, targets,
                             combat.sappers_help(before, attackers, targets, defender),
                             self.zhukov or combat.severe_losses(before, targets, defender),
                             idle=frozenset(unit.key for unit in defenders if unit.key in self.book.retreated))

    def on_decided(self, match: stavka.Match, before: State, now: State, data: Any, rules: Rules) -> None:
        """8.3, 8.8: a battle that needs no dice."""
        self.on_fought(match, before, now, data, rules)

    def on_variable_defence(self, match: stavka.Match, before: State, now: State, data: Any, rules: Rules) -> None:
        self.die = data["die"]

    def on_reduced(self, match: stavka.Match, before: State, now: State, data: Any, rules: Rules) -> None:
        self.remove(before.units[data["unit"]], rules)
        if self.battle is not None:
            self.battle.lost[data["unit"]] += 1
            self.battle.order.append(data["unit"])

    def on_eliminated(self, match: stavka.Match, before: State, now: State, data: Any, rules: Rules) -> None:
        self.remove(before.units[data["unit"]], rules)
        battle = self.battle
        if battle is None:
            return
        if rules and rules[0].startswith(("10.", "5.4", "22.5")):
            battle.fled.add(data["unit"])
            self.no_way_out(match, now, data)
        else:
            battle.lost[data["unit"]] += 1
            battle.order.append(data["unit"])

    def no_way_out(self, match: stavka.Match, now: State, data: Any) -> None:
        """10.3: a unit is lost in retreat only where it has no way."""
        key, place = data["unit"], data["hex"]
        face = now.units[key].face
        units = {**now.units, key: Unit(key, place, face, frozenset())}
        then = State(now.turn, now.phase, now.scenario, now.weather, units, now.soviet_control, now.marks,
                     now.half_hexes, self.book, now.locked, now.lyutezh_free)
        if key in self.book.retreated and now.mode != "exploitation":
            return                                                                                   # 10.4
        self.tally.same_sets("no way to retreat", match, (key, place), after.retreats(then, units[key]), ())

    def on_retreated(self, match: stavka.Match, before: State, now: State, data: Any, rules: Rules) -> None:
        unit, path = before.units[data["unit"]], data["path"]
        self.tally.same("retreats disrupt", match, (unit.key, path), True,
                        "disrupted" in now.units[unit.key].flags or now.units[unit.key].place not in the_map().terrain)
        if before.mode != "exploitation":
            self.book.retreated.add(unit.key)
        if self.battle is not None:
            self.battle.retreated.add(unit.key)

    def on_to_stavka(self, match: stavka.Match, before: State, now: State, data: Any, rules: Rules) -> None:
        if self.battle is not None:
            self.battle.fled.add(data["unit"])

    def on_city_holds(self, match: stavka.Match, before: State, now: State, data: Any, rules: Rules) -> None:
        if self.battle is not None:
            city = the_map().places.get(data["hex"]) == "city"
            self.tally.same("city holds", match, data["hex"], True, city and self.battle.toll.result == "DR")
            self.battle.held = True

    def close_battle(self, match: stavka.Match, now: State) -> None:
        """8.5, 8.6: when a battle is over, both sides have lost what the roll says."""
        battle = self.battle
        assert battle is not None
        self.battle = None
        about = (battle.targets, battle.toll, battle.order)
        ours, theirs = ({unit.key for unit in units} for units in (battle.attackers, battle.defenders))
        for name, units, steps in (("attacker", battle.attackers, battle.toll.attacker),
                                   ("defender", battle.defenders, battle.toll.defender)):
            there = sum(unit.steps for unit in units if unit.key not in battle.idle)
            lost = sum(battle.lost[unit.key] for unit in units)
            self.tally.same(f"steps the {name} loses", match, about, min(steps, there), lost)
        self.spread(match, battle, about)
        if battle.toll.result == "AR":
            still = {key for key in ours if now.units[key].place in the_map().terrain}
            down = {key for key in still if "disrupted" in now.units[key].flags}
            self.tally.same_sets("repulse disrupts", match, about, still, down)
        if battle.toll.retreat and not battle.held:
            stayed = {key for key in theirs if now.units[key].place in battle.targets
                      and now.units[key].side != battle.attackers[0].side}
            self.tally.same_sets("defenders go", match, about, (), stayed)
        if not battle.toll.retreat:
            gone = {key for key in theirs if key in battle.retreated}
            self.tally.same_sets("defenders stay", match, about, (), gone)

    def spread(self, match: stavka.Match, battle: Battle, about: object) -> None:
        """8.6: the strongest attacker loses first (the Tigers before it, 9.8); nobody twice before all have once."""
        own = {unit.key: unit for unit in battle.attackers}
        order = [key for key in battle.order if key in own]
        if order and battle.toll.result in ("AR", "EX", "DRX", "DR2X"):
            first = combat.may_lose(battle.attackers, Counter(), strongest=True)
            tigers = {key for key, unit in own.items() if unit.kind == "tiger"}
            if tigers and battle.toll.result in ("EX", "DR2X"):
                first = tigers
            if battle.sappers:
                first |= {key for key, unit in own.items() if unit.kind == "sapper"}
            self.tally.same("first loss", match, about, True, bool(first & set(order)))
        for units in (battle.attackers, battle.defenders):
            headquarters = [unit.key for unit in units if unit.role == "hq" and battle.lost[unit.key]]
            others = [unit for unit in units if unit.role != "hq"]
            if headquarters:
                spent = all(battle.lost[unit.key] >= unit.steps or unit.key in battle.fled for unit in others)
                self.tally.same("headquarters are lost last", match, about, True, spent)
            twice = [unit for unit in others if battle.lost[unit.key] > 1]
            spared = [unit for unit in others if not battle.lost[unit.key]]
            free = units is battle.attackers and battle.chosen                                      # 8.9, 26.1c
            self.tally.same("nobody loses twice first", match, about, False, bool(twice and spared) and not free)

    def on_advanced(self, match: stavka.Match, before: State, now: State, data: Any, rules: Rules) -> None:
        unit, path = before.units[data["unit"]], data["path"]
        self.advanced.add(unit.key)
        here = self.battle.targets if self.battle is not None else None
        if here is not None and path[-1] in here:
            self.tally.same("first hex of advance", match, (unit.key, path), True,
                            after.may_advance(before, unit, path[-1]))

    # -- 14, 15, 25, 27 ---------------------------------------------------------------------------------------------

    def on_petrol(self, match: stavka.Match, before: State, now: State, data: Any, rules: Rules) -> None:
        fails = supply.petrol_fails(data["distance"], data["die"])
        self.tally.same("petrol dice", match, data["unit"], fails, "unsupplied" in now.units[data["unit"]].flags)

    def on_weather_rolled(self, match: stavka.Match, before: State, now: State, data: Any, rules: Rules) -> None:
        self.tally.same("weather", match, data["die"], victory.weather(now.turn, data["die"]), now.weather)

    def on_central_front(self, match: stavka.Match, before: State, now: State, data: Any, rules: Rules) -> None:
        gained = charts()["central_front"]["gains"][data["die"] - 1]
        most = len(the_map().half_hexes)
        self.tally.same("central front", match, data["die"], min(before.half_hexes + gained, most), now.half_hexes)

    def on_overcast(self, match: stavka.Match, before: State, now: State, data: Any, rules: Rules) -> None:
        """25.2, 25.3: on 1-3 an air unit is out of it for the turn, one on defensive support too."""
        unit = now.units[data["unit"]]
        kept = unit.face == 0 and "grounded" not in unit.flags
        grounded = data["die"] in charts()["weather"]["grounded"]
        self.tally.same("overcast", match, (unit.key, data["die"]), not grounded, kept)

    def on_early_pontoon(self, match: stavka.Match, before: State, now: State, data: Any, rules: Rules) -> None:
        early = data["die"] <= charts()["pontoons"]["early"]
        built = data["side"] in now.marked("pontoon")
        self.tally.same("early pontoons", match, (data["side"], data["die"]), early, built)

    def on_flood_ends(self, match: stavka.Match, before: State, now: State, data: Any, rules: Rules) -> None:
        self.tally.same("flood", match, "", set(), now.flooded())

    def on_dam_destroyed(self, match: stavka.Match, before: State, now: State, data: Any, rules: Rules) -> None:
        """28: the Germans while they hold it, the Soviets with artillery beside it; the marshes below take all."""
        dam = charts()["dam"]["hex"]
        guns = [unit for near in the_map().neighbours(dam) for unit in before.ground(near, "soviet")
                if unit.kind == "artillery"]
        able = bool(guns) if data["side"] == "soviet" else before.controls("german", dam)
        self.tally.same("dam", match, data["side"], True, able and "dam" in before.marks.get(dam, ()))
        drowned = [unit.key for number in now.flooded() for unit in now.stacks.get(number, ()) if unit.is_ground]
        self.tally.same_sets("drowned", match, data["side"], (), drowned)

    def on_dropped(self, match: stavka.Match, before: State, now: State, data: Any, rules: Rules) -> None:
        unit = now.units[data["unit"]]
        self.book.drops += 1
        self.book.dropped.add(unit.key)
        told = growth.landing(before, data["hex"], data["die"])
        lost = unit.place not in the_map().terrain
        found = "lost" if lost else "disrupted" if "disrupted" in unit.flags else "intact"
        self.tally.same("drops", match, (unit.key, data["hex"], data["die"]), told, found)

    def on_kept(self, match: stavka.Match, before: State, now: State, data: Any, rules: Rules) -> None:
        self.book.kept.add(data["unit"])

    # -- 16, 17, 22, 26 ----------------------------------------------------------------------------------------------

    def pay(self, match: stavka.Match, unit: Unit) -> None:
        self.book.replaced.add(unit.key)
        if not {unit.key} & (self.finished | set(self.ways)):
            self.refitting.add(unit.key)
        self.finished.add(unit.key)

    def on_restored(self, match: stavka.Match, before: State, now: State, data: Any, rules: Rules) -> None:
        unit = before.units[data["unit"]]
        self.tally.same("restored", match, unit.key, True, growth.may_restore(before, unit, self))
        self.pay(match, unit)

    def on_rebuilt(self, match: stavka.Match, before: State, now: State, data: Any, rules: Rules) -> None:
        unit = now.units[data["unit"]]
        self.tally.same("rebuilt are disrupted and reduced", match, unit.key, (True, len(unit.printed["defence"]) - 1),
                        ("disrupted" in unit.flags, unit.face))
        self.pay(match, unit)

    def on_repaired(self, match: stavka.Match, before: State, now: State, data: Any, rules: Rules) -> None:
        number, line = data["hex"], data["line"]
        self.book.repaired.add(number)
        self.tally.same_sets("lines in repair", match, number, self.book.repaired, written_book(match).repaired)
        standing, stood = standing_railheads(match), self.railheads.standing
        told = railheads.after_repair(stood, line, number, supply.soviet_rail(now))
        self.tally.same("railheads go on", match, (line, number, stood), told, standing)
        self.railheads.standing = standing
        self.railheads.repair(line, number)
        forked = line in now.marked("railhead")                            # 17.2: a second railhead went on from there
        self.forked |= forked
        self.book.repairs[number] = 1 + (0 if forked else self.book.repairs.pop(line, 0))

    def drive_back(self, match: stavka.Match, before: State, events: Sequence[Event]) -> None:
        """17.4b: railheads leave the hexes that Germans enter, and stay where they are otherwise."""
        if any(event.kind == "repaired" for event in events):
            return
        stood, entries = self.railheads.standing, list(railheads.entered(before, events))
        usable = supply.soviet_rail(before) if entries else set()
        outcomes: set[railheads.Outcome] = {(stood, frozenset())}
        driven = []
        for number, germans in entries:
            driven += [number] if any(number in places for places, _ in outcomes) else []
            outcomes = set().union(*(railheads.driven_back(outcome, number, germans, usable, self.railheads.came)
                                     for outcome in outcomes))
        standing, repaired = standing_railheads(match), written_book(match).repaired
        mine = {(places, frozenset(self.book.repaired - lost)) for places, lost in outcomes}
        about = (driven, stood, standing, sorted(self.book.repaired - repaired))
        told = [(places, sorted(self.book.repaired & lost)) for places, lost in sorted(outcomes, key=str)]
        self.tally.same("railheads driven back" if driven else "railheads stay", match, about, told if (
            standing, frozenset(repaired)) not in mine else "", "")
        self.railheads.standing, self.book.repaired = standing, repaired

    def on_recovered(self, match: stavka.Match, before: State, now: State, data: Any, rules: Rules) -> None:
        self.flipped += 1

    def on_called(self, match: stavka.Match, before: State, now: State, data: Any, rules: Rules) -> None:
        self.called += 1
        self.book.called.add(data["unit"])

    def on_rally(self, match: stavka.Match, before: State, now: State, data: Any, rules: Rules) -> None:
        self.book.tries += 1
        manstein, unit = before.units["G-Manstein"], before.units[data["unit"]]
        near = range_between(manstein.place, unit.place) <= charts()["leaders"]["range"]
        legal = near and self.book.tries <= charts()["leaders"]["manstein_tries"] and "disrupted" in unit.flags \
            and "disrupted" not in manstein.flags and "G-Manstein" not in self.book.moved_leaders \
            and unit.key not in self.book.tried
        self.book.tried.add(unit.key)
        self.tally.same("Manstein may", match, (unit.key, unit.place, manstein.place), True, legal)
        freed = data["die"] <= charts()["leaders"]["manstein_succeeds"]
        if freed and unit.key in self.refitting:
            self.finished.discard(unit.key)
        self.tally.same("Manstein", match, (unit.key, data["die"]), freed, "disrupted" not in now.units[unit.key].flags)

    # -- 30.2c -----------------------------------------------------------------------------------------------------

    def on_exited(self, match: stavka.Match, before: State, now: State, data: Any, rules: Rules) -> None:
        for unit in (before.units[key] for key in data["units"]):
            if unit.role in ("combat", "support"):
                self.exited["mech" if unit.mechanized else "foot"] += unit.steps

    def charge(self, match: stavka.Match, events: Sequence[Event]) -> None:
        """In the Soviet final phase the Germans learn what they owe."""
        self.owed, steps = victory.owed(self.exited), dict(self.exited)
        told = next(((event.data["mechanized"], event.data["any"]) for event in events if event.kind == "owed"), (0, 0))
        self.tally.same("steps owed", match, steps, self.owed, told)
        self.exited.clear()

    def remove(self, unit: Unit, rules: Rules) -> None:
        mech, some = self.owed
        if "30.2.c" in rules:
            self.owed = (mech - 1, some) if mech and unit.mechanized else (mech, some - 1)

    def on_not_removed(self, match: stavka.Match, before: State, now: State, data: Any, rules: Rules) -> None:
        self.tally.same("steps not removed", match, self.owed, sum(self.owed), data["points"])
        self.exit_points += sum(self.owed) * charts()["victory"]["step_not_removed"]
        self.owed = (0, 0)

    # -- phases --------------------------------------------------------------------------------------------------------

    def new_phase(self, match: stavka.Match, now: State, events: Sequence[Event]) -> None:
        names = [event.data["phase"] for event in events if event.kind == "phase"]
        for one, two in pairwise([self.phase, *names]):
            if one in SEQUENCE:
                follows = SEQUENCE[(SEQUENCE.index(one) + 1) % len(SEQUENCE)]
                self.tally.same("phases", match, one, follows, two)
        self.phase = names[-1]
        self.extended, self.prepared = set(), set()
        self.ways, self.finished, self.group, self.guns, self.plane = {}, set(), [], [], None
        self.refitting = set()
        self.attackers, self.advanced, self.zhukov = [], set(), False
        book = self.book
        book.attacked, book.retreated, book.spent, book.stacks = set(), set(), {}, []
        book.assaults, book.tried, book.zhukov_used = Counter(), set(), False
        for name in names:
            self.begin(match, now, name, events)

    def begin(self, match: stavka.Match, now: State, name: str, events: Sequence[Event]) -> None:
        book, (side, _, phase) = self.book, name.partition(".")
        if name == "weather":
            book.moved_leaders.discard("S-Zhukov")
        if phase == "initial_supply":
            self.flipped = self.called = 0
            book.replaced, book.arrived, book.railed, book.kept = set(), set(), 0, set()
            book.tries = 0
            book.moved_leaders.discard("G-Manstein")
            if side == "soviet":
                book.dropped = set()
            self.check_petrol(match, now, side, events)
            if side == "german":
                self.tally.same_sets("bridge trains", match, "", (), growth.ready_trains(now))       # 18.5C
        if phase == "movement":
            told = growth.pools(now, side)
            self.look(match)
            spent = name != self.phase or bool(now.book.called)                        # 22.5d: paid with one
            self.tally.same("replacements", match, side, told, told if spent else self.pools)
            if side == "german":
                built = self.building & now.marked("building")
                self.tally.same_sets("forts finished", match, "", (), built)                         # 19.1
            if now.weather == "rain":
                self.check_rain(match, now, side)
        self.building = now.marked("building")
        if phase == "final":
            book.repairs, self.forked = Counter(), False
            self.check_final(match, now, side, events)
            if side == "soviet":
                self.charge(match, events)
        if name == "victory":
            self.check_points(match, now, events)

    def check_rain(self, match: stavka.Match, now: State, side: str) -> None:
        """25.3: in the Soviet turn no Soviet air unit flies, nor does a German one protect anybody."""
        if side == "soviet":
            planes = [unit for unit in now.units.values() if unit.role == "air" and unit.place in the_map().terrain]
            flying = [unit.key for unit in planes if unit.face == 0 and unit.side == "soviet"]
            covering = [unit.key for unit in planes
                        if unit.side == "german" and "flying" in unit.flags and "grounded" not in unit.flags]
            self.tally.same_sets("rain", match, side, (), [*flying, *covering])

    def check_petrol(self, match: stavka.Match, now: State, side: str, events: Sequence[Event]) -> None:
        """14.9: who rolls, at what distance."""
        far = charts()["supply"]["petrol"][-1][0]
        rolled = {event.data["unit"]: event.data["distance"] for event in events if event.kind == "petrol"}
        mine = {}
        for unit in now.of_side(side):
            flags = unit.flags - {"unsupplied"} if unit.key in rolled else unit.flags
            fresh = Unit(unit.key, unit.place, unit.face, flags)
            if supply.must_roll_for_petrol(now, fresh):
                mine[unit.key] = min(far, supply.petrol(now, unit))
        self.tally.same("petrol rolls", match, side, {key: far for key, far in mine.items() if rolled.get(key) != far},
                        {key: far for key, far in rolled.items() if mine.get(key) != far})

    def check_final(self, match: stavka.Match, now: State, side: str, events: Sequence[Event]) -> None:
        """11.5, 14.6, 14.8: no disruption is left, and those without a line are marked; the isolated roll."""
        units = [unit for unit in now.of_side(side) if unit.role != "leader"]
        self.tally.same_sets("recovery", match, side, (), [unit.key for unit in now.of_side(side)
                                                           if "disrupted" in unit.flags])
        rolled = {event.data["unit"]: event.data for event in events if event.kind == "attrition"}
        if any(event.kind == "eliminated" for event in events):
            return
        lines: dict[str, bool] = {}
        alone = set()
        for unit in units:
            if unit.key in self.book.dropped or (unit.role == "air" and "flying" in unit.flags):
                continue
            if unit.place not in lines:
                lines[unit.place] = supply.has_line(now, unit)
            supplied = lines[unit.place]
            self.tally.same("supply markers", match, (unit.key, unit.place), not supplied, "unsupplied" in unit.flags)
            if not supplied and unit.role != "air" and not supply.has_line(now, unit, limited=False):
                alone.add(unit.key)
        self.tally.same_sets("isolated units roll", match, side, alone, rolled)
        for key, data in rolled.items():
            bonus = supply.attrition_bonus(now, now.units[key])
            self.tally.same("attrition", match, (key, now.units[key].place), bonus, data.get("modifier", bonus))

    def check_points(self, match: stavka.Match, now: State, events: Sequence[Event]) -> None:
        """30: the points at the end of a turn, before the Central Front moves on, and who wins by them."""
        gained = sum(event.data["gained"] for event in events if event.kind == "central_front")
        then = replace(now, half_hexes=now.half_hexes - gained, known={})
        for event in events:
            if event.kind == "points":
                mine = victory.points(then) + self.exit_points
                self.tally.same("victory points", match, now.turn, mine, event.data["points"])
                winner = victory.winner(now, now.turn if match.result is not None else now.turn - 1, mine)
                theirs = None if match.result is None else match.result.winner
                self.tally.same("winner", match, (now.turn, mine), winner, theirs)

