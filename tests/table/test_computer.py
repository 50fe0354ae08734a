"""Computer players at the table: one by one, with events and progress, by the same rules as anybody."""

from __future__ import annotations

import asyncio
import json
import pickle
import random
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import stavka
from stavka.kit.words import Message
from stavka.players import NAMES, Decision, Desk, Seen, seal, seed_for, tell, unseal
from stavka.players.thinker import Job, Thinker
from stavka.table import computer, thinkers
from stavka.table.driver import job_of
from stavka.table.hall import Hall
from stavka.table.messages import Start
from stavka.table.sqlite import SqliteStore
from stavka.table.thinkers import ThinkingFailed
from stavka.table.words import Refused
from tests.playing import offered

from .player import PATIENCE, Player, Server, choices
from .test_room import Listener

LAST_PHASE = {"turn": 2, "step": "soviet.combat_after", "seed": 9}
"""The Soviets have only this phase to end before it is the Germans' turn."""


def test_a_person_plays_the_computer(server: Server) -> None:
    begun = server.begin(seed=51, seats={"soviet": "me", "german": "computer:random"})
    assert list(begun["links"]) == ["soviet"]

    async def game() -> None:
        chance = random.Random(51)
        async with Player(server.port, begun["match"], begun["links"]["soviet"]) as soviet:
            for _ in range(20_000):
                if soviet.view.get("result"):
                    break
                if soviet.view.get("to_move") == "soviet":
                    await soviet.make(chance.choice(choices(soviet.view)))
                else:
                    await asyncio.sleep(0.002)
            assert soviet.view["result"]
            await asyncio.sleep(0.2)
            by_computer = [change for change in soviet.changes if change["seat"] == "german"]
            assert len(by_computer) > 50 and any(change["events"] for change in by_computer)
            progress = [message["computer"] for message in soviet.messages if "computer" in message]
            assert progress[0]["thinking"] and not progress[-1]["thinking"]

    asyncio.run(game())


def test_two_computers_play_while_somebody_watches(server: Server) -> None:
    begun = server.begin(seed=52, seats={"soviet": "computer:random", "german": "computer:random"})
    assert begun["links"] == {}

    async def game() -> None:
        async with Player(server.port, begun["match"], begun["watch"]) as watcher:
            for _ in range(3000):
                if watcher.view.get("result"):
                    break
                await asyncio.sleep(0.01)
            assert watcher.view["result"] and len(watcher.changes) == watcher.n > 200

    asyncio.run(game())


async def until(holds: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait for something, but not forever."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it never came"
        await asyncio.sleep(0.01)


# -- levels --------------------------------------------------------------------------------------------------------


def test_the_lobby_has_the_levels_of_every_game(server: Server) -> None:
    games = {game["key"]: game["players"] for game in server.json("/api/games")}
    assert [player["key"] for player in games["dagc"]] == [f"computer:{level}" for level in NAMES]
    for players in games.values():
        assert players[0]["key"] == "computer:random"
        assert [player["key"] for player in players if player["usual"]] == [
            "computer:regular" if len(players) > 1 else "computer:random"]
        assert all(player[part]["en"] != player[part]["es"] or player["key"] == "computer:regular"
                   for player in players for part in ("name", "about"))


def test_a_game_without_a_staff_has_only_the_random_player(monkeypatch: pytest.MonkeyPatch) -> None:
    game = stavka.game("dagc")
    monkeypatch.setattr(type(game), "staff", None)
    monkeypatch.delitem(game.__dict__, "staff", raising=False)
    assert [player["key"] for player in computer.describe(game)] == ["computer:random"]
    assert not computer.can_advise(game)
    with pytest.raises(Refused) as refused:
        computer.check(game, "veteran")
    assert refused.value.reason == {
        "en": f"{game.title['en']} has no computer player veteran yet; there are random.",
        "es": f"{game.title['es']} no tiene todavía el jugador automático veteran; hay random.",
    }
    computer.check(game, "random")


# -- playing -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["novice", "regular"])
def test_the_same_match_and_level_play_the_same(server: Server, level: str) -> None:
    seats = dict.fromkeys(("soviet", "german"), f"computer:{level}")

    async def played() -> list[str]:
        begun = server.begin(seed=54, seats=seats)
        async with Player(server.port, begun["match"], begun["watch"]) as watcher:
            await until(lambda: watcher.n >= 120)
        lines = server.request(f"/api/matches/{begun['match']}/journal")[1].decode().splitlines()
        return lines[1:121]

    async def both() -> None:
        one, other = await played(), await played()
        assert one == other

    asyncio.run(both())


def test_a_plan_can_be_read_when_the_turn_is_over_and_not_before(server: Server) -> None:
    begun = server.begin(situation=LAST_PHASE, seats={"soviet": "me", "german": "computer:regular"})

    async def game() -> None:
        match = begun["match"]
        async with (
            Player(server.port, match, begun["links"]["soviet"]) as soviet,
            Player(server.port, match, begun["watch"]) as watcher,
        ):
            asked = 0
            while soviet.view["turn"] == 2:
                for someone in (soviet, watcher) if soviet.view["phase"].startswith("german") else ():
                    asked += 1  # again and again while the Germans play
                    if (await someone.do("plans"))["answer"]:  # then the turn is over, which may not have been told yet
                        await until(lambda: soviet.view["turn"] == watcher.view["turn"] == 3)
                offered = choices(soviet.view)
                if offered:
                    await soviet.make("do:end_phase" if "do:end_phase" in offered else offered[0])
                else:
                    await asyncio.sleep(0)
            assert asked > 2
            assert (await soviet.hears("plans"))["plans"] == 1
            english, spanish = [(await watcher.do("plans", lang=lang))["answer"] for lang in ("en", "es")]
            assert [(plan["turn"], plan["seat"]) for plan in english] == [(2, "german")]
            lines = [line for phase in english[0]["phases"] for line in phase["lines"]]
            assert any(line.startswith("Aims: to ") for line in lines)
            assert len(lines) == len(set(lines)), "nothing is said twice"
            assert any(line.startswith("Objetivos: ") for phase in spanish[0]["phases"]
                       for line in phase["lines"])
            assert "error" in await watcher.do("plans", lang="fr")
        async with Player(server.port, match, begun["watch"]) as late:
            assert (await late.hears("plans"))["plans"] == 1

    asyncio.run(game())


def test_it_goes_on_after_the_server_was_killed(tmp_path: Path) -> None:
    server = Server(tmp_path)
    begun = server.begin(seed=55, seats=dict.fromkeys(("soviet", "german"), "computer:novice"))

    async def watch(least: int) -> int:
        async with Player(server.port, begun["match"], begun["watch"]) as watcher:
            await until(lambda: watcher.n >= least)
            return watcher.n

    n = asyncio.run(watch(37))  # in the middle of a phase
    server.kill()
    server.start()
    assert asyncio.run(watch(n + 60)) >= n + 60
    server.stop()


def test_undo_takes_back_what_the_computer_did_too(server: Server) -> None:
    begun = server.begin(situation=LAST_PHASE, seats={"soviet": "me", "german": "computer:novice"})

    async def game() -> None:
        async with Player(server.port, begun["match"], begun["links"]["soviet"]) as soviet:
            first = soviet.view["offer"]
            for _ in range(2):
                await soviet.make("do:end_phase")
                await until(lambda: soviet.view["to_move"] == "soviet")
                assert soviet.view["phase"] != first["step"]
                while soviet.view["phase"] != first["step"] or soviet.view["turn"] != 2:
                    await soviet.do("undo", n=soviet.n)
                    await asyncio.sleep(0.01)
                assert soviet.view["offer"] == first

    asyncio.run(game())


def test_processes_that_think_end_with_the_server(tmp_path: Path) -> None:
    def children(server: Server) -> list[int]:
        assert server.process is not None
        found = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children")
        return [int(pid) for pid in found.read_text().split()] if found.exists() else []

    for end in ("stop", "kill"):
        server = Server(tmp_path)
        begun = server.begin(seed=56, seats=dict.fromkeys(("soviet", "german"), "computer:veteran"))

        async def watch(server: Server = server, begun: Any = begun) -> list[int]:
            async with Player(server.port, begun["match"], begun["watch"]) as watcher:
                await until(lambda: watcher.n >= 3)
                return children(server)

        thinking = asyncio.run(watch())
        getattr(server, end)()
        if not Path("/proc/self/task").exists():
            pytest.skip("this system does not tell about processes")
        assert thinking
        asyncio.run(until(partial(_are_gone, thinking)))


def _are_gone(pids: list[int]) -> bool:
    return not any(_runs(pid) for pid in pids)


def _runs(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


# -- what a player is told -----------------------------------------------------------------------------------------


def stacked(under_a: str, under_b: str) -> stavka.Match:
    """Two Soviet stacks; what lies under the top unit the Germans, who have to move, cannot see."""
    return stavka.game("dagc").situation({
        "turn": 3, "step": "german.movement", "empty": True, "seed": under_a, "dice": [6, 5, 4],
        "place": {under_a: "3505", "S-5GT": "3505", under_b: "3707", "S-11G": "3707", "G-53": "3506", "G-6": "3708"}})


def test_nothing_hidden_goes_to_the_process_that_thinks() -> None:
    one, other = stacked("S-39", "S-43"), stacked("S-43", "S-39")
    assert one.digest != other.digest and one.view("german") == other.view("german")
    assert seal(Seen.of(one)) == seal(Seen.of(other))
    data = seal(Seen.of(one))
    dice = one.position.dice
    assert dice.key not in data and dice.key.hex().encode() not in data and b"dice" not in data and b"S-39" not in data
    seen = unseal(one.game, data)
    assert seen.view == one.view("german")
    assert seen.imagine(3).position.dice.key != dice.key


@pytest.mark.parametrize("game", stavka.games())
def test_imagining_again_comes_to_the_same(game: str) -> None:
    match = stavka.game(game).start(seed=57)
    desks = {seat: Desk(match.game, "random", seat) for seat in match.game.seats}
    hidden = 0
    while match.offer is not None and len(match.records) < 400:
        seen = Seen.of(match)
        if len(match.records) % 7 == 0:
            hidden += len(match.view(seen.seat)["units"]) < len(match.game.counters)
            again = unseal(match.game, seal(seen))
            assert again.offer.choices == seen.offer.choices and again.view == seen.view
            assert [again.imagine(n).digest for n in (1, 5)] == [seen.imagine(n).digest for n in (1, 5)]
        match.choose(desks[seen.seat].decide(seen).choice)
    assert hidden > 5 or game != "dagc"


def test_a_thinker_decides_as_one_at_the_table_would() -> None:
    match = stavka.game("dagc").start(seed=58)
    desks = {seat: Desk(match.game, "regular", "x") for seat in match.game.seats}
    thinker = Thinker()
    for _ in range(150):
        assert match.offer is not None
        seat = match.offer.seat
        job = Job("dagc", None, "m", seat, "regular", "x", seal(Seen.of(match)))
        decision = desks[seat].decide(Seen.of(match))
        assert thinker.decide(pickle.loads(pickle.dumps(job))) == decision
        match.choose(decision.choice)
    assert isinstance(thinker.decide(Job("dagc", None, "m", "german", "marshal", "x", b"")), str)


def test_the_seed_of_a_player_says_nothing_about_the_dice() -> None:
    key = bytes(range(32))
    seeds = {seed_for(key, seat) for seat in ("soviet", "german")} | {seed_for(bytes(32), "soviet")}
    assert len(seeds) == 3
    assert not any(key.hex() in seed for seed in seeds)


def test_sentences_about_hidden_units_are_left_out() -> None:
    game = stavka.game("dagc")

    def hold(*units: str) -> Message:
        return Message("mission.hold", {"hex": "3116", "units": list(units)})

    messages = [hold("S-39", "S-43"), hold("S-5GT"), Message("plan.rejected", {"idea": hold("S-39"), "worse": 1})]
    assert len(tell(game, messages, "en")) == 3
    told = tell(game, messages, "en", {"S-39"})
    assert len(told) == 2 and "39th" not in " ".join(told) and told[1].endswith(": 2 sentences.")
    assert tell(game, messages, "es", {"S-39"})[1].endswith(": 2 frases.")


# -- failures ------------------------------------------------------------------------------------------------------


def test_a_player_that_fails_does_not_stop_the_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(_: thinkers.Thinker, job: Job) -> Decision:
        if job.seat == "soviet":
            raise ThinkingFailed("no idea")
        return Decision("hex:9999")

    monkeypatch.setattr(thinkers.Thinker, "decide", fail)

    async def game() -> None:
        hall = Hall(SqliteStore(tmp_path / "matches.db"))
        await hall.open()
        stored = await hall.start(Start("dagc", seed=59, seats=dict.fromkeys(("soviet", "german"), "computer:regular")))
        room = await hall.room(stored.id)
        await Listener().join(room, "")
        await until(lambda: room.match.turn > 1 or room.is_over)
        await hall.close()

    asyncio.run(game())


def test_a_process_that_is_lost_is_started_again() -> None:
    match = stavka.game("dagc").situation(LAST_PHASE)
    job = Job("dagc", None, "m", "soviet", "novice", "x", seal(Seen.of(match)))

    async def think() -> None:
        thinker = thinkers.Thinker()
        assert (await thinker.decide(job)).choice in offered(match)
        assert thinker._process is not None
        thinker._process.kill()
        with pytest.raises(ThinkingFailed):
            await thinker.decide(job)
        assert (await thinker.decide(job)).choice in offered(match)
        waiting = asyncio.create_task(thinker.decide(job))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert (await thinker.decide(job)).choice in offered(match)
        await thinker.close()

    asyncio.run(think())


# -- hints ---------------------------------------------------------------------------------------------------------


def test_a_hint_is_a_legal_choice_with_its_plan_in_both_languages(server: Server) -> None:
    begun = server.begin(seed=53)

    async def game() -> None:
        match, links = begun["match"], begun["links"]
        async with Player(server.port, match, links["soviet"]) as soviet:
            english, spanish = [(await soviet.do("hint", lang=lang))["answer"] for lang in ("en", "es")]
            assert english["choice"] == spanish["choice"] and english["choice"] in choices(soviet.view)
            assert english["n"] == 0 and english["name"]
            assert "Aims: to " in "\n".join(english["plan"])
            assert "Objetivos: " in "\n".join(spanish["plan"])
            await soviet.make(english["choice"])
            assert (await soviet.do("hint"))["answer"]["choice"] in choices(soviet.view)

    asyncio.run(game())


def test_hints_that_are_refused_change_nothing(server: Server) -> None:
    begun = server.begin(seed=53)

    async def game() -> None:
        match, links = begun["match"], begun["links"]
        async with (
            Player(server.port, match, links["soviet"]) as soviet,
            Player(server.port, match, links["german"]) as german,
            Player(server.port, match, begun["watch"]) as watcher,
        ):
            refused = [await german.do("hint"), await watcher.do("hint"), await soviet.do("hint", lang="fr"),
                       await soviet.do("hint", level="veteran")]
            reasons = [answer["error"]["reason"] for answer in refused]
            assert [reason["en"] for reason in reasons[:3]] == [
                "There is nothing for you to choose.", "Watchers only watch.",
                "There is no language fr; there are en, es."]
            assert all(reason["en"] != reason["es"] for reason in reasons)
            assert {player.n for player in (soviet, german, watcher)} == {0}

    asyncio.run(game())


def test_no_hint_in_a_game_without_an_adviser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computer, "can_advise", lambda _: False)

    async def game() -> None:
        hall = Hall(SqliteStore(tmp_path / "matches.db"))
        await hall.open()
        room = await hall.room((await hall.start(Start("dagc", seed=53))).id)
        with pytest.raises(Refused) as refused:
            await room.hint("soviet", "en")
        assert refused.value.reason["en"].startswith("Nobody can advise you on Destruction of Army Group Center yet")
        assert refused.value.reason["es"].startswith("Nadie puede aconsejarte todavía en La destrucción")
        await hall.close()

    asyncio.run(game())


def test_one_hint_at_a_time_and_the_player_may_go_on_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Job] = []
    answer = asyncio.Event()

    async def slowly(_: thinkers.Thinker, job: Job, payer: str) -> Decision:
        assert payer == "here"
        asked.append(job)
        await answer.wait()
        return Decision(offered(stavka.game("dagc").start(seed=53)).nth(0))

    monkeypatch.setattr(thinkers.Thinker, "decide", slowly)

    async def game() -> None:
        hall = Hall(SqliteStore(tmp_path / "matches.db"))
        await hall.open()
        room = await hall.room((await hall.start(Start("dagc", seed=53))).id)
        listener = Heard()
        socket = await listener.join(room, "soviet")
        for id in range(1, 5):
            await socket.receive(f'{{"id": {id}, "do": "hint"}}')
        await socket.receive('{"id": 9, "do": "ask", "question": "victory"}')
        await until(lambda: 9 in listener.answers)
        assert [listener.answers[id]["error"]["reason"]["es"] for id in (2, 3, 4)] == [
            "El asesor todavía está pensando en tu última pregunta."] * 3
        answer.set()
        await until(lambda: 1 in listener.answers)
        await socket.receive('{"id": 10, "do": "hint"}')
        await until(lambda: 10 in listener.answers)
        assert listener.answers[10]["answer"] == listener.answers[1]["answer"]
        assert len(asked) == 1 and asked[0].level is None, "the same question is thought about once"
        assert job_of(room, "soviet", None, "").sealed == asked[0].sealed
        await hall.close()

    asyncio.run(game())


class Heard(Listener):
    """Remembers answers by their id."""

    def __init__(self) -> None:
        super().__init__()
        self.answers: dict[int, Any] = {}

    async def write(self, text: str) -> None:
        await super().write(text)
        message = json.loads(text)
        if "re" in message:
            self.answers[message["re"]] = message


def test_unknown_players_and_seats_are_refused(server: Server) -> None:
    def refused(**body: Any) -> str:
        status, answer = server.request("/api/matches", {"game": "dagc", **body})
        assert status in (400, 404)
        return answer.decode()

    genius = json.loads(refused(seats={"german": "computer:genius"}))["error"]["reason"]
    assert genius == {"en": "There is no computer player genius; there are random, novice, regular, veteran, marshal.",
                      "es": "No hay ningún jugador automático genius; hay random, novice, regular, veteran, marshal."}
    assert "soviet, german" in refused(seats={"polish": "me"})
    assert "somebody" in refused(seats={"german": "somebody"})
