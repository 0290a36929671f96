"""A full floor measured: `python -m benchmarks.floor`, from an order to everybody's screens."""
