"""A match as it stands in lists: what it is, who plays it, whether it waits for whoever asks."""

from __future__ import annotations

import time
from typing import Any

import msgspec

from . import computer
from .audience import WATCHERS
from .people import clock
from .people.affairs import Affairs
from .people.asker import Asker, fold
from .people.seats import seats_of
from .people.steward import ending_words, times_of
from .room import Room
from .store import Summary

Entry = dict[str, Any]


def summary_of(room: Room) -> Summary:
    """A live match as a summary."""
    return Summary(room.id, room.game.key, room.match.scenario, room.seats, room.tokens, room.created, room.played,
                   room.n, room.chronicle.statuses[-1])


def describe(summary: Summary, affairs: Affairs, asker: Asker) -> Entry:
    """A match for somebody, with the tokens that are his anyway."""
    own = seats_of(summary.tokens, affairs, asker)
    status = {key: value for key, value in summary.status.items() if key != "times"}
    if affairs.ending is not None:
        status |= {"to_move": None, "result": ending_words(affairs.ending)}
    kinds = {**summary.seats, **affairs.computers}
    times = clock.from_full(times_of(summary.status, summary.played), affairs.full)
    waits = [] if asker.local else waits_for(own, status["to_move"], affairs)  # at home nothing is urgent
    entry: Entry = {
        "match": summary.id, "game": summary.game, "scenario": summary.scenario, "name": affairs.name,
        "created": summary.created, "played": summary.played, "n": summary.n, **status,
        "since": times.since,
        "seats": {seat: _seat(seat, kind, summary, affairs, seat in own) for seat, kind in kinds.items()},
        "waits": waits,
        "terms": msgspec.to_builtins(affairs.terms),
        "watch": summary.tokens[WATCHERS],
    }
    seen = [times.last[seat] for seat in own if seat in times.last]
    if seen:
        entry["last"] = max(seen)
    if affairs.terms.clock != "none" and status["to_move"] is not None:
        entry["left"] = clock.left(times, status["to_move"], affairs.full is not None, time.time(), affairs.terms,
                                   affairs.absences_of(status["to_move"]))
    invited = _invitation_for(affairs, asker)
    if invited is not None:
        entry["invited"] = {"seat": invited, "code": affairs.invitations[invited].code}
        waits.append("invited")
    if affairs.study:
        entry["study"] = affairs.study
    if affairs.rematch is not None:
        entry["rematch"] = affairs.rematch
    return entry


def _invitation_for(affairs: Affairs, asker: Asker) -> str | None:
    """The seat to which somebody is invited by name."""
    name = "" if asker.account is None else fold(asker.account.name)
    seats = (seat for seat, invitation in affairs.invitations.items() if name and fold(invitation.to) == name)
    return next(seats, None)


def _seat(seat: str, kind: str, summary: Summary, affairs: Affairs, mine: bool) -> Entry:
    entry: Entry = {"kind": kind}
    holder = affairs.holders.get(seat)
    if holder is not None and holder.name:
        entry["name"] = holder.name
    if holder is not None and holder.account is not None:
        entry["account"] = True
    if seat in affairs.invitations:
        entry["open"] = True
        if affairs.invitations[seat].to:
            entry["to"] = affairs.invitations[seat].to
    if mine and seat in summary.tokens:
        entry["token"] = summary.tokens[seat]
    return entry


def waits_for(own: list[str], to_move: str | None, affairs: Affairs) -> list[str]:
    """What a match waits for that somebody with these seats should do: move, answer, hear an answer."""
    waits = []
    if to_move in own and affairs.ending is None:
        waits.append("move")
    if any(seat in request.of and seat not in request.agreed for request in affairs.requests.values() for seat in own):
        waits.append("answer")
    if any(affairs.answers.get(seat) for seat in own):
        waits.append("heard")
    return waits


def public(summary: Summary, affairs: Affairs) -> Entry:
    """A match in the public lists: no token but that of the watchers, where everybody may watch."""
    entry = describe(summary, affairs, Asker())
    if affairs.terms.watch == "link":
        del entry["watch"]
    for seat, kind in entry["seats"].items():
        if computer.level_of(kind["kind"]) is None and seat in affairs.invitations:
            kind["free"] = affairs.terms.listed and not affairs.invitations[seat].to and affairs.ending is None
    return entry
