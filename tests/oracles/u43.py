"""Ukraine '43 as it is played, held against a second reading of its rules (``u43_reading``).

Games are played at random or by players. At every decision what is offered is compared, after every choice what came of
it, and at some decisions everything that follows from the whole position. Besides games there are crowds: written
positions in which many units stand close together around rivers, coasts and towns.

    python -m tests.oracles.u43 --games 10 --scenario opening --players regular
    python -m tests.oracles.u43 --crowds 100
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from functools import cache
from typing import Any

import stavka
from stavka.players import Seen, player

from .u43_offers import Offers
from .u43_reading.printed import FOREVER, SIDES, around, printed_counters, range_between, read, the_map
from .u43_reading.state import Unit, state_of
from .u43_reading.zones import fits
from .u43_tally import Tally
from .u43_umpire import Memory

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


def play(tally: Tally, scenario: str, seed: int, players: str = "random", turns: int = FOREVER,
         until: float = FOREVER) -> bool:
    """Compare a whole game at every decision; whether it came to its end. Half of the games are with rule 29."""
    optional = {"variable_defence": seed // 4 % 2 == 1}
    match, rng = stavka.game("u43").start(scenario, seed=seed, options=optional), random.Random(seed)
    tally.where = f"{scenario} {players} {seed}"
    staff = {seat: player(players, match.game, f"{seed} {seat}") for seat in SIDES} if players != "random" else {}
    offers, memory = Offers(tally, random.Random(seed)), Memory(tally, match)
    last = match.turn + turns
    state = state_of(match, memory.book)
    while match.offer is not None and match.turn < last and time.monotonic() < until:
        memory.look(match)
        offers.decision(match, state, memory)
        asked = match.offer.as_data()
        choice = staff[asked["seat"]].choose(Seen.of(match)) if staff else choose(match, rng)
        events = match.choose(choice)
        now = state_of(match, memory.book)
        memory.observe(match, state, {"task": asked["task"]}, choice, events, now)
        state = now
    return match.offer is None
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


def compare_crowd(tally: Tally, seed: int, most: int = 60) -> None:
    """Compare a crowd as it stands, and what comes of some random choices."""
    rng = random.Random(seed)
    match = crowd(rng)
    tally.where = f"crowd {seed}"
    offers, memory = Offers(tally, rng), Memory(tally, match)
    state = state_of(match, memory.book)
    offers.position(match, state)
    for _ in range(most):
        if match.offer is None:
            break
        memory.look(match)
        offers.decision(match, state, memory)
        choice, task = choose(match, rng), match.offer.task
        events = match.choose(choice)
        now = state_of(match, memory.book)
        memory.observe(match, state, {"task": task}, choice, events, now)
        state = now


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--crowds", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", default="random", help="random, or a level of the players")
    parser.add_argument("--turns", type=int, default=FOREVER, help="turns played of each game")
    parser.add_argument("--seconds", type=float, default=FOREVER, help="no longer than this")
    parser.add_argument("--show", type=int, default=5, help="differences of a kind that are shown")
    parser.add_argument("--scenario", choices=sorted(read("scenarios")["scenarios"]))
    options = parser.parse_args(arguments)
    tally, until = Tally(), time.monotonic() + options.seconds
    scenarios = [options.scenario] if options.scenario else list(read("scenarios")["scenarios"])
    for seed in range(options.seed, options.seed + options.crowds):
        compare_crowd(tally, seed)
    games = whole = 0
    for seed in range(options.seed, options.seed + options.games):
        if time.monotonic() > until:
            break
        games += 1
        whole += play(tally, scenarios[seed % len(scenarios)], seed, options.players, options.turns, until)
    print(f"{games} games ({whole} to their end), {options.crowds} crowds")
    tally.tell(options.show)
    return 1 if tally.differences else 0


if __name__ == "__main__":
    sys.exit(main())
