"""The number of arguments of operators, and which of the arguments are operators."""

from __future__ import annotations

from ..scope import Builtin, Constant, Defined, Meaning

ANY = -1
"""The arity of a parameter of a library operator that accepts operators of any arity."""


def arity(meaning: Meaning) -> int:
    """The number of arguments that a meaning takes; 0 for anything but an operator."""
    if isinstance(meaning, Defined):
        return len(meaning.parameters)
    return meaning.arity if isinstance(meaning, (Builtin, Constant)) else 0


def parameters_of(meaning: Meaning) -> tuple[int, ...]:
    """The arity of each parameter: 0 for a value, `ANY` for an operator of unknown arity.

    >>> parameters_of(Builtin("Fold", 3, operators=frozenset({0})))
    (-1, 0, 0)
    """
    if isinstance(meaning, Defined):
        return tuple(parameter.arity for parameter in meaning.parameters)
    operators = meaning.operators if isinstance(meaning, Builtin) else ()
    return tuple(ANY if number in operators else 0 for number in range(arity(meaning)))


def arguments(number: int) -> str:
    """A number of arguments as text.

    >>> arguments(0), arguments(1), arguments(2)
    ('no arguments', '1 argument', '2 arguments')
    """
    return f"{number or 'no'} argument{'' if number == 1 else 's'}"
