"""Random formulas of all the logics, over given atoms, players and labels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TypeVar

from counterpoint.logic.formula import (
    Atom,
    Const,
    Fix,
    Formula,
    Junction,
    Junctor,
    Modal,
    Not,
    Path,
    Team,
    Temporal,
    Tense,
    Variable,
)

T = TypeVar("T")

UNARY = (Tense.NEXT, Tense.FINALLY, Tense.GLOBALLY)
BINARY = (Tense.UNTIL, Tense.WEAK_UNTIL, Tense.RELEASE, Tense.STRONG_RELEASE)


@dataclass(frozen=True)
class Words:
    """What formulas may speak of; `paths` says whether of whole paths by linear formulas.

    Where paths are to be `fair`, their quantifiers are no fixpoints, so no variable stands inside.
    """

    atoms: Sequence[str] = ("p", "q")
    players: Sequence[str] = ()
    labels: Sequence[str | None] = (None,)
    paths: bool = True
    fair: bool = False
    variables: tuple[str, ...] = ()
    positive: bool = True


def some(random: Random, about: int, make: Callable[[], T]) -> tuple[T, ...]:
    """About so many of what `make` gives; a case shrinks by leaving them out."""
    made = []
    while random.randrange(about + 1):
        made.append(make())
    return tuple(made)


def state_formula(random: Random, words: Words, depth: int = 3) -> Formula:
    """A formula that is true or false of a state."""
    if depth == 0 or random.randrange(6) == 0:
        if words.variables and words.positive and random.randrange(2):
            return Variable(random.choice(words.variables))
        return atom(random, words)
    kinds = [_boolean, _quantified, _modal, _fixpoint]
    kinds += [_team] if words.players else []
    kinds += [_linear] if words.paths else []
    return random.choice(kinds)(random, words, depth - 1)


def atom(random: Random, words: Words) -> Formula:
    if random.randrange(12) == 0:
        return Const(bool(random.randrange(2)))
    return Atom(random.choice(words.atoms))


def propositional(random: Random, words: Words, depth: int = 2) -> Formula:
    """A formula of atoms alone."""
    if depth == 0 or random.randrange(4) == 0:
        found = atom(random, words)
        return Not(found) if random.randrange(2) else found
    left, right = (propositional(random, words, depth - 1) for _ in range(2))
    return Junction(random.choice((Junctor.AND, Junctor.OR, Junctor.IMPLIES)), left, right)


def reached(random: Random, words: Words) -> Formula:
    """A formula that all states that are reached satisfy something, or that some do."""
    every = bool(random.randrange(2))
    tense = Tense.GLOBALLY if every else Tense.FINALLY
    return Path(not every, Temporal(tense, (propositional(random, words),)))


def linear(random: Random, words: Words, leaves: int = 3) -> Formula:
    """A path formula over atoms, with at most so many operators that look ahead."""
    if leaves <= 0:
        return atom(random, words)
    kind = random.randrange(8)
    if kind < 2:
        return Not(linear(random, words, leaves)) if kind else atom(random, words)
    if kind == 2:
        half = leaves // 2
        parts = linear(random, words, half), linear(random, words, leaves - half)
        return Junction(random.choice(list(Junctor)), *parts)
    rest = (leaves - 1) // 2 if kind > 4 else leaves - 1
    return temporal(random, lambda: linear(random, words, rest))


def temporal(random: Random, below: Callable[[], Formula]) -> Temporal:
    """One temporal operator over what `below` gives."""
    tense = random.choice((*UNARY, *UNARY, *BINARY))
    return Temporal(tense, tuple(below() for _ in range(1 if tense in UNARY else 2)))


def _boolean(random: Random, words: Words, depth: int) -> Formula:
    opposite = replace(words, positive=not words.positive)
    closed = replace(words, variables=())
    kind = random.randrange(5)
    if kind == 0:
        return Not(state_formula(random, opposite, depth))
    if kind == 1:
        left = state_formula(random, opposite, depth)
        return Junction(Junctor.IMPLIES, left, state_formula(random, words, depth))
    if kind == 2:
        left, right = (state_formula(random, closed, depth) for _ in range(2))
        return Junction(Junctor.IFF, left, right)
    left, right = (state_formula(random, words, depth) for _ in range(2))
    return Junction(random.choice([Junctor.AND, Junctor.OR]), left, right)


def _quantified(random: Random, words: Words, depth: int) -> Formula:
    inner = replace(words, variables=()) if words.fair else words
    of = temporal(random, lambda: state_formula(random, inner, depth))
    return Path(bool(random.randrange(2)), of)


def _linear(random: Random, words: Words, depth: int) -> Formula:
    return Path(bool(random.randrange(2)), linear(random, words, min(depth + 1, 3)))


def _team(random: Random, words: Words, depth: int) -> Formula:
    def below() -> Formula:
        return state_formula(random, words, depth)

    team = tuple(player for player in words.players if random.randrange(2))
    if random.randrange(4) == 0:
        first, second = random.choice([UNARY[1:], UNARY[:0:-1]])
        of: Formula = Temporal(first, (Temporal(second, (below(),)),))
    else:
        of = temporal(random, below)
    return Team(team, bool(random.randrange(2)), of)


def _modal(random: Random, words: Words, depth: int) -> Formula:
    label = random.choice(words.labels)
    return Modal(bool(random.randrange(2)), label, state_formula(random, words, depth))


def _fixpoint(random: Random, words: Words, depth: int) -> Formula:
    name = random.choice(["V", "W2", "Y"])
    bound = (*words.variables, name) if words.positive else (name,)
    body = state_formula(random, replace(words, variables=bound, positive=True), depth)
    return Fix(bool(random.randrange(2)), name, body)
