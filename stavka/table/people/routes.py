"""What the server answers about seats, invitations and lists of games."""

from __future__ import annotations

import secrets

import msgspec
from litestar import Response, delete, get, post, put
from litestar.handlers import HTTPRouteHandler

from .. import entries, messages
from ..audience import WATCHERS
from ..connection import (
    AnyRequest,
    answer,
    asker_of,
    find_room,
    hall_of,
    open_room,
    player_of,
    spend,
    tokens_of,
)
from ..hall import Hall
from ..messages import Claim, Invite, Leave, Rename
from ..room import Room
from ..words import Refused
from .affairs import Holder
from .asker import Asker
from .rematch import rematch as play_again
from .seats import may_manage, seats_of
from .steward import invitations
from .whatif import Sketch, what_if


async def _manage(request: AnyRequest, id: str) -> tuple[Room, Asker]:
    """The room of a match and who asks, if he may manage it."""
    await spend(request, "seat", id)
    room, asker = await find_room(request, id), await asker_of(request)
    if not may_manage(room.tokens, room.steward.affairs, asker):
        raise Refused("no_token", status=403)
    return room, asker


@get("/api/lobby")
async def lobby(request: AnyRequest) -> Response[bytes]:
    """The public lists: open games, and games to watch."""
    listed = [(entries.public(summary, affairs), affairs) for summary, affairs in await hall_of(request).listed()]
    return answer({
        "open": [entry for entry, affairs in listed if affairs.listing & 1],
        "watch": [entry for entry, affairs in listed if affairs.listing & 2],
    })


@post("/api/matches/{id:str}/invitation", status_code=200)
async def invitation(request: AnyRequest, id: str) -> Response[bytes]:
    """What an invitation is to, before it is taken. Its code is a secret, and stands in no address."""
    await spend(request, "seat", id)
    code = messages.read_body(await request.body(), Claim).code or ""
    room = await find_room(request, id)
    affairs = room.steward.affairs
    for seat, open_seat in affairs.invitations.items():
        if secrets.compare_digest(open_seat.code.encode(), code.encode()):
            return answer({**entries.public(entries.summary_of(room), affairs), "seat": seat, "to": open_seat.to})
    raise Refused("no_invitation", status=404)


@post("/api/matches/{id:str}/claim")
async def claim(request: AnyRequest, id: str) -> Response[bytes]:
    """Take an open seat."""
    await spend(request, "seat", id)
    body = messages.read_body(await request.body(), Claim)
    room, asker = await find_room(request, id), await player_of(request)
    holder = Holder(asker.name_or(body.name.strip()), asker.account_id)
    seat, token = await room.claim(body.code, body.seat, holder)
    return answer({"match": room.id, "seat": seat, "token": token}, 201)


@get("/api/matches/{id:str}/invitations")
async def invited(request: AnyRequest, id: str) -> Response[bytes]:
    """The invitations of a match, to be copied again."""
    room, _ = await _manage(request, id)
    return answer(invitations(room.steward.affairs))


@post("/api/matches/{id:str}/invitations")
async def invite(request: AnyRequest, id: str) -> Response[bytes]:
    """Make a new invitation, or take one back."""
    body = messages.read_body(await request.body(), Invite)
    room, _ = await _manage(request, id)
    if body.revoke:
        await room.settle(lambda steward: steward.revoke(body.seat))
    else:
        await room.settle(lambda steward: steward.invite(body.seat, body.to.strip()))
        await hall_of(request).tell_invited(room)
    return answer(invitations(room.steward.affairs))


@post("/api/matches/{id:str}/leave")
async def leave(request: AnyRequest, id: str) -> Response[bytes]:
    """Give one's seat up."""
    body = messages.read_body(await request.body(), Leave)
    room, asker = await find_room(request, id), await asker_of(request)
    if body.seat not in seats_of(room.tokens, room.steward.affairs, asker):
        raise Refused("no_token", status=403)
    await room.settle(lambda steward: steward.leave(body.seat))
    return answer({"ok": True})


@post("/api/matches/{id:str}/name")
async def rename(request: AnyRequest, id: str) -> Response[bytes]:
    """Give a match another name."""
    body = messages.read_body(await request.body(), Rename)
    room, _ = await _manage(request, id)
    await room.settle(lambda steward: steward.rename(body.name))
    return answer({"ok": True})


@post("/api/matches/{id:str}/rematch")
async def rematch(request: AnyRequest, id: str) -> Response[bytes]:
    """Play again, with seats exchanged."""
    await spend(request, "create")
    room, asker = await find_room(request, id), await asker_of(request)
    match, tokens = await play_again(hall_of(request), room, asker)
    return answer({"match": match, "links": tokens}, 201)


@delete("/api/matches/{id:str}", status_code=200)
async def remove(request: AnyRequest, id: str) -> Response[bytes]:
    """Delete a match, or take it out of one's list."""
    room, asker = await _manage(request, id)
    await hall_of(request).delete(room, asker)
    return answer({"ok": True})


async def _seated(request: AnyRequest, id: str) -> tuple[Room, str]:
    """The room of a match and the seat of who asks."""
    room, seat = await open_room(request, id, tokens_of(request))
    if seat == WATCHERS:
        raise Refused("watcher", status=403)
    return room, seat


@post("/api/matches/{id:str}/copy")
async def copy(request: AnyRequest, id: str) -> Response[bytes]:
    """A private copy of the position, to try things out in."""
    await spend(request, "create")
    room, seat = await _seated(request, id)
    stored = what_if(hall_of(request), room, seat)
    return answer({"match": stored.id, "links": {seat: stored.tokens[seat] for seat in room.game.seats}}, 201)


@get("/api/matches/{id:str}/sketch")
async def sketch(request: AnyRequest, id: str) -> Response[bytes]:
    """What one has drawn on one's own map."""
    room, seat = await _seated(request, id)
    return answer(msgspec.json.decode(await hall_of(request).ledger.sketch(room.id, seat)))


@put("/api/matches/{id:str}/sketch")
async def draw(request: AnyRequest, id: str) -> Response[bytes]:
    """Keep what one has drawn."""
    await spend(request, "look_back", id)
    body = messages.read_body(await request.body(), Sketch)
    room, seat = await _seated(request, id)
    await hall_of(request).ledger.keep_sketch(room.id, seat, messages.encode(body).decode())
    return answer({"ok": True})


@get("/api/account")
async def no_accounts() -> Response[bytes]:
    """This server has no accounts."""
    return answer({"accounts": False, "account": None})


def account_routes(hall: Hall) -> tuple[HTTPRouteHandler, ...]:
    """What is answered about accounts, where there are any."""
    if hall.society is None:
        return (no_accounts,)
    from .account_routes import ROUTES  # it needs packages that a home table does without

    return ROUTES


ROUTES = (lobby, invitation, claim, invited, invite, leave, rename, rematch, remove, copy, sketch, draw)
