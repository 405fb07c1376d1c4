"""How many arguments operators take, and which of them are operators."""

from __future__ import annotations

from ..scope import Builtin, Constant, Defined, Meaning

ANY = -1
"""The arity of an operator that one of the library takes: it does not say."""


def arity(meaning: Meaning) -> int:
    """How many arguments what a name means takes."""
    if isinstance(meaning, Defined):
        return len(meaning.parameters)
    return meaning.arity if isinstance(meaning, (Builtin, Constant)) else 0


def parameters_of(meaning: Meaning) -> tuple[int, ...]:
    """The arity of each parameter: 0 if it takes a value.

    >>> parameters_of(Builtin("Fold", 3, operators=frozenset({0})))
    (-1, 0, 0)
    """
    if isinstance(meaning, Defined):
        return tuple(parameter.arity for parameter in meaning.parameters)
    operators = meaning.operators if isinstance(meaning, Builtin) else ()
    return tuple(ANY if number in operators else 0 for number in range(arity(meaning)))


def arguments(number: int) -> str:
    """A number of arguments in words.

    >>> arguments(0), arguments(1), arguments(2)
    ('no arguments', '1 argument', '2 arguments')
    """
    return f"{number or 'no'} argument{'' if number == 1 else 's'}"
