"""Is the chance of live tables good? The statistical tests that regulators name, on its own output.

Statistics can find a bad source; they cannot prove a good one. The figures are floats: nothing here
settles anything.
"""
