"""Whether a search is fast enough to be continued."""

from __future__ import annotations

from ....tuning import USUAL, Tuning


class Pace:
    """Compares the speed of a search with `at_least`, the states per second of another search.

    >>> pace = Pace(at_least=100, start=0)
    >>> [pace.is_too_slow(50 * second, second) for second in range(1, 6)]
    [False, False, False, True, True]
    """

    def __init__(self, at_least: float, start: float, tuning: Tuning = USUAL) -> None:
        self.at_least = at_least
        self._window, self._patience = tuning.pace_window, tuning.pace_patience
        self._since = start
        self._visited = 0
        self._slow = 0

    def was_too_slow(self, visited: int, seconds: float) -> bool:
        """Whether the search was slower than the other on the whole, and ran long enough to judge.

        `visited` is the number of states visited in `seconds`.
        """
        return seconds > self._window * self._patience and visited < self.at_least * seconds

    def is_too_slow(self, visited: int, now: float) -> bool:
        """Whether the search was slower than the other in each of the last few windows of time.

        `visited` is the number of states visited up to the time `now`, in seconds.
        """
        passed = now - self._since
        if passed >= self._window:
            is_slow = visited - self._visited < self.at_least * passed
            self._slow = self._slow + 1 if is_slow else 0
            self._since, self._visited = now, visited
        return self._slow >= self._patience
