"""Values of LED, their notation, and operations on them."""
