"""What happens to commands that are interrupted, killed, or given little memory."""
