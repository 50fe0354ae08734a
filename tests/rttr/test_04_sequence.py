"""Chapters 4 and 5: the sequence of play, the sectors and the Reichstag."""

from __future__ import annotations

import pytest

from stavka.games.rttr import RaceToTheReichstag
from tests.playing import (
    Situation,
    do_nothing,
    event,
    happened,
    move,
    offered,
    play,
    reach,
    refused,
    seen,
    track,
    where,
)

from .helpers import NOBODY_DUE, RTTR, fight, marks, pass_to, ready_made, settle

PHASES = [
    "1bf.reinforcement", "1bf.bombardment", "1bf.movement", "1bf.combat", "1bf.fatigue", "german_1bf.reinforcement",
    "german_1bf.movement", "german_1bf.combat", "1uf.reinforcement", "1uf.bombardment", "1uf.movement", "1uf.combat",
    "1uf.fatigue", "german_1uf.reinforcement", "german_1uf.movement", "german_1uf.combat", "victory",
]


@pytest.mark.rule("rttr", "4.1", "4.2", "4.3-V-C")
def test_four_player_turns_make_a_game_turn(rttr: RaceToTheReichstag) -> None:
    match = ready_made(rttr.start("standard", seed=3))
    pass_to(match, "1uf.movement")
    pass_to(match, "1bf.movement")
    assert match.turn == 2
    began = [event["phase"] for event in happened(match, "phase")]
    assert began[:len(PHASES)] == PHASES
    assert [phase.key for phase in rttr.sequence] == PHASES


@pytest.mark.rule("rttr", "4.3-I-A", "4.3-I-B", "4.3-I-C", "4.3-I-D", "4.3-III-A", "4.3-III-B", "4.3-III-C",
                  "4.3-III-D", "4.3-II-A", "4.3-II-C", "4.3-IV-A", "4.3-IV-C")
def test_who_owns_and_who_plays_each_phase() -> None:
    owners = {phase.key: (phase.owner, phase.seat) for phase in RTTR.sequence}
    for seat, other in (("1bf", "1uf"), ("1uf", "1bf")):
        for name in ("reinforcement", "bombardment", "movement", "combat", "fatigue"):
            assert owners[f"{seat}.{name}"] == (seat, seat)
        for name in ("reinforcement", "movement", "combat"):
            assert owners[f"german_{seat}.{name}"] == ("german", other)


@pytest.mark.rule("rttr", "4.3-I-E", "4.3-III-E", "20.2")
def test_both_fronts_roll_for_fatigue(situation: Situation) -> None:
    for seat in ("1bf", "1uf"):
        match = situation(f"{seat}.fatigue", {"G-GD": "4906"}, dice=[2, 3])
        assert [(roll["side"], roll["total"]) for roll in happened(match, "fatigue_roll")] == [(seat, 5)]


@pytest.mark.rule("rttr", "4.3-II-D", "4.3-IV-D", "15.8")
def test_bombardment_markers_stay_until_the_germans_have_fought(situation: Situation) -> None:
    for seat, other, place in (("1bf", "1uf", "4906"), ("1uf", "1bf", "3431")):
        match = situation(f"german_{seat}.movement", {**NOBODY_DUE, "G-GD": "4906", "G-AX": "3431"}, dice=[3],
                          artillery={seat: [place]})
        assert marks(match, place) == ["artillery"]
        pass_to(match, f"{other}.reinforcement")
        assert marks(match, place) == []


@pytest.mark.rule("rttr", "4.3-V-A", "21.1")
def test_a_soviet_unit_in_the_reichstag_ends_the_game(situation: Situation) -> None:
    match = situation("victory", {"BF-150": "3513"}, turn=4)
    assert match.result is not None
    assert (match.result.winner, match.result.scores) == ("1bf", {"1bf": 30, "1uf": 0})
    assert match.turn == 4


@pytest.mark.rule("rttr", "4.3-V-B", "21.1")
def test_the_game_ends_after_2_may(situation: Situation) -> None:
    held = {"control": {"1bf": ["3513", "3812"]}}
    assert situation("victory", {"BF-150": "4906"}, turn=9, **held).result is None
    result = situation("victory", {"BF-150": "4906"}, turn=10, **held).result
    assert result is not None and result.winner == "1bf" and result.message.rules == ("21.4", "4.3-V-B")


# -- Chapter 5 -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("rttr", "5.2a", "5.2b")
def test_a_front_never_leaves_its_sector(situation: Situation) -> None:
    # 3613 and 3514 touch across the boundary.
    match = situation("1bf.movement", {"BF-150": "3613"})
    match.choose("unit:BF-150")
    assert "3514" not in offered(match).hexes
    assert refused(match, "hex:3514") == "5.2b"
    assert match.ask("why_not", unit="BF-150", hex="3514")["rule"] == "5.2b"


@pytest.mark.rule("rttr", "5.2c", "5.6a")
def test_germans_stay_in_the_sector_they_were_placed_in(situation: Situation) -> None:
    match = situation("german_1uf.movement", {"G-GD": "3514"}, dice=[6])
    match.choose("unit:G-GD")
    assert refused(match, "hex:3613") == "5.2c"
    assert refused(match, "hex:3513") == "5.6a"


@pytest.mark.rule("rttr", "5.2a")
def test_nobody_attacks_across_the_boundary(situation: Situation) -> None:
    match = situation("1bf.combat", {"BF-150": "3613", "G-GD": "3514"})
    assert offered(match).hexes == ()
    assert refused(match, "hex:3514") == "5.2a"


@pytest.mark.rule("rttr", "5.3", "11.2c")
def test_zones_end_at_the_boundary(situation: Situation) -> None:
    match = situation("1bf.movement", {"BF-150": "3615", "G-GD": "3514"})
    germans = match.ask("zoc", side="german")
    assert "3515" in germans and "3614" not in germans  # 3614 is beyond
    assert "3515" not in match.ask("zoc", side="1bf")


@pytest.mark.rule("rttr", "5.4", "15.2c")
def test_bombardment_stays_in_its_sector(situation: Situation) -> None:
    match = situation("1bf.bombardment", {"BF-150": "3615"})
    play(match, "do:air")
    assert refused(match, "hex:3514") == "5.4"
    play(match, "hex:3613")
    covered = [hex for hex in ("3512", "3514", "3413", "3513") if "1bf" in match.ask("hex", hex=hex)["bombarded"]]
    assert covered == ["3512", "3513"]


@pytest.mark.rule("rttr", "5.5a")
def test_both_fronts_may_go_to_the_reichstag(situation: Situation) -> None:
    assert "3513" in reach(situation("1bf.movement", {"BF-150": "3512"}), "BF-150")
    assert "3513" in reach(situation("1uf.movement", {"UF-61": "3514"}), "UF-61")
    # From there a unit acts in its own sector alone.
    match = situation("1bf.movement", {"BF-150": "3513"})
    assert "3514" not in match.ask("zoc", side="1bf") and "3612" in match.ask("zoc", side="1bf")


@pytest.mark.rule("rttr", "5.5b")
def test_the_first_front_in_shuts_the_other_out(situation: Situation) -> None:
    match = situation("1uf.movement", {"BF-150": "3513", "UF-61": "3514"})
    match.choose("unit:UF-61")
    assert refused(match, "hex:3513") == "5.5b"
    match = situation("1uf.bombardment", {"BF-150": "3513"})
    play(match, "do:artillery")
    assert refused(match, "hex:3513") == "5.5b"
    left = situation("1uf.movement", {"BF-150": "3512", "UF-61": "3514"}, control={"1bf": ["3513"]})
    move(left, "UF-61", "3513")
    assert seen(left, "1uf")["control"] == {"1bf": [], "1uf": ["3513"]}


@pytest.mark.rule("rttr", "5.6a", "16.10b")
def test_the_garrison_never_attacks(situation: Situation) -> None:
    match = situation("german_1bf.combat", {"S-MO": "3513", "BF-150": "3512", "G-GD": "3612"})
    match.choose("hex:3512")
    assert offered(match).units == ("G-GD",)
    assert refused(match, "unit:S-MO") == "5.6a"


@pytest.mark.rule("rttr", "5.6b", "12.4e")
def test_no_german_zone_leaves_or_enters_the_reichstag(situation: Situation) -> None:
    match = situation("1bf.combat", {"S-MO": "3513", "BF-150": "3512"})
    assert match.ask("zoc", side="german") == []
    assert offered(match).hexes == ("3513",) and "end_phase" in offered(match).buttons  # attack is voluntary
    near = situation("1bf.movement", {"G-GD": "3613", "BF-150": "3512"})
    assert "3513" not in near.ask("zoc", side="german")


@pytest.mark.rule("rttr", "5.6c")
def test_germans_may_not_attack_into_the_reichstag(situation: Situation) -> None:
    match = situation("german_1bf.combat", {"BF-150": "3513", "G-GD": "3612"})
    assert offered(match).hexes == ()
    assert refused(match, "hex:3513") == "5.6c"


@pytest.mark.rule("rttr", "5.7", "16.2")
def test_special_abilities_do_not_work_in_the_reichstag(situation: Situation) -> None:
    posts = situation("german_1bf.movement", {"S-CP-Ost": "3513", "S-CP-West": "4906", "G-GD": "4807"}, dice=[3])
    assert track(posts, "allowance") == 4
    depot = situation("german_1bf.reinforcement", {"S-SD-1": "3513", "G-GD": "killed.1bf", "G-AX": "4906"}, dice=[6])
    assert refused(depot, "unit:S-SD-1") == "5.7"


STORMERS = {"BF-150": "3512", "BF-9T": "3612", "BF-11GT": "3613", "S-VS-01": "3513", "S-CW": "3513"}


@pytest.mark.rule("rttr", "16.10b", "16.10c", "5.7", "21.2b", "12.23-DE")
def test_the_reichstag_is_stormed(situation: Situation) -> None:
    """24 factors doubled against 2 tripled: DE. The advancing unit takes the hex and the strategic marker in it."""
    match = situation("1bf.combat", STORMERS, dice=[6], artillery={"1bf": ["3512"]})
    fight(match, "3513", "BF-150", "BF-9T", "BF-11GT")
    assert (event(match, "fought")["percent"], event(match, "fought")["result"]) == (800, "DE")
    settle(match, "unit:BF-150")
    assert [where(match, unit) for unit in ("BF-150", "S-VS-01", "S-CW")] == ["3513", "killed.1bf", "captured.1bf"]
    assert seen(match, "1uf")["points"]["scores"]["1bf"] == 30 + 10 + 5  # the Chancellery too
    while match.offer is not None:
        do_nothing(match)
    assert match.result is not None and (match.result.winner, match.turn) == ("1bf", 6)


@pytest.mark.rule("rttr", "16.10b", "13.4b")
def test_the_garrison_ignores_retreats_and_the_other_player_takes_its_losses(situation: Situation) -> None:
    """24 against 6, 400%: DD on a six. Half of two factors is lost, the marker is no casualty and stays."""
    match = situation("1bf.combat", {**STORMERS, "S-VS-02": "3513"}, dice=[6])
    fight(match, "3513", "BF-150", "BF-9T", "BF-11GT")
    assert event(match, "fought")["result"] == "DA"  # 24 against 9
    assert offered(match).seat == "1uf" and set(offered(match).units) == {"S-VS-01", "S-VS-02"}
    assert refused(match, "unit:S-CW") == "21.2b"
    match = situation("1bf.combat", STORMERS, dice=[6])
    fight(match, "3513", "BF-150", "BF-9T", "BF-11GT")
    settle(match)
    assert event(match, "fought")["result"] == "DD"
    assert [where(match, unit) for unit in ("S-VS-01", "S-CW", "BF-150")] == ["killed.1bf", "3513", "3512"]
