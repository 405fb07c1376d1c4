"""Concrete syntax trees: the result of the parser, without most tokens, comments and proofs."""

from __future__ import annotations

from ..tree import Span
from .source import Prepared

Point = tuple[int, int]


class Cst:
    """A node of a concrete syntax tree: its kind, its children and its text."""

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
        """The source text of the node."""
        return self._text.slice(*self._bytes)

    @property
    def at(self) -> Span:
        """The place of the node in the source."""
        return self._text.span(*self._points)
