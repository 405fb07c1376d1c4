"""A module of the user's with variables of its own, for b-threads that reach into it."""

import functools

numbers = [0]
setting = 0


def remember(value):
    numbers.append(value)


def change_setting():
    global setting
    setting += 1


@functools.lru_cache
def remember_once(value):
    numbers.append(value)


def doubled(value):
    return 2 * value
