"""What is reached only if code mentions its name: methods, and what stands in modules."""

from __future__ import annotations

import inspect
import operator
import types
from collections.abc import Iterable, Iterator

from ...identity import Identity, identity
from .builtin_state import is_special
from .contents import Found, slots_of
from .mentions import Libraries, Mentions
from .owners import Owners
from .registers import REGISTERED, registered
from .watched import ABSENT


class Mentioned(Owners):
    """What hangs on the names that code mentions, and what waits for its name to be mentioned."""

    def __init__(self, libraries: Libraries) -> None:
        super().__init__(libraries)
        self._opened: dict[Identity, object] = {}
        self._modules: list[tuple[str, types.ModuleType | type]] = []  # handed about as values
        self._mentions_all = False
        self._mentioned: set[str] = set()
        self._unmentioned: dict[str, list[Found]] = {}

    def _handed_about(self, path: str, module: types.ModuleType) -> Iterator[Found]:
        """What may be asked of a module that is handed about as a value."""
        key = identity(module)
        if key not in self._opened:
            self._opened[key] = module
            yield from self._asked(path, module)

    def _asked(self, path: str, owner: types.ModuleType | type) -> Iterator[Found]:
        """What code mentions, now or later, of a module or of a class of a library."""
        self._modules.append((path, owner))
        names = tuple(vars(owner)) if self._mentions_all else tuple(self._mentioned)
        yield from self._inside((path,), owner, names)

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
            part = self._part(value, name)
            if isinstance(part, types.ModuleType | type):
                yield from self._mentioned_part((*path, name), part, mentions)

    def _inside(
        self, path: tuple[str, ...], value: object, names: Iterable[str]
    ) -> Iterator[Found]:
        """Some attributes of a module or class."""
        dotted = ".".join(path)
        inside = {name: part for name in names if (part := self._part(value, name)) is not ABSENT}
        if isinstance(value, types.ModuleType):
            inside.pop("__builtins__", None)  # of builtins, not its own
            self._watch_some(f"{dotted}.", vars(value), names)
        yield from ((f"{dotted}.{name}", part) for name, part in inside.items())

    def _part(self, value: object, name: str) -> object:
        """An attribute, if it is there without any code of the user's; else `ABSENT`."""
        is_librarys = isinstance(value, types.ModuleType) and self._libraries.wrote(value.__name__)
        if is_librarys or self._is_library_class(value):
            return getattr(value, name, ABSENT)  # which may load a part of it
        part = inspect.getattr_static(value, name, ABSENT)
        if isinstance(part, types.MemberDescriptorType) and not isinstance(value, type):
            return slots_of([part], value).get(name, ABSENT)
        return part

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
