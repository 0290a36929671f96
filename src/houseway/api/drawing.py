"""A table as one SVG file that needs nothing else: no style sheet, no script, no motion."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from html import escape
from importlib.resources import files

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
    """A drawing for paper: colours in place of the variables of its style sheet."""
    own = _variables(svg, ".felt {")
    if " canberra " in svg:
        own |= _variables(svg, ".felt.canberra {")
    plain = _USE.sub(lambda use: own.get(use[1], use[2] or "inherit"), svg)
    return _SLASHED.sub(lambda each: _with_alpha(*each.groups()), plain)


def _variables(svg: str, selector: str) -> dict[str, str]:
    """The variables that the first block of a selector sets."""
    return dict(_VARIABLE.findall(svg.partition(selector)[2].partition("}")[0]))


_VARIABLE = re.compile(r"(--[a-z]+): ([^;]+);")
_USE = re.compile(r"var\((--[a-z]+)(?:, ([^()]*))?\)")
_SLASHED = re.compile(r"rgb\((\d+) (\d+) (\d+) / (\d+)%\)")


def _with_alpha(red: str, green: str, blue: str, percent: str) -> str:
    return f"rgba({red},{green},{blue},{int(percent) / 100})"


@cache
def _styles() -> str:
    return files("houseway.service").joinpath("static", "felt.css").read_text(encoding="utf-8")
