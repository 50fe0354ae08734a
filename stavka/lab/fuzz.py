"""Whole games by random choices, with everything checked that must always be true.

Random play finds what nobody thought of: dead ends, games that never end, positions that cannot be. A game that fails
is saved as a journal that anybody can open.
"""

from __future__ import annotations

import inspect
import json
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, fields
from functools import partial
from pathlib import Path
from typing import Any

import stavka
from stavka.journal import read_lines, replay
from stavka.kit.events import Event
from stavka.kit.steps import HEX
from stavka.kit.words import LANGUAGES, Message
from stavka.match import Match, Offer

from .progress import Progress

BOUND = 30_000
"""No game of random choices may take more of them."""

EAGERNESS = 0.97
"""Every second game is played by eager players, who fight and move much more than uniform chance would."""

LOOK_EVERY = 25
"""How many choices lie between two looks at what is dear to check."""

IDENTITY = ("id", "index", "name", "label", "sources")
"""What differs between counters that are alike."""

ENOUGH_LOOKS = 4
"""After so many looks at what a seat may not know, it must have imagined it in two ways."""


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


@dataclass
class Doubts:
    """Whether a seat that may not know which counter lies where ever imagined it otherwise, in the course of a game."""

    looks: dict[str, int] = field(default_factory=dict)
    """How often there was something to doubt: unlike counters hidden in different places."""
    doubted: set[str] = field(default_factory=set)
    """The seats that have imagined two different positions."""

    def check(self) -> None:
        """Once the game is over: rules may leave one position possible now and then, but not throughout."""
        for seat, looks in self.looks.items():
            if looks >= ENOUGH_LOOKS and seat not in self.doubted:
                raise Flaw(f"what {seat} may not know is never imagined otherwise")


class Flaw(Exception):
    """Something that must never be true was."""


def play(job: Job) -> Outcome:
    """Play one game by random choices and check it all the way."""
    game = stavka.game(job.game, data=job.data)
    match = game.start(job.scenario, seed=job.seed, options=_options(job, game.options))
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


def _options(job: Job, options: Iterable[str]) -> dict[str, bool]:
    """Every second game is played as the scenario is, the others with any options."""
    rng = random.Random(f"options {job.game} {job.scenario} {job.seed}")
    return {key: rng.random() < 0.5 for key in options} if job.seed % 2 else {}


def _play_out(match: Match, rng: random.Random, bound: int) -> None:
    eager = rng.random() < 0.5
    doubts, hidden = Doubts(), hidden_from_each(match)
    while (offer := match.offer) is not None:
        if not len(offer):
            raise Flaw(f"a dead end: {offer.seat} is offered nothing in {offer.step}, {offer.task}")
        if len(match.records) >= bound:
            raise Flaw(f"not over after {bound} choices")
        if rng.randrange(LOOK_EVERY) == 0:
            check(match, rng, doubts)
        hidden = choose(match, _pick(offer, rng, eager), hidden)
    check(match, rng, doubts)
    doubts.check()


def _pick(offer: Offer, rng: random.Random, eager: bool) -> str:
    """A random choice; eager players seldom press a button while there are units and hexes to choose."""
    clicks = len(offer) - len(offer.buttons)
    if eager and clicks and rng.random() < EAGERNESS:
        return offer.nth(rng.randrange(clicks))
    return offer.nth(rng.randrange(len(offer)))


def choose(match: Match, choice: str, before: Hidden | None = None) -> Hidden:
    """Make a choice: what happens can be said, and tells nobody what he may not know.

    What is hidden afterwards comes back, for the next choice: to find it out takes longer than to choose.
    """
    before = hidden_from_each(match) if before is None else before
    events = match.choose(choice)
    _check_words(match, events)
    after = hidden_from_each(match)
    if not match.records[-1].revealed:
        _check_log(events, {seat: units & after[seat] for seat, units in before.items()})
    return after


def check(match: Match, rng: random.Random, doubts: Doubts | None = None) -> None:
    """Everything that must hold at any moment of any game."""
    for flaw in flaws(match):
        raise Flaw(flaw)
    _check_copy(match, rng)
    _check_secrets(match, rng, Doubts() if doubts is None else doubts)
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


# -- secrets -------------------------------------------------------------------------------------------------------


Hidden = Mapping[str, set[str]]
"""The ids of the counters that each seat may not see."""


def hidden_from_each(match: Match) -> Hidden:
    """What is hidden from every seat."""
    return {seat: hidden_from(match, seat) for seat in match.game.seats}


def hidden_from(match: Match, seat: str) -> set[str]:
    """The ids of the counters that a seat may not see."""
    if type(match.game).sees is stavka.Game.sees:  # nothing is hidden from anybody
        return set()
    p, sees = match.position, match.game.sees
    return {id for unit, id in enumerate(match.game.counters.ids) if not sees(p, seat, unit)}


def texts(value: object) -> Iterator[str]:
    """Every text in a piece of data, however deep, and its keys."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from (text for item in value.items() for text in texts(item))
    elif isinstance(value, Sequence | set | frozenset):
        yield from (text for item in value for text in texts(item))


def _check_secrets(match: Match, rng: random.Random, doubts: Doubts) -> None:
    """What a seat may not know leaves no trace in its view, and the seat can imagine it otherwise."""
    for seat in match.game.seats:
        view, hidden = match.view(seat), hidden_from(match, seat)
        if set(view["units"]) != set(match.game.counters.ids) - hidden:
            wrong = sorted(set(view["units"]) ^ (set(match.game.counters.ids) - hidden))
            raise Flaw(f"'sees' and the view of {seat} do not agree about {', '.join(wrong)}")
        seed = rng.randrange(1 << 30)
        other = match.imagine(seat, seed)
        if json.dumps(other.view(seat)) != json.dumps(view):
            raise Flaw(f"the view of {seat} shows something it may not know")
        if other.imagine(seat, seed).digest != other.digest:
            raise Flaw(f"what {seat} may not know shines through what it imagines")
        if _is_doubtful(match, hidden):
            doubts.looks[seat] = doubts.looks.get(seat, 0) + 1
            if match.imagine(seat, seed + 1).digest != other.digest:
                doubts.doubted.add(seat)


def _is_doubtful(match: Match, hidden: set[str]) -> bool:
    """Whether unlike counters are hidden, in different places."""
    counters = [match.game.counters[id] for id in hidden]
    if len({match.position.where[counter.index] for counter in counters}) < 2:
        return False
    values = [field.name for field in fields(counters[0]) if field.name not in IDENTITY]
    return any(getattr(counter, name) != getattr(counters[0], name) for counter in counters for name in values)


def _check_log(events: Sequence[Event], hidden: Hidden) -> None:
    """No event names a counter to a seat that could see it neither before nor after."""
    for seat, units in hidden.items():
        for event in events if units else ():
            for leak in units.intersection(texts(event.seen_by(seat).data)):
                raise Flaw(f"the log tells {seat} of {leak} in {event.kind!r}, which it may not see")


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
    """Ask every question about something, for every seat, and choose something that is not offered: whatever comes back
    is said in both languages and cites rules that exist, tells nobody what he may not know and changes nothing; and
    nothing but a refusal is raised."""
    before = match.digest
    hidden = hidden_from_each(match)
    for question in match.game.questions:
        wanted = _wanted(match, question, rng)
        about = {name: pick(match, rng) for name, pick in SUBJECTS.items() if name in wanted}
        for seat in match.game.seats:
            answers = _told(match, told, question, partial(_ask_in_both, match, question, seat, about))
            for leak in hidden[seat].intersection(texts(answers) if hidden[seat] else ()):
                raise Flaw(f"ask({question!r}, {about}) tells {seat} of {leak}, which it may not see")
    clicks = [click for click in _any_clicks(match, rng) if match.offer is not None and click not in match.offer]
    for click in clicks:
        _told(match, told, click, partial(match.choose, click))
    if match.digest != before:
        raise Flaw(f"a question or a refused choice ({', '.join(clicks)}) changed the position")


def _any_clicks(match: Match, rng: random.Random) -> list[str]:
    """A click of every kind; those on boxes are a kind of their own, since the map around a hex means nothing there."""
    choices, hexes = match.game.choices, match.position.layout.hexes
    kinds: dict[str, list[str]] = {}
    for choice, (kind, value) in choices.items():
        kinds.setdefault("box" if kind == HEX and value >= hexes else kind, []).append(choice)
    return [rng.choice(clicks) for clicks in kinds.values()]


def _ask_in_both(match: Match, question: str, seat: str, about: Mapping[str, Any]) -> list[Any]:
    return [match.ask(question, seat=seat, lang=language, **about) for language in LANGUAGES]


def _told(match: Match, told: Told | None, what: str, ask: Callable[[], object]) -> object:
    """Ask, and keep what was said: an answer that is plain data, or a refusal with words and rules."""
    try:
        answer = ask()
        json.dumps(answer)
    except stavka.Illegal as refusal:
        _check_message(match, refusal.message)
        if told is not None:
            told.refusals.add(refusal.message.key)
        return None
    if told is not None:
        told.answers.add(what)
    return answer


def _wanted(match: Match, question: str, rng: random.Random) -> Sequence[str]:
    """The names of what a question is about; what need not be said is left out as often as not."""
    takes = inspect.signature(match.game.questions[question]).parameters
    short = rng.random() < 0.5
    return [name for name, taken in takes.items() if not short or taken.default is taken.empty]


MEANT = 0.6
"""How often questions and wrong choices are about something that is offered: there the game has most to say."""


def _any_unit(match: Match, rng: random.Random) -> str:
    offered = match.offer.units if match.offer is not None else ()
    return rng.choice(offered if offered and rng.random() < MEANT else match.game.counters.ids)


def _any_place(match: Match, rng: random.Random) -> str:
    offered = match.offer.hexes if match.offer is not None else ()
    return rng.choice(offered if offered and rng.random() < MEANT else list(match.game.board.index))


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
    told = [event.seen_by(seat) for event in events for seat in match.game.seats]
    for event in {id(event): event for event in told}.values():  # what all may see is the same for all
        _check_message(match, event.message)
    if match.offer is not None:
        _check_message(match, match.offer.message)


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
