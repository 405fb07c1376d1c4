"""Specifications as formulas; their atoms are expressions of SMV, written in full names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod

from ...data import dataclass
from ...errors import BadDeclaration, BadType, Refused
from ...identity import Identity, identity
from ...logic.formula import Atom, Const, Formula, Junction, Junctor, Not, Path, Temporal, joined
from ...logic.formula import Tense as Operator
from ...logic.span import NOWHERE
from ...nodes import nodes_in
from ...terms.sort import size, values
from ...terms.term import Term
from ..modules.instance import Instance
from ..tree import Binary, Case, Choice, Expression, Next, Tense, Unary
from .evaluate import Evaluator
from .value import Fault, Kind, Reading, Scalar, Value
from .variables import Place
from .written import Writer, constant_text

MOST = 1 << 8
"""Values of next variables and inputs in one atom beyond which it is refused."""

_LINEAR = {
    "X": Operator.NEXT,
    "F": Operator.FINALLY,
    "G": Operator.GLOBALLY,
    "U": Operator.UNTIL,
    "V": Operator.RELEASE,
}
PAST = frozenset("YZHOST")
"""The operators about the past."""

_JUNCTORS = {"&": Junctor.AND, "|": Junctor.OR, "->": Junctor.IMPLIES, "<->": Junctor.IFF}


@dataclass(frozen=True, slots=True)
class Remembered:
    """An atom about the past: `operator` is `Y`, `Z`, `H`, `O`, `S` or `T`, over formulas."""

    operator: str
    parts: tuple[Formula, ...]


class Specifier:
    """Translates specifications; `past` are the atoms about the past that they use.

    `labels` have the choices of each label; these show the inputs if `are_shown` is true.
    """

    def __init__(
        self,
        evaluator: Evaluator,
        labels: Mapping[str, tuple[tuple[str, object], ...]],
        *,
        are_shown: bool,
    ) -> None:
        self._evaluator = evaluator
        self._labels = labels
        self._are_shown = are_shown
        self._writer = Writer(evaluator.names)
        self._places: dict[str, tuple[Place, bool]] = {}
        for place in evaluator.places:
            for pair in place.pairs:
                self._places[pair.now.name] = place, False
                self._places[pair.after.name] = place, True
        self.past: dict[str, Remembered] = {}
        self.conditions: dict[str, Term] = {}

    def branching(self, node: Expression, instance: Instance) -> Formula:
        """The formula of a CTL specification; raises `BadType` for operators of linear time."""
        return _Branching(self).formula(node, instance)

    def linear(self, node: Expression, instance: Instance) -> Formula:
        """The formula of an LTL specification; raises `BadType` for operators of branching time."""
        return _Linear(self).formula(node, instance)

    def atom(self, node: Expression, instance: Instance, *, of_steps: bool) -> Formula:
        """The formula of an expression without temporal operators.

        With `of_steps`, it may read inputs and next values, which are those of the step from the
        state; raises `BadDeclaration` where it may not.
        """
        reading = self._evaluator.condition(node, instance, "a specification")
        if reading.next_at is None and reading.input_at is None:
            return self._split(node, instance)
        wrong = reading.next_at or reading.input_at
        assert wrong is not None
        if not of_steps:
            what = "next" if reading.next_at is not None else "an input"
            says = f"{what} speaks of a step, and a specification of branching time of states only"
            raise BadDeclaration(says, wrong.place())
        return self._of_step(node, instance)

    def faults(self, node: Expression, instance: Instance) -> Iterator[Fault]:
        """The faults of the expressions in a specification."""
        if not is_temporal(node):
            yield from self._evaluator.read(node, instance).faults
            return
        parts = node.parts if isinstance(node, Tense) else _operands(node)
        for part in parts:
            yield from self.faults(part, instance)

    def _split(self, node: Expression, instance: Instance) -> Formula:
        """The formula of a condition on states; its connectives become those of the formula."""
        match node:
            case Unary("!", of):
                return Not(self._split(of, instance))
            case Binary(("&" | "|" | "->" | "<->") as operator):
                if _is_boolean(self._evaluator.read(node.left, instance)):
                    return self._row(node, operator, instance)
        text = _single(self._writer.text(node, instance))
        if text in ("TRUE", "FALSE"):
            return Const(text == "TRUE")
        value = self._evaluator.read(node, instance).value
        assert isinstance(value, Scalar)
        self.conditions[text] = value.term
        return Atom(text)

    def _row(self, node: Binary, operator: str, instance: Instance) -> Formula:
        parts = [node.right]
        left = node.left
        while operator in "&|" and isinstance(left, Binary) and left.operator == operator:
            parts.append(left.right)
            left = left.left
        formulas = [self._split(part, instance) for part in (left, *reversed(parts))]
        return joined(_JUNCTORS[operator], formulas, NOWHERE)

    # Steps.

    def _of_step(self, node: Expression, instance: Instance) -> Formula:
        """A condition on a step: for each of its next values and inputs, what it says of the state.

        The step has them if the next state, or the label of the step to it, shows them.
        """
        read = sorted(self._evaluator.reads(node, instance))
        found = [(name, *self._places[name]) for name in read]
        moving = [each for each in found if each[2] or each[1].declared.kind == "IVAR"]
        places = list({identity(place): (place, after) for _, place, after in moving}.items())
        columns = [_constants(place.after if after else place.now) for _, (place, after) in places]
        if prod(map(len, columns)) > MOST:
            says = f"this reads more than {MOST} combinations of next values and inputs"
            raise Refused(says, node.at.place())
        cases: list[Formula] = []
        for texts in product(*columns):
            now: dict[Identity, str] = {}
            after: dict[Identity, str] = {}
            shown: list[Formula] = []
            for (_, (place, is_after)), text in zip(places, texts, strict=True):
                (after if is_after else now)[identity(place.declared)] = text
                shown.append(self._shown(place, is_after, text, node))
            state = Atom(_single(Writer(self._evaluator.names, now, after).text(node, instance)))
            step = Temporal(Operator.NEXT, (joined(Junctor.AND, shown, NOWHERE),))
            cases.append(Junction(Junctor.AND, step, state))
        return joined(Junctor.OR, cases, NOWHERE)

    def _shown(self, place: Place, is_after: bool, text: str, node: Expression) -> Formula:
        """What is true after a step in which a variable has this value."""
        name = place.declared.name
        if is_after:
            return Atom(f"{name} = {text}")
        labels = [label for label, choices in self._labels.items() if _has(choices, place, text)]
        if not self._are_shown:
            says = (
                f"{name} is an input that no label shows, since inputs have too many values: use a "
                "state variable in place of it"
            )
            raise Refused(says, node.at.place())
        found: list[Formula] = [Atom(label) for label in labels]
        return joined(Junctor.OR, found, NOWHERE) if found else Const(False)


class _Branching:
    """Translates CTL."""

    def __init__(self, on: Specifier) -> None:
        self._on = on

    def formula(self, node: Expression, instance: Instance) -> Formula:
        if not is_temporal(node):
            return self._on.atom(node, instance, of_steps=False)
        if not isinstance(node, Tense):
            return _connected(node, lambda part: self.formula(part, instance))
        parts = [self.formula(part, instance) for part in node.parts]
        some, operator = node.operator[0] == "E", node.operator[1:]
        if node.operator in _LINEAR or node.operator in PAST:
            says = f"{node.operator} is an operator of linear time: write it in an LTLSPEC"
            raise BadType(says, node.at.place())
        if node.low is not None and node.high is not None:
            return self._bounded(some, operator, parts, node.low, node.high)
        return Path(some, Temporal(_LINEAR[operator], tuple(parts)))

    def _bounded(
        self, some: bool, operator: str, parts: list[Formula], low: int, high: int
    ) -> Formula:
        """`EBF`, `ABG`, `E[p BU q]` and so on: within `low` to `high` steps."""

        def ahead(of: Formula) -> Formula:
            return Path(some, Temporal(Operator.NEXT, (of,)))

        goal, hold = parts[-1], parts[0]
        join = Junctor.AND if operator == "BG" else Junctor.OR
        found = goal
        for _ in range(high - low):
            more = ahead(found)
            if operator == "BU":
                more = Junction(Junctor.AND, hold, more)
            found = Junction(join, goal, more)
        for _ in range(low):
            found = ahead(found)
            if operator == "BU":
                found = Junction(Junctor.AND, hold, found)
        return found


class _Linear:
    """Translates LTL."""

    def __init__(self, on: Specifier) -> None:
        self._on = on

    def formula(self, node: Expression, instance: Instance) -> Formula:
        if not is_temporal(node):
            return self._on.atom(node, instance, of_steps=True)
        if not isinstance(node, Tense):
            return _connected(node, lambda part: self.formula(part, instance))
        parts = tuple(self.formula(part, instance) for part in node.parts)
        if node.operator in PAST:
            return self._past(node, parts)
        if node.operator not in _LINEAR:
            says = f"{node.operator} is an operator of branching time: write it in a CTLSPEC"
            raise BadType(says, node.at.place())
        if node.low is not None and node.high is not None:
            return _within(node.operator, parts[0], node.low, node.high)
        return Temporal(_LINEAR[node.operator], parts)

    def _past(self, node: Tense, parts: tuple[Formula, ...]) -> Formula:
        if any(isinstance(part, Temporal) for of in parts for part in _inside(of)):
            says = (
                f"{node.operator} asks here what was to come at an earlier time: only expressions "
                "and operators about the past may stand after an operator about the past"
            )
            raise Refused(says, node.at.place())
        if node.low is not None and node.high is not None:
            return self._within_past(node.operator, parts[0], node.low, node.high)
        return self._remember(node.operator, parts)

    def _within_past(self, operator: str, of: Formula, low: int, high: int) -> Formula:
        """`O [1,3] p` is `Y (p | Y (p | Y p))`, and `H [1,3] p` is `Y (p & Y (p & Y p))`.

        So `H` is false where there are not as many steps yet, as it is in NuSMV.
        """
        before, join = "Y", Junctor.OR if operator == "O" else Junctor.AND
        found = of
        for _ in range(high - low):
            found = Junction(join, of, self._remember(before, (found,)))
        for _ in range(low):
            found = self._remember(before, (found,))
        return found

    def _remember(self, operator: str, parts: tuple[Formula, ...]) -> Formula:
        texts = [f"({part})" if isinstance(part, Junction) else str(part) for part in parts]
        text = f"{operator} {texts[0]}" if len(texts) == 1 else f"{texts[0]} {operator} {texts[1]}"
        self._on.past[_single(text)] = Remembered(operator, parts)
        return Atom(_single(text))


def _within(operator: str, of: Formula, low: int, high: int) -> Formula:
    """`F [1,3] p` is `X (p | X (p | X p))`; `G` is its dual."""
    join = Junctor.OR if operator == "F" else Junctor.AND
    found = of
    for _ in range(high - low):
        found = Junction(join, of, Temporal(Operator.NEXT, (found,)))
    for _ in range(low):
        found = Temporal(Operator.NEXT, (found,))
    return found


def _connected(node: Expression, formula: object) -> Formula:
    """The formula of a connective over formulas; raises `BadType` for another operator."""
    match node:
        case Unary("!", of):
            return Not(formula(of))  # type: ignore[operator]
        case Binary(operator, left, right) if operator in _JUNCTORS:
            return Junction(_JUNCTORS[operator], formula(left), formula(right))  # type: ignore[operator]
        case Binary("xnor" | "=", left, right):
            return Junction(Junctor.IFF, formula(left), formula(right))  # type: ignore[operator]
        case Binary("xor" | "!=", left, right):
            return Not(Junction(Junctor.IFF, formula(left), formula(right)))  # type: ignore[operator]
    says = "formulas are joined by ! & | -> <-> xor xnor only"
    raise BadType(says, node.at.place())


def _operands(node: Expression) -> tuple[Expression, ...]:
    match node:
        case Unary(_, of):
            return (of,)
        case Binary(_, left, right):
            return left, right
        case Choice(condition, then, otherwise):
            return condition, then, otherwise
        case Case(branches):
            return tuple(part for branch in branches for part in (branch.condition, branch.of))
        case Next(of):
            return (of,)
    return ()


def is_temporal(node: Expression) -> bool:
    """Whether an expression has a temporal operator in it."""
    return any(isinstance(part, Tense) for part in nodes_in(node))


def _inside(formula: Formula) -> Iterator[Formula]:
    from ...logic.formula import parts

    return parts(formula)


def _is_boolean(reading: Reading) -> bool:
    return isinstance(reading.value, Scalar) and reading.value.kind is Kind.BOOLEAN


def _constants(value: Value) -> list[str]:
    """All constants of a variable's type, as text."""
    from .assignments import _variables

    names = _variables(value)
    if prod(size(variable.sort) for variable in names) > MOST:
        return [""] * (MOST + 1)
    columns = [list(values(variable.sort)) for variable in names]
    return [
        constant_text(value, dict(zip((v.name for v in names), row, strict=True)))
        for row in product(*columns)
    ]


def _has(choices: Sequence[tuple[str, object]], place: Place, text: str) -> bool:
    """Whether a label shows that an input has a value; of a word it shows the bits."""
    from .assignments import _variables

    known = dict(choices)
    names = [variable.name for variable in _variables(place.now)]
    return all(name in known for name in names) and constant_text(place.now, known) == text


def _single(text: str) -> str:
    """The text with single blanks, as atoms have it."""
    return " ".join(text.split())
