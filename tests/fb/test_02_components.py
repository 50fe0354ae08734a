"""Chapters 1 and 2: components, scale, scenarios."""

from __future__ import annotations

from collections import Counter

import pytest

from stavka.games.fb import FestungBreslau
from tests.playing import Situation, offered, play, refused

RED_ARMY_KINDS = {"zis3", "m30", "d1", "b4", "zis2", "br5", "m160", "m120", "bm13", "t34", "is2", "isu152", "su122",
                  "su85", "su76", "infantry"}


@pytest.mark.rule("fb", "1.0", "2.5")
def test_two_players_and_dice_of_six_faces(fb: FestungBreslau) -> None:
    assert fb.seats == ("soviet", "german")
    match = fb.start("historical", seed=3)
    rolled = [die for event in match.opening for die in event.data.get("dice", ())]
    assert len(rolled) == 3 and set(rolled) <= set(range(1, 7))


@pytest.mark.rule("fb", "2.0")
def test_there_are_308_counters(fb: FestungBreslau) -> None:
    markers = fb.folder.read("counters.toml").table("markers")
    assert len(fb.counters) + sum(table.whole("count") for _, table in markers.tables()) == 308


@pytest.mark.rule("fb", "2.1")
def test_the_map_carries_hexes_and_tracks(fb: FestungBreslau) -> None:
    assert len(fb.board.grid.index) == 28 * 38
    assert [f"turn.{turn}" in fb.board.boxes for turn in (1, 20, 21)] == [True, True, False]
    assert {"turn", "supply", "air"} <= set(fb.start("historical", seed=1).view("german")["tracks"])


@pytest.mark.rule("fb", "2.2a")
def test_a_counter_shows_its_values(fb: FestungBreslau) -> None:
    match = fb.start("historical", seed=1)
    hj = match.ask("unit", unit="de-55hj")
    assert hj["star"] and (hj["attack_modifier"], hj["defence_modifier"]) == (0, 0)
    assert match.ask("unit", unit="su-56eng")["attack_modifier"] == 1
    assert match.ask("unit", unit="de-vs21")["defence_modifier"] == 1
    assert match.ask("unit", unit="su-b4-1")["movement"] == 0
    assert fb.counters["su-385-112"].entry.event == "C" and fb.counters["su-385-112"].entry.turn == 9


@pytest.mark.rule("fb", "2.2b", "3.0f", "3.0g", "3.0h")
def test_colours_say_who_controls_a_counter(fb: FestungBreslau) -> None:
    sides = {(counter.group, counter.nation): counter.side for counter in fb.counters}
    assert sides == {
        ("grey", "german"): "german",
        ("red", "soviet"): "soviet",
        ("orange", "soviet"): "soviet",
        ("white", "polish"): "soviet",
        ("orange", "polish"): "soviet",
    }


@pytest.mark.rule("fb", "2.2c")
def test_kinds_of_unit(fb: FestungBreslau) -> None:
    red = {counter.kind for counter in fb.counters if counter.side == "soviet"}
    german = {counter.kind for counter in fb.counters if counter.side == "german"}
    assert red >= RED_ARMY_KINDS
    assert {"stug", "infantry"} <= german and not german & {"t34", "zis3"}
    polish_only = [counter for counter in fb.counters if counter.kind in ("su85", "su122")]
    assert polish_only and all(counter.nation == "polish" for counter in polish_only)


@pytest.mark.rule("fb", "2.3", "SC.H1")
def test_two_scenarios_the_historical_one_set_up_as_printed(fb: FestungBreslau) -> None:
    assert list(fb.scenarios) == ["historical", "free"]
    view = fb.start("historical", seed=1).view("soviet")
    for counter in fb.counters:
        start = counter.start["historical"]
        if counter.entry is None or counter.entry.turn > 1:
            assert view["units"][counter.id]["place"] == start, counter.id
    assert view["tracks"]["supply"]["value"] == 12
    assert fb.start("free", seed=1).phase == "setup"


@pytest.mark.rule("fb", "2.6a")
def test_scale(fb: FestungBreslau) -> None:
    assert fb.board.scale_km == pytest.approx(0.4)
    dates = fb.charts.table("turns").values["dates"]
    assert len(dates) == 20 and dates[0]["en"].startswith("16-19 February")
    sizes = Counter(counter.size for counter in fb.counters)
    assert {"II", "III", "X"} <= set(sizes)


@pytest.mark.rule("fb", "2.6b")
def test_1716_is_entered_and_left_only_by_1816(situation: Situation) -> None:
    for neighbour in ("1715", "1616", "1617", "1717", "1817"):
        match = situation("german.tactical", {"de-hanf-1": neighbour})
        assert match.ask("reach", unit="de-hanf-1").get("1716", 9) > 1
    from_bank = situation("german.tactical", {"de-hanf-1": "1816"})
    assert from_bank.ask("reach", unit="de-hanf-1")["1716"] == 1
    inside = situation("german.tactical", {"de-hanf-1": "1716"})
    assert [hex for hex, cost in inside.ask("reach", unit="de-hanf-1").items() if cost == 1] == ["1816"]
    play(inside, "unit:de-hanf-1", "hex:1816")
    beside = situation("german.tactical", {"de-hanf-1": "1717"})
    play(beside, "unit:de-hanf-1")
    assert refused(beside, "hex:1716") == "2.6b"
    cut_off = situation("german.tactical", {"de-hanf-1": "1716", "su-372-218": "1816"})
    play(cut_off, "unit:de-hanf-1")
    assert refused(cut_off, "hex:1817") == "2.6b"
    fire = situation("german.assault", {"de-hanf-1": "1716", "su-372-218": "1617"})
    assert "unit:su-372-218" in offered(fire)  # adjacency is not affected
