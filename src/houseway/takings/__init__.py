"""What tables took: settled money wager by wager, and the report of a day."""
