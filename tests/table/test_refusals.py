"""The attacks: whatever a socket sends is checked against the current offer of its own seat. Thousands of tries, none
accepted, nothing changed; and every refusal says what is wrong in both languages."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

import stavka

from .player import Player, Server, choices

TRIES = 2500


async def bombard(player: Player, texts: list[str]) -> list[dict[str, Any]]:
    """Send many messages at once and collect the answers."""
    before = sum("re" in message for message in player.messages)
    for start in range(0, len(texts), 250):
        for text in texts[start:start + 250]:
            await player.send(text)
        for _ in range(1000):
            answers = [message for message in player.messages if "re" in message][before:]
            if len(answers) >= min(start + 250, len(texts)):
                break
            await asyncio.sleep(0.01)
    return answers


def said(answer: dict[str, Any]) -> bool:
    reason = answer["error"]["reason"]
    return bool(reason["en"]) and bool(reason["es"])


@pytest.fixture
def table(server: Server) -> Any:
    begun = server.begin(seed=31)
    return server, begun["match"], begun["links"], begun["watch"]


def state(server: Server, match: str) -> tuple[int, str]:
    return (server.json(f"/api/matches/{match}")["n"],
            server.request(f"/api/matches/{match}/journal")[1].decode())


def test_the_seat_not_on_move_cannot_choose(table: Any) -> None:
    server, match, links, watch = table

    async def attack() -> None:
        async with (
            Player(server.port, match, links["soviet"]) as soviet,
            Player(server.port, match, links["german"]) as german,
            Player(server.port, match, watch) as watcher,
        ):
            before = state(server, match)
            legal = choices(soviet.view)
            everything = list(stavka.game("dagc").choices)
            chance = random.Random(1)
            texts = [
                json.dumps({"id": i, "do": "choose", "n": soviet.n + chance.choice((0, 0, 0, 1, -0)),
                            "choice": chance.choice(legal if i % 2 else everything)})
                for i in range(TRIES)
            ]
            for player in (german, watcher):
                answers = await bombard(player, texts)
                assert len(answers) == TRIES
                assert all("error" in answer and said(answer) for answer in answers)
            assert state(server, match) == before
            assert german.n == soviet.n == 0
            await soviet.make(legal[0])  # and play goes on

    asyncio.run(attack())


def test_what_is_not_offered_is_refused(table: Any) -> None:
    server, match, links, _ = table

    async def attack() -> None:
        async with Player(server.port, match, links["soviet"]) as soviet:
            before = state(server, match)
            legal = set(choices(soviet.view))
            chance = random.Random(2)
            everything = [choice for choice in stavka.game("dagc").choices if choice not in legal]
            garbage = ["", ":", "unit:", "unit:None", "hex:-1", "do:end_phase ", "UNIT:S-39", "unit:S-39\u0000",
                       "x" * 200, "do:__class__", "hex:9999", "do:roll;", "unit:🐻",
                       *(f"{choice} " for choice in sorted(legal)[:5])]
            texts = [
                json.dumps({"id": i, "do": "choose", "n": 0, "choice": chance.choice(everything if i % 3 else garbage)})
                for i in range(TRIES)
            ]
            answers = await bombard(soviet, texts)
            assert len(answers) == TRIES
            assert all("error" in answer and said(answer) for answer in answers)
            assert state(server, match) == before and soviet.n == 0

    asyncio.run(attack())


def test_other_seats_tokens_and_sockets_are_of_no_use(public: Server) -> None:
    """A token of another match, of another seat, nearly right or made up: none opens, none chooses for another."""
    one, other = public.begin(seed=32), public.begin(seed=33)
    game = stavka.game("dagc")

    async def attack() -> None:
        async with Player(public.port, one["match"], one["links"]["soviet"]) as soviet, Player(
            public.port, one["match"], one["links"]["german"]) as german:
            legal = choices(soviet.view)
            right = one["links"]["soviet"]
            wrong = [other["links"]["soviet"], other["watch"], "", "soviet", right[:-1], right + "A", right.swapcase(),
                     right[::-1], "null", "%00", "../" + right, "' OR 1=1 --", "é", "?"]
            for token in wrong:
                assert await closed(public.port, one["match"], token), token
                headers = {"Authorization": f"Bearer {token}"}
                assert public.request(f"/api/matches/{one['match']}/at/0", headers=headers)[0] == 403
            # the German socket names the Soviet seat in every way there is
            extras: list[dict[str, Any]] = [
                {"seat": "soviet"}, {"token": right}, {"as": "soviet"}, {"audience": "soviet"}, {"by": "soviet"}, {}]
            texts = [
                json.dumps({"id": i, "do": "choose", "n": 0, "choice": legal[i % len(legal)],
                            **extras[i % len(extras)]})
                for i in range(TRIES)
            ]
            answers = await bombard(german, texts)
            assert len(answers) == TRIES
            assert all("error" in answer and said(answer) for answer in answers)
            assert soviet.n == 0
            for about in ({"seat": "soviet", "unit": "S-39"}, {"question": "unit", "unit": "S-39"}, {"lang": 3}):
                assert "error" in await german.do("ask", question="unit", about=about)
        assert public.json_as(right, f"/api/matches/{one['match']}")["n"] == 0
        in_address = f"/api/matches/{one['match']}?token={right}"
        assert public.request(in_address)[0] == 403  # proxies write addresses down

    assert game.seats
    asyncio.run(attack())


async def closed(port: int, match: str, token: str) -> bool:
    """Whether the server shuts the door on a token."""
    try:
        async with connect(f"ws://127.0.0.1:{port}/api/matches/{match}/socket") as socket:
            await socket.send(json.dumps({"token": token}))
            await asyncio.wait_for(socket.recv(), 5)
    except ConnectionClosed as error:
        return error.rcvd is not None and error.rcvd.code == 4403
    except InvalidStatus:
        return True
    return False


BAD = [
    ("", "message"), ("{", "message"), ("[]", "array"), ("null", "null"), ('"choose"', "str"), ("{}", "do"),
    ('{"do": "cheat"}', "cheat"), ('{"do": "choose"}', "`n`"), ('{"do": "choose", "n": 0}', "choice"),
    ('{"do": "choose", "n": "0", "choice": "do:roll"}', "$.n"), ('{"do": "choose", "n": -1, "choice": "x"}', ">= 0"),
    ('{"do": "choose", "n": 0.5, "choice": "x"}', "$.n"), ('{"do": "choose", "n": 1e99, "choice": "x"}', "$.n"),
    ('{"do": "choose", "n": 0, "choice": 7}', "$.choice"), ('{"do": "choose", "n": 0, "choice": null}', "$.choice"),
    ('{"do": "choose", "n": 0, "choice": "x", "force": true}', "force"), ('{"do": "ask", "question": 5}', "question"),
    ('{"do": "ask", "question": "hex", "about": []}', "about"), ('{"do": "undo"}', "`n`"),
    ('{"do": "say", "text": ""}', "text"),
    ('{"do": "say", "text": "a\\u0000b"}', "text"), ('{"do": "consent", "to": "undo", "yes": 1}', "yes"),
    ('{"id": "seven", "do": "hint"}', "id"),
    ('{"id": 1, "do": "choose", "n": 0, "choice": "' + "x" * 201 + '"}', "choice"),
]  # fmt: skip


def test_bad_messages_are_told_what_is_wrong(table: Any) -> None:
    server, match, links, _ = table

    async def attack() -> None:
        async with Player(server.port, match, links["soviet"]) as soviet:
            for text, word in BAD:
                answers = len([message for message in soviet.messages if "error" in message])
                await soviet.send(text)
                for _ in range(300):
                    errors = [message for message in soviet.messages if "error" in message]
                    if len(errors) > answers:
                        break
                    await asyncio.sleep(0.01)
                assert len(errors) == answers + 1, text
                reason = errors[-1]["error"]["reason"]
                assert word in reason["en"] or word == "message", (text, reason)
                assert reason["es"] and errors[-1]["n"] == 0
            assert (await soviet.do("ask", question="hex", about={"hex": "3500"}))["answer"]["hex"] == "3500"

    asyncio.run(attack())


def test_questions_cannot_break_the_table(table: Any) -> None:
    server, match, links, watch = table
    odd: list[Any] = [None, 1, True, [], {}, "", "S-39", "3500", ["S-39"], {"a": 1}, -1, 1e9, "x" * 5000, [[]], [None]]

    async def attack() -> None:
        chance = random.Random(9)
        async with Player(server.port, match, links["german"]) as german, Player(server.port, match, watch) as watcher:
            questions = [*stavka.game("dagc").questions, "nonsense", "__class__", ""]
            keys = ["unit", "hex", "side", "target", "units", "air", "armour", "lower", "lang", "seat", "self", "p"]
            for player in (german, watcher):
                for _ in range(1000):
                    about = {chance.choice(keys): chance.choice(odd) for _ in range(chance.randrange(4))}
                    answer = await player.do("ask", question=chance.choice(questions), about=about,
                                             lang=chance.choice(("en", "es", "xx")))
                    assert ("answer" in answer) != ("error" in answer), answer

    asyncio.run(attack())


def test_a_choice_on_an_outdated_view_is_refused(table: Any) -> None:
    server, match, links, _ = table

    async def attack() -> None:
        async with Player(server.port, match, links["soviet"]) as one, Player(
            server.port, match, links["soviet"]) as two:
            first, second = choices(one.view)[:2]
            answers = await asyncio.gather(one.choose(first, 0), two.choose(second, 0))
            assert sum("ok" in answer for answer in answers) == 1
            refused = next(answer for answer in answers if "error" in answer)
            assert refused["n"] == 1
            for n in (0, 2, 3, 999):
                assert "error" in await one.choose(choices(one.view)[0], n)

    asyncio.run(attack())
