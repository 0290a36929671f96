"""Files, caches, projections and counters of one house."""
