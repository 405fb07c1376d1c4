"""What b-threads can reach outside of themselves, and whether it stays as it is."""
