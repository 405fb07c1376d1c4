"""Truth values and model values."""

from __future__ import annotations

import copy
import pickle

from counterpoint.tla.values import (
    ANY,
    FALSE,
    INT,
    NAT,
    REAL,
    STRING,
    TRUE,
    Endless,
    ModelValue,
    truth,
)


def test_truth_values_are_no_numbers() -> None:
    assert TRUE != 1  # type: ignore[comparison-overlap]
    assert FALSE != 0  # type: ignore[comparison-overlap]
    assert len({TRUE, FALSE, 1, 0}) == 4


def test_there_are_two_truth_values() -> None:
    assert truth(1 < 2) is TRUE
    assert truth([]) is FALSE
    assert pickle.loads(pickle.dumps(TRUE)) is TRUE
    assert copy.deepcopy(FALSE) is FALSE


def test_model_values_are_told_by_their_names() -> None:
    assert ModelValue("a") is ModelValue("a")
    assert ModelValue("a") != "a"  # type: ignore[comparison-overlap]
    assert pickle.loads(pickle.dumps(ModelValue("a"))) is ModelValue("a")


def test_a_letter_and_an_underscore_make_a_kind() -> None:
    kinds = [ModelValue(name).kind for name in ("A_1", "A_", "ab_1", "p")]
    assert kinds == ["A", "", "", ""]


def test_infinite_sets_are_there_once() -> None:
    endless: list[Endless] = [NAT, INT, REAL, STRING, ANY]
    assert all(pickle.loads(pickle.dumps(one)) is one for one in endless)
