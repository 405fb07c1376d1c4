"""What is wrong with a formula, and where; it becomes the text of a `BadFormula`."""

from __future__ import annotations

from ..errors import BadFormula
from .span import Span

WIDTH = 100
"""The length in characters up to which a line is shown whole; longer lines are shown in part."""


class Complaint(Exception):
    """An error at a place in the text; `hint` says what may help."""

    def __init__(self, span: Span, says: str, hint: str = "") -> None:
        super().__init__(says)
        self.span = span
        self.says = says
        self.hint = hint

    def about(self, text: str) -> BadFormula:
        """The error to raise for a formula that was parsed from `text`.

        >>> print(Complaint(Span(5, 6), "this is odd").about("G (p ? q)"))
        [CP400] this is odd
            G (p ? q)
                 ^
        """
        parts = [self.says, _pointed(text, self.span)]
        error = BadFormula("\n".join(part for part in [*parts, self.hint] if part))
        error.formula, error.column = text, min(self.span.start, len(text)) + 1
        return error

    def of_formula(self, shown: str) -> BadFormula:
        """The error to raise for a formula that was not parsed, so that it has no places."""
        return BadFormula(
            "\n".join(part for part in (self.says, f"    {shown}", self.hint) if part)
        )


def _pointed(text: str, span: Span) -> str:
    """The line of the text in which the span begins, with carets under the span."""
    start = min(span.start, len(text))
    first = text.rfind("\n", 0, start) + 1
    line = text[first:].partition("\n")[0]
    if not line.strip():
        return ""
    before, after = line[: start - first], line[start - first :]
    if len(line) > WIDTH:
        before = before if len(before) < WIDTH // 2 else f"... {before[-WIDTH // 2 :]}"
        after = after if len(after) < WIDTH // 2 else f"{after[: WIDTH // 2]} ..."
    width = max(1, min(span.end - span.start, len(after)))
    blank = "".join("\t" if char == "\t" else " " for char in before)
    return f"    {before}{after}\n    {blank}{'^' * width}"
