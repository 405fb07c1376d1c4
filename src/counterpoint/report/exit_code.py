"""The exit codes of the command line, all of them."""

from __future__ import annotations

from enum import IntEnum

from ..verdict import Answer


class ExitCode(IntEnum):
    """What a command says by its exit code."""

    HOLDS = 0
    FAILS = 1
    WRONG_INPUT = 2
    UNKNOWN = 3

    @classmethod
    def of(cls, answer: Answer) -> ExitCode:
        """The exit code that says `answer`.

        >>> ExitCode.of(Answer.UNKNOWN)
        <ExitCode.UNKNOWN: 3>
        """
        return {
            Answer.HOLDS: cls.HOLDS,
            Answer.FAILS: cls.FAILS,
            Answer.UNKNOWN: cls.UNKNOWN,
        }[answer]
