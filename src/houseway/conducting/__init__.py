"""Tournaments whose tables are in Houseway: the tournament binds there, and counts from there."""

from houseway.conducting.counts import CannotCount, counts_of, known_us
from houseway.conducting.reservations import Reservations
from houseway.conducting.tables import UNIT, table_stream

__all__ = ["UNIT", "CannotCount", "Reservations", "counts_of", "known_us", "table_stream"]
