"""Giving constants values and replacing definitions by others, after modules were read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...errors import BadConfig, Place
from ...identity import Identity, identity
from ..children import children
from ..levels import KEY, Level, level_of
from ..scope import Builtin, Constant, Defined, Meaning, Scope, Value, Variable
from ..tree import Apply, Expression
from ..values import ModelValue
from .arity import arguments, arity
from .complaints import close
from .module_scope import ModuleScope


def _uses(scope: Scope, name: str, constant: Constant) -> bool:
    """Whether the definition of a name uses a constant, directly or through other definitions.

    Operators of instances are not followed.
    """
    waiting: list[tuple[Scope, Expression]] = [(scope, Apply(name))]
    seen: set[Identity] = set()
    while waiting:
        here, node = waiting.pop()
        if isinstance(node, Apply):
            meaning = here.get(node.name)
            if meaning is constant:
                return True
            if isinstance(meaning, Defined) and identity(meaning) not in seen:
                seen.add(identity(meaning))
                waiting.append((meaning.scope, meaning.body))
        waiting += [(here, part) for part in children(node)]
    return False


class Replacements:
    """The new meanings of names, keyed by their meanings in the root module.

    As in TLC, a definition in an instance of a module is different from the same definition in the
    root module, so it is not replaced along with it. A replacement `M!Op` applies to every scope of
    the module M. Raises `BadConfig` for unknown names and for replacements that do not fit.

    >>> Replacements(None, {"N": 3}, {})
    Traceback (most recent call last):
        ...
    counterpoint.errors.BadConfig: [CP703] N is no constant or definition of the module
    """

    def __init__(
        self,
        root: ModuleScope | None,
        values: Mapping[str, Any],
        others: Mapping[str, str],
        places: Mapping[str, Place] | None = None,
    ) -> None:
        self._root = root
        self._places = places or {}
        self._everywhere: dict[Identity, Meaning] = {}
        self._inside: dict[str, dict[str, Meaning]] = {}
        for name, value in values.items():
            if isinstance(value, ModelValue) and value.name == name and not self._knows(name):
                continue  # `r1 = r1` is the usual way to declare a model value r1
            self._add(name, value if isinstance(value, Builtin) else Value(value))
        for name, other in others.items():
            self._add(name, self._known(other, name))
            self._require_level(name, other)
            self._require_end(name, other)

    def _add(self, name: str, new: Meaning) -> None:
        module, _, operator = name.rpartition("!")
        if module:
            self._inside.setdefault(module, {})[operator] = new
            return
        old = self._known(name)
        if isinstance(old, Variable):
            raise self._wrong(name, "is a variable: constants and definitions can be replaced")
        if arity(old) != arity(new):
            says = f"takes {arguments(arity(old))}, what replaces it {arguments(arity(new))}"
            raise self._wrong(name, says)
        self._everywhere[identity(old)] = new

    def _require_level(self, name: str, other: str) -> None:
        """Raise `BadConfig` if a constant would depend on the state; a definition may."""
        root = self._root
        if root is None or not isinstance(root.get(name), Constant) or arity(self._known(other)):
            return
        if (level := level_of(Apply(other), root)) > Level.CONSTANT:
            raise self._wrong(name, f"is a constant, so {other} cannot replace it: that is {level}")

    def _require_end(self, name: str, other: str) -> None:
        """Raise `BadConfig` if a constant would be defined in terms of itself."""
        root = self._root
        constant = None if root is None else root.get(name)
        if root is not None and isinstance(constant, Constant) and _uses(root, other, constant):
            says = f"cannot be replaced by {other}: that is defined by {name}, and has no end"
            raise self._wrong(name, says)

    def _knows(self, name: str) -> bool:
        return self._root is not None and self._root.get(name) is not None

    def _wrong(self, name: str, says: str, given: str | None = None) -> BadConfig:
        """The error about a name, at the place in the configuration of `given`, or of `name`."""
        return BadConfig(f"{name} {says}", self._places.get(given or name))

    def _known(self, name: str, given: str | None = None) -> Meaning:
        found = self._root.get(name) if self._root is not None else None
        if found is None:
            near = close(name, self._root or ())
            hint = f": {near} perhaps" if near else ""
            raise self._wrong(name, f"is no constant or definition of the module{hint}", given)
        return found

    def apply(self, scope: ModuleScope) -> None:
        """Give the names of a scope their new meanings."""
        if not self._everywhere and not self._inside:
            return
        inside = self._inside.get(scope.module, {})
        for name, meaning in scope.names.items():
            own = scope.instance and isinstance(meaning, Defined) and name not in scope.declared
            if isinstance(meaning, Defined):
                meaning.notes.pop(KEY, None)
            if not own and identity(meaning) in self._everywhere:
                scope.names[name] = self._everywhere[identity(meaning)]
            if name in inside:
                scope.names[name] = self._fitting(scope, name, inside[name])

    def _fitting(self, scope: ModuleScope, name: str, new: Meaning) -> Meaning:
        if arity(scope.names[name]) != arity(new):
            says = f"takes {arguments(arity(scope.names[name]))}"
            raise self._wrong(f"{scope.module}!{name}", says)
        return new

    def require(self, scopes: list[ModuleScope]) -> None:
        """Raise `BadConfig` for a replacement `M!Op` if no module M with an Op was read."""
        for module, names in self._inside.items():
            known = {name for scope in scopes if scope.module == module for name in scope.names}
            for name in names:
                if name not in known:
                    given = f"{module}!{name}"
                    raise self._wrong("no module", f"that was read has a {given}", given)
