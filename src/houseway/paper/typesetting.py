"""Set plain data in type: one template, its data as JSON, one PDF that screen readers can read."""

from __future__ import annotations

from collections.abc import Mapping
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


def _template(name: str) -> str:
    return files("houseway.paper").joinpath("templates", name).read_text(encoding="utf-8")
