"""No player cheats: what its seat cannot see, and the dice to come, make no difference to what it chooses.

Moments are taken from the middle of whole games: both seats, every phase in which they decide, interruptions included.
Three things are then changed behind the back of the player: what is hidden is drawn anew (``imagine``), hidden units
change places with all that lies on them (another truth, which no game code has made), and the dice are exchanged.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import islice, pairwise
from random import Random
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, cast

import pytest

import stavka
from stavka.games.dagc.position import Dagc
from stavka.games.dagc.sight import LAID, hidden_units
from stavka.kit.dice import Dice
from stavka.kit.hexset import bit, members
from stavka.kit.position import Position
from stavka.match import Match
from stavka.players import EFFORTS, NAMES, Effort, Player, Seen, player

QUICK = Effort(simulations=3, samples=1, depth=2)
"""A veteran in a hurry: the usual orders and two other ideas."""
THINKERS = tuple(level for level, effort in EFFORTS.items() if effort.simulations)
MINDS = [level for level in NAMES if level not in THINKERS[1:]]
"""The levels that differ in more than effort: given the same, all who think ahead are one player (tested below)."""
EVERY = 4
"""Those who think ahead are asked at every fourth moment."""
TURNS = (1, 3, 5, 8)
GAMES = (("historical", 3), ("bold_stroke", 1))
FOLLOWED = 12
"""So many choices in a row are compared."""
DECIDES = {
    ("soviet", "soviet.replacements"), ("soviet", "soviet.combat_before"), ("soviet", "soviet.movement"),
    ("soviet", "soviet.combat_after"), ("soviet", "german.interdiction"), ("german", "soviet.combat_before"),
    ("german", "soviet.combat_after"), ("german", "german.replacements"), ("german", "german.combat_before"),
    ("german", "german.movement"), ("german", "german.combat_after"),
}
"""Who decides something in which phase."""


@dataclass(frozen=True)
class Moment:
    """A match at a moment in which a seat has to decide."""

    match: Match
    seat: str

    def __str__(self) -> str:
        offer = self.match.offer
        assert offer is not None
        return f"{self.match.scenario}, turn {self.match.turn}, {offer.step}, {offer.task}, {self.seat}"

    @property
    def hides(self) -> bool:
        """Whether the Germans may not see everything."""
        return bool(hidden_units(cast(Dagc, self.match.position), "german"))


@cache
def moments() -> tuple[Moment, ...]:
    """Moments of games between regular players: the first of every kind in some turns."""
    return tuple(moment for scenario, seed in GAMES for moment in _moments(scenario, seed))


def _moments(scenario: str, seed: int) -> Iterator[Moment]:
    game = stavka.game("dagc")
    match = game.start(scenario, seed=seed)
    players = {seat: player("regular", game, seed=seed) for seat in game.seats}
    met: set[tuple[Any, ...]] = set()
    while (offer := match.offer) is not None:
        kind = (match.turn, offer.step, offer.seat, offer.task)
        if match.turn in TURNS and kind not in met:
            met.add(kind)
            yield Moment(match.copy(seed=0), offer.seat)
        match.choose(players[offer.seat].choose(Seen.of(match)))


def at(level: str = "", *, german: bool = False) -> list[Moment]:
    """The moments for a level: those who take their time get fewer. Or those of the seat that cannot see all."""
    every = EVERY if level in THINKERS else 1
    return [moment for moment in moments() if moment.seat == "german" or not german][::every]


def new_player(level: str) -> Player:
    return player(level, stavka.game("dagc"), seed=9, effort=QUICK if level in THINKERS else None)


def other_truth(match: Match, seed: int) -> Match | None:
    """The same match to the Germans, but hidden units have changed places, with all that lies on them.

    Units that have fought were declared to everybody (11.8) and stay. None if there is nothing to exchange.
    """
    twin = match.copy(seed=0)
    p: Any = twin.position
    hidden = [unit for unit in members(hidden_units(p, "german") & ~p.fought) if not p.layout.is_front(unit)]
    if len(hidden) < 2:
        return None
    mixed = Random(seed).sample(hidden, len(hidden))
    for a, b in pairwise(mixed):
        _exchange(p, a, b)
    p.memo = {}
    return twin


def _exchange(p: Any, a: int, b: int) -> None:
    here, there = p.where[a], p.where[b]
    for unit, place in ((a, there), (b, here)):
        top = p.at(place)[-1]
        p.put(unit, place)
        p.put(top, place)
    for name in (*LAID, "reduced"):
        before = getattr(p, name)
        after = before & ~(bit(a) | bit(b)) | (bit(b) if before >> a & 1 else 0) | (bit(a) if before >> b & 1 else 0)
        setattr(p, name, after)
    p.reduced &= p.layout.two_steps
    p.rolls = {{a: b, b: a}.get(unit, unit): points for unit, points in p.rolls.items()}


def follow(level: str, worlds: list[Match], seat: str) -> int:
    """Let the same player play in worlds that look the same, as long as they do; the choices that were compared."""
    players = [new_player(level) for _ in worlds]
    first = worlds[0].offer
    assert first is not None
    for made in range(FOLLOWED):
        offers = [world.offer for world in worlds]
        if any(offer is None or offer.seat != seat or offer.step != first.step for offer in offers):
            return made
        views = {json.dumps(world.view(seat)) for world in worlds}
        fallen = {tuple(record.dice for record in world.records) for world in worlds}  # all see them (12.6)
        if len(views) > 1 or len(fallen) > 1:
            return made
        choices = [one.choose(Seen.of(world)) for one, world in zip(players, worlds, strict=True)]
        assert len(set(choices)) == 1, (choices, worlds[0])
        for world, choice in zip(worlds, choices, strict=True):
            world.choose(choice)
    return FOLLOWED


def test_those_who_think_ahead_differ_in_effort_alone() -> None:
    for moment in at("veteran")[::2]:
        assert len({new_player(level).choose(Seen.of(moment.match.copy(seed=0))) for level in THINKERS}) == 1, moment


# -- what is hidden ----------------------------------------------------------------------------------------------------


def test_the_moments_are_of_every_kind() -> None:
    found = {(moment.seat, moment.match.phase) for moment in moments()}
    assert found >= DECIDES, DECIDES - found
    hiding = [moment for moment in at(german=True) if moment.hides]
    assert len(hiding) > 20


@pytest.mark.parametrize("level", MINDS)
def test_worlds_that_look_the_same_get_the_same_choices(level: str) -> None:
    compared, different, chosen = 0, 0, at(level)
    for n, moment in enumerate(chosen):
        match, seat = moment.match, moment.seat
        worlds = [match.imagine(seat, seed=2 * n + k) for k in (0, 1)]
        assert all(world.view(seat) == match.view(seat) for world in worlds), moment
        different += len({world.digest for world in worlds}) > 1
        compared += follow(level, [match.copy(seed=n), *worlds], seat)
    assert different > len(chosen) / 4 and compared > 3 * len(chosen)


@pytest.mark.parametrize("level", MINDS)
def test_another_truth_behind_the_same_view_gets_the_same_choices(level: str) -> None:
    compared, chosen = 0, at(level, german=True)
    for n, moment in enumerate(chosen):
        other = other_truth(moment.match, seed=n)
        if other is None:
            continue
        assert other.view("german") == moment.match.view("german") and other.digest != moment.match.digest, moment
        compared += follow(level, [moment.match.copy(seed=n), other], "german")
    assert compared > 2 * len(chosen)


def test_nothing_hidden_shines_through_what_is_imagined() -> None:
    exchanged = 0
    for n, moment in enumerate(at(german=True)):
        other = other_truth(moment.match, seed=n)
        if other is not None:
            exchanged += 1
            assert other.imagine("german", seed=n).digest == moment.match.imagine("german", seed=n).digest, moment
    assert exchanged > 20


def test_an_imagined_match_knows_no_more_and_no_less() -> None:
    for n, moment in enumerate(moments()):
        match, seat = moment.match, moment.seat
        once = Seen.of(match).imagine(n)
        again = Seen.of(once)
        assert again.seat == seat and again.view == match.view(seat)
        assert again.imagine(n + 1).view(seat) == match.view(seat)
        assert again.imagine(n + 1).digest == match.imagine(seat, seed=n + 1).digest, moment


def test_what_is_imagined_is_a_position_that_can_be() -> None:
    for n, moment in enumerate(at(german=True)):
        position = moment.match.imagine("german", seed=n).position
        assert list(moment.match.game.flaws(position)) == [], moment


def test_questions_are_answered_alike_in_worlds_that_look_the_same() -> None:
    asked = 0
    for n, moment in enumerate(at(german=True)):
        worlds = [moment.match, *(moment.match.imagine("german", seed=2 * n + k) for k in (0, 1))]
        for question, about in questions(moment):
            answers = {answer(world, question, about) for world in worlds}
            assert len(answers) == 1, (str(moment), question, about)
            asked += 1
    assert asked > 500


def answer(world: Match, question: str, about: Mapping[str, Any]) -> str:
    """The answer, or the refusal, as text."""
    try:
        return json.dumps(Seen.of(world).ask(question, **about), sort_keys=True)
    except stavka.Illegal as error:
        return str(error)


def questions(moment: Moment) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Questions about what stands on the map at a moment."""
    view, offer = moment.match.view("german"), moment.match.offer
    assert offer is not None
    yield from (("zoc", {"side": side}) for side in ("soviet", "german"))
    yield from (("hex", {"hex": place}) for place in islice(view["stacks"], 0, None, 5))
    own = [id for id, unit in view["units"].items() if id.startswith("G-") and unit["place"].isdigit()]
    yield from (("supply", {"unit": id}) for id in own[::4])
    yield from (("reach", {"unit": id}) for id in offer.units[:3] if offer.task == "move")
    if offer.task == "target":
        board = moment.match.game.board
        for place in offer.hexes:
            near = {board.names[i] for i in board.grid.neighbours[board.index[place]]}
            attackers = [id for id in own if view["units"][id]["place"] in near]
            yield "odds", {"target": place, "units": attackers}


# -- the dice ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", MINDS)
def test_the_dice_to_come_make_no_difference(level: str) -> None:
    compared, chosen = 0, at(level)
    for n, moment in enumerate(chosen):
        worlds = [moment.match.copy(seed=n) for _ in range(3)]
        worlds[0].position.dice = Dice.seeded(n, (6,) * 30)
        worlds[1].position.dice = Dice.seeded(n, (1,) * 30)
        worlds[2].position.dice.count = 7
        compared += follow(level, worlds, moment.seat)
    assert compared > 3 * len(chosen)


def test_thinking_rolls_none_of_the_dice_of_the_match() -> None:
    for moment in at("veteran"):
        match = moment.match.copy(seed=1)
        before = match.position.dice.count
        new_player("veteran").choose(Seen.of(match))
        assert match.position.dice.count == before and match.digest == moment.match.digest


# -- what a player is given --------------------------------------------------------------------------------------------


def reachable(start: Any, skip: Callable[[Any], bool] = lambda _: False) -> dict[int, Any]:
    """Everything that can be reached by attributes and by looking into containers; functions are not looked into."""
    found: dict[int, Any] = {}
    todo = [start]
    while todo:
        one = todo.pop()
        if id(one) in found or isinstance(one, ModuleType | type | FunctionType | BuiltinFunctionType | MethodType):
            continue
        if skip(one):
            continue
        found[id(one)] = one
        if isinstance(one, Mapping):
            todo += [*one.keys(), *one.values()]
        elif isinstance(one, list | tuple | set | frozenset):
            todo += one
        elif not isinstance(one, str | bytes | int | float):
            slots = [name for kind in type(one).__mro__ for name in getattr(kind, "__slots__", ())]
            todo += [getattr(one, name) for name in slots if hasattr(one, name)]
            todo += list(getattr(one, "__dict__", {}).values())
    return found


def secrets(match: Match) -> list[Any]:
    """The objects that no player may get hold of."""
    return [match, match.position, match.position.dice, match.position.where, match.position.stacks, match.records,
            match.journal, match._marks]


@pytest.mark.parametrize("key", stavka.games())
def test_a_player_can_reach_the_match_only_by_imagining_one(key: str) -> None:
    match, rng = stavka.game(key).start(seed=1), Random(1)
    for _ in range(60):
        assert match.offer is not None
        match.choose(match.offer.nth(rng.randrange(len(match.offer))))
    seen = Seen.of(match)
    assert {name for name in dir(seen) if not name.startswith("_")} == {
        "ask", "game", "imagine", "of", "offer", "seat", "view"}
    found = reachable(seen)
    assert not any(isinstance(one, Match | Position | Dice) for one in found.values())
    for thing in (seen.view, seen.offer.as_data(), seen.imagine(3)):
        inside = reachable(thing)
        assert not any(id(secret) in inside for secret in secrets(match) if secret is not None)
        assert match.position.dice.key not in [one for one in inside.values() if isinstance(one, bytes)]


def test_an_imagined_match_does_not_hold_the_written_position(dagc: stavka.Game[Any]) -> None:
    match = dagc.situation({
        "turn": 3, "step": "german.movement", "seed": 5, "dice": [6, 6], "empty": True,
        "place": {"S-39": "3505", "S-5GT": "3505", "G-53": "3506"}})
    assert match.written is not None
    for twin in (Seen.of(match).imagine(1), match.copy()):
        assert twin.written is None and twin.journal is None and twin.records == []
        assert twin.position.dice.fixed == ()


def test_facts_worked_out_about_the_real_position_are_forgotten() -> None:
    for moment in at(german=True):
        if moment.hides:
            moment.match.ask("zoc", side="soviet")
            assert moment.match.imagine("german", seed=1).position.memo == {}
