"""Every error that Counterpoint raises on purpose: a stable code, a plain sentence, a place."""

from __future__ import annotations

import linecache
from dataclasses import dataclass
from types import CodeType

from .stopped import NOT_STOPPED, Stopped

QUOTED = 100
"""The longest source line, in characters, that is quoted in full."""


def visible(text: str) -> str:
    """The text with U+FFFD in place of each unprintable character; tabs are kept.

    >>> visible("a\\x00b")
    'a\ufffdb'
    """
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() or sign == "\t" else "\ufffd" for sign in text)


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a source file: `str` gives `file:line`, and `text` is the line.

    With a column (counted from 1), `text` is the whole line and `width` carets mark the place.
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
        """The place of one line, with its text if the file can be read."""
        return cls(file, line, linecache.getline(file, line).strip())

    @classmethod
    def of_span(cls, file: str, line: int, column: int, width: int) -> Place:
        """The place of a part of one line, with the line's text if the file can be read."""
        return cls(file, line, linecache.getline(file, line).rstrip("\n"), column, width)

    @classmethod
    def of_code(cls, code: CodeType) -> Place:
        """The place where a function begins: its `def`, not its decorators."""
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

    `remedy` says what helps against errors of the class; the message may give better advice.

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
    """A function was given an argument that it does not accept."""

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
    """An event has no data of this name; an AttributeError, so that `hasattr` works."""


class BadEvent(Misuse):
    """An event was made from data that cannot be compared by value."""

    code = "CP105"
    remedy = (
        "Give events values that compare by what is in them: numbers, texts, tuples, frozen "
        "dataclasses."
    )


class BadStrategy(Misuse):
    """A selection strategy returned something that is not a set of enabled events."""

    code = "CP106"
    remedy = "Let the strategy return some of the events that it was given."


class OpaqueState(CounterpointError):
    """A b-thread holds a value with unreadable state, so its states cannot be distinguished."""

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
    """B-threads behaved differently when the program was run again."""


class BadTrace(CounterpointError):
    """A trace is not a run of the system on which it was replayed."""

    code = "CP203"
    remedy = (
        "Replay a trace on the system that it was found in; if nothing has changed, please "
        "report it."
    )


class Undecided(CounterpointError):
    """An unknown answer was used as a truth value; `stopped` is the limit that was reached."""

    code = "CP204"
    remedy = "Raise the limit that the message names, or ask for less."

    def __init__(self, message: str, stopped: Stopped = NOT_STOPPED) -> None:
        super().__init__(message)
        self.stopped = stopped


class NothingToCheck(CounterpointError):
    """A check was asked for without any property."""

    code = "CP205"
    remedy = "Name a property, or give the target requirements of its own."


class BadTarget(CounterpointError):
    """A target of the command line was not found, or the options given do not apply to it."""

    code = "CP206"
    remedy = (
        "Name a bundled example (`counterpoint examples`), or a file and, after a colon, a name "
        "in it; give the options that are for such a target, as the command's `--help` says."
    )


class BadCheckpoint(CounterpointError):
    """A file or folder cannot hold a checkpoint, or it is of another check, or damaged."""

    code = "CP207"
    remedy = (
        "Name a file or folder that can be written, or begin anew: in an empty folder, or without "
        "`--recover`."
    )


class BadLog(CounterpointError):
    """A line of a log, or its mapping, cannot be read, or names parts that the target lacks."""

    code = "CP208"
    remedy = (
        "Mend the line that is named, or say by a mapping what it means; "
        "docs/how_to/logs.md shows both."
    )


class BadBaseline(CounterpointError):
    """A file holds no saved verdicts that can be compared: it is damaged, or of another target."""

    code = "CP209"
    remedy = "Name a file that `check --save` wrote for the same target, or save one anew."


class NativeError(CounterpointError):
    """A function, a binding or an argument that restricted Python does not accept."""

    code = "CP300"
    remedy = "Write the function in the part of Python that `counterpoint.native` describes."


class NoSuchFunction(NativeError, AttributeError):
    """A library has no function of this name; an AttributeError, so that `hasattr` works."""


class OutOfBounds(CounterpointError):
    """A function accessed an array out of bounds, divided by zero, or stored a bad value.

    The Python twin and builds with `debug=True` raise it; a release build does not check.
    """

    code = "CP301"
    remedy = "Mend the index, the division or the value at the place that is named."


class BadFormula(CounterpointError):
    """A text is not a formula; the error has the place in it and what was expected there.

    `formula` is the text, empty if unknown; columns count from 1.
    """

    formula = ""
    column: int | None = None
    code = "CP400"
    remedy = "Write the formula as docs/reference/formulas.md shows; other text goes in braces."


class UnknownAtom(BadFormula):
    """The target does not define an atom of a formula; the message lists what it defines.

    `asked_in` is the name of the property with the formula, empty if unknown.
    """

    asked_in = ""

    code = "CP401"
    remedy = "Write one of the names that the message lists, or declare an atom of that name."


class Refused(CounterpointError):
    """The chosen engine refuses to decide a question; the message says why."""

    code = "CP402"
    remedy = "Ask another engine (`--engine`), or the question in another way."


class LimitReached(Undecided, Refused):
    """A question needs more states or memory than allowed: the answer is unknown."""

    code = "CP204"
    remedy = "Raise the limit that the message names, or ask for less."


class BadTerm(CounterpointError):
    """An expression of a model has parts that do not fit together."""

    code = "CP500"
    remedy = "Write the expression with the operators that docs/reference/models.md lists."


class OutOfSort(CounterpointError):
    """A value is outside the sort of its variable."""

    code = "CP501"
    remedy = "Widen the range of the variable, or guard the action with `when=`."


class BadModel(CounterpointError):
    """A model does not accept a declaration, such as an unknown variable or a repeated update."""

    code = "CP502"
    remedy = "Mend the declaration at the place that is named."


class NotAGame(CounterpointError):
    """A system does not make clear which player chooses a step."""

    code = "CP600"
    remedy = "Say whose choice each step is: `owners=`, a turn variable, or `--owner`."


class BadCertificate(CounterpointError):
    """A certificate does not have the form that can be checked."""

    code = "CP601"
    remedy = "Write the certificate as docs/explanation/certificates.md shows."


class BadMap(CounterpointError):
    """A map for a comparison cannot be read, or does not fit the targets that it is for."""

    code = "CP605"
    remedy = (
        "Mend the map at the place that is named; docs/how_to/comparing.md shows how maps are "
        "written."
    )


class BadModule(CounterpointError):
    """A text is not a TLA+ module; the error has the place in it and what was expected there."""

    code = "CP700"
    remedy = "Mend the module at the place that is named."


class BadMeaning(BadModule):
    """A name in a module is undefined, or its meaning does not fit where it is used.

    Examples: unknown names, wrong numbers of arguments, primes where only a state is meant.
    """

    code = "CP701"
    remedy = "Define the name, extend the module that defines it, or mend how it is used."


class NoSuchModule(BadModule):
    """A module that is extended or instantiated was not found; the message lists the places."""

    code = "CP702"
    remedy = "Put the module beside the one that asks for it, or mend its name."


class BadConfig(CounterpointError):
    """A configuration (`.cfg`) cannot be read, or does not fit its module."""

    code = "CP703"
    remedy = (
        "Mend the configuration at the place that is named; docs/reference/tla.md lists its "
        "statements."
    )


class Calls:
    """What errors of evaluation have: `calls`, the definitions being evaluated, innermost first."""

    calls: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "\n  in ".join((super().__str__(), *self.calls))


def calls_of(error: BaseException) -> tuple[str, ...]:
    """The definitions being evaluated when an error was raised, the innermost first."""
    return error.calls if isinstance(error, Calls) else ()


class NoValue(Calls, CounterpointError):
    """An expression of a module has no value, such as a function applied outside its domain."""

    code = "CP704"
    remedy = "Guard the expression, so that it is not evaluated where it has no value."


class FailedAssert(NoValue):
    """An `Assert` of a module is false: a violation, with the message of that `Assert`."""

    code = "CP705"
    remedy = "The module itself says that this must not happen: follow the trace."


class FalseAssumption(CounterpointError):
    """An ASSUME of a module is false for its constants, so its claims do not apply to these."""

    code = "CP706"
    remedy = "Give the constants values of which the assumption is true."


class Ended(CounterpointError):
    """A module asked to end the search, so that open questions stay unknown."""

    code = "CP707"
    remedy = 'Leave `TLCSet("exit", TRUE)` out to have all states searched.'


class BadLed(CounterpointError):
    """A text is not LED; the error has the place in it and what was expected there."""

    code = "CP800"
    remedy = "Mend the text at the place that is named."


class BadDefinition(BadLed):
    """Names of an LED text are undefined, have the wrong number of arguments, or are ambiguous.

    Also raised for terms that cannot be a condition, or an operand of a comparison, where one is
    needed. `others` are further errors of the same text: all are found at once.
    """

    code = "CP801"
    remedy = "Define the name, or give it as many arguments as it takes."
    others: tuple[BadDefinition, ...] = ()

    def __str__(self) -> str:
        more = (str(other).partition("] ")[2] for other in self.others)
        return "\n".join((super().__str__(), *more))


class NoResult(Calls, CounterpointError):
    """An expression of LED has no value, such as a division by zero, or a case without a guard."""

    code = "CP802"
    remedy = "Guard the expression, so that it is not evaluated where it has no value."


class NotPlayable(CounterpointError):
    """An LED text is no program for Easel, or its clicks cannot be distinguished."""

    code = "CP803"
    remedy = "Define what docs/reference/led.md asks of a program for Easel."


class BadCircuit(CounterpointError):
    """A file is not in the AIGER format; the error has the line, or the byte, that is wrong."""

    code = "CP870"
    remedy = "Mend the file at the place that is named, or write it again by the tool it is from."


class BadParityGame(CounterpointError):
    """A file is not a parity game as PGSolver writes them; the error has the place in it."""

    code = "CP860"
    remedy = (
        "Mend the file at the place that is named; docs/how_to/collections.md shows the format."
    )


class BadSmv(CounterpointError):
    """A text is not SMV; the error has the place in it and what was expected there."""

    code = "CP850"
    remedy = "Mend the text at the place that is named."


class BadType(BadSmv):
    """Operands of an SMV expression have types that do not fit together."""

    code = "CP851"
    remedy = "Use operands of the types that docs/reference/smv.md lists, or convert them."


class BadDeclaration(BadSmv):
    """Names of an SMV text are undefined, declared twice, or used where they must not be.

    Also raised for circular definitions and assignments, and for values outside a type.
    """

    code = "CP852"
    remedy = "Declare the name, or mend how it is used."


class Fault(CounterpointError):
    """Counterpoint contradicts itself: a bug in it, never in the program that was checked."""

    code = "CP900"
    remedy = (
        "Please report it, with the command or the call, the files that were read, and this text."
    )

    def __str__(self) -> str:
        return f"{super().__str__()}\n{REPORT}"
