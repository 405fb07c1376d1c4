"""The operators of the TLA+ language itself."""

from __future__ import annotations

from ..library import LANGUAGE
from ..scope import Builtin, Scope

_BINARY = r"= # => <=> \in \notin \subseteq \cup \cap \ \X ~> -+-> \cdot /\ \/".split()  # noqa: SIM905
_UNARY = "~ SUBSET UNION DOMAIN [] <> ' ENABLED UNCHANGED".split()  # noqa: SIM905
_CONSTANT = ["BOOLEAN", "STRING"]


def language() -> Scope:
    """A new scope with the operators of the language, the outermost one.

    Operators without a Python function are compiled specially.
    """
    arities = [(_CONSTANT, 0), (_UNARY, 1), (_BINARY, 2)]
    names = {name: Builtin(name, arity) for group, arity in arities for name in group}
    return Scope({**names, **LANGUAGE})
