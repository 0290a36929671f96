"""The log: append-only, chained by hash, on SQLite or PostgreSQL."""
