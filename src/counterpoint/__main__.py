"""`python -m counterpoint` is the command line."""

from __future__ import annotations

import sys
import traceback

from .stopped import Stopped
from .watchman import UNKNOWN, Watchman, nothing_decided, say_on_standard_error, why_ended

BROKEN = 2
"""The exit code if the command line itself fails: 1 would say that a property does."""


def main() -> None:
    """Run the command line; Ctrl-C is handled from the very start."""
    watchman = Watchman()
    say = watchman.last_words = say_json if "--json" in sys.argv[1:] else say_on_standard_error
    try:
        watchman.listen()
        from .cli import main as run  # imported here so that Ctrl-C works while it loads

        run(watchman=watchman)
    except (Exception, KeyboardInterrupt) as error:
        watchman.take_floor()
        if not watchman.heard:
            traceback.print_exc()
            sys.exit(BROKEN)
        # Another exception is due to what an interrupt left half imported.
        why = why_ended(error) if isinstance(error, KeyboardInterrupt) else watchman.why
        say(nothing_decided(why), why)
        watchman.leave(UNKNOWN)


def say_json(text: str, why: Stopped) -> None:
    """Print why nothing was decided, as JSON."""
    from .report.plain import to_text, unknown_data

    print(to_text(unknown_data({}, text, why)), flush=True)


if __name__ == "__main__":
    main()
