"""Loading a module with everything that it extends and instantiates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from ...data import dataclass
from ...errors import BadModule, Place
from ...identity import Identity, identity
from ...nodes import parts_of
from ...tuning import USUAL, Tuning
from ..instances import instantiated
from ..levels import Level, level_of
from ..library import MODULES, Library, Surroundings
from ..scope import Constant, Scope, Value, Variable
from ..tree import Apply, Assume, Expression, Module, Node, Theorem
from ..values import ModelValue
from .build import Builder, Declared
from .finder import Finder
from .language import language
from .module_scope import ModuleScope
from .names import Names
from .replace import Replacements


@dataclass(frozen=True, slots=True, eq=False)
class Stated:
    """An assumption or a theorem, with its scope and the name of its module."""

    unit: Assume | Theorem
    scope: Scope
    module: str


@dataclass(frozen=True, slots=True)
class Origin:
    """The arguments with which a module was loaded; `folder` is None for the shared library."""

    path: Path
    constants: Mapping[str, Any]
    replaced: Mapping[str, str]
    places: Mapping[str, Place]
    folders: tuple[Path, ...]
    text: str | None
    seed: int
    folder: Path | None


@dataclass(frozen=True, slots=True, eq=False)
class Loaded:
    """A module with everything that it extends and instantiates."""

    module: Module
    scope: ModuleScope
    asked: Scope
    """The scope of what is asked of it: its names, and the model values that constants have."""
    variables: tuple[Variable, ...]
    constants: tuple[Constant, ...]
    """The constants that are declared but not given a value."""
    assumes: tuple[Stated, ...]
    theorems: tuple[Stated, ...]
    paths: Mapping[str, Path]
    """The files of the modules that were read, by the name of the module."""
    library: Library
    given: Mapping[str, Any]
    """The constants and definitions that were given a value, or the name of another definition."""
    origin: Origin
    """How it was loaded."""
    tuning: Tuning = USUAL

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled by how it was loaded: it is read again, from files that must be the same."""
        return _again, (self.origin, self.tuning, _digest(self.paths))

    @property
    def name(self) -> str:
        """The name of the module."""
        return self.module.name

    def names_a_model_value(self, expression: Node) -> bool:
        """Whether what is asked names a model value, which SYMMETRY may take as any other."""
        own = {} if self.asked is self.scope else self.asked.names
        if isinstance(expression, Apply) and expression.name in own:
            return True
        return any(map(self.names_a_model_value, parts_of(expression)))


def load(
    path: str | Path,
    *,
    constants: Mapping[str, Any] | None = None,
    replaced: Mapping[str, str] | None = None,
    places: Mapping[str, Place] | None = None,
    folders: Iterable[str | Path] = (),
    text: str | None = None,
    library: Library = MODULES,
    tuning: Tuning = USUAL,
) -> Loaded:
    """Load the first module of a file.

    `constants` maps constants and definitions to values, `replaced` to names of other definitions;
    a key `M!Op` applies only within the module M. `places` has the place where each of these is
    given, for error messages. If `text` is given, it is read in place of the file. Modules are
    searched for in the same file, beside it, in the `folders` and in the `library`.

    Raises `BadModule`, `BadMeaning`, `BadConfig` or `NoSuchModule`.

    >>> text = "---- MODULE Clock ---- \\n VARIABLE hour \\n Init == hour = 1 \\n===="
    >>> loaded = load("Clock.tla", text=text)
    >>> [variable.name for variable in loaded.variables], list(loaded.scope.names)
    (['hour'], ['hour', 'Init'])
    """
    around = library.around
    origin = Origin(
        Path(path), dict(constants or {}), dict(replaced or {}), dict(places or {}),
        tuple(map(Path, folders)), text, around.seed, None if library is MODULES else around.folder,
    )  # fmt: skip
    try:
        finder = Finder(origin.path, text, origin.folders, library)
        return replace(_load(finder, origin), tuning=tuning)
    except RecursionError:
        raise BadModule(
            f"an expression in {path}, or in what it extends, is nested too deep"
        ) from None


def _again(origin: Origin, tuning: Tuning, digest: str) -> Loaded:
    """The module that was pickled; raises `BadModule` if its files have changed since."""
    library = MODULES
    if origin.folder is not None:
        library = Library(Surroundings(seed=origin.seed, folder=origin.folder))
    loaded = load(
        origin.path, constants=origin.constants, replaced=origin.replaced, places=origin.places,
        folders=origin.folders, text=origin.text, library=library, tuning=tuning,
    )  # fmt: skip
    if _digest(loaded.paths) != digest:
        raise BadModule(
            f"{origin.path}, or a module that it uses, has changed since {loaded.name} was pickled"
        )
    return loaded


def _digest(paths: Mapping[str, Path]) -> str:
    """A hash of the files of a module; a file that is gone counts as empty."""
    texts = (path.read_bytes() if path.is_file() else b"" for _, path in sorted(paths.items()))
    return sha256(b"\0".join(texts)).hexdigest()


def _load(finder: Finder, origin: Origin) -> Loaded:
    constants, replaced, places = origin.constants, origin.replaced, origin.places
    base = language()
    builder = Builder(finder, base)
    declared = Declared()
    scope = builder.root(finder.root.module, declared.context())
    builder.replace(Replacements(scope, constants, replaced, places))
    parts = _parts(scope)
    given = {*constants, *replaced}
    return Loaded(
        module=finder.root.module,
        scope=scope,
        asked=_asked(scope, constants.values()),
        variables=tuple(declared.variables.values()),
        constants=tuple(one for one in declared.constants.values() if one.name not in given),
        assumes=tuple(Stated(unit, one, one.module) for one in parts for unit in one.assumes),
        theorems=tuple(Stated(unit, one, one.module) for one in parts for unit in one.theorems),
        paths=finder.paths,
        library=finder.library,
        given={**constants, **replaced},
        origin=origin,
    )


def _asked(scope: ModuleScope, values: Iterable[Any]) -> Scope:
    """The scope in which the model values among these values also mean themselves.

    The text of the module is not read in it: as for TLC, it does not know their names.
    """
    found = {one.name: Value(one) for one in _model_values(values) if scope.get(one.name) is None}
    return scope.within(found) if found else scope


def _model_values(values: Iterable[Any]) -> Iterator[ModelValue]:
    for value in values:
        if isinstance(value, ModelValue):
            yield value
        elif isinstance(value, frozenset):
            yield from _model_values(value)


def check_expression(expression: Expression, scope: Scope) -> Level:
    """Check an expression and return its level; raises `BadMeaning` if it has no meaning.

    >>> from ..syntax import read_expression
    >>> text = "---- MODULE Clock ---- \\n VARIABLE hour \\n===="
    >>> check_expression(read_expression("hour = 1"), load("Clock.tla", text=text).scope).name
    'STATE'
    """
    Names(instantiated).expression(expression, scope)
    return level_of(expression, scope)


def _parts(scope: ModuleScope) -> list[ModuleScope]:
    """The scopes of all modules that a module extends, without duplicates, then its own."""
    found: dict[Identity, ModuleScope] = {}
    for extended in scope.extends:
        found.update((identity(part), part) for part in _parts(extended))
    return [*found.values(), scope]
