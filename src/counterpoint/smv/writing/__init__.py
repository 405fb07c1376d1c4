"""Writing models as SMV texts."""
