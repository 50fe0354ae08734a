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
import random
from collections import Counter
from typing import Any

import stavka
from stavka.players import Seen

from .rttr_reading.printed import (
    AROUND,
    BRIDGES,
    FRONTS,
    GERMAN,
    OBJECTIVES,
    REICHSTAG,
    TERRAIN,
    UNITS,
    distance,
    sector,
    within,
)
from .rttr_reading.victory import Table
from .rttr_umpire import Umpire


class Comparison(Umpire):
    """One game, played at random with a will to fight or by players, and everything in it held against this reading."""

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
            if offer.task in ("move", "move_to"):
                self.moving = self.in_hand()
                self.handled |= {self.moving} - {""}
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


# -- The command line ------------------------------------------------------------------------------------------------

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
