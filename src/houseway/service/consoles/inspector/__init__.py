"""What an inspector sees: the log searched, rounds played again, proof, and files to take away."""
