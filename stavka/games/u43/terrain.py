"""4.1 - 4.5: what every step costs, by who moves, weather, bridges, enemy air units and flood. Costs are in halves."""

from __future__ import annotations

from collections.abc import Sequence

from stavka.kit.hexset import HexSet, SideSet, bit, members, of
from stavka.kit.reach import Steps, barred_by, one_step, splice

from .air import interdicted_hexes
from .components import RAIN, SOVIET
from .position import Ukraine

# -- The moment ----------------------------------------------------------------------------------------------------


def roads(p: Ukraine) -> SideSet:
    """4.2 The hexsides roads cross; 34.6 hex 1308 has a road once the Soviets have attacked out of Lyutezh."""
    paved = p.is_october and p.turn >= p.layout.lyutezh_turn
    return p.layout.roads | p.layout.lyutezh_road if paved else p.layout.roads


def bridges(p: Ukraine, side: int) -> SideSet:
    """4.4, 18.5 The bridges over major rivers a side can use: of roads; pontoons serve the Soviets alone."""
    return (p.layout.major & p.layout.roads) | pontoons_of(p, side)


def pontoons_of(p: Ukraine, side: int) -> SideSet:
    """18.5 The pontoon bridges of a side: a German unit that comes to one destroys it and does not cross."""
    return p.pontoons if side == SOVIET else 0


def steps_of(p: Ukraine, side: int, mover: int) -> Steps:
    """What steps cost a group of a side now, zones of control apart."""
    zone = interdicted_hexes(p, side)
    ways = roads(p)
    rain = p.weather == RAIN
    pontoons = pontoons_of(p, side)
    flooded = p.flooded

    def make() -> Steps:
        ground, grid = p.layout.grounds, p.layout.grid
        steps = ground.table(mover, ways, rain=rain, flooded=flooded)
        if pontoons:
            over = ground.table(mover, ways, rain=rain, bridged=True, flooded=flooded)
            steps = splice(grid, steps, over, pontoons)
        return _slowed(p, side, steps, ground.table(mover, ways, interdicted=True), zone) if zone else steps

    return p.derive(("steps", side, mover), (rain, ways, zone, pontoons, flooded), make)


def _slowed(p: Ukraine, side: int, steps: Steps, slow: Steps, zone: HexSet) -> Steps:
    """15.6 In the zone of an enemy air unit vehicles pay full points on roads, and major bridges cost two more."""
    layout = p.layout
    table = list(steps)
    toll = layout.cost["interdicted_bridge"]
    bridged = barred_by(layout.grid, bridges(p, side) & layout.grid.sides_of(zone))
    paved = (layout.grid.around(zone) | zone) & (layout.road_hexes | layout.lyutezh_road_hexes)
    for here in members(paved | of(bridged)):
        if steps[here] == slow[here] and here not in bridged:
            continue  # on foot, and off the roads
        dear = dict(slow[here])
        tolled: Sequence[int] | frozenset[int] = bridged.get(here, ())
        table[here] = tuple([
            one_step(there, (max(price, dear.get(there, price)) if zone >> there & 1 else price)
                     + (toll if there in tolled else 0))
            for there, price in steps[here]])
    return table


def road_cost(p: Ukraine, unit: int, place: int) -> int:
    """16.1 What a reinforcement pays for the hex where it enters: the road rate where a road leads in."""
    layout = p.layout
    mech = bool(layout.mechanized >> unit & 1)
    if not layout.road_hexes >> place & 1:
        return layout.mech_cost[place] if mech else layout.foot_cost[place]
    if not mech:
        return layout.cost["road_foot"]
    if interdicted_hexes(p, layout.side_of[unit]) >> place & 1:
        return layout.cost["road_interdicted"]  # 15.6
    muddy = p.weather == RAIN and not layout.main_roads & layout.grid.sides_of(bit(place))
    return layout.cost["road_rain" if muddy else "road_mech"]  # 4.2
