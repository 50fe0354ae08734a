"""What can be typed at the table besides choices. Commands have names in every language, and all of them work."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stavka.errors import Illegal
from stavka.kit.words import LANGUAGES
from stavka.match import ASIDE

from .answers import (
    around_lines,
    fire_lines,
    hex_lines,
    odds_lines,
    path_lines,
    supply_lines,
    unit_lines,
    victory_lines,
)
from .charted import DEFAULT_RADIUS, LARGEST_RADIUS, map_lines
from .look import Look
from .menu import Menu, Unclear, find_place, find_unit
from .rulebook import lookup_lines
from .speech import Speech, cited

if TYPE_CHECKING:
    from .table import Table

COMMANDS = (
    "help", "list", "more", "map", "around", "hex", "unit", "units", "boxes", "dead", "track", "odds", "fire", "why",
    "path", "supply", "zoc", "victory", "hint", "plan", "rule", "log", "undo", "save", "load", "trust", "lang", "quit",
)
"""All commands, in the order in which help tells of them."""

LOG_LINES = 20
AROUND = 4


def aliases(speech: Speech) -> dict[str, str]:
    """Everything a command may be called; where languages differ, the one of the moment decides."""
    names: dict[str, str] = {}
    for language in dict.fromkeys((speech.language, *LANGUAGES)):
        other = Speech(language)
        for command in COMMANDS:
            for name in other(f"command.{command}").split():
                names.setdefault(name.casefold(), command)
    return names


class Commands:
    """The commands of one table."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def find(self, text: str) -> tuple[str, list[str]] | None:
        """The command that a line calls, with the words after it."""
        words = text.split()
        command = aliases(self.table.speech).get(words[0].casefold()) if words else None
        return None if command is None else (command, words[1:])

    def run(self, command: str, words: list[str]) -> None:
        """Carry out a command; raises :class:`Unclear` or :class:`Illegal` when it cannot be done."""
        action: Callable[[list[str]], None] = getattr(self, f"do_{command}")
        action(words)

    # -- short ways ----------------------------------------------------------------------------------------------

    @property
    def _look(self) -> Look:
        return self.table.look

    @property
    def _menu(self) -> Menu:
        return self.table.menu

    def _say(self, lines: Sequence[str]) -> None:
        self.table.say_page(lines)

    def _usage(self, command: str) -> Unclear:
        return Unclear(self.table.speech(f"help.{command}"))

    def _unit(self, text: str) -> str:
        return find_unit(self._look, self._menu, text)

    def _unit_and_place(self, command: str, words: list[str]) -> tuple[str, str]:
        """A unit and a hex; without the unit, the one the prompt speaks of."""
        if len(words) == 1 and self._look.focus_unit is not None:
            return self._look.focus_unit, find_place(self._look, words[0])
        if len(words) < 2:
            raise self._usage(command)
        return self._unit(" ".join(words[:-1])), find_place(self._look, words[-1])

    def _one_unit(self, command: str, words: list[str]) -> str:
        if words:
            return self._unit(" ".join(words))
        if self._look.focus_unit is None:
            raise self._usage(command)
        return self._look.focus_unit

    def _centre(self, words: list[str], default: int) -> tuple[str, int]:
        """A hex on the map and a radius; without a hex, what the offer is about."""
        radius = default
        if words and words[-1].isdigit() and words[-1] not in self._look.game.board.index:
            radius = max(1, min(LARGEST_RADIUS, int(words[-1])))
            words = words[:-1]
        place = find_place(self._look, " ".join(words)) if words else self._matter()
        if place is None or not self._look.is_hex(place):
            raise Unclear(self.table.speech("unclear.no_centre"))
        return place, radius

    def _matter(self) -> str | None:
        """The hex that matters most now: the one spoken of, else the middle of all that is offered."""
        look = self._look
        if look.focus_hex is not None and look.is_hex(look.focus_hex):
            return look.focus_hex
        offered = [*self._menu.hexes, *(look.place_of(unit) or "" for unit in self._menu.units)]
        places = [place for place in offered if place and look.is_hex(place)]
        places = places or [place for place in look.view["stacks"] if look.is_hex(place)]
        grid, index = look.game.board.grid, look.game.board.index
        centres = [grid.centre(index[place]) for place in places]
        if not centres:
            return None
        x, y = (sum(values) / len(centres) for values in zip(*centres, strict=True))
        return min(places, key=lambda place: (grid.centre(index[place])[0] - x) ** 2
                   + (grid.centre(index[place])[1] - y) ** 2)

    # -- help and lists ------------------------------------------------------------------------------------------

    def do_help(self, words: list[str]) -> None:
        """How to choose, and what else can be typed."""
        speech = self.table.speech
        if words:
            command = aliases(speech).get(words[0].casefold())
            if command is None:
                raise Unclear(speech("unclear.command", text=words[0]))
            self._say([speech(f"help.{command}"), speech("help.also", names=speech(f"command.{command}"))])
            return
        board = self._look.game.board
        unit = next(iter(self._menu.units or self._look.game.counters.ids))
        hex = board.names[next(iter(board.place_at or board.grid.index.values()))]
        self._say([*speech("help.choosing", unit=unit, hex=hex).split("\n"),
                   *(f"  {speech(f'help.{command}')}" for command in COMMANDS)])

    def do_list(self, words: list[str]) -> None:
        """All choices again, in full."""
        self.table.show_offer(in_full=True)

    def do_more(self, words: list[str]) -> None:
        """The next page."""
        if not self.table.console.pending:
            raise Unclear(self.table.speech("list.no_more"))
        self._say(self.table.console.pending)

    def do_units(self, words: list[str]) -> None:
        """The order of battle, as far as it is in sight."""
        look = self._look
        lines = []
        for side in self._sides(" ".join(words)) if words else look.game.sides_of(look.seat) or look.game.sides:
            units = [unit for unit in look.view["units"]
                     if look.counter(unit).side == side and look.place_of(unit) != ASIDE]
            lines.append(look.speech.count("units.title", len(units), side=look.side_name(side)))
            for group, members in look.grouped(units).items():
                lines += [f"{group}:", *(f"  {look.unit_line(unit)}" for unit in members)]
        self._say(lines)

    def _sides(self, text: str) -> Sequence[str]:
        """A side by its key or its name, or all of them."""
        look, wanted = self._look, text.casefold()
        if wanted in look.speech("units.all").split():
            return look.game.sides
        for side in look.game.sides:
            names = {side, look.side_name(side).casefold(), *look.side_name(side).casefold().split()}
            if any(name.startswith(wanted) for name in names):
                return (side,)
        raise look.game.illegal("refused.unknown_side", side=text, known=", ".join(look.game.sides))

    def do_boxes(self, words: list[str]) -> None:
        """The places beside the map and what is in them; what is out of play only if it is asked for."""
        self._say(self._box_lines(" ".join(words)) or [self._look.speech("boxes.none")])

    def _box_lines(self, text: str) -> list[str]:
        look, wanted = self._look, text.casefold()
        lines = []
        for key, box in look.game.board.boxes.items():
            names = (key, box.group, *box.name.values())
            asked = any(name.casefold().startswith(wanted) for name in names) and (wanted or key != ASIDE)
            if asked and look.stack(key):
                lines += [f"{look.place_name(key)} ({key}):", *(line for line in hex_lines(look, key)[1:])]
        return lines

    def do_dead(self, words: list[str]) -> None:
        """The dead piles."""
        self.do_boxes(["dead"])

    def do_track(self, words: list[str]) -> None:
        """The turn track, and the counts beside the map."""
        look = self._look
        lines = []
        for key, track in (look.view.get("tracks") or {}).items():
            of = f" / {track['last']}" if track.get("last") is not None else ""
            value = track["text"][look.speech.language] if "text" in track else f"{track.get('value')}{of}"
            turns = f" ({', '.join(map(str, track['turns']))})" if "turns" in track else ""
            lines.append(f"{look.word('track', key)}: {value}{turns}")
        lines += [look.speech("track.marker", marker=look.word("marker", kind), hex=look.place_name(place))
                  for place, kinds in look.view["marks"].items() for kind in kinds]
        self._say(lines + self._box_lines("turn"))

    # -- the map -------------------------------------------------------------------------------------------------

    def do_map(self, words: list[str]) -> None:
        """A drawn excerpt."""
        centre, radius = self._centre(words, DEFAULT_RADIUS)
        for line in map_lines(self._look, centre, radius):  # drawn lines are never folded, nor cut into pages
            self.table.console.out.write(line + "\n")

    def do_around(self, words: list[str]) -> None:
        """Towns and units round a hex."""
        self._say(around_lines(self._look, *self._centre(words, AROUND)))

    def do_hex(self, words: list[str]) -> None:
        """All about a hex."""
        place = find_place(self._look, " ".join(words)) if words else self._look.focus_hex
        if place is None:
            raise self._usage("hex")
        self._say(hex_lines(self._look, place))

    # -- questions -----------------------------------------------------------------------------------------------

    def do_unit(self, words: list[str]) -> None:
        """All about a unit."""
        self._say(unit_lines(self._look, self._one_unit("unit", words)))

    def do_odds(self, words: list[str]) -> None:
        """What an attack would bring."""
        look = self._look
        if not words:
            attack = self.table.attack()
            if attack is None:
                raise self._usage("odds")
            self._say(odds_lines(look, *attack))
            return
        target = find_place(look, words[0])
        units = [self._unit(word) for word in words[1:]] or look.possible_attackers(target)
        odds = look.ask("odds", target=target, units=units)
        everybody = [look.speech("odds.all", units=", ".join(units))] if len(words) == 1 else []
        self._say(everybody + odds_lines(look, odds, target))

    def do_fire(self, words: list[str]) -> None:
        """How far a gun reaches, and who observes for it."""
        unit = self._one_unit("fire", words)
        if "fire" not in self._look.game.questions:
            raise Unclear(self.table.speech("fire.none"))
        self._say(fire_lines(self._look, unit, self._look.ask("fire", unit=unit)))

    def do_why(self, words: list[str]) -> None:
        """Why a unit may not go somewhere."""
        unit, place = self._unit_and_place("why", words)
        answer = self._look.ask("why_not", unit=unit, hex=place)
        if answer["allowed"]:
            self._say([self.table.speech("why.allowed", unit=self._look.name(unit), hex=self._look.place_name(place))])
        else:
            self._say([answer["reason"] + cited([answer.get("rule")])])

    def do_path(self, words: list[str]) -> None:
        """The cheapest way."""
        unit, place = self._unit_and_place("path", words)
        self._say(path_lines(self._look, unit, self._look.ask("path", unit=unit, hex=place)))

    def do_supply(self, words: list[str]) -> None:
        """Whether a unit is in supply."""
        unit = self._one_unit("supply", words)
        self._say(supply_lines(self._look, unit, self._look.ask("supply", unit=unit)))

    def do_zoc(self, words: list[str]) -> None:
        """The zones of control of a side, or of all."""
        look = self._look
        lines = []
        for side in self._sides(" ".join(words)) if words else look.game.sides:
            hexes: list[str] = look.ask("zoc", side=side)
            lines.append(look.speech("zoc.title", side=look.side_name(side), n=len(hexes), hexes=", ".join(hexes)))
        self._say(lines)

    def do_victory(self, words: list[str]) -> None:
        """The score."""
        self._say(victory_lines(self._look))

    def do_hint(self, words: list[str]) -> None:
        """What a computer player would choose, and why."""
        self._say(self.table.hint())

    def do_plan(self, words: list[str]) -> None:
        """What the computer player intended in its last turn."""
        self._say(self.table.plan())

    def do_rule(self, words: list[str]) -> None:
        """A rule, or the rules on a word; without either, those of the prompt."""
        game = self._look.game
        offer = self._look.offer
        wanted = [" ".join(words)] if words else [] if offer is None else list(offer.rules)
        lines = [line for number in wanted for line in lookup_lines(game, number, self.table.speech)]
        if not lines:
            raise Unclear(self.table.speech("rule.none", text=" ".join(words)))
        self._say(lines)

    def do_log(self, words: list[str]) -> None:
        """What has happened, as this seat has seen it."""
        if words and not words[0].isdigit():
            raise self._usage("log")
        count = int(words[0]) if words else LOG_LINES
        events = self.table.match.log[-count:] if count else []
        self._say([self.table.event_line(event) for event in events] or [self.table.speech("log.nothing")])

    # -- the game ------------------------------------------------------------------------------------------------

    def do_undo(self, words: list[str]) -> None:
        """Take the last choice back."""
        self.table.undo()

    def do_save(self, words: list[str]) -> None:
        """Save under a name."""
        self.table.save(Path(" ".join(words)).expanduser() if words else None)

    def do_load(self, words: list[str]) -> None:
        """Go on with another game."""
        if not words:
            raise self._usage("load")
        self.table.load(Path(" ".join(words)).expanduser())

    def do_trust(self, words: list[str]) -> None:
        """Hand the keyboard over without ceremony from now on, or with it again."""
        self.table.trusting = not self.table.trusting
        self._say([self.table.speech("trust.on" if self.table.trusting else "trust.off")])

    def do_lang(self, words: list[str]) -> None:
        """Speak another language."""
        if len(words) != 1 or words[0] not in LANGUAGES:
            raise self._usage("lang")
        self.table.speech.language = words[0]
        self.table.refresh()
        self.table.show_offer(in_full=False)

    def do_quit(self, words: list[str]) -> None:
        """Leave the table."""
        self.table.quit()


def attack_answer(look: Look) -> tuple[dict[str, Any], str | None] | None:
    """The odds of the attack or fire being put together, and its target, once there are units for it."""
    if look.offer is None or look.offer.about.kind not in ("attack", "fire") or not look.offer.about.group:
        return None
    with suppress(Illegal):
        return look.ask("odds"), look.focus_hex
    return None
