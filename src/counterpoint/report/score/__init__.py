"""A walk through a target as plain data, for the page, the terminal and the report.

`presenter_of` returns the object that describes a target: its `groups` of rows, a `column` for each
state of a walk, and the reasons (`why`) of a step. `view_data` describes how a state looks.
"""
