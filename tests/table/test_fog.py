"""Nothing hidden from a seat ever reaches its socket (dagc 6.8), and watchers see only what all seats may see.

Whatever a German socket hears is searched for the ids of the Soviet counters that are hidden at that moment: a
counter that lies under another, before and after the choice, must not be named anywhere.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
from typing import Any

import pytest

import stavka
from stavka.kit.events import Event
from stavka.table.audience import WATCHERS, Teller, common, unseen, view_for

from .player import Player, Server, choices

ID = re.compile(r'"(?:unit:)?([^"]*)"')


def named(text: str) -> set[str]:
    """Every text in a message, of which some are ids of counters."""
    return set(ID.findall(text))


@pytest.mark.rule("dagc", "6.8.b")
def test_hidden_units_never_reach_the_german_socket(server: Server) -> None:
    begun = server.begin(seed=21)
    game = stavka.game("dagc")
    names = {counter.name[language]: counter.id for counter in game.counters for language in ("en", "es")}
    seen_hidden = 0

    async def play() -> None:
        nonlocal seen_hidden
        twin = game.start(seed=21)
        chance = random.Random(21)
        match, links = begun["match"], begun["links"]
        async with (
            Player(server.port, match, links["soviet"]) as soviet,
            Player(server.port, match, links["german"]) as german,
            Player(server.port, match, begun["watch"]) as watcher,
        ):
            players = {"soviet": soviet, "german": german}
            hidden = _hidden(twin)
            while twin.offer is not None and len(twin.records) < 500:
                mover = players[twin.offer.seat]
                choice = _prefer_stacks(twin, chance, choices(mover.view))
                heard = len(german.heard), len(watcher.heard)
                assert (await mover.choose(choice)).get("ok")
                twin.choose(choice)
                before, hidden = hidden, _hidden(twin)
                secret = before & hidden
                seen_hidden += len(secret)
                for player in (soviet, german, watcher):
                    await player.reach(len(twin.records))
                for player, first in ((german, heard[0]), (watcher, heard[1])):
                    for text in player.heard[first:]:
                        assert not named(text) & secret, (choice, text)
                        for name, id in names.items():
                            assert id not in secret or name not in text or _shorter(name, secret, names, text), text
                if len(twin.records) % 20 == 0:
                    await _pry(german, hidden, chance)
                    await _pry(watcher, hidden, chance)

    asyncio.run(play())
    assert seen_hidden > 500  # there was something to hide


def _hidden(match: stavka.Match) -> set[str]:
    game = match.game
    return {id for unit, id in enumerate(game.counters.ids) if not game.sees(match.position, "german", unit)}


def _prefer_stacks(match: stavka.Match, chance: random.Random, offered: list[str]) -> str:
    """A random choice, but rather one that moves onto others or uses what is hidden."""
    hidden = _hidden(match)
    bold = [choice for choice in offered if choice.partition(":")[2] in hidden]
    own = [choice for choice in offered if choice.startswith("hex:")
           and match.position.at(match.game.board.index[choice[4:]])]
    wanted = bold if chance.random() < 0.3 else own if chance.random() < 0.6 else offered
    return chance.choice(wanted or offered)


def _shorter(name: str, secret: set[str], names: dict[str, str], text: str) -> bool:
    """Whether the name is only part of a longer one that may be told ("3rd Army" in "53rd Army")."""
    return any(name in other and other in text for other, id in names.items() if other != name and id not in secret)


async def _pry(player: Player, hidden: set[str], chance: random.Random) -> None:
    """Ask about what is hidden, and about where it is."""
    for unit in sorted(hidden):
        for question, about in (
            ("unit", {"unit": unit}), ("reach", {"unit": unit}), ("supply", {"unit": unit}),
            ("why_not", {"unit": unit, "hex": "3500"}), ("odds", {"target": "3500", "units": [unit]}),
            ("reach", {"unit": unit, "seat": "soviet"}), ("unit", {"unit": unit, "p": None}),
        ):
            answer = await player.do("ask", question=question, about=about)
            assert "error" in answer, answer
    places = [place for place, stack in player.view["stacks"].items() if None in stack]
    for place in chance.sample(places, min(5, len(places))):
        answer = await player.do("ask", question="hex", about={"hex": place})
        assert None in answer["answer"]["stack"]
        assert not named(json.dumps(answer)) & hidden


@pytest.mark.rule("dagc", "6.8.b")
def test_what_a_hidden_unit_does_in_place_is_told_without_its_name(dagc: stavka.Game[Any]) -> None:
    """Even where the game's own event names it: the table takes out what the audience does not see."""
    teller = Teller(dagc)
    event = Event("declared", {"side": "soviet", "hex": "3500", "units": ["S-5", "S-39"]}, ("11.8",))
    told = teller.tell([event], "german", frozenset({"S-39"}))[0]
    assert told["units"] == ["S-5", None]
    assert "a hidden unit" in told["text"]["en"] and "una unidad oculta" in told["text"]["es"]


def test_watchers_see_what_all_seats_see(dagc: stavka.Game[Any]) -> None:
    match = dagc.situation({"turn": 3, "step": "soviet.movement", "empty": True,
                            "place": {"S-39": "3501", "S-5": "3501", "G-53": "3810"}})
    view = view_for(match, WATCHERS, {})
    assert view["stacks"]["3501"] == [None, "S-5"] and view["stacks"]["3810"] == ["G-53"]
    assert "S-39" not in view["units"] and "S-39" in unseen(dagc, view)
    assert view["offer"] is None and view["seat"] is None and view["turn"] == 3


def test_a_change_of_what_is_hidden_changes_nothing_for_others(dagc: stavka.Game[Any]) -> None:
    def views(lower: str) -> list[Any]:
        match = dagc.situation({"turn": 3, "step": "soviet.movement", "empty": True,
                                "place": {lower: "3501", "S-5": "3501", "G-53": "3810"}})
        return [view_for(match, audience, {}) for audience in ("german", WATCHERS)]

    for one, other in zip(views("S-39"), views("S-43"), strict=True):
        strip = {"S-39", "S-43"}
        for view in (one, other):
            view["units"] = {id: unit for id, unit in view["units"].items() if id not in strip}
            view["stacks"] = {place: [id for id in stack if id not in strip] for place, stack in view["stacks"].items()}
        assert json.dumps(one) == json.dumps(other)


def test_common_keeps_only_what_all_agree_on() -> None:
    assert common([{"a": 1, "b": {"c": 2}}, {"a": 1, "b": {"c": 3, "d": 4}}]) == {"a": 1, "b": {"c": None}}
    assert common([[1, 2], [1, 2, 3]]) is None
    assert common([True, 1]) is None


def test_nobody_else_hears_of_a_choice_in_the_making(server: Server) -> None:
    """What a click brought about is told as events; the click itself is the chooser's own business."""
    begun = server.begin(seed=21)

    async def play() -> None:
        match, links = begun["match"], begun["links"]
        chance = random.Random(3)
        async with Player(server.port, match, links["soviet"]) as soviet, Player(
                server.port, match, links["german"]) as german, Player(server.port, match, begun["watch"]) as watcher:
            for n in range(1, 40):
                mover = soviet if soviet.view["to_move"] == "soviet" else german
                assert (await mover.choose(chance.choice(choices(mover.view)))).get("ok")
                for player in (soviet, german, watcher):
                    await player.reach(n)
                    change = next((message for message in map(json.loads, reversed(player.heard))
                                   if "change" in message and "seat" in message), None)
                    assert change is not None and (change["choice"] is not None) == (player is mover), change

    asyncio.run(play())


def test_the_live_journal_against_a_computer_waits_for_the_end(server: Server) -> None:
    begun = server.begin(seed=21, seats={"soviet": "computer:random"})
    status, _ = server.request(f"/api/matches/{begun['match']}/journal")
    game = stavka.game("dagc")
    hidden = [unit for unit in range(len(game.counters)) if not game.sees(game.start(seed=21).position, "german", unit)]
    assert hidden and status == 403
