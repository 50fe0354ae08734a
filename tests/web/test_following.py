"""Following what others do: trails, arrows, a caption, and what has happened since one's last move."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest
from playwright.sync_api import expect

import stavka
from tests.playing import by_chance, do_nothing, offered

from .serving import Player

BATTLE = {"turn": 3, "step": "soviet.combat_after", "empty": True, "dice": [6],
          "place": {"S-39": "3501", "S-5GT": "3501", "S-43": "3601", "G-9": "3602", "G-53": "3810"}}


def pass_turn(player: Player, until: str) -> None:
    """End every phase, and choose what must be chosen, until a phase comes."""
    for _ in range(60):
        player.settled()
        if player.phase.startswith(until):
            return
        assert player.click_any('.prompt [data-role="end"]') or player.click_any(".board g[data-hex], .board .slot.lit")
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
    expect(page.locator('[data-testid=trails] [data-clash="3602"]').first).to_be_attached()
    told.locator('[data-place="3602"]').click()
    expect(page.locator("[data-cursor]")).to_have_attribute("data-cursor", "3602")
    page.uncheck("[data-testid=draw-trails]")
    page.wait_for_selector("[data-testid=trails]", state="detached")
    told.locator("button[aria-label=Close]").click()
    told.wait_for(state="detached")


def since_last_move(match: stavka.Match, seat: str) -> list[stavka.Event]:
    """What happened after the last choice of a seat, in its own turn after the last one in that, as far as it may know;
    but not its own moves."""
    game = match.game
    turn_of = {phase.key: (phase.owner and game.seat_of(phase.owner)) or phase.seat for phase in game.sequence}
    turn, last, answered = match.records[0].seat, 0, 0
    for n, record in enumerate(match.records, start=1):
        answered = n if record.seat == seat else answered
        last = n if record.seat == turn == seat else last
        turn = [turn, *(turn_of[event.data["phase"]] for event in record.events if event.kind == "phase")][-1]
    return [event for record in match.records[last if turn == seat else answered:] for event in record.events
            if (event.seats is None or seat in event.seats) and not (record.seat == seat and is_move(event))]


def is_move(event: stavka.Event) -> bool:
    """Whether somebody went from one place to another."""
    return len(event.data.get("path") or ()) > 1


def moves_of(events: list[stavka.Event]) -> set[str]:
    """Who went from one place to another."""
    return {event.data["unit"] for event in events if is_move(event)}


def eventful(game: str) -> stavka.Match:
    """A match of random choices at the beginning of a phase, after others have moved and somebody was lost."""
    for seed in range(40):
        match, chance, phase = stavka.game(game).start(seed=seed), random.Random(seed), "setup"
        while match.offer is not None and len(match.records) < 3000:
            if match.phase != phase != "setup":
                happened = since_last_move(match, match.offer.seat)
                if moves_of(happened) and any(event.kind in match.game.loss_events for event in happened):
                    return match
            phase = match.phase
            if chance.random() < 0.9:
                by_chance(match, chance)
            else:
                do_nothing(match)
    raise AssertionError("nothing ever happens")


@pytest.mark.parametrize("game", stavka.games())
def test_in_every_game_the_story_is_told_with_trails_and_losses(player: Player, game: str) -> None:
    match = eventful(game)
    game_of, seat = match.game, offered(match).seat
    happened = since_last_move(match, seat)
    lost = Counter(game_of.counters[game_of.counters.index[event.data["unit"]]].side
                   for event in happened if event.kind in game_of.loss_events)
    own = {side: count for side, count in lost.items() if game_of.seat_of(side) == seat}  # all of these are known
    player.sit(player.server.open(match))
    page = player.page
    told = page.locator("[data-testid=since]")
    told.wait_for()
    drawn = page.locator("[data-testid=trails] [data-trail]")
    player.eventually(lambda: set(drawn.evaluate_all("all => all.map(one => one.dataset.trail)")), moves_of(happened))
    counted = told.locator("[data-lost]")
    counts = "all => Object.fromEntries(all.map(one => [one.dataset.side, Number(one.dataset.lost)]))"
    player.eventually(lambda: own.items() <= counted.evaluate_all(counts).items(), True)
    assert Counter(counted.evaluate_all(counts)) <= lost, "what was lost unseen is not told"
    page.uncheck("[data-testid=draw-trails]")
    expect(page.locator("[data-testid=trails]")).to_have_count(0)


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
    line = folded.first.locator("summary .line")
    expect(line).not_to_have_css("border-left-color", re.compile(r"rgba?\(0, 0, 0.*"))


def test_losses_points_and_dice_so_far(player: Player) -> None:
    player.sit(player.server.match(situation=BATTLE))
    page = player.page
    page.click("#tab-forces")
    page.wait_for_selector("[data-testid=graph] polyline", state="attached")
    dice = page.locator('[data-dice="soviet"]')
    expect(dice).to_contain_text("attacks rolled for: 0")
    player.click_hex("3602")
    page.click("[data-testid=join-all]")
    page.wait_for_selector('.board [data-unit="S-43"].joined')
    player.settled()
    page.keyboard.press("m")
    expect(dice).to_contain_text("attacks rolled for: 1")
    expect(dice).to_contain_text("average 6.00")
    pass_turn(player, "German")
    expect(page.locator('[data-losses="german"]')).to_have_text(re.compile(r"^\d+$"))


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
    expect(page.locator(".board .slot.lit"), "nothing can be chosen in the past").to_have_count(0)
    where = page.locator("[data-testid=replay] output")
    here, last = map(int, where.inner_text().split("/"))
    for key in ("ArrowLeft", "ArrowLeft", "ArrowRight"):  # quicker than the server answers
        page.keyboard.press(key)
    expect(where).to_have_text(f"{here - 1} / {last}")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-testid=replay]", state="detached")
    player.waits_for(now)
