"""Styles for renderers that know little of CSS: values in place of variables, no motion."""

from __future__ import annotations

from houseway.api.drawing import flat

STYLES = """
/* the cloth */
.felt { --cloth: green; --fine: 15px; --night: rgb(6 18 14 / 82%); user-select: none; }
.felt.blue { --cloth: blue; }
.felt.tall { --fine: 18px; }
.felt .baize, .felt .rail { fill: var(--cloth); }
.felt .board { fill: var(--night); stroke: var(--edge, gold); animation: show 1s; }
.felt .fine { font: italic 650 max(16px, var(--fine)) "Some Serif", serif; }
.felt .call { font-size: calc(var(--fine) + 1px); }
.felt .spot:hover > .area { fill: white; }
@media (hover: hover) { .felt .spot { fill: red; } }
@keyframes show { from { opacity: 0; } }
.chip-5 { --body: red; }
.chip-25 { --body: green; }
.chip-body { fill: var(--body); }
"""


def test_a_variable_has_the_value_of_the_drawing() -> None:
    """The classes of the root decide which of several values holds."""
    assert ".felt .baize {fill:green;}" in flat(STYLES, "felt")
    assert ".felt .rail {fill:blue;}" in flat(STYLES, "felt blue")
    assert ".felt .call {font-size:19.0px;}" in flat(STYLES, "felt tall")


def test_a_variable_without_a_value_has_its_default() -> None:
    assert ".felt .board {fill:rgba(6,18,14,0.82);stroke:gold;}" in flat(STYLES, "felt")


def test_a_font_is_written_in_parts() -> None:
    """Weights between the hundreds are rounded up; the larger of two sizes holds."""
    assert (
        '.felt .fine {font-style:italic;font-weight:700;font-size:16.0px;font-family:"Some Serif", '
        "serif;}"
    ) in flat(STYLES, "felt")


def test_rules_of_several_places_are_written_for_each() -> None:
    plain = flat(STYLES, "felt")
    assert ".chip-5 .chip-body {fill:red;}" in plain
    assert ".chip-25 .chip-body {fill:green;}" in plain


def test_pointers_screens_and_motion_are_left_out() -> None:
    plain = flat(STYLES, "felt")
    for left_out in ("@", "hover", "animation", "opacity", "red;}\n.felt", "user-select", "var("):
        assert left_out not in plain
