"""The style sheet of the felt for a renderer that knows no variables, no motion and no pointer.

Typesetters and rasterisers read a small part of CSS. Rules for pointers, screens and motion are
left out; a variable is replaced by its value. Where several rules set a variable, such as the
colours of chips, every rule that uses it is written once for each of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

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
