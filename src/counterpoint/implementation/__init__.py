"""An implementation beside its rules: whether what a real system logged conforms to a target."""
