"""States beside the search: targets of steps that are not followed."""

from __future__ import annotations

from collections.abc import Mapping

from ....model.system import State


class Beside:
    """The numbers of states that are the targets only of steps that are not followed, by their key.

    Their probes are evaluated, but they are outside and not expanded. If a later step to such a
    state is followed, it gets a second number; it counts once.
    """

    def __init__(self) -> None:
        self.numbers: dict[State, int] = {}
        self.judged: set[State] = set()

    def __bool__(self) -> bool:
        return bool(self.numbers)

    def number(self, key: State, inside: Mapping[State, int], following: int) -> int:
        """The number of the target of a step that is not followed: `following` if it has none.

        `inside` has the numbers of states that are not beside.
        """
        number = inside.get(key)
        return self.numbers.setdefault(key, following) if number is None else number

    def look_at(self, key: State, number: int, inside: Mapping[State, int]) -> tuple[bool, bool]:
        """Whether a state is beside, and whether its probes count under this number."""
        if self.numbers.get(key) != number:
            return False, key not in self.judged
        if key in inside:
            return True, False
        self.judged.add(key)
        return True, True
