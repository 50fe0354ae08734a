"""The staff of Race to the Reichstag: a mind for each of the four forces, on the planner that staffs share.

=================  =================================================================
:mod:`.terrain`    the map as each force sees it
:mod:`.odds`       what results of combat are worth
:mod:`.survey`     a position in the eyes of one force
:mod:`.strikes`    attacks that a move prepares
:mod:`.ring`       Germans around the Reichstag
:mod:`.battles`    who attacks whom, when everybody must
:mod:`.answers`    what only this game asks
:mod:`.judge`      what a position is worth to a seat
=================  =================================================================
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

from stavka.kit.steps import Options
from stavka.staff import LEVELS
from stavka.staff.general import General, SeatOrders
from stavka.staff.mind import Command, Force
from stavka.staff.orders import LEVEL_HEADED, PLAIN, RASH, TEMPERS, Fault, Orders, Posture, Temper

from ..components import BF, FRONTS, SEATS, UF, player
from .answers import ANSWERS
from .judge import Judge
from .survey import SectorSurvey
from .terrain import Terrain

if TYPE_CHECKING:
    from .. import RaceToTheReichstag

PARTS = {BF: ("north", "centre", "south"), UF: ("west", "centre", "south")}
"""The parts of each sector."""

AIMS = {BF: 0.15, UF: 0.3}
"""How much a step towards the sites counts: every unit feels all of them, and the 1UF has few units and a long way."""
SOVIET_POSTURES = {front: {posture.name: posture for posture in (
    Posture("steady", aims=aims, risk=0.6),
    Posture("storm", aims=1.6 * aims, attack=1.3, seize=1.2, risk=0.4),
    Posture("sparing", aims=0.7 * aims, attack=0.75, risk=1.2),
)} for front, aims in AIMS.items()}
GERMAN_POSTURES = {posture.name: posture for posture in (
    Posture("steady"),
    Posture("stand", hold=1.5, cover=1.4, risk=0.6),
    Posture("delay", hold=0.7, risk=1.6, cover=1.2),
    Posture("counter", attack=1.5, seize=1.4, aims=1.3, risk=0.7),
)}


EFFORTS = {"veteran": {"simulations": 12, "samples": 4, "depth": 3},
           "marshal": {"simulations": 128, "samples": 16}}
"""A player thinks twice a turn, for his Front and for his Germans, and both have many units to move."""


BOLD = Temper(fear=0.35, least=0.0, caution=0.4, thrift=0.6)
"""How a Front is led by those who know the game: whoever spares his troops comes too late."""

KNOWING = replace(PLAIN, combines=True)
"""What experience adds in this game: not longer planning, but what happens between the Fronts at the Reichstag ..."""
WARY = replace(KNOWING, alarm=3)
"""... and a Front that covers what it has taken."""

BEGINNERS: tuple[Fault, ...] = ("bare_sites", "no_lines", "no_support")
"""The faults of beginners in this game ..."""
IDLE: tuple[Fault, ...] = (*BEGINNERS, "idle_rear")
"""... who look at their Front and forget the Germans they run, unless something happens before their eyes."""


def force_name(sector: int, german: bool) -> str:
    """A Front by its seat, the Germans of its sector after it."""
    return f"german_{SEATS[sector]}" if german else SEATS[sector]


def force_of(p: Any, options: Options) -> str:
    """Whose decision an offer is: a player's Front in its own sector, his Germans in the other (1.1b)."""
    front = SEATS.index(options.seat)
    if p.phase < 0:
        step = p.steps[-1]
        return force_name(step.sector, step.german)
    sector = sector_of_phase(p.phase)
    return force_name(sector, german=sector != front)


def sector_of_phase(phase: int) -> int:
    """The sector that a phase is played in: eight phases for each (4.3)."""
    from ..sequence import TURN

    return UF if phase >= len(TURN) // 2 else BF


def forces() -> list[Force]:
    """The four forces: each Front, and the Germans facing it, who are run by the other player."""
    return [Force(force_name(sector, german), player(sector, german), PARTS[sector],
                  GERMAN_POSTURES if german else SOVIET_POSTURES[sector], dict.fromkeys(PARTS[sector], "steady"),
                  "" if german else "centre", skilled=KNOWING if german else WARY,
                  temper=LEVEL_HEADED if german else BOLD)
            for sector in FRONTS for german in (False, True)]


class Berliners(General):
    """The staff of the game: its beginners err, but they march, for whoever stays in the suburbs has lost."""

    def usual(self, force: Force) -> Orders:
        """What somebody orders who has not thought about this moment: Fronts attack boldly."""
        orders = super().usual(force)
        return orders if force.name.startswith("german_") else orders.with_temper(BOLD)

    def orders(self, seat: str, level: str, rng: Random) -> SeatOrders:
        """The usual orders of a commander of this level."""
        if level != "novice":
            return super().orders(seat, level, rng)
        usual = super().orders(seat, "regular", rng)
        return {name: self._beginner(orders, name.startswith("german_")) for name, orders in usual.items()}

    def _beginner(self, orders: Orders, german: bool) -> Orders:
        """The same orders in the hands of a beginner: careful with his Front, his Germans strike back anywhere."""
        if german:
            return replace(orders.everywhere(GERMAN_POSTURES["counter"]), temper=RASH, faults=frozenset(IDLE))
        return replace(orders, temper=TEMPERS["careful"], faults=frozenset(BEGINNERS))


def make_staff(game: RaceToTheReichstag) -> General:
    """The staff of the game."""
    terrain = Terrain(game.berlin)

    def survey(p: Any, force: Force, orders: Orders) -> SectorSurvey:
        sector = SEATS.index(force.name.removeprefix("german_"))
        return SectorSurvey(terrain, p, sector, force.name.startswith("german_"), orders)

    declines = frozenset({"end_phase", "halt", "keep", "enough", "begin"})
    thinking = {f"{force_name(sector, german)}.movement": force_name(sector, german)
                for sector in FRONTS for german in (False, True)}
    return Berliners(game, forces(), Command(survey, ANSWERS, declines), thinking=thinking, force_of=force_of,
                   judge=Judge(terrain), levels=LEVELS, efforts=EFFORTS)


__all__ = ["make_staff"]
