"""The concrete tree of a text: what the parser saw, without tokens, comments and proofs."""

from __future__ import annotations

from ..tree import Span
from .source import Prepared

Point = tuple[int, int]


class Cst:
    """A node with its kind, its parts and its text."""

    __slots__ = ("_bytes", "_points", "_text", "kind", "parts")

    def __init__(
        self, kind: str, bytes_: tuple[int, int], points: tuple[Point, Point], text: Prepared
    ) -> None:
        self.kind = kind
        self.parts: list[Cst] = []
        self._bytes = bytes_
        self._points = points
        self._text = text

    @property
    def text(self) -> str:
        """What was written."""
        return self._text.slice(*self._bytes)

    @property
    def at(self) -> Span:
        """Where it was written."""
        return self._text.span(*self._points)
