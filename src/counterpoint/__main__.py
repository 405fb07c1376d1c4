"""`python -m counterpoint` is the command line."""

from __future__ import annotations

from .watchman import UNKNOWN, Watchman, nothing_decided, say_on_standard_error


def main() -> None:
    """Run the command line; Ctrl-C is handled from the very start."""
    watchman = Watchman()
    try:
        watchman.listen()
        from .cli import main as run  # imported here so that Ctrl-C works while it loads

        run(watchman=watchman)
    except KeyboardInterrupt as error:
        say_on_standard_error(nothing_decided(error))
        watchman.leave(UNKNOWN)


if __name__ == "__main__":
    main()
