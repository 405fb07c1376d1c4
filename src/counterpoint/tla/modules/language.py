"""The names that TLA+ itself gives a meaning."""

from __future__ import annotations

from ..library import LANGUAGE
from ..scope import Builtin, Scope

_BINARY = r"= # => <=> \in \notin \subseteq \cup \cap \ \X ~> -+-> \cdot /\ \/".split()  # noqa: SIM905
_UNARY = "~ SUBSET UNION DOMAIN [] <> ' ENABLED UNCHANGED".split()  # noqa: SIM905
_CONSTANT = ["BOOLEAN", "STRING"]


def language() -> Scope:
    """A new scope with the operators of the language, around everything else.

    Those without a function have a compiler of their own.
    """
    arities = [(_CONSTANT, 0), (_UNARY, 1), (_BINARY, 2)]
    names = {name: Builtin(name, arity) for group, arity in arities for name in group}
    return Scope({**names, **LANGUAGE})
