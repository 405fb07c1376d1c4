"""What an ALIAS shows of a state instead of its variables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..errors import CounterpointError
from .compiler import Compiler
from .evaluate.context import Closed
from .values import arguments_of, items, normal


def shown_by(
    alias: Closed, variables: Sequence[str]
) -> Callable[[Sequence[Any], Sequence[Any]], dict[str, Any] | None]:
    r"""A function that gives the fields of an alias, for a state and its successor.

    It returns None if the alias has no value there, or one that is not a record.

    >>> from .scope import Scope, Variable
    >>> from .tree import Apply, Prime, Record
    >>> x = Apply("x")
    >>> both = Record((("here", x), ("next", Prime(x))))
    >>> shown_by(Closed(both, Scope({"x": Variable("x", 0)})), ["x"])((1,), (2,))
    {'here': 1, 'next': 2}
    """
    compiler = Compiler(variables)
    value = compiler.value(alias.expression, alias.scope)

    def shown(here: Sequence[Any], there: Sequence[Any]) -> dict[str, Any] | None:
        try:
            found = normal(value(compiler.frame(here, there)))
        except CounterpointError:
            return None
        is_record = type(found) is tuple and arguments_of(found).is_record
        return dict(items(found)) if is_record else None

    return shown
