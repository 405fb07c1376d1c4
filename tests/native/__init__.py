"""Tests of restricted Python: native code against its twin in CPython."""
