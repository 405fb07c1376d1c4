"""Every error that Counterpoint raises on purpose: a stable code, a plain sentence, a place."""

from __future__ import annotations

import linecache
from dataclasses import dataclass
from types import CodeType

QUOTED = 100
"""Of a longer line only what is near the place is shown."""


def visible(text: str) -> str:
    """The text with a sign in place of each that cannot be seen, or that would move a cursor.

    >>> visible("a\\x00b")
    'a\ufffdb'
    """
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() or sign == "\t" else "\ufffd" for sign in text)


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands in a source file: `str` gives `file:line`, `text` is the line.

    With a column (they count from 1) `text` is the whole line, and `width` carets go under it.
    """

    file: str
    line: int
    text: str = ""
    column: int = 0
    width: int = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" + (f":{self.column}" if self.column else "")

    def quoted(self) -> str:
        """The place and, indented below it, the text of the line.

        >>> print(Place("m.tla", 7, "  x = y = z", column=5).quoted())
        m.tla:7:5
            x = y = z
              ^
        """
        if not self.text.strip():
            return str(self)
        return f"{self}\n    {visible(self.text.strip()) if not self.column else self._pointed()}"

    def _pointed(self) -> str:
        before, after = self.text[: self.column - 1].lstrip(), self.text[self.column - 1 :].rstrip()
        if len(before) + len(after) > QUOTED:
            before = before if len(before) < QUOTED // 2 else f"... {before[-QUOTED // 2 :]}"
            after = after if len(after) < QUOTED // 2 else f"{after[: QUOTED // 2]} ..."
        blank = "".join("\t" if char == "\t" else " " for char in before)
        carets = "^" * max(1, min(self.width, len(after)))
        return f"{visible(before)}{visible(after)}\n    {blank}{carets}"

    @classmethod
    def of_line(cls, file: str, line: int) -> Place:
        """The place of one line, its text read from the file where that can be read."""
        return cls(file, line, linecache.getline(file, line).strip())

    @classmethod
    def of_span(cls, file: str, line: int, column: int, width: int) -> Place:
        """The place of a part of one line, its text read from the file where that can be read."""
        return cls(file, line, linecache.getline(file, line).rstrip("\n"), column, width)

    @classmethod
    def of_code(cls, code: CodeType) -> Place:
        """The place where a function begins: its `def`, not what decorates it."""
        place = cls.of_line(code.co_filename, code.co_firstlineno)
        while place.text.startswith("@"):
            place = cls.of_line(place.file, place.line + 1)
        return place


REPORT = (
    "This is a fault of Counterpoint, not of what it was given. Please report it, with the "
    "command or the call, the files that it read, and all that is printed here."
)


class CounterpointError(Exception):
    """The base of all errors raised on purpose; `code` is stable, `place` and `thread` may be None.

    `remedy` says what helps against errors of the class; the message may know better.

    >>> error = Misuse("an event set is needed here")
    >>> error.code, str(error)
    ('CP100', '[CP100] an event set is needed here')
    """

    code = "CP000"
    remedy = ""

    def __init__(
        self, message: str, place: Place | None = None, *, thread: str | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.place = place
        self.thread = thread

    def __str__(self) -> str:
        who = f"b-thread {self.thread}: " if self.thread else ""
        where = f"\n  at {self.place.quoted()}" if self.place else ""
        return f"[{self.code}] {who}{self.message}{where}"


class Misuse(CounterpointError):
    """Something was given that the function does not accept."""

    code = "CP100"
    remedy = "Give the function what the message names; `help(...)` shows what it takes."


class BadSync(Misuse):
    """`sync` was called with something that it does not accept."""

    code = "CP101"
    remedy = (
        "Give `sync` events, sets of events or predicates, by `request=`, `wait_for=`, "
        "`block=` and `interrupt=`."
    )


class BadYield(Misuse):
    """A b-thread yielded something that is not a `sync(...)` statement."""

    code = "CP102"
    remedy = "Yield `sync(...)` statements only; take in other b-threads by `yield from`."


class NotAThread(Misuse):
    """`@thread` was put on something that is not a generator function."""

    code = "CP103"
    remedy = "Put `@thread` on a generator function: one with a `yield` in it."


class UnknownName(Misuse):
    """A rule, property or thread was asked for by a name that does not exist."""

    code = "CP104"
    remedy = "Write one of the names that the message lists."


class NoSuchData(UnknownName, AttributeError):
    """Data that an event does not have; an AttributeError, so that `hasattr` works."""


class BadEvent(Misuse):
    """An event was made from data that cannot be compared by value."""

    code = "CP105"
    remedy = (
        "Give events values that compare by what is in them: numbers, texts, tuples, frozen "
        "dataclasses."
    )


class BadStrategy(Misuse):
    """A selection strategy gave something that is not a set of enabled events."""

    code = "CP106"
    remedy = "Let the strategy return some of the events that it was given."


class OpaqueState(CounterpointError):
    """A b-thread holds a value whose state cannot be read, so its states cannot be told apart."""

    code = "CP201"
    remedy = (
        "Keep such a value out of the variables that live on over a `yield`, or build it anew "
        "after it."
    )


class ImpureThread(CounterpointError):
    """A b-thread depends on more than the events it was resumed with."""

    code = "CP202"
    remedy = (
        "Let the b-thread depend on its events and arguments only: pass in what else it reads, "
        "and change nothing outside of it."
    )


class DifferentRun(ImpureThread):
    """Run once more, b-threads did something else than before."""


class BadTrace(CounterpointError):
    """A trace is not a run of the system that it was replayed on."""

    code = "CP203"
    remedy = (
        "Replay a trace on the system that it was found in; if nothing has changed, please "
        "report it."
    )


class Undecided(CounterpointError):
    """An answer of unknown was used as if it were yes or no."""

    code = "CP204"
    remedy = "Raise the limit that the message names, or ask for less."


class NothingToCheck(CounterpointError):
    """A check was asked for, but of no property at all."""

    code = "CP205"
    remedy = "Name a property, or give the target requirements of its own."


class BadTarget(CounterpointError):
    """A target of the command line cannot be found, or the options are not for such a one."""

    code = "CP206"
    remedy = (
        "Name a bundled example (`counterpoint examples`), or a file and, after a colon, a name "
        "in it; give the options that are for such a target, as the command's `--help` says."
    )


class BadCheckpoint(CounterpointError):
    """A file that a check cannot go on from: it is no checkpoint, or one of another check."""

    code = "CP207"
    remedy = "Begin the check anew, without `--recover`."


class NativeError(CounterpointError):
    """A function, a binding or an argument that restricted Python does not accept."""

    code = "CP300"
    remedy = "Write the function in the part of Python that `counterpoint.native` describes."


class NoSuchFunction(NativeError, AttributeError):
    """A function that a library does not have; an AttributeError, so that `hasattr` works."""


class OutOfBounds(CounterpointError):
    """A run that left an array, divided by zero or stored what does not fit its element.

    The twin and a build with `debug=True` raise it; a release build does not look.
    """

    code = "CP301"
    remedy = "Mend the index, the division or the value at the place that is named."


class BadFormula(CounterpointError):
    """A text that is not a formula, with the place in it and what was expected there.

    `formula` is the text, empty where that is not known, and columns count from 1.
    """

    formula = ""
    column: int | None = None
    code = "CP400"
    remedy = "Write the formula as docs/formulas.md shows; other text goes in braces."


class UnknownAtom(BadFormula):
    """An atom of a formula that the target gives no meaning to, with what it knows."""

    code = "CP401"
    remedy = "Write one of the names that the message lists, or declare an atom of that name."


class Refused(CounterpointError):
    """A question that the chosen engine will not decide, with the reason."""

    code = "CP402"
    remedy = "Ask another engine (`--engine`), or the question in another way."


class LimitReached(Undecided, Refused):
    """A question that takes more states or memory than it may: the answer is unknown."""

    code = "CP204"
    remedy = "Raise the limit that the message names, or ask for less."


class BadTerm(CounterpointError):
    """An expression of a model whose parts do not fit together."""

    code = "CP500"
    remedy = "Write the expression with the operators that docs/models.md lists."


class OutOfSort(CounterpointError):
    """A value that is not one of those that its variable ranges over."""

    code = "CP501"
    remedy = "Widen the range of the variable, or guard the action with `when=`."


class BadModel(CounterpointError):
    """A declaration that a model does not accept: an unknown variable, an update twice."""

    code = "CP502"
    remedy = "Mend the declaration at the place that is named."


class NotAGame(CounterpointError):
    """A system in which it is not clear whose choice a step is."""

    code = "CP600"
    remedy = "Say whose choice each step is: `owners=`, a turn variable, or `--owner`."


class BadCertificate(CounterpointError):
    """A certificate that is not of the form that can be checked."""

    code = "CP601"
    remedy = "Write the certificate as docs/certificates.md shows."


class BadModule(CounterpointError):
    """A text that is not a TLA+ module, with the place in it and what was expected there."""

    code = "CP700"
    remedy = "Mend the module at the place that is named."


class BadMeaning(BadModule):
    """A name of a module that means nothing, or means something that does not fit where it stands.

    Unknown names, wrong numbers of arguments, primes where only a state is meant.
    """

    code = "CP701"
    remedy = "Define the name, extend the module that defines it, or mend how it is used."


class NoSuchModule(BadModule):
    """A module that is extended or instantiated but found nowhere, with the places looked in."""

    code = "CP702"
    remedy = "Put the module beside the one that asks for it, or mend its name."


class BadConfig(CounterpointError):
    """A configuration (`.cfg`) that cannot be read, or does not fit its module."""

    code = "CP703"
    remedy = "Mend the configuration at the place that is named; docs/tla.md lists its statements."


class NoValue(CounterpointError):
    """An expression of a module that has no value: a function applied outside its domain.

    `calls` are the definitions that were being used, the innermost first.
    """

    code = "CP704"
    remedy = "Guard the expression, so that it is not evaluated where it has no value."
    calls: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "\n  in ".join((super().__str__(), *self.calls))


class FailedAssert(NoValue):
    """An Assert of a module whose condition is false: a violation, with the message that it has."""

    code = "CP705"
    remedy = "The module itself says that this must not happen: follow the trace."


class FalseAssumption(CounterpointError):
    """An ASSUME of a module that is false of its constants: what it claims is not for these."""

    code = "CP706"
    remedy = "Give the constants values of which the assumption is true."


class Ended(CounterpointError):
    """A module asked for the end of the search, so what is still open stays unknown."""

    code = "CP707"
    remedy = 'Leave `TLCSet("exit", TRUE)` out to have all states searched.'


class BadLed(CounterpointError):
    """A text that is not LED, with the place in it and what was expected there."""

    code = "CP800"
    remedy = "Mend the text at the place that is named."


class BadDefinition(BadLed):
    """Names of an LED text that mean nothing, are given too much or too little, or mean two things.

    Also terms that can be no condition, or no operand of a comparison, where one stands.
    `others` are further ones of the same text: all are found at once.
    """

    code = "CP801"
    remedy = "Define the name, or give it as many arguments as it takes."
    others: tuple[BadDefinition, ...] = ()

    def __str__(self) -> str:
        more = (str(other).partition("] ")[2] for other in self.others)
        return "\n".join((super().__str__(), *more))


class NoResult(CounterpointError):
    """An expression of LED that has no value: a division by zero, a case that no guard covers.

    `calls` are the definitions that were being used, the innermost first.
    """

    code = "CP802"
    remedy = "Guard the expression, so that it is not evaluated where it has no value."
    calls: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "\n  in ".join((super().__str__(), *self.calls))


class NotPlayable(CounterpointError):
    """An LED text that is no program for Easel, or none whose clicks can be told apart."""

    code = "CP803"
    remedy = "Define what docs/led.md asks of a program for Easel."


class Fault(CounterpointError):
    """Counterpoint contradicts itself: a bug in it, never in the program that was checked."""

    code = "CP900"
    remedy = (
        "Please report it, with the command or the call, the files that were read, and this text."
    )

    def __str__(self) -> str:
        return f"{super().__str__()}\n{REPORT}"
