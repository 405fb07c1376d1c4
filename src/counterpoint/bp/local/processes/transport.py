"""Programs as bytes, to start them afresh in another process.

Objects in modules are sent by name, and the other process loads the module again, without changes
that were made here. Functions inside functions are sent with their code and the variables that they
close over.
"""

from __future__ import annotations

import importlib
import importlib.util
import io
import marshal
import operator
import os
import pickle
import sys
import types
from dataclasses import field
from typing import Any

from ....data import dataclass
from ....errors import Refused
from ...ruleset import RuleSet
from ...thread import Rule
from ..bytecode.stack import nested

MAIN = "__main__"
LOADED_MAIN = "__mp_main__"
"""The name of a script that is loaded again, as with `multiprocessing`.

Code under `if __name__ == "__main__"` does not run.
"""


@dataclass(slots=True)
class Homes:
    """Where modules come from: their files by name, and the real name of `__main__`."""

    files: dict[str, str] = field(default_factory=dict)
    main: str = MAIN


def pack(value: object) -> bytes:
    """Convert `value` to bytes, from which `unpack` makes it in another process.

    Raises `Refused` with the reason if something cannot be sent.
    """
    body = io.BytesIO()
    pickler = _Pickler(body)
    try:
        pickler.dump(value)
    except Exception as error:  # any object may refuse in its own way
        raise Refused(f"it cannot be started in another process: {error}") from error
    return pickle.dumps((pickler.homes.files, pickler.homes.main, body.getvalue()))


def unpack(sent: bytes) -> Any:
    """Make the value from bytes that `pack` made. Loads the modules that it needs."""
    files, main, body = pickle.loads(sent)
    return _Unpickler(io.BytesIO(body), _Loader(Homes(files, main))).load()


class _Space:
    """The globals of functions in a module that cannot be loaded again."""

    def __init__(self) -> None:
        self.names: dict[str, object] = {"__builtins__": __builtins__}

    def __reduce__(self) -> Any:
        return _Space, ()


class _Content:
    """The content of a cell, if there is any."""

    def __init__(self, cell: types.CellType) -> None:
        try:
            self.values: tuple[object, ...] = (cell.cell_contents,)
        except ValueError:
            self.values = ()


class _Pickler(pickle.Pickler):
    def __init__(self, body: io.BytesIO) -> None:
        super().__init__(body, protocol=5)
        self.homes = Homes()
        self._spaces: list[tuple[dict[str, object], _Space]] = []

    def persistent_id(self, value: Any) -> str | None:
        """The name by which a module is sent, None for other objects."""
        return self._noted(value.__name__) if isinstance(value, types.ModuleType) else None

    def reducer_override(self, value: Any) -> Any:
        kind = type(value)
        if kind is types.FunctionType:
            return self._reference(value, value) or self._function(value)
        if kind is Rule:
            return self._reference(value, value) or (Rule, (value.function,))
        if kind is types.CellType:
            return _cell, (), _Content(value), None, None, _fill
        if RuleSet in kind.__bases__:
            parts = value._parts
            return _program, (kind, parts.threads, parts.strategy, parts.final, parts.external)
        if isinstance(value, type):
            self._noted(value.__module__)
        return NotImplemented

    def _function(self, function: types.FunctionType) -> Any:
        """How to make a function that is not found in a module by its name."""
        home: Any = function.__globals__
        needed = {
            name: home[name]
            for part in nested(function.__code__)
            for name in part.co_names
            if name in home
        }
        space: object
        if (module := _module_of(home)) is not None:
            space = module
            needed = {n: v for n, v in needed.items() if not n.isidentifier()}  # added by pytest
        else:
            space = self._space_of(home)
        code = marshal.dumps(function.__code__)
        made = (code, space, function.__name__, function.__closure__)
        state = (
            function.__defaults__, function.__kwdefaults__, function.__qualname__,
            function.__module__, function.__dict__, needed,
        )  # fmt: skip
        return _made_function, made, state, None, None, _finish

    def _space_of(self, home: dict[str, object]) -> _Space:
        for known, space in self._spaces:
            if known is home:
                return space
        self._spaces.append((home, space := _Space()))
        return space

    def _reference(self, value: Any, meant: object) -> Any:
        """How to find `value` by its name; None if the name leads to something else."""
        module: Any = sys.modules.get(str(value.__module__))
        if module is None or _module_of(vars(module)) is None:
            return None
        try:
            found = operator.attrgetter(value.__qualname__)(module)
        except AttributeError:
            return None
        if found is meant:
            self._noted(module.__name__)
            return value.__qualname__
        is_rule = isinstance(found, Rule) and found.function is meant
        return (_function_of, (module, value.__qualname__)) if is_rule else None

    def _noted(self, name: str) -> str:
        """Note the file of a module, given by name. Returns the name."""
        module = sys.modules.get(name)
        if name == MAIN and (spec := getattr(module, "__spec__", None)) is not None:
            self.homes.main = str(spec.name)
        file = getattr(module, "__file__", None)
        if file is not None:
            self.homes.files[name] = os.path.abspath(file)
        return name


def _module_of(home: dict[str, object]) -> types.ModuleType | None:
    """The module with the globals `home`, None if it cannot be loaded again."""
    module = sys.modules.get(str(home.get("__name__")))
    if module is None or vars(module) is not home:
        return None
    has_source = getattr(module, "__spec__", None) is not None or hasattr(module, "__file__")
    return module if has_source else None


# In the other process


class _Unpickler(pickle.Unpickler):
    def __init__(self, body: io.BytesIO, loader: _Loader) -> None:
        super().__init__(body)
        self._loader = loader

    def find_class(self, module: str, name: str) -> Any:
        return operator.attrgetter(name)(self._loader.module(module))

    def persistent_load(self, name: Any) -> types.ModuleType:
        return self._loader.module(name)


class _Loader:
    """Loads modules with the same names and files as in the sending process."""

    def __init__(self, homes: Homes) -> None:
        self._homes = homes

    def module(self, name: str) -> types.ModuleType:
        """The module of this name. Loads it if necessary."""
        if name == MAIN:
            name = LOADED_MAIN if self._homes.main == MAIN else self._homes.main
            file = self._homes.files.get(MAIN)
        else:
            file = self._homes.files.get(name)
        if (known := sys.modules.get(name)) is not None:
            return known
        if file is None or "." in name or _is_found(name, file):
            return importlib.import_module(name)
        return _from_file(name, file)


def _is_found(name: str, file: str) -> bool:
    spec = importlib.util.find_spec(name)
    return spec is not None and spec.origin is not None and os.path.samefile(spec.origin, file)


class _Enough(BaseException):
    """Raised to stop loading a module that begins to check a program."""


def _from_file(name: str, file: str) -> types.ModuleType:
    """Load a module from a file. If it checks a program while it is loaded, loading stops there."""
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    begins_search = RuleSet.begins_search

    def stop(self: RuleSet) -> None:
        raise _Enough

    RuleSet.begins_search = stop  # type: ignore[method-assign]
    try:
        spec.loader.exec_module(module)
    except _Enough:
        pass
    finally:
        RuleSet.begins_search = begins_search  # type: ignore[method-assign]
    return module


def _program(
    kind: type[RuleSet], threads: Any, strategy: Any, final: Any, external: Any
) -> RuleSet:
    return kind(*threads, strategy=strategy, final=final, external=external)


def _function_of(module: types.ModuleType, name: str) -> Any:
    return operator.attrgetter(name)(module).function


def _made_function(code: bytes, space: Any, name: str, closure: Any) -> types.FunctionType:
    home = space.names if isinstance(space, _Space) else vars(space)
    return types.FunctionType(marshal.loads(code), home, name, None, closure)


def _finish(function: types.FunctionType, state: Any) -> None:
    defaults, keyword_defaults, qualname, module, attributes, needed = state
    function.__defaults__, function.__kwdefaults__ = defaults, keyword_defaults
    function.__qualname__, function.__module__ = qualname, module
    function.__dict__.update(attributes)
    for name, value in needed.items():
        function.__globals__.setdefault(name, value)


def _cell() -> types.CellType:
    return types.CellType()


def _fill(cell: types.CellType, content: _Content) -> None:
    for value in content.values:
        cell.cell_contents = value
