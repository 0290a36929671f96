"""What stands on a dealer's console: the step, what is typed, the money, what would follow."""
