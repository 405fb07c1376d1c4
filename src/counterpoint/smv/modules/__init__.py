"""Modules: instances with their names, and all declarations of a system in one list."""
