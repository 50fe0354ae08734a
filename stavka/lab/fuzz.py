"""Whole games by random choices, with everything checked that must always be true.

Random play finds what nobody thought of: dead ends, games that never end, positions that cannot be. A game that fails
is saved as a journal that anybody can open.
"""

from __future__ import annotations

import inspect
import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import stavka
from stavka.journal import read_lines, replay
from stavka.kit.events import Event
from stavka.kit.words import LANGUAGES, Message
from stavka.match import Match, Offer

from .progress import Progress

BOUND = 30_000
"""No game of random choices may take more of them."""

EAGERNESS = 0.97
"""Every second game is played by eager players, who fight and move much more than uniform chance would."""

LOOK_EVERY = 25
"""How many choices lie between two looks at what is dear to check."""


@dataclass(frozen=True)
class Job:
    """One game to be played."""

    game: str
    scenario: str
    seed: int
    data: str | None = None
    bound: int = BOUND


@dataclass(frozen=True)
class Outcome:
    """How a game went; ``flaw`` says what was wrong, if anything was."""

    job: Job
    choices: int
    turns: int
    winner: str | None
    rule: str | None
    flaw: str | None = None
    journal: str = ""


@dataclass
class Summary:
    """What many games came to."""

    games: int = 0
    choices: int = 0
    longest: int = 0
    endings: dict[str, int] = field(default_factory=dict)
    flaws: list[str] = field(default_factory=list)

    def add(self, outcome: Outcome) -> None:
        """Count one more game."""
        self.games += 1
        self.choices += outcome.choices
        self.longest = max(self.longest, outcome.choices)
        ending = f"{outcome.job.scenario}: {outcome.winner} ({outcome.rule})"
        self.endings[ending] = self.endings.get(ending, 0) + 1


@dataclass
class Told:
    """What was said to questions and to choices that were not offered."""

    answers: set[str] = field(default_factory=set)
    """The questions that were answered."""
    refusals: set[str] = field(default_factory=set)
    """The keys of the refusals that were given."""


class Flaw(Exception):
    """Something that must never be true was."""


def play(job: Job) -> Outcome:
    """Play one game by random choices and check it all the way."""
    game = stavka.game(job.game, data=job.data)
    match = game.start(job.scenario, seed=job.seed)
    rng = random.Random(f"{job.game} {job.scenario} {job.seed}")
    flaw = None
    try:
        _play_out(match, rng, job.bound)
        _check_replay(match)
    except Flaw as error:
        flaw = str(error)
    except Exception as error:
        flaw = f"{type(error).__name__}: {error}"
    result = match.result
    return Outcome(
        job, len(match.records), match.turn, None if result is None else result.winner,
        None if result is None else result.rule, flaw,
        match.journal.text(match.position, with_key=True) if flaw and match.journal else "")


def _play_out(match: Match, rng: random.Random, bound: int) -> None:
    eager = rng.random() < 0.5
    while (offer := match.offer) is not None:
        if not len(offer):
            raise Flaw(f"a dead end: {offer.seat} is offered nothing in {offer.step}, {offer.task}")
        if len(match.records) >= bound:
            raise Flaw(f"not over after {bound} choices")
        if rng.randrange(LOOK_EVERY) == 0:
            check(match, rng)
        events = match.choose(_pick(offer, rng, eager))
        _check_words(match, events)
    check(match, rng)


def _pick(offer: Offer, rng: random.Random, eager: bool) -> str:
    """A random choice; eager players seldom press a button while there are units and hexes to choose."""
    clicks = len(offer) - len(offer.buttons)
    if eager and clicks and rng.random() < EAGERNESS:
        return offer.nth(rng.randrange(clicks))
    return offer.nth(rng.randrange(len(offer)))


def check(match: Match, rng: random.Random) -> None:
    """Everything that must hold at any moment of any game."""
    for flaw in flaws(match):
        raise Flaw(flaw)
    _check_copy(match, rng)
    _check_secrets(match, rng)
    _check_refusal(match)
    ask_about(match, rng)


def flaws(match: Match) -> Iterator[str]:
    """What is wrong with the position in itself: counters lost or doubled, and what the game's own rules forbid."""
    p, layout = match.position, match.position.layout
    standing = sorted(unit for stack in p.stacks.values() for unit in stack)
    if standing != list(range(len(layout.units))):
        yield "a counter is in no place, or in two"
    for place, stack in p.stacks.items():
        for unit in stack:
            if p.where[unit] != place:
                yield f"{layout.units[unit]} does not know where it is"
    for side, name in enumerate(layout.sides):
        hexes = {place for place, stack in p.stacks.items()
                 if place < layout.hexes and any(layout.side_of[u] == side for u in stack)}
        if p.occupied[side] != sum(1 << place for place in hexes):
            yield f"the hexes of {name} are not where its counters are"
    yield from match.game.flaws(p)


def _check_copy(match: Match, rng: random.Random) -> None:
    """A copy equals the original, and playing on it leaves the original alone."""
    before = match.digest
    twin = match.copy(seed=0)
    if twin.digest != before:
        raise Flaw("a copy differs from the original")
    for _ in range(3):
        if twin.offer is not None and len(twin.offer):
            twin.choose(twin.offer.nth(rng.randrange(len(twin.offer))))
    if match.digest != before:
        raise Flaw("playing on a copy changed the original")


def _check_secrets(match: Match, rng: random.Random) -> None:
    """What a seat may not know leaves no trace in its view."""
    for seat in match.game.seats:
        view = json.dumps(match.view(seat))
        seed = rng.randrange(1 << 30)
        other = match.imagine(seat, seed)
        if json.dumps(other.view(seat)) != view:
            raise Flaw(f"the view of {seat} shows something it may not know")
        if other.imagine(seat, seed).digest != other.digest:
            raise Flaw(f"what {seat} may not know shines through what it imagines")


def _check_refusal(match: Match) -> None:
    """A choice that is not offered is refused and changes nothing."""
    before = match.digest
    offer = match.offer
    for choice in ("hex:nowhere", "nonsense", next(iter(match.game.choices))):
        if offer is not None and choice in offer:
            continue
        try:
            match.choose(choice)
        except stavka.Illegal:
            if match.digest != before:
                raise Flaw(f"the refused choice {choice} changed the position") from None
            continue
        raise Flaw(f"{choice} was not offered and yet accepted")


def ask_about(match: Match, rng: random.Random, told: Told | None = None) -> None:
    """Ask every question about something, and choose something that is not offered: whatever comes back is said in both
    languages and cites rules that exist, nothing changes, and nothing but a refusal is raised."""
    before = match.digest
    for question in match.game.questions:
        wanted = _wanted(match, question, rng)
        about = {name: pick(match, rng) for name, pick in SUBJECTS.items() if name in wanted}
        _told(match, told, question, lambda question=question, about=about: [  # type: ignore[misc]
            match.ask(question, lang=language, **about) for language in LANGUAGES])
    choice = rng.choice(list(match.game.choices))
    if match.offer is not None and choice not in match.offer:
        _told(match, told, choice, lambda: match.choose(choice))
    if match.digest != before:
        raise Flaw(f"a question or the refused choice {choice} changed the position")


def _told(match: Match, told: Told | None, what: str, ask: Callable[[], object]) -> None:
    """Ask, and keep what was said: an answer that is plain data, or a refusal with words and rules."""
    try:
        json.dumps(ask())
    except stavka.Illegal as refusal:
        _check_message(match, refusal.message)
        if told is not None:
            told.refusals.add(refusal.message.key)
        return
    if told is not None:
        told.answers.add(what)


def _wanted(match: Match, question: str, rng: random.Random) -> Sequence[str]:
    """The names of what a question is about; what need not be said is left out as often as not."""
    takes = inspect.signature(match.game.questions[question]).parameters
    short = rng.random() < 0.5
    return [name for name, taken in takes.items() if not short or taken.default is taken.empty]


def _any_unit(match: Match, rng: random.Random) -> str:
    offered = match.offer.units if match.offer is not None else ()
    return rng.choice(offered if offered and rng.random() < 0.6 else match.game.counters.ids)


def _any_place(match: Match, rng: random.Random) -> str:
    offered = match.offer.hexes if match.offer is not None else ()
    return rng.choice(offered if offered and rng.random() < 0.6 else list(match.game.board.index))


SUBJECTS: Mapping[str, Callable[[Match, random.Random], Any]] = {
    "unit": _any_unit,
    "hex": _any_place,
    "target": _any_place,
    "units": lambda match, rng: [_any_unit(match, rng) for _ in range(rng.randrange(1, 4))],
    "side": lambda match, rng: rng.choice(match.game.sides),
}
"""What a question can be about, and how something is picked for it."""


def _check_words(match: Match, events: tuple[Event, ...]) -> None:
    """Whatever happens and is asked can be said in every language to every seat, and cites rules that exist."""
    seen = [event.seen_by(seat).message for event in events for seat in match.game.seats]
    if match.offer is not None:
        seen.append(match.offer.message)
    for message in seen:
        _check_message(match, message)


def _check_message(match: Match, message: Message) -> None:
    """It can be said in every language, and cites rules that exist."""
    for language in LANGUAGES:
        match.game.say(message, language)
    for rule in message.rules:
        if rule not in match.game.rule_numbers:
            raise Flaw(f"{message.key} cites {rule}, which is no rule")


def _check_replay(match: Match) -> None:
    """The journal gives the same position again."""
    if match.journal is None:
        return
    again = replay(read_lines(match.journal.text(match.position, with_key=True), "journal"), match.game, "journal")
    if again.digest != match.digest:
        raise Flaw("the replay of the journal ends in another position")


def jobs(game: str, scenarios: list[str], games: int, first_seed: int, data: str | None = None) -> list[Job]:
    """So many games, taking the scenarios in turn."""
    return [Job(game, scenarios[n % len(scenarios)], first_seed + n // len(scenarios), data) for n in range(games)]


def run(todo: list[Job], workers: int, out: Path, progress: Progress | None = None) -> Summary:
    """Play all the games; journals of those that fail go to ``out``."""
    summary = Summary()
    for outcome in _outcomes(todo, workers):
        summary.add(outcome)
        if outcome.flaw is not None:
            summary.flaws.append(_save_flaw(outcome, out))
        if progress is not None:
            progress.step(f"{len(summary.flaws)} flaws")
    return summary


def _outcomes(todo: list[Job], workers: int) -> Iterator[Outcome]:
    if workers <= 1:
        yield from map(play, todo)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(play, todo, chunksize=max(1, len(todo) // (workers * 8)))


def _save_flaw(outcome: Outcome, out: Path) -> str:
    out.mkdir(parents=True, exist_ok=True)
    job = outcome.job
    path = out / f"{job.game}-{job.scenario}-{job.seed}.stavka"
    path.write_text(outcome.journal, encoding="utf-8")
    return f"{job.scenario}, seed {job.seed}, choice {outcome.choices}: {outcome.flaw} ({path})"


def as_data(summary: Summary) -> dict[str, Any]:
    """The summary as plain data."""
    return {
        "games": summary.games,
        "choices": summary.choices,
        "longest": summary.longest,
        "endings": dict(sorted(summary.endings.items())),
        "flaws": summary.flaws,
    }
