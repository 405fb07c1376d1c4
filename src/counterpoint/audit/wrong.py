"""What is raised within the auditor where an answer does not pass, or is not sure."""

from __future__ import annotations

from ..certificate import Seen


class Wrong(Exception):
    """Something that was claimed is not so, in a state or of an answer as a whole."""

    def __init__(self, what: str, seen: Seen | None = None) -> None:
        super().__init__(what)
        self.what = what
        self.seen = seen


class Doubted(Exception):
    """Why something may be otherwise than was claimed, although nothing that is seen shows it."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why
