"""Finds positions for a suite: staffs play, and where one of them blunders, the better move is tried by play-outs.

    python -m scripts.find_positions ssa --games 20 --out tests/players/suites/ssa.toml

A blunder is a lone garrison that leaves a site the enemy can walk into (``held``), or an empty site in reach that
nobody takes (``taken``). What stands near the site is cut out of the game and written as a situation, so that the
position is small, the clock is put forward, and both moves are played to the end with the same luck: only
positions in which the better one is surely better are kept (:func:`stavka.lab.suite.verify`).
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import stavka
from stavka.errors import Illegal, SituationError
from stavka.game import EVERYWHERE
from stavka.kit.hexset import has, members
from stavka.kit.steps import Options, settle, take
from stavka.lab import suite
from stavka.players import Seen, player
from stavka.staff.general import General
from stavka.staff.mind import Force
from stavka.staff.orders import Orders
from stavka.staff.picture import Picture
from stavka.staff.survey import Survey

NEAR = 9
"""Hexes around a site from which units are taken over into the position."""
MOST = 2
"""Units of each side that are taken over."""
LEFT = {"held": 2, "taken": 1}
"""Turns that are left to play, by fact: the clock is put forward, so that play-outs are short and what is taken stays
taken."""
FIRST_LOOK = 3
"""Play-outs after which a move that has not been better is left."""
WHY = {
    "held": "The only garrison of a site stays while the enemy can walk in.",
    "taken": "A site that stands empty and can be reached is taken.",
}


class Blunder(NamedTuple):
    """What a player did that he should not have done: which unit, where it belonged, where it went instead."""

    fact: str
    unit: int
    place: int
    went: int


Look = tuple[Any, Force, list[Blunder], str]
"""A position at the start of a phase, the force that moves, what it might do wrong, and the phase."""


def survey_of(game: stavka.Game[Any], p: Any, force: Force) -> Survey:
    """A position in the eyes of a force that plays by the usual orders."""
    staff = game.staff
    assert isinstance(staff, General)
    return staff.command.survey(p, force, staff.usual(force))


def chances(survey: Survey, orders: Orders) -> Iterator[Blunder]:
    """The sites that a lone garrison should not leave for what attracts it, and those that somebody could enter."""
    p, picture, ground = survey.p, Picture(survey, orders), survey.ground
    for number, site in enumerate(ground.sites):
        if site.hexes.bit_count() > 1 or not survey.sites.get(number):
            continue
        here = [unit for unit in survey.own if p.where[unit] == site.place]
        if number in survey.held:
            if len(here) == 1 and here[0] in survey.movable and has(picture.open, site.place):
                away = [place for place in members(survey.reach(here[0])) if place != site.place]
                if away:
                    yield Blunder("held", here[0], site.place, max(away, key=lambda place: picture.pull[place]))
        elif not p.at(site.place):
            able = [unit for unit in survey.movable if has(survey.reach(unit), site.place)]
            if able:
                yield Blunder("taken", able[0], site.place, p.where[able[0]])


def blunders(game: stavka.Game[Any], scenario: str, seed: int, level: str, every: bool) -> Iterator[
        tuple[Any, Force, Blunder]]:
    """Play a game, and tell of every chance that was missed, or of every chance: with the position in which it was."""
    staff = game.staff
    assert isinstance(staff, General)
    p: Any = game.start(scenario, seed=seed).position
    minds = {seat: staff.mind(seat, staff.orders(seat, level, Random(f"{seed} {seat}"))) for seat in game.seats}
    seen: Look | None = None
    options = settle(p, game.advance)
    while options is not None:
        phase = f"{p.turn} {game.phase_key(p)}"
        if seen is None or seen[3] != phase:
            if seen is not None:
                yield from _missed(staff, p, *seen[:3], every)
            seen = _look(staff, p, options, phase)
        take(p, *minds[options.seat].decide(p, options))
        options = settle(p, game.advance)


def _look(staff: General, p: Any, options: Options, phase: str) -> Look | None:
    """What there is to be done at the start of a phase of movement."""
    if not staff.weight(p, options.seat):
        return None
    force = staff.mind(options.seat, staff.orders(options.seat, "regular", Random(0))).of(p, options).force
    found = list(chances(staff.command.survey(p, force, staff.usual(force)), staff.usual(force)))
    return p.copy(p.dice), force, found, phase


def _missed(staff: General, p: Any, before: Any, force: Force, found: Sequence[Blunder], every: bool) -> Iterator[
        tuple[Any, Force, Blunder]]:
    """The chances that were not used: nobody of the force stands there now. Who left is told with where he went."""
    manned = {p.where[unit] for unit in staff.command.survey(p, force, staff.usual(force)).own}
    for blunder in found:
        if blunder.place not in manned and p.is_on_map(blunder.unit):
            yield before, force, blunder._replace(went=p.where[blunder.unit])
        elif every:
            yield before, force, blunder


# -- writing them down ---------------------------------------------------------------------------------------------


def written(game: stavka.Game[Any], p: Any, force: Force, blunder: Blunder) -> dict[str, Any]:
    """What stands near a site, as a situation."""
    survey = survey_of(game, p, force)
    distance = survey.ground.grid.distance

    def nearest(units: Sequence[int]) -> list[int]:
        away = {unit: distance(p.where[unit], blunder.place) for unit in units}
        near = [unit for unit in units if away[unit] <= NEAR or unit == blunder.unit]
        return sorted(near, key=lambda unit: (unit != blunder.unit, away[unit], unit))[:MOST]

    place = {p.id(unit): p.number(p.where[unit]) for unit in (*nearest(survey.own), *nearest(survey.foes))}
    turn = p.turn + max(0, survey.turns - LEFT[blunder.fact])
    return {"scenario": p.scenario, "turn": turn, "step": game.phase_key(p), "empty": EVERYWHERE, "seed": 1,
            "place": place, **control(game, p, survey, force, blunder.place)}


def control(game: stavka.Game[Any], p: Any, survey: Survey, force: Force, place: int) -> dict[str, Any]:
    """All other sites are the force's own already, so that nothing else is worth as much."""
    foes = {p.where[unit] for unit in survey.foes}
    others = [p.number(site.place) for site in survey.ground.sites if site.place != place and site.place not in foes]
    return {"control": {force.name: others}} if force.name in (*game.sides, *game.seats) else {}


def clicks(game: stavka.Game[Any], situation: Mapping[str, Any], moves: Sequence[tuple[str, str]]) -> list[str]:
    """The clicks that move units to hexes and end the phase; Illegal if that cannot be done."""
    staff = game.staff
    assert isinstance(staff, General)
    match = game.situation(situation)
    assert match.offer is not None
    phase, seat = match.phase, match.offer.seat
    for unit, place in moves:
        match.choose(f"unit:{unit}")
        match.choose(f"hex:{place}")
    while (offer := match.offer) is not None and match.phase == phase and offer.seat == seat:
        declined = next((button for button in offer.buttons if button in staff.command.declines), None)
        if declined is None:
            raise ValueError("something else has to be decided first")
        match.choose(f"do:{declined}")
    return [record.choice for record in match.records if record.seat == seat]


def problem(game: stavka.Game[Any], p: Any, force: Force, blunder: Blunder) -> suite.Problem | None:
    """The position of a blunder, if it is still one when only what stands near is there."""
    situation = written(game, p, force, blunder)
    unit, place, went = p.id(blunder.unit), p.number(blunder.place), p.number(blunder.went)
    try:
        if blunder.fact == "held":
            better, worse = clicks(game, situation, ()), clicks(game, situation, [(unit, went)])
        else:
            better, worse = clicks(game, situation, [(unit, place)]), clicks(game, situation, ())
    except (Illegal, SituationError, ValueError, KeyError):
        return None
    name = f"{place} {blunder.fact} by {unit} on turn {situation['turn']}"
    return suite.Problem(name, WHY[blunder.fact], situation, {blunder.fact: [place]}, tuple(better), tuple(worse))


def is_good(game: stavka.Game[Any], found: suite.Problem, games: int) -> bool:
    """Whether the moves are told apart, and the better one is surely better: than the blunder, and than what a regular
    does who does not find it, for there may be a third move that is as good."""
    for moves, right in ((found.better, True), (found.worse, False)):
        match = game.situation(found.situation)
        for click in moves:
            match.choose(click)
        if suite.is_found(match, found) != right:
            return False
    rivals = [found.worse, *([] if suite.solves(game, found, "regular") else [usual_move(game, found)])]
    return all(is_better(game, replace(found, worse=rival), games) for rival in rivals)


def is_better(game: stavka.Game[Any], found: suite.Problem, games: int) -> bool:
    """Whether the better move is surely better than the worse one; most that are not show it at once."""
    return suite.verify(game, found, FIRST_LOOK).points > 0 and suite.verify(game, found, games).is_sure


def usual_move(game: stavka.Game[Any], found: suite.Problem) -> tuple[str, ...]:
    """The clicks of a regular in a position."""
    match = game.situation(found.situation)
    players = {seat: player("regular", game, f"0 {seat}") for seat in game.seats}
    phase = match.turn, match.phase
    while (offer := match.offer) is not None and (match.turn, match.phase) == phase:
        match.choose(players[offer.seat].choose(Seen.of(match)))
    return tuple(record.choice for record in match.records)


def toml(found: suite.Problem) -> str:
    """A position as it stands in the file of a suite."""
    def table(values: Mapping[str, Any]) -> str:
        return "{ " + ", ".join(f'"{key}" = {value(one)}' for key, one in values.items()) + " }"

    def value(one: Any) -> str:
        if isinstance(one, Mapping):
            return table(one)
        if isinstance(one, (list, tuple)):
            return "[" + ", ".join(value(item) for item in one) + "]"
        return str(one).lower() if isinstance(one, bool) else str(one) if isinstance(one, int) else f'"{one}"'

    fields = {"name": found.name, "why": found.why, "better": found.better, "worse": found.worse, "found": found.found}
    lines = ["[[position]]", *(f"{key} = {value(one)}" for key, one in fields.items()), "[position.situation]"]
    return "\n".join([*lines, *(f"{key} = {value(one)}" for key, one in found.situation.items())]) + "\n"


def main() -> None:
    """Look for positions, game by game, until there are enough."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--scenario", default="")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--level", default="novice", help="who plays: beginners blunder more often")
    parser.add_argument("--every", action="store_true", help="what might have gone wrong too, not only what did")
    parser.add_argument("--verify", type=int, default=12, help="play-outs of each move")
    parser.add_argument("--most", type=int, default=20, help="positions wanted")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    game = stavka.game(args.game)
    known = {(fact, place) for found in (suite.read(args.out) if args.out.exists() else ())
             for fact, places in found.found.items() for place in places}
    for seed in range(args.seed, args.seed + args.games):
        for p, force, blunder in blunders(game, args.scenario or next(iter(game.scenarios)), seed, args.level,
                                          args.every):
            key = blunder.fact, p.number(blunder.place)
            found = problem(game, p, force, blunder) if key not in known else None
            if found is not None and is_good(game, found, args.verify):
                known.add(key)
                print(found.name, flush=True)
                with args.out.open("a", encoding="utf-8") as file:
                    file.write("\n" + toml(found))
            if len(known) >= args.most:
                return


if __name__ == "__main__":
    main()
