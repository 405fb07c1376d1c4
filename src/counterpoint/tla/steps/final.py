"""The last assignments of a search: their values are put directly into the next state."""

from __future__ import annotations

from collections.abc import Callable

from ..evaluate.compiling import Compiling
from ..evaluate.context import Frame, Layout, Run


def final(
    c: Compiling, kept: tuple[int, ...], assigned: tuple[tuple[int, Run], ...]
) -> Callable[[Frame], None]:
    """A closure that assigns the last variables and appends the next state to the results.

    `kept` variables remain unchanged; `assigned` pairs variables with closures for their values.
    """
    layout, found = c.layout, c.layout.found
    now, then = layout.now, layout.next
    written = {number for number, _ in assigned} | set(kept)
    earlier = tuple(number for number in range(layout.count) if number not in written)
    if not earlier and kept:
        return _mostly_kept(layout, assigned)

    def note(m: Frame) -> None:
        state = m[then:found]
        for number in kept:
            state[number] = m[now + number]
        for number, run in assigned:
            state[number] = run(m)
        m[found].append(tuple(state))

    return note


def _mostly_kept(layout: Layout, assigned: tuple[tuple[int, Run], ...]) -> Callable[[Frame], None]:
    """The same closure where all variables that are not assigned remain unchanged."""
    now, then, found = layout.now, layout.next, layout.found
    if len(assigned) == 1:
        ((place, value),) = assigned

        def note_one(m: Frame) -> None:
            state = m[now:then]
            state[place] = value(m)
            m[found].append(tuple(state))

        return note_one
    if len(assigned) == 2:
        (a, first), (b, second) = assigned

        def note_two(m: Frame) -> None:
            state = m[now:then]
            state[a] = first(m)
            state[b] = second(m)
            m[found].append(tuple(state))

        return note_two

    def note(m: Frame) -> None:
        state = m[now:then]
        for number, run in assigned:
            state[number] = run(m)
        m[found].append(tuple(state))

    return note
