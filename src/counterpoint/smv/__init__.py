"""SMV: modules of a finite system as text, to models with their properties."""
