"""Records the finished games of ``tests/rttr/games``: one for every way a game can end.

Run ``python -m tests.rttr.record_games`` after a change of data or rules that the journals do not survive, and look at
what it prints: a game that no longer ends as its name says needs another seed. Two endings are so rare that their
games begin on the last day.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import stavka
from stavka.kit.reach import UNLIMITED, reach, turned
from tests.playing import offered

GAMES = Path(__file__).parent / "games"
QUIET = ("do:end_phase", "do:ready_made", "do:begin", "do:hold", "do:strike", "do:keep", "do:enough", "do:halt",
         "do:assault", "do:mobile")

Policy = Callable[[stavka.Match, random.Random], str]
"""Chooses for a force from the offer of a match."""


@dataclass(frozen=True)
class Recording:
    """A game to record: how it begins, who leads the two Fronts, and how it has to end."""

    name: str
    winner: str
    rules: tuple[str, ...]
    scenario: str = "standard"
    seed: int = 1
    belorussian: Policy | None = None
    ukrainian: Policy | None = None
    options: Mapping[str, bool] = field(default_factory=dict)
    situation: Mapping[str, Any] | None = None


# -- Players -------------------------------------------------------------------------------------------------------


def idle(match: stavka.Match, chance: random.Random) -> str:
    """As little as possible: the end of the phase, or whatever has to be."""
    offer = offered(match)
    return next((choice for choice in QUIET if choice in offer), offer.nth(chance.randrange(len(offer))))


def anything(match: stavka.Match, chance: random.Random) -> str:
    """Any choice, all alike."""
    offer = offered(match)
    return offer.nth(chance.randrange(len(offer)))


def storm(match: stavka.Match, chance: random.Random) -> str:
    """A marshal who goes straight for the Reichstag, with all guns on whoever stands in the way."""
    offer = offered(match)
    choose = {"enter": _nearest_hex, "move": _march, "move_to": _march, "target": _nearest_hex, "attack": _attack,
              "bombardment": _shell, "bombard": _shell, "advance": _advance, "advance_to": _nearest_hex,
              "advance_on": _advance, "loss": _weakest}.get(offer.task)
    return idle(match, chance) if choose is None else choose(match, chance)


def _nearest_hex(match: stavka.Match, chance: random.Random) -> str:
    offer = offered(match)
    far = distances()
    return f"hex:{min(offer.hexes, key=lambda number: far.get(number, 999))}" if offer.hexes else idle(match, chance)


def _march(match: stavka.Match, _: random.Random) -> str:
    """The hex that brings the unit in hand nearest to the Reichstag, else the next unit that can get nearer."""
    offer, far = offered(match), distances()
    unit = offer.options.about.unit
    if unit is not None and offer.hexes:
        best = min(offer.hexes, key=lambda number: far.get(number, 999))
        if far.get(best, 999) < far[place(match, unit)]:
            return f"hex:{best}"
    for other in sorted(offer.units, key=lambda unit: far[place(match, match.game.counters.index[unit])]):
        now = far[place(match, match.game.counters.index[other])]
        if any(far.get(hex, 999) < now for hex in match.ask("reach", unit=other)):
            return f"unit:{other}"
    return "do:end_phase"


def _attack(match: stavka.Match, chance: random.Random) -> str:
    """With all who can."""
    offer = offered(match)
    return f"unit:{offer.units[0]}" if offer.units else next(
        (f"do:{button}" for button in ("assault", "mobile") if button in offer.buttons), idle(match, chance))


def _shell(match: stavka.Match, _: random.Random) -> str:
    """Artillery on the German hexes next to one's own that lie nearest to the Reichstag."""
    offer, far = offered(match), distances()
    p: Any = match.position
    front = match.game.seats.index(offer.seat)
    near = p.layout.grid.around(p.occupied[front]) & p.occupied[2] & p.layout.area[front]
    aims = sorted(match.game.board.numbers(near & ~p.layout.board.hexes(*p.names(p.guns[front]))),
                  key=lambda number: far.get(number, 999))
    if offer.hexes:
        return f"hex:{aims[0]}" if aims and aims[0] in offer.hexes else f"hex:{offer.hexes[0]}"
    return "do:artillery" if aims and "artillery" in offer.buttons and len(p.guns[front]) < 2 else "do:end_phase"


def _advance(match: stavka.Match, _: random.Random) -> str:
    """Whenever it leads nearer."""
    offer, far = offered(match), distances()
    if offer.units:
        return f"unit:{offer.units[0]}"
    unit = offer.options.about.unit
    assert unit is not None
    best = min(offer.hexes, key=lambda number: far.get(number, 999))
    return f"hex:{best}" if far.get(best, 999) < far[place(match, unit)] else "do:halt"


def _weakest(match: stavka.Match, _: random.Random) -> str:
    offer = offered(match)
    if "do:enough" in offer:
        return "do:enough"
    return f"unit:{min(offer.units, key=lambda unit: match.game.counters[unit].strength)}"


def place(match: stavka.Match, unit: int) -> str:
    """Where a unit is."""
    return match.position.number(match.position.where[unit])


@cache
def distances() -> dict[str, int]:
    """What it costs to get from every hex to the Reichstag, enemies and boundary ignored."""
    layout: Any = stavka.game("rttr").layout
    way = reach(turned(layout.steps_standing), layout.reichstag, UNLIMITED, layout.free, layout.free)
    return {layout.places[place]: cost for place, cost in way.cost.items()} | {layout.places[layout.reichstag]: 0}


# -- The games -----------------------------------------------------------------------------------------------------

LAST_DAY = {"scenario": "standard", "turn": 10, "empty": True, "seed": 1, "step": "1uf.fatigue"}

RECORDINGS = (
    Recording("first_belorussian_storms_the_reichstag", "1bf", ("21.4", "4.3-V-A"), seed=5, belorussian=storm),
    Recording("first_ukrainian_storms_the_reichstag", "1uf", ("21.4", "4.3-V-A"), seed=2, ukrainian=storm),
    Recording("the_reichstag_holds", "german", ("21.5",), "fantasy", 1, anything, anything),
    Recording("the_reichstag_was_taken_and_left", "1bf", ("21.4", "4.3-V-B"), situation={
        **LAST_DAY, "place": {"BF-150": "3512", "UF-61": "3431", "G-GD": "0904"},
        "control": {"1bf": ["3513", "3812"], "1uf": ["2523"]}}),
    Recording("no_glory_for_anybody", "german", ("21.5",), situation={
        **LAST_DAY, "place": {"BF-150": "3513", "UF-61": "3431", "G-GD": "0904"}, "spent": {"1bf": 40, "1uf": 10}}),
)


def play(recording: Recording) -> stavka.Match:
    """Play a recording's game to its end: each Front by its policy, Germans by nobody's."""
    game = stavka.game("rttr")
    match = game.start(recording.scenario, seed=recording.seed, options=recording.options) if (
        recording.situation is None) else game.situation(recording.situation)
    chance = random.Random(recording.seed)
    leaders = {"1bf": recording.belorussian or idle, "1uf": recording.ukrainian or idle}
    while match.offer is not None:
        offer = offered(match)
        german = match.phase.startswith("german") and offer.seat != match.phase.partition("_")[2][:3]
        mine = match.phase.startswith(offer.seat) or (leaders[offer.seat] is anything and not german)
        match.choose((leaders[offer.seat] if mine else idle)(match, chance))
    return match


def main() -> None:
    """Record all games."""
    GAMES.mkdir(exist_ok=True)
    for recording in RECORDINGS:
        match = play(recording)
        result = match.result
        assert result is not None
        good = (result.winner, result.message.rules) == (recording.winner, recording.rules)
        print(f"{recording.name}: {result.winner} on turn {match.turn}, {dict(result.scores)}, {len(match.records)} "
              f"choices{'' if good else ' - NOT AS WANTED'}")
        if good:
            match.save(GAMES / f"{recording.name}.stavka")


if __name__ == "__main__":
    main()
