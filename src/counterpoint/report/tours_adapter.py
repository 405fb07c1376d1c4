"""The adapter that a file of tests has, to be filled in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from keyword import iskeyword
from typing import Any

from ..implementation.adapter import RESERVED
from ..implementation.call import Call
from ..implementation.targets import oracle_of
from ..model.network import Network
from ..tours.covering import CoveringRuns
from ..verdict import system_of

EMPTY = "is not filled in"
"""How the errors of an adapter end until it is filled in."""

_CLASS = '''class Adapter:
    """Drives what is tested; each run begins with an adapter of its own.

    `self.expected` are the observations of the run, from that at the start on. It is needed only
    if there are several initial states, or if a step may lead to several states.
{emits}    """

    def __init__(self):
        """Begin in an initial state."""
        raise NotImplementedError("the class Adapter {empty}")
'''

_EMITS = """
    An event that the implementation sends by itself is not taken, so it needs no method. Delete
    the method, and name the event in this class, as in `emits = ("Refund",)`. The method after
    which it is sent returns it, as in `return Refund(1)`.
"""

_OBSERVE = """
    def observe(self):
        # It is called at the start, too. Return parts of the state by name, such as
        # {example}
        raise NotImplementedError("observe {empty}")
"""


def adapter_class(target: Any, found: CoveringRuns) -> str:
    """A class with a method for each event or action of some runs, none of which is filled in."""
    oracle = oracle_of(target)
    labels = dict.fromkeys(label for run in found.runs for label in run.events)
    calls: dict[str, list[Call]] = {}
    for label in labels:
        for call in oracle.calls(label)[:1]:
            calls.setdefault(call.name, []).append(call)
    methods = [part for name, each in calls.items() for part in ("", *_method(name, each))]
    is_program = isinstance(system_of(target), Network)
    begins = _CLASS.format(emits=_EMITS if is_program else "", empty=EMPTY)
    text = begins + "".join(f"{line}\n" for line in methods)
    if is_program:
        return text.rstrip()
    first = next((oracle.values(state) for state in oracle.initial()), {})
    return (text + _OBSERVE.format(example=_beginning(first), empty=EMPTY)).rstrip()


def _method(name: str, calls: list[Call]) -> Iterator[str]:
    """A method to be filled in; a remark where no method can have the name."""
    names = calls[0].names
    spelt = next((one for one in reversed(names) if _can_be_called(one)), None)
    if spelt is None:
        yield f"    # No method can be called {name!r}, so that runs with it end in an error."
        return
    yield f"    def {spelt}({', '.join(('self', *_parameters(calls)))}):"
    yield f"        # Let the implementation do it, as in {' '.join(str(calls[0]).split())}"
    yield f"        raise NotImplementedError({f'{spelt} {EMPTY}'!r})"


def _can_be_called(name: str) -> bool:
    return name.isidentifier() and not iskeyword(name) and name not in RESERVED


def _parameters(calls: list[Call]) -> Iterable[str]:
    """The parameters that take the data of all calls of a method."""
    counts = {len(call.args) for call in calls}
    fields = dict.fromkeys(name for call in calls for name in call.named)
    if len(counts) > 1:
        yield "*data"
    else:
        yield from _places(calls[0], fields)
    if not fields:
        return
    if len(counts) == 1:
        yield "*"
    is_always = all(call.named.keys() == fields.keys() for call in calls)
    plain = all(map(_can_be_called, fields)) and is_always
    yield from fields if plain else ("**fields",)


def _places(call: Call, fields: Iterable[str]) -> list[str]:
    known = call.parameters
    taken = {"self", *fields}
    if known and all(map(_can_be_called, known)) and not taken & set(known):
        return list(known)
    many = len(call.args)
    return ["data"] if many == 1 else [f"data{n}" for n in range(1, many + 1)]


def _beginning(values: Any) -> str:
    """The first part of a state as a mapping."""
    return repr(dict(list(values.items())[:1]))
