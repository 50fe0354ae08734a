"""Chapter 17 and the notes on forts of both scenarios (23.1.9, 23.2.4)."""

from __future__ import annotations

from stavka.kit.hexset import has

from .components import SOVIET
from .position import UNROLLED, Abyss


def is_fort(p: Abyss, place: int, colour: str) -> bool:
    """17.0 Whether a hex is a fort of the scenario's colour that Soviet units hold."""
    return p.plan.fort == colour and has(p.layout.forts[colour] & p.occupied[SOVIET], place)


def fort_value(p: Abyss, place: int) -> int:
    """23.2.4 What a black fort is known to add to the defence; nothing as long as its die has not been rolled."""
    return p.forts.get(place, UNROLLED) if is_fort(p, place, "black") else UNROLLED


def is_unknown(p: Abyss, place: int) -> bool:
    """23.2.4 Whether a black fort would roll its die now."""
    return is_fort(p, place, "black") and place not in p.forts


def roll_fort(p: Abyss, place: int) -> None:
    """23.2.4 An attack on a black fort is announced: the first time the Soviets roll for its value, which stays."""
    if is_unknown(p, place):
        die = p.roll(place)
        value = p.layout.fort_values[die - 1]
        p.forts = {**p.forts, place: value}
        p.emit("fort", "23.2.4", hex=p.number(place), die=die, value=value)
