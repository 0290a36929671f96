"""Set plain data in type: one template, its data as JSON, one PDF that screen readers can read.

The same typesetter turns a drawing into pixels.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

import msgspec

from houseway.extras import explaining

# PDF/UA-1: tagged, with a title and a language, every picture described.
_STANDARD: Literal["ua-1"] = "ua-1"
_SHARED = "shared.typ"
_LAYOUT = "layout.svg"
_POINTS_PER_INCH = 72
_PICTURE = b"""#set page(width: auto, height: auto, margin: 0pt, fill: rgb("#16181d"))
#image(bytes(sys.inputs.svg), format: "svg", width: 960pt)"""
_PICTURE_POINTS = 960


def pdf(
    template: str, content: Any, *, layout: str = "", attached: Mapping[str, bytes] | None = None
) -> bytes:
    """The PDF of a template with this content; `layout` is a drawing that the template may show,
    and `attached` are files that it may put inside the PDF.

    Texts are data and never markup, so nothing in them has a meaning for the typesetter.
    """
    with explaining():
        import typst

    with TemporaryDirectory() as folder:
        place = Path(folder)
        for name in (_SHARED, f"{template}.typ"):
            (place / name).write_text(_template(name), encoding="utf-8")
        (place / "data.json").write_bytes(msgspec.json.encode(content))
        if layout:
            (place / _LAYOUT).write_text(layout, encoding="utf-8")
        for name, inside in (attached or {}).items():
            (place / name).write_bytes(inside)
        made: bytes = typst.compile(
            str(place / f"{template}.typ"),
            root=str(place),
            ignore_system_fonts=True,
            pdf_standards=[_STANDARD],
        )
        return made


def png(svg: str, *, width: int) -> bytes:
    """A drawing as a PNG so many pixels wide, on a dark ground."""
    made: bytes = _pictures().compile(
        _PICTURE,
        format="png",
        ppi=width * _POINTS_PER_INCH / _PICTURE_POINTS,
        sys_inputs={"svg": svg},
    )
    return made


@cache
def _pictures() -> Any:
    """One typesetter for all pictures: to look for fonts takes longer than to draw."""
    with explaining():
        import typst

    return typst.Compiler()


def _template(name: str) -> str:
    return files("houseway.paper").joinpath("templates", name).read_text(encoding="utf-8")
