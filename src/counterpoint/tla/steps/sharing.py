"""Steps that several others lead to: planned once, and called by number if really shared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from dataclasses import fields, replace
from typing import Any

from .step import Branch, Call, Done, Step


class Sharing:
    """Steps by what they were planned for."""

    def __init__(self) -> None:
        self._steps: list[Step] = []
        self._numbers: dict[Hashable, int] = {}
        self._uses: Counter[int] = Counter()

    def step(self, key: Hashable, make: Callable[[], Step]) -> Step:
        """A call of the step of this key, which is made on the first call."""
        number = self._numbers.get(key)
        if number is None:
            made = make()
            number = self._numbers[key] = len(self._steps)
            self._steps.append(made)
        self._uses[number] += 1
        return Call(number)

    def settled(self, root: Step) -> tuple[Step, tuple[Step, ...]]:
        """The step with what is used once put in its place, and the steps that are shared."""
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
    """A step whose calls are the final ones."""
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
