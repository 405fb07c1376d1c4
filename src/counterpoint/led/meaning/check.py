"""Checking the names and the kinds of operands of a text; all problems are reported at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from ...errors import BadDefinition
from ..source import Span
from ..tree import (
    Big,
    Call,
    Cases,
    Definition,
    Expression,
    Name,
    Quantified,
    Such,
    Text,
)
from .known import Known, close, known_of
from .mentions import children
from .planner import Names, Stuck, candidates, pattern_names, plan
from .sorts import Misfit, Sorting

NOTHING: Names = frozenset()


def known_in(text: Text) -> Known:
    """Check a text and return the meanings of its names.

    Raises `BadDefinition` for the first problem; the others are in its `others`.

    >>> from ..source import Source
    >>> from ..syntax import read_text
    >>> known_in(read_text(Source("f.led", "/$ half(x) := x / too $/")))
    Traceback (most recent call last):
        ...
    counterpoint.errors.BadDefinition: [CP801] too means nothing here
      at f.led:1:19
        /$ half(x) := x / too $/
                          ^^^
    """
    known = known_of(text.definitions)
    found = sorted(_problems(text, known), key=lambda problem: problem.at.start)
    require_none(found)
    return known


def require_meaning(expression: Expression, known: Known, bound: Names = NOTHING) -> None:
    """Raise `BadDefinition` if an expression has undefined names or operands of a wrong kind."""
    checker = Checker(known, Sorting(known))
    checker.expression(expression, bound)
    require_none(checker.found)


class Problem:
    """A problem and its place; `name` is the unknown name, if that is the problem."""

    def __init__(self, said: str, at: Span, name: str = "") -> None:
        self.said = said
        self.at = at
        self.name = name


def require_none(found: list[Problem]) -> None:
    """Raise `BadDefinition` if there are problems; each unknown name is reported once."""
    times = Counter(problem.name for problem in found)
    reported: set[str] = set()
    errors = []
    for problem in found:
        if problem.name in reported:
            continue
        said = problem.said
        if problem.name:
            reported.add(problem.name)
            more = times[problem.name] - 1
            said += f" (and {more} more time{'s' * (more > 1)})" if more else ""
        errors.append(BadDefinition(said, problem.at.place()))
    if errors:
        errors[0].others = tuple(errors[1:])
        raise errors[0]


def _problems(text: Text, known: Known) -> Iterator[Problem]:
    names = {definition.name for definition in text.definitions}
    for signature in text.signatures:
        if signature.name not in names:
            near = close(signature.name, names)
            hint = f": {near} is" if near else ""
            yield Problem(
                f"{signature.name} is declared, and never defined{hint}",
                signature.at,
                signature.name,
            )
    yield from _defined_twice(text.definitions)
    sorting = Sorting(known)
    for definition in text.definitions:
        checker = Checker(known, sorting)
        checker.definition(definition)
        yield from checker.found


def _defined_twice(definitions: Iterable[Definition]) -> Iterator[Problem]:
    first: dict[tuple[str, int], Definition] = {}
    for definition in definitions:
        earlier = first.setdefault(definition.key, definition)
        if earlier is not definition:
            yield Problem(
                f"{definition.head} is defined already, in line {earlier.at.line}", definition.at
            )
        names = [parameter.name for parameter in definition.parameters]
        for number, parameter in enumerate(definition.parameters):
            if parameter.name in names[:number]:
                yield Problem(f"there are two parameters {parameter.name}", parameter.at)


class Checker:
    """Checks expressions for undefined names, unbound variables and operands of a wrong kind."""

    def __init__(self, known: Known, sorting: Sorting) -> None:
        self.known = known
        self.sorting = sorting
        self.found: list[Problem] = []
        self.half_bound: set[str] = set()
        self.claimed: set[str] = set()
        self.conditions = 0

    def definition(self, definition: Definition) -> None:
        """Check a definition."""
        bound: Names = frozenset(parameter.name for parameter in definition.parameters)
        for condition in (definition.guard, definition.where):
            if condition is not None:
                bound = self.condition(condition, bound)
        self.expression(definition.body, bound)
        if definition.is_relation:
            body = definition.body
            terms = [b.of for b in body.branches] if isinstance(body, Cases) else [body]
            self.misfits(self.sorting.untrue(terms, bound))

    def condition(self, condition: Expression, bound: Names) -> Names:
        """Check a condition that binds variables; returns the names that are bound after it."""
        variables = candidates(condition, self.known) - bound
        self.misfits(self.sorting.untrue((condition,), bound | variables))
        self.expression(condition, bound | variables)
        found = plan(condition, bound, self.known)
        if isinstance(found, Stuck):
            self.stuck(found)
            return bound | variables
        self.half_bound |= variables - found.names
        return bound | found.names

    def stuck(self, found: Stuck) -> None:
        """Report variables that nothing binds."""
        names = ", ".join(sorted(found.names))
        self.add(
            f"nothing here says what {names} can be: a variable is bound by x in S or x = term, "
            "whose own variables are bound",
            found.parts[0].at,
        )

    def expression(self, expression: Expression, bound: Names) -> None:
        """Check an expression in which some variables are bound."""
        self.misfits(self.sorting.misfits(expression, bound))
        match expression:
            case Name(name):
                self.name(name, expression.at, bound)
            case Call():
                self.call(expression, bound)
            case Such(of, where) | Big(_, where, of):
                self.conditions += 1
                inner = self.condition(where, bound)
                self.expression(of, inner)
                self.conditions -= 1
                self.claimed |= inner - bound if isinstance(expression, Big) else NOTHING
                return
            case Quantified(_, patterns, among, body):
                self.expression(among, bound)
                own = frozenset(name for p in patterns for name in pattern_names(p))
                self.claimed |= own
                self.expression(body, bound | own)
                return
        for child in children(expression):
            self.expression(child, bound)

    def name(self, name: str, at: Span, bound: Names) -> None:
        """Check a name on its own."""
        if name in bound or self.known.means(name):
            return
        if counts := self.known.counts(name):
            self.add(f"{name} takes {_arguments(counts)}, and is given none here", at)
        else:
            self.unknown(name, at, bound)

    def call(self, call: Call, bound: Names) -> None:
        """Check the name of a call, and its number of arguments."""
        given = len(call.args)
        counts = self.known.counts(call.name)
        at = Span(call.at.source, call.at.start, call.at.start + len(call.name))
        if given in counts:
            return
        if counts:
            some = f"{given} argument{'s' * (given != 1)}"
            self.add(f"{call.name} takes {_arguments(counts)}, and is given {some} here", at)
        elif call.name in bound:
            self.add(f"{call.name} is a variable, and cannot be applied", at)
        else:
            self.unknown(call.name, at, bound)

    def unknown(self, name: str, at: Span, bound: Names) -> None:
        """Report an undefined name."""
        if name in self.half_bound:
            self.add(f"{name} is bound in one part of a disjunction only", at)
            return
        if name in self.claimed:
            self.add(
                f"{name} means nothing here: what it was bound for ends before this, unless that "
                "stands in brackets",
                at,
            )
            return
        near = close(name, [*sorted(bound), *self.known.names])
        hint = f": {near} perhaps" if near else ""
        if not near and self.conditions:
            hint = f": {name} in S or {name} = term would bind it"
        self.found.append(Problem(f"{name} means nothing here{hint}", at, name))

    def misfits(self, found: Iterable[Misfit]) -> None:
        """Report operands of a wrong kind."""
        for operand, said in found:
            self.add(said, operand.at)

    def add(self, said: str, at: Span) -> None:
        self.found.append(Problem(said, at))


def _arguments(counts: list[int]) -> str:
    words = [str(count) if count else "no" for count in counts]
    return f"{' or '.join(words)} argument{'s' * (counts != [1])}"
