"""LED, the Language of Effective Definitions: literate sources, values, and programs for Easel.

- `syntax/` parses text into trees.
- `meaning/` resolves names and checks their use.
- `values/` has the values and their operations.
- `evaluate/` compiles trees to closures.
- `easel/` turns a program that is driven by a mouse into a transition system.
- `module` has the class that a file is loaded into.
"""
