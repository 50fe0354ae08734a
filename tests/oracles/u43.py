"""Ukraine '43 as it is played, held against a second reading of its rules (``u43_reading``).

Games are played at random. In some phases everything that can be asked is compared, and every retreat. Besides games
there are crowds: written positions in which many units stand close together around rivers, coasts and towns.

    python -m tests.oracles.u43 --games 100
    python -m tests.oracles.u43 --crowds 100
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import stavka

from . import u43_reading as reading
from .u43_reading import (
    FOREVER,
    SIDES,
    State,
    Unit,
    allowance,
    around,
    attack_strength,
    attackers_of,
    bonds_of,
    commanded,
    defence,
    fits,
    halves,
    has_line,
    level,
    magnitude,
    may_bombard,
    may_strike,
    mobile_assaults,
    one_hex_only,
    other,
    petrol,
    printed_counters,
    range_between,
    read,
    rerolls,
    results,
    retreats,
    rides,
    severe_losses,
    shifts,
    side_of,
    state_of,
    targets,
    the_map,
    zone_of,
)

VERY_FAR = 16
"""14.9: the last step of the petrol table, from which distance no longer matters."""


@dataclass
class Comparison:
    """Random games, and what the two readings say at some of their moments."""

    moments: int = 0
    compared: Counter[str] = field(default_factory=Counter)
    differences: dict[str, list[str]] = field(default_factory=dict)

    def same(self, what: str, match: stavka.Match, about: object, mine: object, theirs: object) -> None:
        self.compared[what] += 1
        if mine != theirs:
            told = f"turn {match.turn} {match.phase} {about}: oracle {mine}, engine {theirs}"
            self.differences.setdefault(what, []).append(told)

    def same_sets(self, what: str, match: stavka.Match, about: object, mine: set[str], theirs: set[str]) -> None:
        self.same(what, match, about, sorted(mine - theirs), sorted(theirs - mine))

    # Whole positions

    def moment(self, match: stavka.Match, rng: random.Random) -> None:
        """Everything that can be compared where the match stands."""
        self.moments += 1
        state = state_of(match)
        for side in SIDES:
            self.same_sets("zoc", match, side, zone_of(state, side), set(match.ask("zoc", side=side)))
            theirs = match.ask("bonds", side=side)
            mine = bonds_of(state, side)
            named = {*mine.hexes, *("/".join(sorted(pair)) for pair in mine.sides)}
            self.same_sets("bonds", match, side, named, {*theirs["hexes"], *theirs["hexsides"]})
        self.supply(match, state, rng)
        offer = match.offer
        mode = state.phase.split(".")[-1]
        if offer is not None and offer.task in ("move", "move_to") and mode in ("movement", "reaction", "exploitation"):
            self.reaches(match, state, mode, rng)
        if offer is not None and offer.task == "target":
            self.combats(match, state, rng)

    def supply(self, match: stavka.Match, state: State, rng: random.Random) -> None:
        lines: dict[tuple[str, str], bool] = {}
        standing = [unit for stack in state.stacks.values() for unit in stack if unit.role != "leader"]
        for unit in rng.sample(standing, min(60, len(standing))):
            if unit.key in state.dropped or "flying" in unit.flags:
                continue
            answer, about = match.ask("supply", unit=unit.key), (unit.key, unit.place)
            if (unit.side, unit.place) not in lines:
                lines[unit.side, unit.place] = has_line(state, unit)
            self.same("supply", match, about, lines[unit.side, unit.place], answer["supplied"])
            self.same("petrol", match, about, min(petrol(state, unit) or 0, VERY_FAR), answer["petrol"])
            if not answer["supplied"]:
                alone = not has_line(state, unit, limited=False)
                self.same("isolated", match, about, alone, answer["rule"] == "14.8.a")

    # 4

    def reaches(self, match: stavka.Match, state: State, mode: str, rng: random.Random) -> None:
        assert match.offer is not None
        others = [key for key in match.offer.units if "moved" not in state.units[key].flags]
        for key in rng.sample(others, min(40, len(others))):
            unit = state.units[key]
            if unit.place in the_map().terrain and unit.role != "air" and key not in state.locked:
                self.reach(f"reach in {mode}", match, (key, unit.place), reading.reach(state, unit, mode),
                           match.ask("reach", unit=key), one_hex_only(state, unit, mode))
                if rng.random() < 0.2:
                    self.legs(match, unit, mode, rng)

    def reach(self, what: str, match: stavka.Match, about: object, mine: dict[str, int], answer: dict[str, Any],
              one_hex: bool = False) -> None:
        costs = {number: points / 2 for number, points in mine.items()}
        if one_hex:
            costs, answer = dict.fromkeys(mine, 0), dict.fromkeys(answer, 0)                         # whatever it costs
        theirs = {number: float(points) for number, points in answer.items() if number in the_map().terrain}
        apart = {number for number in costs.keys() | theirs.keys() if costs.get(number) != theirs.get(number)}
        self.same(what, match, about, {number: costs.get(number) for number in sorted(apart)},
                  {number: theirs.get(number) for number in sorted(apart)})

    def legs(self, match: stavka.Match, unit: Unit, mode: str, rng: random.Random) -> None:
        """Extended movement, mobile assaults, and what is left after a first leg."""
        trial = match.copy()
        trial.choose(f"unit:{unit.key}")
        if trial.offer is None or trial.offer.task != "move_to":
            return
        state, about = state_of(trial), (unit.key, unit.place)
        if mode == "exploitation":
            self.same_sets("mobile assaults", trial, about, mobile_assaults(state, unit, allowance(state, unit)),
                           {number for number in trial.offer.hexes if state.ground(number, other(unit.side))})
        if "rail" in trial.offer.buttons and unit.key not in state.locked:
            train = trial.copy()
            train.choose("do:rail")
            if train.offer is not None and train.offer.task == "rail":
                self.same_sets("by rail", train, about, rides(state, unit), set(train.offer.hexes))
        extended = "extended" in trial.offer.buttons and rng.random() < 0.5
        if extended:
            trial.choose("do:extended")
            if trial.offer is None or trial.offer.task != "move_to":
                return
            mine = reading.reach(state_of(trial), unit, mode, extended=True)
            self.reach("reach with extended movement", trial, about, mine, trial.ask("reach", unit=unit.key))
        if one_hex_only(state, unit, mode) or (not unit.mechanized and on_major_river(unit.place)):  # 4.4
            return
        answer = trial.ask("reach", unit=unit.key)
        legs = [number for number in trial.offer.hexes if number in answer]
        if legs:
            to = rng.choice(legs)
            trial.choose(f"hex:{to}")
            if trial.offer is not None and trial.offer.task == "move_to":
                there = state_of(trial)
                mine = reading.reach(there, there.units[unit.key], mode, extended, halves(answer[to]))
                self.reach("reach after a leg", trial, (*about, to), mine, trial.ask("reach", unit=unit.key))

    # 8, 9

    def combats(self, match: stavka.Match, state: State, rng: random.Random) -> None:
        assert match.offer is not None
        side, offered = match.offer.seat, set(match.offer.hexes)
        self.same_sets("targets", match, side, targets(state, side), offered)
        for target in rng.sample(sorted(offered), min(5, len(offered))):
            trial = match.copy()
            trial.choose(f"hex:{target}")
            if trial.offer is None or trial.offer.task != "attack":
                continue
            able = attackers_of(state, side, target)
            shown = {key for key in trial.offer.units if state.units[key].role in ("combat", "support", "hq")
                     and state.units[key].kind != "artillery"}
            headquarters = {key for key in able | shown if state.units[key].role == "hq"}
            self.same_sets("attackers", trial, target, able - headquarters, shown - headquarters)
            fighting = sorted(able & (shown | headquarters))
            for _ in range(3):
                chosen = [key for key in fighting if rng.random() < 0.6]
                if any(state.units[key].role != "hq" for key in chosen):
                    self.odds(match, state, target, [state.units[key] for key in chosen])
                    self.support(match, state, target, [state.units[key] for key in chosen], rng)

    def odds(self, match: stavka.Match, state: State, target: str, attackers: list[Unit]) -> None:
        defender = other(attackers[0].side)
        about = (target, [unit.key for unit in attackers])
        try:
            answer = match.ask("odds", target=target, units=[unit.key for unit in attackers])
        except stavka.Illegal as refusal:
            self.same("command", match, about, commanded(state, attackers), refusal.rule != "23.2.a")
            return
        self.same("command", match, about, commanded(state, attackers), True)
        attack = sum(attack_strength(state, unit, target, defender) for unit in attackers)
        against = defence(state, target, defender)
        self.same("attack", match, about, attack, answer["attack"])
        self.same("defence", match, about, against, answer["defence"])
        self.same("magnitude", match, about, magnitude(state, attackers, target, defender), answer["magnitude"])
        moved = shifts(state, attackers, target, defender)
        self.same("shifts", match, about, moved, answer["shift"])
        if against:
            column = level(attack, against)
            chances = results(state, attackers, target, column + moved if column >= 0 else column)
            self.same("rerolls", match, about, rerolls(state, attackers, target), answer["rerolls"])
            if "overwhelming" not in chances:
                severe = severe_losses(state, target, defender)
                self.same("severe losses", match, about, severe, answer["severe_losses"])
            self.same("results", match, (*about, attack, against, moved),
                      {key: round(float(chance), 9) for key, chance in chances.items()},
                      {key: round(chance, 9) for key, chance in answer["results"].items()})

    def support(self, match: stavka.Match, state: State, target: str, attackers: list[Unit],
                rng: random.Random) -> None:
        """22.1, 15.5: what a gun or an air unit, able or not, adds to an attack."""
        side = attackers[0].side
        there = [unit for stack in state.stacks.values() for unit in stack if unit.side == side]
        guns = [unit for unit in there if unit.kind == "artillery"]
        planes = [unit for unit in there if unit.role == "air"]
        for unit in rng.sample(guns, min(1, len(guns))) + rng.sample(planes, min(1, len(planes))):
            able = commanded(state, attackers, supported=True) and (
                may_bombard(unit, target) or may_strike(state, unit, target))
            named = {"guns": [unit.key]} if unit.kind == "artillery" else {"air": unit.key}
            moved = shifts(state, attackers, target, other(side), unit.role == "air", int(unit.kind == "artillery"))
            try:
                shift = match.ask("odds", target=target, units=[u.key for u in attackers], **named)["shift"]
            except stavka.Illegal:
                shift = None
            self.same("support", match, (target, unit.key, unit.place), moved if able else None, shift)

    # 10

    def retreat(self, match: stavka.Match) -> None:
        assert match.offer is not None and match.offer.about is not None and match.offer.about.unit is not None
        state = state_of(match)
        unit = state.units[list(printed_counters())[match.offer.about.unit]]
        self.same_sets(match.offer.task, match, (unit.key, unit.place), retreats(state, unit), set(match.offer.hexes))


def on_major_river(place: str) -> bool:
    return any(side_of(place, near) in the_map().major for near in around(place))


CLOSING = ("do:end_phase", "do:done", "do:destroy", "do:ready_made")


def choose(match: stavka.Match, rng: random.Random) -> str:
    """A random choice that keeps a game going: phases seldom end early, and a unit in hand mostly moves."""
    assert match.offer is not None
    offer = match.offer
    closing = [choice for choice in offer.choices if choice in CLOSING]
    going = [choice for choice in offer.choices if choice not in closing]
    if closing and (not going or rng.random() < 0.015):
        return rng.choice(closing)
    hexes = [choice for choice in going if choice.startswith("hex:")]
    return rng.choice(hexes if hexes and rng.random() < 0.6 else going)


def play(compared: Comparison, scenario: str, seed: int, turns: int, share: float) -> None:
    """Compare in a share of the phases of a random game, as they begin or a while later, and at every retreat."""
    match, rng = stavka.game("u43").start(scenario, seed=seed), random.Random(seed)
    last, phase, wait = match.turn + turns, "", FOREVER
    while match.offer is not None and match.turn < last:
        if match.phase != phase:
            phase, wait = match.phase, rng.choice((0, 0, 10, 30)) if rng.random() < share else FOREVER
        if match.offer.task in ("retreat", "withdraw_to"):
            compared.retreat(match)
        elif wait <= 0 and match.offer.task in ("move", "target", "move_to"):
            compared.moment(match, rng)
            wait = FOREVER
        wait -= 1
        match.choose(choose(match, rng))


# -- Crowds ----------------------------------------------------------------------------------------------------------

PHASES = ("movement", "combat1", "combat1", "reaction", "exploitation", "combat2")
TURNS = {"campaign": (1, 21), "opening": (1, 7), "september": (8, 21), "october": (15, 21)}


def crowd(rng: random.Random) -> stavka.Match:
    """A written position: units of both sides around some hex, with whatever may lie on them."""
    board = the_map()
    scenario, side, phase = rng.choice(list(TURNS)), rng.choice(SIDES), rng.choice(PHASES)
    centre = rng.choice(remarkable_hexes())
    region = sorted(near for near in board.terrain if range_between(centre, near) <= 3)
    owners = {number: rng.choice(SIDES) for number in region}
    keys = [key for key, printed in printed_counters().items() if printed["class"] != "leader"]
    place: dict[str, dict[str, Any]] = {}
    stacks: dict[str, list[Unit]] = {}
    for key in rng.sample(keys, rng.randint(20, 120)):
        unit = Unit(key, rng.choice(region), 0, frozenset())
        if unit.role == "air":
            if unit.side != side:
                place[key] = {"hex": unit.place, "flying": True}
            elif owners[unit.place] == side and unit.place in board.places:
                place[key] = {"hex": unit.place, "flown": rng.random() < 0.2}
        elif owners[unit.place] == unit.side and fits([*stacks.get(unit.place, ()), unit]):
            stacks.setdefault(unit.place, []).append(unit)
            place[key] = {"hex": unit.place, **random_flags(unit, phase, side, rng)}
    sides = {"/".join(sorted(pair)) for pair in board.major if pair <= set(region)}
    return stavka.game("u43").situation({
        "scenario": scenario, "turn": rng.randint(*TURNS[scenario]), "step": f"{side}.{phase}", "empty": True,
        "place": place, "weather": rng.choice(("clear", "clear", "overcast", "rain")),
        "lyutezh_free": rng.random() < 0.5,
        "pontoons": rng.sample(sorted(sides), min(len(sides), rng.randint(0, 3))),
        "river_assaults": [pair for pair in sorted(sides) if rng.random() < 0.5] if phase == "combat1" else [],
        "forts": [number for number in region if owners[number] == "german" and rng.random() < 0.15],
        "control": {"soviet": sorted(number for number in region if owners[number] == "soviet")},
        "dice": [rng.randint(1, 6) for _ in range(500)], "flood_until": rng.choice((0, 0, 30))})


def random_flags(unit: Unit, phase: str, side: str, rng: random.Random) -> dict[str, bool]:
    flags = {"disrupted": 0.1, "unsupplied": 0.15}
    if len(unit.printed["defence"]) > 1:
        flags["reduced"] = 0.3
    if phase == "combat2" and unit.side == side:
        flags["assault"] = 0.8
    return {key: True for key, chance in flags.items() if rng.random() < chance}


@cache
def remarkable_hexes() -> list[str]:
    """Hexes by major rivers, coasts, marshes, towns, fortified lines and edges: where the rules have most to say."""
    board = the_map()
    wet = {number for pair in board.major | board.all_sea for number in pair}
    coast = {number for number in board.terrain if set(around(number)) & board.sea}
    edge = board.areas["north_edge"] | board.areas["west_edge"]
    built = {number for number in board.places if board.built_up(number)}
    front = board.areas["german_forts"] | board.areas["bridgeheads"]
    kinds = (wet, coast, edge, built, front, board.marshes, set(board.terrain))
    return [number for kind in kinds for number in random.Random(0).sample(sorted(kind & set(board.terrain)), 12)]


def compare_crowd(compared: Comparison, seed: int, most: int = 60) -> None:
    """Compare a crowd as it stands, and what comes of some random choices."""
    rng = random.Random(seed)
    match = crowd(rng)
    compared.moment(match, rng)
    for _ in range(most):
        if match.offer is None:
            break
        if match.offer.task in ("retreat", "withdraw_to"):
            compared.retreat(match)
        match.choose(choose(match, rng))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--crowds", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--turns", type=int, default=4, help="turns played of each game")
    parser.add_argument("--share", type=float, default=0.25, help="share of the phases that are compared")
    parser.add_argument("--seconds", type=float, default=FOREVER, help="no new game after so long")
    parser.add_argument("--show", type=int, default=5, help="differences of a kind that are shown")
    parser.add_argument("--scenario", choices=sorted(read("scenarios")["scenarios"]))
    options = parser.parse_args(arguments)
    compared = Comparison()
    scenarios = [options.scenario] if options.scenario else list(read("scenarios")["scenarios"])
    for seed in range(options.seed, options.seed + options.crowds):
        compare_crowd(compared, seed)
    until = time.monotonic() + options.seconds
    games = 0
    for seed in range(options.seed, options.seed + options.games):
        if time.monotonic() > until:
            break
        games += 1
        play(compared, scenarios[seed % len(scenarios)], seed, options.turns, options.share)
    print(f"{games} games, {options.crowds} crowds, {compared.moments} moments")
    for what, times in sorted(compared.compared.items()):
        found = compared.differences.get(what, [])
        print(f"  {what}: {times} compared, {len(found)} different")
        for told in found[:options.show]:
            print(f"    {told}")
    return 1 if compared.differences else 0


if __name__ == "__main__":
    sys.exit(main())
