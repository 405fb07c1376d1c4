"""The atoms of formulas over networks: what b-threads request and block, and where they wait."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Protocol

import numpy as np

from ....errors import UnknownAtom
from ....model.bits import mask_of
from ....model.naming import tidy
from ....model.network import Network, Voice
from ....spelling import close_matches
from ...base.arrays import Bools
from ...formula.names import closest, event_named

FORMS = (
    "requested(EVENT), blocked(EVENT), hot, hot(THREAD), ended(THREAD), at(THREAD, LINE), "
    "THREAD.variable = value"
)

_COMPARES: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq, "==": operator.eq, "!=": operator.ne,
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
_CALL = re.compile(r"(requested|blocked|hot|ended|at)\((.*)\)")
_VARIABLE = re.compile(r"(.+?)\.(\w+)\s*(==|=|!=|<=|<|>=|>)\s*(.+)")


class Found(Protocol):
    """States of a network, and where something is true of the local states in them."""

    @property
    def network(self) -> Network: ...

    @property
    def states(self) -> int: ...

    @property
    def complete(self) -> bool: ...

    def where_some_voice(self, says: Callable[[Voice], bool]) -> Bools:
        """For each state, whether some b-thread's voice in it satisfies `says`."""

    def where_local(self, automaton: int, rows: Sequence[bool]) -> Bools:
        """For each state, what `rows` says of the local state of one automaton."""


class NetworkAtoms:
    """The atoms of states of a network, such as those that a search has found."""

    def __init__(self, found: Found) -> None:
        self._found = found

    def states(self, text: str) -> Bools:
        """For each state, whether the atom is true in it (array of bool); raises `UnknownAtom`."""
        if text == "hot" and not self._is_an_event(text):
            return self._found.where_some_voice(lambda voice: voice.hot)
        if call := _CALL.fullmatch(text):
            form, inside = call.groups()
            return self._call(form, inside.strip())
        if compared := _VARIABLE.fullmatch(text):
            return self._variable(*compared.groups())
        near = close_matches(text, {str(label) for label in self._found.network.alphabet}, 1)
        meant = f" (is it {near[0]}?)" if near else ""
        raise UnknownAtom(
            f"{text!r} is no event of the program{meant} and no atom: no b-thread requests, waits "
            f"for or blocks it; there are events, once(EVENT), enabled(EVENT), {FORMS}"
        )

    def _is_an_event(self, text: str) -> bool:
        """Whether an event has this name; an event takes precedence over an atom."""
        return bool(event_named(text, self._found.network.alphabet).any())

    def _call(self, form: str, inside: str) -> Bools:
        some = self._found.where_some_voice
        match form:
            case "requested":
                wanted = self._events(inside)
                return some(lambda v: any(wanted >> event & 1 for event in v.request))
            case "blocked":
                forbidden = self._events(inside)
                return some(lambda v: v.block & forbidden != 0)
            case "hot":
                is_meant = self._thread(inside)
                return some(lambda v: v.hot and is_meant(v))
            case "ended":
                return ~some(self._thread(inside))
            case _:
                return self._at(*inside.rpartition(",")[::2])

    def _events(self, text: str) -> int:
        named = event_named(text, self._found.network.alphabet)
        if not named.any():
            events = sorted({str(label) for label in self._found.network.alphabet})
            known = closest(text, events)
            raise UnknownAtom(f"no b-thread requests an event {text!r}; there are {known}")
        return mask_of(int(n) for n in np.flatnonzero(named))

    def _thread(self, text: str) -> Callable[[Voice], bool]:
        """A test whether a voice is that of the thread, or of a thread of the rule, named so."""
        wanted = tidy(text)
        names = set(self._thread_names())
        alike = [name for name in names if tidy(name) == wanted]
        if not alike:
            known = closest(text, sorted(map(tidy, names)))
            raise UnknownAtom(f"there is no b-thread {text!r}; there are {known}")
        if len(alike) > 1:
            raise UnknownAtom(
                f"different b-threads are shown as {text}: {', '.join(sorted(alike))}"
            )
        return lambda v: wanted in (tidy(v.stand.thread), v.stand.rule)

    def _thread_names(self) -> Iterator[str]:
        for automaton in self._found.network.automata:
            yield automaton.name
            yield automaton.rule
            for local in automaton.locals:
                for voice in local.voices:
                    yield voice.stand.thread
                    yield voice.stand.rule

    def _at(self, thread: str, line: str) -> Bools:
        """For each state, whether a b-thread waits at a line, given by its number or its text."""
        stands = self._thread(thread)
        voices = [
            v
            for automaton in self._found.network.automata
            for local in automaton.locals
            for v in local.voices
            if stands(v)
        ]
        if self._found.complete and not any(_is_at(v, line.strip()) for v in voices):
            lines = {v.stand.place.line for v in voices if v.stand.place is not None}
            waits = ", ".join(map(str, sorted(lines))) or "no line at all"
            raise UnknownAtom(
                f"b-thread {thread} never waits at line {line.strip()}; it does at {waits}"
            )
        return self._found.where_some_voice(lambda v: stands(v) and _is_at(v, line.strip()))

    def _variable(self, thread: str, name: str, sign: str, value: str) -> Bools:
        is_meant = self._thread(thread)
        network, holds = self._found.network, np.zeros(self._found.states, bool)
        wanted, by_text = _literal(value, sign)
        asked = f"{thread}.{name} {sign} {value}"
        compare = partial(_compared, asked, _COMPARES[sign], wanted)
        seen: list[object] = []
        for t, automaton in enumerate(network.automata):
            if not any(is_meant(voice) for local in automaton.locals for voice in local.voices):
                continue
            rows = []
            for local in range(len(automaton.locals)):
                values = self._values(t, local, is_meant, name)
                if by_text:
                    values = [network.origin.shown(one) for one in values]
                seen += values
                values = [tidy(str(one)) for one in values] if by_text else values
                rows.append(any(map(compare, values)))
            if any(rows):
                holds = holds | self._found.where_local(t, rows)
        if not seen:
            raise UnknownAtom(f"b-thread {thread} has no variable {name!r} where it waits")
        if by_text:
            _require_shown(f"{thread}.{name}", str(wanted), {str(one) for one in seen})
        return holds

    def _values(
        self, automaton: int, local: int, is_meant: Callable[[Voice], bool], name: str
    ) -> list[object]:
        voices = self._found.network.automata[automaton].locals[local].voices
        meant = {voice.stand.thread for voice in voices if is_meant(voice)}
        if not meant:
            return []
        known = self._found.network.origin.variables(automaton, local)
        return [known[t][name] for t in sorted(meant) if name in known.get(t, {})]


def _is_at(voice: Voice, line: str) -> bool:
    place = voice.stand.place
    return place is not None and line in (str(place.line), place.text.strip())


def _literal(text: str, sign: str) -> tuple[object, bool]:
    """The value to compare with; and whether it is a text, to be compared as values are shown."""
    try:
        return ast.literal_eval(text), False
    except (ValueError, SyntaxError, TypeError):
        if sign not in ("=", "==", "!="):
            raise UnknownAtom(
                f"{text!r} after {sign} is neither a number nor a text in quotes"
            ) from None
        return tidy(text), True


def _compared(
    asked: str, compare: Callable[[Any, Any], bool], wanted: object, value: object
) -> bool:
    if wanted is None and compare in (operator.eq, operator.ne):
        return (value is None) == (compare is operator.eq)
    try:
        return bool(compare(value, wanted))
    except TypeError:
        return False
    except Exception as error:  # a user's class may raise anything
        raise UnknownAtom(
            f"{asked} cannot be asked: comparing a {type(value).__qualname__} "
            f"raises {type(error).__name__}: {error}"
        ) from error


def _require_shown(variable: str, wanted: str, texts: set[str]) -> None:
    """Raise `UnknownAtom` unless exactly one of `texts`, the values as shown, is `wanted`."""
    alike = sorted(text for text in texts if tidy(text) == wanted)
    if not alike:
        raise UnknownAtom(
            f"{variable} is never shown as {wanted}; it is {closest(wanted, sorted(texts))}"
            ". What stands behind the sign is a value, such as 3, True or a text in quotes"
        )
    if len(alike) > 1:
        raise UnknownAtom(f"different values of {variable} are shown as {wanted}: {alike}")
