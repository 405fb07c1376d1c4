"""The steps of a model as functions of restricted Python.

`successors(here, rank, out, kinds)` writes the successors of the state with the words `here` to
`out`, as words or as ranks, and the number of each step's kind (its label and owner) to `kinds`. It
returns their number, or FAULT if a new value is outside the sort of its variable.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from functools import cached_property
from math import prod

from ....errors import Refused
from ....figure import figure
from ....model.action import Action
from ....model.chosen import Knot, knots, plain_guard
from ....native import M64
from ....terms.apply import all_true, conjuncts, variables_of
from ....terms.layout import Layout
from ....terms.solve import Plan, Turn, planned
from ....terms.sort import Enumeration, Interval, SetOf, Sort, code, is_member, size
from ....terms.term import Literal, Term, Variable
from ....tuning import Tuning
from .branch import Branch, Entry, arrange, facts_of, pieces
from .expression import Writer
from .pool import Facts, Pool

FAULT = M64
"""The result of `successors` if an action gives a variable a value outside its sort."""

_TAKES = "here: Ptr[u64], rank: u64, out: Ptr[u64], kinds: Ptr[u32]"


class Steps:
    """Generates the functions that compute successors, as ranks or as words."""

    def __init__(
        self,
        layout: Layout,
        actions: Sequence[Action],
        kinds: Sequence[int],
        tuning: Tuning,
        *,
        ranks: bool,
    ) -> None:
        self._tuning = tuning
        self._layout = layout
        self._labels = {kind: action.label for kind, action in zip(kinds, actions, strict=True)}
        self._ranks = ranks
        self._weights = {v.name: w for v, w in zip(layout.variables, layout.weights, strict=True)}
        self._words = {v.name: f.word for v, f in zip(layout.variables, layout.fields, strict=True)}
        self._pool = Pool(tuning)
        self._shared = _repeatable(actions, kinds, self._pool)
        self._most = 0
        entries: dict[bool, list[Entry]] = {False: [], True: []}
        chooses = any(action.chosen for action in actions)
        for kind, action in zip(kinds, actions, strict=True):
            entry = Entry(kind, (plain_guard(action),), action.updates, {}, knots(action))
            entries[chooses and action.rests].append(entry)
        self._branches = [arrange(each, self._pool) for each in entries.values() if each]
        self._writer = Writer(layout, tuning.longest_expression)

    @cached_property
    def most(self) -> int:
        """The number of steps that `successors` may write for one state."""
        list(self.functions())
        return self._most

    def functions(self) -> Iterator[tuple[str, str]]:
        """The name and the text of each function, callees first, `successors` last.

        Raises `Refused` if an action may have too many choices.
        """
        self._most = 0
        calls = []
        for number, (rests, piece) in enumerate(self._pieces()):
            name = f"part{number}"
            if rests:  # they are enabled only where nothing else is
                calls.append("    if n != 0:\n        return n\n")
            calls.append(f"    n = {name}(here, rank, out, kinds, n)\n")
            calls.append("    if n == FAULT:\n        return FAULT\n")
            yield name, self._part(name, piece)
        body = "".join(["    n = 0\n", *calls, "    return n\n"])
        yield "successors", f"def successors({_TAKES}) -> u64:\n{body}"

    def _pieces(self) -> Iterator[tuple[bool, Branch]]:
        """The parts of the function, each with whether rests begin with it."""
        for number, branch in enumerate(self._branches):
            for at, piece in enumerate(pieces(branch, self._tuning.longest_function)):
                yield number == 1 and at == 0, piece

    def _part(self, name: str, piece: Branch) -> str:
        self._writer = Writer(self._layout, self._tuning.longest_expression)
        for word in range(self._layout.words):
            self._writer.line(f"s{word} = here[{word}]")
        self._write(piece)
        self._writer.line("return n")
        return "\n".join([f"def {name}({_TAKES}, n: u64) -> u64:", *self._writer.lines, ""])

    def _write(self, part: Branch | Entry) -> None:
        tests = self._writer.tests(part.conditions)
        if not tests:
            self._inside(part)
            return
        with self._writer.block(f"if {' and '.join(tests)}:"):
            self._inside(part)

    def _inside(self, part: Branch | Entry) -> None:
        if isinstance(part, Entry):
            if part.knots:
                self._choices(part)
            else:
                self._step(part)
            return
        for term in part.shared:
            self._writer.compute(term)
        for inner in part.body:
            self._write(inner)
        if not part.body:
            self._writer.line("pass")

    def _step(self, entry: Entry) -> None:
        """Write the lines for one successor."""
        facts = {**entry.facts, **facts_of(entry.conditions)}
        self._most += 1
        self._successor(entry, facts, once=entry.number not in self._shared)

    def _successor(self, entry: Entry, facts: Facts, *, once: bool) -> None:
        """Write the lines for a successor, whether or not an equal one may have been written."""
        terms = self._pool.terms([term for _, term in entry.updates], facts)
        changes = [
            (variable, self._new_code(variable.sort, term))
            for (variable, _), term in zip(entry.updates, terms, strict=True)
        ]
        if self._ranks:
            self._write_rank(changes, facts)
        else:
            self._write_words(changes)
        self._writer.line(f"kinds[n] = {entry.number}")
        if once:
            self._writer.line("n += 1")
        else:
            width = 1 if self._ranks else self._layout.words
            self._writer.line(f"n += is_new(out, kinds, n, {width})")

    # Choices

    def _choices(self, entry: Entry) -> None:
        """Write the loops over what an action chooses, with the successors inside."""
        facts = {**entry.facts, **facts_of(entry.conditions)}
        read = {v.name for _, term in entry.updates for v in variables_of(term)}
        needed = [knot for knot in entry.knots if read & {v.name for v in knot.chosen}]
        others = [knot for knot in entry.knots if knot not in needed and knot.conditions]
        plans = [self._plan(knot, facts) for knot in (*others, *needed)]
        tried = [v for plan in plans[len(others) :] for v in _tried(plan)]
        self._require_few(entry, [v for plan in plans for v in _tried(plan)])
        self._most += prod(size(v.sort) for v in tried) + 1
        direct = {term.name for _, term in entry.updates if isinstance(term, Variable)}
        once = entry.number not in self._shared and all(v.name in direct for v in tried)
        with ExitStack() as blocks:
            blocks.enter_context(self._writer.scope())
            for plan in plans[: len(others)]:
                found = self._is_satisfied(plan)
                blocks.enter_context(self._writer.block(f"if {found} != 0:"))
            for plan in plans[len(others) :]:
                self._nest(plan, blocks)
            self._successor(entry, facts, once=once)

    def _plan(self, knot: Knot, facts: Facts) -> Plan:
        """How the variables of a knot are found, with its conditions simplified by facts."""
        simple = all_true(self._pool.terms(knot.conditions, facts))
        return planned(map(self._pool.term, conjuncts(simple)), knot.chosen)

    def _require_few(self, entry: Entry, tried: Sequence[Variable]) -> None:
        choices = prod(size(variable.sort) for variable in tried)
        if choices > self._tuning.choices_most:
            label = self._labels[entry.number]
            raise Refused(
                f"{label} chooses among {figure(choices)} values of "
                f"{', '.join(variable.name for variable in tried[:3])}"
                f"{' and others' if len(tried) > 3 else ''}, and native code tries "
                f"{self._tuning.choices_most:,} at most"
            )

    def _is_satisfied(self, plan: Plan) -> str:
        """Write the loops that find out whether a plan has a solution; says where."""
        found = self._writer.let("0")
        with ExitStack() as blocks:
            blocks.enter_context(self._writer.scope())
            self._nest(plan, blocks)
            self._writer.line(f"{found} = 1")
        return found

    def _nest(self, plan: Plan, blocks: ExitStack) -> None:
        """Open the loops and tests of a plan."""
        self._when(plan.before, blocks)
        for turn in plan.turns:
            self._turn(turn, blocks)

    def _when(self, conditions: Sequence[Term], blocks: ExitStack) -> None:
        if tests := self._writer.tests(conditions):
            blocks.enter_context(self._writer.block(f"if {' and '.join(tests)}:"))

    def _turn(self, turn: Turn, blocks: ExitStack) -> None:
        """Open the loop over the values of a variable, or compute the only one; and its tests."""
        writer, variable = self._writer, turn.variable
        if _is_computed(turn):
            assert turn.to is not None
            name = writer.let(str(writer.code(turn.to, variable.sort)))
            if not _fits(turn.to.sort, variable.sort):
                last = size(variable.sort) - 1
                blocks.enter_context(writer.block(f"if {name} <= {last}:"))
            writer.choose(variable, name)
            self._when(turn.tests, blocks)
            return
        name = writer.fresh()
        blocks.enter_context(writer.block(f"for {name} in range({size(variable.sort)}):"))
        writer.choose(variable, name)
        self._when((*turn.tests, *([] if turn.by is None else [turn.by])), blocks)

    def _new_code(self, sort: Sort, term: Term) -> int | str:
        """The code of a new value, an int if it is known; also writes the check of its sort."""
        if isinstance(term, Literal):
            if is_member(sort, term.value):
                return code(sort, term.value)
            self._writer.line("return FAULT")
            return 0
        text = self._writer.code(term, sort)
        if not _fits(term.sort, sort):
            text = self._writer.let(text)
            with self._writer.block(f"if {text} > {size(sort) - 1}:"):
                self._writer.line("return FAULT")
        return text

    def _write_rank(self, changes: Sequence[tuple[Variable, int | str]], facts: Facts) -> None:
        known, parts = 0, ["rank"]
        for variable, new in changes:
            weight = self._weights[variable.name]
            old: int | str = facts.get(variable.name, self._writer.field(variable))
            for sign, amount in ((1, new), (-1, old)):
                if isinstance(amount, int):
                    known += sign * amount * weight
                else:
                    parts.append(f"{amount} * {sign * weight & M64}")
        if known:
            parts.append(str(known & M64))
        self._writer.line(f"out[n] = {' + '.join(parts)}")

    def _write_words(self, changes: Sequence[tuple[Variable, int | str]]) -> None:
        words = self._layout.words
        for word in range(words):
            own = [(v, new) for v, new in changes if self._words[v.name] == word]
            mask = known = 0
            parts = []
            for variable, new in own:
                field = self._writer.masked(variable, 0)
                shift = (field.mask & -field.mask).bit_length() - 1
                mask |= field.mask
                if isinstance(new, int):
                    known |= new << shift
                else:
                    parts.append(f"({new} << {shift})" if shift else new)
            kept = f"(s{word} & {~mask & M64:#x})" if mask else f"s{word}"
            parts = [kept, *parts, *([f"{known:#x}"] if known else [])]
            place = "n" if words == 1 else f"n * {words} + {word}"
            self._writer.line(f"out[{place}] = {' | '.join(parts)}")


def _is_computed(turn: Turn) -> bool:
    """Whether the value of a variable is computed; native code compares values of one kind only."""
    return (
        turn.to is not None
        and type(turn.to.sort) is type(turn.variable.sort)
        and (not isinstance(turn.to.sort, SetOf) or turn.to.sort == turn.variable.sort)
    )


def _tried(plan: Plan) -> list[Variable]:
    """The variables of which all values are tried."""
    return [turn.variable for turn in plan.turns if not _is_computed(turn)]


def _repeatable(actions: Sequence[Action], kinds: Sequence[int], pool: Pool) -> set[int]:
    """The kinds of which a state may have several steps, perhaps with the same target."""
    known: dict[int, list[Facts]] = {}
    found = set()
    for action, kind in zip(actions, kinds, strict=True):
        facts = facts_of(conjuncts(pool.term(plain_guard(action))))
        others = known.setdefault(kind, [])
        if kind not in found and not all(_exclude(facts, other) for other in others):
            found.add(kind)
        others.append(facts)
    return found


def _exclude(one: Facts, other: Facts) -> bool:
    """Whether two sets of facts contradict each other."""
    return any(other.get(name, code) != code for name, code in one.items())


def _fits(given: Sort, wanted: Sort) -> bool:
    """Whether every value of sort `given` is in sort `wanted`."""
    match given, wanted:
        case Interval(low, high), Interval(least, greatest):
            return least <= low and high <= greatest
        case Enumeration(members), Enumeration():
            return all(is_member(wanted, member) for member in members)
    return given == wanted
