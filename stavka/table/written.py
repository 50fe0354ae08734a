"""Long lists of small JSON objects, kept as text: a match has thousands, and as objects they would be most of its
memory and of the garbage collector's work.

>>> lines = Written([{"choose": "unit:A"}, {"choose": "unit:A"}])
>>> lines.append({"undo": "unit:A"})
>>> len(lines), lines[-1]["undo"], lines[0] == lines[1]
(3, 'unit:A', True)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, overload

import msgspec

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(dict[str, Any]).decode


class Written(Sequence[dict[str, Any]]):
    """A list that only grows. What is taken out is a copy."""

    def __init__(self, items: Iterable[dict[str, Any]] = ()) -> None:
        self._texts: list[bytes] = []
        self.extend(items)

    def append(self, item: dict[str, Any]) -> None:
        """Add one; if it is the same as the last, the same text serves for both."""
        text = _encode(item)
        self._texts.append(self._texts[-1] if self._texts and self._texts[-1] == text else text)

    def extend(self, items: Iterable[dict[str, Any]]) -> None:
        """Add several."""
        for item in items:
            self.append(item)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Written) and self._texts == other._texts

    def __len__(self) -> int:
        return len(self._texts)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return map(_decode, self._texts)

    @overload
    def __getitem__(self, index: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, index: slice) -> list[dict[str, Any]]: ...
    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return [_decode(text) for text in self._texts[index]]
        return _decode(self._texts[index])
