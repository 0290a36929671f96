"""Texts of scripts: `Houseway.text("{many} left", { many: 3 })` in a file of `static`.

In English a script has its texts itself. In another language a page brings the translations of all
of them along, in a `meta` element.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from houseway.service.texts.catalogue import Catalogue

_CALL = re.compile(r'\bHouseway\.text\(\s*("(?:[^"\\]|\\.)*")')


def script_messages(source: str) -> Iterator[tuple[int, str]]:
    """The messages of a script, each with its line."""
    for match in _CALL.finditer(source):
        yield source.count("\n", 0, match.start()) + 1, json.loads(match[1])


@cache
def _every_message() -> tuple[str, ...]:
    folder = files("houseway.service") / "static"
    names = sorted(each.name for each in folder.iterdir() if each.name.endswith(".js"))
    sources = ((folder / name).read_text(encoding="utf-8") for name in names)
    return tuple(dict.fromkeys(text for source in sources for _, text in script_messages(source)))


def script_texts(catalogue: Catalogue) -> dict[str, str]:
    """What the scripts say in another language, by what they say in English."""
    found = {text: catalogue.message(text) for text in _every_message()}
    return {text: translated for text, translated in found.items() if translated is not None}
