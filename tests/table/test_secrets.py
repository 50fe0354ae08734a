"""Nothing hidden decides what anybody hears, in any game: hidden facts are changed, and no byte differs.

A match is imagined anew for a seat, which draws afresh all that the seat may not know. Views, offers, every question
with every kind of argument, refusals and hints must come out the same for that seat, and for watchers.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

import stavka
from stavka.games import keys
from stavka.kit.dice import Dice
from stavka.players import USUAL, Adviser, Seen, levels_of, tell
from stavka.table.audience import WATCHERS, Teller, answer, unseen, view_for

from .player import Player, Server, choices

LOOKS = 12
"""Moments of a random game that are looked at."""


def moments(game: stavka.Game[Any], chance: random.Random) -> Iterator[stavka.Match]:
    """A match in the middle of random play, now and then."""
    match = game.start(seed=chance.randrange(10**6))
    while match.offer is not None:
        if chance.random() < 0.04:
            yield match
        match.choose(match.offer.nth(chance.randrange(len(match.offer))))


def questions(game: stavka.Game[Any], chance: random.Random) -> list[tuple[str, dict[str, Any]]]:
    """Every question of the contract, about units and places taken at random, hidden ones among them."""
    places = [name for name in game.board.names if name]

    def unit() -> str:
        return chance.choice(game.counters.ids)

    about: dict[str, dict[str, Any]] = {
        "reach": {"unit": unit()}, "path": {"unit": unit(), "hex": chance.choice(places)}, "unit": {"unit": unit()},
        "supply": {"unit": unit()}, "why_not": {"unit": unit(), "hex": chance.choice(places)}, "victory": {},
        "odds": {"target": chance.choice(places), "units": [unit(), unit()]}, "hex": {"hex": chance.choice(places)},
        "zoc": {"side": chance.choice(game.sides)}}
    return [(question, about.get(question, {})) for question in game.questions]


def heard(match: stavka.Match, audience: str, question: str, about: dict[str, Any]) -> str:
    """What an audience hears in answer to a question: the answer, or why there is none."""
    try:
        return json.dumps(answer(match, audience, question, about, "en"), sort_keys=True)
    except stavka.Illegal as illegal:
        return f"{illegal.reason} {illegal.rule}"
    except Exception as error:  # the table passes this on as well: it must not depend on what is hidden either
        return f"{type(error).__name__}: {error}"


@pytest.mark.parametrize("key", keys())
def test_no_question_tells_what_is_hidden(key: str) -> None:
    game = stavka.game(key)
    chance = random.Random(f"secrets {key}")
    for match in islice(moments(game, chance), LOOKS):
        assert match.offer is not None
        for seat in game.seats:
            other = match.imagine(seat, chance.randrange(1000))
            for audience in (seat, WATCHERS):
                assert json.dumps(view_for(match, audience, {})) == json.dumps(view_for(other, audience, {}))
                for question, about in (pair for _ in range(3) for pair in questions(game, chance)):
                    told, changed = (heard(which, audience, question, about) for which in (match, other))
                    assert told == changed, (match, audience, question, about)


@pytest.mark.parametrize("key", [key for key in keys() if USUAL in levels_of(stavka.game(key))])
def test_no_hint_and_no_plan_depend_on_what_is_hidden(key: str) -> None:
    game = stavka.game(key)
    chance = random.Random(f"hints {key}")
    for match in islice(moments(game, chance), 4):
        assert match.offer is not None
        other = match.imagine(match.offer.seat, chance.randrange(1000))
        one, two = (Adviser(game).advise(Seen.of(which)) for which in (match, other))
        assert (one.choice, tell(game, one.plan, "en")) == (two.choice, tell(game, two.plan, "en"))


CLICKS = 25
"""Clicks that are tried at each of these moments."""


def refused(match: stavka.Match, choice: str) -> str:
    """Why a click is refused to the seat that is to choose, in both languages; empty if it is not."""
    try:
        match.copy(seed=1).choose(choice)
    except stavka.Illegal as illegal:
        return f"{illegal.say('en')} {illegal.say('es')} {illegal.rule}"
    return ""


def test_no_refusal_depends_on_what_is_hidden(game: stavka.Game[Any]) -> None:
    """The seat on move clicks on anything, counters that it cannot see among them."""
    chance = random.Random(f"refusals {game.key}")
    everything, tried = list(game.choices), 0
    for match in islice(moments(game, chance), LOOKS):
        assert match.offer is not None
        other = match.imagine(match.offer.seat, chance.randrange(1000))
        for choice in chance.sample(everything, CLICKS):
            said = refused(match, choice)
            assert said == refused(other, choice), (match, match.offer.seat, choice)
            tried += bool(said)
    assert tried > LOOKS


def test_no_log_entry_depends_on_what_stays_hidden(game: stavka.Game[Any]) -> None:
    """A choice that rolls nothing and reveals nothing is told in the same words, whatever it leaves hidden."""
    chance, teller = random.Random(f"log {game.key}"), Teller(game)
    compared = 0
    for match in islice(moments(game, chance), LOOKS):
        assert match.offer is not None
        seat = match.offer.seat
        other = match.imagine(seat, chance.randrange(1000))
        for choice in chance.sample(match.offer.choices, min(3, len(match.offer))):
            told = []
            for which in (match, other):
                played = which.copy(seed=1)
                before = {audience: view_for(played, audience, {}) for audience in (seat, WATCHERS)}
                played.choose(choice)
                record = played.records[-1]
                told.append((bool(record.dice or record.revealed), [
                    json.dumps(teller.tell(record.events, audience, unseen(game, before[audience], view_for(
                        played, audience, {})))) for audience in (seat, WATCHERS)]))
            if not any(reveals for reveals, _ in told):
                compared += 1
                assert told[0][1] == told[1][1], (match, seat, choice)
    assert compared > 5


def test_a_watcher_cannot_find_hidden_units(dagc: stavka.Game[Any]) -> None:
    """Asked as the Soviet seat first, every one of them used to be found: its refusal was passed on."""
    stack = {"S-39": "3501", "S-5": "3501", "G-53": "3500"}
    match = dagc.situation({"turn": 3, "step": "soviet.movement", "empty": True, "place": stack})
    swapped = dagc.situation({"turn": 3, "step": "soviet.movement", "empty": True,
                              "place": {"S-43": "3501", "S-5": "3501", "G-53": "3500"}})
    about: dict[str, Any]
    for question, about in (("hex", {"hex": "3501"}), ("odds", {"target": "3501", "units": ["G-53"]}),
                            ("path", {"unit": "S-5", "hex": "3502"}), ("reach", {"unit": "S-5"})):
        for audience in ("german", WATCHERS):
            assert heard(match, audience, question, about) == heard(swapped, audience, question, about)
    for question, about in (("reach", {"unit": "S-39"}), ("odds", {"target": "3500", "units": ["S-39"]})):
        assert "6.8.b" in heard(match, "german", question, about)
        assert heard(match, WATCHERS, question, about).startswith("You may not see S-39")
    assert heard(match, WATCHERS, "why_not", {"unit": "S-5", "hex": "3502"}).startswith("Somebody who watches")


def test_dice_are_sealed_before_the_first_roll_and_opened_after_the_end(server: Server) -> None:
    """Both seats and watchers hear what the dice are committed to; nobody hears the key before the end."""
    begun = server.begin()
    address = f"/api/matches/{begun['match']}/dice"
    assert server.request(address)[0] == 403

    async def play() -> None:
        match, links = begun["match"], begun["links"]
        async with Player(server.port, match, links["soviet"]) as soviet, Player(
                server.port, match, links["german"]) as german, Player(server.port, match, begun["watch"]) as watcher:
            pledges = [(await player.hears("dice"))["dice"] for player in (soviet, german, watcher)]
            assert pledges[0] == pledges[1] == pledges[2] and pledges[0]["study"] is None and "key" not in pledges[0]
            commitment = pledges[0]["commitment"]
            chance = random.Random(4)
            while not soviet.view.get("result"):
                mover = soviet if soviet.view["to_move"] == "soviet" else german
                await mover.make(chance.choice(choices(mover.view)))
                await asyncio.gather(soviet.reach(mover.n), german.reach(mover.n))
            for player in (soviet, german, watcher):
                told = (await player.hears("dice"))["dice"]
                assert told["commitment"] == commitment
                assert hashlib.sha256(bytes.fromhex(told["key"])).hexdigest() == commitment
                *before, _ = [text for text in player.heard if told["key"] in text] or [""]
                assert not before

    asyncio.run(play())
    told = server.json(address)
    dice = Dice(bytes.fromhex(told["key"]))
    assert len(told["rolls"]) > 50 and not told["written"]
    for number, fell, of in told["rolls"]:
        if of:
            dice.draws[number] = of
        assert dice.nth(number) == fell


@pytest.mark.parametrize(("begin", "study"), [
    ({}, None), ({"seed": 5}, "seed"), ({"situation": {"turn": 3, "step": "soviet.movement"}}, None),
    ({"situation": {"turn": 3, "step": "soviet.movement", "dice": [1, 2]}}, "dice"),
    ({"situation": {"turn": 3, "step": "soviet.movement", "seed": 5}}, "seed"),
])
def test_dice_that_somebody_may_know_are_marked_for_everybody(server: Server, begin: Any, study: str | None) -> None:
    begun = server.begin(**begin)
    journal = server.request(f"/api/matches/{begun['match']}/journal")[1].decode()
    brought = server.json("/api/matches/import", {"journal": journal})

    async def look() -> None:
        for match, expected in ((begun, study), (brought, "import")):
            for token in (*match["links"].values(), match["watch"]):
                async with Player(server.port, match["match"], token) as player:
                    assert (await player.hears("dice"))["dice"]["study"] == expected

    asyncio.run(look())
    entries = {entry["match"]: entry.get("study") for entry in server.json("/api/matches")}
    assert entries[begun["match"]] == study and entries[brought["match"]] == "import"
