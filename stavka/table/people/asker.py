"""Who asks: somebody signed in, somebody with secret links, both, or a stranger."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Account:
    """A person the server knows."""

    id: str
    name: str
    email: str = ""
    settings: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Asker:
    """Who sends a request."""

    tokens: tuple[str, ...] = ()
    account: Account | None = None
    local: bool = False
    """Whether it is the user of this machine, who may do everything."""

    @property
    def account_id(self) -> str | None:
        """The account, if somebody is signed in."""
        return None if self.account is None else self.account.id

    def name_or(self, given: str) -> str:
        """What to call who asks: the name of the account, else the one given."""
        return given if self.account is None else self.account.name


NOBODY = Asker()


def fold(name: str) -> str:
    """A name as names are compared.

    >>> fold("  Żukov ") == fold("żukov")
    True
    """
    return unicodedata.normalize("NFKC", " ".join(name.split())).casefold()
