"""Names for b-threads: those made by the same call are distinguished by #2, #3..."""

from __future__ import annotations

from .thread import Thread


class Names:
    """Gives each b-thread a name that no other living b-thread has.

    The names of a call can be used again when all b-threads made by this call have ended. So a run
    that goes on for ever remembers the names of living b-threads only.

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
        """Return a name for a b-thread that starts."""
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
