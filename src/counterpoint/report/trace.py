"""A trace as lines of text: small pictures side by side, otherwise what changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from ..model.system import REST
from .story import Scene
from .wrap import hanging, near

GAP = 3
"""Columns between two pictures."""

HEAD = 24
"""Minimum columns to which the heads of pictures are wrapped."""

UNDER = 7
"""The column of what changed, if that is below the head of its step."""


def trace_lines(
    scenes: Sequence[Scene], loop: int | None, width: int, *, full: bool = False
) -> Iterator[str]:
    """The lines of a trace; with `full`, all states are whole, even long ones."""
    trace = _Trace(scenes, loop, width)
    if any(scene.look for scene in scenes):
        yield from trace.values(full)
    elif any(scene.picture for scene in scenes):
        yield from trace.pictures()
    else:
        yield from trace.events()


class _Trace:
    def __init__(self, scenes: Sequence[Scene], loop: int | None, width: int) -> None:
        self.scenes = scenes
        self.loop = loop
        self.width = width

    # Titles of steps ------------------------------------------------------------------------------

    @cached_property
    def common(self) -> str:
        """The title that all steps have, if it is so long that it should appear only once."""
        titles = {scene.title for scene in self.scenes[1:] if scene.event != str(REST)}
        title = titles.pop() if len(titles) == 1 and len(self.scenes) > 2 else ""
        return title if len(title) > HEAD else ""

    @property
    def is_rest(self) -> bool:
        """Whether the trace ends with a `REST` step that repeats for ever."""
        last = len(self.scenes) - 1
        return self.loop == last - 1 and self.scenes[last].event == str(REST)

    @property
    def back(self) -> str:
        """The state to which the last state leads back, in words; empty if there is none."""
        if self.loop is None or self.is_rest:
            return ""
        return f"back to state {self.loop}" if self.loop else "back to the start"

    def _title(self, number: int) -> str:
        if not number:
            return "start"
        if number == len(self.scenes) - 1 and self.is_rest:
            return f"{self.scenes[number].title}, for ever"
        title = self.scenes[number].title
        return "" if title == self.common else title

    def _is_again(self, number: int) -> bool:
        """Whether a state was shown before, because the loop leads back to it."""
        return self.loop is not None and number == len(self.scenes) - 1

    # Values ---------------------------------------------------------------------------------------

    def values(self, full: bool) -> Iterator[str]:
        """The lines of pictures if they are small; without a board, of what changed if shorter."""
        if self.common:
            yield from hanging(self.common, self.width, "  each step is ")
            yield ""
        board = any(scene.look is not None and scene.look.is_board for scene in self.scenes)
        listed = list(self.listed(full))
        pictures = list(self.pictures()) if self._are_small(2 if board else 3) else []
        shorter = len(pictures) <= len(listed) + len(self.scenes)
        yield from pictures if pictures and (board or shorter) else listed

    def _are_small(self, count: int) -> bool:
        """Whether `count` pictures, or all of them, fit side by side."""
        lines = (line for scene in self.scenes for line in (scene.picture or "").splitlines())
        beside = min(count, len(self.scenes))
        return beside * (max(map(len, lines), default=0) + GAP) + 2 - GAP <= self.width

    def listed(self, full: bool) -> Iterator[str]:
        """The lines of the first state, and of what changed after each step."""
        heads = ["  start"]
        heads += [f"  {n:3}  {self._title(n)}".rstrip() for n in range(1, len(self.scenes))]
        beside = [len(head) for head in heads if len(head) <= self.width * 2 // 5]
        column = max(beside) + 2 if 2 * len(beside) > len(heads) else UNDER
        for number, head in enumerate(heads):
            lines = self._body(number, self.width - column, full or not number)
            if len(head) + 2 <= column and lines:
                yield f"{head:<{column}}{lines.pop(0)}"
            else:
                yield from hanging(head.strip(), self.width, head[: -len(head.strip())], " " * 9)
            yield from (" " * column + line for line in lines)

    def _body(self, number: int, width: int, whole: bool) -> list[str]:
        look = self.scenes[number].look
        again = [self.back] if self._is_again(number) and self.back else []
        if look is None:
            return [*(self.scenes[number].picture or "").splitlines(), *again]
        if whole:
            return again if self._is_again(number) else look.whole(width)
        changed = look.changed(width)
        if not changed and self.scenes[number].event != str(REST):
            changed = ["(nothing changes)"]
        return [*changed, *again]

    # Pictures -------------------------------------------------------------------------------------

    def pictures(self) -> Iterator[str]:
        """The lines of the pictures, as many side by side as fit, each under its event."""
        row: list[tuple[list[str], list[str]]] = []
        for number in range(len(self.scenes)):
            block = self._block(number)
            used = sum(_width(other) + GAP for other in row)
            if row and used + _width(block) + 2 > self.width:
                yield from _side_by_side(row)
                row = []
            row.append(block)
        yield from _side_by_side(row)

    def _block(self, number: int) -> tuple[list[str], list[str]]:
        """The lines of a head, and the lines below it."""
        picture = (self.scenes[number].picture or "").splitlines()
        width = max(HEAD, *map(len, picture), 0)
        if self._is_again(number):
            picture = [self.back] if self.back else []
        first = f"{number} " if number else ""
        return hanging(self._title(number), width, first, rest="  "), picture

    # Events ---------------------------------------------------------------------------------------

    def events(self) -> Iterator[str]:
        """A line for each event, with the b-threads that requested it."""
        if self.loop == 0:
            yield "       (the loop starts here)"
        width = max((len(scene.event or "") for scene in self.scenes), default=0)
        for number, scene in enumerate(self.scenes[1:], start=1):
            yield f"  {number:3}  {scene.event:<{width}}  {_asked(scene)}".rstrip()
            if number == self.loop:
                yield "       (the loop starts here)"
        if self.loop is not None:
            yield "       (back to the start of the loop)"


def _asked(scene: Scene) -> str:
    if not scene.asked_by:
        return scene.whence
    first, *others = scene.asked_by
    more = f" and {len(others)} more" if others else ""
    return f"requested by {first.thread}{more} at {near(str(first.place))}"


def _width(block: tuple[list[str], list[str]]) -> int:
    return max(map(len, (*block[0], *block[1])))


def _side_by_side(row: Sequence[tuple[list[str], list[str]]]) -> Iterator[str]:
    """The lines of blocks side by side; all heads get as many lines as the longest."""
    heads = max(len(head) for head, _ in row)
    height = heads + max(len(picture) for _, picture in row)
    blocks = [head + [""] * (heads - len(head)) + picture for head, picture in row]
    for level in range(height):
        parts = (
            (block[level] if level < len(block) else "").ljust(_width(pair))
            for block, pair in zip(blocks, row, strict=True)
        )
        yield ("  " + (" " * GAP).join(parts)).rstrip()
    yield ""
