"""Choices are kept, given again, and shrunk to few and small ones."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from .choices import Choices, shrunk


def some_numbers(random: Random) -> list[int]:
    found = []
    while random.randrange(20):
        found.append(random.choice([random.randint(0, 1000), random.getrandbits(3)]))
    return found


def test_the_same_choices_make_the_same_case() -> None:
    first = Choices("seed")
    made = some_numbers(first)
    assert made
    assert some_numbers(Choices("", first.made)) == made
    assert some_numbers(Choices("seed")) == made
    assert some_numbers(Choices("another")) != made


def test_everything_that_random_offers_is_drawn_from_choices() -> None:
    def drawn(random: Random) -> list[object]:
        letters = list("abc")
        random.shuffle(letters)
        return [letters, random.sample(range(9), 3), random.random(), random.uniform(1, 2)]

    first = Choices("seed")
    made = drawn(first)
    assert drawn(Choices("", first.made)) == made
    assert drawn(Choices("", []))[1:] == [[0, 1, 2], 0.0, 1.0] or len(first.made) > 5


def test_a_case_is_shrunk_to_what_it_takes() -> None:
    def fails(made: Sequence[int]) -> Sequence[int] | None:
        again = Choices("", made)
        return again.made if any(number > 100 for number in some_numbers(again)) else None

    seed = next(n for n in range(99) if fails(_made(n)) is not None)
    small = shrunk(_made(seed), fails)
    assert some_numbers(Choices("", small)) == [101]


def _made(seed: int) -> list[int]:
    first = Choices(str(seed))
    some_numbers(first)
    return first.made
