"""The steps of a model as functions of restricted Python.

`successors(here, rank, out, kinds)` writes the successors of the state with the words `here` to
`out`, as words or as ranks, and the number of each step's kind (its label and owner) to `kinds`. It
returns their number, or FAULT if a new value is outside the sort of its variable.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....model.action import Action
from ....native import M64
from ....terms.apply import conjuncts
from ....terms.layout import Layout
from ....terms.sort import Enumeration, Interval, Sort, code, is_member, size
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
        self._ranks = ranks
        self._weights = {v.name: w for v, w in zip(layout.variables, layout.weights, strict=True)}
        self._words = {v.name: f.word for v, f in zip(layout.variables, layout.fields, strict=True)}
        self._pool = Pool()
        self._shared = _repeatable(actions, kinds, self._pool)
        entries = [
            Entry(kind, (action.guard,), action.updates, {})
            for kind, action in zip(kinds, actions, strict=True)
        ]
        self._branch = arrange(entries, self._pool)
        self._writer = Writer(layout, tuning.longest_expression)

    def functions(self) -> Iterator[tuple[str, str]]:
        """The name and the text of each function, callees first, `successors` last."""
        calls = []
        for number, piece in enumerate(pieces(self._branch, self._tuning.longest_function)):
            name = f"part{number}"
            calls.append(f"    n = {name}(here, rank, out, kinds, n)\n")
            calls.append("    if n == FAULT:\n        return FAULT\n")
            yield name, self._part(name, piece)
        body = "".join(["    n = 0\n", *calls, "    return n\n"])
        yield "successors", f"def successors({_TAKES}) -> u64:\n{body}"

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
        if entry.number in self._shared:
            width = 1 if self._ranks else self._layout.words
            self._writer.line(f"n += is_new(out, kinds, n, {width})")
        else:
            self._writer.line("n += 1")

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


def _repeatable(actions: Sequence[Action], kinds: Sequence[int], pool: Pool) -> set[int]:
    """The kinds of which a state may have several steps, perhaps with the same target."""
    known: dict[int, list[Facts]] = {}
    found = set()
    for action, kind in zip(actions, kinds, strict=True):
        facts = facts_of(conjuncts(pool.term(action.guard)))
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
