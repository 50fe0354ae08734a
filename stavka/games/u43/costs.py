"""What an attack may cost beyond the result of its primary die, and what it spends: said with the odds."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from stavka.kit.chances import Chances, mapped
from stavka.kit.chances import die as one_die
from stavka.kit.words import Message

from .combat import Attack, defenders_of, magnitude, must_reroll, risks_severe_losses, sappers_shift
from .position import Ukraine
from .results import DEFENDER_LOSES, attacker_loses, read_dice, split


def faces(p: Ukraine, attack: Attack) -> Chances[int]:
    """9.10 The chance of every face of a die, a six perhaps rolled again."""
    once = one_die()
    if not must_reroll(p, attack):
        return once
    again = once[p.layout.rerolled]
    return {face: (Fraction(0) if face == p.layout.rerolled else chance) + again * chance
            for face, chance in once.items()}


def results_of(p: Ukraine, attack: Attack, level: int) -> Chances[str]:
    """8.4, 9.10 The exact chance of every primary result."""
    return mapped(faces(p, attack), lambda face: read_dice(p, attack, level, [face])[0])


def secondary_of(p: Ukraine, attack: Attack, level: int) -> Chances[str]:
    """8.4, 9.10 The exact chance of everything that a secondary die may bring."""
    return mapped(faces(p, attack), lambda face: read_dice(p, attack, level, [1, face])[1][0])


def severe_chance(p: Ukraine, attack: Attack) -> Fraction:
    """8.9 The chance of severe losses."""
    if not risks_severe_losses(p, attack):
        return Fraction(0)
    return sum((chance for face, chance in faces(p, attack).items() if face in p.layout.severe), start=Fraction(0))


def rolled(p: Ukraine, attack: Attack, level: int) -> Iterator[Message]:
    """8.4, 8.9, 9.10, 26.1 What is to be reckoned with where the dice are rolled, what matters most first."""
    attacker, defender = average_losses(p, attack, level)
    yield Message("note.average", {"attacker": float(attacker), "defender": float(defender)}, ("8.6",))
    yield from zhukovs_step(attack)
    if severe := severe_chance(p, attack):
        sappers = sappers_shift(p, attack)
        yield Message("note.severe_sappers" if sappers else "note.severe", {"percent": percent(severe)},
                      ("9.9.b" if sappers else "8.9.a",))
    dice, secondary = magnitude(p, attack), secondary_of(p, attack, level)
    if dice > 1:
        yield Message("note.secondary", {
            "dice": dice - 1, "attacker": percent(_lost(secondary, 0)), "defender": percent(_lost(secondary, 1))},
            ("8.4.b",))
    if attack.zhukov and magnitude(p, attack, raised=False) < dice:
        yield Message("note.zhukov_magnitude", {"dice": dice}, ("26.1.b",))
    if attack.zhukov:
        yield Message("note.zhukov_again", {}, ("26.1.d",))
    if must_reroll(p, attack):
        yield Message("note.rerolled", {}, ("9.10.b",))


def zhukovs_step(attack: Attack) -> Iterator[Message]:
    """26.1 What Zhukov costs for sure, unless the attack overwhelms."""
    if attack.zhukov:
        yield Message("note.zhukov_loss", {}, ("26.1.c",))


def spent(p: Ukraine, attack: Attack) -> Iterator[Message]:
    """22.4, 22.5 What becomes of the artillery that fires."""
    for gun in attack.guns:
        if p.layout.shock_artillery >> gun & 1:
            yield Message("note.to_stavka", {"unit": p.id(gun)}, ("22.5.c",))
        else:
            yield Message("note.depleted", {"unit": p.id(gun)}, ("22.4.a",))


def average_losses(p: Ukraine, attack: Attack, level: int) -> tuple[Fraction, Fraction]:
    """The steps that attacker and defender lose on the average of the dice, as far as they have them."""
    mine = sum(p.steps_of(unit) for unit in attack.units if p.is_on_map(unit))
    theirs = sum(p.steps_of(unit) for target in attack.targets for unit in defenders_of(p, attack, target))
    results, secondary = results_of(p, attack, level), secondary_of(p, attack, level)
    more = magnitude(p, attack) - 1
    attacker = more * _lost(secondary, 0) + severe_chance(p, attack) + attack.zhukov
    defender = more * _lost(secondary, 1)
    for result, chance in results.items():
        attacker += chance * attacker_loses(result, theirs)
        defender += chance * DEFENDER_LOSES.get(result, 0)
    return min(attacker, Fraction(mine)), min(defender, Fraction(theirs))


def _lost(secondary: Chances[str], side: int) -> Fraction:
    """8.4 The chance that a secondary die costs the attacker (0) or the defender (1) a step."""
    return sum((chance for loss, chance in secondary.items() if split(loss)[side]), start=Fraction(0))


def percent(chance: Fraction) -> int:
    """A chance in hundredths."""
    return round(100 * chance)


__all__ = ["average_losses", "results_of", "rolled", "spent", "zhukovs_step"]
