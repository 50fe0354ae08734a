"""What goes over a socket: large messages deflated for whoever offers it, as browsers do, small ones as they are."""

from __future__ import annotations

import asyncio
import json
import random
import zlib
from collections.abc import Sequence
from typing import Any

from websockets.asyncio.client import connect
from websockets.extensions.base import Extension
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory, PerMessageDeflate
from websockets.frames import CloseCode, Frame
from websockets.typing import ExtensionParameter

import stavka
from stavka.table.wire import LARGE

from .player import PATIENCE, Message, Player, Server, choices

MOST = 3000
"""The most bytes on the wire for what one choice changes in a view, a whole set-up included."""


class Scales(PerMessageDeflate):
    """Notes how many bytes every message has on the wire, and whether it was deflated."""

    def __init__(self, usual: PerMessageDeflate) -> None:
        super().__init__(usual.remote_no_context_takeover, usual.local_no_context_takeover,
                         usual.remote_max_window_bits, usual.local_max_window_bits)
        self.noted: list[tuple[int, bool]] = []

    def decode(self, frame: Frame, *, max_size: int | None = None) -> Frame:
        self.noted.append((len(frame.data), frame.rsv1))
        return super().decode(frame, max_size=max_size)


class Offering(ClientPerMessageDeflateFactory):
    """Offers the server what a browser offers."""

    scales: Scales

    def process_response_params(self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
                                ) -> PerMessageDeflate:
        self.scales = Scales(super().process_response_params(params, accepted_extensions))
        return self.scales


async def played(server: Server, game: stavka.Game[Any], most: int) -> list[tuple[Message, int, int, bool]]:
    """Play at random; every message a seat was sent, its size, its size on the wire, and whether it was deflated."""
    first, second = game.seats
    begun = server.begin(game=game.key, seats={first: "me", second: "friend"}, seed=3)
    chance, offering = random.Random(3), Offering()
    address = f"ws://127.0.0.1:{server.port}/api/matches/{begun['match']}/socket"
    messages: list[tuple[Message, int, int, bool]] = []
    async with Player(server.port, begun["match"], begun["links"][first]) as one, \
            Player(server.port, begun["match"], begun["links"][second]) as other, \
            connect(address, max_size=None, compression=None, extensions=[offering]) as browser:
        await browser.send(json.dumps({"token": begun["links"][first]}))
        for n in range(most):
            await asyncio.gather(one.reach(n), other.reach(n))
            mover = one if one.view["to_move"] == first else other
            offered = choices(mover.view)
            await mover.make("do:ready_made" if "do:ready_made" in offered else chance.choice(offered))
        while not any(message.get("n") == most for message, *_ in messages):
            text = str(await asyncio.wait_for(browser.recv(), PATIENCE))
            messages.append((json.loads(text), len(text.encode()), *offering.scales.noted[len(messages)]))
    return messages


def test_large_messages_are_deflated_and_small_ones_are_not(server: Server, game: stavka.Game[Any]) -> None:
    messages = asyncio.run(played(server, game, 40))
    assert any("view" in message and is_deflated for message, _, _, is_deflated in messages)
    for message, size, on_the_wire, is_deflated in messages:
        assert is_deflated == (size >= LARGE), (size, is_deflated)
        assert on_the_wire == size if not is_deflated else on_the_wire < size / 2, (message.keys(), size, on_the_wire)
    for message, *_ in messages:
        change = json.dumps(message.get("change", {}), separators=(",", ":")).encode()
        assert len(change) < LARGE or len(zlib.compress(change)) < MOST


def test_nobody_sends_much_by_deflating_it(server: Server) -> None:
    begun = server.begin(seats={"soviet": "me", "german": "friend"}, seed=3)

    async def swell() -> int | None:
        address = f"ws://127.0.0.1:{server.port}/api/matches/{begun['match']}/socket"
        async with connect(address, max_size=None) as somebody:
            await somebody.send(json.dumps({"token": begun["links"]["soviet"], "and": " " * 10_000_000}))
            await asyncio.wait_for(somebody.wait_closed(), PATIENCE)
            return somebody.close_code

    assert asyncio.run(swell()) == CloseCode.MESSAGE_TOO_BIG
