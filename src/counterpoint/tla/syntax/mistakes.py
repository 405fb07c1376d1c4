"""Explaining syntax errors: common mistakes, recognized by the tokens around the place."""

from __future__ import annotations

from collections.abc import Callable

from ...data import dataclass
from ...errors import BadModule, Place, visible
from .foreign import FOREIGN
from .operators import spelled
from .source import Prepared
from .tokens import UNITS, Token, tokens
from .with_tree_sitter import Stop

CLOSING = {"(": ")", "[": "]", "{": "}", "<<": ">>"}
CLOSERS = frozenset({")", "]", "]_", "}", ">>", ">>_"})

WANTED = {"IF": "THEN", "THEN": "ELSE", "LET": "IN", "\\A": ":", "\\E": ":", "CHOOSE": ":",
          "LAMBDA": ":", "∀": ":", "∃": ":", "\\AA": ":", "\\EE": ":"}  # fmt: skip
"""Words, each with the word or symbol that must follow later."""


@dataclass(frozen=True, slots=True)
class Scene:
    """The situation at a syntax error.

    `stop` is the token that does not fit. `open` has the brackets and words before it that are not
    closed yet, and `expected` the grammar symbols that could have been there.
    """

    before: list[Token]
    stop: Token
    after: list[Token]
    open: list[Token]
    expected: frozenset[str]

    @property
    def previous(self) -> Token | None:
        """The token before the one that does not fit."""
        return self.before[-1] if self.before else None


Finding = tuple[str, Token]
"""A message, and the token that it is about."""


def explained(stop: Stop, text: Prepared) -> BadModule:
    """The error for a text that the parser rejects at `stop`."""
    scene = _scene(stop, text)
    for look in LOOKS:
        if (found := look(scene, text)) is not None:
            says, token = found
            return BadModule(says, text.source.span_at(token.start, token.end).place())
    raise AssertionError("the last look finds something always")


def _scene(stop: Stop, text: Prepared) -> Scene:
    offset = len(text.data[: stop.position].decode(errors="ignore"))
    all_ = list(tokens(text.text))
    number = next((n for n, token in enumerate(all_) if token.end > offset), len(all_) - 1)
    # Where no definition can begin, the parser reads == as two =, and fails only after it.
    behind = offset <= all_[number].start and "<<" not in stop.expected
    if number and behind and all_[number - 1].text == "==":
        number -= 1
    before = all_[:number]
    return Scene(before, all_[number], all_[number + 1 :], _open(before), stop.expected)


def _open(before: list[Token]) -> list[Token]:
    """The brackets and words that are not closed yet, from the outside in."""
    stack: list[Token] = []
    for token in before:
        if token.text in CLOSERS:
            while stack and stack.pop().text not in CLOSING:
                pass
        elif token.text in CLOSING or (token.text in WANTED and token.text != "THEN"):
            stack.append(token)
        elif stack and token.text == WANTED.get(stack[-1].text):
            stack.pop()
            stack.extend([token] if token.text == "THEN" else [])
    return stack


# Looks, the most reliable first -------------------------------------------------------------------


def _definition_sign(scene: Scene, text: Prepared) -> Finding | None:
    """`=` in place of `==`."""
    if scene.stop.text == "=" and "==" in scene.expected:
        return "== is needed here: it defines, = compares", scene.stop
    return None


def _comparison_sign(scene: Scene, text: Prepared) -> Finding | None:
    """`==` inside an expression, or of a definition before which something is incomplete."""
    if scene.stop.text != "==" or "==" in scene.expected:
        return None
    head = _head(scene.before)
    if head is not None and _first_on_its_line(scene.before[head], text):
        shorter = Scene(
            scene.before[:head], scene.before[head], [], _open(scene.before[:head]), scene.expected
        )
        return _unfinished(shorter, text)
    return "== only defines: = compares", scene.stop


def _head(before: list[Token]) -> int | None:
    """The index of the first token of the definition head at the end of `before`."""
    depth = 0
    for number in range(len(before) - 1, -1, -1):
        depth += {")": 1, "]": 1, "(": -1, "[": -1}.get(before[number].text, 0)
        if not depth and before[number].kind == "name":
            return number
    return None


def _first_on_its_line(token: Token, text: Prepared) -> bool:
    return not text.text[: token.start].rpartition("\n")[2].strip()


def _unfinished(scene: Scene, text: Prepared) -> Finding | None:
    """The end of the module, or the beginning of a unit, while something is incomplete."""
    if not _begins_a_unit(scene, text) or scene.previous is None:
        return None
    ends = scene.stop.text.startswith("==")
    end = "the end" if ends else scene.stop.text
    if scene.open:
        opening = scene.open[-1]
        wanted = CLOSING.get(opening.text) or WANTED[opening.text]
        return f"{opening.text} needs {wanted}, which does not come before {end}", opening
    if scene.previous.text == "==":
        head = _head(scene.before[:-1])
        name = scene.before[head or 0]
        return f"the definition of {name.text} has no body", name
    if scene.previous.kind == "name" and _joined(scene.before, text):
        return _between(scene.before[-2], scene.previous)
    if scene.previous.kind == "name":
        return f"{scene.previous.text} does not begin a definition: == is missing", scene.previous
    return f"something is needed after {scene.previous.text}, before {end}", scene.previous


def _joined(before: list[Token], text: Prepared) -> bool:
    """Whether the last token is on the same line as an expression that ends before it."""
    return len(before) > 1 and _ended(before[-2]) and not _first_on_its_line(before[-1], text)


def _begins_a_unit(scene: Scene, text: Prepared) -> bool:
    stop = scene.stop
    if stop.text.startswith("====") or stop.text in UNITS:
        return True
    bullet = bool(scene.open) and spelled(stop.text) in ("/\\", "\\/")
    return (bullet or stop.kind == "name") and _first_on_its_line(stop, text)


def _foreign(scene: Scene, text: Prepared) -> Finding | None:
    """A symbol or word of another language, here or just before."""
    for token in (scene.stop, *reversed(scene.before[-3:])):
        if token.text in FOREIGN and text.text[token.start : token.start + 2] != "!!":
            if token.text == "!" and text.text[token.start + 1] != "=" and token is not scene.stop:
                continue
            return FOREIGN[token.text], token
    if scene.stop.kind == "name" and scene.previous is not None and scene.previous.text == "'":
        return "' is the next state's value: a string stands between double quotes", scene.previous
    return None


def _brackets(scene: Scene, text: Prepared) -> Finding | None:
    """A closing bracket without a matching opening one."""
    stop, opening = scene.stop, scene.open[-1] if scene.open else None
    if stop.text not in CLOSERS:
        return None
    if opening is None:
        return f"this {stop.text} closes nothing", stop
    if opening.text in WANTED:
        return f"{WANTED[opening.text]} is missing before this, for {_where(opening, text)}", stop
    if scene.previous is opening and stop.text == ")":
        return "an operator without arguments is written without parentheses", stop
    if CLOSING[opening.text] != stop.text.rstrip("_"):
        return f"{CLOSING[opening.text]} is needed here, for {_where(opening, text)}", stop
    if opening.text == "[" and scene.after and scene.after[0].start == stop.end:
        return "an action in brackets is followed by _ and its variables: [A]_v", stop
    if opening.text == "[":
        return "this is no [x \\in S |-> e], no record [a |-> e] and no action [A]_v", stop
    return None


def _arrow(scene: Scene, text: Prepared) -> Finding | None:
    """`[a -> 1, b -> 2]` in place of a record."""
    arrow = next((token for token in reversed(scene.before) if token.text == "->"), None)
    opening = scene.open[-1] if scene.open else None
    if scene.stop.text != "," or opening is None or opening.text != "[" or arrow is None:
        return None
    says = "the fields of a record are written a |-> e"
    return (says, arrow) if arrow.start > opening.start else None


def _where(token: Token, text: Prepared) -> str:
    span = text.source.span_at(token.start, token.end)
    return f"{token.text} at {Place(span.file, span.line, column=span.column)}"


def _waiting(scene: Scene, text: Prepared) -> Finding | None:
    """A word such as IF, followed by something other than the word it needs."""
    operand = scene.stop.kind in ("name", "value", "word", "prefix")
    if scene.open and scene.open[-1].text in WANTED and operand and _ended(scene.previous):
        wanted = WANTED[scene.open[-1].text]
        return f"{wanted} is needed here, for {_where(scene.open[-1], text)}", scene.stop
    return None


def _few(scene: Scene, text: Prepared) -> Finding | None:
    """A place where at most four symbols are possible."""
    dull = ("comment", "(*", "\\*", "variable_declaration_repeat1", "tuple_of_identifiers")
    plain = {name for name in scene.expected if not name.endswith(dull) and "_" not in name}
    shown = sorted({_SHOWN.get(name, name) for name in plain if name.isascii()} - {""})
    if not 0 < len(shown) <= 4:
        return None
    return f"{' or '.join(shown)} is needed here, not {scene.stop.text}", scene.stop


_SHOWN = {"identifier": "a name", "except": "", "gets": ""}


def _missing_operator(scene: Scene, text: Prepared) -> Finding | None:
    """Two adjacent expressions without an operator."""
    if _ended(scene.previous) and scene.stop.kind in ("name", "value"):
        assert scene.previous is not None
        return _between(scene.previous, scene.stop)
    return None


def _between(first: Token, second: Token) -> Finding:
    return f"an operator or a comma is missing between {first.text} and {second.text}", second


def _ended(token: Token | None) -> bool:
    """Whether an expression can end with a token."""
    return token is not None and (
        token.kind in ("name", "value", "postfix") or token.text in (")", "]", "}", ">>", "@")
    )


def _missing_operand(scene: Scene, text: Prepared) -> Finding | None:
    """An operator without an expression after it."""
    before = scene.previous
    if before is not None and (before.kind in ("infix", "prefix") or before.text in (",", "==")):
        return f"an expression is needed here, after {before.text}", scene.stop
    return None


def _whatever(scene: Scene, text: Prepared) -> Finding:
    return f"{visible(scene.stop.text)} does not fit here", scene.stop


LOOKS: tuple[Callable[[Scene, Prepared], Finding | None], ...] = (
    _definition_sign,
    _comparison_sign,
    _foreign,
    _unfinished,
    _arrow,
    _brackets,
    _waiting,
    _few,
    _missing_operator,
    _missing_operand,
    _whatever,
)
