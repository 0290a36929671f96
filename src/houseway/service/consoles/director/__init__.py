"""The director's console: what can be asked of a tournament, as forms, and what would follow."""
