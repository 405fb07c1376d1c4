"""Values of LED, how they are written, and what can be done with them."""
