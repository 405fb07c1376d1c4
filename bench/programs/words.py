"""The words of one checker or the other, so that a program is written once for both."""

from types import SimpleNamespace


def ours() -> SimpleNamespace:
    import counterpoint as c

    return SimpleNamespace(event=c.Event, sync=c.sync, thread=c.thread, wait_for="wait_for")


def bppys() -> SimpleNamespace:
    import bppy as b

    return SimpleNamespace(event=b.BEvent, sync=b.sync, thread=b.thread, wait_for="waitFor")
