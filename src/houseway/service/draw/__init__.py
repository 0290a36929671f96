"""Tables, cards, tiles, chips, the wheel and the roads, drawn as SVG from what a viewer may see."""

from houseway.service.draw.table import both, both_in_parts, felt_pieces, felt_seen, table

__all__ = ["both", "both_in_parts", "felt_pieces", "felt_seen", "table"]
