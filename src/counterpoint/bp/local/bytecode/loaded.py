"""How a user's module was loaded: its statements, and the code that runs with each of them."""

from __future__ import annotations

import inspect
import sys
import types
from collections.abc import Collection, Iterator, Mapping
from importlib.util import resolve_name
from typing import TypeAlias

from ....identity import Identity, identity
from ...thread import Rule, thread
from .mentions import OURS, Chain, Libraries, chains, imports, root_of
from .module_code import statements_of
from .orders import comes_in_any_order
from .stack import ATTRIBUTES, CALLS
from .uses import Uses

_KEPT = ("STORE_NAME", "STORE_GLOBAL")
_ASK = ("LOAD_NAME", "LOAD_GLOBAL", "LOAD_DEREF", "LOAD_CLASSDEREF", *ATTRIBUTES)
_DEFINED = (types.FunctionType, type, Rule)
_RUN = frozenset({"exec", "eval"})
"""Functions that run text, which may use any set."""

_BY_NAME = {
    "setattr", "__setattr__", "__dict__", "vars", "globals", "locals", "modules", "import_module",
    "__import__",
}  # fmt: skip
"""Names by which code may write variables and attributes that it does not name."""
_CONTAINERS = ("BUILD_MAP", "BUILD_CONST_KEY_MAP", "BUILD_TUPLE", "BUILD_LIST")
_BLIND = {"Program", "Session", "check", "event_set", "never", "sync", "thread"}
"""Names in Counterpoint that take sets of events and do not show their order."""

Variable: TypeAlias = tuple[Identity, str]
"""A variable: the identity of its module, and its name."""


class Loaded:
    """The statements and functions of a module, each as the list of code parts that run with it.

    `sets` are the names of variables that hold sets.
    """

    def __init__(self, module: types.ModuleType, libraries: Libraries) -> None:
        self.module = module
        self.file = str(getattr(module, "__file__", None))
        self.functions: list[list[Part]] = []
        self._libraries = libraries
        self._known = vars(module)
        self.statements = [self._at_once(code) for code in statements_of(module)]
        self.sets = {n for n, value in self._known.items() if comes_in_any_order(value)}
        parts = [part for run in (*self.statements, *self.functions) for part in run]
        known = -1
        while known != len(self.sets):  # a set may be assigned from one variable to another
            known = len(self.sets)
            for part in parts:
                part.lines_of(self.sets)
                self.sets |= part.kept

    def _at_once(self, code: types.CodeType) -> list[Part]:
        part = Part(code, self._known)
        parts = [part]
        for inner in part.inner():
            given = [*part.decorators(inner)] if _is_function(inner) else [None]
            if thread in given:  # it runs only as a b-thread
                continue
            if all(map(self._only_decorates, given)):
                self.functions.append(self._at_once(inner))
            else:
                parts += self._at_once(inner)
        return parts

    def _only_decorates(self, function: object) -> bool:
        """Whether a decorator is a library's, which does not call the function that it is given."""
        home = getattr(function, "__module__", None)
        return function is not None and home is not None and self._libraries.wrote(home)

    def owners(self, part: Part) -> Iterator[Identity]:
        """The modules that define what a part reads."""
        for chain in part.chains:
            for owner, name in variables_of(self.module, chain):
                value = vars(owner()).get(name)
                home = value.__module__ if isinstance(value, _DEFINED) else None
                yield owner if home is None else identity(sys.modules.get(home))


def variables_of(module: types.ModuleType, chain: Chain) -> Iterator[Variable]:
    """The variable that a chain reads, in this module or in a module that the chain leads to."""
    while isinstance(inner := vars(module).get(chain[0]), types.ModuleType) and chain[1:]:
        module, chain = inner, chain[1:]
    yield identity(module), chain[0]


def _is_function(code: types.CodeType) -> bool:
    """Whether code is that of a function with a name, not of a class, lambda or comprehension."""
    return bool(code.co_flags & inspect.CO_OPTIMIZED) and code.co_name[0] != "<"


class Part(Uses):
    """Code that may run while a module is loaded.

    `chains` are what it reads, `writes` the variables that it assigns, and `attributes` the
    attributes that it sets. `writes_by_name` says whether it may write variables and attributes
    that it does not name. `kept` are the variables to which it assigns sets; `lines_of` adds them.
    """

    def __init__(self, code: types.CodeType, known: Mapping[str, object]) -> None:
        super().__init__(code, known)
        self.chains = frozenset(chains(code))
        self.writes = frozenset(s.argval for s in self.steps if s.opname in _KEPT)
        self.attributes = frozenset(s.argval for s in self.steps if s.opname == "STORE_ATTR")
        self.writes_by_name = not _BY_NAME.isdisjoint(code.co_names) or self._runs_text_here()
        self.kept: set[str] = set()
        self._looking = frozenset(self.lines_that_look())

    def _runs_text_here(self) -> bool:
        """Whether `exec` or `eval` may run text with the module's variables, as none are given."""
        asked = (n for n, s in enumerate(self.steps) if s.opname in _ASK and s.argval in _RUN)
        calls = (self.taker(index) for index in asked)
        return any(call is None or (self.steps[call].arg or 0) < 2 for call in calls)

    def inner(self) -> Iterator[types.CodeType]:
        """The code of functions and classes in this code."""
        return (each for each in self.code.co_consts if isinstance(each, types.CodeType))

    def is_any_of(self, names: Collection[str]) -> bool:
        """Whether it is, or is nested in, a function or a class of one of these names."""
        return any(part in names for part in self.code.co_qualname.split("."))

    def imported(self) -> Iterator[tuple[types.ModuleType, str, str | None]]:
        """What it imports: a module, a name in it (or empty), and the variable that gets the value.

        The variable is None if the value is not assigned to a variable of this module.
        """
        package = str(self._known.get("__package__") or "")
        taken_at = [n for n, step in enumerate(self.steps) if step.opname == "IMPORT_FROM"]
        stores = {self.steps[n].argval: self.steps[n + 1] for n in taken_at}
        for level, name, taken in imports(self.code):
            base = resolve_name("." * level + name, package) if level and package else name
            if (module := sys.modules.get(base)) is not None:
                yield module, "", None
                for each in taken:
                    store = stores.get(each)
                    is_kept = store is None or store.opname in _KEPT
                    yield module, each, (store.argval if store else each) if is_kept else None
                    if isinstance(inner := vars(module).get(each), types.ModuleType):
                        yield inner, "", None

    def decorators(self, inner: types.CodeType) -> Iterator[object]:
        """What a function in this code is given to when it is defined; None for what is unknown."""
        index = next((n for n, step in enumerate(self.steps) if step.argval == inner), None)
        while index is not None and self.steps[index].opname not in (*_KEPT, "STORE_FAST"):
            if self.steps[index].opname in CALLS:
                yield self._decorator(index)
            index = self.taker(index)
        if index is None:
            yield None

    def _decorator(self, call: int) -> object:
        start = next((start for start in range(call) if self.taker(start) == call), call)
        return self.called(start) if self.steps[start].opname in CALLS else self.function(start)

    def lines_of(self, names: Collection[str]) -> set[int]:
        """The lines that may show the order of a set, such as one in a variable of these names."""
        asked = [(index, s.argval) for index, s in enumerate(self.steps) if s.opname in _ASK]
        return {*self._looking} | {
            self.line(index)
            for index, name in asked
            if name in _RUN or (name in names and self._is_seen(index, frozenset()))
        }

    def _is_seen_by(self, index: int, taker: int, before: frozenset[int | str]) -> bool:
        name = self.steps[taker].opname
        if name in _KEPT:
            self.kept.add(self.steps[taker].argval)
            return False
        if name in _CONTAINERS:
            after = self.taker(taker)
            return after is None or not (
                self._is_given_to_us(after)
                or (self.steps[after].opname in _CONTAINERS and not self._is_seen(taker, before))
            )
        return not self._is_given_to_us(taker) and super()._is_seen_by(index, taker, before)

    def _is_given_to_us(self, call: int) -> bool:
        """Whether an instruction calls a function of Counterpoint that shows no order of a set."""
        if self.steps[call].opname not in CALLS:
            return False
        function = self.called(call)
        home, name = getattr(function, "__module__", None), getattr(function, "__name__", None)
        return isinstance(function, Rule) or (root_of(home) == OURS and name in _BLIND)
