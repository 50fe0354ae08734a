"""What offer, view and box declare is what the screen shows: hexsides, marks, groups, several targets, the tray."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from .retouched import Retouched
from .serving import Player

BRIDGES = ("3501/3502", "3502/3602", "3402/3502")
BOX = {
    "hexsides": [{"key": key, "name": {"en": f"bridge {key}", "es": f"puente {key}"}, "kind": "bridge",
                  "hexes": key.split("/")} for key in BRIDGES],
    "markers": {
        "whole": {"name": {"en": "bridge", "es": "puente"}, "shape": "bridge", "colour": "#5b4632"},
        "blown": {"name": {"en": "blown bridge", "es": "puente volado"}, "shape": "blown", "colour": "#b3261e"},
        "pontoon": {"name": {"en": "pontoon", "es": "pontón"}, "shape": "pontoon", "colour": "#2f5d8a"},
        "rally": {"name": {"en": "rally", "es": "reunión"}, "shape": "star", "short": "R", "colour": "#a8600c"},
    },
}
MARKS = {BRIDGES[0]: ["whole"], BRIDGES[1]: ["whole"], BRIDGES[2]: ["pontoon"], "3601": ["rally"]}
MEN = {"S-39": "3501", "S-5GT": "3501", "S-43": "3601", "G-53": "3500", "G-6": "3602"}
SITUATION = {"turn": 3, "step": "soviet.combat_after", "empty": True, "place": MEN}


def offer(kind: str, **more: Any) -> dict[str, Any]:
    """An offer of nothing but what is told."""
    about = {"kind": kind, "targets": more.pop("targets", []), "group": more.pop("group", [])}
    return {"task": "made_up", "units": [], "hexes": [], "buttons": [], "sets": [], "about": about, **more}


def sit(player: Player, retouched: dict[str, Any], answers: dict[str, Any] | None = None) -> Retouched:
    """At a table with these things on it, near enough to see them."""
    table = Retouched(player.page, {"marks": MARKS, **retouched}, BOX, answers)
    player.sit(player.server.match(situation=SITUATION))
    return table


def near(player: Player) -> None:
    """Look at the middle of things from near."""
    board = player.page.locator(".board").bounding_box()
    at = player.page.locator('.board [data-unit="S-39"]').bounding_box()
    player.page.mouse.move(at["x"], at["y"])
    for _ in range(8):
        player.page.mouse.wheel(0, -150)
        player.page.wait_for_timeout(60)
    player.still()
    player.page.mouse.move(board["x"] + 5, board["y"] + 5)


def has_mark(player: Player, place: str, kind: str) -> None:
    """This mark is drawn on a hexside."""
    expect(player.page.locator(f'[data-place="{place}"][data-mark]')).to_have_attribute("data-mark", kind)


def test_a_bridge_is_chosen_and_seen_blown(player: Player) -> None:
    table = sit(player, {"offer": offer("remove", hexes=list(BRIDGES[:2]))})
    table.then = lambda choice: {"marks": {choice.removeprefix("hex:"): ["blown"]}, "offer": {
        "hexes": [bridge for bridge in BRIDGES[:2] if f"hex:{bridge}" != choice]}}
    near(player)
    for bridge, kind in zip(BRIDGES, ("whole", "whole", "pontoon"), strict=True):
        has_mark(player, bridge, kind)
    lit = player.page.locator(".board g.hex.side")
    player.eventually(lambda: sorted(lit.evaluate_all("sides => sides.map(side => side.dataset.hex)")),
                      sorted(BRIDGES[:2]))
    expect(lit.first).to_have_attribute("aria-label", re.compile("bridge 3501/3502"))
    player.click_hex(BRIDGES[0])
    player.eventually(lambda: table.chosen, [f"hex:{BRIDGES[0]}"])
    has_mark(player, BRIDGES[0], "blown")
    expect(player.hex(BRIDGES[0])).to_have_count(0)
    expect(player.hex(BRIDGES[1])).to_have_count(1)


def test_a_bridge_is_chosen_by_keyboard(player: Player) -> None:
    table = sit(player, {"offer": offer("remove", hexes=list(BRIDGES[:2]))})
    player.page.focus(".board")
    chosen = player.page.locator("[data-cursor]").get_attribute("data-cursor")
    player.page.keyboard.press("n")
    player.page.wait_for_function("was => document.querySelector('[data-cursor]').dataset.cursor !== was", arg=chosen)
    cursor = player.page.locator("[data-cursor]").get_attribute("data-cursor")
    assert {chosen, cursor} == set(BRIDGES[:2])
    expect(player.page.locator("#focus-label")).to_contain_text("Hexside bridge")
    player.page.keyboard.press("Enter")
    player.eventually(lambda: table.chosen, [f"hex:{cursor}"])


def test_several_targets_and_the_whole_group_are_shown(player: Player) -> None:
    odds = {"attack": 12, "defence": 4, "ratio": "3-1", "modifier": -1, "defenders": [],
            "attackers": [{"rule": None, "text": "guns", "value": 12, "by": [
                {"rule": "8.1", "text": "over a river", "times": "1/2"}]}],
            "modifiers": [{"rule": "8.2", "text": "mud", "value": -1}], "results": {"EX": 0.5, "DR": 0.5}}
    sit(player, {"offer": offer("attack", targets=["3500", "3602"], group=["S-39", "S-43"])}, {"odds": odds})
    player.page.wait_for_selector("[data-odds=ratio]")
    near(player)
    aimed_at = player.page.locator("[data-target]")
    player.eventually(lambda: sorted(aimed_at.evaluate_all("shapes => shapes.map(shape => shape.dataset.target)")),
                      ["3500", "3602"])
    expect(player.page.locator(".board .slot.joined")).to_have_count(2)
    odds_shown = player.page.locator("[data-testid=odds]")
    for told in ("3-1", "×½", "mud", "Die modifiers"):
        expect(odds_shown).to_contain_text(told)
    expect(odds_shown).not_to_contain_text("Column")
    expect(player.page.locator("[data-odds=modifier]")).to_have_text("−1")


def test_guns_that_fire_are_called_guns(player: Player) -> None:
    sit(player, {"offer": offer("fire", targets=["3500"], units=["S-39", "S-5GT"])})
    expect(player.page.locator("[data-testid=suggest]")).to_have_text("Suggest guns")
    expect(player.page.locator("[data-testid=odds] h2")).to_have_text(re.compile("^Fire on"))


def test_the_turn_track_shows_what_is_printed_for_a_turn(player: Player) -> None:
    sit(player, {"tracks": {"turn": {"value": 3, "last": 10}, "thaw": {"value": 1, "turns": [3, 5], "sign": "≈"}}})
    marked = player.page.locator(".track li:has-text('≈')")
    player.eventually(lambda: marked.evaluate_all("spaces => spaces.map(space => space.title.split(',')[0])"),
                      ["Turn 3: thaw", "Turn 5: thaw"])


@pytest.mark.parametrize("how", ["shift", "twice", "keyboard"])
def test_a_stack_is_picked_with_one_action(player: Player, how: str) -> None:
    player.sit(player.server.match(situation=SITUATION))
    player.click_hex("3500")
    player.page.wait_for_selector('.board [data-unit="S-5GT"].lit')
    if how == "shift":
        player.page.keyboard.down("Shift")
        player.click_unit("S-5GT")
        player.page.keyboard.up("Shift")
    elif how == "twice":
        player.unit("S-5GT").dblclick()  # two clicks of one's own would come too far apart on a busy machine
    else:
        player.page.focus(".board")
        while "3501" not in (player.page.locator("[data-cursor]").get_attribute("data-cursor") or ""):
            player.page.keyboard.press("n")
        player.page.keyboard.press("Shift+Enter")
    for unit in ("S-39", "S-5GT"):
        player.page.wait_for_selector(f'.board [data-unit="{unit}"].joined')
    player.settled()
    expect(player.page.locator('.board [data-unit="S-43"].joined')).to_have_count(0)
    player.eventually(player.page.locator("[data-testid=odds] tbody").first.locator("tr:not(.head)").count, 2)


def test_what_lies_off_the_map_is_in_a_tray_beside_the_prompt(player: Player) -> None:
    player.sit(player.server.match(scenario="historical"))
    player.click_hex("3500")
    player.page.wait_for_selector('.board [data-unit="S-39"].lit')
    player.click_unit("S-39")
    tray = player.page.locator("[data-testid=tray]")
    tray.locator("[data-unit]").first.wait_for()
    expect(tray.locator("section:not(:has([data-unit]))")).to_have_count(0)
    air = tray.locator("[data-unit]").first.get_attribute("data-unit")
    tray.locator(f'[data-unit="{air}"]').click()
    player.settled()
    player.page.wait_for_function(
        "unit => !document.querySelector(`[data-testid=tray] [data-unit=\"${unit}\"]`)", arg=air)


def test_a_counter_that_is_turned_over_shows_its_back(player: Player) -> None:
    player.sit(player.server.match(game="fb", situation={
        "turn": 5, "step": "soviet.bombardment", "empty": True, "seed": 1,
        "place": {"su-m30-1": "1332", "de-hanf-1": "1331"}}))
    expect(player.unit("su-m30-1").locator(".counter")).to_have_attribute("data-face", "0")
    player.click_unit("su-m30-1")
    player.click_hex("1331")
    player.page.wait_for_selector('.board [data-unit="su-m30-1"] [data-face="1"]')
    expect(player.unit("su-m30-1")).to_contain_text("B")


def test_a_match_that_cannot_be_opened_stays_closed(player: Player) -> None:
    opened: list[str] = []

    def shut(line: Any) -> None:
        opened.append(line.url)
        line.close(code=4409, reason="it was written by another version")

    player.page.route_web_socket("**/socket*", shut)
    match = player.server.match(situation=SITUATION)
    player.page.goto(f"{player.server.url}#/match/{match}")
    expect(player.page.locator(".gone")).to_contain_text("another version")
    at_first = len(opened)
    player.page.wait_for_timeout(1500)
    assert len(opened) == at_first and player.page.locator("[data-testid=offline]").count() == 0
