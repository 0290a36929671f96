"""Scan a page for faults of accessibility. What cannot differ from page to page is measured once.

Contrasts take most of the time of a scan. A contrast depends on the colour, size, weight and shadow
of a text, and on the layers behind it: backgrounds, opacities and filters of all elements around
it. Texts that have all of this in common are measured once. One that fails, that the scanner cannot
judge, or that is placed over something not around it, is measured on every page.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = Path(__file__).parents[3] / "build" / "scripts" / "node_modules" / "axe-core" / "axe.min.js"
SERIOUS = ("serious", "critical")
ALIKE = 3  # rows of one shape that are scanned: rules of style tell odd rows from even ones
FEW_ROWS = """(most) => {
  const part = (each) => [each.tagName, each.className.baseVal ?? each.className,
    ...each.getAttributeNames(), each.textContent.trim() !== ""].join(" ");
  const shape = (row) => [row, ...row.querySelectorAll("*")].map(part).join();
  for (const list of document.querySelectorAll("tbody, ul, ol, dl, select, datalist")) {
    const rows = {};
    for (const row of [...list.children]) {
      const name = shape(row);
      rows[name] = (rows[name] ?? 0) + 1;
      if (rows[name] > most) row.remove();
    }
  }
}"""
SCAN = """async ({ serious, known, contrastsOnly }) => {
  const TEXT = ["color", "font-size", "font-weight", "text-shadow", "-webkit-text-stroke-width",
    "-webkit-text-stroke-color"];
  const BEHIND = { "background-color": "rgba(0, 0, 0, 0)", "background-image": "none",
    opacity: "1", filter: "none", "mix-blend-mode": "normal", position: "static" };
  const OPAQUE = /^rgb\\(|^(color|oklch|oklab)\\([^/]*\\)$/;
  const root = getComputedStyle(document.documentElement).colorScheme;
  const outside = { layers: `${window.innerWidth} ${root}`, reusable: true };
  const stacks = new Map();
  const stack = (element) => {
    if (!element) return outside;
    if (!stacks.has(element)) {
      const around = stack(element.parentElement), style = getComputedStyle(element);
      const own = Object.entries(BEHIND).map(([name, usual]) => [style[name], usual])
        .filter(([value, usual]) => value !== usual).map(([value]) => value).join();
      const layers = own ? `${around.layers}|${own}` : around.layers;
      // Behind one that is placed anywhere and lets its background through may be anything.
      const placed = !["static", "relative"].includes(style.position);
      const reusable = OPAQUE.test(style.backgroundColor) || (!placed && around.reusable);
      stacks.set(element, { layers, reusable });
    }
    return stacks.get(element);
  };
  const look = (element) => {
    const { layers, reusable } = stack(element), style = getComputedStyle(element);
    return reusable && [...TEXT.map((name) => style.getPropertyValue(name)), layers].join();
  };
  const before = new Set(known), passed = new Set();
  const rule = axe._audit.rules.find((each) => each.id === "color-contrast");
  const check = axe._audit.checks["color-contrast"];
  rule.always ??= rule.matches;
  check.always ??= check.evaluate;
  rule.matches = function (node, ...others) {
    const words = [...node.childNodes].some((each) => each.nodeType === 3 && each.data.trim());
    return !(words && before.has(look(node))) && rule.always.call(this, node, ...others);
  };
  check.evaluate = function (node, ...others) {
    const seen = look(node);
    const result = passed.has(seen) || check.always.call(this, node, ...others);
    if (result === true && seen) passed.add(seen);
    return result;
  };
  const left = axe._audit.rules.filter((each) => each.impact && !serious.includes(each.impact));
  const which = contrastsOnly
    ? { runOnly: { type: "rule", values: ["color-contrast"] } }
    : { rules: Object.fromEntries(left.map((each) => [each.id, { enabled: false }])) };
  const found = await axe.run({ resultTypes: ["violations"], preload: false, ...which });
  return { violations: found.violations, passed: [...passed] };
}"""
THEME = "(theme) => { document.documentElement.dataset.theme = theme; }"
OWN_THEME = "() => { delete document.documentElement.dataset.theme; }"
_passed: set[str] = set()  # colours, fonts and layers whose contrast was enough


def scan(page: Page) -> list[str]:
    """What a scan finds, from serious upwards. Of the rows of a list or table that have the same
    elements, classes and attributes, a few are enough."""
    page.evaluate(FEW_ROWS, ALIKE)
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    return _scanned(page, contrasts_only=False)


def scan_in_light(page: Page) -> list[str]:
    """What the light theme does to contrasts, after `scan` has scanned the dark one."""
    page.evaluate(THEME, "light")
    found = _scanned(page, contrasts_only=True)
    page.evaluate(OWN_THEME)
    return [f"in light: {each}" for each in found]


def _scanned(page: Page, *, contrasts_only: bool) -> list[str]:
    asked = {"serious": SERIOUS, "known": [*_passed], "contrastsOnly": contrasts_only}
    answer: Any = page.evaluate(SCAN, asked)
    _passed.update(answer["passed"])
    return [
        f"{each['id']}: {node['target']} {node.get('failureSummary', '')}"
        for each in answer["violations"]
        if each["impact"] in SERIOUS
        for node in each["nodes"]
    ]
