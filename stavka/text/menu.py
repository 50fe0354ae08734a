"""The choices of an offer: listed in a useful order, numbered, and recognised when somebody types one."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain

from stavka.errors import Illegal

from .look import Look
from .speech import number

FEW = 6
"""So many choices and less are listed without headings."""

MANY = 12
"""More units than this are listed in full only once; afterwards their ids remind of them."""


@dataclass(frozen=True)
class Unclear(Exception):
    """What was typed can mean several things, or nothing."""

    reason: str

    def __str__(self) -> str:
        return self.reason


@dataclass(frozen=True)
class Section:
    """Some choices under a heading."""

    heading: str
    choices: tuple[str, ...]


class Menu:
    """The choices of the current offer, in the order in which they are listed."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self.numbers: dict[int, str] = {}
        """What the numbers of the last listing stand for."""
        self._unlisted = 0
        """Units that were not numbered. Their numbers stay free, lest an old one mean a button."""
        offer = look.offer
        self.units = () if offer is None else offer.units
        self.hexes = () if offer is None else offer.hexes
        self.buttons = () if offer is None else offer.buttons

    def __contains__(self, choice: str) -> bool:
        offer = self.look.offer
        return offer is not None and choice in offer

    # -- listing -------------------------------------------------------------------------------------------------

    def hex_sections(self) -> list[Section]:
        """Hexes: towns first, then those at the front, then the others; the nearest first in each."""
        look, say = self.look, self.look.speech
        side = self._side()
        origin = self._origin()
        towns = [h for h in self.hexes if look.game.board.index[h] in look.game.board.place_at]
        front = [h for h in self.hexes if h not in towns and side is not None and look.is_hex(h)
                 and look.is_front_line(h, side)]
        rest = [h for h in self.hexes if h not in towns and h not in front]
        if not side or len(self.hexes) <= MANY:
            towns, front, rest = [], [], list(self.hexes)
        return [
            Section(say(f"list.{key}"), tuple(f"hex:{h}" for h in sorted(group, key=lambda h: self._rank(h, origin))))
            for key, group in (("towns", towns), ("front", front), ("hexes", rest)) if group
        ]

    def _rank(self, hex: str, origin: str | None) -> tuple[int, int]:
        board = self.look.game.board
        place = board.index[hex]
        if origin is None or not self.look.is_hex(hex):
            return (0, place)
        return (board.grid.distance(board.index[origin], place), place)

    def _side(self) -> str | None:
        """The side of the unit the offer is about."""
        unit = self.look.focus_unit
        return None if unit is None else self.look.counter(unit).side

    def _origin(self) -> str | None:
        """The hex from which distances are told."""
        unit = self.look.focus_unit
        place = None if unit is None else self.look.place_of(unit)
        if place is not None and self.look.is_hex(place):
            return place
        return self.look.focus_hex

    def unit_sections(self) -> list[Section]:
        """Units by formation or box."""
        groups = self.look.grouped(self.units)
        return [Section(heading, tuple(f"unit:{u}" for u in units)) for heading, units in groups.items()]

    def listing(self, *, units_in_full: bool) -> list[str]:
        """The lines to show, and from then on what the numbers in them stand for. Buttons are listed apart."""
        self.numbers = {}
        self._unlisted = 0
        sections = self.hex_sections()
        if units_in_full:
            sections += self.unit_sections()
        lines = []
        headed = len(sections) > 1 and sum(len(section.choices) for section in sections) > FEW
        for section in sections:
            if headed:
                lines.append(f"{section.heading}:")
            lines += [self._numbered(choice, headed=headed) for choice in section.choices]
        if self._is_stuck():
            lines.append(self.look.speech("list.stuck", unit=self.look.name(self.look.focus_unit or "")))
        if self.units and not units_in_full:
            key = "list.other_units" if self.hexes else "list.units_again"
            lines.append(self.look.speech(key, n=len(self.units), ids=" ".join(self.units)))
            self._unlisted = len(self.units)
        return lines

    def _is_stuck(self) -> bool:
        """Whether a unit is to be moved that can go nowhere."""
        offer = self.look.offer
        return offer is not None and offer.about.kind == "move" and offer.about.unit is not None and not self.hexes

    def button_lines(self) -> list[str]:
        """The buttons, numbered on from the listing."""
        return [self._numbered(f"do:{button}") for button in self.buttons]

    def _numbered(self, choice: str, *, headed: bool = False) -> str:
        number = len(self.numbers) + 1 + self._unlisted
        self.numbers[number] = choice
        return f"{number:3}  {self.describe(choice, headed=headed)}"

    def describe(self, choice: str, *, headed: bool = False) -> str:
        """A choice in one line. Under a heading that names their box, units beside the map need no place."""
        kind, _, name = choice.partition(":")
        if kind == "unit":
            return self.look.unit_line(name, where=not headed or self.look.is_hex(self.look.place_of(name) or ""))
        if kind == "hex":
            line = self.look.place_line(name, origin=self._origin(), side=self._side())
            return line + self._prospect(name)
        return f"{self.button_name(name)} ({name})"

    def _prospect(self, hex: str) -> str:
        """For a hex that may be attacked: how an attack with everything would stand."""
        offer = self.look.offer
        if offer is None or offer.about.kind != "attack" or offer.about.group:
            return ""
        with suppress(Illegal):
            odds = self.look.ask("odds", target=hex, units=self.look.possible_attackers(hex))
            return self.look.speech("hex.prospect", attack=number(odds["attack"]), defence=number(odds["defence"]),
                                    column=odds["column"])
        return ""

    def button_name(self, button: str) -> str:
        """What a button says."""
        return self.look.game.words.name("button", button, self.look.speech.language)

    def brief(self, choice: str) -> str:
        """A choice in a few words, to repeat what was chosen."""
        kind, _, name = choice.partition(":")
        if kind == "unit":
            return f"{name} {self.look.name(name)}"
        return self.look.place_name(name) if kind == "hex" else self.button_name(name)

    # -- recognising ---------------------------------------------------------------------------------------------

    def exact(self, text: str, *, numbers: bool = True) -> str | None:
        """The choice that a number of the listing, an id, a hex number, a button or a full choice stands for.

        It need not be on offer: then the game says why not.
        """
        game = self.look.game
        if numbers and text.isdigit() and int(text) in self.numbers and text not in game.board.index:
            return self.numbers[int(text)]
        if text in game.choices:
            return text
        if text.startswith(("unit:", "hex:", "do:")):
            return text
        for kind, known in (("unit", game.counters.index), ("hex", game.board.index)):
            found = _same(text, known)
            if found is not None:
                return f"{kind}:{found}"
        button = _same(text, game.buttons)
        return None if button is None else f"do:{button}"

    def by_name(self, text: str) -> str | None:
        """The one choice on offer, or else the one thing the seat knows of, whose name or label begins so."""
        wanted = text.casefold()
        if wanted.isdigit():  # a number means a line of the listing or a hex, and never a counter that bears it
            return None
        offered = [*(f"unit:{u}" for u in self.units), *(f"hex:{h}" for h in self.hexes),
                   *(f"do:{b}" for b in self.buttons)]
        game = self.look.game
        known = chain((f"unit:{u}" for u in self.look.view["units"]),
                      (f"hex:{game.board.names[i]}" for i in game.board.place_at),
                      (f"do:{button}" for button in game.buttons))
        for choices in (offered, known):
            found = [choice for choice in choices if any(name.startswith(wanted) for name in self.names(choice))]
            whole = [choice for choice in found if wanted in self.names(choice)]
            if len(whole or found) == 1:
                return (whole or found)[0]
            if found:
                raise Unclear(self.look.speech(
                    "unclear.several", text=text, found="; ".join(self.brief(choice) for choice in found[:6])))
        return None

    def names(self, choice: str) -> list[str]:
        """Everything a choice is called, in small letters."""
        kind, _, name = choice.partition(":")
        game = self.look.game
        if kind == "unit":
            counter = self.look.counter(name)
            names = [name, counter.label, *counter.name.values()]
        elif kind == "hex":
            place = game.board.place_at.get(game.board.index[name])
            names = [name, *(place.name.values() if place is not None else [])]
            names += game.board.boxes[name].name.values() if name in game.board.boxes else []
        else:
            names = [name, self.button_name(name)]
        return [text.casefold() for text in names]

    def chain(self, text: str) -> list[str] | None:
        """Several choices in one line, such as ``S-5GT 3605``; None unless every word is surely one."""
        words = text.split()
        if len(words) < 2:
            return None
        choices = [self.exact(word, numbers=n == 0) for n, word in enumerate(words)]
        return None if None in choices else [choice for choice in choices if choice is not None]


def _same(text: str, known: Iterable[str]) -> str | None:
    """The one of some names that equals a text but for capitals."""
    wanted = text.casefold()
    return next((name for name in known if name.casefold() == wanted), None)


def find_unit(look: Look, menu: Menu, text: str) -> str:
    """A unit by id, label or beginning of its name; those on offer first."""
    found = _same(text, look.game.counters.index)
    if found is not None:
        return found
    wanted = text.casefold()
    for group in (menu.units, tuple(look.view["units"])):
        units = [unit for unit in group if any(name.startswith(wanted) for name in menu.names(f"unit:{unit}"))]
        whole = [unit for unit in units if look.counter(unit).label.casefold() == wanted]
        if len(whole or units) == 1:
            return (whole or units)[0]
        if units:
            raise Unclear(look.speech("unclear.several", text=text,
                                      found="; ".join(menu.brief(f"unit:{unit}") for unit in units[:6])))
    raise Unclear(look.speech("unclear.unit", text=text))


def find_place(look: Look, text: str) -> str:
    """A hex by number, by the town in it or by a unit that stands there; or a box by its key."""
    board = look.game.board
    found = _same(text, board.index)
    if found is not None:
        return found
    unit = _same(text, look.view["units"])
    place = None if unit is None else look.place_of(unit)
    if place is not None:
        return place
    wanted = text.casefold()
    towns = [p for p in board.places.values() if any(name.casefold().startswith(wanted) for name in p.name.values())]
    if len(towns) == 1:
        return board.names[towns[0].hex]
    if towns:
        raise Unclear(look.speech("unclear.several", text=text,
                                  found="; ".join(look.place_name(board.names[town.hex]) for town in towns[:6])))
    raise Unclear(look.speech("unclear.hex", text=text))
