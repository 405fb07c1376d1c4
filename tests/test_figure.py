"""Counts that are larger than Python writes are said all the same."""

from __future__ import annotations

import json
from dataclasses import replace

from counterpoint import check
from counterpoint.examples.nim import model
from counterpoint.figure import EXACT, figure
from counterpoint.report.json import verdicts_data
from counterpoint.report.plain import LARGEST, to_text
from counterpoint.report.text import verdicts_text

LARGE = 1 << 20_000


def test_a_count_with_more_digits_than_python_writes_is_rounded_down() -> None:
    target = model(piles=(1,))
    verdicts = replace(check(target, "AG true"), states=LARGE, transitions=3 * LARGE)
    text = verdicts_text(verdicts, target)
    assert "at least 2^20000 states (all of them), at least 2^20001 transitions" in text


def test_such_a_count_is_null_as_data() -> None:
    target = model(piles=(1,))
    verdicts = replace(check(target, "AG true"), states=LARGE)
    data = json.loads(to_text(verdicts_data(verdicts, target)))
    assert (data["states"], data["target"]) == (None, verdicts.target)
    assert json.loads(to_text({"is": True, "of": [(LARGE, 1 << 4000)]})) == {
        "is": True,
        "of": [[None, 1 << 4000]],
    }


def test_a_number_is_exact_up_to_a_size_in_texts_and_in_data() -> None:
    assert figure((1 << EXACT) - 1) == f"{(1 << EXACT) - 1:,}"
    assert figure(1 << EXACT) == f"at least 2^{EXACT}"
    most = (1 << LARGEST) - 1
    assert json.loads(to_text([LARGE, most, most + 1])) == [None, most, None]
