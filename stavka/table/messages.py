"""Every message and request body, as msgspec structs: what does not fit is refused with the reason, before anything
else.

The names are those of docs/protocol.md.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from .patch import View
from .people.affairs import Kind, Name, Terms
from .words import Refused

Id = Annotated[int, Meta(ge=0, le=2**53)] | None
Count = Annotated[int, Meta(ge=0, le=2**31)]
Short = Annotated[str, Meta(max_length=200)]
Text = Annotated[str, Meta(min_length=1, max_length=500, pattern=r"^[^\x00]*$")]
Moment = Annotated[float, Meta(ge=0, le=2**40)]
Words = dict[str, str]


# -- from a client -----------------------------------------------------------------------------------------------


class _Message(Struct, tag_field="do", forbid_unknown_fields=True, frozen=True):
    id: Id = None


class Choose(_Message, tag="choose", frozen=True, kw_only=True):
    """Make a choice; ``n`` is what the client has seen."""

    n: Count
    choice: Short


class Ask(_Message, tag="ask", frozen=True, kw_only=True):
    """Ask a question of the game."""

    question: Short
    about: dict[Short, Any] = {}
    lang: Short = "en"


class Undo(_Message, tag="undo", frozen=True, kw_only=True):
    """Take back the seat's last choice; with ``count`` the last so many choices, of which the first is the seat's."""

    n: Count
    count: Count = 0


class Redo(_Message, tag="redo", frozen=True, kw_only=True):
    """Make again the choice that the seat took back last."""

    n: Count


class Consent(_Message, tag="consent", frozen=True, kw_only=True):
    """Answer a request for consent."""

    to: Kind
    yes: bool


class Offer(_Message, tag="offer", frozen=True, kw_only=True):
    """Offer a draw."""

    what: Literal["draw"]


class Withdraw(_Message, tag="withdraw", frozen=True, kw_only=True):
    """Take back what was asked for."""

    what: Kind


class Resign(_Message, tag="resign", frozen=True):
    """Give the match up."""


class Away(_Message, tag="away", frozen=True, kw_only=True):
    """Announce one's absence until a moment, in seconds since 1970; one that has passed: be back."""

    until: Moment


class Heard(_Message, tag="heard", frozen=True):
    """The answers to what was asked for have been read."""


class Seen(_Message, tag="seen", frozen=True):
    """The table talk so far has been read."""


class Say(_Message, tag="say", frozen=True, kw_only=True):
    """Table talk."""

    text: Text


class Hint(_Message, tag="hint", frozen=True, kw_only=True):
    """Ask what a computer player would choose, and why."""

    lang: Short = "en"


class ReadPlans(_Message, tag="plans", frozen=True, kw_only=True):
    """Ask what computer players intended in the turns that are over."""

    lang: Short = "en"


class ReadCourse(_Message, tag="course", frozen=True):
    """Ask for points turn by turn, losses and dice."""


class Look(_Message, tag="view", frozen=True):
    """Ask for the whole view."""


class Enter(Struct, forbid_unknown_fields=True, frozen=True):
    """The first message of a socket: the token of the seat it is for, or of the watchers."""

    token: Short = ""


Incoming = (Choose | Ask | Undo | Redo | Consent | Offer | Withdraw | Resign | Away | Heard | Seen | Say | Hint
            | ReadPlans | ReadCourse | Look)

_incoming = msgspec.json.Decoder(Incoming)
_enter = msgspec.json.Decoder(Enter)
_any = msgspec.json.Decoder(dict[str, Any])

NO_MESSAGE = (msgspec.DecodeError, RecursionError)
"""What comes of data that is no message: not JSON, not of its type, or nested without end."""


def read(data: bytes | str) -> Incoming:
    """A message of a client; one that cannot be read is refused with what is wrong with it."""
    try:
        message: Incoming = _incoming.decode(data)
    except NO_MESSAGE as error:
        raise Refused("message", cause=str(error)) from None
    return message


def read_enter(data: bytes | str) -> Enter:
    """The first message of a socket."""
    try:
        return _enter.decode(data)
    except NO_MESSAGE as error:
        raise Refused("message", cause=str(error)) from None


def read_id(data: bytes | str) -> int | None:
    """The id of a message that was refused, if it has one, so that its sender knows which it was."""
    try:
        id = _any.decode(data).get("id")
    except NO_MESSAGE:
        return None
    return id if isinstance(id, int) and not isinstance(id, bool) else None


# -- to a client -------------------------------------------------------------------------------------------------


class Error(Struct, frozen=True):
    """Why something was refused."""

    reason: Words
    rule: str | None = None

    @classmethod
    def of(cls, refused: Refused) -> Error:
        """A refusal as it is sent."""
        return cls(refused.reason, refused.rule)


class Reply(Struct, frozen=True, omit_defaults=True):
    """The answer to one message."""

    re: int | UnsetType | None = UNSET
    ok: bool = False
    answer: Any = UNSET
    waiting: list[str] | UnsetType = UNSET
    error: Error | None = None
    n: int | UnsetType = UNSET


class Outlook(Struct, frozen=True):
    """What the seat could take back (``count``, ``others``, ``rolled``, ``of``), and whether it could redo."""

    undo: View | None
    redo: bool


class Whole(Struct, frozen=True):
    """Everything: on connecting, or when changes were missed."""

    view: View
    n: int
    seat: str | None
    log: list[View]
    talk: list[View]
    players: dict[str, View]
    can: Outlook


class Change(Struct, frozen=True):
    """What a choice has changed."""

    n: int
    seat: str
    choice: str | None
    events: msgspec.Raw
    change: View
    can: Outlook


class Undone(Struct, frozen=True):
    """So many choices were taken back."""

    n: int
    undo: int
    events: list[View]
    change: View
    can: Outlook


class Asked(Struct, frozen=True, omit_defaults=True):
    """Consent is asked for (or, with null, no longer)."""

    asked: str | None
    by: str | UnsetType = UNSET
    n: int | UnsetType = UNSET
    of: list[str] | UnsetType = UNSET
    was: str | UnsetType = UNSET
    """What had been asked, where ``by`` has answered it."""
    yes: bool | UnsetType = UNSET


class Talk(Struct, frozen=True):
    """Table talk."""

    talk: View


class Players(Struct, frozen=True):
    """Who is at the table, and how many watch."""

    players: dict[str, View]
    watching: int


class Thinking(Struct, frozen=True):
    """A computer player at work."""

    computer: View


class Standing(Struct, frozen=True):
    """How things stand between the players."""

    affairs: View


class Pledge(Struct, frozen=True):
    """The dice: what they are committed to, why somebody may know them, and their key when the match is over."""

    dice: View


class Planned(Struct, frozen=True):
    """So many plans of computer players can be read."""

    plans: int


Outgoing = Reply | Whole | Change | Undone | Asked | Talk | Players | Standing | Thinking | Pledge | Planned

_encoder = msgspec.json.Encoder()
encode = _encoder.encode


def write(message: Outgoing) -> str:
    """A message as it goes over a socket."""
    return _encoder.encode(message).decode()


# -- bodies of requests ------------------------------------------------------------------------------------------


class Start(Struct, forbid_unknown_fields=True, frozen=True):
    """Begin a match."""

    game: Short
    scenario: Short | None = None
    options: dict[Short, bool] = {}
    seed: int | Short | None = None
    situation: dict[str, Any] | None = None
    seats: dict[Short, Short] = {}
    terms: Terms = Terms()
    name: Name = ""
    me: Name = ""
    """What whoever begins the match is called, where there are no accounts."""
    to: dict[Short, Name] = {}
    """For which name an open seat is."""


class Import(Struct, forbid_unknown_fields=True, frozen=True):
    """Go on with a journal."""

    journal: str
    seats: dict[Short, Short] = {}


class Claim(Struct, forbid_unknown_fields=True, frozen=True):
    """Take an open seat: by the code of an invitation, or one of the public list by its name."""

    code: Short | None = None
    seat: Short | None = None
    name: Name = ""


class Invite(Struct, forbid_unknown_fields=True, frozen=True):
    """Make an invitation to an open seat, for a name or for whoever comes; or take it back."""

    seat: Short
    to: Name = ""
    revoke: bool = False


class Leave(Struct, forbid_unknown_fields=True, frozen=True):
    """Give a seat up."""

    seat: Short


class Rename(Struct, forbid_unknown_fields=True, frozen=True):
    """Give a match another name."""

    name: Name


Body = TypeVar("Body", bound=Struct)


def read_body(data: bytes, kind: type[Body]) -> Body:
    """The body of a request."""
    try:
        return msgspec.json.decode(data, type=kind)
    except NO_MESSAGE as error:
        raise Refused("body", cause=str(error)) from None
