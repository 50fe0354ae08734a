"""A client for tests: a real socket, and the view kept up to date by patches, as a browser does it."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from stavka.table.patch import patched

PATIENCE = 120.0
"""So many seconds a test waits for what must come: a busy machine takes its time, and only what never comes fails."""

Message = dict[str, Any]


class Server:
    """A server in a process of its own."""

    def __init__(self, home: Path, database: str | None = None, *arguments: str, port: int = 0,
                 patience: float | None = None,
                 **environment: str) -> None:
        self.home = home
        self.database = database
        self.arguments = arguments
        self.port = port
        self.environment = environment
        self.patience = patience
        """Seconds for which the server waits for slow connections, if not the usual."""
        self.process: subprocess.Popen[str] | None = None
        self.start()

    def start(self) -> None:
        environment = {**os.environ, **self.environment, "STAVKA_HOME": str(self.home), "PYTHONUNBUFFERED": "1"}
        environment.pop("STAVKA_DATABASE_URL", None)
        if self.database is not None:
            environment["STAVKA_DATABASE_URL"] = self.database
        self.process = subprocess.Popen(
            [sys.executable, *self._program(), "--no-browser", "--port", str(self.port), *self.arguments],
            env=environment, stdout=subprocess.PIPE, stderr=None, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "http://" in line, f"the server did not start: {line!r}"
        self.port = int(line.split("http://")[1].split("/")[0].rpartition(":")[2])

    def _program(self) -> list[str]:
        if self.patience is None:
            return ["-m", "stavka.table"]
        times = "; ".join(f"wire.{name} = {self.patience}" for name in ("HEADERS", "BODY", "UNREAD"))
        return ["-c", f"from stavka.table import wire; {times}; from stavka.table.__main__ import main; main()"]

    def kill(self) -> None:
        """As hard as it gets."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        assert self.process is not None
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def request(self, path: str, body: Any = None, headers: dict[str, str] | None = None, *,
                method: str | None = None, seconds: float = 30) -> tuple[int, bytes]:
        data = None if body is None else json.dumps(body).encode() if not isinstance(body, bytes) else body
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, headers or {}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=seconds) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def json(self, path: str, body: Any = None, headers: dict[str, str] | None = None) -> Any:
        return json.loads(self.request(path, body, headers)[1])

    def json_as(self, token: str, path: str) -> Any:
        """What somebody gets who holds this token."""
        return self.json(path, headers={"Authorization": f"Bearer {token}"})

    def begin(self, **body: Any) -> Any:
        """Begin a match, and let somebody take every seat that is left open."""
        begun = self.start_match(**body)
        for invitation in begun["invitations"].values():
            taken = self.json(f"/api/matches/{begun['match']}/claim", {"code": invitation["code"]})
            begun["links"][taken["seat"]] = taken["token"]
        return begun

    def start_match(self, **body: Any) -> Any:
        """Begin a match as one person does, who gets his own links only."""
        status, answer = self.request("/api/matches", {"game": "dagc", **body})
        assert status == 201, answer
        return json.loads(answer)


class Player:
    """One socket. ``view`` is always what the server has told so far; ``heard`` every message, as text."""

    def __init__(self, port: int, match: str, token: str) -> None:
        self.address = f"ws://127.0.0.1:{port}/api/matches/{match}/socket"
        self.token = token
        self.view: Message = {}
        self.n = -1
        self.heard: list[str] = []
        self.messages: list[Message] = []
        self.changes: list[Message] = []
        self.replies: dict[int, asyncio.Future[Message]] = {}
        self._next = 0
        self._gone = False
        self._changed = asyncio.Event()
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._socket = await connect(self.address, max_size=None, compression=None)
        self._reader = asyncio.create_task(self._read())
        await self.send(json.dumps({"token": self.token}))
        await self.reach(0)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._socket is not None and self._reader is not None
        await self._socket.close()
        self._reader.cancel()

    async def _read(self) -> None:
        assert self._socket is not None
        try:
            async for text in self._socket:
                self.heard.append(str(text))
                self._take(json.loads(text))
        except ConnectionClosed:
            pass
        self._gone = True
        self._changed.set()
        for waiting in self.replies.values():
            if not waiting.done():
                waiting.set_exception(ConnectionError("the server is gone"))

    def _take(self, message: Message) -> None:
        self.messages.append(message)
        if "re" in message:
            waiting = self.replies.pop(message["re"], None)
            if waiting is not None and not waiting.done():
                waiting.set_result(message)
            return
        if "view" in message:
            self.view, self.n = message["view"], message["n"]
        elif "change" in message:
            assert message["n"] == self.n + message.get("undo", 1), (message["n"], self.n)
            self.view, self.n = patched(self.view, message["change"]), message["n"]
            self.changes.append(message)
        self._changed.set()

    async def send(self, text: str) -> None:
        assert self._socket is not None
        await self._socket.send(text)

    async def do(self, do: str, **rest: Any) -> Message:
        """Send a message and wait for its answer."""
        self._next += 1
        id = self._next
        waiting = self.replies[id] = asyncio.get_running_loop().create_future()
        await self.send(json.dumps({"id": id, "do": do, **rest}))
        return await asyncio.wait_for(waiting, 20)

    async def choose(self, choice: str, n: int | None = None) -> Message:
        return await self.do("choose", n=self.n if n is None else n, choice=choice)

    async def make(self, *choices: str) -> None:
        """Make choices that must be accepted, one after another."""
        for choice in choices:
            n = self.n
            answer = await self.choose(choice)
            assert answer.get("ok"), (choice, answer)
            await self.reach(n + 1)

    async def reach(self, n: int) -> None:
        """Wait until the view is at least that far."""
        end = time.monotonic() + 20
        while self.n < n:
            if self._gone:
                raise ConnectionError("the server is gone")
            self._changed.clear()
            await asyncio.wait_for(self._changed.wait(), max(0.01, end - time.monotonic()))

    async def gone(self) -> None:
        """Wait until the server has sent this player away."""
        end = time.monotonic() + PATIENCE
        while not self._gone:
            assert time.monotonic() < end, "still there"
            await asyncio.sleep(0.01)

    async def hears(self, key: str, seconds: float = PATIENCE) -> Message:
        """Wait for a message with this key."""
        end = time.monotonic() + seconds
        while True:
            for message in self.messages:
                if key in message:
                    self.messages.remove(message)
                    return message
            assert time.monotonic() < end, f"no message with {key!r}"
            await asyncio.sleep(0.01)

    async def until(self, key: str, is_so: Callable[[Any], bool]) -> Any:
        """Wait for a message with this key of which something is true, and return what it holds."""
        while True:
            held = (await self.hears(key))[key]
            if is_so(held):
                return held


def choices(view: Message) -> list[str]:
    """All choices of the offer in a view."""
    offer = view.get("offer")
    if not offer:
        return []
    return [*(f"unit:{unit}" for unit in offer["units"]), *(f"hex:{hex}" for hex in offer["hexes"]),
            *(f"do:{button}" for button in offer["buttons"])]


def rss_mb(server: Server) -> float:
    """The megabytes of memory that a server takes."""
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="ascii")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024
