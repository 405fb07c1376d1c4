"""Sets of states as binary decision diagrams: models that are too large to enumerate."""
