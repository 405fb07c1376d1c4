"""Parsing whole modules and single expressions into trees."""

from __future__ import annotations

from ...errors import BadModule, Place
from ..tree import Definition, Expression, Module
from .nesting import check_nesting
from .source import Source
from .units import module
from .with_tree_sitter import Stop, parse


def read_module(text: str, file: str = "<text>", name: str | None = None) -> Module:
    """The first module of a text, or the one with this name; raises `BadModule`.

    >>> read_module("---- MODULE Small ---- \\n Two == 1 + 1 \\n ====").units[0].name
    'Two'
    """
    return _read(Source(text, file), name)


def _read(source: Source, name: str | None) -> Module:
    if not source.modules:
        says = "there is no module here: no line like ---- MODULE Name ----"
        raise BadModule(says, Place(source.file, 1))
    names = [stretch.name for stretch in source.modules]
    if name is not None and name not in names:
        says = f"there is no module {name} here, but {', '.join(names)}"
        raise BadModule(says, Place(source.file, 1))
    prepared = source.prepared(source.modules[0 if name is None else names.index(name)])
    check_nesting(prepared)
    found = parse(prepared)
    if isinstance(found, Stop):
        from .mistakes import explained  # slow to import, and only needed for errors

        raise explained(found, prepared)
    try:
        return module(found.parts[0])
    except RecursionError:
        raise BadModule(f"an expression in {source.file} is nested too deep") from None


def module_names(text: str, file: str = "<text>") -> tuple[str, ...]:
    """The names of the modules of a text, without inner modules.

    >>> module_names("---- MODULE A ---- \\n==== \\n---- MODULE B ----\\n====")
    ('A', 'B')
    """
    return tuple(stretch.name for stretch in Source(text, file).modules)


def read_expression(text: str, file: str = "<expression>") -> Expression:
    """Parse a text that is a single expression; raises `BadModule` for any other text.

    >>> read_expression("x + 1").name
    '+'
    """
    whole = f"---- MODULE X ----\nX ==\n{text}\n===="
    source = Source(whole, file, above=2)
    if not text.strip() or source.modules[0].end != len(source.text):
        raise BadModule("one expression is needed here", Place(file, 1))
    units = _read(source, None).units
    if len(units) > 1 or not isinstance(units[0], Definition):
        raise BadModule("one expression is needed here, and no more", units[-1].at.place())
    return units[0].body
