"""Tests of runs that cover a target."""
