"""What the browser tests share: a server of their own, a browser, and a player who uses the screen as people do."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import TimeoutError as TookTooLong

import stavka

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "stavka" / "table" / "static"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"

PATIENCE_S = 60
"""How long an answer may take on a busy machine before it counts as missing."""

CLICK_ANY = """([selector, part]) => {
  const things = document.querySelectorAll(selector);
  things[Math.floor(things.length * part)]?.dispatchEvent(new MouseEvent('click', {bubbles: true}));
  return things.length > 0;
}"""

FRAME_CAME = """() => {
  if (!window.frameCame) {
    window.frameCame = 'asked';
    requestAnimationFrame(() => (window.frameCame = 'yes'));
  }
  return window.frameCame === 'yes';
}"""

FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
        return port


class Server:
    """A table server in a process of its own, with its own database; it can be killed and started again."""

    def __init__(self, home: Path, installed: Path | None = None, *arguments: str, **environment: str) -> None:
        self.home = home
        self.installed = installed
        """The Python of an environment with the package installed, instead of this checkout."""
        self.arguments = arguments
        self.environment = environment
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}/"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start, and wait until it answers."""
        self.home.mkdir(exist_ok=True)
        environment = {**os.environ, **self.environment, "STAVKA_HOME": str(self.home),
                       "PYTHONPATH": "" if self.installed else str(ROOT)}
        environment.pop("STAVKA_DATABASE_URL", None)
        self.process = subprocess.Popen(
            [self.installed or sys.executable, "-m", "stavka.table", "--port", str(self.port), "--no-browser",
             *self.arguments],
            env=environment, cwd=self.home, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(400):
            try:
                with urllib.request.urlopen(f"{self.url}api/table", timeout=2):
                    return
            except (urllib.error.URLError, OSError):
                if self.process.poll() is not None:
                    raise RuntimeError("the table server did not start") from None
                time.sleep(0.05)
        raise RuntimeError("the table server does not answer")

    def kill(self) -> None:
        """End it as a power cut would."""
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            self.process = None

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """A call of the server."""
        request = urllib.request.Request(f"{self.url}{path}", json.dumps(body).encode(), {
            "Content-Type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            result: dict[str, Any] = json.load(answer)
            return result

    def games(self) -> dict[str, list[str]]:
        """The games the server has, and their seats."""
        with urllib.request.urlopen(f"{self.url}api/games") as answer:
            return {game["key"]: [seat["key"] for seat in game["seats"]] for game in json.load(answer)}

    def match(self, *, game: str = "dagc", seats: dict[str, str] | None = None, seed: int = 7, **more: Any) -> str:
        """Start a match and return its id; all seats at this screen unless told."""
        seats = seats or {seat: "friend" if i else "me" for i, seat in enumerate(self.games()[game])}
        answer = self.post("api/matches", {"game": game, "seats": seats, "seed": seed, **more})
        match: str = answer["match"]
        return match

    def open(self, match: stavka.Match) -> str:
        """Bring a match to the table as it stands, all seats at this screen."""
        assert match.journal is not None
        seats = {seat: "friend" if i else "me" for i, seat in enumerate(match.game.seats)}
        journal = match.journal.text(match.position, with_key=True)
        id: str = self.post("api/matches/import", {"journal": journal, "seats": seats})["match"]
        return id


@contextmanager
def serving(home: Path, *arguments: str, **environment: str) -> Iterator[Server]:
    """A server for as long as the block lasts."""
    server = Server(home, None, *arguments, **environment)
    server.start()
    try:
        server.games()  # all are loaded before a browser waits for them: on a busy machine that takes its time
        yield server
    finally:
        server.kill()


class Player:
    """Somebody at the screen. Clicks are real ones, where the thing is on the screen."""

    def __init__(self, page: Any, server: Server) -> None:
        self.page = page
        self.server = server

    def sit(self, match: str, more: str = "") -> Player:
        """Open a match and see all of its map."""
        self.page.goto(f"{self.server.url}#/match/{match}{more}")
        self.page.wait_for_selector(".board [data-unit]")
        self.fit()
        self.settled()
        return self

    def fit(self) -> None:
        """See all of the map."""
        self.page.keyboard.press("0")
        self.still()

    def still(self) -> None:
        """Wait until the map has come to rest."""
        self.page.wait_for_selector('.board[data-moving="false"]')

    @property
    def prompt(self) -> str:
        """What the screen asks for."""
        text: str = self.page.inner_text("[data-testid=prompt]")
        return text

    @property
    def phase(self) -> str:
        """The phase as the screen names it."""
        text: str = self.page.inner_text(".bar .phase")
        return text

    def waits_for(self, text: str) -> None:
        """Wait until the prompt has these words."""
        self.page.wait_for_function(
            "text => document.querySelector('[data-testid=prompt]').innerText.includes(text)", arg=text)

    def click_at(self, locator: Any) -> None:
        """A click in the middle of something."""
        box = locator.bounding_box()
        assert box is not None
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def hex(self, number: str) -> Any:
        """A hex that can be chosen."""
        return self.page.locator(f'.board g[data-hex="{number}"]')

    def unit(self, unit: str) -> Any:
        """A counter on the map."""
        return self.page.locator(f'.board [data-unit="{unit}"]')

    def click_hex(self, number: str) -> None:
        """Choose a hex."""
        self.hex(number).wait_for(state="attached")
        self.click_at(self.hex(number))

    def click_unit(self, unit: str) -> None:
        """Click a counter."""
        self.click_at(self.unit(unit))

    def place_of(self, unit: str) -> str | None:
        """Where a counter lies on the map."""
        found = self.unit(unit)
        place: str | None = found.get_attribute("data-hex") if found.count() else None
        return place

    def press(self, button: str) -> None:
        """Press one of the buttons of the offer."""
        self.page.click(f'[data-button="{button}"]')

    def click_any(self, selector: str, part: float = 0) -> bool:
        """Click one of the things there are at this moment, that far down the list; False if there is none."""
        clicked: bool = self.page.evaluate(CLICK_ANY, [selector, part])
        return clicked

    def eventually(self, seen: Callable[[], Any], expected: Any) -> None:
        """Wait until something on the screen is as expected: what the server is asked arrives when it arrives."""
        deadline = time.monotonic() + PATIENCE_S
        while (last := seen()) != expected and time.monotonic() < deadline:
            self.page.wait_for_timeout(50)
        assert last == expected

    def settled(self) -> None:
        """Wait until what was done has been shown, and to whoever is next."""
        self.page.wait_for_timeout(40)
        self.page.wait_for_selector('.screen[data-busy="false"]')


def stands_still(page: Any, seconds: float = 10) -> bool:
    """Whether a page's scripts run and yet no frame of it is painted, which no page can bring about by itself."""
    def within_time(said: str) -> bool:
        try:
            page.wait_for_function(said, polling=100, timeout=seconds * 1000)
        except TookTooLong:
            return False
        return True

    return not within_time(FRAME_CAME) and within_time("() => true")


def chances(part: Any) -> dict[str, float]:
    """The chances of results that are shown somewhere."""
    shown: dict[str, float] = part.locator("[data-result]").evaluate_all(
        "items => Object.fromEntries(items.map(({dataset}) => [dataset.result, Number(dataset.chance)]))")
    return shown
