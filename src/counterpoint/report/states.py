"""Sets of states for a reader, and as plain data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ..engines.compare import Difference
from ..engines.stateset import StateSet
from ..model.system import State


def states_text(found: StateSet, shown: Sequence[State]) -> str:
    """How many states a set has of how many, and the shown ones, a line each."""
    lines = [f"{found.count:,} of {found.space.states:,} states"]
    if found.note:
        lines.append(f"  ({found.note})")
    lines += [f"  {state_line(found.space.show(state))}" for state in shown]
    if found.count > len(shown) and shown:
        lines.append("  ...")
    return "\n".join(lines)


def states_data(
    target: str, formula: str, over: str, found: StateSet, shown: Sequence[State]
) -> dict[str, Any]:
    """The answer to `where` as plain data: target, formula, over, states, satisfying, sample."""
    return {
        "target": target,
        "formula": formula,
        "over": over,
        "states": found.space.states,
        "satisfying": found.count,
        "note": found.note,
        "sample": [plain_state(found.space.show(state)) for state in shown],
    }


def state_line(shown: object) -> str:
    """A state, as its system shows it, on one line.

    >>> state_line({"x": "1", "turn": "2"})
    'x = 1, turn = 2'
    """
    if isinstance(shown, Mapping):
        return ", ".join(f"{name} = {value}" for name, value in shown.items())
    return " / ".join(str(shown).splitlines())


def plain_state(shown: object) -> object:
    """A state, as its system shows it, as plain data: its values by name, or a text.

    >>> plain_state({"x": 1})
    {'x': '1'}
    """
    if isinstance(shown, Mapping):
        return {str(name): str(value) for name, value in shown.items()}
    return str(shown)


def difference_text(
    found: Difference, first: str, second: str, show: Callable[[Any], object]
) -> Iterator[str]:
    """In which states two targets give different answers."""
    yield f"{found.both:,} states in both"
    yield f"{found.first_only:,} in {first} only"
    yield from (f"  {state_line(show(state))}" for state in found.first_sample)
    yield f"{found.second_only:,} in {second} only"
    yield from (f"  {state_line(show(state))}" for state in found.second_sample)


def difference_data(
    found: Difference, first: str, second: str, show: Callable[[Any], object]
) -> dict[str, Any]:
    """The same as plain data: both, and for either target how many more, and some of those."""
    return {
        "first": first,
        "second": second,
        "both": found.both,
        "first_only": found.first_only,
        "second_only": found.second_only,
        "first_sample": [plain_state(show(state)) for state in found.first_sample],
        "second_sample": [plain_state(show(state)) for state in found.second_sample],
    }
