"""The staff of Ukraine '43: it chooses what is offered, says its plans, and a novice beats chance."""

from __future__ import annotations

import logging
from functools import cache, reduce
from operator import or_
from random import Random
from typing import Any

import pytest

from stavka.games.u43 import Ukraine43
from stavka.games.u43.position import Ukraine
from stavka.games.u43.staff.clash import Clash, Reading
from stavka.games.u43.staff.garrisons import told_off
from stavka.games.u43.staff.line import Front
from stavka.games.u43.staff.plans import man
from stavka.games.u43.staff.survey import View, driven
from stavka.match import Match
from stavka.players import Seen, player
from stavka.players.base import Effort
from stavka.players.commander import Commander
from stavka.staff.moves import Moves
from stavka.staff.orders import PLAIN, Orders

GAME = Ukraine43()

SEATS = ("soviet", "german")


def play(match: Match, levels: dict[str, str], until: int = 99, seed: int = 1) -> None:
    """Let players of these levels play until a turn begins."""
    players = {seat: player(level, match.game, f"{seed} {seat}") for seat, level in levels.items()}
    while (offer := match.offer) is not None and match.turn < until:
        match.choose(players[offer.seat].choose(Seen.of(match)))


@pytest.mark.parametrize(("scenario", "until"), [("opening", 4), ("september", 9), ("october", 16), ("campaign", 2)])
def test_regulars_choose_only_what_is_offered(scenario: str, until: int, caplog: pytest.LogCaptureFixture) -> None:
    match = GAME.start(scenario, seed=3)
    with caplog.at_level(logging.ERROR, "stavka.players"):
        play(match, dict.fromkeys(SEATS, "regular"), until)
    assert not caplog.records
    assert match.turn >= until or match.result is not None


@pytest.mark.parametrize("seat", SEATS)
def test_a_novice_beats_chance(seat: str, caplog: pytest.LogCaptureFixture) -> None:
    other = next(name for name in SEATS if name != seat)
    for seed in (1, 2):
        match = GAME.start("opening", seed=seed)
        with caplog.at_level(logging.ERROR, "stavka.players"):
            play(match, {seat: "novice", other: "random"}, seed=seed)
        assert match.result is not None and match.result.winner == seat
    assert not caplog.records


def test_those_who_think_ahead_choose_only_what_is_offered(caplog: pytest.LogCaptureFixture) -> None:
    """A veteran's first movement, with two continuations instead of a few more."""
    match = GAME.start("opening", seed=1)
    veteran = Commander(GAME, "veteran", 1, Effort(simulations=2, samples=1, depth=2))
    with caplog.at_level(logging.ERROR, "stavka.players"):
        while match.offer is not None and match.phase in ("setup", "soviet.initial_supply", "soviet.movement"):
            match.choose(veteran.choose(Seen.of(match)))
    assert veteran.simulations > 0 and not caplog.records


@pytest.mark.rule("u43", "34.6.f")
def test_a_regular_fills_the_bridgehead_of_lyutezh_from_among_leaders_and_units() -> None:
    match = GAME.situation({
        "scenario": "october", "turn": 19, "step": "central_front", "empty": True, "dice": [1],
        "place": {"S-Zhukov": "1509", "S-10TC": "1509", "S-HQ-V": "1509"},
        "control": {"soviet": ["1307", "1308", "1208", "1209", "1407", "1509"]},
    })
    fill_lyutezh(match)
    assert match.phase != "central_front"


@pytest.mark.rule("u43", "34.6.f")
def test_a_leader_is_placed_in_the_bridgehead_of_lyutezh_before_the_enemy() -> None:
    match = GAME.situation({
        "scenario": "october", "turn": 19, "step": "central_front", "empty": True, "dice": [1],
        "place": {"S-Zhukov": "1509", "S-10TC": "1509", "G-13Pz": "1109", "G-19Pz": "1109"},
        "control": {"soviet": ["1307", "1308", "1208", "1209", "1407", "1509"]},
    })
    fill_lyutezh(match)
    assert match.position.is_on_map(GAME.counters.index["S-Zhukov"])
    assert match.phase != "central_front"


def fill_lyutezh(match: Match) -> None:
    regular = player("regular", GAME, 1)
    while match.offer is not None and match.offer.task.startswith("surprise"):
        match.choose(regular.choose(Seen.of(match)))


@pytest.mark.parametrize("unit", ["S-Zhukov", "S-Air-2"])
def test_leaders_and_air_units_add_nothing_to_a_stack_in_the_eyes_of_a_player(unit: str) -> None:
    match = GAME.situation({
        "scenario": "opening", "turn": 3, "step": "soviet.movement", "empty": True,
        "place": {"S-6TC": "5225", unit: "5225", "G-68": "5227"},
    })
    p, staff = match.position, GAME.staff
    survey = staff.mind("soviet", {"soviet": staff.usual(staff.forces["soviet"])}).minds["soviet"].survey(p)
    assert isinstance(survey, View)
    corps, follower = GAME.counters.index["S-6TC"], GAME.counters.index[unit]
    place = p.where[corps]
    assert survey.strength(follower) == 0
    assert survey.worth(follower) < survey.worth(corps)
    assert survey.faces[follower].defence == 0
    alone, escorted = (survey.danger(place, units, 20.0, survey.ground.near[place])
                       for units in ([follower], [corps, follower]))
    assert alone.falls >= escorted.falls


@cache
def second_turn(seat: str, seed: int = 2) -> Match:
    """A game between regulars, when a side begins to move for the second time; only to be looked at."""
    match = GAME.start("opening", seed=seed)
    players = {name: Commander(GAME, "regular", seed) for name in GAME.seats}
    while match.offer is not None and (match.turn, match.phase) != (2, f"{seat}.movement"):
        match.choose(players[match.offer.seat].choose(Seen.of(match)))
    return match


@pytest.mark.parametrize("seat", SEATS)
def test_both_sides_draw_a_front_line_of_bonds(seat: str) -> None:
    """7.1, 7.2 Before anything else: from the north edge to the sea, every two neighbours side by side or bonded."""
    match = second_turn(seat)
    staff = GAME.staff
    orders: Orders = staff.usual(staff.forces[seat]).with_craft(PLAIN)
    mind = staff.mind(seat, {seat: orders}).minds[seat]
    view = mind.survey(match.position)
    assert isinstance(view, View)
    posts = Front(view, mind.situation(match.position), view.trellis).draw()
    held = set(posts.values())
    assert len(held) > 15
    alone = [place for place in held if not any(other in held for other, _ in view.trellis.beside(place))]
    assert not alone, "nobody stands alone"
    without = mind.situation(match.position)
    without.plan(mind.survey)
    assert driven_into(view, mind.plan(match.position)) <= driven_into(view, without)


def test_skilled_soviets_draw_their_line_after_their_attacks() -> None:
    """Nobody who takes part in an attack is kept from it by the line, and the enemy gets less far than without one."""
    match, staff = second_turn("soviet", 5), GAME.staff
    mind, other = (staff.mind("soviet", staff.orders("soviet", "veteran", Random(1))).minds["soviet"] for _ in range(2))
    attacks, view = mind.situation(match.position), mind.survey_as(match.position, View)
    posts = man(attacks, told_off(view, attacks))
    attacks.units = [unit for unit in attacks.units if unit not in posts]
    attacks.plan(mind.survey)
    drawn = other.plan(match.position)
    assert attacks.goal and attacks.goal.items() <= drawn.goal.items()
    assert driven_into(view, drawn) < driven_into(view, attacks)


def test_veterans_know_what_their_side_can_afford() -> None:
    """The Soviets need not fear a blow everywhere nor spare their men; the Germans cannot replace what attacks cost."""
    tempers = {(seat, level): GAME.staff.orders(seat, level, Random(1))[seat].temper
               for seat in SEATS for level in ("regular", "veteran")}
    assert tempers["soviet", "veteran"].fear < tempers["soviet", "regular"].fear
    assert tempers["soviet", "veteran"].thrift < tempers["soviet", "regular"].thrift
    assert tempers["german", "veteran"].thrift > tempers["german", "regular"].thrift
    assert tempers["german", "veteran"].least > tempers["german", "regular"].least


def driven_into(view: View, moves: Moves) -> int:
    """The hexes of a side that vehicles of the enemy could drive into after a plan."""
    layout = view.layout
    later: Ukraine = moves.carried_out()
    fast = (layout.mechanized | layout.cavalry) & view.fighters & ~later.unsupplied & ~later.disrupted
    reached = reduce(or_, [driven(later, unit) for unit in view.foes if fast >> unit & 1], 0)
    return (reached & later.controlled(view.side)).bit_count()


def test_a_plan_is_said_in_both_languages() -> None:
    match = GAME.start("opening", seed=1)
    commander = Commander(GAME, "regular", 1)
    while match.offer is not None and match.phase != "soviet.movement":
        match.choose(commander.choose(Seen.of(match)))
    commander.consider(Seen.of(match))
    english, spanish = commander.plan("en"), commander.plan("es")
    assert "break through" in english and "romper el frente" in spanish
    assert len(english.splitlines()) == len(spanish.splitlines()) > 4


def test_the_dam_is_worth_more_while_it_stands() -> None:
    """28.1 Four points for a dam taken intact: both sides know it."""
    match = GAME.start("opening", seed=1)
    staff = GAME.staff
    force = staff.forces["german"]
    orders: Orders = staff.usual(force)
    view = staff.command.survey(match.position, force, orders)
    site = view.ground.sites_at[GAME.theatre.dam_hex][0]
    standing = view.sites[site]
    position: Any = match.position
    position.dam = "destroyed"
    broken = staff.command.survey(position, force, orders).sites[site]
    assert (standing, broken) == (5.0, 1.0)


def test_expectations_are_those_of_the_table() -> None:
    """At 3-1, one die: C, EX, DR, DR, DRX, DR1."""
    clash = Clash(GAME.theatre)
    level = clash.level(9, 3, 0)
    outlook = clash.outlook(level, Reading())
    assert [round(6 * part) for part in outlook] == [2, 3, 4, 0]
    german = clash.outlook(level, Reading(all_german=True))
    assert round(6 * german.attacker) == 1  # 9.10: DRX costs the Germans nothing
    assert clash.outlook(clash.level(30, 3, 0), Reading()).cleared == 1.0
    assert clash.outlook(clash.level(1, 9, 0), Reading()).repulsed == 1.0


