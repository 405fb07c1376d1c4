"""From a counterexample to a rule: the smallest additions that make a property hold.

What a target can do is an arena: steps that an addition may forbid, and steps of the environment,
which stay. The states from which no addition can help are its losing region; where the start is
among them, nothing of the allowed form exists. Else additions of one form after the other are
proposed by SAT, by size, and each flaw of a proposal becomes a clause that excludes all others with
the same flaw. What has no flaw is composed with the target and checked like any target.
"""
