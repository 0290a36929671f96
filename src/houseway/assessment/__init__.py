"""Table tests of staff: set by the house, sat by one person at a time, marked by clause.

A test is a stream of the log. It names an edition, kinds of drills and a seed, so that the same
questions can be made again; the answers and their marks are events.
"""
