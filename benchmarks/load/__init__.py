"""A whole casino on one machine measured: `python -m benchmarks.load`."""
