"""A table as one SVG file that needs nothing else: no style sheet, no script, no motion."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from functools import cache
from html import escape
from importlib.resources import files
from typing import NamedTuple

from houseway.service import draw
from houseway.table.view import View

# The style sheet of the felt for a renderer that knows no variables, no motion and no pointer.

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_USE = re.compile(r"var\((--[a-z]+)(?:, ([^()]*))?\)")
_SLASHED = re.compile(r"rgb\((\d+) (\d+) (\d+) / (\d+)%\)")
_LARGER = re.compile(r"max\(([\d.]+)px, ([\d.]+)px\)")
_SUM = re.compile(r"calc\(([\d.]+)px \+ ([\d.]+)px\)")
_FONT = re.compile(r"(italic )?(\d+) ([\d.]+px) (.+)")
_ROOT, _MOTION = ".felt", ("animation", "transition", "cursor", "user-select", "outline")
_HUNDRED = 100  # weights of letters come in hundreds

Values = Mapping[str, str]


class StyleRule(NamedTuple):
    """One rule: its selector, and its properties in order."""

    selector: str
    properties: tuple[tuple[str, str], ...]


def flat(styles: str, classes: str) -> str:
    """The same styles in plain CSS, for a drawing whose root has these classes."""
    rules = list(_rules(styles))
    own: dict[str, str] = {}
    for rule in rules:
        if _is_root(rule.selector, classes.split()):
            own |= _variables(rule)
    sets = {rule.selector: _variables(rule) for rule in rules if not _of_root(rule.selector)}
    plain = (each for rule in rules for each in _written(rule, own, sets))
    return "".join(plain)


def _rules(styles: str) -> Iterator[StyleRule]:
    """The rules that hold for every still picture."""
    for selectors, body in _RULE.findall(_without_blocks(_COMMENT.sub("", styles))):
        properties = tuple(
            (name.strip(), value.strip())
            for name, _, value in (line.partition(":") for line in body.split(";"))
            if value
        )
        for selector in selectors.split(","):
            if ":" not in selector:
                yield StyleRule(selector.strip(), properties)


def _without_blocks(styles: str) -> str:
    """Leave out `@media` and `@keyframes`, which hold rules inside."""
    kept, depth, inside = [], 0, False
    for part in re.split(r"(@[a-z]+[^{]*\{|[{}])", styles):
        if part.startswith("@"):
            inside, depth = True, 1
        elif inside:
            depth += {"{": 1, "}": -1}.get(part, 0)
            inside = depth > 0
        else:
            kept.append(part)
    return "".join(kept)


def _of_root(selector: str) -> bool:
    return bool(re.fullmatch(r"\.felt(\.[a-z-]+)*", selector))


def _is_root(selector: str, classes: list[str]) -> bool:
    return _of_root(selector) and set(selector.split(".")[1:]) <= set(classes)


def _variables(rule: StyleRule) -> dict[str, str]:
    return {name: value for name, value in rule.properties if name.startswith("--")}


def _written(rule: StyleRule, own: Values, sets: Mapping[str, Values]) -> Iterator[str]:
    """A rule with values in place of variables, once for each rule that sets them."""
    plain = [(name, value) for name, value in rule.properties if _is_drawn(name)]
    used = {name for _, value in plain for name, _ in _USE.findall(value)}
    places = [(place, values) for place, values in sets.items() if used & values.keys()]
    for place, values in places or [("", {})]:
        body = "".join(_property(*each, {**own, **values}) for each in plain)
        if body:
            yield f"{place} {rule.selector} {{{body}}}\n".lstrip()


def _is_drawn(name: str) -> bool:
    return not name.startswith(("--", *_MOTION))


def _property(name: str, value: str, values: Values) -> str:
    for _ in range(2):  # a value may name another variable
        value = _USE.sub(lambda use: values.get(use[1], use[2] or "inherit"), value)
    value = _SLASHED.sub(lambda each: _with_alpha(*each.groups()), value)
    value = _LARGER.sub(lambda each: f"{max(map(float, each.groups()))}px", value)
    value = _SUM.sub(lambda each: f"{sum(map(float, each.groups()))}px", value)
    font = _FONT.fullmatch(value) if name == "font" else None
    return _letters(*font.groups()) if font else f"{name}:{value};"


def _letters(slanted: str | None, weight: str, size: str, family: str) -> str:
    """The parts of a font; weights between the hundreds, which few fonts have, are rounded up."""
    whole = -(-int(weight) // _HUNDRED) * _HUNDRED
    style = "font-style:italic;" if slanted else ""
    return f"{style}font-weight:{whole};font-size:{size};font-family:{family};"


def _with_alpha(red: str, green: str, blue: str, percent: str) -> str:
    return f"rgba({red},{green},{blue},{int(percent) / 100})"


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
