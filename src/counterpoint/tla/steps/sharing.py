"""Shared steps: planned once, and called by index if they are used more than once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from dataclasses import fields, replace
from typing import Any

from .step import Branch, Call, Done, Step


class Sharing:
    """Steps, by the key that they were planned for."""

    def __init__(self) -> None:
        self._steps: list[Step] = []
        self._numbers: dict[Hashable, int] = {}
        self._uses: Counter[int] = Counter()

    def step(self, key: Hashable, make: Callable[[], Step]) -> Step:
        """A call of the step with this key; `make` creates the step at the first call."""
        number = self._numbers.get(key)
        if number is None:
            made = make()
            number = self._numbers[key] = len(self._steps)
            self._steps.append(made)
        self._uses[number] += 1
        return Call(number)

    def settled(self, root: Step) -> tuple[Step, tuple[Step, ...]]:
        """The root step, with each step inlined that is used once, and the shared steps."""
        numbers: dict[int, int] = {}
        shared: list[Step] = []
        inlined: dict[int, Step] = {}
        for number, step in enumerate(self._steps):
            here = _replaced(step, numbers, inlined)
            if self._uses[number] > 1 and not isinstance(here, Call | Done):
                numbers[number] = len(shared)
                shared.append(here)
            else:
                inlined[number] = here
        return _replaced(root, numbers, inlined), tuple(shared)


def _replaced(step: Step, numbers: dict[int, int], inlined: dict[int, Step]) -> Step:
    """A step with final indices in its calls, or with the called steps inlined."""
    if isinstance(step, Call):
        found = inlined.get(step.number)
        return Call(numbers[step.number]) if found is None else found
    if isinstance(step, Branch):
        return Branch(tuple(_replaced(way, numbers, inlined) for way in step.ways))
    changed: dict[str, Any] = {
        name: _replaced(getattr(step, name), numbers, inlined) for name in _ways(step)
    }
    return replace(step, **changed) if changed else step


def _ways(step: Step) -> Iterable[str]:
    return (each.name for each in fields(step) if each.name in ("then", "otherwise"))
