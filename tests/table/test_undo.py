"""Taking back, with and without consent; table talk; who is here."""

from __future__ import annotations

import asyncio
from typing import Any

from .player import Player, Server, choices

MOVE = {"turn": 3, "step": "soviet.movement", "empty": True, "place": {"S-39": "3501", "S-43": "3400", "G-53": "3810"}}
FIGHT = {"turn": 3, "step": "soviet.combat_after", "empty": True, "dice": [6, 1],
         "place": {"S-39": "3601", "S-5": "3501", "G-9": "3602", "G-53": "3810"}}


def bare(view: Any) -> Any:
    return {key: bare(value) for key, value in view.items() if value is not None} if isinstance(view, dict) else view


def test_a_choice_that_revealed_nothing_is_taken_back_at_once(server: Server) -> None:
    begun = server.begin(situation=MOVE)

    async def game() -> None:
        match, links = begun["match"], begun["links"]
        async with Player(server.port, match, links["soviet"]) as soviet, Player(
            server.port, match, links["german"]) as german:
            before = bare(soviet.view)
            await soviet.make("unit:S-39")
            assert "error" in await german.do("undo", n=german.n)
            answer = await soviet.do("undo", n=soviet.n)
            assert answer.get("ok"), answer
            await soviet.reach(2)
            await german.reach(2)
            assert bare(soviet.view) == before
            assert german.changes[-1]["undo"] == 1 and german.n == 2
            await soviet.make("unit:S-43")
            assert soviet.n == 3
            journal = server.request(f"/api/matches/{match}/journal")[1].decode()
            assert '"undo": "unit:S-39"' in journal
            assert "error" in await soviet.do("undo", n=1)  # outdated

    asyncio.run(game())


def test_choices_that_belong_together_are_taken_back_together(server: Server) -> None:
    begun = server.begin(situation=MOVE)

    async def game() -> None:
        match, links = begun["match"], begun["links"]
        async with Player(server.port, match, links["soviet"]) as soviet:
            await soviet.make("unit:S-39", "hex:3502", "unit:S-43", "hex:3502")
            for count in (5, 99):
                assert "error" in await soviet.do("undo", n=4, count=count), "so many were not made"
            answer = await soviet.do("undo", n=4, count=3)
            assert answer.get("ok"), answer
            await soviet.reach(7)
            assert soviet.changes[-1]["undo"] == 3
            assert soviet.view["units"]["S-39"]["place"] == "3501"
            assert soviet.view["offer"]["about"]["unit"] == "S-39"

    asyncio.run(game())


def test_dice_are_among_choices_that_are_taken_back_together(server: Server) -> None:
    begun = server.begin(situation=FIGHT)

    async def game() -> None:
        match, links = begun["match"], begun["links"]
        async with (
            Player(server.port, match, links["soviet"]) as soviet,
            Player(server.port, match, links["german"]) as german,
        ):
            await soviet.make("hex:3602", "unit:S-39", "do:roll")
            assert (await soviet.do("undo", n=soviet.n, count=3)).get("waiting") == ["german"]
            await german.do("consent", to="undo", yes=True)
            await soviet.reach(6)
            assert soviet.changes[-1]["undo"] == 3

    asyncio.run(game())


def test_dice_are_taken_back_only_with_consent(server: Server) -> None:
    begun = server.begin(situation=FIGHT)

    async def game() -> None:
        match, links = begun["match"], begun["links"]
        async with (
            Player(server.port, match, links["soviet"]) as soviet,
            Player(server.port, match, links["german"]) as german,
            Player(server.port, match, begun["watch"]) as watcher,
        ):
            await soviet.make("hex:3602", "unit:S-39")
            ready = bare(soviet.view)
            await soviet.make("do:roll")
            assert (await soviet.do("undo", n=soviet.n)).get("waiting") == ["german"]
            assert (await german.hears("asked"))["by"] == "soviet"
            assert "error" in await soviet.do("consent", to="undo", yes=True)
            assert "error" in await watcher.do("consent", to="undo", yes=True)
            assert (await german.do("consent", to="undo", yes=False)).get("ok")
            assert (await soviet.hears("asked")) and (await soviet.hears("asked"))["asked"] is None
            assert soviet.n == 3
            assert "error" in await german.do("consent", to="undo", yes=True)  # nothing is asked any more
            await soviet.do("undo", n=soviet.n)
            await german.do("consent", to="undo", yes=True)
            await soviet.reach(4)
            assert bare(soviet.view) == ready
            await soviet.make("do:roll")
            fought = [event for change in soviet.changes for event in change["events"] if event["kind"] == "fought"]
            assert [event["dice"] for event in fought] == [[6], [1]]  # dice once rolled are never rolled again

    asyncio.run(game())


def test_a_choice_in_between_voids_the_request(server: Server) -> None:
    begun = server.begin(situation=FIGHT)

    async def game() -> None:
        match, links = begun["match"], begun["links"]
        async with Player(server.port, match, links["soviet"]) as soviet, Player(
            server.port, match, links["german"]) as german:
            await soviet.make("hex:3602", "unit:S-39", "do:roll")
            await soviet.do("undo", n=soviet.n)
            mover = soviet if soviet.view.get("offer") else german
            await mover.make(choices(mover.view)[0])
            assert "error" in await german.do("consent", to="undo", yes=True)

    asyncio.run(game())


def test_against_the_computer_taking_back_reaches_ones_own_choice(server: Server) -> None:
    begun = server.begin(situation={**MOVE, "step": "soviet.combat_after"},
                         seats={"soviet": "me", "german": "computer:random"})

    async def game() -> None:
        async with Player(server.port, begun["match"], begun["links"]["soviet"]) as soviet:
            before = bare(soviet.view)
            await soviet.make("do:end_phase")
            for _ in range(500):
                if soviet.n > 1 and soviet.view.get("to_move") == "soviet":
                    break
                await asyncio.sleep(0.01)
            answer = await soviet.do("undo", n=soviet.n)
            assert answer.get("ok"), answer
            await soviet.reach(soviet.n)
            await asyncio.sleep(0.2)
            assert bare(soviet.view) == before

    asyncio.run(game())


def test_nothing_is_taken_back_when_the_match_is_over(server: Server) -> None:
    begun = server.begin(situation={"turn": 9, "step": "german.combat_after", "empty": True, "place": {"G-53": "3810"}})

    async def game() -> None:
        async with Player(server.port, begun["match"], begun["links"]["german"]) as german:
            await german.make("do:end_phase")
            assert german.view["result"]["winner"] == "german"
            answer = await german.do("undo", n=german.n)
            assert "published" in answer["error"]["reason"]["en"]
            journal = server.request(f"/api/matches/{begun['match']}/journal")[1].decode()
            assert '"key"' in journal

    asyncio.run(game())


def test_table_talk_and_who_is_here(server: Server) -> None:
    begun = server.begin()

    async def game() -> None:
        match, links = begun["match"], begun["links"]
        async with Player(server.port, match, links["soviet"]) as soviet:
            assert soviet.messages[0]["players"]["german"]["here"] is False
            async with Player(server.port, match, begun["watch"]) as watcher:
                async with Player(server.port, match, links["german"]) as german:
                    assert (await german.do("say", text="Guten Tag, Genosse")).get("ok")
                talk = (await soviet.hears("talk"))["talk"]
                while isinstance(talk, list):
                    talk = (await soviet.hears("talk"))["talk"]
                assert talk["seat"] == "german" and talk["text"] == "Guten Tag, Genosse"
                await watcher.do("say", text="¡Suerte!")
        async with Player(server.port, match, links["soviet"]) as soviet:
            assert [(word["seat"], word["text"]) for word in soviet.messages[0]["talk"]] == [
                ("german", "Guten Tag, Genosse"), (None, "¡Suerte!")]

    asyncio.run(game())


def test_one_is_told_what_taking_back_would_mean(server: Server) -> None:
    begun = server.begin(situation=FIGHT)

    async def game() -> None:
        match, links = begun["match"], begun["links"]
        async with Player(server.port, match, links["soviet"]) as soviet, Player(
            server.port, match, links["german"]) as german:
            assert soviet.messages[0]["can"] == {"undo": None, "redo": False}
            await soviet.make("hex:3602", "unit:S-39")
            alone = {"count": 1, "others": False, "rolled": False, "of": []}
            assert soviet.changes[-1]["can"] == {"undo": alone, "redo": False}
            await german.reach(2)
            assert german.changes[-1]["can"] == {"undo": None, "redo": False}
            await soviet.make("do:roll")
            assert soviet.changes[-1]["can"]["undo"] == {"count": 1, "others": False, "rolled": True, "of": ["german"]}

    asyncio.run(game())


def test_what_was_taken_back_is_made_again(server: Server) -> None:
    begun = server.begin(situation=MOVE)

    async def game() -> None:
        async with Player(server.port, begun["match"], begun["links"]["soviet"]) as soviet:
            await soviet.make("unit:S-39", "hex:3502")
            moved = bare(soviet.view)
            for n in (2, 3):
                assert (await soviet.do("undo", n=n)).get("ok")
                await soviet.reach(n + 1)
            assert soviet.changes[-1]["can"]["redo"] is True
            for n in (4, 5):
                assert (await soviet.do("redo", n=n)).get("ok")
                await soviet.reach(n + 1)
            assert bare(soviet.view) == moved and soviet.changes[-1]["can"]["redo"] is False
            assert "error" in await soviet.do("redo", n=soviet.n)
            await soviet.do("undo", n=6)
            await soviet.reach(7)
            await soviet.make("hex:3401")  # something else: what was taken back is history
            assert "error" in await soviet.do("redo", n=soviet.n)

    asyncio.run(game())


def test_dice_that_were_taken_back_stay_in_the_log_and_are_not_rolled_again(server: Server) -> None:
    begun = server.begin(situation=FIGHT, seats={"soviet": "me", "german": "computer:random"})

    async def game() -> None:
        match, token = begun["match"], begun["links"]["soviet"]
        async with Player(server.port, match, token) as soviet:
            await soviet.make("hex:3602", "unit:S-39", "do:roll")
            while soviet.view.get("to_move") != "soviet":  # the computer retreats
                await asyncio.sleep(0.01)
            what = soviet.changes[-1]["can"]["undo"]
            assert what["rolled"] and what["others"] and not what["of"]
            n = soviet.n
            assert (await soviet.do("undo", n=n)).get("ok")
            await soviet.reach(n + what["count"])
            assert "error" in await soviet.do("redo", n=soviet.n), "a roll is not made again"
        async with Player(server.port, match, token) as soviet:
            log = soviet.messages[0]["log"]
            undone = [entry for entry in log if entry.get("undone")]
            assert [entry["n"] for entry in log] == sorted(entry["n"] for entry in log)
            assert any(event.get("dice") == [6] for event in undone[0]["events"])

    asyncio.run(game())


def test_the_course_counts_dice_losses_points_and_luck_and_forgets_what_was_taken_back(server: Server) -> None:
    begun = server.begin(situation={**FIGHT, "dice": [6, 1]}, seats={"soviet": "me", "german": "friend"})

    async def game() -> None:
        match, links = begun["match"], begun["links"]
        async with Player(server.port, match, links["soviet"]) as soviet, Player(
            server.port, match, links["german"]) as german:
            empty = (await soviet.do("course"))["answer"]
            assert empty["dice"]["soviet"]["attacks"] == 0 and empty["losses"] == {} and empty["turns"] == []
            await soviet.make("hex:3602", "unit:S-39", "do:roll")
            told = (await soviet.do("course"))["answer"]["dice"]["soviet"]
            assert told["attacks"] == 1 and told["faces"][5] == 1
            assert told["luck"] > 0, "a six is better than the average"
            await soviet.do("undo", n=soviet.n)
            await german.do("consent", to="undo", yes=True)
            await soviet.reach(4)
            assert (await soviet.do("course"))["answer"] == empty

    asyncio.run(game())
