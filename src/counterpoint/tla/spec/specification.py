"""A specification as a list of conjuncts, each with the rule that it belongs to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from enum import Enum

from ...data import dataclass
from ...errors import UnknownName
from ..evaluate.context import Closed
from ..scope import Scope
from ..tree import Apply, Expression, Span
from .text import LIMIT, text


class Kind(Enum):
    """What a conjunct of a formula constrains."""

    START = "start"
    """The first state, by a state predicate."""

    ALWAYS = "always"
    """Every state, by `[]P` for a state predicate P."""

    STEPS = "steps"
    """Every step, by `[][A]_v`."""

    FAIR = "fair"
    """Infinite runs, by weak or strong fairness of one action."""

    TEMPORAL = "temporal"
    """Runs, in any other way."""


@dataclass(frozen=True, slots=True)
class Conjunct:
    """One conjunct of a temporal formula, with quantifiers unrolled.

    `expression` is the predicate or the action, without the `[]`; for a TEMPORAL conjunct it is the
    whole formula. `rule` is the name of the definition of which it is a direct conjunct.
    """

    kind: Kind
    rule: str
    expression: Expression
    scope: Scope

    @property
    def closed(self) -> Closed:
        """The expression with its scope."""
        return Closed(self.expression, self.scope)

    @property
    def at(self) -> Span:
        """The place in the source."""
        return self.expression.at

    def __str__(self) -> str:
        said = self.expression
        if self.kind in {Kind.ALWAYS, Kind.STEPS}:
            said = Apply("[]", (said,))
        whole = text(said, self.scope)
        return whole if len(whole) <= LIMIT else whole[: LIMIT - 4].rstrip() + " ..."


@dataclass(frozen=True, slots=True)
class Specification:
    """A flat conjunction. It is immutable; rules can be switched off in a copy.

    A rule is a definition. Its initial predicate, its box and its fairness are switched together.

    >>> from ..tree import Square
    >>> scope = Scope()
    >>> box = Conjunct(Kind.STEPS, "Tick", Square(Apply("Next"), Apply("vars")), scope)
    >>> clock = Specification("Clock", (Conjunct(Kind.START, "Clock", Apply("Init"), scope), box))
    >>> clock.rules, [str(conjunct) for conjunct in clock.without("Clock").conjuncts]
    (('Clock', 'Tick'), ['[][Next]_vars'])
    """

    name: str
    conjuncts: tuple[Conjunct, ...]
    off: tuple[Conjunct, ...] = ()
    """The conjuncts of the rules that were switched off."""

    @property
    def rules(self) -> tuple[str, ...]:
        """The names of the rules that are switched on, in the order of the conjunction."""
        return tuple(dict.fromkeys(conjunct.rule for conjunct in self.conjuncts))

    def of(self, *kinds: Kind) -> tuple[Conjunct, ...]:
        """The conjuncts of these kinds, in order."""
        return tuple(conjunct for conjunct in self.conjuncts if conjunct.kind in kinds)

    def without(self, *rules: str) -> Specification:
        """The specification with these rules switched off.

        Raises `UnknownName` for a name that is not a rule.
        """
        self._require_rules(rules)
        return self._keeping(lambda conjunct: conjunct.rule not in rules)

    def only(self, *rules: str) -> Specification:
        """The specification with all rules but these switched off.

        Raises `UnknownName` for a name that is not a rule.
        """
        self._require_rules(rules)
        return self._keeping(lambda conjunct: conjunct.rule in rules)

    def stages(self) -> Iterator[tuple[str, Specification]]:
        """The specification built up rule by rule.

        Each item is the name of the rule that is added, and the specification with all rules up to
        that one.
        """
        for count, name in enumerate(self.rules, start=1):
            yield name, self.only(*self.rules[:count])

    def plus(self, conjuncts: Iterable[Conjunct]) -> Specification:
        """The specification with more conjuncts at its end."""
        return replace(self, conjuncts=self.conjuncts + tuple(conjuncts))

    def _keeping(self, wanted: Callable[[Conjunct], bool]) -> Specification:
        kept = tuple(filter(wanted, self.conjuncts))
        off = tuple(conjunct for conjunct in self.conjuncts if not wanted(conjunct))
        return replace(self, conjuncts=kept, off=self.off + off)

    def _require_rules(self, names: Iterable[str]) -> None:
        for name in names:
            if name not in self.rules:
                raise UnknownName(
                    f"{self.name} has no rule {name!r}; there are {', '.join(self.rules)}"
                )
