"""The functions of the language: `word1`, `extend`, `count` and so on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from ...terms.apply import FALSE, apply, constant
from ...terms.sort import Interval
from ...terms.term import Literal, Op
from ..syntax.words import WIDEST
from . import bits, scalars
from .operations import Misfit, boolean, chosen, integer, negative, number, ordered, truth
from .value import Kind, Scalar, Value, Word, negation, type_of

_Function: TypeAlias = Callable[[str, Sequence[Value]], Value]


def called(name: str, args: Sequence[Value]) -> Value:
    """The value of a function; raises `Misfit` for arguments that it does not take.

    >>> type_of(called("word1", [boolean(constant(True))]))
    'unsigned word[1]'
    """
    function, count = _FUNCTIONS[name]
    if count is not None and len(args) != count:
        raise Misfit(f"{name} takes {count} argument{'s' if count > 1 else ''}, not {len(args)}")
    return function(name, args)


def known_number(value: Value, what: str) -> int:
    """The number that a constant expression denotes; raises `Misfit` if it is none."""
    term = number(value, what)
    if not isinstance(term, Literal):
        raise Misfit(f"{what} takes a constant, and this depends on the state")
    assert isinstance(term.value, int)
    return term.value


def _word(name: str, value: Value) -> Word:
    if isinstance(value, Word):
        return value
    raise Misfit(f"{name} takes a word, and this is {type_of(value)}")


def _abs(name: str, args: Sequence[Value]) -> Value:
    (value,) = args
    number(value, name)
    natural = ordered(">=", value, scalars.literal(0))
    return chosen(natural.term, value, negative(value))


def _extreme(name: str, args: Sequence[Value]) -> Value:
    one, other = args
    below = ordered("<", one, other)
    return chosen(below.term, *((one, other) if name == "min" else (other, one)))


def _count(name: str, args: Sequence[Value]) -> Value:
    total = constant(0)
    found = None
    for arg in args:
        one = apply(Op.ITE, truth(arg, name), constant(1), constant(0))
        found = one if found is None else apply(Op.ADD, found, one)
    return integer(total if found is None else found)


def _bool(name: str, args: Sequence[Value]) -> Value:
    (value,) = args
    match value:
        case Word(False, (bit,)):
            return boolean(bit)
        case Scalar(Kind.INTEGER):
            return boolean(negation(scalars.is_zero(value.term)))
        case Scalar(Kind.BOOLEAN):
            return value  # older texts have it, and NuSMV takes it in assignments
    raise Misfit(f"bool takes integer or unsigned word[1], and this is {type_of(value)}")


def _word1(name: str, args: Sequence[Value]) -> Value:
    return Word(False, (truth(args[0], name),))


def _toint(name: str, args: Sequence[Value]) -> Value:
    (value,) = args
    match value:
        case Scalar(Kind.BOOLEAN, term):
            return integer(apply(Op.ITE, term, constant(1), constant(0)))
        case Scalar(Kind.INTEGER):
            return value
        case Word(signed, of):
            return integer(bits.number(of, signed=signed))
    raise Misfit(f"toint takes boolean, integer or a word, and this is {type_of(value)}")


def _sizeof(name: str, args: Sequence[Value]) -> Value:
    return scalars.literal(len(_word(name, args[0]).bits))


def _extend(name: str, args: Sequence[Value]) -> Value:
    word, by = _word(name, args[0]), known_number(args[1], name)
    if by < 0:
        raise Misfit(f"extend takes a number from 0 on, not {by}")
    return _resized(word, _width(len(word.bits) + by))


def _resize(name: str, args: Sequence[Value]) -> Value:
    return _resized(_word(name, args[0]), _width(known_number(args[1], name)))


def _resized(word: Word, width: int) -> Word:
    """The word with other upper bits; a signed word keeps its sign."""
    top = word.bits[-1] if word.signed else FALSE
    if width >= len(word.bits):
        return Word(word.signed, (*word.bits, *[top] * (width - len(word.bits))))
    if word.signed:
        return Word(True, (*word.bits[: width - 1], top))
    return Word(False, word.bits[:width])


def _constant(name: str, args: Sequence[Value]) -> Value:
    width = _width(known_number(args[1], name))
    value, signed = known_number(args[0], name), name == "swconst"
    low, high = (-(1 << (width - 1)), 1 << (width - 1)) if signed else (0, 1 << width)
    if not low <= value < high:
        raise Misfit(f"{value} is no number that {width} bits have")
    return Word(signed, bits.of_number(value, width))


def _width(width: int) -> int:
    if not 0 < width <= WIDEST:
        raise Misfit(f"a word has 1 to {WIDEST} bits, not {width}")
    return width


def _signed(name: str, args: Sequence[Value]) -> Value:
    word = _word(name, args[0])
    if word.signed is (name == "signed"):
        raise Misfit(f"{name} takes the other kind of word, and this is {type_of(word)}")
    return Word(not word.signed, word.bits)


def selected(word: Value, high: int, low: int) -> Word:
    """`word[high : low]`, the bits from one to the other; raises `Misfit` if there are none."""
    of = _word("[:]", word)
    if not 0 <= low <= high < len(of.bits):
        raise Misfit(f"[{high}:{low}] selects no bits of {type_of(of)}")
    return Word(False, of.bits[low : high + 1])


def interval_of(value: Scalar) -> tuple[int, int]:
    """The least and the greatest number that a number may be, by its parts."""
    sort = value.term.sort
    assert isinstance(sort, Interval)
    return sort.low, sort.high


_FUNCTIONS: dict[str, tuple[_Function, int | None]] = {
    "abs": (_abs, 1),
    "min": (_extreme, 2),
    "max": (_extreme, 2),
    "count": (_count, None),
    "bool": (_bool, 1),
    "word1": (_word1, 1),
    "toint": (_toint, 1),
    "sizeof": (_sizeof, 1),
    "extend": (_extend, 2),
    "resize": (_resize, 2),
    "uwconst": (_constant, 2),
    "swconst": (_constant, 2),
    "signed": (_signed, 1),
    "unsigned": (_signed, 1),
}
"""The functions, and how many arguments each takes; None for any number."""
