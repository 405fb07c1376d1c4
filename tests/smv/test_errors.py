"""What is said of wrong texts: each text in `errors/` with the error that it must give.

`COUNTERPOINT_RECORD=1 pytest tests/smv/test_errors.py` writes the errors anew; read the difference
before you keep it.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from counterpoint.errors import CounterpointError
from counterpoint.smv.model import load_model

FOLDER = Path(__file__).parent / "errors"
TEXTS = sorted(FOLDER.glob("*.smv"))


@pytest.mark.parametrize("text", TEXTS, ids=lambda path: path.stem)
def test_a_wrong_text_gets_one_clear_error(text: Path) -> None:
    with pytest.raises(CounterpointError) as caught:
        load_model(text)
    said = str(caught.value).replace(f"{FOLDER}{os.sep}", "") + "\n"
    expected = text.with_suffix(".txt")
    if os.environ.get("COUNTERPOINT_RECORD"):
        expected.write_text(said, encoding="utf-8")
    assert said == expected.read_text(encoding="utf-8")


def test_texts_of_errors_are_numbered_without_gaps() -> None:
    assert [int(path.stem[:3]) for path in TEXTS] == list(range(1, len(TEXTS) + 1))
