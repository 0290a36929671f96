"""Drills for dealers, supervisors and tournament directors, asked and marked by the live engine.

A drill is a situation and questions about it. `walk` plays a table from a seed until something
worth asking happens, `kinds` asks, and `decide` answers: no answer is written down anywhere.
`second` plays the record of the situation again and judges it a second time.
"""
