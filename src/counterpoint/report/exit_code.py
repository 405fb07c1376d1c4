"""All exit codes of the command line."""

from __future__ import annotations

from enum import IntEnum

from ..verdict import Answer


class ExitCode(IntEnum):
    """The exit codes of a command, by their meaning."""

    HOLDS = 0
    FAILS = 1
    WRONG_INPUT = 2
    UNKNOWN = 3

    @classmethod
    def of(cls, answer: Answer) -> ExitCode:
        """The exit code for `answer`.

        >>> ExitCode.of(Answer.UNKNOWN)
        <ExitCode.UNKNOWN: 3>
        """
        return {
            Answer.HOLDS: cls.HOLDS,
            Answer.FAILS: cls.FAILS,
            Answer.UNKNOWN: cls.UNKNOWN,
        }[answer]
