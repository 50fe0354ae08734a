"""The SS Abyss as it is played, held against a second reading of its rules (``ssa_reading``).

Games of both scenarios are played, at random or by computer players. Every combat, bombardment and retreat is reckoned
again, what is offered now and then, and at random moments everything that can be asked.

    python -m tests.oracles.ssa --games 100
    python -m tests.oracles.ssa --games 100 --players regular
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Mapping
from typing import Any

import stavka
from stavka.players import RANDOM, Player, Seen, levels_of, player

from .ssa_reading.chronicle import Chronicle
from .ssa_reading.combat import batteries, joiners, targets
from .ssa_reading.holds import holds
from .ssa_reading.movement import reach
from .ssa_reading.odds import Odds, bombardment_odds, combat_odds
from .ssa_reading.printed import CHARTS, UNITS
from .ssa_reading.retreats import fallback
from .ssa_reading.state import Table, task_of
from .ssa_reading.supply import supplied_hexes
from .ssa_reading.victory import points
from .ssa_reading.zones import fits, zone_of

# -- The comparison ------------------------------------------------------------------------------------------------


def compare_map(match: stavka.Match, past: Chronicle, rng: random.Random, most: int) -> None:
    """Zones, supply, holds, points, stacking: whoever is to move."""
    table = past.table
    for side in ("axis", "soviet"):
        past.expect("zoc", sorted(zone_of(table, side)), sorted(match.ask("zoc", seat=side, side=side)), side)
        hexes = supplied_hexes(table, side)
        own = sorted(table.hexes_of(side))
        for hex in rng.sample(own, min(most, len(own))):
            key = table.units_in[hex][0]
            past.expect("supply", hex in hexes, match.ask("supply", seat=side, unit=key)["supplied"], f"{key} in {hex}")
        if "displace" not in task_of(match):
            past.expect("stacking", [], [hex for hex in own if not fits(table.units_in[hex])])
    for key in rng.sample(sorted(table.hex_of), min(2 * most, len(table.hex_of))):
        told = match.ask("unit", seat=UNITS[key].side, unit=key)
        ours = holds(past, key)
        told_bars = {act for rule in told["held_by"] for act in ours.get(rule, {f"by {rule}"})}
        past.expect("holds", sorted(set().union(*ours.values())), sorted(told_bars), key)
        past.expect("fatigued", key in past.fatigued, key in table.fatigued, key)
        past.expect("out of fuel", key in past.dried_on, key in table.dry, key)
    view = match.view("axis")
    past.expect("points", points(past), view["points"]["scores"]["axis"], str(past.control))


def compare_moves(match: stavka.Match, past: Chronicle, rng: random.Random, most: int) -> None:
    table, offer = past.table, match.offer
    assert offer is not None
    side = offer.seat
    own = sorted(key for key in table.hex_of if UNITS[key].side == side)
    for key in rng.sample(own, min(most, len(own))):
        ours, theirs = reach(past, key).items(), match.ask("reach", seat=side, unit=key).items()
        past.expect("reach", dict(ours - theirs), dict(theirs - ours), f"{key} in {table.hex_of[key]}")


def compare_offer(match: stavka.Match, past: Chronicle) -> None:
    """What is offered in combat, bombardment and retreat."""
    offer = match.offer
    assert offer is not None
    side, task = offer.seat, offer.task
    shown: Any = match.view(side)["offer"]
    about = shown["about"]
    if task == "target":
        past.expect("targets", sorted(targets(past, side)), sorted(shown["hexes"]))
    elif task == "bombard":
        past.expect("bombardment targets", sorted(batteries(past, side)), sorted(shown["hexes"]))
    elif task == "attack":
        target, group = about["targets"][0], about["group"]
        offered = {key for key in shown["units"] if UNITS[key].kind != "air"}
        past.expect("attackers", sorted(joiners(past, side, target, group)), sorted(offered), f"{target} with {group}")
    elif task == "barrage":
        target, group = about["targets"][0], about["group"]
        guns = batteries(past, side).get(target, set()) - set(group)
        past.expect("guns", sorted(guns), sorted(shown["units"]), f"{target} with {group}")
    elif task == "retreat":
        compare_retreat(past, shown)


def compare_retreat(past: Chronicle, shown: Mapping[str, Any]) -> None:
    units, here = tuple(shown["about"]["group"]), shown["about"]["targets"][0]
    if units != past.retreating or past.retreat[-1] != here:
        past.retreating, past.retreat = units, [here]
    hexes = int(shown["prompt"]["en"].split("retreats ")[1].split(":")[0])
    ours, may_stop = fallback(past, units, past.retreat, hexes)
    past.expect("retreat", sorted(ours), sorted(shown["hexes"]), f"{units} by {past.retreat} of {hexes}")
    past.expect("stop", may_stop, "stop" in shown["buttons"], f"{units} by {past.retreat} of {hexes}")


def compare_odds(match: stavka.Match, past: Chronicle) -> None:
    offer = match.offer
    assert offer is not None
    shown: Any = match.view(offer.seat)["offer"]
    about = shown["about"]
    if not about["group"]:
        return
    target = about["targets"][0]
    told = match.ask("odds", seat=offer.seat)
    if told.get("unknown_fort"):
        return
    units = [key for key in about["group"] if UNITS[key].kind != "air"]
    air = [key for key in about["group"] if UNITS[key].kind == "air"]
    if offer.task == "attack":
        ours = combat_odds(past.table, past, target, units, air)
        chart = CHARTS["combat_results"]
    else:
        ours = bombardment_odds(past.table, target, units)
        chart = CHARTS["bombardment"]
    theirs = Odds(told["attack"], told["defence"], told["modifier"], told["shift"], told["column"])
    past.expect("odds", ours, theirs, f"{target} by {about['group']}")
    index = chart["columns"].index(ours.column)
    chances: Counter[str] = Counter()
    for die in range(1, 7):
        chances[chart["rows"][str(max(1, min(6, die + ours.modifier)))][index]] += 1
    told_chances = {key: round(6 * part) for key, part in told["results"].items() if part}
    past.expect("chances", dict(chances), told_chances, target)


def random_choice(match: stavka.Match, rng: random.Random) -> str:
    """Any choice; but a phase is seldom ended, so that much is done in it."""
    assert match.offer is not None
    while True:
        choice = rng.choice(match.offer.choices)
        if choice != "do:end_phase" or rng.random() >= 0.8:
            return choice


def play(scenario: str, seed: int, *, moments: int = 20, most_units: int = 15, turns: int = 99,
         level: str = RANDOM) -> Chronicle:
    """Play a game, or some turns of it, and compare at random moments."""
    game = stavka.game("ssa")
    match = game.start(scenario=scenario, seed=seed)
    players: dict[str, Player] = {} if level == RANDOM else {
        seat: player(level, game, seed=f"{seed} {seat}") for seat in game.seats}
    rng = random.Random(seed)
    past = Chronicle(Table(match.view("axis")))
    often = moments / (1500 if scenario == "k3" else 3000)
    while match.offer is not None and match.turn <= turns:
        offer = match.offer
        if offer.step != "setup":
            if offer.task in ("attack", "barrage"):
                compare_odds(match, past)
            if offer.task == "retreat" or rng.random() < 0.2:
                compare_offer(match, past)
            if rng.random() < often:
                past.counts["moments"] += 1
                compare_map(match, past, rng, most_units)
            if offer.task in ("move", "move_to") and rng.random() < 2 * often:
                compare_moves(match, past, rng, most_units)
        choice = players[offer.seat].choose(Seen.of(match)) if players else random_choice(match, rng)
        events = match.choose(choice)
        past.chose(choice, offer.task, events, match)
    past.expect("final points", points(past), match.view("axis")["points"]["scores"]["axis"])
    if match.result is not None:
        past.expect("level", victory_level(past), match.result.message.key)
    return past


def victory_level(past: Chronicle) -> str:
    """The level of victory (23.1.VL, 23.2.VL)."""
    reached = "soviet_decisive"
    for key, least in past.scenario.levels.items():
        if points(past) >= least:
            reached = key
    return f"result.{reached}"


def main() -> int:
    parser = argparse.ArgumentParser(description="Hold games of The SS Abyss against a second reading.")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--players", choices=levels_of(stavka.game("ssa")), default=RANDOM, help="who plays both sides")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--moments", type=int, default=20, help="moments of a game at which the whole map is compared")
    parser.add_argument("--show", type=int, default=5, help="differences of a kind to tell")
    arguments = parser.parse_args()
    counts: Counter[str] = Counter()
    differences: dict[str, list[str]] = {}
    began = time.monotonic()
    for seed in range(arguments.first, arguments.first + arguments.games):
        past = play("k3" if seed % 2 == 0 else "sa", seed, moments=arguments.moments, level=arguments.players)
        counts += past.counts
        made = sum(past.counts.values()) - past.counts["moments"]
        print(f"seed {seed} {past.scenario.key}: {len(past.differences)} differences in {made} comparisons", flush=True)
        for line in past.differences:
            lines = differences.setdefault(line.split(" ")[0], [])
            lines.append(line)
            if len(lines) <= arguments.show:
                print("   ", line, flush=True)
    for kind, lines in differences.items():
        print(f"{len(lines)} differences: {kind}")
    total = sum(counts.values()) - counts["moments"]
    print(f"{arguments.games} games, {total} comparisons, {time.monotonic() - began:.0f} s")
    print(", ".join(f"{kind} {number}" for kind, number in sorted(counts.items())))
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
