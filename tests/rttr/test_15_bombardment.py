"""Chapter 15: bombardment markers."""

from __future__ import annotations

import pytest

import stavka
from stavka.games.rttr import RaceToTheReichstag
from tests.playing import Situation, cost, offered, play, refused, track

from .helpers import NOBODY_DUE, begin, marks, pass_to


def bombarded(match: stavka.Match, *hexes: str) -> list[str]:
    """Those of the hexes that lie in a bombardment zone."""
    return [hex for hex in hexes if match.ask("hex", hex=hex)["bombarded"]]


@pytest.mark.rule("rttr", "15.2a")
def test_artillery_reaches_one_hex(situation: Situation) -> None:
    match = situation("1bf.combat", {"BF-150": "0904"}, artillery={"1bf": ["4906"]})
    assert bombarded(match, "4906", "4907", "4805", "4908", "4704") == ["4906", "4907", "4805"]


@pytest.mark.rule("rttr", "15.2b")
def test_air_strikes_reach_two(situation: Situation, rttr: RaceToTheReichstag) -> None:
    match = situation("1bf.combat", {"BF-150": "0904"}, air={"1bf": ["4906"]})
    assert bombarded(match, "4906", "4908", "4705", "4909") == ["4906", "4908", "4705"]
    everywhere = [hex for hex in rttr.board.grid.index if match.ask("hex", hex=hex)["bombarded"]]
    assert len(everywhere) == 19


@pytest.mark.rule("rttr", "15.2c")
def test_the_reichstag_counts_in_both_sectors(situation: Situation) -> None:
    match = situation("1uf.combat", {"UF-61": "3431"}, artillery={"1uf": ["3514"]})
    assert bombarded(match, "3513", "3613", "3614", "3413", "3515") == ["3513", "3413", "3515"]


@pytest.mark.rule("rttr", "10.6", "5.4")
def test_markers_may_lie_in_any_hex_of_the_sector_lakes_too(situation: Situation) -> None:
    """0728 is a lake in the 1UF sector, 2206 one in the other."""
    match = situation("1uf.bombardment", {"UF-61": "3431", "G-GD": "0904"})
    play(match, "do:artillery")
    lakes = [hex for hex in match.game.board.grid.index if match.ask("hex", hex=hex)["terrain"]["key"] == "lake"]
    ours = {hex for hex in lakes if match.ask("hex", hex=hex)["sector"] == "1uf"}
    assert ours and ours == set(lakes) & set(offered(match).hexes)
    assert "2206" in lakes and refused(match, "hex:2206") == "5.4"
    play(match, "hex:0728")
    assert marks(match, "0728") == ["artillery"] and bombarded(match, "0727", "0827") == ["0727", "0827"]


@pytest.mark.rule("rttr", "15.3a")
def test_a_marker_is_used_once_a_turn_and_again_the_next(situation: Situation) -> None:
    match = situation("1uf.bombardment", {**NOBODY_DUE, "UF-61": "3431", "G-GD": "0904"})
    for _ in range(3):
        play(match, "do:artillery", "hex:3431")
    assert offered(match).buttons == ("air", "end_phase") and refused(match, "do:artillery") == "15.3a"
    pass_to(match, "1uf.reinforcement")
    begin(match)
    pass_to(match, "1uf.bombardment")
    assert match.turn == 7 and track(match, "artillery_1uf") == 3


@pytest.mark.rule("rttr", "15.3b")
def test_no_marker_on_the_first_turn(situation: Situation) -> None:
    assert refused(situation("1uf.bombardment", {"UF-61": "3431"}, turn=1), "do:air") == "15.3b"


@pytest.mark.rule("rttr", "15.4b", "15.5", "15.6", "15.7")
def test_zones_interdict_germans_and_nobody_else(situation: Situation) -> None:
    match = situation("german_1bf.movement", {"G-GD": "4904"}, dice=[6], artillery={"1bf": ["4906", "4906"]})
    assert (cost(match, "G-GD", "4903"), cost(match, "G-GD", "4905"), cost(match, "G-GD", "4906")) == (1, 2, 4)
    path = match.ask("path", unit="G-GD", hex="4905")
    assert path["steps"][0]["why"][-1]["rule"] == "15.4b"
    soviets = situation("1bf.movement", {"BF-150": "4904"}, artillery={"1bf": ["4906"]})
    assert cost(soviets, "BF-150", "4906") == 2


@pytest.mark.rule("rttr", "15.8", "15.5")
def test_a_marker_supports_and_interdicts_until_it_is_removed(situation: Situation) -> None:
    match = situation("1bf.bombardment", {**NOBODY_DUE, "BF-9T": "4906", "G-GD": "4908"})
    play(match, "do:artillery", "hex:4907")
    pass_to(match, "german_1bf.movement")
    assert marks(match, "4907") == ["artillery"]
    pass_to(match, "1uf.reinforcement")
    assert marks(match, "4907") == []
