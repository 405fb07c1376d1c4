"""What a module calls the values that CHOOSE without a set has chosen."""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import CounterpointError
from .compiler import Compiler
from .evaluate.context import Closed
from .levels import Level, level_of
from .modules import Loaded
from .scope import Defined
from .tree import Apply, Choose
from .values import ModelValue


def chosen_names(loaded: Loaded, compiler: Compiler) -> dict[ModelValue, str]:
    """The values that definitions of a module choose without a set, each with such a definition."""
    found: dict[ModelValue, str] = {}
    for name, named in _choosing(loaded):
        try:
            value = compiler.value(named.expression, named.scope)(compiler.frame())
        except CounterpointError:  # which choice it is may be unknown
            continue
        if isinstance(value, ModelValue):
            found.setdefault(value, name)
    return found


def _choosing(loaded: Loaded) -> Iterator[tuple[str, Closed]]:
    for name in loaded.scope:
        meaning = loaded.scope.get(name)
        if not isinstance(meaning, Defined) or meaning.parameters:
            continue
        chooses = isinstance(meaning.body, Choose) and meaning.body.bound.set is None
        if chooses and level_of(Apply(name), loaded.scope) is Level.CONSTANT:
            yield name, Closed(Apply(name), loaded.scope)
