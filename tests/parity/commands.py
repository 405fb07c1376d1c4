"""Commands on parity games."""

from __future__ import annotations

import pytest

from counterpoint.cli import main


def printed(capsys: pytest.CaptureFixture[str], *command: str) -> tuple[int, str]:
    """The exit code of a command, and what it printed."""
    with pytest.raises(SystemExit) as left:
        main(list(command))
    return int(left.value.code or 0), "".join(capsys.readouterr())
