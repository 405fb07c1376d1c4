"""Names for b-threads: those made by the same call are told apart by #2, #3..."""

from __future__ import annotations

from .thread import Thread


class Names:
    """Gives each b-thread a name that no other living one has.

    A name is free again when all b-threads made by the same call have ended, so that a run that
    goes on for ever remembers only the living.

    >>> from counterpoint import sync, thread
    >>> @thread
    ... def wait():
    ...     yield sync()
    >>> names = Names()
    >>> names.take(wait()), names.take(wait())
    ('wait', 'wait#2')
    """

    def __init__(self) -> None:
        self._given: dict[str, int] = {}
        self._living: dict[str, int] = {}

    def take(self, thread: Thread) -> str:
        """A name for a b-thread that starts."""
        name = thread.name
        self._given[name] = count = self._given.get(name, 0) + 1
        self._living[name] = self._living.get(name, 0) + 1
        return name if count == 1 else f"{name}#{count}"

    def free(self, thread: Thread) -> None:
        """Forget a b-thread that has ended."""
        name = thread.name
        self._living[name] -= 1
        if not self._living[name]:
            del self._living[name], self._given[name]
