"""Chapter 21: how to win."""

from __future__ import annotations

from dataclasses import dataclass

from stavka.game import Result
from stavka.kit.hexset import members
from stavka.kit.steps import Step
from stavka.kit.words import Message

from .components import BF, FRONTS, LAST_TURN, SEATS, SIDES, UF
from .position import Rttr

GERMANS = SIDES[2]


def parts(p: Rttr, front: int) -> dict[str, int]:
    """21.2, 21.3, 27.4 What the victory points of a Front are made of."""
    layout, seat = p.layout, SEATS[front]
    killed = p.at(p.box(f"killed.{seat}"))
    return {
        "objectives": sum(layout.points[place] for place in members(p.control[front])),
        "markers": layout.marker_points * len(p.at(p.box(f"captured.{seat}"))),
        "units": layout.unit_points * sum(layout.mobile_set >> unit & 1 for unit in killed),
        "stavka": -p.spent[front],
    }


def victory_points(p: Rttr, front: int) -> int:
    """21.3 The final victory points of a Front."""
    return sum(parts(p, front).values())


def holder(p: Rttr) -> int | None:
    """The Front that controls the Reichstag, if one does."""
    return next((front for front in FRONTS if p.control[front] & p.layout.reichstag_bit), None)


def is_sudden_death(p: Rttr) -> bool:
    """4.3-V-A Whether a Soviet unit of either Front is in the Reichstag."""
    return bool((p.occupied[BF] | p.occupied[UF]) & p.layout.reichstag_bit)


@dataclass(frozen=True, slots=True)
class VictoryCheck(Step):
    """4.3-V The end of a game turn."""

    def skip(self, p: Rttr) -> None:
        p.pop()
        decide(p)


def decide(p: Rttr) -> None:
    """21.1 The game is over if a Soviet unit is in the Reichstag, or after the turn of 2 May."""
    last = p.turn >= LAST_TURN
    if not last and not is_sudden_death(p):
        return
    scores = {seat: victory_points(p, front) for front, seat in enumerate(SEATS)}
    if last and (holder(p) is None or max(scores.values()) <= 0):  # 21.5
        key = "result.reichstag_holds" if holder(p) is None else "result.no_glory"
        finish(p, GERMANS, Message(key, scores_as_args(scores), ("21.5",)), scores)
        return
    winner = SEATS[BF] if scores[SEATS[BF]] > scores[SEATS[UF]] else SEATS[UF]  # 21.4: a tie is the 1UF's
    rule = "4.3-V-A" if is_sudden_death(p) else "4.3-V-B"
    finish(p, winner, Message("result.points", {"seat": winner, **scores_as_args(scores)}, ("21.4", rule)), scores)


def scores_as_args(scores: dict[str, int]) -> dict[str, object]:
    """The scores as a message takes them."""
    return {"bf": scores[SEATS[BF]], "uf": scores[SEATS[UF]]}


def finish(p: Rttr, winner: str, message: Message, scores: dict[str, int]) -> None:
    """The game is over."""
    p.result = Result(winner, message, scores)
    p.emit("won", *message.rules, side=winner)
