"""ENABLED of actions in a simple form: guards, and assignments of current values to variables."""

from __future__ import annotations

from dataclasses import field

from ...data import dataclass
from ..evaluate.actions import flat
from ..scope import Builtin, Defined
from ..steps.fresh import is_substituted
from ..steps.summary import target
from ..tree import And, Apply, Expression, Qualified, Unchanged
from .making import Here, Making
from .parts import can_enter, entered
from .written import Spot


@dataclass(slots=True)
class Enabling:
    """Decides whether an action has that form, and collects what ENABLED of it requires.

    Each conjunct must either be a condition on the current state only, or assign an expression on
    the current state to the next value of a variable, once for each variable.
    """

    making: Making
    needs: list[tuple[bool, Spot]] = field(default_factory=list)
    """The requirements in order: whether only a value is needed, and the expression."""
    assigned: set[int] = field(default_factory=set)

    def has_form(self, action: Expression, here: Here) -> bool:
        """Whether an action has the form and is not about substituted variables of an instance."""
        is_ours = not is_substituted(action, here.cx.scope, self.making.names)
        return is_ours and self.takes(action, here)

    def takes(self, node: Expression, here: Here) -> bool:
        """Whether an action has the form; if so, all its conjuncts are recorded."""
        names = self.making.names
        simple = names.simply(node, here.cx.scope)
        node, here = simple.expression, here.scoped(simple.scope)
        if not self._reads_next(node, here):
            self.needs.append((False, Spot(node, here)))
            return True
        match node:
            case And(parts):
                return all(self.takes(part, here) for part in parts)
            case Unchanged(body):
                parts_ = flat(names, body, here.cx.scope)
                return all(self._is_given(part.expression, here.scoped(part.scope), primed=True)
                           for part in parts_)  # fmt: skip
            case Apply() | Qualified():
                return self._applied(node, here)
        return False

    def _applied(self, node: Apply | Qualified, here: Here) -> bool:
        meaning, args = self.making.names.applied(node, here.cx.scope)
        if isinstance(meaning, Defined) and args and can_enter(meaning, args):
            return self.takes(meaning.body, entered(self.making, node, meaning, args, here))
        if not isinstance(meaning, Builtin) or len(args) != 2:
            return False
        if meaning.name == "/\\":
            return all(self.takes(arg, here) for arg in args)
        if meaning.name != "=" or self._reads_next(args[1], here):
            return False
        self.needs.append((True, Spot(args[1], here)))
        return self._is_given(args[0], here)

    def _is_given(self, node: Expression, here: Here, *, primed: bool = False) -> bool:
        """Whether an expression is the next value of an unassigned variable; marks it assigned."""
        number = target(self.making.c, node, here.cx.scope, primed)
        if number is None or number in self.assigned:
            return False
        self.assigned.add(number)
        return True

    def _reads_next(self, node: Expression, here: Here) -> bool:
        reads = self.making.reads(node, here.cx)
        return bool(self.making.c.footprints.reads_next(reads))
