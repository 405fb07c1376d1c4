"""Layout: the states of a tuple of variables as tuples of values, as packed words and as ranks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from functools import partial
from typing import Any

from ..data import dataclass
from ..errors import BadModel
from .sort import Enumeration, Interval, Sort, code, size, text_of_sort, value, values
from .term import Variable

WORD = 64
"""The number of bits of a word of a packed state."""

FEW = 16
"""Sets up to which they are looked up by code, which is quicker."""


@dataclass(frozen=True, slots=True)
class Field:
    """The place of a variable's code: `width` bits from bit `shift` of word number `word`.

    A field has at least one bit and never crosses a word boundary.
    """

    word: int
    shift: int
    width: int


@dataclass(frozen=True, slots=True)
class Layout:
    """Three encodings of a state: its values, 64-bit words, and its rank among all states.

    `size` is the number of states that can be encoded, `words` the number of words of a packed
    state. A rank is the sum of code times weight; the first variable has the weight 1. `reads` has
    for each variable what gives the value of a code.

    >>> from counterpoint.terms.sort import Interval
    >>> layout = Layout((Variable("x", Interval(0, 2)), Variable("t", Interval(1, 2))))
    >>> layout.size, layout.weights, layout.rank((2, 2)), layout.unrank(5)
    (6, (1, 3), 5, (2, 2))
    """

    variables: tuple[Variable, ...]
    size: int = field(init=False)
    words: int = field(init=False)
    fields: tuple[Field, ...] = field(init=False)
    weights: tuple[int, ...] = field(init=False)
    reads: tuple[Callable[[int], Any], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        weights = [1]
        for variable in self.variables:
            weights.append(weights[-1] * size(variable.sort))
        fields = _fields(self.variables)
        object.__setattr__(self, "size", weights.pop())
        object.__setattr__(self, "weights", tuple(weights))
        object.__setattr__(self, "fields", fields)
        object.__setattr__(self, "reads", tuple(_reads(each.sort) for each in self.variables))
        object.__setattr__(self, "words", fields[-1].word + 1 if fields else 1)

    def codes(self, state: Sequence[Any]) -> tuple[int, ...]:
        """The code of each value; raises `OutOfSort` for a value outside its variable's sort."""
        pairs = zip(self.variables, state, strict=True)
        return tuple(code(variable.sort, given) for variable, given in pairs)

    @property
    def used_bits(self) -> int:
        """The bits of the last word that are in use; 1 if there are none."""
        last = (f.shift + f.width for f in self.fields if f.word == self.words - 1)
        return max(last, default=0) or 1

    def values(self, codes: Sequence[int]) -> tuple[Any, ...]:
        """The state with values of these codes."""
        return tuple([read(number) for read, number in zip(self.reads, codes, strict=True)])

    def pack(self, state: Sequence[Any]) -> tuple[int, ...]:
        """The words of a state."""
        words = [0] * self.words
        for where, number in zip(self.fields, self.codes(state), strict=True):
            words[where.word] |= number << where.shift
        return tuple(words)

    def unpack(self, words: Sequence[int]) -> tuple[Any, ...]:
        """The state encoded by these words."""
        return self.values(self.codes_of_words(words))

    def codes_of_words(self, words: Sequence[int]) -> list[int]:
        """The code of each value of a packed state."""
        return [int(words[f.word]) >> f.shift & ((1 << f.width) - 1) for f in self.fields]

    def rank(self, state: Sequence[Any]) -> int:
        """The rank of a state, from 0 to `size - 1`."""
        return sum(c * weight for c, weight in zip(self.codes(state), self.weights, strict=True))

    def unrank(self, rank: int) -> tuple[Any, ...]:
        """The state with this rank."""
        return self.values(self.codes_of_rank(rank))

    def codes_of_rank(self, rank: int) -> list[int]:
        """The code of each value of the state with this rank."""
        codes = []
        for variable in self.variables:
            rank, number = divmod(int(rank), size(variable.sort))
            codes.append(number)
        assert rank == 0, "a rank is less than the number of states"
        return codes


def _reads(sort: Sort) -> Callable[[int], Any]:
    match sort:
        case Interval(low, high):
            return range(low, high + 1).__getitem__
        case Enumeration(members):
            return members.__getitem__
    return list(values(sort)).__getitem__ if size(sort) <= FEW else partial(value, sort)


def _fields(variables: Sequence[Variable]) -> tuple[Field, ...]:
    fields = []
    word = shift = 0
    for variable in variables:
        width = max(1, (size(variable.sort) - 1).bit_length())
        if width > WORD:
            raise BadModel(
                f"{variable.name} ranges over {text_of_sort(variable.sort)}, which needs {width} "
                f"bits; a variable has at most {WORD}"
            )
        if shift + width > WORD:
            word, shift = word + 1, 0
        fields.append(Field(word, shift, width))
        shift += width
    return tuple(fields)
