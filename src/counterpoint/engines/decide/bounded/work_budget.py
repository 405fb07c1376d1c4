"""How much work the searches of one check may still do together."""

from __future__ import annotations


class WorkBudget:
    """The propagations that are left; None is no limit.

    >>> budget = WorkBudget(10)
    >>> budget.spend(12)
    >>> budget.is_spent, WorkBudget(None).is_spent
    (True, False)
    """

    def __init__(self, left: int | None) -> None:
        self.left = left

    @property
    def is_spent(self) -> bool:
        """Whether nothing is left."""
        return self.left is not None and self.left <= 0

    def spend(self, work: int) -> None:
        """Note the work of a search."""
        if self.left is not None:
            self.left -= work
