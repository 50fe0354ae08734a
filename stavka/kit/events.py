"""Events: what happened, as data. The log, replays, statistics and animations are all made from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from .words import Message


class Event(NamedTuple):
    """One thing that happened.

    ``kind`` names it (its words are the catalogue's ``event.<kind>``), ``data`` says it, ``rules`` lie behind it.
    If ``seats`` is given, only those seats see the arguments named in ``veiled``; to others these are hidden.

    >>> rebuilt = Event("rebuilt", {"unit": "S-5GT", "hex": "3600"}, ("10.6.a",), ("soviet",), ("unit",))
    >>> rebuilt.seen_by("german").data["unit"] is None
    True
    """

    kind: str
    data: Mapping[str, Any] = {}
    rules: tuple[str, ...] = ()
    seats: tuple[str, ...] | None = None
    veiled: tuple[str, ...] = ()

    def seen_by(self, seat: str | None) -> Event:
        """The event as a seat may see it; ``None`` is somebody who may see everything."""
        if seat is None or self.seats is None or seat in self.seats:
            return self
        data = {key: None if key in self.veiled else value for key, value in self.data.items()}
        return Event(self.kind, data, self.rules)

    @property
    def message(self) -> Message:
        """What the log says; a veiled event has words of its own."""
        hidden = any(value is None for value in self.data.values())
        key = f"event.{self.kind}_veiled" if hidden else f"event.{self.kind}"
        return Message(key, self.data, self.rules)

    def as_data(self) -> dict[str, Any]:
        """The event as plain data, for the wire and for files."""
        return {"kind": self.kind, "rules": list(self.rules), **self.data}
