"""The initial states, atoms and fairness of a network."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterable
from typing import Any

from ..certificate import Seen
from ..errors import UnknownAtom
from ..model.naming import means, tidy
from ..model.network import Locals, Network, Voice
from ..model.property import Labels
from ..model.system import REST, Label
from .form import Fair, Form, Truth

_CALL = re.compile(r"(requested|blocked|hot|ended|at)\((.*)\)")
_COMPARED = re.compile(r"(.+?)\.(\w+)\s*(==|=|!=|<=|<|>=|>)\s*(.+)")
_SIGNS: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq, "==": operator.eq, "!=": operator.ne,
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


def form_of_network(network: Network) -> Form:
    """The form of a network."""
    weak = (Fair(False, _among(of)) for of in network.weak)
    strong = (Fair(True, _among(of)) for of in network.strong)
    begins = frozenset(network.initial())
    return Form(begins.__contains__, lambda text: _atom(network, text), (*weak, *strong))


def _among(labels: Labels) -> Callable[[Label, Seen], bool]:
    return lambda label, there: label is not REST and label in labels


def _atom(network: Network, text: str) -> Truth:
    """The test of an atom about what b-threads request, block or are at, or their variables."""
    if text == "hot":
        return _some(network, lambda voice: voice.hot)
    if call := _CALL.fullmatch(text):
        form, inside = call.groups()
        return _said(network, form, inside.strip())
    if compared := _COMPARED.fullmatch(text):
        return _variable(network, *compared.groups())
    raise UnknownAtom(f"there is no atom {text!r}")


def _said(network: Network, form: str, inside: str) -> Truth:
    def named(events: Iterable[int]) -> bool:
        return any(means(inside, network.alphabet[event]) for event in events)

    match form:
        case "requested":
            return _some(network, lambda voice: named(voice.request))
        case "blocked":
            everything = range(len(network.alphabet))
            return _some(network, lambda v: named(e for e in everything if v.block >> e & 1))
        case "hot":
            return _some(network, lambda voice: voice.hot and _is_called(voice, inside))
        case "ended":
            runs = _some(network, lambda voice: _is_called(voice, inside))
            return lambda state: not runs(state)
        case _:
            thread, _, line = inside.rpartition(",")
            return _some(network, lambda v: _is_called(v, thread) and _is_at(v, line.strip()))


def _some(network: Network, says: Callable[[Voice], bool]) -> Truth:
    return lambda state: any(map(says, network.voices(state)))


def _is_called(voice: Voice, name: str) -> bool:
    return tidy(name) in (tidy(voice.stand.thread), voice.stand.rule)


def _is_at(voice: Voice, line: str) -> bool:
    place = voice.stand.place
    return place is not None and line in (str(place.line), place.text.strip())


def _variable(network: Network, thread: str, name: str, sign: str, wanted: str) -> Truth:
    compare, value_of = _SIGNS[sign], _literal(wanted, network.origin.shown)

    def holds(state: Locals) -> bool:
        for number, local in enumerate(state):
            voices = network.automata[number].locals[local].voices
            meant = {v.stand.thread for v in voices if _is_called(v, thread)}
            values = network.origin.variables(number, local) if meant else {}
            for each in meant:
                if name in values.get(each, {}) and value_of(values[each][name], compare):
                    return True
        return False

    return holds


def _literal(
    text: str, shown: Callable[[object], str]
) -> Callable[[object, Callable[[Any, Any], bool]], bool]:
    """Compares a value with the literal in `text`; if `text` is no literal, compares the texts."""
    try:
        wanted = ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError):
        return lambda value, compare: compare(tidy(shown(value)), tidy(text))

    def compared(value: object, compare: Callable[[Any, Any], bool]) -> bool:
        if wanted is None and compare in (operator.eq, operator.ne):
            return (value is wanted) == (compare is operator.eq)
        try:
            return bool(compare(value, wanted))
        except TypeError:
            return False

    return compared
