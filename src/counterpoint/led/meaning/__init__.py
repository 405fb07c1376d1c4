"""What names stand for, how conditions bind variables, and what is wrong with either."""
