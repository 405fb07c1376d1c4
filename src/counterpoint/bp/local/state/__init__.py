"""The state of values as keys: two values with equal keys behave alike from now on."""
