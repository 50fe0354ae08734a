"""Short ways to write, play and read situations, for the rule tests of every game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, cast

import pytest

import stavka
from stavka.forecast import forecast
from stavka.kit.steps import FIGHTS

Situation = Callable[..., stavka.Match]
"""``situation("soviet.movement", {"S-39": "3501"}, turn=3)``: a match on an otherwise empty map."""

PASSES = ("do:end_phase", "do:done", "do:pass", "do:roll")
"""The buttons by which somebody who wants nothing goes on."""


def situations(game: stavka.Game[Any], **usual: Any) -> Situation:
    """Situations of a game on an otherwise empty map; ``usual`` are the keys of those that say nothing else."""

    def make(step: str, place: dict[str, Any] | None = None, **keys: Any) -> stavka.Match:
        return game.situation({"empty": True, **usual, "step": step, "place": place or {}, **keys})

    return make


# -- Playing -------------------------------------------------------------------------------------------------------


def play(match: stavka.Match, *choices: str) -> list[stavka.Event]:
    """Make choices one after the other; all that happened comes back."""
    return [event for choice in choices for event in match.choose(choice)]


def played(match: stavka.Match, *choices: str) -> stavka.Match:
    """Make choices one after the other; the match comes back."""
    play(match, *choices)
    return match


def move(match: stavka.Match, unit: str, *hexes: str) -> stavka.Match:
    """Move a unit, in one leg or several."""
    return played(match, f"unit:{unit}", *[f"hex:{hex}" for hex in hexes])


def attack(match: stavka.Match, target: str, *units: str, how: str = "roll") -> stavka.Match:
    """Declare and roll an attack on a hex."""
    return played(match, f"hex:{target}", *[f"unit:{unit}" for unit in units], f"do:{how}")


def do_nothing(match: stavka.Match) -> tuple[stavka.Event, ...]:
    """As little as possible."""
    offer = offered(match)
    return match.choose(next((choice for choice in PASSES if choice in offer), offer.choices[0]))


def end_until(match: stavka.Match, phase: str, turn: int | None = None) -> stavka.Match:
    """Do nothing until a phase has begun (of that turn, if given)."""
    for _ in range(2_000):
        if match.phase == phase and turn in (None, match.turn):
            return match
        do_nothing(match)
    raise AssertionError(f"{phase} never came")


def by_chance(match: stavka.Match, chance: Random) -> tuple[stavka.Event, ...]:
    """A unit or a hex by chance; a button only where there is nothing else."""
    offer = offered(match)
    return match.choose(offer.nth(chance.randrange(len(offer) - len(offer.buttons) or len(offer))))


def first_fight(game: str, seed: int = 3) -> stavka.Match:
    """A match of random choices at its first decision about a target that somebody could attack."""
    match, chance = stavka.game(game).start(seed=seed), Random(1)
    for _ in range(4000):
        offer = offered(match)
        if offer.about.kind in FIGHTS and not offer.about.targets and forecast(match, offer.seat, offer.choices[0]):
            return match
        match.choose("do:ready_made" if "ready_made" in offer.buttons else chance.choice(offer.choices))
    raise AssertionError(f"{game}: nobody fights")


# -- Reading -------------------------------------------------------------------------------------------------------


def offered(match: stavka.Match) -> stavka.Offer:
    """The offer of a match that goes on."""
    assert match.offer is not None
    return match.offer


def refused(match: stavka.Match, choice: str) -> str | None:
    """The rule by which a choice is refused; it is said in both languages, and nothing changes."""
    before = match.digest
    with pytest.raises(stavka.Illegal) as error:
        match.choose(choice)
    assert match.digest == before
    assert error.value.say("es") and error.value.reason
    return error.value.rule


def message(match: stavka.Match, choice: str, language: str = "en") -> str:
    """The reason for which a choice is refused, in words."""
    with pytest.raises(stavka.Illegal) as error:
        match.choose(choice)
    return error.value.say(language)


def seen(match: stavka.Match, seat: str) -> dict[str, Any]:
    """What a seat sees, to look into without asking first whether everything is there."""
    return cast("dict[str, Any]", match.view(seat))


def state(match: stavka.Match, unit: str) -> dict[str, Any]:
    """Where a unit is and what lies on it, for somebody who may see it."""
    views = (match.view(seat)["units"] for seat in match.game.seats)
    counter = next(units[unit] for units in views if unit in units)
    return {"place": counter["place"], **dict.fromkeys(counter.get("flags", ()), True)}


def face(match: stavka.Match, unit: str) -> int:
    """Which of its faces a unit shows, counted from 0."""
    views = (match.view(seat)["units"] for seat in match.game.seats)
    return next(units[unit] for units in views if unit in units).get("face", 0)


def where(match: stavka.Match, unit: str) -> str:
    """The hex or box a unit is in."""
    return str(state(match, unit)["place"])


def track(match: stavka.Match, key: str) -> int:
    """The value of a track."""
    value: int = match.view(match.game.seats[0])["tracks"][key]["value"]
    return value


def happened(match: stavka.Match, kind: str) -> list[dict[str, Any]]:
    """What the events of a kind say."""
    return [dict(event.data) for event in match.log if event.kind == kind]


def event(match: stavka.Match, kind: str) -> dict[str, Any]:
    """What the last event of a kind says."""
    return happened(match, kind)[-1]


def only(events: Iterable[stavka.Event], kind: str) -> dict[str, Any]:
    """The data of the one event of a kind."""
    found = [event for event in events if event.kind == kind]
    assert len(found) == 1, f"{len(found)} events {kind}"
    return dict(found[0].data)


def kinds(events: Iterable[stavka.Event]) -> list[str]:
    """What happened, in order."""
    return [event.kind for event in events]


# -- Asking --------------------------------------------------------------------------------------------------------


def reach(match: stavka.Match, unit: str, **about: Any) -> dict[str, Any]:
    """The hexes a unit can move to, with their costs."""
    answer: dict[str, Any] = match.ask("reach", unit=unit, **about)
    return answer


def cost(match: stavka.Match, unit: str, hex: str) -> Any:
    """The movement points to a hex; None if the unit cannot get there."""
    return reach(match, unit).get(hex)


def odds(match: stavka.Match, target: str, *units: str, **support: Any) -> dict[str, Any]:
    """The odds of an attack."""
    answer: dict[str, Any] = match.ask("odds", target=target, units=units, **support)
    return answer


def lines(answer: dict[str, Any], what: str) -> dict[str, int]:
    """The lines of one part of the odds (``shifts``, ``defenders`` ...) by rule, like ones added up."""
    total: dict[str, int] = {}
    for line in answer[what]:
        total[line["rule"]] = total.get(line["rule"], 0) + line["value"]
    return total


def notes(answer: dict[str, Any]) -> dict[str, str]:
    """What else the odds say, by rule."""
    return {note["rule"]: note["text"] for note in answer["notes"]}


def supplied(match: stavka.Match, unit: str, **about: Any) -> bool:
    """Whether a unit is in supply."""
    return bool(match.ask("supply", unit=unit, **about)["supplied"])


def neighbours(match: stavka.Match, hex: str) -> set[str]:
    """The hexes around a hex."""
    grid = match.game.board.grid
    return {grid.names[i] for i in grid.neighbours[grid.index[hex]]}
