"""Loops compiled with numba: what deals rounds, and what counts deals, by the million.

Nothing here is imported before it has to be compiled (`analysis.compiled`). A module that is asked
for by name has `fill`, which gets every array it writes to and allocates none, so that its machine
code can be kept on disk and called by a process that has no compiler.
"""
