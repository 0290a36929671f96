"""The consoles, a folder for each role, and `public` for everybody.

The pages of a console are in its modules named `pages` or `..._pages`, and in every module of
`public`. Each has `ROUTES`, and may have `NAVIGATION` and `FRAGMENTS`. The templates of a console
are in `templates/<console>/`, its stylesheet is `static/<console>.css`.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, NamedTuple

from jinja2 import Environment

from houseway.service import consoles
from houseway.service.consoles.page import Link
from houseway.service.live.fragments import Fragment
from houseway.service.live.render import environment
from houseway.service.texts.catalogue import Catalogue


class Pages(NamedTuple):
    """Everything that the consoles bring."""

    routes: tuple[Any, ...]
    navigation: tuple[Link, ...]
    fragments: Mapping[str, Fragment]
    environment: Environment


class TwoOfAName(ValueError):
    """Two consoles have a fragment of the same name."""


def _has_pages(module: str) -> bool:
    return module.endswith("pages") or ".public." in module


def load(catalogue: Catalogue | None = None) -> Pages:
    """Import every module that has pages, in the order of their names.

    Pages are in English, or in the language of a catalogue.
    """
    names = (each.name for each in walk_packages(consoles.__path__, f"{consoles.__name__}."))
    found = [import_module(name) for name in names if _has_pages(name)]
    routes = tuple(route for each in found for route in getattr(each, "ROUTES", ()))
    links = [link for each in found for link in getattr(each, "NAVIGATION", ())]
    fragments: dict[str, Fragment] = {}
    for each in found:
        for fragment in getattr(each, "FRAGMENTS", ()):
            if fragment.name in fragments:
                raise TwoOfAName(f"{each.__name__}: there is a fragment {fragment.name} already")
            fragments[fragment.name] = fragment
    in_order = tuple(sorted(links, key=lambda link: (link.order, link.text)))
    return Pages(routes, in_order, fragments, environment(catalogue))
