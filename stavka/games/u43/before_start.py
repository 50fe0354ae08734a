"""31.2, 33.7, 34.8: losses, fortifications, bridges, guns and transfers before the first turn."""

from __future__ import annotations

from dataclasses import dataclass, replace

from stavka.kit.deploy import READY_MADE
from stavka.kit.hexset import HexSet, UnitSet, bit, has, members
from stavka.kit.steps import About, Options, Step
from stavka.kit.words import Message

from .components import CENTRAL, GERMAN, RESERVE, SETUP, SOVIET, STAVKA
from .deployment import code_of, near_front, own_side
from .position import Ukraine, lose_step
from .stacking import has_room

REDUCED_NORTH = 2  # 34.8
TRANSFERS = {"V": (3, 1), "SW": (3, 1)}  # 34.8: infantry and tank brigades to the Steppe Front


# -- Losses before the start (31.2, 33.7, 34.8) --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Kursk(Step):
    """31.2 The Germans flip four mechanized units: losses of Kursk."""

    left: int

    def offer(self, p: Ukraine) -> Options | None:
        units = self._units(p)
        if not self.left or not units:
            return None
        prompt = Message("prompt.kursk", {"left": self.left}, ("31.2.a",))
        return Options(p.seat(GERMAN), "kursk", prompt, units=units, buttons=(READY_MADE,), about=About("lose"))

    def _units(self, p: Ukraine) -> list[int]:
        layout = p.layout
        return p.those_on_map(layout.two_steps & layout.mechanized & layout.army[GERMAN] & ~p.reduced)

    def take_unit(self, p: Ukraine, unit: int) -> None:
        lose_step(p, unit, "31.2.a")
        p.replace(Kursk(self.left - 1))

    def take_button(self, p: Ukraine, button: str) -> None:
        for unit in self._units(p)[:self.left]:
            lose_step(p, unit, "31.2.a")
        p.pop()

    def refuse_unit(self, p: Ukraine, unit: int) -> Message | None:
        return Message("refused.not_kursk", {"unit": p.id(unit)}, ("31.2.a",))


@dataclass(frozen=True, slots=True)
class StepLosses(Step):
    """33.7, 34.8 Each army or front loses the steps listed, one a unit at most."""

    side: int
    taken: tuple[tuple[str, int, int], ...] = ()
    """Steps each army has lost so far: mechanized, others."""
    hit: UnitSet = 0

    def offer(self, p: Ukraine) -> Options | None:
        units = self._units(p)
        if not units:
            return None
        code, mech, foot = self._owed(p)
        prompt = Message("prompt.step_losses", {"army": f"sector.{code}", "mechanized": mech, "others": foot},
                         (self.rule(p),))
        return Options(p.seat(self.side), "step_losses", prompt, units=units, buttons=(READY_MADE,),
                       about=About("lose"))

    def rule(self, p: Ukraine) -> str:
        """The rule of the scenario."""
        return "34.8.a" if p.is_october else "33.7.a"

    def _owed(self, p: Ukraine) -> tuple[str, int, int]:
        """The next army that owes steps, with how many of each kind."""
        lost = {code: (mech, foot) for code, mech, foot in self.taken}
        armies = p.layout.front_line(p.layout.plans[p.scenario].month, self.side)
        for code, (mech, foot) in p.layout.plans[p.scenario].losses.items():
            done = lost.get(code, (0, 0))
            left = (mech - done[0], foot - done[1])
            if code in armies and any(left) and self._of(p, code, *left):
                return code, *left
        return "", 0, 0

    def _of(self, p: Ukraine, code: str, mech: int, foot: int) -> list[int]:
        """The units of an army that can bear one of its losses."""
        layout = p.layout
        able = (layout.combat | layout.support) & layout.army[self.side] & ~self.hit
        able &= ~(layout.artillery | layout.returning)  # 34.8: the Tigers are in the sector, not of the army
        kinds = (layout.mechanized if mech else 0) | (~layout.mechanized if foot else 0)
        boxes = (p.box(RESERVE), p.box(CENTRAL))
        units = [unit for unit in members(able & kinds)
                 if code_of(p, unit) == code and (p.is_on_map(unit) or p.where[unit] in boxes)]
        return self._north_first(p, units, foot) if code == "4P" and p.is_october else units

    def _north_first(self, p: Ukraine, units: list[int], foot: int) -> list[int]:
        """34.8 Two of the divisions north of the Lyutezh line are among those reduced."""
        north = p.layout.north_of_lyutezh
        there = [unit for unit in p.on_map(GERMAN) if p.layout.combat >> unit & 1 and has(north, p.where[unit])
                 and p.layout.two_steps >> unit & 1]
        missing = min(REDUCED_NORTH, len(there)) - sum(p.reduced >> unit & 1 for unit in there)
        if missing < foot or not foot:
            return units
        return [unit for unit in units if p.layout.mechanized >> unit & 1 or unit in there]

    def _units(self, p: Ukraine) -> list[int]:
        code, mech, foot = self._owed(p)
        return self._of(p, code, mech, foot) if code else []

    def take_unit(self, p: Ukraine, unit: int) -> None:
        p.replace(self._after(p, unit))

    def _after(self, p: Ukraine, unit: int) -> StepLosses:
        code = self._owed(p)[0]
        lost = {key: (mech, foot) for key, mech, foot in self.taken}
        mech, foot = lost.get(code, (0, 0))
        lost[code] = (mech + 1, foot) if p.layout.mechanized >> unit & 1 else (mech, foot + 1)
        lose_step(p, unit, self.rule(p))
        return replace(self, taken=tuple((key, *steps) for key, steps in lost.items()), hit=self.hit | bit(unit))

    def take_button(self, p: Ukraine, button: str) -> None:
        step = self
        while units := step._units(p):
            strong = [unit for unit in units if p.layout.two_steps >> unit & 1] or units
            step = step._after(p, strong[0])
        p.pop()

    def refuse_unit(self, p: Ukraine, unit: int) -> Message | None:
        return Message("refused.no_step_loss", {"unit": p.id(unit)}, (self.rule(p),))


@dataclass(frozen=True, slots=True)
class Depleted(Step):
    """33.7, 34.8 Two regular artillery divisions start depleted; the Soviet player says which."""

    left: int

    def offer(self, p: Ukraine) -> Options | None:
        units = self._units(p)
        if not self.left or not units:
            return None
        prompt = Message("prompt.depleted", {"left": self.left}, (self.rule(p),))
        return Options(p.seat(SOVIET), "depleted", prompt, units=units, buttons=(READY_MADE,), about=About("choose"))

    def rule(self, p: Ukraine) -> str:
        """The rule of the scenario."""
        return "34.8.a" if p.is_october else "33.7.a"

    def _units(self, p: Ukraine) -> list[int]:
        layout = p.layout
        return p.those_on_map(layout.artillery & ~layout.shock_artillery & ~p.depleted)

    def take_unit(self, p: Ukraine, unit: int) -> None:
        p.depleted |= bit(unit)
        p.emit("depleted", self.rule(p), unit=p.id(unit))
        p.replace(Depleted(self.left - 1))

    def take_button(self, p: Ukraine, button: str) -> None:
        for unit in self._units(p)[:self.left]:
            p.depleted |= bit(unit)
            p.emit("depleted", self.rule(p), unit=p.id(unit))
        p.pop()

    def refuse_unit(self, p: Ukraine, unit: int) -> Message | None:
        return Message("refused.not_artillery", {"unit": p.id(unit)}, (self.rule(p),))


# -- Forts, bridges, guns, transfers (33.7, 34.8) ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Fortify(Step):
    """33.7, 34.8 The Germans place fortifications: some finished, one under construction."""

    left: int

    def offer(self, p: Ukraine) -> Options | None:
        if self.left < 0:
            return None
        prompt = Message("prompt.fortify" if self.left else "prompt.fortify_last", {"left": self.left}, (self.rule(p),))
        return Options(p.seat(GERMAN), "fortify", prompt, hexes=members(self._hexes(p)), buttons=(READY_MADE,),
                       about=About("build"))

    def rule(self, p: Ukraine) -> str:
        """The rule of the scenario."""
        return "34.8.c" if p.is_october else "33.7.c"

    def _hexes(self, p: Ukraine) -> HexSet:
        layout = p.layout
        hexes = own_side(p, GERMAN) & ~p.forts & ~p.building & ~layout.permanent_forts[GERMAN]
        if p.is_october:
            return hexes & layout.panther_line if self.left else hexes & ~layout.north_of_lyutezh
        return hexes

    def _suggested(self, p: Ukraine) -> int:
        """Where somebody stands, at an objective or near the front rather than elsewhere."""
        hexes = self._hexes(p)
        worth, front = p.layout.points, near_front(p, GERMAN, 1)
        return max(members(hexes & p.manned[GERMAN] or hexes),
                   key=lambda place: (worth.get(place, 0), has(front, place), -place))

    def take_hex(self, p: Ukraine, place: int) -> None:
        p.replace(self._built(p, place))

    def _built(self, p: Ukraine, place: int) -> Fortify:
        if self.left:
            p.forts |= bit(place)
        else:
            p.building |= bit(place)
        p.emit("fort_placed", self.rule(p), hex=p.number(place))
        return Fortify(self.left - 1)

    def take_button(self, p: Ukraine, button: str) -> None:
        step = self
        while step.left >= 0:
            step = step._built(p, step._suggested(p))
        p.pop()

    def refuse_hex(self, p: Ukraine, place: int) -> Message | None:
        return Message("refused.no_deployment", {"hex": p.number(place)}, (self.rule(p),))


@dataclass(frozen=True, slots=True)
class ShockArtillery(Step):
    """34.8 One Guards artillery division may start on the map, with a regular one."""

    unit: int = -1

    def offer(self, p: Ukraine) -> Options | None:
        if self.unit >= 0:
            prompt = Message("prompt.deploy_to", {"unit": p.id(self.unit)}, ("34.8.f",))
            return Options(p.seat(SOVIET), "deploy_to", prompt, hexes=self._hexes(p, self.unit),
                           about=About("place", unit=self.unit))
        units = [unit for unit in p.at(p.box(STAVKA)) if self._hexes(p, unit)]
        if not units:
            return None
        prompt = Message("prompt.shock_artillery", {}, ("34.8.f",))
        return Options(p.seat(SOVIET), "shock_artillery", prompt, units=units, buttons=("done",), about=About("place"))

    def _hexes(self, p: Ukraine, unit: int) -> list[int]:
        guns = p.hexes_of(p.layout.artillery & ~p.layout.shock_artillery)
        return [place for place in members(guns) if has_room(p, place, (unit,))]

    def take_unit(self, p: Ukraine, unit: int) -> None:
        p.replace(ShockArtillery(unit))

    def take_hex(self, p: Ukraine, place: int) -> None:
        p.pop()
        p.put(self.unit, place)
        p.emit("deployed", "34.8.f", unit=p.id(self.unit), hex=p.number(place))

    def take_button(self, p: Ukraine, button: str) -> None:
        p.pop()

    def refuse_hex(self, p: Ukraine, place: int) -> Message | None:
        return Message("refused.no_deployment", {"hex": p.number(place)}, ("34.8.f",))


@dataclass(frozen=True, slots=True)
class Bridgeheads(Step):
    """34.8 A pontoon bridge may be placed at each of the two bridgeheads south of Kiev."""

    def offer(self, p: Ukraine) -> Options | None:
        sides = self._sides(p)
        if not sides:
            return None
        prompt = Message("prompt.bridgeheads", {}, ("34.8.f",))
        return Options(p.seat(SOVIET), "bridgeheads", prompt, hexes=p.layout.board.side_places(sides),
                       buttons=("done",), about=About("build"))

    def _sides(self, p: Ukraine) -> int:
        layout, grid = p.layout, p.layout.grid
        result = 0
        for bridgehead in _groups(p, layout.bridgeheads):
            sides = grid.sides_of(bridgehead) & layout.major & ~layout.roads
            if not sides & p.pontoons:
                result |= sides
        return result

    def take_hex(self, p: Ukraine, place: int) -> None:
        side = p.layout.board.side_at[place]
        p.pontoons |= bit(side.number)
        p.emit("pontoon_built", "34.8.f", side=side.name)

    def take_button(self, p: Ukraine, button: str) -> None:
        p.pop()

    def refuse_hex(self, p: Ukraine, place: int) -> Message | None:
        return Message("refused.no_deployment", {"hex": p.number(place)}, ("34.8.f",))


def _groups(p: Ukraine, hexes: HexSet) -> list[HexSet]:
    """The connected parts of a set of hexes."""
    groups = []
    while hexes:
        part = bit(members(hexes)[0])
        while part != (part | p.layout.grid.around(part)) & hexes:
            part = (part | p.layout.grid.around(part)) & hexes
        groups.append(part)
        hexes &= ~part
    return groups


@dataclass(frozen=True, slots=True)
class Transfers(Step):
    """34.8 Before set-up units of the Voronezh and Southwest Fronts may go over to the Steppe Front."""

    def offer(self, p: Ukraine) -> Options | None:
        units = [unit for unit in p.at(p.box(SETUP[SOVIET])) if self._may_go(p, unit)]
        if not units:
            return None
        prompt = Message("prompt.transfers", {}, ("34.8.d",))
        return Options(p.seat(SOVIET), "transfers", prompt, units=units, buttons=("done",), about=About("choose"))

    def _may_go(self, p: Ukraine, unit: int) -> bool:
        layout, code = p.layout, code_of(p, unit)
        if code not in TRANSFERS:
            return False
        infantry = layout.unit[unit].kind == "infantry"
        if not infantry and not layout.tank_support >> unit & 1:
            return False
        gone = [other for other in members(p.transferred)
                if layout.unit[other].start["october"] == code and (layout.unit[other].kind == "infantry") == infantry]
        return len(gone) < TRANSFERS[code][0 if infantry else 1]

    def take_unit(self, p: Ukraine, unit: int) -> None:
        p.transferred |= bit(unit)
        p.emit("transferred", "34.8.d", unit=p.id(unit))

    def take_button(self, p: Ukraine, button: str) -> None:
        p.pop()

    def refuse_unit(self, p: Ukraine, unit: int) -> Message | None:
        return Message("refused.no_transfer", {"unit": p.id(unit)}, ("34.8.d",))
