"""Plots for pages: each panel a picture of its own, so that as many stand in a row as fit."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from houseway.analysis.plots import Plot

PANEL_WIDTH = 400


def single_panels(plot: Plot) -> Iterator[Plot]:
    """A plot for each panel, under the panel's own title."""
    for panel in plot.panels:
        alone = replace(panel, title="", told="")
        yield replace(plot, title=panel.title, subtitle=panel.told, panels=(alone,), notes=())
