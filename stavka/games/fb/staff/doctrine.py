"""How a staff likes to fight: weights that a plan is judged by, and the named tactics behind them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from stavka import staff

from ..components import SOVIET
from .ground import SECTORS

RED_TACTICS = (
    "main_axis", "bombard_first", "spread_guns", "air_after_guns", "po2", "depots", "antifascists", "katyushas",
    "captured_goliaths", "forward_base", "rotate", "spare_fanatics", "airfield", "garrison", "combined_arms",
    "economy_of_force", "avoid_fire", "seize", "poles",
)
GERMAN_TACTICS = (
    "strongholds", "hold_needed", "withdraw", "reserves", "northern_front", "airstrip", "train", "goliaths",
    "chemicals", "save_supply", "artillery_fire", "refit", "retake", "counter_assault", "reoccupy",
)
TACTICS = (*RED_TACTICS, *GERMAN_TACTICS)
"""The names of the tactics; the words say what each is (``tactic.<name>``)."""

NOVICE_TACTICS = frozenset({
    "bombard_first", "po2", "captured_goliaths", "seize", "garrison", "strongholds", "train", "goliaths",
    "artillery_fire", "refit", "counter_assault",
})
"""What a novice has learnt."""

REGULAR_TACTICS = frozenset(TACTICS) - {"forward_base", "rotate", "spread_guns", "hold_needed", "reoccupy"}
"""What a regular has learnt: all but what takes several turns to pay."""

KNOWN = {"novice": NOVICE_TACTICS, "regular": REGULAR_TACTICS, "veteran": frozenset(TACTICS),
         "marshal": frozenset(TACTICS)}
"""The tactics of every level."""


@dataclass(frozen=True)
class Doctrine:
    """What counts when a plan is judged, in victory hexes."""

    name: str
    attack: float = 1.0
    """What the next assaults promise."""
    aims: float = 1.0
    """Coming nearer to victory hexes."""
    risk: float = 1.0
    """What enemy fire and assaults may cost."""
    hold: float = 1.0
    """Garrisons in victory hexes."""
    spend: float = 1.0
    """How freely supply, Goliaths and the like are used."""


DOCTRINES: tuple[Mapping[str, Doctrine], Mapping[str, Doctrine]] = (
    {
        "steady": Doctrine("steady", attack=1.2, aims=0.9, risk=0.9, hold=1.2),
        "storm": Doctrine("storm", attack=1.6, aims=1.4, risk=0.6),
        "grind": Doctrine("grind", attack=1.4, aims=0.7, risk=1.3),
        "secure": Doctrine("secure", attack=2.0, aims=0.7, risk=0.6, hold=2.0),
    },
    {
        "steady": Doctrine("steady", aims=0.7, hold=1.5),
        "stand": Doctrine("stand", aims=0.5, hold=2.0),
        "delay": Doctrine("delay", attack=0.6, risk=1.7, hold=0.9),
        "counter": Doctrine("counter", attack=1.8, aims=1.3, risk=0.7, spend=1.5),
    },
)
"""The doctrines of each side by name; the first is the usual one."""


Orders = staff.Orders[Doctrine]
"""A doctrine for every sector, the tactics known, how carefully plans are improved, and the main effort.

Without a main effort the staff takes the most promising sector."""

RAW = ("storm", "delay")
"""What a novice does: the attacker rushes in, the defender falls back."""
PROVEN = ("secure", "stand")
"""The doctrine that did best in games between all of them, by side: what a veteran begins with."""


def usual_orders(side: int, passes: int = 1, tactics: frozenset[str] = frozenset(TACTICS)) -> Orders:
    """What somebody does who has not thought about this moment: veterans have learnt what proves best."""
    names = {NOVICE_TACTICS: RAW, REGULAR_TACTICS: ("steady", "steady")}
    doctrine = DOCTRINES[side][names.get(tactics, PROVEN)[side]]
    return Orders(dict.fromkeys(SECTORS, doctrine), tactics, passes, "south" if side == SOVIET else "centre")
