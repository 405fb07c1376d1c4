"""Names of steps: for each step from a state, a text that denotes it and no other from there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from ..data import dataclass
from .capabilities import names_of
from .system import REST, Label, State

UNNAMED = "(unnamed)"
"""The name of a step if its label has no text."""


_BLANKS = re.compile(r"(?<!\w) | (?!\w)")


@dataclass(frozen=True, slots=True)
class NamedStep:
    """A step with its name, and the player who chooses it."""

    label: Label
    state: State
    name: str
    owner: str | None

    @property
    def pair(self) -> tuple[Label, State]:
        return self.label, self.state


def spelt(label: Label) -> str:
    """A label as text without blanks.

    >>> spelt("put( 1, 2 )"), spelt("")
    ('put(1,2)', '(unnamed)')
    """
    return squeezed(str(label)) or UNNAMED


def means(text: str, label: Label) -> bool:
    """Whether a text names a label: as shown, by its name alone, or by one of its `names`.

    A name with some of the label's named data means each label that has these.

    >>> means("put", "put( 1 )"), means("put(1)", "put(2)"), means("rest", REST)
    (True, False, False)
    >>> means("X(row=0)", "X(col=1, row=0)"), means("X(row=0)", "X(row=01)")
    (True, False)
    """
    if label is REST:
        return False
    wanted = compact(text)
    return wanted in _names(label) or ("=" in wanted and _says(wanted, compact(str(label))))


_NAMED_DATA = re.compile(r"[^\W\d]\w*=(?!=)")


def _says(wanted: str, label: str) -> bool:
    """Whether a label has the name and all of the named data in a text."""
    (name, data), (of, held) = _taken_apart(wanted), _taken_apart(label)
    return (
        name == of and bool(data) and all(_NAMED_DATA.match(one) for one in data) and data <= held
    )


def _taken_apart(text: str) -> tuple[str, frozenset[str]]:
    """The name in a text such as `X(1,row=0)`, and its data: the parts between outer commas."""
    name, _, inside = text.partition("(")
    return name, frozenset(parts_between_commas(inside.removesuffix(")")))


def parts_between_commas(text: str) -> list[str]:
    """The parts of a text between its commas, but for those in quotes or brackets.

    >>> parts_between_commas("1, (2, 3), 'a, b'")
    ['1', ' (2, 3)', " 'a, b'"]
    """
    parts, depth = [""], 0
    for piece in _PIECE.findall(text):
        depth += (piece in "([{<") - (piece in ")]}>")
        if piece == "," and not depth:
            parts.append("")
        else:
            parts[-1] += piece
    return parts if text else []


def squeezed(text: str) -> str:
    """The text without blanks.

    >>> squeezed("X(1, 1)")
    'X(1,1)'
    """
    return "".join(text.split())


_PIECE = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\s+|.""", re.DOTALL)
"""A text in quotes, blanks, or a single sign."""


def compact(text: str) -> str:
    """The text without blanks, except those in quotes, and one between two words.

    >>> compact("Say( 'a b', 1 )"), compact("paint( a   b )"), compact("ab") == compact("a b")
    ("Say('a b',1)", 'paint(a b)', False)
    """
    if "'" not in text and '"' not in text:
        return tidy(text)
    pieces = _PIECE.findall(text.strip())
    for n, piece in enumerate(pieces):
        if piece.isspace():
            beside = pieces[n - 1][-1] + pieces[n + 1][0]
            pieces[n] = " " if re.fullmatch(r"\w\w", beside) else ""
    return "".join(pieces)


def bare(label: Label) -> str:
    """The name of a label, without its data.

    >>> bare("put( 1, 2 )"), bare("on call")
    ('put', 'on call')
    """
    return compact(str(label)).partition("(")[0]


def tidy(text: str) -> str:
    """The text without blanks, except that one is kept between two words.

    >>> tidy("worker( 'a  b', 1 )"), tidy("on call") == tidy("oncall")
    ("worker('a b',1)", False)
    """
    return _BLANKS.sub("", " ".join(text.split()))


def _names(label: Label) -> Iterator[str]:
    """Texts that name a label: the label and its `names`, each with and without arguments."""
    for name in (str(label), *names_of(label)):
        shown = compact(name)
        yield from (shown, shown.partition("(")[0])


def named(
    steps: Iterable[tuple[Label, State]], player_of: Callable[[Label], str | None] | None = None
) -> tuple[NamedStep, ...]:
    """The steps with their names and owners; steps that are spelt alike are numbered.

    >>> [step.name for step in named([("toss", "heads"), ("toss", "tails"), ("keep", "none")])]
    ['toss#1', 'toss#2', 'keep']
    >>> [step.name for step in named([("a", 1), ("a", 2), ("a#1", 3), ("a#1", 4)])]
    ['a#2', 'a#3', 'a#1#1', 'a#1#2']
    """
    texts = [(spelt(label), label, there) for label, there in steps]
    alike = Counter(text for text, _, _ in texts)
    numbers = dict.fromkeys(alike, 0)
    found = []
    for text, label, there in texts:
        name = text
        while alike[text] > 1 and name in alike:
            numbers[text] += 1
            name = f"{text}#{numbers[text]}"
        owner = None if player_of is None or label is REST else player_of(label)
        found.append(NamedStep(label, there, name, owner))
    return tuple(found)


def matching(steps: Sequence[NamedStep], label: Label) -> list[NamedStep]:
    """The steps with this label; if there are none, those spelt like it, or else with this name."""
    text = spelt(label)
    return (
        [step for step in steps if step.label == label]
        or [step for step in steps if spelt(step.label) == text]
        or [step for step in steps if step.name == text]
    )
