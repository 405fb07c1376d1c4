"""An added b-thread as Python source, and as a b-thread made of that very source."""

from __future__ import annotations

import linecache
from collections.abc import Iterable, Mapping
from textwrap import fill
from typing import Any

from ..bp.body import Body
from ..bp.event import Event, named
from ..bp.program import Program
from ..bp.sync import sync
from ..bp.thread import Rule, Thread, thread
from .sequence import Item, Sequence, Statement

_FRONT_DOOR: Mapping[str, Any] = {
    "Body": Body, "Event": Event, "named": named, "sync": sync, "thread": thread,
}  # fmt: skip


class WrittenRule(Rule[[]]):
    """A rule made of its source; `names` has the variables in it that hold events, by their names.

    It is pickled as its source.
    """

    def __init__(self, source: str, name: str, names: Mapping[str, str]) -> None:
        self.made_of = source, name, names
        file = f"<{name} of counterpoint repair>"
        linecache.cache[file] = len(source), None, source.splitlines(keepends=True), file
        around: dict[str, Any] = {variable: Event(of) for of, variable in names.items()}
        around["__name__"] = "repair"
        exec(compile(source, file, "exec"), around)
        super().__init__(around[name].function)

    def __reduce__(self) -> tuple[Any, ...]:  # type: ignore[override]
        return type(self), self.made_of


class Writer:
    """Writes b-threads for a program, with the names that its file has for the events."""

    def __init__(self, program: Program, events: list[Any]) -> None:
        self.program = program
        self.events: list[Event] = events
        self.names = _names_of(program)
        taken = {*program.rules, *self.names.values()}
        numbered = (f"added_{number}" for number in range(2, len(taken) + 3))
        self.name = next(name for name in ("added", *numbered) if name not in taken)

    def source(self, made: Sequence) -> str:
        """The b-thread as text: imports, and a function with `@thread`."""
        body = [self._statement(each, made) for each in made.statements if each.says]
        lines = ["while True:", *(f"    {line}" for line in body)] if made.loops else body
        said = fill(f'"""{self._said(made)}"""', width=94)
        text = "\n".join(f"    {line}" for line in (*said.splitlines(), *lines))
        function = f"@thread\ndef {self.name}() -> Body:\n{text}\n"
        used = [
            name for name in _FRONT_DOOR if f"{name}(" in function or name in ("Body", "thread")
        ]
        return f"from counterpoint import {', '.join(used)}\n\n\n{function}"

    def thread(self, source: str) -> Thread:
        """The b-thread that a source makes."""
        return WrittenRule(source, self.name, self.names)()

    def _statement(self, said: Statement, made: Sequence) -> str:
        parts = []
        if said.wait:
            parts.append(f"wait_for={self._set(said.wait)}")
        if said.deed and made.requests:
            parts += [f"request={self._list(said.deed)}", f"priority={made.priority:g}"]
        elif said.deed:
            parts.append(f"block={self._set(said.deed)}")
        return f"yield sync({', '.join(parts)})"

    def _set(self, items: Iterable[Item]) -> str:
        """Items as a set of events: `named(X)`, a list, or both together."""
        items = tuple(items)
        whole = [f"named({self._family(item.name)})" for item in items if item.name]
        rest = [item for item in items if not item.name]
        return " | ".join([*whole, *([self._list(rest)] if rest else [])])

    def _list(self, items: Iterable[Item]) -> str:
        numbers = dict.fromkeys(number for item in items for number in item.events)
        texts = [self.event(self.events[number]) for number in numbers]
        return texts[0] if len(texts) == 1 else f"[{', '.join(texts)}]"

    def event(self, event: Event) -> str:
        """An event as an expression."""
        data = [*map(self._value, event.args)]
        data += [f"{key}={self._value(of)}" for key, of in event.fields.items()]
        family = self._family(event.name)
        return f"{family}({', '.join(data)})" if data else family

    def _value(self, value: object) -> str:
        return self.event(value) if isinstance(value, Event) else repr(value)

    def _family(self, name: str) -> str:
        return self.names.get(name, f"Event({name!r})")

    def _said(self, made: Sequence) -> str:
        """What the b-thread does, in a sentence."""
        parts = []
        for each in (each for each in made.statements if each.says):
            until = f"until {self._any(each.wait)}" if each.wait else "for ever"
            if each.deed and made.requests:
                parts.append(f"request {self._any(each.deed)}")
            elif each.deed:
                parts.append(f"block {self._any(each.deed)} {until}")
            else:
                parts.append(f"wait for {self._any(each.wait)}")
        said = ", then ".join(parts)
        return said[0].upper() + said[1:] + (", again and again." if made.loops else ".")

    def _any(self, items: Iterable[Item]) -> str:
        texts = [
            text
            for item in items
            for text in (
                [f"any {item.name}"] if item.name else map(str, map(self._at, item.events))
            )
        ]
        return " or ".join(dict.fromkeys(texts))

    def _at(self, number: int) -> Event:
        return self.events[number]


def _names_of(program: Program) -> dict[str, str]:
    """For names of events, the variables that hold these events where the rules are written."""
    found: dict[str, str] = {}
    for recipe in program.threads:
        for variable, value in recipe.rule.function.__globals__.items():
            if isinstance(value, Event) and value == Event(value.name) and variable.isidentifier():
                found.setdefault(value.name, variable)
        break
    return found
