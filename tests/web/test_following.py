"""Following what others do: trails, arrows, a caption, and what has happened since one's last move."""

from __future__ import annotations

import random

import pytest

import stavka

from .serving import Player

BATTLE = {"turn": 3, "step": "soviet.combat_after", "empty": True, "dice": [6],
          "place": {"S-39": "3501", "S-5GT": "3501", "S-43": "3601", "G-9": "3602", "G-53": "3810"}}


def pass_turn(player: Player, until: str) -> None:
    """End every phase, and choose what must be chosen, until a phase comes."""
    for _ in range(60):
        player.settled()
        if player.phase.startswith(until):
            return
        end = player.page.locator('.prompt [data-role="end"]')
        lit = player.page.locator(".board g[data-hex], .board .slot.lit")
        (end if end.count() else lit).first.dispatch_event("click")
    raise AssertionError(f"{until} never came: {player.prompt}")


def test_since_ones_last_move_with_trails_arrows_and_places_to_click(player: Player) -> None:
    started = player.server.match(situation=BATTLE)
    player.sit(started)
    page = player.page
    player.click_hex("3602")
    page.click("[data-testid=join-all]")
    page.wait_for_selector('.board [data-unit="S-43"].joined')
    player.settled()
    page.keyboard.press("m")
    page.wait_for_selector("[data-testid=dice]")
    pass_turn(player, "German")
    told = page.locator("[data-testid=since]")
    told.wait_for()
    assert page.locator('[data-testid=trails] [data-clash="3602"]').count() >= 1
    place = told.locator('[data-place="3602"]')
    assert place.count() == 1
    place.click()
    assert page.locator("[data-cursor]").get_attribute("data-cursor") == "3602"
    page.uncheck("[data-testid=draw-trails]")
    page.wait_for_selector("[data-testid=trails]", state="detached")
    told.locator("button[aria-label=Close]").click()
    told.wait_for(state="detached")


def test_the_log_folds_battles_and_has_the_colours_of_the_sides(player: Player) -> None:
    player.sit(player.server.match(situation=BATTLE))
    player.click_hex("3602")
    player.page.click("[data-testid=join-all]")
    player.page.wait_for_selector('.board [data-unit="S-43"].joined')
    player.settled()
    player.page.keyboard.press("m")
    player.page.wait_for_selector("[data-testid=dice]")
    pass_turn(player, "German")
    folded = player.page.locator("[data-testid=log] li.folded", has_text="rolled")
    assert folded.count() >= 1
    line = folded.first.locator("summary .line")
    assert line.evaluate("line => getComputedStyle(line).borderLeftColor") not in ("rgba(0, 0, 0, 0)", "rgb(0, 0, 0)")


def test_losses_points_and_dice_so_far(player: Player) -> None:
    player.sit(player.server.match(situation=BATTLE))
    page = player.page
    page.click("#tab-forces")
    page.wait_for_selector("[data-testid=graph] polyline", state="attached")
    dice = page.locator('[data-dice="soviet"]')
    assert "attacks rolled for: 0" in dice.inner_text()
    player.click_hex("3602")
    page.click("[data-testid=join-all]")
    page.wait_for_selector('.board [data-unit="S-43"].joined')
    player.settled()
    page.keyboard.press("m")
    page.wait_for_function("""() => document.querySelector('[data-dice="soviet"]').innerText.includes('for: 1')""")
    assert "average 6.00" in dice.inner_text()
    pass_turn(player, "German")
    lost = page.locator('[data-losses="german"]')
    assert lost.count() == 1 and lost.inner_text().isdigit()


@pytest.mark.parametrize("game", stavka.games())
def test_every_game_is_looked_back_at_with_the_arrows(player: Player, game: str) -> None:
    match, chance = stavka.game(game).start(seed=11), random.Random(11)
    for _ in range(60):
        assert match.offer is not None
        match.choose(match.offer.nth(chance.randrange(len(match.offer))))
    player.sit(player.server.open(match))
    page = player.page
    now = player.prompt
    page.keyboard.press("Shift+ArrowLeft")
    page.wait_for_selector("[data-testid=replay]")
    assert page.locator(".board .slot.lit").count() == 0, "nothing can be chosen in the past"
    for key in ("ArrowLeft", "ArrowLeft", "ArrowRight"):
        page.keyboard.press(key)
        player.settled()
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-testid=replay]", state="detached")
    player.waits_for(now)
