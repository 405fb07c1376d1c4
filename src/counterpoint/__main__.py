"""`python -m counterpoint` is the command line."""

from __future__ import annotations

from .watchman import UNKNOWN, Watchman, nothing_decided, say_on_standard_error


def main() -> None:
    """Run the command line, which can be interrupted from its first moment on."""
    watchman = Watchman()
    try:
        watchman.listen()
        from .cli import main as run  # so that Ctrl-C is heard while this is loaded

        run(watchman=watchman)
    except KeyboardInterrupt as error:
        say_on_standard_error(nothing_decided(error))
        watchman.leave(UNKNOWN)


if __name__ == "__main__":
    main()
