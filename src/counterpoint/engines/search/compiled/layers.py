"""Properties of a model that follow from its guards: layered state spaces, and exclusive turns.

Each test is sufficient but not necessary, and does not look at any state.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field

from ....data import dataclass
from ....model.action import Action
from ....model.chosen import plain_guard
from ....model.model import Model
from ....terms.apply import conjuncts
from ....terms.sort import Sort, code, is_member, size, values
from ....terms.term import Literal, Term
from ....tuning import USUAL, Tuning
from .branch import facts_of
from .pool import Facts, Pool


@dataclass
class _Moves:
    """The codes from which, and to which, actions change one variable, if these are known."""

    sources: set[int] = field(default_factory=set)
    targets: set[int] = field(default_factory=set)
    known: bool = True

    @property
    def lead_on(self) -> bool:
        """Whether the variable changes at most once."""
        return self.known and not self.sources & self.targets


@dataclass(frozen=True, slots=True)
class Layers:
    """Variables that change once: their positions in a state, with their codes before that.

    Each step changes `together` of them.
    """

    before: Mapping[int, int]
    together: int

    def level(self, codes: Sequence[int]) -> int:
        """The number of steps of every path to a state, given by the codes of its values."""
        is_set = sum(codes[place] != code for place, code in self.before.items())
        return is_set // self.together


def is_layered(model: Model, tuning: Tuning = USUAL) -> bool:
    """Whether all paths to a state surely have the same length; see `layers_of`.

    >>> from counterpoint.model.model import Model
    >>> from counterpoint.model.step import step
    >>> board = Model("board")
    >>> x = board.array("x", range(3), range(2), init=0)
    >>> @board.action(at=range(3))
    ... def mark(at):
    ...     return step(when=x[at] == 0, set={x[at]: 1})
    >>> is_layered(board)
    True
    """
    return layers_of(model, tuning) is not None


def layers_of(model: Model, tuning: Tuning = USUAL) -> Layers | None:
    """The layers of a model in which each step changes the same number of write-once variables.

    Then all paths from initial states to a state have the same length, as these variables have the
    same values in all initial states: each step leads to a state of the next breadth-first level.
    None if that does not follow from the guards.
    """
    pool = Pool()
    moves: dict[str, _Moves] = {}
    set_by = [_moves(action, pool, moves, tuning.values_listed) for action in model.actions]
    once = {name for name, of in moves.items() if of.lead_on}
    start = facts_of(conjuncts(pool.term(model.parts.start)))
    counts = {len(changed & once) for changed in set_by}
    if len(counts) != 1 or 0 in counts or not once <= start.keys():
        return None
    places = {variable.name: place for place, variable in enumerate(model.variables)}
    return Layers({places[name]: start[name] for name in once}, counts.pop())


def _moves(action: Action, pool: Pool, moves: dict[str, _Moves], most: int) -> set[str]:
    """Record what an action does to each variable; returns the variables that it surely changes."""
    facts = _facts(action.guard, pool)
    changed = set()
    for variable, term in action.updates:
        of = moves.setdefault(variable.name, _Moves())
        old, new = facts.get(variable.name), _possible(pool.term(term, facts), variable.sort, most)
        if old is None or not new or (old in new and len(new) > 1):
            of.known = False
        elif old not in new:
            of.sources.add(old)
            of.targets |= new
            changed.add(variable.name)
    return changed


def _possible(term: Term, sort: Sort, most: int) -> set[int]:
    """The codes in `sort` that a term can have; empty if there are more than `most`."""
    if isinstance(term, Literal):
        return {code(sort, term.value)} if is_member(sort, term.value) else set()
    if size(term.sort) > most:
        return set()
    return {code(sort, given) for given in values(term.sort) if is_member(sort, given)}


def is_plainly_a_game(model: Model) -> bool:
    """Whether guards and turns alone show that no two players choose in the same state.

    >>> is_plainly_a_game(Model())
    True
    """
    pool = Pool()
    turns = {p: [_facts(term, pool)] for p, term in model.parts.turns.items()}
    if not _are_apart(turns):
        return False
    owned: dict[str, list[Facts]] = dict(turns)
    for action in model.actions:
        if action.owner is not None:
            facts = _facts(plain_guard(action), pool)
            owned[action.owner] = [*owned.get(action.owner, []), facts]
    return _are_apart(owned)


def _are_apart(facts_of_players: Mapping[str, Sequence[Facts]]) -> bool:
    """Whether the cases of any two players exclude each other by the value of some variable."""
    players = [_values(of) for of in facts_of_players.values()]
    return all(
        any(not one[name] & other[name] for name in one.keys() & other.keys())
        for at, one in enumerate(players)
        for other in players[:at]
    )


def _values(facts: Iterable[Facts]) -> Mapping[str, set[int]]:
    """For each variable known in all cases, the codes that it has in them."""
    cases = list(facts)
    names = set.intersection(*(set(case) for case in cases))
    return {name: {case[name] for case in cases} for name in names}


def _facts(condition: Term, pool: Pool) -> Facts:
    return facts_of(conjuncts(pool.term(condition)))
