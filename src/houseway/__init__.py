"""Houseway: casino table games run exactly by their approved rules."""

__version__ = "0.1.0"
