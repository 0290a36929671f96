"""Tools for assistants: the rulebook, settlement and figures, read-only, each with citations."""
