"""Looking back tells nothing hidden either: history, earlier views, the log, plans that were kept, exported journals.

As in ``test_secrets``, hidden facts are changed and no byte may differ, for the seat they are hidden from and for
watchers.
"""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import stavka
from stavka.journal import Journal
from stavka.kit.words import Message
from stavka.match import Match
from stavka.players import Chapter, Plan, tell_plan, usual_level
from stavka.table.audience import WATCHERS, unseen, view_for
from stavka.table.chronicle import Chronicle, status_of
from stavka.table.messages import encode
from stavka.table.store import Stored

from .player import Server
from .test_secrets import moments

LOOKS = 10
"""Moments of a random game from which a few choices are made."""

CHOICES = 6
"""Choices from there, at most: as many as roll and reveal nothing."""


class Told(Chronicle):
    """The chronicle of a match that begins at any position, hidden facts and all."""

    def __init__(self, start: Match) -> None:
        self._start = start
        super().__init__(start.game, Stored(
            "m", start.game.key, start.scenario, "", {}, {}, 0.0, [{}], [status_of(start)]))

    def _begin(self, header: Any) -> Match:
        start = self._start
        match = Match.resumed(start.game, start.scenario, start.options, start.copy(seed=1).position, start.offer)
        match.journal = Journal([])
        return match

    def go_on(self, choice: str) -> bool:
        """Make a choice as a room does. Returns whether it rolled or revealed something."""
        match = self.match
        seat = "" if match.offer is None else match.offer.seat
        self.course.before(match)
        match.choose(choice)
        record = match.records[-1]
        self.add([{"seat": seat, "choose": choice, **({"dice": list(record.dice)} if record.dice else {})}],
                 [status_of(match)])
        return bool(record.dice or record.revealed)

    def all_told(self, audience: str) -> list[bytes]:
        """Everything that looking back shows to an audience, byte by byte."""
        return [encode(told) for told in (
            self.history(audience), self.log(audience), self.course.tell(audience),
            *(self.at(n, audience) for n in range(self.n + 1)))]


def test_looking_back_tells_nothing_hidden(game: stavka.Game[Any]) -> None:
    """The same choices are made in two matches that differ in what the chooser cannot see."""
    chance, compared = random.Random(f"past {game.key}"), 0
    for match in islice(moments(game, chance), LOOKS):
        assert match.offer is not None
        seat = match.offer.seat
        real, changed = Told(match), Told(match.imagine(seat, chance.randrange(1000)))
        for _ in range(CHOICES):
            offer = real.match.offer
            if offer is None or offer.seat != seat:
                break
            choice = offer.nth(chance.randrange(len(offer)))
            reveals = [told.go_on(choice) for told in (real, changed)]
            if any(reveals):
                break
            for audience in (seat, WATCHERS):
                assert real.all_told(audience) == changed.all_told(audience), (match, audience, choice)
            compared += 1
    assert compared > LOOKS


def test_what_another_chose_is_not_told(game: stavka.Game[Any]) -> None:
    """Others learn what a choice brought about, never the choice itself: it may name a hidden unit."""
    chance, compared = random.Random(f"pointed at {game.key}"), 0
    for match in islice(moments(game, chance), LOOKS):
        assert match.offer is not None
        seat = match.offer.seat
        told = Told(match)
        told.go_on(match.offer.nth(chance.randrange(len(match.offer))))
        for audience in (*game.seats, WATCHERS):
            shown = told.history(audience)[-1]["choice"], told.at(told.n, audience)["choice"]
            assert all(choice is not None for choice in shown) if audience == seat else shown == (None, None)
            compared += 1
    assert compared == LOOKS * (len(game.seats) + 1)


def test_a_kept_plan_tells_nothing_hidden(game: stavka.Game[Any]) -> None:
    """A plan that speaks of one hidden unit or of another reads the same, and goes on doing so when they are seen."""
    chance = random.Random(f"plans {game.key}")
    match = next(moments(game, chance))
    units = game.counters.ids
    for planner in game.seats:
        for reader in (*(seat for seat in game.seats if seat != planner), WATCHERS):
            hidden = unseen(game, view_for(match, reader, {})) or frozenset(units[:2])
            one, two = chance.sample(sorted(hidden), 2) if len(hidden) > 1 else sorted(hidden) * 2
            for now in (hidden, frozenset[str]()):
                told = [tell_plan(game, Plan(1, planner, {"phase": Chapter(
                    [Message("plan.test", {"goal": Message("plan.inner", {"units": [unit]})})], {reader: hidden})}),
                    language, reader, now) for unit in (one, two) for language in ("en", "es")]
                assert told[:2] == told[2:]
                assert one not in str(told) and two not in str(told)


def test_no_seat_and_no_watcher_exports_a_match_that_goes_on(public: Server, game: stavka.Game[Any]) -> None:
    """A journal holds every choice of everybody: it is for who holds all seats, and against a computer that hides
    something for nobody, until the end. The refusal is the same whatever is hidden."""
    first, *others = game.seats
    refusals = set()
    between_people = public.begin(game=game.key)
    tokens = [*between_people["links"].values(), between_people["watch"]]
    for token in tokens:
        refusals.add(_journal(public, between_people["match"], token))
    assert {status for status, _ in refusals} == {403} and len(refusals) == 1
    assert _journal(public, between_people["match"], ",".join(tokens))[0] == 200
    level = f"computer:{usual_level(game)}"
    alone = public.begin(game=game.key, seats={first: "me", **dict.fromkeys(others, level)})
    assert _journal(public, alone["match"], alone["watch"])[0] == 403
    start = game.start(seed=1)
    if unseen(game, view_for(start, first, {})):
        assert _journal(public, alone["match"], alone["links"][first]) in refusals


def _journal(server: Server, match: str, tokens: str) -> tuple[int, bytes]:
    return server.request(f"/api/matches/{match}/journal", headers={"Authorization": f"Bearer {tokens}"})
