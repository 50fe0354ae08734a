"""Whose seat is whose."""

from __future__ import annotations

from ..audience import WATCHERS
from .affairs import Affairs
from .asker import Asker
from .steward import HOST


def seats_of(tokens: dict[str, str], affairs: Affairs, asker: Asker) -> list[str]:
    """The seats of a match that somebody holds."""
    return [seat for seat, token in tokens.items() if seat not in (WATCHERS, HOST) and (
        asker.local or token in asker.tokens or _is_holder(affairs, seat, asker))]


def _is_holder(affairs: Affairs, seat: str, asker: Asker) -> bool:
    holder = affairs.holders.get(seat)
    return holder is not None and holder.account is not None and holder.account == asker.account_id


def may_manage(tokens: dict[str, str], affairs: Affairs, asker: Asker) -> bool:
    """Whether somebody may invite others and name the match: whoever began it, and whoever sits at it."""
    return bool(asker.local or tokens.get(HOST) in asker.tokens
                or (asker.account is not None and affairs.host == asker.account.id)
                or seats_of(tokens, affairs, asker))
