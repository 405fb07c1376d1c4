"""What is reached only if code mentions its name: methods, and what stands in modules."""

from __future__ import annotations

import operator
import types
from collections.abc import Iterable, Iterator

from ...identity import Identity, identity
from .builtin_state import is_special
from .contents import Found
from .mentions import Libraries, Mentions
from .owners import Owners
from .registers import REGISTERED, registered


class Mentioned(Owners):
    """What hangs on the names that code mentions, and what waits for its name to be mentioned."""

    def __init__(self, libraries: Libraries) -> None:
        super().__init__(libraries)
        self._opened: dict[Identity, object] = {}
        self._modules: list[tuple[str, types.ModuleType]] = []  # handed about as values
        self._mentions_all = False
        self._mentioned: set[str] = set()
        self._unmentioned: dict[str, list[Found]] = {}

    def _handed_about(self, path: str, module: types.ModuleType) -> Iterator[Found]:
        """What may be asked of a module that is handed about as a value."""
        key = identity(module)
        if key not in self._opened:
            self._opened[key] = module
            self._modules.append((path, module))
            names = tuple(vars(module)) if self._mentions_all else tuple(self._mentioned)
            yield from self._inside((path,), module, names)

    def _mentioned_part(
        self, path: tuple[str, ...], value: object, mentions: Mentions
    ) -> Iterator[Found]:
        """`value`, and what is asked of it where it is a module or a class of a library."""
        asked = sorted(mentions.attributes_of(*path))
        if not isinstance(value, types.ModuleType) or path in mentions.chains:
            yield ".".join(path), value
        if isinstance(value, types.ModuleType) or self._is_library_class(value):
            yield from self._inside(path, value, asked)
        for name in asked:
            part = getattr(value, name, None)
            if isinstance(part, types.ModuleType | type):
                yield from self._mentioned_part((*path, name), part, mentions)

    def _inside(
        self, path: tuple[str, ...], value: object, names: Iterable[str]
    ) -> Iterator[Found]:
        """Some attributes of a module or class."""
        dotted = ".".join(path)
        inside = [name for name in names if hasattr(value, name)]  # may load a part of a library
        if isinstance(value, types.ModuleType):
            inside = [name for name in inside if name != "__builtins__"]  # of builtins, not its own
            self._watch_some(f"{dotted}.", vars(value), names)
        yield from ((f"{dotted}.{name}", getattr(value, name)) for name in inside)

    def _mention(self, names: Iterable[str]) -> Iterator[Found]:
        """The methods met before that turn out to be mentioned."""
        more = sorted(name for name in names if name not in self._mentioned)
        self._mentioned.update(more)
        if "register" in more:
            self._watch(REGISTERED, registered, operator.eq)
        for name in more:
            yield from self._unmentioned.pop(name, ())
        for path, module in self._modules:
            yield from self._inside((path,), module, more)

    def _member(self, name: str, path: str, part: object) -> Iterator[Found]:
        """A part of a class, at once or, if it is a method, when code mentions its name."""
        is_method = isinstance(part, types.FunctionType) and not name.startswith("__")
        if is_method and not self._mentions_all and name not in self._mentioned:
            self._unmentioned.setdefault(name, []).append((path, part))
        elif not is_special(name) or isinstance(part, types.FunctionType):
            yield path, part

    def _mention_all(self) -> Iterator[Found]:
        """What is reached where code works out names, and may so mention any."""
        if self._mentions_all:
            return
        self._mentions_all = True
        for found in (*self._unmentioned.values(),):
            yield from found
        self._unmentioned.clear()
        self._watch(REGISTERED, registered, operator.eq)
        for where, module in self._modules:
            yield from self._inside((where,), module, tuple(vars(module)))
