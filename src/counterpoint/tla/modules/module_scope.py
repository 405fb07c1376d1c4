"""The scope of a module: its definitions, what it extends, and what other modules see."""

from __future__ import annotations

from collections.abc import Iterator

from ...data import dataclass
from ...errors import BadMeaning
from ..library import MODULES
from ..scope import Available, Builtin, Defined, Meaning, Scope, Value
from ..tree import Assume, Parameter, Span, Theorem
from .complaints import already, taken


@dataclass(frozen=True, slots=True)
class Declaration:
    """A constant or a variable that a module declares."""

    parameter: Parameter
    variable: bool = False


class ModuleScope(Scope):
    """The names of one module.

    - `declared` has its constants and variables, which are not visible through an instance.
    - `local` has the names that are not visible to other modules.
    - `promised` has the operators declared RECURSIVE.
    - `instance` is whether the scope is that of an instance, where the declared names have the
      meanings given by the substitutions.
    - `root` is the scope of the module that was loaded or instantiated and that extends this one,
      directly or not. `around` is the scope in which it was instantiated.
    """

    __slots__ = (
        "around",
        "assumes",
        "clashes",
        "declared",
        "extends",
        "instance",
        "local",
        "module",
        "promised",
        "root",
        "theorems",
    )

    def __init__(self, module: str, outer: Scope | None, *, instance: bool = False) -> None:
        super().__init__(None, outer)
        self.module = module
        self.instance = instance
        self.root: ModuleScope = self
        self.around: Scope | None = None
        self.extends: list[ModuleScope] = []
        self.clashes: dict[str, tuple[Meaning, Meaning]] = {}
        """Names that two of the extended modules define differently, with both meanings."""
        self.declared: dict[str, Declaration] = {}
        self.local: set[str] = set()
        self.promised: dict[str, Parameter] = {}
        self.assumes: list[Assume] = []
        self.theorems: list[Theorem] = []

    def exported(self) -> Iterator[tuple[str, Meaning]]:
        """The names that a module that extends this one gets."""
        return ((name, what) for name, what in self.names.items() if name not in self.local)

    def definitions(self) -> Iterator[tuple[str, Meaning]]:
        """The names that an instance of this module makes visible."""
        return (
            (name, what)
            for name, what in self.exported()
            if name not in self.declared and not isinstance(what, Available)
        )

    def declare(self, declaration: Declaration, meaning: Meaning) -> None:
        """Declare a constant or a variable; raises `BadMeaning` if the name has a meaning."""
        parameter = declaration.parameter
        self.define(parameter.name, meaning, parameter.at)
        self.declared[parameter.name] = declaration

    def define(self, name: str, meaning: Meaning, at: Span, *, local: bool = False) -> None:
        """Give a name a meaning; raises `BadMeaning` if it has one already.

        For an instance, only its own names count: outer scopes may have names that were defined
        after the module.
        """
        known = self.names.get(name) if self.instance else self.get(name)
        if known is not None:
            raise taken(name, known, at)
        self.names[name] = meaning
        if local:
            self.local.add(name)

    def bring(self, name: str, meaning: Meaning, at: Span, *, local: bool = False) -> None:
        """Import a name of another module.

        If two modules define it differently, the name becomes a clash and loses its meaning. Raises
        `BadMeaning` if the meanings differ and one is not a definition.
        """
        known = self.names.get(name)
        if name in self.clashes:
            return
        if known is None:
            self.names[name] = meaning
            self.local.update([name] if local else [])
        elif _same(known, meaning):
            self.local.difference_update([] if local else [name])
        elif _are_definitions(known, meaning):
            self.clashes[name] = self.names.pop(name), meaning
        else:
            says = f"two meanings of {name} come together here: it {already(known)}"
            raise BadMeaning(f"{says}, and {already(meaning)}", at.place())

    def inherit_clashes(self, other: ModuleScope) -> None:
        """Import the clashes of another module."""
        for name, meanings in other.clashes.items():
            self.clashes[name] = meanings
            self.names.pop(name, None)


def _are_definitions(one: Meaning, other: Meaning) -> bool:
    kinds = (Defined, Builtin, Value)
    return isinstance(one, kinds) and isinstance(other, kinds)


def _same(one: Meaning, other: Meaning) -> bool:
    """Whether two meanings of a name count as the same, so that the first is kept.

    Library operators count as the same, even if one is from a file named like a library module.
    """
    if isinstance(one, Defined) and isinstance(other, Defined):
        return one.parameters == other.parameters and one.body == other.body
    if isinstance(one, Defined) or isinstance(other, Defined):
        return _of_library(one) and _of_library(other)
    library = (Builtin, Value)
    return one == other or (isinstance(one, library) and isinstance(other, library))


def _of_library(meaning: Meaning) -> bool:
    if isinstance(meaning, Defined):
        return meaning.module in MODULES
    return isinstance(meaning, (Builtin, Value))
