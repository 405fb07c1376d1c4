"""Actions arranged by what their guards share.

A condition that several actions ask for is tested once, around all of them, and what it says of
variables makes the terms below it simpler.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from ....data import dataclass
from ....identity import Identity, identity
from ....terms.apply import conjuncts
from ....terms.term import Apply, Literal, Term, Variable
from .pool import Facts, Pool, fact_of


@dataclass(frozen=True, slots=True)
class Entry:
    """What is left of an action below some conditions: its own, its updates, and all facts known.

    `number` is that of the action's kind.
    """

    number: int
    conditions: tuple[Term, ...]
    updates: tuple[tuple[Variable, Term], ...]
    facts: Facts

    def terms(self) -> list[Term]:
        """All that has to be computed for it."""
        return [*self.conditions, *(term for _, term in self.updates)]


@dataclass(frozen=True, slots=True)
class Branch:
    """Conditions around entries and branches; `shared` is worth computing before these."""

    conditions: tuple[Term, ...]
    shared: tuple[Term, ...]
    body: tuple[Branch | Entry, ...]


def arrange(entries: Sequence[Entry], pool: Pool) -> Branch:
    """The branch, without conditions of its own, that has all entries in it.

    Entries whose conditions cannot be true together with the facts known are left out.
    """
    known = [narrowed for entry in entries if (narrowed := _narrowed(entry, (), {}, pool))]
    return _branch((), known, pool)


def _branch(conditions: tuple[Term, ...], entries: list[Entry], pool: Pool) -> Branch:
    return Branch(conditions, tuple(_shared(entries)), tuple(_body(entries, pool)))


def _body(entries: list[Entry], pool: Pool) -> Iterator[Branch | Entry]:
    """The entries in groups, the largest first that can be made by one condition."""
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
    """The branch of entries that have some condition in common, under all that they have."""
    common = set.intersection(*({identity(c) for c in entry.conditions} for entry in members))
    conditions = tuple(c for c in members[0].conditions if identity(c) in common)
    facts = facts_of(conditions)
    inside = [_narrowed(entry, conditions, facts, pool) for entry in members]
    return _branch(conditions, [entry for entry in inside if entry is not None], pool)


def facts_of(conditions: Iterable[Term]) -> Facts:
    """The codes of variables that the conditions tell."""
    known = [fact for condition in conditions if (fact := fact_of(condition))]
    return {variable.name: code for variable, code in known}


def _narrowed(entry: Entry, done: Sequence[Term], facts: Facts, pool: Pool) -> Entry | None:
    """The entry without the conditions that are done with, under further facts; None if never."""
    rest = [c for c in entry.conditions if not any(c is other for other in done)]
    terms = pool.terms([*rest, *(term for _, term in entry.updates)], facts)
    conditions: dict[Identity, Term] = {}
    for condition in terms[: len(rest)]:
        for part in conjuncts(condition):
            if isinstance(part, Literal) and part.value is False:
                return None
            conditions[identity(part)] = part
    updates = zip((variable for variable, _ in entry.updates), terms[len(rest) :], strict=True)
    return Entry(entry.number, tuple(conditions.values()), tuple(updates), {**entry.facts, **facts})


def _shared(entries: Sequence[Entry]) -> list[Term]:
    """The largest terms that at least half of the entries, and two of them, need computed."""
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
    """The applications in terms, each once; of one where `stop` is true, nothing below it."""
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
    """Whether a term is a test of one variable, which costs no more than to look up its value."""
    return fact_of(term) is not None


def weight(body: Branch | Entry) -> int:
    """About how many lines of code a branch or an entry makes."""
    if isinstance(body, Entry):
        return 3 + sum(1 for _ in _parts(body.terms())) // 2
    own = sum(1 for _ in _parts([*body.conditions, *body.shared])) // 2
    return 1 + own + sum(map(weight, body.body))


def pieces(branch: Branch, largest: int) -> Iterator[Branch]:
    """The branch cut into branches of about bounded weight, under the same conditions."""
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
