"""The web server: what each address answers. Everything that decides anything is in the modules it calls."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import hashlib
import logging
from functools import lru_cache
from os.path import isfile
from pathlib import Path
from typing import Any

from litestar import Litestar, Response, get, post, websocket
from litestar.exceptions import HTTPException, WebSocketDisconnect

import stavka

from ..art import LAYERS, render, style_of
from ..game import Game
from ..kit.data import DataError
from ..rules import Rule
from . import computer, entries, messages
from .audience import WATCHERS
from .box import describe_game, make_box
from .connection import (
    AnyRequest,
    AnySocket,
    answer,
    asker_of,
    find_room,
    hall_of,
    open_room,
    player_of,
    spend,
    tokens_of,
    visitor_of,
)
from .hall import Hall
from .messages import Error, Import, Start
from .people.routes import ROUTES, account_routes
from .people.seats import seats_of
from .people.steward import HOST, invitations
from .running import RUNNING
from .socket import Socket
from .store import Stored, StoreError
from .words import LANGUAGES, Refused, in_words, say

STATIC = Path(__file__).parent / "static"
"""The built client."""

COME_BACK = 1012
"""The code with which a socket is closed whose client should connect again."""

LARGEST = 4_000_000
"""The most bytes a body may have: a journal of a long match has three hundred thousand."""

ENTER = 10
"""Seconds within which a socket must say who it is."""

_TYPES = {
    ".html": "text/html", ".js": "text/javascript", ".css": "text/css",
    ".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg", ".ico": "image/x-icon", ".webp": "image/webp",
    ".json": "application/json", ".woff2": "font/woff2", ".txt": "text/plain",
    ".map": "application/json", ".webmanifest": "application/manifest+json",
}  # fmt: skip

_log = logging.getLogger("stavka.table")


def make_app(hall: Hall) -> Litestar:
    """The web application over a hall of matches, which must be open."""
    app = Litestar(
        [table, games, box, game_map, rules, rule, start, bring, matches, match, journal, dice, history, at, log,
         socket, *ROUTES, *account_routes(hall), *RUNNING, unknown, page, front],
        exception_handlers={
            Refused: refusal, HTTPException: http_refusal, StoreError: store_refusal, Exception: failure},
        openapi_config=None,
        logging_config=None,
        request_max_body_size=LARGEST,
    )  # fmt: skip
    app.state.hall = hall
    return app


# -- refusals ----------------------------------------------------------------------------------------------------


def _refusal(refused: Refused) -> Response[bytes]:
    return answer({"error": Error.of(refused)}, refused.status)


def refusal(_: AnyRequest, refused: Refused) -> Response[bytes]:
    """A refusal over HTTP."""
    return _refusal(refused)


def http_refusal(_: AnyRequest, error: HTTPException) -> Response[bytes]:
    """What the web framework refuses: unknown addresses, wrong methods, bodies that are too large."""
    if error.status_code == 404:
        return _refusal(Refused("unknown_file", status=404))
    return _refusal(Refused("body", status=error.status_code, cause=error.detail))


def store_refusal(_: AnyRequest, error: StoreError) -> Response[bytes]:
    """The store is away."""
    _log.error("%s", error)
    return _refusal(Refused("lost", status=503))


def failure(request: AnyRequest, error: Exception) -> Response[bytes]:
    """A bug."""
    _log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return _refusal(Refused("failed", status=500))


def _cached(request: AnyRequest, body: bytes, zipped: bytes, media_type: str) -> Response[bytes]:
    """Something that seldom changes: the browser asks whether it has, and gets it only then."""
    tag = f'"{hashlib.sha256(body).hexdigest()[:24]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(zipped, media_type=media_type, headers={**headers, "Content-Encoding": "gzip"})
    return Response(body, media_type=media_type, headers=headers)


# -- games -------------------------------------------------------------------------------------------------------


@get("/api/table")
async def table(request: AnyRequest) -> Response[bytes]:
    """What this server is."""
    return answer({"version": stavka.__version__, "local": hall_of(request).local, "languages": LANGUAGES})


@get("/api/games")
async def games(request: AnyRequest) -> Response[bytes]:
    """The games, for the lobby."""
    hall = hall_of(request)
    described = await asyncio.to_thread(  # loading all games takes a second, and others are playing
        lambda: [describe_game(game, computer.describe(game)) for game in hall.playable()])
    return answer(described)


@lru_cache(maxsize=32)
def _box_of(game: Game[Any]) -> tuple[bytes, bytes]:
    body = messages.encode(make_box(game))
    return body, gzip.compress(body, 6)


@get("/api/games/{game:str}")
async def box(request: AnyRequest, game: str) -> Response[bytes]:
    """The box of a game."""
    body, zipped = await asyncio.to_thread(_box_of, hall_of(request).game(game))
    return _cached(request, body, zipped, "application/json")


@lru_cache(maxsize=64)
def _map_of(game: Game[Any], layers: tuple[str, ...], theme: str, lang: str) -> tuple[bytes, bytes]:
    style = style_of(game.folder, game.board, theme)
    body = render(game.board, style, layers=layers, lang=lang).encode()
    return body, gzip.compress(body, 6)


@get("/api/games/{game:str}/map.svg")
async def game_map(
    request: AnyRequest, game: str, layers: str = "", theme: str = "light", lang: str = "en"
) -> Response[bytes]:
    """The map of a game."""
    await spend(request, "map")
    named = set(layers.split(",")) if layers else set(LAYERS)
    wanted = (*(layer for layer in LAYERS if layer in named), *sorted(named - set(LAYERS)))  # each once, in one order
    if lang not in LANGUAGES:
        raise Refused("body", cause=f"lang: {', '.join(LANGUAGES)}")
    try:
        async with hall_of(request).drawing:
            body, zipped = await asyncio.to_thread(_map_of, hall_of(request).game(game), wanted, theme, lang)
    except (ValueError, DataError) as error:
        raise Refused("unknown_theme", cause=in_words(error)) from None
    return _cached(request, body, zipped, "image/svg+xml")


def _rule(rule: Rule) -> dict[str, Any]:
    return {"id": rule.id, "title": rule.title, "text": rule.text, "example": rule.example, "ruling": rule.ruling,
            "narrative": rule.narrative}


@lru_cache(maxsize=32)
def _rules_of(game: Game[Any]) -> tuple[bytes, bytes]:
    body = messages.encode([_rule(rule) for rule in game.rules])
    return body, gzip.compress(body, 6)


@get("/api/games/{game:str}/rules")
async def rules(request: AnyRequest, game: str) -> Response[bytes]:
    """All rules of a game."""
    body, zipped = _rules_of(hall_of(request).game(game))
    return _cached(request, body, zipped, "application/json")


@get("/api/games/{game:str}/rules/{number:str}")
async def rule(request: AnyRequest, game: str, number: str) -> Response[bytes]:
    """One rule, with those below it."""
    found = hall_of(request).game(game).rules.find(number)
    if not found:
        raise Refused("unknown_rule", status=404, rule=number)
    return answer([_rule(one) for one in found])


# -- matches -----------------------------------------------------------------------------------------------------


def _links(stored: Stored) -> Response[bytes]:
    """What whoever begins a match gets: his own links, and invitations to the seats that are not his."""
    seats = {seat: token for seat, token in stored.tokens.items() if seat not in (WATCHERS, HOST)}
    body = {"match": stored.id, "links": seats, "watch": stored.tokens[WATCHERS],
            "invitations": invitations(stored.affairs)}
    return answer(body | ({"host": stored.tokens[HOST]} if HOST in stored.tokens else {}), 201)


@post("/api/matches")
async def start(request: AnyRequest) -> Response[bytes]:
    """Begin a match."""
    await spend(request, "create")
    body = messages.read_body(await request.body(), Start)
    hall = hall_of(request)
    stored = await hall.start(body, await player_of(request))
    if body.to:
        await hall.tell_invited(await hall.room(stored.id))
    return _links(stored)


@post("/api/matches/import")
async def bring(request: AnyRequest) -> Response[bytes]:
    """Go on with a journal."""
    await spend(request, "import")
    body = messages.read_body(await request.body(), Import)
    return _links(await hall_of(request).resume(body.journal, body.seats, await player_of(request)))


@get("/api/matches")
async def matches(request: AnyRequest) -> Response[bytes]:
    """The matches of this browser, or of this machine."""
    asker = await asker_of(request)
    hall = hall_of(request)
    found = await hall.summaries(asker)
    own = {summary.id: seats_of(summary.tokens, affairs, asker) for summary, affairs in found}
    unread = {} if asker.local else await hall.ledger.unread({
        summary.id: affairs for summary, affairs in found}, own)
    return answer([{**entries.describe(summary, affairs, asker), "unread": unread.get(summary.id, 0)}
                   for summary, affairs in found])


@get("/api/matches/{id:str}")
async def match(request: AnyRequest, id: str) -> Response[bytes]:
    """One match."""
    asker = await asker_of(request)
    room = await find_room(request, id)
    if not seats_of(room.tokens, room.steward.affairs, asker) and room.steward.affairs.terms.watch == "link":
        await open_room(request, id, list(asker.tokens))  # refused unless a token fits
    return answer(entries.describe(entries.summary_of(room), room.steward.affairs, asker))


@get("/api/matches/{id:str}/journal")
async def journal(request: AnyRequest, id: str) -> Response[str]:
    """The journal, for who may know all of it."""
    await spend(request, "look_back", id)
    hall, tokens = hall_of(request), tokens_of(request)
    room, _ = await open_room(request, id, tokens)
    mine = hall.local or all(room.tokens.get(seat) in tokens for seat in room.people)
    if room.keeps_secrets or not (room.is_over or mine):
        raise Refused("secret_journal", status=403)
    return Response(room.chronicle.journal(room.computers, with_key=room.is_over), media_type="text/plain", headers={
        "Content-Disposition": f'attachment; filename="{room.game.key}-{room.id}.stavka"', "Cache-Control": "no-store"})


@get("/api/matches/{id:str}/dice")
async def dice(request: AnyRequest, id: str) -> Response[bytes]:
    """The key of the dice and every roll, when the match is over: for whoever wants to check them."""
    await spend(request, "look_back", id)
    room, _ = await open_room(request, id, tokens_of(request))
    if not room.is_over:
        raise Refused("secret_dice", status=403)
    dice, chronicle = room.match.position.dice, room.chronicle
    return answer({"commitment": dice.commitment, "key": dice.key.hex(), "written": chronicle.written_rolls,
                   "rolls": await asyncio.to_thread(chronicle.rolls)})


@get("/api/matches/{id:str}/history")
async def history(request: AnyRequest, id: str) -> Response[bytes]:
    """All that was done."""
    await spend(request, "look_back", id)
    room, audience = await open_room(request, id, tokens_of(request))
    return answer((await asyncio.to_thread(room.chronicle.history, audience))[:room.horizon(audience) + 1])


@get("/api/matches/{id:str}/at/{n:int}")
async def at(request: AnyRequest, id: str, n: int) -> Response[bytes]:
    """An earlier view."""
    await spend(request, "look_back", id)
    room, audience = await open_room(request, id, tokens_of(request))
    if n > room.horizon(audience):
        raise Refused("past", status=404, n=room.horizon(audience))
    return answer(await asyncio.to_thread(room.chronicle.at, n, audience))


@get("/api/matches/{id:str}/log")
async def log(request: AnyRequest, id: str, before: int | None = None, limit: int = 120) -> Response[bytes]:
    """Older log entries."""
    await spend(request, "look_back", id)
    room, audience = await open_room(request, id, tokens_of(request))
    known = room.horizon(audience) + 1
    before = known if before is None else min(before, known)
    return answer(await asyncio.to_thread(room.chronicle.log, audience, before, max(1, min(limit, 1000))))


@websocket("/api/matches/{id:str}/socket")
async def socket(socket: AnySocket, id: str) -> None:
    """A client at the table. Its first message says who it is."""
    await socket.accept()
    hall, visitor = hall_of(socket), await visitor_of(socket)
    try:
        async with asyncio.timeout(ENTER):
            token = messages.read_enter(await socket.receive_data(mode="text")).token
        hall.limits.spend("watch", visitor, id)
        room, audience = await open_room(socket, id, [token] if token else [])
        hall.limits.come(visitor)
    except (WebSocketDisconnect, TimeoutError):
        with contextlib.suppress(Exception):
            await socket.close(code=COME_BACK)
        return
    except Refused as refused:
        await socket.close(code=refused.close_code, reason=refused.reason["en"][:120])
        return
    except StoreError:
        await socket.close(code=COME_BACK)
        return
    own = Socket(room, audience, socket.send_text, lambda: socket.close(code=COME_BACK), visitor, hall.limits)
    pump = asyncio.create_task(own.pump())
    try:
        await room.join(own)
        while True:
            await own.receive(await socket.receive_data(mode="text"))
    except WebSocketDisconnect:
        pass
    except StoreError:
        await socket.close(code=COME_BACK)
    finally:
        pump.cancel()
        hall.limits.go(visitor)
        await room.leave(own)


# -- the client --------------------------------------------------------------------------------------------------


@get("/api/{path:path}")
async def unknown() -> Response[bytes]:
    """No such address."""
    raise Refused("unknown_file", status=404)


@get("/")
async def front(request: AnyRequest) -> Response[bytes]:
    """The client."""
    return _file(request, "index.html")


@get("/{path:path}")
async def page(request: AnyRequest, path: str) -> Response[bytes]:
    """A file of the client; any other address is a place inside the client."""
    return _file(request, path)


def _file(request: AnyRequest, path: str) -> Response[bytes]:
    file = (STATIC / path.lstrip("/")).resolve()
    if not file.is_relative_to(STATIC.resolve()):
        raise Refused("unknown_file", status=404)
    if not isfile(file):  # which a name that no file could have is not, either
        if Path(path).suffix and path != "index.html":
            raise Refused("unknown_file", status=404)
        file = STATIC / "index.html"
    if not file.is_file():
        return _unbuilt()
    media_type = _TYPES.get(file.suffix, "application/octet-stream")
    if file.parent.name == "assets":  # their names change with their content
        return _packed(request, file, media_type, {"Cache-Control": "public, max-age=31536000, immutable"})
    return _cached(request, *_packed_file(file, file.stat().st_mtime_ns), media_type)


@lru_cache(maxsize=256)
def _packed_file(file: Path, _: int) -> tuple[bytes, bytes]:
    """A file of the client and its gzipped form, made anew when it was built anew."""
    body = file.read_bytes()
    return body, gzip.compress(body, 6)


def _packed(request: AnyRequest, file: Path, media_type: str, headers: dict[str, str]) -> Response[bytes]:
    body, zipped = _packed_file(file, file.stat().st_mtime_ns)
    packs = not media_type.startswith(("image/p", "image/j", "font/"))  # the others are packed already
    if packs and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(zipped, media_type=media_type, headers={**headers, "Content-Encoding": "gzip"})
    return Response(body, media_type=media_type, headers=headers)


def _unbuilt() -> Response[bytes]:
    """A plain page for a checkout whose client was not built."""
    words = "".join(f"<p lang={language}>{text}</p>" for language, text in say("page.unbuilt").items())
    page = f"<!doctype html><meta charset=utf-8><title>Stavka</title><h1>Stavka</h1>{words}"
    return Response(page.encode(), media_type="text/html", status_code=503)
