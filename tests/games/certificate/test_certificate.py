"""Certificates: what they say about a position, and which are no certificates."""

from __future__ import annotations

from typing import Any

import pytest

from counterpoint.errors import BadCertificate, Misuse
from counterpoint.games.certificate import Certificate, Piles, Take, TakeAway

NIM = TakeAway(2)


def same(x: Piles) -> Any:
    return x[0] == x[1]


def level(x: Piles) -> list[Take]:
    return [Take(0, x[1], x[1] < x[0]), Take(1, x[0])]


def test_the_first_case_that_applies_is_the_move() -> None:
    certificate = Certificate(NIM, same, level)
    assert certificate.move((5, 3)) == (0, 3)
    assert certificate.move((3, 5)) == (1, 3)
    assert certificate.move((4, 4)) is None


def test_a_wrong_certificate_gives_no_wrong_move() -> None:
    short = Certificate(NIM, same, lambda x: level(x)[:1], name="short")
    with pytest.raises(Misuse) as refusal:
        short.move((1, 2))
    assert str(refusal.value) == "[CP100] short is wrong about (1, 2): no case applies"
    lazy = Certificate(NIM, same, lambda x: [Take(0, 0)])
    with pytest.raises(Misuse, match=r"wrong about \(1, 2\): pile 0 to 0 does not win"):
        lazy.move((1, 2))


def test_certificates_that_say_the_same_are_equal() -> None:
    one, other = (Certificate(NIM, lambda x: x[0] == x[1], level) for _ in range(2))
    assert one == other
    assert hash(one) == hash(other)
    assert one != Certificate(NIM, lambda x: x[1] == x[0], level)


@pytest.mark.parametrize(
    ("invariant", "witness", "rank", "message"),
    [
        (lambda x: x[0], level, None, "a condition such as `x[0] == 0` is needed here, not <x[0]>"),
        (
            same,
            lambda x: [(x[0] > 0, 0)],
            None,
            "a witness consists of cases `Take(pile, to, when)`, not (<0 < x[0]>, 0)",
        ),
        (same, lambda x: [Take(2, 0)], None, "a case takes pile 2; there are 2"),
        (same, level, lambda x: [], "a rank is one number or more"),
        (same, level, lambda x: -1, "a size of a pile or an int from 0 on is needed here, not -1"),
        (
            same,
            lambda x: [Take(0, TakeAway(4).piles[3])],
            None,
            "`x[3]` means nothing in `x[3]`",
        ),
    ],
)
def test_what_is_no_certificate_is_refused(
    invariant: Any, witness: Any, rank: Any, message: str
) -> None:
    with pytest.raises(BadCertificate) as refusal:
        Certificate(NIM, invariant, witness, rank)
    assert str(refusal.value) == f"[CP601] {message}"
