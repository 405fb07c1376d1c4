"""The scope of a module: what it defines and extends, and what of it others see."""

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

    `declared` are its constants and variables, which an instance does not have; `local` is what no
    other module gets; `promised` are the operators declared RECURSIVE. In the scope of an
    `instance` what is declared stands for something else. `root` is the module that extends this
    one, directly or not, and was loaded or instantiated, and `around` where that was.
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
        """Names that two modules that it extends define, and not as the same."""
        self.declared: dict[str, Declaration] = {}
        self.local: set[str] = set()
        self.promised: dict[str, Parameter] = {}
        self.assumes: list[Assume] = []
        self.theorems: list[Theorem] = []

    def exported(self) -> Iterator[tuple[str, Meaning]]:
        """What a module that extends this one gets."""
        return ((name, what) for name, what in self.names.items() if name not in self.local)

    def definitions(self) -> Iterator[tuple[str, Meaning]]:
        """What an instance of this module has."""
        return (
            (name, what)
            for name, what in self.exported()
            if name not in self.declared and not isinstance(what, Available)
        )

    def declare(self, declaration: Declaration, meaning: Meaning) -> None:
        """A constant or a variable of the module; raises where the name has a meaning."""
        parameter = declaration.parameter
        self.define(parameter.name, meaning, parameter.at)
        self.declared[parameter.name] = declaration

    def define(self, name: str, meaning: Meaning, at: Span, *, local: bool = False) -> None:
        """Gives a name its meaning; raises where it has one already.

        Around the scope of an instance there may be names that came after its module.
        """
        known = self.names.get(name) if self.instance else self.get(name)
        if known is not None:
            raise taken(name, known, at)
        self.names[name] = meaning
        if local:
            self.local.add(name)

    def bring(self, name: str, meaning: Meaning, at: Span, *, local: bool = False) -> None:
        """Takes over a name of another module, which may be the same as one that is here.

        A name that two modules define, and not as the same, means nothing any more.
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
        """Takes over the names that mean nothing in another module because it has them twice."""
        for name, meanings in other.clashes.items():
            self.clashes[name] = meanings
            self.names.pop(name, None)


def _are_definitions(one: Meaning, other: Meaning) -> bool:
    kinds = (Defined, Builtin, Value)
    return isinstance(one, kinds) and isinstance(other, kinds)


def _same(one: Meaning, other: Meaning) -> bool:
    """Whether two meanings of a name are one; then the first counts.

    A file may have the name of a module of the library: then it stands for that.
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
