"""Resolving names, planning how conditions bind variables, and checking both."""
