"""Seats are claimed: nobody holds the link of a seat that is not his. Invitations, lists, leaving, names, rematches."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path
from typing import Any

from .player import Player, Server, choices

OVER = {"turn": 9, "step": "german.combat_after", "empty": True, "place": {"G-53": "3810"}}
"""A position in which the German ends the match by ending his phase."""


def call(server: Server, path: str, body: Any = None, token: str = "", *, method: str | None = None) -> tuple[int, Any]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    status, text = server.request(path, body, headers, method=method)
    return status, json.loads(text)


def test_whoever_begins_a_match_gets_his_own_seat_and_invitations_to_the_others(public: Server) -> None:
    begun = public.start_match(seats={"soviet": "me"}, me="Zhukov")
    match, code = begun["match"], begun["invitations"]["german"]["code"]
    assert set(begun["links"]) == {"soviet"}
    about = public.json(f"/api/matches/{match}/invitation", {"code": code})
    assert about["seat"] == "german" and about["seats"]["soviet"]["name"] == "Zhukov"
    assert code not in json.dumps(about) and begun["links"]["soviet"] not in json.dumps(about)
    status, taken = call(public, f"/api/matches/{match}/claim", {"code": code, "name": "Model"})
    assert status == 201 and taken["seat"] == "german"
    everything = json.dumps([
        call(public, f"/api/matches/{match}", token=begun["links"]["soviet"]),
        call(public, f"/api/matches/{match}", token=begun["host"]),
        call(public, f"/api/matches/{match}/invitations", token=begun["host"]),
        call(public, "/api/matches", token=begun["links"]["soviet"])])
    assert "Model" in everything and taken["token"] not in everything
    assert call(public, f"/api/matches/{match}/claim", {"code": code})[0] == 404  # it is worth one claim

    async def sees_the_german_seat() -> None:
        async with Player(public.port, match, taken["token"]) as german:
            assert german.view["seat"] == "german"

    asyncio.run(sees_the_german_seat())


def test_an_invitation_is_copied_again_renewed_and_revoked(public: Server) -> None:
    begun = public.start_match(seats={"soviet": "me"})
    match, own, first = begun["match"], begun["links"]["soviet"], begun["invitations"]["german"]["code"]
    address = f"/api/matches/{match}/invitations"
    assert call(public, address, token=own)[1]["german"]["code"] == first
    renewed = call(public, address, {"seat": "german", "to": "Model"}, own)[1]["german"]
    assert renewed["to"] == "Model" and renewed["code"] != first
    assert call(public, f"/api/matches/{match}/claim", {"code": first})[0] == 404
    assert call(public, address, {"seat": "german", "revoke": True}, own)[1] == {}
    assert call(public, f"/api/matches/{match}/claim", {"code": renewed["code"]})[0] == 404
    assert call(public, address, {"seat": "german"}, begun["watch"])[0] == 403
    assert call(public, address, {"seat": "soviet"}, own)[0] == 400  # somebody holds it
    assert call(public, address, {"seat": "nobody"}, own)[0] == 400


def test_two_who_claim_at_once_do_not_both_get_the_seat(public: Server) -> None:
    begun = public.start_match(seats={"soviet": "me"})
    code = begun["invitations"]["german"]["code"]

    async def rush() -> list[int]:
        claims = [asyncio.to_thread(call, public, f"/api/matches/{begun['match']}/claim", {"code": code})
                  for _ in range(8)]
        return [status for status, _ in await asyncio.gather(*claims)]

    assert sorted(asyncio.run(rush())) == [201] + [404] * 7


def test_open_games_are_listed_and_private_ones_are_not(public: Server) -> None:
    shown = public.start_match(seats={"soviet": "me"}, me="Zhukov", name="Bagration", terms={"listed": True})
    hidden = public.start_match(seats={"soviet": "me"})
    named = public.start_match(seats={"soviet": "me"}, terms={"listed": True}, to={"german": "Model"})
    watched = public.start_match(seats={"soviet": "me"}, terms={"watch": "public"})
    lists = public.json("/api/lobby")
    listed = {entry["match"]: entry for entry in lists["open"]}
    assert shown["match"] in listed and not {hidden["match"], named["match"], watched["match"]} & set(listed)
    entry = listed[shown["match"]]
    assert entry["name"] == "Bagration" and entry["seats"]["german"]["free"] is True and "watch" not in entry
    secrets = [shown["links"]["soviet"], shown["host"], shown["invitations"]["german"]["code"], shown["watch"]]
    assert not any(secret in json.dumps(lists) for secret in secrets)
    assert [entry["watch"] for entry in lists["watch"] if entry["match"] == watched["match"]] == [watched["watch"]]
    status, taken = call(public, f"/api/matches/{shown['match']}/claim", {"seat": "german", "name": "Model"})
    assert status == 201 and taken["token"]
    assert shown["match"] not in {entry["match"] for entry in public.json("/api/lobby")["open"]}
    for match in (hidden, named):
        assert call(public, f"/api/matches/{match['match']}/claim", {"seat": "german"})[0] == 404


def test_a_seat_that_is_left_can_be_taken_by_somebody_else(public: Server) -> None:
    begun = public.begin(seats={"soviet": "me"})
    match, links = begun["match"], begun["links"]

    async def game() -> None:
        async with Player(public.port, match, links["soviet"]) as soviet:
            async with Player(public.port, match, links["german"]) as german:
                left = await asyncio.to_thread(
                    call, public, f"/api/matches/{match}/leave", {"seat": "german"}, links["german"])
                assert left[0] == 200
                await german.gone()
            standing = await soviet.until("affairs", lambda affairs: affairs["holders"]["german"]["open"])
            taken = await asyncio.to_thread(call, public, f"/api/matches/{match}/claim", {
                "code": standing["invitations"]["german"]["code"]})
            assert taken[0] == 201 and taken[1]["token"] != links["german"]

    asyncio.run(game())
    assert call(public, f"/api/matches/{match}", token=links["german"])[0] == 403
    assert call(public, f"/api/matches/{match}/leave", {"seat": "soviet"}, links["german"])[0] == 403


def test_a_match_is_renamed_and_deleted_by_those_at_the_table(public: Server) -> None:
    begun = public.start_match(seats={"soviet": "me"})
    match, own = begun["match"], begun["links"]["soviet"]
    assert call(public, f"/api/matches/{match}/name", {"name": " Der Sommer "}, own)[0] == 200
    assert call(public, f"/api/matches/{match}", token=own)[1]["name"] == "Der Sommer"
    assert call(public, f"/api/matches/{match}/name", {"name": "x"}, begun["watch"])[0] == 403
    assert call(public, f"/api/matches/{match}/name", {"name": "x" * 61}, own)[0] == 400
    assert call(public, f"/api/matches/{match}", token=begun["watch"], method="DELETE")[0] == 403
    code = begun["invitations"]["german"]["code"]
    other = call(public, f"/api/matches/{match}/claim", {"code": code})[1]["token"]
    assert call(public, f"/api/matches/{match}", token=own, method="DELETE")[0] == 403  # somebody else plays it
    assert call(public, f"/api/matches/{match}/leave", {"seat": "german"}, other)[0] == 200
    assert call(public, f"/api/matches/{match}", token=own, method="DELETE")[0] == 200
    assert call(public, f"/api/matches/{match}", token=own)[0] == 404
    assert call(public, "/api/matches", token=own)[1] == []


def test_a_rematch_exchanges_the_seats(public: Server) -> None:
    begun = public.start_match(seats={"soviet": "me"}, me="Zhukov", situation=OVER)
    match, links = begun["match"], begun["links"]
    taken = call(public, f"/api/matches/{match}/claim", {
        "code": begun["invitations"]["german"]["code"], "name": "Model"})[1]
    assert call(public, f"/api/matches/{match}/rematch", {}, links["soviet"])[0] == 400  # it is not over

    async def end() -> None:
        async with Player(public.port, match, taken["token"]) as german:
            await german.make("do:end_phase")
            assert german.view["result"]

    asyncio.run(end())
    assert call(public, f"/api/matches/{match}/rematch", {}, begun["watch"])[0] == 403
    status, first = call(public, f"/api/matches/{match}/rematch", {}, links["soviet"])
    assert status == 201 and set(first["links"]) == {"german"}
    second = call(public, f"/api/matches/{match}/rematch", {}, taken["token"])[1]
    assert second["match"] == first["match"] and set(second["links"]) == {"soviet"}
    entry = call(public, f"/api/matches/{first['match']}", token=first["links"]["german"])[1]
    assert {seat: held["name"] for seat, held in entry["seats"].items()} == {"soviet": "Model", "german": "Zhukov"}
    assert call(public, f"/api/matches/{match}", token=links["soviet"])[1]["result"]  # the old one is kept


def test_matches_of_a_database_without_people_open_as_before(tmp_path: Path) -> None:
    server = Server(tmp_path)
    begun = server.begin()
    server.stop()
    with sqlite3.connect(tmp_path / "matches.db") as db:
        tables = [name for name, in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for table in set(tables) - {"matches", "tokens", "lines", "talk", "sqlite_sequence"}:
            db.execute(f"DROP TABLE {table}")
        db.execute("UPDATE lines SET status = CAST(json_remove(status, '$.times') AS BLOB)")
    server.start()
    try:
        assert [entry["match"] for entry in server.json("/api/matches")] == [begun["match"]]

        async def play() -> None:
            async with Player(server.port, begun["match"], begun["links"]["soviet"]) as soviet:
                await soviet.make(choices(soviet.view)[0])
                assert (await soviet.do("resign")).get("ok")
                await soviet.hears("view")

        asyncio.run(play())
    finally:
        server.stop()
