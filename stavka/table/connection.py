"""What a request brings, and how it is answered: shared by everything that serves addresses."""

from __future__ import annotations

import re
from typing import Any

from litestar import Request, Response, WebSocket
from litestar.connection import ASGIConnection

from . import messages
from .audience import WATCHERS
from .hall import Hall
from .limits import Visitor
from .people.asker import Asker
from .people.steward import Steward
from .room import Room
from .words import Refused

AnyRequest = Request[Any, Any, Any]
AnySocket = WebSocket[Any, Any, Any]
Connection = ASGIConnection[Any, Any, Any, Any]

SESSION_COOKIE = "stavka"
"""The cookie of who is signed in."""

_BEARER = "bearer "
_MOST_TOKENS = 500
"""As many matches as a browser is listed."""

_TOKEN = re.compile(r"[\w-]{1,64}", re.ASCII)
"""What tokens and the ids of matches are made of."""


def hall_of(connection: Connection) -> Hall:
    """The hall of the server that is asked."""
    hall: Hall = connection.app.state.hall
    return hall


def tokens_of(connection: Connection) -> list[str]:
    """The tokens a request brings in its header: an address is written into logs, and tokens must not be."""
    header = connection.headers.get("authorization", "")
    tokens = header[len(_BEARER):].split(",")[:_MOST_TOKENS] if header.lower().startswith(_BEARER) else []
    return [token for token in map(str.strip, tokens) if _TOKEN.fullmatch(token)]


def _address_of(connection: Connection) -> str:
    return "" if connection.client is None else connection.client.host


async def visitor_of(connection: Connection) -> Visitor:
    """Who is at the other end, for limits: the address, and the account if one is signed in."""
    return Visitor(_address_of(connection), (await asker_of(connection)).account_id)


async def spend(connection: Connection, what: str, match: str | None = None) -> None:
    """Count something against the limits of the address, the account and the match; refused if it was too much."""
    hall_of(connection).limits.spend(what, await visitor_of(connection), match)


async def find_room(connection: Connection, id: str) -> Room:
    """The room of a match."""
    hall = hall_of(connection)
    if not _TOKEN.fullmatch(id):
        raise Refused("unknown_match", status=404)
    room = await hall.room(id)
    if hall.store.shared:  # another process may have been told a moment ago what this one has yet to hear
        await room.catch_up()
        await room.settle(Steward.refresh)
    return room


async def asker_of(connection: Connection) -> Asker:
    """Who asks."""
    hall, session = hall_of(connection), connection.cookies.get(SESSION_COOKIE)
    account = await hall.society.accounts.signed_in(session) if hall.society is not None and session else None
    return Asker(tuple(tokens_of(connection)), account, hall.local)


async def player_of(connection: Connection) -> Asker:
    """Who asks for a seat: where there are accounts, he must have signed in."""
    asker = await asker_of(connection)
    if hall_of(connection).society is not None and asker.account is None:
        raise Refused("sign_in", status=401)
    return asker


async def open_room(connection: Connection, id: str, tokens: list[str]) -> tuple[Room, str]:
    """The room of a match and the audience that the tokens belong to; the local user without a token watches."""
    hall, room = hall_of(connection), await find_room(connection, id)
    return room, WATCHERS if hall.local and not tokens else hall.audience(room, tokens)


def answer(data: Any, status: int = 200) -> Response[bytes]:
    """An answer that nobody keeps."""
    return Response(messages.encode(data), status_code=status, media_type="application/json",
                    headers={"Cache-Control": "no-store"})
