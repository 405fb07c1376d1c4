"""Documents are spelled as a dictionary has it, or as the list of our own words does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from spellchecker import SpellChecker

ROOT = Path(__file__).parents[1]
LIST = ROOT / "tests" / "words.txt"
DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "bench" / "README.md",
    *(path for path in sorted((ROOT / "docs").rglob("*.md")) if path.name != "plan.md"),
    *sorted((ROOT / "changes").glob("*.md")),
]

_LEFT_OUT = re.compile(
    r"^(?P<fence>`{3,}).*?^(?P=fence)`*$"  # a block of code
    r"|<!--.*?-->|(?P<ticks>`+).*?(?P=ticks)|\]\([^)]*\)|<[^<>]*>|\{[#.:][^}]*\}|&\w+;|\$[^$\n]+\$",
    re.M | re.S,
)
_WORD = re.compile(r"(?<![\w\\./@-])[^\W\d_]+(?:['\u2019][^\W\d_]+)*(?![\w(@/]|\.\w)")


def words(text: str) -> Iterator[str]:
    """The words of running text, without code, links and names with signs in them.

    >>> list(words("A `b` word, x_1, [here](docs/x.md) and don't."))
    ['A', 'word', 'here', 'and', "don't"]
    """
    return map(re.Match.group, _WORD.finditer(_LEFT_OUT.sub(" ` ", text)))


@cache
def dictionary() -> SpellChecker:
    return SpellChecker()


@cache
def own() -> frozenset[str]:
    return frozenset(LIST.read_text(encoding="utf-8").split())


def is_spelled(word: str) -> bool:
    """Whether a dictionary or our list has a word, or what it is the plural or genitive of."""
    plain = re.sub("['\u2019]s?$", "", word).replace("\u2019", "'")
    forms = {plain, plain.lower(), plain.removesuffix("s")}
    return len(plain) < 2 or bool(forms & own()) or bool(dictionary().known([plain.lower()]))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_word_is_spelled_as_a_dictionary_has_it(document: Path) -> None:
    unknown = {word for word in words(document.read_text("utf-8")) if not is_spelled(word)}
    assert not unknown, f"mend these, or add them to {LIST.relative_to(ROOT)}: {sorted(unknown)}"


def test_the_list_is_in_order_and_has_no_word_that_is_not_needed() -> None:
    listed = LIST.read_text(encoding="utf-8").split()
    assert listed == sorted(set(listed), key=lambda word: (word.lower(), word))
    used = {form for path in DOCUMENTS for word in words(path.read_text("utf-8"))
            for plain in [re.sub("['\u2019]s?$", "", word)]
            for form in (plain, plain.lower(), plain.removesuffix("s"))}  # fmt: skip
    assert [word for word in listed if word not in used] == []
    assert dictionary().known(word for word in listed if word.islower()) == set()


def test_a_misspelled_word_is_found() -> None:
    assert [word for word in words("Teh `recieve` is recieved.") if not is_spelled(word)] == [
        "Teh",
        "recieved",
    ]
