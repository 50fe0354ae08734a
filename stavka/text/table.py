"""The text table: who sits at it, what they are told, and what they type."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from contextlib import AbstractContextManager
from functools import cached_property
from pathlib import Path
from typing import Any

import stavka
from stavka.errors import Illegal, JournalError, told
from stavka.kit.data import DataError
from stavka.kit.events import Event
from stavka.match import Match, Offer
from stavka.players import RANDOM, Adviser, Chapter, Desk, Plans, Seen, levels_of, seed_for, suggestion, tell, tell_plan

from .answers import odds_line
from .atlas import Atlas
from .commands import Commands, attack_answer
from .console import PATIENCE, Console
from .look import Look
from .menu import MANY, Menu, Unclear
from .speech import Speech, cited
from .storage import Store

NEWS = 40
"""The most events told at once to a player who comes to the keyboard."""


class Leave(Exception):
    """The session ends."""


class Table:
    """A match played in words. ``people`` are the seats with a person; the others are played by computer players of
    the level ``opponent``."""

    def __init__(self, match: Match, console: Console, speech: Speech, *, people: Collection[str],
                 opponent: str = RANDOM, store: Store | None = None, data: Path | None = None,
                 trusting: bool = False) -> None:
        self.match = match
        self.console = console
        self.speech = speech
        self.people = tuple(seat for seat in match.game.seats if seat in people)
        self.opponent = opponent
        self.store = store
        self.data = data
        self.trusting = trusting
        """Whether players who share the keyboard do without being asked to hand it over."""
        self.seated = self.people[0] if self.people else match.game.seats[0]
        """The seat whose eyes the table speaks to."""
        self.commands = Commands(self)
        self._plans = Plans(match.game)
        self._advisers: dict[str, Adviser] = {}
        self._sit_computers()
        self._told = dict.fromkeys(match.game.seats, 0)
        self._listed: set[tuple[int, str, str]] = set()
        self._handed_over = False
        self._header = ""
        self._saved_at = 0.0
        self._cannot_save = ""

    def _sit_computers(self) -> None:
        """Computer players take the seats that nobody has, with their plan for this moment yet to be made."""
        match = self.match
        self._desks = {seat: Desk(match.game, self.opponent, seed_for(match.position.dice.key, seat))
                       for seat in match.game.seats if seat not in self.people}
        self._advisers.clear()

    # -- the session ---------------------------------------------------------------------------------------------

    def run(self) -> int:
        """Play until somebody leaves; returns the exit status."""
        try:
            self._welcome()
            while self.match.offer is not None or self.people:
                self._go_on()
            self._tell_end()
        except Leave:
            pass
        except KeyboardInterrupt:
            self.console.say()
            self._say_where()
        return 0

    def _welcome(self) -> None:
        game, language = self.match.game, self.speech.language
        scenario = game.scenarios[self.match.scenario]
        self.console.say(f"{game.title[language]}: {scenario.name[language]}")
        self.console.say(scenario.summary[language])
        on = [game.options[key].name[language] for key, value in self.match.options.items() if value]
        if on:
            self.console.say(self.speech("welcome.options", options=", ".join(on)))
        if self.people:
            self.console.say(self.speech("welcome.help"))

    def _go_on(self) -> None:
        offer = self.match.offer
        if offer is None:
            self._tell_end()
            self._listen()
        elif offer.seat in self.people:
            self._sit_down(offer.seat)
            self.show_offer(in_full=False)
            self._listen()
        else:
            self._let_opponent_choose(offer)

    def _listen(self) -> None:
        """Take lines until one of them changes the match."""
        while True:
            line = self.console.ask(self.speech("ask.choice"))
            if line is None:
                self._say_where()
                raise Leave
            if self._hear(line.strip()):
                return

    def _hear(self, line: str) -> bool:
        """Take one line: a choice, several, or a command. True if the match is another afterwards."""
        before = (self.match, len(self.match.records))
        try:
            self._obey(line)
        except Illegal as error:
            reason = error.say(self.speech.language)
            self.console.say(self.speech("refused", reason=reason) + cited(error.message.rules))
        except Unclear as error:
            self.console.say(error.reason)
        return (self.match, len(self.match.records)) != before

    def _obey(self, line: str) -> None:
        if not line:
            if self.console.pending:
                self.commands.run("more", [])
            else:
                self.show_offer(in_full=True)
            return
        choices = self._choices(line)
        if choices is not None:
            if len(choices) > 1 and choices[0] == f"unit:{self.look.focus_unit}" and choices[0] not in self.menu:
                del choices[0]  # that unit is being moved already
            for choice in choices:
                self.choose(choice)
            return
        command = self.commands.find(line)
        if command is not None:
            self.commands.run(*command)
            return
        named = self.menu.by_name(line)
        if named is None:
            raise Unclear(self.speech("unclear.nothing", text=line))
        self.choose(named)

    def _choices(self, line: str) -> list[str] | None:
        """The choices a line surely stands for."""
        one = self.menu.exact(line)
        return [one] if one is not None else self.menu.chain(line)

    # -- what is seen --------------------------------------------------------------------------------------------

    @cached_property
    def atlas(self) -> Atlas:
        """The map, measured."""
        return Atlas(self.match.game.board)

    @cached_property
    def look(self) -> Look:
        """What the seat at the keyboard sees now."""
        return Look(self.match, self.seated, self.speech, self.atlas)

    @cached_property
    def menu(self) -> Menu:
        """What it can choose now."""
        return Menu(self.look)

    def refresh(self) -> None:
        """Something has changed: look again."""
        self.__dict__.pop("look", None)
        self.__dict__.pop("menu", None)

    def _sit_down(self, seat: str) -> None:
        """Turn to a seat: the keyboard changes hands if need be, and what the seat has missed is told."""
        if seat != self.seated:
            if self._handed_over and not self.trusting and self.has_secrets():
                self._hand_over(seat)
            self.seated = seat
            self._header = ""
            self.refresh()
        self._handed_over = True
        self._tell_news()

    def has_secrets(self) -> bool:
        """Whether one player sees now what another may not."""
        seen = [set(self.match.view(seat)["units"]) for seat in self.people]
        return any(units != seen[0] for units in seen)

    def _hand_over(self, seat: str) -> None:
        """Let the player at the keyboard read to the end, clear the screen, and wait for the other."""
        name = self._name(seat)
        for key in ("ask.read", "ask.hand_over") if self.console.is_terminal else ("ask.hand_over",):
            if self.console.ask(self.speech(key, seat=name) + " ") is None:
                self._say_where()
                raise Leave
            self.console.clear()

    # -- telling -------------------------------------------------------------------------------------------------

    def say_page(self, lines: Sequence[str]) -> None:
        """Write lines, a page at a time."""
        left = self.console.say_page(lines)
        if left:
            self.console.say(self.speech("list.more", n=left))

    def event_line(self, event: Event) -> str:
        """An event as the seat at the keyboard may know it."""
        seen = event.seen_by(self.seated)
        text = self.speech.tell(self.match.game, seen.message)
        return f"== {text}" if event.kind == "phase" else f"  {text}"

    def _tell_news(self) -> None:
        """Tell the seat at the keyboard what it has not been told."""
        log = self.match.log
        told = min(self._told[self.seated], len(log))
        news = [self.event_line(event) for event in log[told:]]
        if len(news) > NEWS:
            self.console.say(self.speech("log.earlier", n=len(news) - NEWS, all=len(news)))
        for line in news[-NEWS:]:
            self.console.say(line, hang=2)
        # Players who share an open table have all read it.
        shared = self.people if len(self.people) > 1 and (self.trusting or not self.has_secrets()) else ()
        for seat in {self.seated, *shared}:
            self._told[seat] = len(log)

    def show_offer(self, *, in_full: bool) -> None:
        """The header, the prompt and the choices; long lists of units are told in full once a phase, or if asked."""
        offer = self.look.offer
        header = self.look.header()
        self.console.say()
        if in_full or header != self._header:  # not again and again in the same phase
            self.console.say(header)
        self._header = header
        if offer is None:
            return
        self.console.say(self.speech.tell(self.match.game, offer.message))
        self._show_attack()
        phase = (self.match.turn, offer.step, offer.seat)
        full = in_full or len(offer.units) <= MANY or not (phase in self._listed or offer.hexes)
        if full and len(offer.units) > MANY:
            self._listed.add(phase)
        self.say_page(self.menu.listing(units_in_full=full))
        for line in self.menu.button_lines():
            self.console.say(line, hang=2)

    def attack(self) -> tuple[dict[str, Any], str | None] | None:
        """The attack being put together: its odds and its target."""
        return attack_answer(self.look)

    def _show_attack(self) -> None:
        attack = self.attack()
        if attack is not None:
            self.console.say(odds_line(self.look, attack[0]), hang=2)

    def _tell_end(self) -> None:
        self.refresh()
        self._tell_news()
        result = self.look.view["result"]
        self.console.say()
        self.console.say(self.speech("end.over", text=result["text"][self.speech.language]) + cited([result["rule"]]))
        self.console.say(self.speech("end.winner", seat=self._winner(result["winner"])))
        self._autosave(force=True)
        if self.people:
            self.console.say(self.speech("end.still"))

    def _winner(self, winner: str) -> str:
        words = self.match.game.words
        return words.name("seat", winner, self.speech.language) if words.has(f"seat.{winner}") else winner

    # -- choosing ------------------------------------------------------------------------------------------------

    def choose(self, choice: str) -> None:
        """Make a choice for the seat at the keyboard and tell what came of it."""
        offer = self.match.offer
        if offer is not None and offer.seat != self.seated:
            raise Unclear(self.speech("unclear.not_yours", seat=self.look.seat_name(offer.seat)))
        brief = self.menu.brief(choice) if offer is not None and choice in offer else ""
        self.match.choose(choice)
        self.console.say(self.speech("chosen", choice=brief))
        self.console.pending = []
        self.refresh()
        self._tell_news()
        self._autosave(force=True)

    def _let_opponent_choose(self, offer: Offer) -> None:
        self.match.choose(self._decide(offer))
        self.refresh()
        self._tell_news()
        self._autosave(force=False)

    def _decide(self, offer: Offer) -> str:
        """What a computer player chooses; its plan is kept until its turn is over."""
        with self._thinking("busy.think", seat=self._name(offer.seat)):
            choice, plan = self._desks[offer.seat].decide(Seen.of(self.match))
        if plan:
            hidden = {seat: self._hidden_from(seat) for seat in self.people}
            self._plans.keep(self.match.turn, offer.seat, offer.step, Chapter(plan, hidden))
        return choice

    def _hidden_from(self, seat: str) -> set[str]:
        """The units that a seat may not see now."""
        return set(self.match.game.counters.ids) - set(self.match.view(seat)["units"])

    def _thinking(self, key: str, **about: str) -> AbstractContextManager[None]:
        """Say that somebody thinks, and for how long, if it takes longer than a moment."""
        return self.console.busy(self.speech(key, **about), lambda n: self.speech("busy.still", seconds=n))

    def _name(self, seat: str) -> str:
        return self.match.game.words.name("seat", seat, self.speech.language)

    def hint(self) -> list[str]:
        """What a computer player would choose for the seat at the keyboard, and its plan, in words."""
        game, lang, offer = self.match.game, self.speech.language, self.match.offer
        if offer is None or offer.seat != self.seated:
            raise Unclear(self.speech("hint.nothing"))
        if levels_of(game) == (RANDOM,):
            raise Unclear(self.speech("hint.nobody", game=game.title[lang]))
        with self._thinking("busy.advise"):
            adviser = self._advisers.setdefault(offer.seat, Adviser(game))
            choice, plan = adviser.advise(Seen.of(self.match))
        return [*tell(game, plan, lang), f"{suggestion(game, choice, lang)} [{choice.partition(':')[2]}]"]

    def plan(self) -> list[str]:
        """The plan of the last turn that a computer player has finished, in words."""
        game, lang = self.match.game, self.speech.language
        finished = self._plans.finished(self.match)
        if not finished:
            raise Unclear(self.speech("plan.none"))
        last = finished[-1]
        lines = [self.speech("plan.title", seat=self._name(last.seat), turn=last.turn)]
        for phase, sentences in tell_plan(game, last, lang, self.seated, self._hidden_from(self.seated)):
            lines += [f"{game.words.name('phase', phase, lang)}:", *(f"  {line}" for line in sentences)]
        return lines

    def undo(self) -> None:
        """Take the last choice back; where that needs the other player's consent, ask for it."""
        try:
            undone = self.match.undo(self.seated)
        except Illegal as error:
            if not self.match.records or len(self.people) < 2:
                raise
            self.console.say(error.say(self.speech.language))
            answer = self.console.ask(self.speech("ask.consent") + " ") or ""
            if not answer.strip().casefold().startswith(tuple(self.speech("ask.yes").split())):
                raise Unclear(self.speech("undo.kept")) from None
            undone = self.match.undo(consent=True)
        self._sit_computers()
        self.refresh()
        self._told = {seat: min(told, len(self.match.log)) for seat, told in self._told.items()}
        self.console.say(self.speech("undo.done", choice=self.menu.brief(undone)))
        self._autosave(force=True)

    # -- keeping -------------------------------------------------------------------------------------------------

    def _autosave(self, *, force: bool) -> None:
        """Save after a choice; the moves of a computer player only now and then."""
        if self.store is None or not self.match.records or (not force and time.monotonic() - self._saved_at < PATIENCE):
            return
        self._saved_at = time.monotonic()
        try:
            self.store.save(self.match)
        except OSError as error:
            if str(error) != self._cannot_save:
                self._cannot_save = str(error)
                self.console.say(self.speech("save.failed", cause=error))

    def _say_where(self) -> None:
        """Say where the game is kept, and how to go on with it."""
        self._autosave(force=True)
        if self.store is not None and self.store.written:
            self.console.say(self.speech("save.where", path=self.store.path))

    def save(self, path: Path | None) -> None:
        """Save under a name; without one, say where the game is kept anyway."""
        if path is None:
            if self.store is None or not self.match.records:
                raise Unclear(self.speech("save.nowhere"))
            self._say_where()
            return
        try:
            self.match.save(path)
        except OSError as error:
            raise Unclear(self.speech("save.failed", cause=error)) from None
        self.console.say(self.speech("save.saved", path=path))

    def load(self, path: Path) -> None:
        """Leave this game, which stays saved, and go on with another."""
        try:
            with self.console.busy(self.speech("busy.replay")):
                match = stavka.open(path, data=self.data)
        except (OSError, JournalError, DataError) as error:
            raise Unclear(self.speech("load.failed", cause=told(error, self.speech.language))) from None
        if match.game is not self.match.game:
            raise Unclear(self.speech("load.other_game", game=match.game.title[self.speech.language]))
        self._autosave(force=True)
        self.match = match
        self._plans = Plans(match.game)
        self._sit_computers()
        self.store = None if self.store is None else Store(path, self.store.setting)
        self._told = dict.fromkeys(match.game.seats, len(match.log))
        self._listed = set()
        self.refresh()
        self.console.say(self.speech("load.done", path=path))

    def quit(self) -> None:
        """Leave, after offering to save under a name."""
        if self.match.records:
            name = (self.console.ask(self.speech("ask.save") + " ") or "").strip()
            if name and name.lower() not in ("n", "no"):  # the answer to the question, not a file
                self.save(Path(name).expanduser())
        self._say_where()
        raise Leave
