"""Changes between two views: what a socket gets after every choice instead of the whole view.

Objects are merged key by key, null deletes, anything else replaces. Long lists such as the hexes a side controls change
by an item or two at a time, so they are edited: items to take away and items to insert. Those that come anew, such as
all hexes behind the front, are told in runs of numbers.

>>> diff({"turn": 1, "held": ["a", "b", "c", "d", "e"]}, {"turn": 1, "held": ["a", "c", "d", "e", "f"]})
{'held': {'less': ['b'], 'more': [[4, 'f']]}}
>>> patched({"units": {"x": {"place": "1"}}, "offer": {}}, {"units": {"x": {"moved": True}}, "offer": None})
{'units': {'x': {'place': '1', 'moved': True}}}
>>> diff({}, {"hexes": ["box", *(f"{number:04}" for number in range(117, 160))]})
{'hexes': {'runs': ['box', '0117-0159']}}
"""

from __future__ import annotations

import re
from typing import Any

View = dict[str, Any]

LONG = 40
"""Lists of so many items are told in runs where that makes them much shorter."""

RUN = re.compile(r"([0-9]+)-([0-9]+)")


def diff(old: View, new: View) -> View:
    """The change that makes the new view of the old one."""
    change: View = {}
    for key, value in new.items():
        before = old.get(key)
        if before == value and type(before) is type(value):
            continue
        if value.__class__ is dict and before.__class__ is dict:
            change[key] = diff(before, value)
        elif value.__class__ is dict:
            change[key] = diff({}, value)
        elif value.__class__ is list:
            change[key] = _edit(before, value) if before.__class__ is list else _in_runs(value)
        else:
            change[key] = value
    for key in old:
        if key not in new and old[key] is not None:
            change[key] = None
    return change


def _edit(old: list[Any], new: list[Any]) -> Any:
    """The edit of a list where that is shorter than the list itself, else the list."""
    if len(new) < 4 or not all(item.__class__ is str for item in new):
        return new
    olds, news = set(old), set(new)
    if len(olds) != len(old) or len(news) != len(new):
        return _in_runs(new)
    kept = [item for item in old if item in news]
    if kept != [item for item in new if item in olds]:
        return _in_runs(new)
    less = [item for item in old if item not in news]
    more = [[index, item] for index, item in enumerate(new) if item not in olds]
    return {"less": less, "more": more} if 2 * (len(less) + len(more)) < len(new) else _in_runs(new)


def _in_runs(items: list[Any]) -> Any:
    """A long list with numbers that follow one another told by the first and the last of them, else the list."""
    if len(items) < LONG or not all(item.__class__ is str and not RUN.fullmatch(item) for item in items):
        return items
    runs: list[list[str]] = []
    follower = ""
    for item in items:
        if item == follower:
            runs[-1][1] = item
        else:
            runs.append([item, item])
        follower = f"{int(item) + 1:0{len(item)}}" if item.isascii() and item.isdigit() else ""
    return {"runs": [first if first == last else f"{first}-{last}" for first, last in runs]} if (
        3 * len(runs) < len(items)) else items


def patched(view: View, change: View) -> View:
    """The view after a change: what a client does. Nothing of the old view is altered."""
    result = {key: value for key, value in view.items() if value is not None}
    for key, value in change.items():
        before = result.get(key)
        if value is None:
            result.pop(key, None)
        elif isinstance(value, dict) and value.keys() == {"runs"}:
            result[key] = [item for run in value["runs"] for item in _spelt(run)]
        elif isinstance(value, dict) and isinstance(before, list):
            result[key] = _edited(before, value)
        elif isinstance(value, dict):
            result[key] = patched(before if isinstance(before, dict) else {}, value)
        else:
            result[key] = value
    return result


def _spelt(run: str) -> list[str]:
    """The items that a run stands for."""
    ends = RUN.fullmatch(run)
    if ends is None:
        return [run]
    first, last = ends.groups()
    return [f"{number:0{len(first)}}" for number in range(int(first), int(last) + 1)]


def _edited(items: list[Any], edit: View) -> list[Any]:
    gone = set(edit["less"])
    result = [item for item in items if item not in gone]
    for index, item in edit["more"]:
        result.insert(index, item)
    return result
