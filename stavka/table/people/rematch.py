"""Playing again with seats exchanged. The first who asks begins the match, the others take their seats in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from .. import computer
from ..audience import WATCHERS
from ..brought import Begun
from ..room import Room
from ..store import Stored
from ..words import Refused
from .affairs import Affairs, Holder
from .asker import Asker
from .seats import seats_of
from .steward import HOST

if TYPE_CHECKING:
    from ..hall import Hall

Tokens = dict[str, str]


async def rematch(hall: Hall, room: Room, asker: Asker) -> tuple[str, Tokens]:
    """The next match of the same players, and the tokens of the seats in it that are the asker's."""
    if not room.is_over:
        raise Refused("not_over")
    own = seats_of(room.tokens, room.steward.affairs, asker)
    if not own:
        raise Refused("watcher", status=403)
    if room.steward.affairs.rematch is not None:
        return await _follow(hall, room, asker, own)
    stored = await _begin(hall, room, asker, own)

    def change(draft: Affairs) -> None:
        if draft.rematch is not None:
            raise Refused("asked_already", status=409)
        draft.rematch = stored.id

    await room.settle(lambda steward: steward.amend(change))
    return stored.id, {seat: token for seat, token in stored.tokens.items() if seat not in (WATCHERS, HOST)}


def _exchanged(room: Room) -> dict[str, str]:
    """For every seat the one its holder has next time."""
    seats = room.game.seats
    return dict(zip(seats, (*seats[1:], seats[0]), strict=True))


async def _begin(hall: Hall, room: Room, asker: Asker, own: list[str]) -> Stored:
    header, affairs, following = room.chronicle.lines[0], room.steward.affairs, _exchanged(room)
    seats = {following[seat]: _kind(seat, kind, own) for seat, kind in room.seats.items()}
    names = {following[seat]: holder.name for seat, holder in affairs.holders.items() if seat not in own}
    mine = next((affairs.holders[seat].name for seat in own if seat in affairs.holders), "")
    if "situation" in header:
        match = room.game.situation({
            key: value for key, value in header["situation"].items() if key not in ("seed", "dice")})
    else:
        match = room.game.start(header["scenario"], options=header["options"])
    terms = msgspec.structs.replace(affairs.terms, listed=False)
    return await hall.add(Begun.of(match), seats, asker, terms, name=affairs.name, me=mine, to=names)


def _kind(seat: str, kind: str, own: list[str]) -> str:
    """Who holds the seat that this one becomes."""
    if computer.level_of(kind) is not None:
        return kind
    return "open" if seat not in own else "me" if seat == own[0] else "friend"


async def _follow(hall: Hall, room: Room, asker: Asker, own: list[str]) -> tuple[str, Tokens]:
    affairs, following = room.steward.affairs, _exchanged(room)
    assert affairs.rematch is not None
    new = await hall.room(affairs.rematch)
    tokens = {seat: new.tokens[seat] for seat in seats_of(new.tokens, new.steward.affairs, asker)}
    for seat in own:
        invitation = new.steward.affairs.invitations.get(following[seat])
        if invitation is not None:
            holder = affairs.holders.get(seat, Holder(asker.name_or(""), asker.account_id))
            taken, token = await new.claim(invitation.code, None, holder)
            tokens[taken] = token
    return new.id, tokens
