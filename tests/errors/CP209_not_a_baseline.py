# counterpoint check CP209_not_a_baseline.py --against CP209_not_a_baseline.py
"""A program, where saved verdicts are expected."""

from counterpoint import Event, Program, sync, thread


@thread
def pour():
    yield sync(request=Event("HOT"))


program = Program(pour())
