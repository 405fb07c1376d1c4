"""The explicit engine for Models: what a model says becomes machine code, its states are bits."""
