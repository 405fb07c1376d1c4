"""Mutation testing: small changes of the source, each of which some test should notice.

    change.py     what is changed: one operator, constant or condition of a file
    rooms.py      which tests are to notice a change of a file
    covering.py   which of them run a line
    __main__.py   draws mutants, runs the tests of their rooms on each, and counts

DeMillo, Lipton, Sayward: Hints on test data selection. Computer 11(4), 1978.
"""
