"""Counting compiled by numba: what would take plain Python minutes. Nothing here knows a rule.

A kernel takes the rules as arrays and gives back counts. These modules alone import numba, and only
when something is counted, so that nothing else waits for it; what was compiled is kept on disk.
"""
