"""The explicit engine for Models: a model is compiled to machine code, states are packed bits."""
