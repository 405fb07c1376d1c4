"""Formulas as text, with only the brackets that `parse` needs to read the same formula again.

With one exception: a comparison gets brackets after a prefix operator and to the left of a binary
temporal operator, since `!(x = 1)` and `(t = 1) U p` are easier to read.
"""

from __future__ import annotations

from .complaint import Complaint
from .formula import (
    Atom,
    Const,
    Fix,
    Formula,
    Junction,
    Junctor,
    Modal,
    Not,
    Path,
    Team,
    Temporal,
    Variable,
    operands,
    parts,
)
from .phrase import NAME, QUOTED, call
from .scanner import scan

IFF, IMPLIES, OR, AND, BINARY, UNARY = range(6)
"""How tightly an operator binds: the greater, the tighter."""

_TIGHTNESS = {
    Junctor.IFF: IFF,
    Junctor.IMPLIES: IMPLIES,
    Junctor.OR: OR,
    Junctor.AND: AND,
}


def show(formula: Formula) -> str:
    """The text of a formula; `parse` reads the same formula from it.

    No variable may have the name of an operator that is used inside its scope.

    >>> from counterpoint.logic.parser import parse
    >>> show(parse("((a) && (b || c)) -> (X (d) U (e))"))
    'a & (b | c) -> X d U e'
    >>> show(parse("nu Y. {Z = 1} & (mu Z. (p & <>Y) | <>Z) & []Y"))
    'nu Y. {Z = 1} & (mu Z. p & <>Y | <>Z) & []Y'
    """
    variables = {part.variable for part in parts(formula) if isinstance(part, Fix)}
    return _Printer(frozenset(variables)).text(formula, IFF, True)


class _Printer:
    """Prints formulas; an atom that would otherwise be read differently gets braces.

    `variables` are the bound variables; an atom with one of these names gets braces too.
    """

    def __init__(self, variables: frozenset[str]) -> None:
        self.variables = variables

    def text(self, formula: Formula, around: int, last: bool) -> str:
        """The text of a part between neighbours that bind as tightly as `around`.

        `last` means that the text, or a bracket, ends after the part, as it must after the body of
        a `mu`.
        """
        match formula:
            case Const(value):
                return "true" if value else "false"
            case Atom(text):
                return self._atom(text, around)
            case Variable(name):
                return name
            case Junction(junctor):
                return self._junction(formula, _TIGHTNESS[junctor], around, last)
            case Temporal(tense, (left, right)):
                if around > BINARY:
                    return f"({self.text(formula, IFF, True)})"
                start = self.text(left, UNARY, False)
                return f"{start} {tense.value} {self.text(right, BINARY, last)}"
            case Fix(least, name, of):
                if not last:
                    return f"({self.text(formula, IFF, True)})"
                return f"{'mu' if least else 'nu'} {name}. {self.text(of, IFF, True)}"
            case Path():
                return self._path(formula, last)
            case Not(of):
                return f"!{self.text(of, UNARY, last)}"
            case Temporal(tense, (of,)):
                return f"{tense.value} {self.text(of, UNARY, last)}"
            case Team(_, _, of) | Modal(_, _, of):
                return self._operator(formula) + self.text(of, UNARY, last)
            case _:
                raise AssertionError(formula)

    def _junction(self, formula: Junction, own: int, around: int, last: bool) -> str:
        if around > own:
            return f"({self.text(formula, IFF, True)})"
        parts = operands(formula)
        to_the_right = formula.junctor is Junctor.IMPLIES
        texts = [self.text(parts[0], own + to_the_right, False)]
        texts += [self.text(part, own + 1, False) for part in parts[1:-1]]
        texts.append(self.text(parts[-1], own + (not to_the_right), last))
        return f" {formula.junctor.value} ".join(texts)

    def _path(self, formula: Path, last: bool) -> str:
        quantifier = "E" if formula.some else "A"
        match formula.of:
            case Temporal(tense, (of,)):
                return f"{quantifier}{tense.value} {self.text(of, UNARY, last)}"
            case Temporal() as of:
                return f"{quantifier}[{self.text(of, IFF, True)}]"
            case of:
                return f"{quantifier}({self.text(of, IFF, True)})"

    def _operator(self, formula: Team | Modal) -> str:
        if isinstance(formula, Team):
            players = ", ".join(map(_player, formula.players))
            return f"<<{players}>> " if formula.enforce else f"[[{players}]] "
        label = "" if formula.label is None else _label(formula.label)
        return f"<{label}>" if formula.some else f"[{label}]"

    def _atom(self, text: str, around: int) -> str:
        if not self._is_plain(text):
            return f"{{{text}}}"
        return f"({text})" if around == UNARY and " " in QUOTED.sub("", text) else text

    def _is_plain(self, text: str) -> bool:
        if text in self.variables:
            return False
        try:
            first, *rest = scan(text, self.variables)
        except Complaint:
            return False
        return first.kind == "ATOM" and len(rest) == 1 and first.names == (text,) and text[0] != "{"


def _player(name: str) -> str:
    return name if NAME.fullmatch(name) else f'"{name}"'


def _label(text: str) -> str:
    return text if call(text, 0) == (text, len(text)) else f"{{{text}}}"
