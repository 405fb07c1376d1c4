"""Many states of a model at once, from arrays of packed words or of ranks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat
from typing import Any

import numpy as np

from ....terms.layout import Layout
from ....terms.sort import size
from ...base.arrays import AnyInts


def codes_of_words(layout: Layout, words: AnyInts) -> list[AnyInts]:
    """For each variable the codes of its values, in states that are the rows of an array.

    >>> from counterpoint.terms.sort import Interval
    >>> from counterpoint.terms.term import Variable
    >>> layout = Layout((Variable("x", Interval(0, 2)), Variable("t", Interval(1, 2))))
    >>> codes = codes_of_words(layout, np.array([[2], [4]], np.uint64))
    >>> list(states_of(layout, codes, 2))
    [(2, 1), (0, 2)]
    """
    return [words[:, f.word] >> f.shift & ((1 << f.width) - 1) for f in layout.fields]


def codes_of_ranks(layout: Layout, ranks: AnyInts) -> list[AnyInts]:
    """For each variable the codes of its values, in states with these ranks.

    >>> from counterpoint.terms.sort import Interval
    >>> from counterpoint.terms.term import Variable
    >>> layout = Layout((Variable("x", Interval(0, 2)), Variable("t", Interval(1, 2))))
    >>> list(states_of(layout, codes_of_ranks(layout, np.array([5, 0], np.uint32)), 2))
    [(2, 2), (0, 1)]
    """
    places = zip(layout.weights, layout.variables, strict=True)
    wide = ranks.astype(np.uint64)  # a weight may be 2**32
    return [wide // weight % size(variable.sort) for weight, variable in places]


def states_of(layout: Layout, codes: list[AnyInts], count: int) -> Iterator[tuple[Any, ...]]:
    """So many states with these codes."""
    if not codes:
        return repeat((), count)
    columns = (map(read, of.tolist()) for read, of in zip(layout.reads, codes, strict=True))
    return zip(*columns, strict=True)
