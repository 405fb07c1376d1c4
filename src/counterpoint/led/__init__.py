"""LED, the Language of Effective Definitions: literate sources, values, and programs for Easel.

`syntax/` turns text into trees, `meaning/` names into what they stand for, `values/` holds values
and what can be done with them, `evaluate/` makes closures of trees, `easel/` makes a system of a
program that is driven by a mouse. `module` is what a file is read into.
"""
