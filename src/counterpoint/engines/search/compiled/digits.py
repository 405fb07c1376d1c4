"""Converts ranks to packed words: a few divisions, and lookup tables for groups of variables.

A rank is a mixed-radix number with the codes of the variables as digits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ....data import dataclass
from ....native.types import M64
from ....terms.layout import Field, Layout
from ....terms.sort import size
from ...base.arrays import U64


@dataclass(frozen=True, slots=True)
class Group:
    """Adjacent variables that are looked up together; their codes have `count` combinations.

    `fields` has for each variable its field and its number of values.
    """

    count: int
    fields: tuple[tuple[Field, int], ...]

    @property
    def words(self) -> tuple[int, ...]:
        """The words in which the group has bits."""
        return tuple(sorted({field.word for field, _ in self.fields}))

    def table(self, word: int) -> U64:
        """The bits of the group in a word, for each combination."""
        bits = np.zeros(self.count, np.uint64)
        weight = 1
        for field, values in self.fields:
            if field.word == word:
                codes = np.arange(self.count, dtype=np.uint64) // np.uint64(weight)
                bits |= codes % np.uint64(values) << np.uint64(field.shift)
            weight *= values
        return bits


def groups(layout: Layout, largest: int) -> list[Group]:
    """The variables in groups of at most `largest` combinations; a larger variable is alone."""
    found: list[Group] = []
    for variable, field in zip(layout.variables, layout.fields, strict=True):
        own = (field, size(variable.sort))
        if found and found[-1].count * own[1] <= largest:
            found[-1] = Group(found[-1].count * own[1], (*found[-1].fields, own))
        else:
            found.append(Group(own[1], (own,)))
    return found


def tables(layout: Layout, largest: int) -> U64:
    """The lookup tables of `unrank`, one after the other."""
    parts = [group.table(word) for group, word in _looked_up(groups(layout, largest), largest)]
    return np.concatenate([*parts, np.zeros(1, np.uint64)])


def _looked_up(found: Sequence[Group], largest: int) -> Iterator[tuple[Group, int]]:
    for group in found:
        if group.count <= largest:
            for word in group.words:
                yield group, word


def unrank_text(layout: Layout, largest: int) -> str:
    """The text of `unrank(rank, digits, here)`, which writes the words of a state to `here`.

    `digits` are the `tables` for the same `largest`.
    """
    parts: list[list[str]] = [[] for _ in range(layout.words)]
    lines = ["def unrank(rank: u64, digits: Ptr[u64], here: Ptr[u64]) -> u64:"]
    found = groups(layout, largest)
    offset = 0
    for at, group in enumerate(found):
        if at == len(found) - 1:
            lines.append(f"    c{at} = rank")
        else:
            lines.append(f"    q{at} = rank // {group.count}")
            lines.append(f"    c{at} = rank - q{at} * {group.count}")
            lines.append(f"    rank = q{at}")
        for word in group.words:
            if group.count <= largest:
                parts[word].append(f"digits[{offset} + c{at}]")
                offset += group.count
            else:
                parts[word].append(f"(c{at} << {group.fields[0][0].shift})")
    lines += [f"    here[{word}] = {' | '.join(text) or '0'}" for word, text in enumerate(parts)]
    return "\n".join([*lines, "    return 0", ""])


def rank_text(layout: Layout) -> str:
    """The text of `rank_of(here)`, which returns the rank of the state with these words.

    It is that modulo 2^64: where ranks are larger, nobody asks for them.
    """
    lines = ["def rank_of(here: Ptr[u64]) -> u64:", "    rank = 0"]
    for field, weight in zip(layout.fields, layout.weights, strict=True):
        code = f"(here[{field.word}] >> {field.shift} & {(1 << field.width) - 1:#x})"
        lines.append(
            f"    rank += {code} * {weight & M64}" if weight > 1 else f"    rank += {code}"
        )
    return "\n".join([*lines, "    return rank", ""])
