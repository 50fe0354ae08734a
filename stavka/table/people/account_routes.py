"""What the server answers about accounts: making one, signing in by password, passkey or e-mail, settings."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any
from urllib.parse import urlsplit

import msgspec
from litestar import Response, delete, get, post
from litestar.datastructures import Cookie
from msgspec import Meta, Struct

from ..connection import SESSION_COOKIE, AnyRequest, answer, asker_of, find_room, hall_of, spend
from ..messages import Short, read_body
from ..words import LANGUAGES, Refused
from .accounts import SESSION
from .affairs import Name
from .asker import Account, fold
from .society import Society
from .steward import Steward

Password = Annotated[str, Meta(max_length=200)]
Email = Annotated[str, Meta(max_length=200, pattern=r"^[^@\s<>,;]+@[^@\s<>,;]+\.?[^@\s<>,;]+$")]
Language = Annotated[str, Meta(pattern=f"^({'|'.join(LANGUAGES)})$")]


class _Body(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of a request."""


class Named(_Body, frozen=True):
    """A name and a password."""

    name: Name
    password: Password


class NewPassword(_Body, frozen=True):
    """Another password, and the old one, if there was one."""

    new: Password
    old: Password = ""


class Farewell(_Body, frozen=True):
    """The name of the account to be closed, so that nobody closes it by mistake, and its password, if it has one."""

    name: Name
    password: Password = ""


class Passkey(_Body, frozen=True):
    """One of one's passkeys."""

    id: Annotated[str, Meta(max_length=2000)]


class Mailed(_Body, frozen=True):
    """An address to send a link to, and the language of the letter."""

    email: Email
    lang: Language = "en"


class Code(_Body, frozen=True):
    """A code that came by e-mail, and a name for a new account."""

    code: Short
    name: Name = ""


class Settings(_Body, frozen=True):
    """What a player has chosen."""

    mail: bool | None = None
    push: bool | None = None
    rated: bool | None = None
    lang: Language | None = None


class Credential(_Body, frozen=True):
    """What a browser's passkey answers."""

    ticket: Short
    credential: dict[str, Any]
    label: Name = ""


class Subscription(_Body, frozen=True):
    """A browser that wants push messages."""

    endpoint: Annotated[str, Meta(max_length=1000)]
    keys: dict[Short, Short] = {}


def _society(request: AnyRequest) -> Society:
    society = hall_of(request).society
    if society is None:
        raise Refused("no_accounts", status=404)
    return society


async def _own(request: AnyRequest) -> Account:
    account = (await asker_of(request)).account
    if account is None:
        raise Refused("sign_in", status=401)
    return account


def _origin(request: AnyRequest) -> str:
    """Where the page is from: the door has seen to it that this is our own."""
    return request.headers.get("origin") or f"http://{request.headers.get('host', '')}"


async def _signed_in(request: AnyRequest, account: Account) -> Response[bytes]:
    token = await _society(request).accounts.sign_in(account)
    response = answer(await _describe(request, account))
    response.cookies.append(Cookie(
        key=SESSION_COOKIE, value=token, httponly=True, samesite="lax", path="/", max_age=int(SESSION),
        secure=urlsplit(_origin(request)).scheme == "https"))
    return response


async def _describe(request: AnyRequest, account: Account | None) -> dict[str, Any]:
    society = hall_of(request).society
    if society is None:
        return {"accounts": False, "account": None}
    known: dict[str, Any] = {"accounts": True, "mail": society.mailer is not None, "push": society.push.public_key}
    if account is None:
        return known | {"account": None}
    return known | {"account": {"name": account.name, "email": account.email, "settings": account.settings,
                                "passkeys": await society.passkeys.of(account)}}


@get("/api/account")
async def who(request: AnyRequest) -> Response[bytes]:
    """Who is signed in, and what this server offers."""
    return answer(await _describe(request, (await asker_of(request)).account))


@post("/api/account")
async def register(request: AnyRequest) -> Response[bytes]:
    """A new account, with a password."""
    await spend(request, "register")
    body = read_body(await request.body(), Named)
    return await _signed_in(request, await _society(request).accounts.create(body.name, body.password))


@post("/api/session")
async def sign_in(request: AnyRequest) -> Response[bytes]:
    """Sign in with a password."""
    await spend(request, "sign_in")
    body = read_body(await request.body(), Named)
    return await _signed_in(request, await _society(request).accounts.check(body.name, body.password))


@delete("/api/session", status_code=200)
async def sign_out(request: AnyRequest) -> Response[bytes]:
    """End this session."""
    token = request.cookies.get(SESSION_COOKIE)
    if token:
        await _society(request).accounts.sign_out(token)
    return _signed_out()


def _signed_out() -> Response[bytes]:
    response = answer({"ok": True})
    response.cookies.append(Cookie(key=SESSION_COOKIE, value="", path="/", max_age=0, httponly=True, samesite="lax"))
    return response


@post("/api/session/mail")
async def mail_link(request: AnyRequest) -> Response[bytes]:
    """Send a link to sign in with; or, to somebody who is signed in, one that confirms his address.

    The answer is the same whether or not anybody has this address.
    """
    await spend(request, "mail")
    body, society = read_body(await request.body(), Mailed), _society(request)
    if society.mailer is None:
        raise Refused("no_mail", status=404)
    account = (await asker_of(request)).account
    code = await society.accounts.make_code("mail", {
        "email": body.email, "account": None if account is None else account.id})
    link = f"{society.mailer.address}#/code/{code}"
    if not await society.mailer.send(body.email, "sign_in" if account is None else "confirm", body.lang, link=link):
        raise Refused("mail_failed", status=503)
    return answer({"ok": True})


@post("/api/session/code")
async def use_code(request: AnyRequest) -> Response[bytes]:
    """Sign in with a code that came by e-mail; with a name, make the account there is not yet."""
    await spend(request, "sign_in")
    body, accounts = read_body(await request.body(), Code), _society(request).accounts
    about = await accounts.read_code("mail", body.code)
    account = await accounts.by_id(about["account"]) if about["account"] else await accounts.by_email(about["email"])
    if account is None and not body.name:
        return answer({"new": True, "email": about["email"]})
    await accounts.use_code("mail", body.code)
    if account is None:
        account = await accounts.create(body.name, None, about["email"])
    elif about["account"]:
        await accounts.set_email(account, about["email"])
    return await _signed_in(request, await accounts.by_id(account.id) or account)


@post("/api/account/settings")
async def settings(request: AnyRequest) -> Response[bytes]:
    """What the player chooses."""
    body, account = read_body(await request.body(), Settings), await _own(request)
    chosen = {key: value for key, value in msgspec.structs.asdict(body).items() if value is not None}
    await _society(request).accounts.set_settings(account, chosen)
    return answer(await _describe(request, await _society(request).accounts.by_id(account.id)))


@post("/api/account/password")
async def password(request: AnyRequest) -> Response[bytes]:
    """Another password, for who is signed in and knows the old one."""
    await spend(request, "sign_in")
    body, account = read_body(await request.body(), NewPassword), await _own(request)
    await _society(request).accounts.change_password(account, body.old, body.new)
    return answer({"ok": True})


@post("/api/account/close")
async def close(request: AnyRequest) -> Response[bytes]:
    """Close one's account for good: seats in games that go on are free for others, finished games stay."""
    await spend(request, "sign_in")
    body, account = read_body(await request.body(), Farewell), await _own(request)
    accounts = _society(request).accounts
    if fold(body.name) != fold(account.name):
        raise Refused("other_name", name=account.name)
    await accounts.prove(account, body.password)
    for match, seats in (await hall_of(request).ledger.held(account.id, hidden=True)).items():
        room = await find_room(request, match)
        for seat in seats:
            await room.settle(partial(Steward.leave, seat=seat))
    await accounts.close(account)
    return _signed_out()


@post("/api/passkeys/begin")
async def begin_adding(request: AnyRequest) -> Response[bytes]:
    """What a browser needs to make a passkey."""
    ticket, options = await _society(request).passkeys.begin_adding(await _own(request), _origin(request))
    return answer({"ticket": ticket, "options": options})


@post("/api/passkeys")
async def add_passkey(request: AnyRequest) -> Response[bytes]:
    """Keep a passkey."""
    body, account = read_body(await request.body(), Credential), await _own(request)
    await _society(request).passkeys.add(account, body.ticket, body.credential, body.label, _origin(request))
    return answer(await _describe(request, account))


@post("/api/passkeys/remove")
async def remove_passkey(request: AnyRequest) -> Response[bytes]:
    """Take a passkey away, for instance that of a lost device."""
    body, account = read_body(await request.body(), Passkey), await _own(request)
    await _society(request).passkeys.remove(account, body.id)
    return answer(await _describe(request, account))


@post("/api/session/passkey/begin")
async def begin_using(request: AnyRequest) -> Response[bytes]:
    """What a browser needs to sign in with a passkey."""
    await spend(request, "sign_in")
    ticket, options = await _society(request).passkeys.begin_using(_origin(request))
    return answer({"ticket": ticket, "options": options})


@post("/api/session/passkey")
async def use_passkey(request: AnyRequest) -> Response[bytes]:
    """Sign in with a passkey."""
    await spend(request, "sign_in")
    body = read_body(await request.body(), Credential)
    account = await _society(request).passkeys.use(body.ticket, body.credential, _origin(request))
    return await _signed_in(request, account)


@post("/api/pushes")
async def subscribe(request: AnyRequest) -> Response[bytes]:
    """A browser wants push messages."""
    body, account = read_body(await request.body(), Subscription), await _own(request)
    await _society(request).push.subscribe(account.id, body.endpoint, body.keys)
    return answer({"ok": True})


@get("/api/players/{name:str}")
async def player(request: AnyRequest, name: str) -> Response[bytes]:
    """A player's page."""
    society = _society(request)
    account = await society.accounts.by_name(name)
    if account is None:
        raise Refused("no_player", status=404, name=name)
    return answer(await society.records.page(account))


ROUTES = (who, register, sign_in, sign_out, mail_link, use_code, settings, password, close, begin_adding, add_passkey,
          remove_passkey, begin_using, use_passkey, subscribe, player)
