"""How a staff likes to fight: weights that a plan is judged by, and the named tactics behind them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from stavka import staff

from ..components import SOVIET
from .ground import SECTORS

TACTICS = (
    "concentrate", "surround", "cut_supply", "exploit", "keep_supply", "river_line", "city_line", "leave_pockets",
    "garrison", "koenigsberg", "plug_gaps", "counterattack", "air_support", "interdict", "armour", "replacements",
    "korps_gruppen", "shock", "bagration", "stand_or_retreat", "advance_or_hold", "ardour", "sweep", "coast", "raid",
    "delay",
)
"""The names of the tactics; the words say what each is (``tactic.<name>``)."""

_LEARNT = frozenset({
    "exploit", "city_line", "garrison", "counterattack", "air_support", "armour", "replacements", "korps_gruppen",
    "shock", "bagration", "advance_or_hold", "interdict",
})
NOVICE_TACTICS = (_LEARNT, _LEARNT | {"concentrate"})
"""What a novice of each side has learnt: the special units and markers. The attacker does not concentrate yet, the
defender does where he had better hold a line."""


@dataclass(frozen=True)
class Doctrine:
    """What counts when a plan is judged, in victory points."""

    name: str
    attack: float = 1.0
    """What an attack after the move promises."""
    aims: float = 1.0
    """Coming nearer to towns and cities."""
    seize: float = 1.0
    """Entering a town or city that the enemy controls."""
    risk: float = 1.0
    """What the enemy's answer may cost."""
    hold: float = 1.0
    """Garrisons in places that count."""
    cover: float = 1.0
    """Zones of control before what the enemy wants."""
    supply: float = 1.0
    """Staying in supply, and cutting the enemy off."""


DOCTRINES: tuple[Mapping[str, Doctrine], Mapping[str, Doctrine]] = (
    {
        "steady": Doctrine("steady", cover=0.15, risk=0.6),
        "assault": Doctrine("assault", attack=1.7, aims=0.8, risk=0.4, cover=0.15),
        "exploit": Doctrine("exploit", attack=0.7, aims=1.8, seize=1.4, risk=0.4, supply=0.5, cover=0.1),
        "secure": Doctrine("secure", attack=1.0, aims=0.6, risk=1.2, hold=2.0, cover=0.4),
        "drive": Doctrine("drive", attack=0.5, aims=2.4, seize=1.8, risk=0.25, supply=0.4, cover=0.05),
    },
    {
        "steady": Doctrine("steady", attack=0.7, aims=0.2),
        "hold": Doctrine("hold", attack=0.7, aims=0.1, seize=1.5, risk=1.0, hold=1.8, cover=3.0),
        "delay": Doctrine("delay", attack=0.4, aims=0.1, risk=1.8, hold=0.8, cover=1.0),
        "counter": Doctrine("counter", attack=1.5, aims=0.5, seize=1.6, risk=0.6, cover=0.7),
        "screen": Doctrine("screen", attack=0.4, aims=0.1, risk=1.5, cover=5.0),
        "fortress": Doctrine("fortress", attack=0.6, aims=0.1, seize=1.5, risk=0.5, hold=3.5, cover=0.8),
        "withdraw": Doctrine("withdraw", attack=0.3, aims=0.05, seize=0.8, risk=3.0, hold=0.4, cover=0.8, supply=1.5),
    },
)
"""The doctrines of each side by name; the first is the usual one."""


@dataclass(frozen=True)
class Temper:
    """How a commander weighs dangers and losses, in every sector."""

    fear: float = 0.55
    """The share of the enemy strength in reach that is expected to attack one hex."""
    build_up: float = 0.03
    """What each factor brought against a hex is worth while the attack is not good yet."""
    least: float = 0.05
    """Attacks that promise less are not made."""
    stand: float = 0.25
    """What holding a hex that counts for nothing is worth beside a step (11.19)."""
    caution: float = 0.7
    """How much of the danger in a hex is counted against advancing into it."""
    thrift: float = 1.0
    """How much own losses count beside the enemy's."""


TEMPERS: Mapping[str, Temper] = {
    "bold": Temper(fear=0.35, build_up=0.04, least=0.02, caution=0.4, thrift=0.7),
    "careful": Temper(fear=0.75, build_up=0.0, least=0.12, caution=1.0, thrift=1.3),
}
"""Other ways to see the same front."""


@dataclass(frozen=True)
class Orders(staff.Orders[Doctrine]):
    """A doctrine for every sector, the tactics known, and the temper of the commander."""

    temper: Temper = Temper()

    def with_temper(self, name: str) -> Orders:
        """The same orders, carried out more boldly or more carefully."""
        return replace(self, temper=TEMPERS[name])


PROVEN: tuple[Mapping[str, str], Mapping[str, str]] = (
    {"north": "secure", "centre": "secure", "south": "exploit"},
    {"north": "hold", "centre": "hold", "south": "hold"},
)
"""The doctrines that did best in games between all of them, by side and sector."""


def usual_orders(side: int, passes: int = 1, tactics: frozenset[str] = frozenset(TACTICS)) -> Orders:
    """What somebody does who has not thought about this moment: a novice is steady, others do what has proved best."""
    effort = "centre" if side == SOVIET else "north"
    if tactics == NOVICE_TACTICS[side]:
        return Orders(dict.fromkeys(SECTORS, DOCTRINES[side]["steady"]), tactics, passes, effort)
    return Orders({sector: DOCTRINES[side][PROVEN[side][sector]] for sector in SECTORS}, tactics, passes, effort)
