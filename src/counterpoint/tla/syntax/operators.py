"""The operator symbols of TLA+: spellings, fixity and precedence.

The table is table 6 of Lamport, Specifying Systems (2002), section 15.2.1, with the ranges of
precedence that the TLA+ tools use.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from ...data import dataclass

Fixity: TypeAlias = Literal["prefix", "infix", "postfix"]


@dataclass(frozen=True, slots=True)
class Operator:
    """A symbol with its range of precedence, from `low` to `high`.

    `left` is whether it is left associative: `a + b + c` means `(a + b) + c`.
    """

    name: str
    fixity: Fixity
    low: int
    high: int
    left: bool = False

    def binds_stronger(self, other: Operator) -> bool:
        """Whether it binds stronger than another operator: all of its range is above the other's.

        >>> INFIX["*"].binds_stronger(INFIX["+"]), INFIX["-"].binds_stronger(INFIX["%"])
        (True, False)
        """
        return self.low > other.high


_PREFIX = """
~ 4 4 | -. 12 12 | SUBSET 10 13 | UNION 10 13 | DOMAIN 10 13 | ENABLED 4 15 | UNCHANGED 4 15
[] 4 15 | <> 4 15
"""

_POSTFIX = "' 15 15 | ^+ 15 15 | ^* 15 15 | ^# 15 15"

_LEFT = r"""
/\ 3 3 | \/ 3 3 | \cdot 5 14 | @@ 6 6 | \cap 8 8 | \cup 8 8 | + 10 10 | ++ 10 10 | \oplus 10 10
%% 10 11 | | 10 11 | || 10 11 | - 11 11 | -- 11 11 | \ominus 11 11 | \X 10 13
$ 9 13 | $$ 9 13 | ?? 9 13 | ## 9 13 | \sqcap 9 13 | \sqcup 9 13 | \uplus 9 13
& 13 13 | && 13 13 | * 13 13 | ** 13 13 | \odot 13 13 | \otimes 13 13 | \star 13 13 | \o 13 13
\bigcirc 13 13 | \bullet 13 13
"""

_ALONE = r"""
=> 1 1 | -+-> 2 2 | <=> 2 2 | ~> 2 2
= 5 5 | # 5 5 | < 5 5 | > 5 5 | \leq 5 5 | \geq 5 5 | \in 5 5 | \notin 5 5 | \subseteq 5 5
\subset 5 5 | \supset 5 5 | \supseteq 5 5 | \prec 5 5 | \succ 5 5 | \preceq 5 5 | \succeq 5 5
\sim 5 5 | \simeq 5 5 | \ll 5 5 | \gg 5 5 | \asymp 5 5 | \approx 5 5 | \cong 5 5 | \doteq 5 5
\propto 5 5 | \sqsubset 5 5 | \sqsubseteq 5 5 | \sqsupset 5 5 | \sqsupseteq 5 5 | |- 5 5 | |= 5 5
-| 5 5 | =| 5 5 | := 5 5 | ::= 5 5 | <: 7 7 | :> 7 7 | \ 8 8 | .. 9 9 | ... 9 9 | !! 9 13
\wr 9 14 | % 10 11 | / 13 13 | // 13 13 | \div 13 13 | \oslash 13 13 | ^ 14 14 | ^^ 14 14
"""


def _read(table: str, fixity: Fixity, left: bool = False) -> dict[str, Operator]:
    words = table.split()
    found = {}
    while words:
        # A bar is a separator, unless a number follows: then it is the operator |.
        if words[0] == "|" and not words[1].isdigit():
            del words[0]
        name, low, high, *words = words
        found[name] = Operator(name, fixity, int(low), int(high), left)
    return found


PREFIX = _read(_PREFIX, "prefix")
POSTFIX = _read(_POSTFIX, "postfix")
INFIX = {**_read(_LEFT, "infix", left=True), **_read(_ALONE, "infix")}

_SYNONYMS = r"""
~ \lnot \neg ¬ | [] □ | <> ◇ ⋄ | /\ \land ∧ | \/ \lor ∨ | <=> \equiv ≡ ⟺ ⇔ | => ⟹ ⇒ | -+-> ⇸ ⥅
~> ⇝ ↝ | # /= ≠ | \leq <= =< ≤ | \geq >= ≥ | \in ∈ | \notin ∉ | \subseteq ⊆ | \subset ⊂ | \supset ⊃
\supseteq ⊇ | \prec ≺ | \succ ≻ | \preceq ⪯ | \succeq ⪰ | \sim ∼ | \simeq ≃ | \ll ≪ | \gg ≫
\asymp ≍ | \approx ≈ | \cong ≅ | \doteq ≐ | \propto ∝ | \sqsubset ⊏ | \sqsubseteq ⊑ | \sqsupset ⊐
\sqsupseteq ⊒ | |- ⊢ | |= ⊨ | -| ⊣ | =| ⫤ | := ≔ | ::= ⩴ | \cap \intersect ∩ | \cup \union ∪
.. ‥ | ... … | \oplus (+) ⊕ | \ominus (-) ⊖ | \odot (.) ⊙ | \oslash (/) ⊘ | \otimes (\X) ⊗
\bigcirc ◯ | \bullet ● | \div ÷ | \o \circ ∘ | \star ⋆ | !! ‼ | ?? ⁇ | \sqcap ⊓ | \sqcup ⊔
\uplus ⊎ | \X \times × | \wr ≀ | \cdot ⋅ | || ‖ | ^+ ⁺
"""  # noqa: RUF001


def _synonyms() -> dict[str, str]:
    known = PREFIX.keys() | POSTFIX.keys() | INFIX.keys()
    canonical, found = "", {}
    words = _SYNONYMS.split()
    for number, word in enumerate(words):
        if word in known and not (word == "|" and number):
            canonical = word
        elif word != "|":
            found[word] = canonical
    return found


SYNONYMS = _synonyms()
"""Maps other spellings of symbols to the one that is used in trees."""

SYMBOLS = PREFIX.keys() | POSTFIX.keys() | INFIX.keys()
"""The operator names in trees that are symbols, not identifiers."""


def spelled(symbol: str) -> str:
    r"""The spelling of an operator symbol that is used in trees.

    >>> spelled("\\union"), spelled("≤"), spelled("+")
    ('\\cup', '\\leq', '+')
    """
    return SYNONYMS.get(symbol, symbol)
