"""Running programs: step by step, with events from outside, in an event loop."""
