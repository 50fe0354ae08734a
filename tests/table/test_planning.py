"""The planning board: a copy in which one moves for all sides and a sketch, for nobody else and without any effect."""

from __future__ import annotations

import asyncio
import json

from .player import Player, Server, choices
from .test_seats import call
from .test_undo import FIGHT, bare


def test_a_copy_is_played_for_both_sides_and_never_touches_the_match(public: Server) -> None:
    begun = public.begin(situation=FIGHT)
    match, links = begun["match"], begun["links"]

    async def game() -> None:
        async with Player(public.port, match, links["german"]) as german:
            before = bare(german.view)
            status, copy = await asyncio.to_thread(call, public, f"/api/matches/{match}/copy", {}, links["german"])
            assert status == 201 and set(copy["links"]) == {"soviet", "german"}
            async with Player(public.port, copy["match"], copy["links"]["soviet"]) as soviet, Player(
                public.port, copy["match"], copy["links"]["german"]) as own:
                standing = (await own.hears("affairs"))["affairs"]
                assert standing["copy_of"] == match
                assert bare(own.view) == before
                await soviet.make("hex:3602", "unit:S-39", "do:roll")
                await own.reach(soviet.n)
                assert (await soviet.do("undo", n=soviet.n))["waiting"] == ["german"]
                assert (await own.do("consent", to="undo", yes=True)).get("ok")
                await soviet.reach(4)
            assert german.n == 0 and bare(german.view) == before
            assert copy["match"] not in json.dumps(german.messages)

    asyncio.run(game())
    for token in (links["soviet"], begun["watch"]):
        assert "copy-" not in json.dumps(call(public, "/api/matches", token=token)[1])
    assert call(public, f"/api/matches/{match}/copy", {}, begun["watch"])[0] == 403
    assert call(public, f"/api/matches/{match}", token=links["soviet"])[1]["n"] == 0


def test_a_copy_tells_its_owner_nothing_that_is_hidden_from_him(public: Server) -> None:
    """In dagc one sees only the top of an enemy stack: what lies below is drawn anew in every copy."""
    begun = public.begin(seed=7)
    match, links = begun["match"], begun["links"]

    async def stacks(id: str, token: str) -> dict[str, list[str]]:
        async with Player(public.port, id, token) as player:
            return {hex: stack for hex, stack in player.view["stacks"].items() if len(stack) > 1}

    real = asyncio.run(stacks(match, links["soviet"]))
    seen = []
    for _ in range(4):
        copy = call(public, f"/api/matches/{match}/copy", {}, links["german"])[1]
        seen.append(asyncio.run(stacks(copy["match"], copy["links"]["soviet"])))
    hidden = [hex for hex in real if any(copy.get(hex) != real[hex] for copy in seen)]
    assert hidden, "every copy shows the enemy's stacks as they are"


def test_a_sketch_is_for_its_owner_alone(public: Server) -> None:
    begun = public.begin()
    match, links = begun["match"], begun["links"]
    address = f"/api/matches/{match}/sketch"
    drawn = {"arrows": [["3501", "3602"]], "notes": {"3602": "here, on turn 3"}}
    assert call(public, address, token=links["soviet"])[1] == {}
    assert call(public, address, drawn, links["soviet"], method="PUT")[0] == 200
    assert call(public, address, token=links["soviet"])[1] == drawn
    assert call(public, address, token=links["german"])[1] == {}
    assert call(public, address, token=begun["watch"])[0] == 403
    for wrong in ({"arrows": [["1"]]}, {"notes": {"1": "x" * 201}}, {"arrows": [["1", "2"]] * 201}, {"other": 1}):
        assert call(public, address, wrong, links["soviet"], method="PUT")[0] == 400

    async def watch() -> str:
        async with Player(public.port, match, links["german"]) as german:
            await german.do("view")
            assert choices(german.view) == []
            return "".join(german.heard)

    assert "on turn 3" not in asyncio.run(watch())
