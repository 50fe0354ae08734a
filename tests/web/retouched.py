"""A table whose answers are retouched on their way to the browser, for what no game on the shelf shows yet."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

Data = dict[str, Any]


class Retouched:
    """Between the browser and the server: changes the box and the view, and answers the choices itself."""

    def __init__(self, page: Any, view: Mapping[str, Any], box: Mapping[str, Any],
                 answers: Mapping[str, Any] | None = None) -> None:
        self.view = view
        self.answers = answers or {}
        """What questions get for an answer, by name."""
        self.chosen: list[str] = []
        """The choices that came."""
        self.then: Callable[[str], Data] = lambda _: {}
        """How a choice changes the view."""
        page.route("**/api/games/*", lambda route: self._box(route, box))
        page.route_web_socket("**/socket*", self._socket)

    @staticmethod
    def _box(route: Any, box: Mapping[str, Any]) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json=merged(answer.json(), box))

    def _socket(self, line: Any) -> None:
        server = line.connect_to_server()
        server.on_message(lambda text: line.send(json.dumps(self._coming(json.loads(text)))))
        line.on_message(lambda text: self._going(json.loads(text), text, line, server))

    def _coming(self, message: Data) -> Data:
        if "view" in message:
            message["view"] = merged(message["view"], self.view)
        return message

    def _going(self, message: Data, text: str, line: Any, server: Any) -> None:
        if message.get("do") == "choose":
            self.chosen.append(message["choice"])
            line.send(json.dumps({"n": message["n"] + 1, "seat": "soviet", "choice": message["choice"], "events": [],
                                  "change": self.then(message["choice"])}))
            line.send(json.dumps({"re": message["id"], "ok": True}))
        elif message.get("do") == "ask" and message["question"] in self.answers:
            line.send(json.dumps({"re": message["id"], "answer": self.answers[message["question"]]}))
        else:
            server.send(text)


def merged(value: Any, change: Any) -> Any:
    """The value with another laid over it, object by object."""
    if isinstance(value, dict) and isinstance(change, Mapping):
        return {**value, **{key: merged(value.get(key), part) for key, part in change.items()}}
    return change
