"""Pictures of every main screen, for the documentation: ``python -m tests.web.screenshots``."""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path
from typing import Any

from get_ready import find_browser

import stavka

from .serving import FLAGS, ROOT, Player, Server, serving

FOLDER = ROOT / "docs" / "screenshots"
MOVEMENT = {"turn": 3, "step": "soviet.movement"}


ALWAYS = ("f5c518", "1f8fd6", "c8371f", "b23a2e", "ffd76a", "1d6d94", "58b9f0", "ffffff", "f0c96a", "009e73")
"""Colours of which there is little, but which tell something."""


def shrink(picture: bytes, path: Path) -> None:
    """Keep a picture, with fewer colours if Pillow is there to choose them."""
    try:
        from PIL import Image  # type: ignore[import-not-found]
    except ImportError:
        path.write_bytes(picture)
        return
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    colours = image.quantize(256 - len(ALWAYS), kmeans=2).getpalette()[:3 * (256 - len(ALWAYS))]
    palette = Image.new("P", (1, 1))
    palette.putpalette([*colours, *bytes.fromhex("".join(ALWAYS))])
    image.quantize(palette=palette, dither=Image.Dither.FLOYDSTEINBERG).save(path, optimize=True)


SHOTS = ("lobby", "table", "move", "attack", "forecast", "dark", "supply", "panels", "replay", "close_up", "others",
         "arranging", "phone", "computer")


class Photographer:
    """Opens pages and keeps pictures of them."""

    def __init__(self, browser: Any, server: Server) -> None:
        self.browser = browser
        self.server = server

    def page(self, *, theme: str = "light", lang: str = "en", phone: bool = False) -> Any:
        """A fresh page."""
        size = {"width": 390, "height": 844} if phone else {"width": 1366, "height": 820}
        context = self.browser.new_context(viewport=size, has_touch=phone, is_mobile=phone,
                                           device_scale_factor=2 if phone else 1)
        context.add_init_script("localStorage.setItem('stavka.settings', JSON.stringify("
                                f"{{theme: '{theme}', lang: '{lang}', pace: 'instant'}}))")
        return context.new_page()

    def maps_drawn(self, page: Any) -> None:
        """Wait for the small maps of the lobby."""
        page.wait_for_function(
            "() => [...document.querySelectorAll('.game img')].every(image => image.src && image.complete)",
            timeout=120_000)

    def keep(self, page: Any, name: str) -> None:
        """Keep a picture once everything is drawn."""
        page.wait_for_selector(".loading", state="detached")
        page.wait_for_timeout(1800)
        shrink(page.screenshot(), FOLDER / f"{name}.png")
        print(name, file=sys.stderr)

    def at_table(self, page: Any, zoom: int = 0, **match: Any) -> Player:
        """A player at a table."""
        player = Player(page, self.server)
        page.goto(f"{self.server.url}#/match/{self.server.match(**match)}")
        page.wait_for_selector(".board [data-unit]")
        page.wait_for_timeout(700)
        for _ in range(zoom):
            page.keyboard.press("+")
            page.wait_for_timeout(400)
        return player

    def lobby(self) -> None:
        page = self.page()
        self.server.match(situation=MOVEMENT)
        page.goto(self.server.url)
        page.wait_for_selector("[data-game]")
        self.maps_drawn(page)
        self.keep(page, "lobby")

    def table(self) -> None:
        player = self.at_table(self.page())
        self.keep(player.page, "table")
        player.page.keyboard.press("0")
        self.keep(player.page, "whole-map")

    def move(self) -> None:
        player = self.at_table(self.page(), situation=MOVEMENT)
        page = player.page
        page.focus(".board")
        page.keyboard.press("0")
        page.wait_for_timeout(500)
        player.click_unit("S-22")
        page.wait_for_selector(".board g.hex.move", state="attached")
        page.keyboard.press("+")
        page.wait_for_timeout(400)
        page.keyboard.press("+")
        page.wait_for_timeout(400)
        page.keyboard.press("n")
        page.keyboard.press("p")
        page.wait_for_timeout(600)
        box = page.locator(".board g.hex.move:has(text)").last.bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.keep(page, "move")

    def attack(self) -> None:
        player = self.at_table(self.page())
        page = player.page
        player.click_hex("3801")
        for unit in ("S-11G", "S-O"):
            page.wait_for_selector(f'.board [data-unit="{unit}"].lit')
            page.locator(f'.board [data-unit="{unit}"]').dispatch_event("click")
            page.wait_for_selector(f'.board [data-unit="{unit}"].joined')
        page.keyboard.press("+")
        self.keep(page, "attack")
        player.press("roll")
        self.keep(page, "result")

    def forecast(self) -> None:
        """What an attack promises, before the click."""
        player = self.at_table(self.page())
        player.page.keyboard.press("+")
        player.page.wait_for_timeout(600)
        target = player.hex("3500").bounding_box()
        player.page.mouse.move(target["x"] + target["width"] / 2, target["y"] + target["height"] / 2)
        player.page.wait_for_selector("[data-testid=forecast]")
        self.keep(player.page, "forecast")

    def dark(self) -> None:
        player = self.at_table(self.page(theme="dark"), situation=MOVEMENT)
        player.page.keyboard.press("Shift+Digit1")
        self.keep(player.page, "dark-zones")

    def supply(self) -> None:
        player = self.at_table(self.page(), situation=MOVEMENT)
        for overlay in "23":
            player.page.keyboard.press(f"Shift+Digit{overlay}")
        self.keep(player.page, "supply-control")

    def panels(self) -> None:
        player = self.at_table(self.page(lang="es"), situation=MOVEMENT)
        page = player.page
        for tab in ("forces", "lists", "charts"):
            page.click(f"#tab-{tab}")
            self.keep(page, f"{tab}-es")
        page.click(".rule")
        self.keep(page, "rule-es")
        page.keyboard.press("Escape")
        page.keyboard.press("?")
        self.keep(page, "help-es")

    def replay(self) -> None:
        player = self.at_table(self.page(), situation=MOVEMENT)
        page = player.page
        page.keyboard.press("0")
        page.wait_for_timeout(500)
        player.click_unit("S-22")
        page.wait_for_selector(".board g.hex.move:has(text)", state="attached")
        player.click_at(page.locator(".board g.hex.move:has(text)").first)
        page.wait_for_timeout(500)
        page.keyboard.press("[")
        page.wait_for_selector("[data-testid=replay]")
        self.keep(page, "replay")

    def close_up(self) -> None:
        player = self.at_table(self.page(), situation={**MOVEMENT, "place": {
            "S-39": {"hex": "3400", "reduced": True}, "G-53": {"hex": "3500", "reduced": True}}})
        page = player.page
        page.locator('.board [data-unit="S-5GT"]').dispatch_event("click")
        page.wait_for_selector(".board .slot.picked")
        for _ in range(4):
            page.keyboard.press("+")
            page.wait_for_timeout(400)
        page.keyboard.press("e")
        page.keyboard.press("c")
        page.wait_for_timeout(600)
        page.locator('.board [data-fan="3600"]').dispatch_event("pointerdown")
        page.keyboard.press("a")
        page.keyboard.press("d")
        page.keyboard.press("f")
        self.keep(page, "close-up")

    def others(self) -> None:
        """The table of every further game, on a desktop and on a phone."""
        for game in self.server.games():
            if game != "dagc":
                match = self.set_up(game)
                for phone in (False, True):
                    page = self.page(phone=phone)
                    page.goto(f"{self.server.url}#/match/{match}")
                    page.wait_for_selector(".board [data-unit]")
                    self.keep(page, f"phone-{game}" if phone else game)

    def set_up(self, game: str) -> str:
        """A match of a game in which those who have to set up have done so as suggested."""
        match = stavka.game(game).start(seed=7)
        while match.offer is not None and "do:ready_made" in match.offer:
            match.choose("do:ready_made")
        return self.server.open(match)

    def arranging(self) -> None:
        """A set-up that is changed, a unit in hand."""
        page = self.page()
        page.goto(f"{self.server.url}#/match/{self.server.match(game='u43')}")
        page.click("[data-button=arrange]")
        page.wait_for_selector(".board .slot.lit")
        for _ in range(3):
            page.keyboard.press("+")
            page.wait_for_timeout(400)
        page.locator(".board .slot.lit").nth(20).dispatch_event("click")
        self.keep(page, "set-up")

    def phone(self) -> None:
        page = self.page(phone=True)
        page.goto(self.server.url)
        page.wait_for_selector("[data-game]")
        self.maps_drawn(page)
        self.keep(page, "phone-lobby")
        self.at_table(page, situation=MOVEMENT)
        page.wait_for_timeout(600)
        lit = [box for slot in page.locator(".board .slot.lit").all() if (box := slot.bounding_box())
               and 60 < box["x"] < 330 and 80 < box["y"] < 500]
        page.touchscreen.tap(lit[0]["x"] + 10, lit[0]["y"] + 10)
        page.wait_for_selector(".board g.hex.move", state="attached")
        self.keep(page, "phone-table")


    def computer(self) -> None:
        """Choosing the strength of the computer, a hint, the computer at work, and what it intended."""
        for lang, more in (("en", ""), ("es", "-es")):
            page = self.page(lang=lang)
            page.goto(self.server.url)
            page.wait_for_selector("[data-game]")
            self.maps_drawn(page)
            page.locator("[data-seat]").last.select_option("computer")
            self.keep(page, f"levels{more}")
            self.at_table(page, zoom=1)
            page.click("[data-testid=hint]")
            page.wait_for_selector("[data-testid=follow]")
            self.keep(page, f"hint{more}")
            player = self.at_table(page, situation={"turn": 3, "step": "german.interdiction"},
                                   seats={"soviet": "me", "german": "computer:veteran"})
            player.press("end_phase")
            page.wait_for_selector("[data-testid=watching] .spin")
            self.keep(page, f"thinking{more}")
            while page.inner_text(".track li.now").split()[-1] == "3":
                lit = page.locator(".board .slot.lit, .board g[data-hex], .prompt [data-button]")
                if lit.count():
                    lit.first.dispatch_event("click")
                page.wait_for_timeout(100)
            page.click("#tab-plans")
            page.wait_for_selector("[data-testid=plans] details")
            self.keep(page, f"plans{more}")


def main(names: list[str]) -> None:
    """Take the pictures that are named, or all."""
    from playwright.sync_api import sync_playwright

    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home, serving(Path(home)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), headless=True, args=FLAGS)
        photographer = Photographer(browser, server)
        for name in names or SHOTS:
            getattr(photographer, name)()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
