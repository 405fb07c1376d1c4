"""Names of states and transitions: by the shortest way to them."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from functools import cached_property

from ..model.naming import spelt
from .ground import Ground


class Naming:
    """Names by the labels on a shortest way from an initial state, with that if there are more."""

    def __init__(self, ground: Ground) -> None:
        self._paths, self._ground = ground.paths, ground

    def label(self, number: int) -> str:
        """A label as text, as `Session` takes it."""
        return spelt(self._paths.labels[number])

    def transition(self, number: int) -> str:
        """The name of a transition."""
        source, label = int(self._paths.source[number]), int(self._paths.label[number])
        return f"{self.label(label)} after {self._way(source)}"

    def state(self, number: int) -> str:
        """The name of a state."""
        return f"the state after {self._way(number)}"

    def shown(self, number: int) -> str:
        """A state on one line."""
        shown = self._ground.system.show(self._ground.state(number))
        if isinstance(shown, Mapping):
            return ", ".join(f"{name} = {value}" for name, value in shown.items())
        return " / ".join(str(shown).splitlines())

    def _way(self, state: int) -> str:
        paths, labels = self._paths, list[str]()
        while (via := self._via[state]) >= 0:
            labels.append(self.label(int(paths.label[via])))
            state = int(paths.source[via])
        if len(paths.initial) > 1:
            labels.append(f"({self.shown(state)})")
        return ", ".join(labels[::-1]) or "no event"

    @cached_property
    def _via(self) -> list[int]:
        """For each state, the last transition on a shortest way to it; -1 for an initial one."""
        paths = self._paths
        start, target = paths.start.tolist(), paths.target.tolist()
        via: list[int | None] = [None] * paths.states
        queue = deque(paths.initial.tolist())
        for state in queue:
            via[state] = -1
        while queue:
            state = queue.popleft()
            for k in range(start[state], start[state + 1]):
                if via[target[k]] is None:
                    via[target[k]] = k
                    queue.append(target[k])
        return [-1 if k is None else k for k in via]
