"""Writes the client's types of a view from their one definition, ``stavka/kit/view.py``, into ``web/src/lib/view.ts``.

    python scripts/view_types.py          # write
    python scripts/view_types.py --check  # say whether it is fresh
"""

from __future__ import annotations

import ast
import inspect
import sys
import types
import typing
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, NotRequired, get_args, get_origin

from stavka.kit import view
from stavka.kit.data import Words

TARGET = Path(__file__).parent.parent / "web" / "src" / "lib" / "view.ts"
HEAD = "/** What a seat sees. Written by scripts/view_types.py from stavka/kit/view.py: change it there. */\n"
WORDS = "Partial<Record<'en' | 'es', string>>"
PLAIN: Mapping[Any, str] = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}


def source() -> str:
    """The whole module in TypeScript."""
    return "\n".join([HEAD, *(_interface(kind) for kind in _kinds())])


def _kinds() -> list[type]:
    """The classes of the module, in its order."""
    return [value for value in vars(view).values() if typing.is_typeddict(value)]


def _interface(kind: type) -> str:
    lines = [f"/** {_first_line(kind)} */", f"export interface {kind.__name__} {{"]
    notes = dict(_notes(kind))
    hints = typing.get_type_hints(kind, include_extras=True)
    for name in kind.__annotations__:
        if name in notes:
            lines.append(f"  /** {notes[name]} */")
        hint = hints[name]
        optional = get_origin(hint) is NotRequired
        lines.append(f"  {name}{'?' if optional else ''}: {_type(get_args(hint)[0] if optional else hint)};")
    return "\n".join([*lines, "}", ""])


def _first_line(kind: type) -> str:
    return (inspect.getdoc(kind) or "").splitlines()[0]


def _notes(kind: type) -> Iterator[tuple[str, str]]:
    """The strings that follow the fields."""
    made = ast.parse(inspect.getsource(kind)).body[0]
    assert isinstance(made, ast.ClassDef)
    for field, note in pairwise(made.body):
        match field, note:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                yield name, text


def _type(hint: Any) -> str:
    if hint == Words:
        return WORDS
    if hint in PLAIN:
        return PLAIN[hint]
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        return " | ".join(f"'{value}'" for value in args)
    if origin in (types.UnionType, typing.Union):
        return " | ".join(map(_type, args))
    if origin is list:
        inner = _type(args[0])
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if origin is dict:
        return f"Record<string, {_type(args[1])}>"
    return str(hint.__name__)


def main() -> int:
    """Write the file, or check it."""
    if "--check" in sys.argv[1:]:
        if TARGET.read_text(encoding="utf-8") == source():
            return 0
        print(f"{TARGET} is stale: run python scripts/view_types.py", file=sys.stderr)
        return 1
    TARGET.write_text(source(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
