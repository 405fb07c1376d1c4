"""A tab without a server: commands go in, messages come out, others answer when told to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from counterpoint.page.loaded import Loaded
from counterpoint.page.tab import Tab
from counterpoint.target import find_target


class Talk:
    """A conversation with a tab that shows a target."""

    def __init__(self, target: str, *, loaded: Loaded | None = None, **options: Any) -> None:
        self.messages: list[dict[str, Any]] = []
        self.waiting: list[Callable[[], None]] = []
        self.loaded = loaded or Loaded(target, find_target(target), **options)
        self.tab = Tab(self.loaded, self.messages.append, self._later, seed=1)
        self.do("close")

    def _later(self, pause: float, call: Callable[[], None]) -> None:
        self.waiting.append(call)

    def do(self, command: str, **more: Any) -> None:
        """A command, with the answers of others."""
        self.tab.handle({"do": command, **more})
        self.answers()

    def answers(self) -> None:
        while self.waiting:
            self.waiting.pop(0)()

    def steps(self, *names: str) -> None:
        for name in names:
            self.do("step", name=name)

    def last(self, kind: str) -> dict[str, Any]:
        """The last message of a kind."""
        return next(message for message in reversed(self.messages) if message["type"] == kind)

    @property
    def walk(self) -> dict[str, Any]:
        return self.last("walk")

    @property
    def taken(self) -> list[str]:
        """The labels of the steps up to where the walk stands."""
        return [str(label) for label in self.tab.walk.labels]

    def checked(self) -> dict[str, Any]:
        """The verdicts, once they are there."""
        self.tab.show_all()
        self.tab.background.wait()
        return self.last("properties")

    def solved(self) -> dict[str, Any]:
        """The walk, once the game is solved."""
        self.tab.background.wait()
        return self.walk
