"""A walk through a target as plain data: what the page, the terminal and the report show of it.

`teller_of` gives what tells of a target: its `groups` of rows, a `column` for each state of a walk,
the reasons (`why`) of a step, and the `view` of a state.
"""
