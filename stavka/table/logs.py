"""The log: plain lines for a person, or JSON for a program (``STAVKA_LOG=json``); secrets are in neither."""

from __future__ import annotations

import json
import logging
import os
import re
import time

SECRET = re.compile(
    r"[0-9a-f]{64}|(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{20,}(?![\w-])|(?<=://)[^/@\s]+:[^/@\s]+(?=@)")
"""Keys of dice, tokens of seats and sessions, and passwords in addresses of databases."""


def hide(text: str) -> str:
    """A text without secrets.

    >>> hide("match Qy9zQcBZ3Gak: token 9xYk2-Ab_c7LmNoPqRsTuVwX; postgresql://stavka:secret@host/db")
    'match Qy9zQcBZ3Gak: token ***; postgresql://***@host/db'
    """
    return SECRET.sub("***", text)


class Plain(logging.Formatter):
    """A line for a person."""

    def __init__(self) -> None:
        super().__init__("%(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """The line, with the traceback if there is one."""
        return hide(super().format(record))


class Structured(logging.Formatter):
    """A JSON object for a program."""

    def format(self, record: logging.LogRecord) -> str:
        """The object: when, how grave, who, what, and the traceback if there is one."""
        told = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{record.msecs:03.0f}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": hide(record.getMessage()),
        }
        if record.exc_info:
            told["error"] = hide(self.formatException(record.exc_info))
        return json.dumps(told, ensure_ascii=False)


def begin_log() -> None:
    """Log to the standard error, as the environment wishes."""
    handler = logging.StreamHandler()
    handler.setFormatter(Structured() if os.environ.get("STAVKA_LOG") == "json" else Plain())
    level = os.environ.get("STAVKA_LOG_LEVEL", "WARNING").upper()
    known = level in logging.getLevelNamesMapping()
    logging.basicConfig(level=level if known else logging.WARNING, handlers=[handler], force=True)
