"""What whoever runs a server asks it: whether it is well, and what it has counted."""

from __future__ import annotations

import os
import secrets

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler

from .connection import AnyRequest, answer, hall_of, tokens_of
from .door import is_loopback
from .metrics import report
from .words import Refused


@get("/healthz")
async def health(request: AnyRequest) -> Response[bytes]:
    """Whether matches can be found: the store answers. (If it does not, the refusal has status 503.)"""
    await hall_of(request).store.summaries([], limit=1)
    return answer({"ok": True})


@get("/metrics")
async def metrics(request: AnyRequest) -> Response[str]:
    """What was counted: for this machine, or for who has the token of ``STAVKA_METRICS_TOKEN``."""
    wanted = os.environ.get("STAVKA_METRICS_TOKEN", "")
    is_known = bool(wanted) and any(secrets.compare_digest(token, wanted) for token in tokens_of(request))
    if not is_known and not (request.client is not None and is_loopback(request.client.host)):
        raise Refused("unknown_file", status=404)
    hall = hall_of(request)
    return Response(report(hall, hall.longest_pause), media_type="text/plain; version=0.0.4")


RUNNING: list[HTTPRouteHandler] = [health, metrics]
