"""A table as one SVG file that needs nothing else: no style sheet, no script, no motion."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from html import escape
from importlib.resources import files

from houseway.api.flat_styles import flat
from houseway.service import draw
from houseway.table.view import View

_STILL = "*{animation:none!important;transition:none!important}"


def still(view: View) -> str:
    """The table as it lies, with its own styles inside."""
    return draw.table(view).replace("<defs>", f"<style>{_styles()}{_STILL}</style><defs>", 1)


def image(svg: str, *, alt: str) -> str:
    """An HTML image of a drawing; its styles stay inside it."""
    data = b64encode(svg.encode()).decode()
    return (
        f'<img alt="{escape(alt)}" style="max-width:100%" src="data:image/svg+xml;base64,{data}">'
    )


def printed(svg: str) -> str:
    """A drawing for typesetters and rasterisers: plain styles in place of those for browsers."""
    head, _, rest = svg.partition("<style>")
    _, _, after = rest.partition("</style>")
    classes = _CLASSES.search(head)
    return f"{head}<style>{flat(_styles(), classes[1] if classes else '')}</style>{after}"


_CLASSES = re.compile(r'<svg[^>]* class="([^"]*)"')


@cache
def _styles() -> str:
    return files("houseway.service").joinpath("static", "felt.css").read_text(encoding="utf-8")
