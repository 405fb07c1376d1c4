"""Arranges actions in a decision tree by the conditions that their guards share.

A condition of several actions is tested once for all of them, and the values of variables that it
implies simplify the terms below it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from ....data import dataclass
from ....identity import Identity, identity
from ....model.chosen import Knot
from ....terms.apply import conjuncts
from ....terms.term import Apply, Literal, Term, Variable
from .pool import Facts, Pool, fact_of


@dataclass(frozen=True, slots=True)
class Entry:
    """An action below some conditions: its remaining conditions, its updates, and all known facts.

    `number` is the number of the action's kind. An action that chooses values has `knots`, the
    conditions on them; `conditions` do not read them, and `updates` are as the action gives them.
    """

    number: int
    conditions: tuple[Term, ...]
    updates: tuple[tuple[Variable, Term], ...]
    facts: Facts
    knots: tuple[Knot, ...] = ()

    def terms(self) -> list[Term]:
        """The terms that have to be computed for it, before anything is chosen."""
        if self.knots:
            return [*self.conditions]
        return [*self.conditions, *(term for _, term in self.updates)]


@dataclass(frozen=True, slots=True)
class Branch:
    """Entries and branches under common conditions; `shared` terms are computed before them."""

    conditions: tuple[Term, ...]
    shared: tuple[Term, ...]
    body: tuple[Branch | Entry, ...]


def arrange(entries: Sequence[Entry], pool: Pool) -> Branch:
    """The branch, without conditions, that contains all entries.

    Entries with conditions that cannot be true under the known facts are left out.
    """
    known = [narrowed for entry in entries if (narrowed := _narrowed(entry, (), {}, pool))]
    return _branch((), known, pool)


def _branch(conditions: tuple[Term, ...], entries: list[Entry], pool: Pool) -> Branch:
    return Branch(conditions, tuple(_shared(entries)), tuple(_body(entries, pool)))


def _body(entries: list[Entry], pool: Pool) -> Iterator[Branch | Entry]:
    """The entries in groups with a common condition, greedily: the most frequent one first."""
    counts = Counter(identity(c) for entry in entries for c in entry.conditions)
    while entries:
        best, count = max(counts.items(), key=lambda item: item[1], default=(None, 0))
        if count < 2:
            yield from entries
            return
        members = [e for e in entries if any(identity(c) == best for c in e.conditions)]
        entries = [e for e in entries if all(identity(c) != best for c in e.conditions)]
        counts.subtract(identity(c) for entry in members for c in entry.conditions)
        yield _group(members, pool)


def _group(members: list[Entry], pool: Pool) -> Branch:
    """The branch of entries with a common condition, under all conditions common to them."""
    common = set.intersection(*({identity(c) for c in entry.conditions} for entry in members))
    conditions = tuple(c for c in members[0].conditions if identity(c) in common)
    facts = facts_of(conditions)
    inside = [_narrowed(entry, conditions, facts, pool) for entry in members]
    return _branch(conditions, [entry for entry in inside if entry is not None], pool)


def facts_of(conditions: Iterable[Term]) -> Facts:
    """The codes of variables that follow from true conditions."""
    known = [fact for condition in conditions if (fact := fact_of(condition))]
    return {variable.name: code for variable, code in known}


def _narrowed(entry: Entry, done: Sequence[Term], facts: Facts, pool: Pool) -> Entry | None:
    """The entry without the conditions `done`, simplified by facts; None if it is never enabled."""
    rest = [c for c in entry.conditions if not any(c is other for other in done)]
    new = () if entry.knots else (term for _, term in entry.updates)
    terms = pool.terms([*rest, *new], facts)
    conditions: dict[Identity, Term] = {}
    for condition in terms[: len(rest)]:
        for part in conjuncts(condition):
            if isinstance(part, Literal) and part.value is False:
                return None
            conditions[identity(part)] = part
    known = {**entry.facts, **facts}
    if entry.knots:
        return replace(entry, conditions=tuple(conditions.values()), facts=known)
    updates = zip((variable for variable, _ in entry.updates), terms[len(rest) :], strict=True)
    return Entry(entry.number, tuple(conditions.values()), tuple(updates), known)


def _shared(entries: Sequence[Entry]) -> list[Term]:
    """The largest terms that occur in at least half of the entries, and in two or more."""
    wanted = max(2, (len(entries) + 1) // 2)
    if len(entries) < wanted:
        return []
    counts = Counter(identity(term) for entry in entries for term in _parts(entry.terms()))
    found: dict[Identity, Term] = {}
    for entry in entries:
        for term in _parts(entry.terms(), stop=lambda t: counts[identity(t)] >= wanted):
            if counts[identity(term)] >= wanted and not _is_cheap(term):
                found[identity(term)] = term
    return list(found.values())


def _parts(terms: Iterable[Term], stop: Callable[[Term], bool] | None = None) -> Iterator[Apply]:
    """The applications in terms, each once; below one for which `stop` is true, none."""
    seen: set[Identity] = set()
    todo = list(terms)
    while todo:
        term = todo.pop()
        if not isinstance(term, Apply) or identity(term) in seen:
            continue
        seen.add(identity(term))
        yield term
        if stop is None or not stop(term):
            todo += term.args


def _is_cheap(term: Term) -> bool:
    """Whether a term only tests one variable, which costs no more than reading a stored value."""
    return fact_of(term) is not None


def weight(body: Branch | Entry) -> int:
    """An estimate of the lines of code for a branch or an entry."""
    if isinstance(body, Entry):
        chosen = [part for knot in body.knots for part in knot.conditions]
        return 3 + sum(1 for _ in _parts([*body.terms(), *chosen])) // 2
    own = sum(1 for _ in _parts([*body.conditions, *body.shared])) // 2
    return 1 + own + sum(map(weight, body.body))


def pieces(branch: Branch, largest: int) -> Iterator[Branch]:
    """The branch split into branches under the same conditions, of weight up to about `largest`."""
    if weight(branch) <= largest:
        yield branch
        return
    held: list[Branch | Entry] = []
    total = 0
    for part in branch.body:
        own = weight(part)
        if own > largest and isinstance(part, Branch):
            for piece in pieces(part, largest):
                yield Branch(branch.conditions, branch.shared, (piece,))
            continue
        if total + own > largest and held:
            yield Branch(branch.conditions, branch.shared, tuple(held))
            held, total = [], 0
        held.append(part)
        total += own
    if held:
        yield Branch(branch.conditions, branch.shared, tuple(held))
