"""The consoles: every module of this folder that has `ROUTES` adds its pages by being here.

A console is `pages/<console>.py` with `ROUTES`, and if it likes `NAVIGATION` and `FRAGMENTS`, with
its templates in `templates/<console>/` and its stylesheet `static/<console>.css`.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, NamedTuple

from jinja2 import Environment

from houseway.service.fragments import Fragment
from houseway.service.pages.page import Link
from houseway.service.render import environment


class Pages(NamedTuple):
    """Everything that the consoles bring."""

    routes: tuple[Any, ...]
    navigation: tuple[Link, ...]
    fragments: Mapping[str, Fragment]
    environment: Environment


class TwoOfAName(ValueError):
    """Two consoles have a fragment of the same name."""


def load() -> Pages:
    """Find every console, in the order of their names."""
    found = [import_module(f"{__name__}.{each.name}") for each in iter_modules(__path__)]
    routes = tuple(route for each in found for route in getattr(each, "ROUTES", ()))
    links = [link for each in found for link in getattr(each, "NAVIGATION", ())]
    fragments: dict[str, Fragment] = {}
    for each in found:
        for fragment in getattr(each, "FRAGMENTS", ()):
            if fragment.name in fragments:
                raise TwoOfAName(f"{each.__name__}: there is a fragment {fragment.name} already")
            fragments[fragment.name] = fragment
    in_order = tuple(sorted(links, key=lambda link: (link.order, link.text)))
    return Pages(routes, in_order, fragments, environment())
