"""What each error code means and what helps: a page for each, in the files of this folder.

`counterpoint explain` prints these pages, and the site makes its page of error codes from them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ..data import dataclass
from ..errors import CounterpointError, UnknownName
from ..spelling import close_matches

_HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Explanation:
    """The page of one error code: its title in a few words, and its text in Markdown.

    `classes` are the errors that have the code. `remedy` is what helps, in a sentence; it is empty
    for a code that no class of errors has, which only commands print.
    """

    code: str
    title: str
    text: str
    classes: tuple[type[CounterpointError], ...]

    @property
    def remedy(self) -> str:
        return next((each.remedy for each in self.classes), "")

    @property
    def path(self) -> Path:
        return path_of(self.code)


def codes() -> list[str]:
    """All error codes, in their order.

    >>> codes()[:4]
    ['CP000', 'CP001', 'CP002', 'CP100']
    """
    return sorted(path.stem for path in _HERE.glob("CP*.md"))


def path_of(code: str) -> Path:
    """The file with the page of a code."""
    return _HERE / f"{code}.md"


def explanation_of(code: str) -> Explanation:
    """The page of a code, which may be written in lower case, or without its letters.

    Raises `UnknownName`, which lists similar codes, if there is no such code.

    >>> explanation_of("cp204").title
    'the answer is unknown'
    """
    code = _known(code)
    head, _, text = path_of(code).read_text(encoding="utf-8").partition("\n")
    return Explanation(code, head.partition(": ")[2], text.strip(), _classes().get(code, ()))


def explanations() -> list[Explanation]:
    """The pages of all codes, in the order of the codes."""
    return [explanation_of(code) for code in codes()]


def _known(code: str) -> str:
    known = codes()
    wanted = code.strip("[] ").upper()
    wanted = f"CP{wanted}" if wanted.isdecimal() else wanted
    if wanted in known:
        return wanted
    near = close_matches(wanted, known)
    hint = f"; similar are {', '.join(near)}" if near else ""
    raise UnknownName(f"there is no error code {code!r}{hint}")


def _classes() -> dict[str, tuple[type[CounterpointError], ...]]:
    """The classes of each code, in the order in which they are defined."""
    found: dict[str, tuple[type[CounterpointError], ...]] = {}
    for each in dict.fromkeys(_with_subclasses(CounterpointError)):
        if each.__module__ == CounterpointError.__module__:  # and not one of a user's own
            found[each.code] = (*found.get(each.code, ()), each)
    return found


def _with_subclasses(of: type[CounterpointError]) -> Iterator[type[CounterpointError]]:
    yield of
    for each in of.__subclasses__():
        yield from _with_subclasses(each)
