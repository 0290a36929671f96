"""Plots: what they show is where it should be, in colours that everybody can tell apart."""

from __future__ import annotations

import io
import sys
from fractions import Fraction
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from houseway.analysis import CannotAnalyse, module_of
from houseway.analysis.plots import (
    DARK,
    LIGHT,
    Plot,
    Theme,
    convergence_plot,
    decks_plot,
    removal_plot,
    ruin_plot,
    session_plot,
    spread_plot,
)
from houseway.analysis.plots.draw import Drawing, drawn
from houseway.analysis.plots.edges import gallery
from houseway.analysis.plots.files import _dashes
from houseway.analysis.plots.plot import (
    DASHES,
    SERIES,
    SHAPES,
    Bars,
    Box,
    Dot,
    Scale,
    Stroke,
    Words,
    dollar_tick,
    log_ticks,
    percent_tick,
    short_count,
    step_of,
    widened,
    width_of,
)
from houseway.analysis.removal import edge_by_decks, effect_of_removal
from houseway.analysis.rule_data import changed
from houseway.analysis.sessions import chip_spread, risk_of_ruin, session
from houseway.analysis.simulate import simulate
from houseway.cli.plot import plot
from houseway.equipment.chips import dollars
from houseway.games import game

WAR = decks_plot("casino-war", edge_by_decks("casino-war"))
GONE = removal_plot("seven-up-baccarat", effect_of_removal("seven-up-baccarat"))
SPINS = session_plot(session("tournament-roulette", "red", stake=dollars(10), rounds=30))
RUINS = ruin_plot(
    [
        risk_of_ruin("tournament-roulette", "red", stake=1000, bankroll=brought, rounds=40)
        for brought in (5_000, 10_000)
    ]
)
CHIPS = spread_plot(
    chip_spread(
        "tournament-roulette", "red", start=100_000, rounds=8, minimum=2_500, maximum=50_000
    )
)
ALL = [WAR, GONE, SPINS, RUINS, CHIPS]


def names(found: Plot) -> str:
    return found.name


@pytest.mark.parametrize("width", [400, 880, 1400])
@pytest.mark.parametrize("found", ALL, ids=names)
def test_everything_stays_on_the_paper(found: Plot, width: int) -> None:
    made = drawn(found, width)
    for mark in made.marks:
        if isinstance(mark, Words):
            long = width_of(mark.text, mark.size)
            left = mark.x - {"start": 0.0, "middle": long / 2, "end": long}[mark.anchor]
            assert left >= 0, mark.text
            assert left + long <= width + 2, mark.text
            assert 0 < mark.y < made.height
        elif isinstance(mark, Box):
            assert mark.x >= 0
            assert mark.x + mark.width <= width + 0.01
            assert mark.height >= 0


@pytest.mark.parametrize("found", ALL, ids=names)
def test_a_strict_page_can_hold_it(found: Plot) -> None:
    """No style, no script, no address, no identifier that a second plot would repeat."""
    root = ElementTree.fromstring(found.svg(DARK))  # noqa: S314 our own text
    assert root.get("role") == "img"
    assert found.title in (root.get("aria-label") or "")
    for each in root.iter():
        assert each.tag.rpartition("}")[2] in {
            "svg", "polyline", "polygon", "rect", "circle", "text", "title"
        }  # fmt: skip
        assert not {"style", "id", "href"} & set(each.attrib)
        assert not any(name.startswith("on") for name in each.attrib)


def test_words_are_escaped() -> None:
    found = msgspec.structs.replace(WAR, title='<b> & "more"')
    root = ElementTree.fromstring(found.svg())  # noqa: S314 likewise
    assert '<b> & "more"' in [each.text for each in root.iter() if each.tag.endswith("text")]


def test_the_edge_by_decks_is_where_its_figure_is() -> None:
    """Casino War 3.1, 8.1.2: eight dots a panel; the tie with six decks costs 58/311."""
    assert [panel.title for panel in WAR.panels] == [
        "initial, go to war, initial, best choice",
        "initial, surrender",
        "tie",
    ]
    assert "tie,6,0.186495176849,58/311" in WAR.table.csv().splitlines()
    words = {mark.text for mark in drawn(WAR, 880).marks if isinstance(mark, Words)}
    assert {"18.6495 %", "decks", "house edge"} <= words
    dots = [mark for mark in drawn(WAR, 880).marks if isinstance(mark, Dot)]
    assert len(dots) == 3 * (8 + 2)  # a dot a number of decks, and a larger one on its own ground
    tie = dots[-10:-2]
    edges = [1 - 11 * Fraction(4 * n - 1, 52 * n - 1) for n in range(1, 9)]
    assert straight([(float(edge), dot.y) for edge, dot in zip(edges, tie, strict=True)])


def test_a_bar_is_as_long_as_its_figure() -> None:
    effects = effect_of_removal("seven-up-baccarat")
    boxes = [mark for mark in drawn(GONE, 880).marks if isinstance(mark, Box) and mark.told]
    assert len(boxes) == 4 * 13
    for at, wager in enumerate(("player", "banker", "tie", "super 7's")):
        changes = [by[wager] for by in effects.values()]
        bars = boxes[at * 13 : at * 13 + 13]
        longest = max(range(13), key=lambda n: abs(changes[n]))
        for change, bar in zip(changes, bars, strict=True):
            share = bar.height / bars[longest].height
            assert share == pytest.approx(float(abs(change / changes[longest])))
            assert bar.role == ("second" if change > 0 else "first")


def test_the_shares_of_a_session_are_told() -> None:
    """Two spins on red: 361, 684 and 324 of 1369 end behind, even and ahead."""
    found = session_plot(session("tournament-roulette", "red", stake=dollars(10), rounds=2))
    words = [mark.text for mark in drawn(found, 880).marks if isinstance(mark, Words)]
    assert {"behind: 26.37 %", "even: 49.96 %", "ahead: 23.67 %", "average -$0.54"} <= set(words)
    assert found.table.csv() == (
        "gain_cents,chance\n-2000,0.263696128561\n0,0.499634769905\n2000,0.236669101534\n"
    )


def test_many_results_share_bars_and_lose_nothing() -> None:
    """Each bar is of a round width; what they hold together is all but two thin ends."""
    found = session_plot(session("mini-baccarat", "banker", stake=dollars(20), rounds=50))
    [bars] = [layer.bars for layer in found.panels[0].layers if isinstance(layer, Bars)]
    assert 12 <= len(bars) <= 60
    assert 0.995 < sum(bar.value for bar in bars) <= 1
    assert {bar.end - bar.begin for bar in bars} == {bars[0].end - bars[0].begin}


def test_a_wager_that_is_paid_wrong_is_marked() -> None:
    """Mini Baccarat 8.8(c): a tie at 20 to 1 leaves its bounds, in words too."""
    approved = module_of("mini-baccarat").read(game("mini-baccarat").options())
    wrong = changed(approved, "odds", "tie", "20 to 1")
    found = convergence_plot(simulate("mini-baccarat", 300_000, data=wrong, chunk=10_000))
    told = {panel.title: panel.told for panel in found.panels}
    assert told["tie"].startswith("OUTSIDE ")
    assert told["banker"].endswith(", exact 1.0579 %")
    assert not told["banker"].startswith("OUTSIDE")


def test_convergence_shows_the_wagers_asked_for() -> None:
    made = simulate("mini-baccarat", 40_000, chunk=10_000)
    found = convergence_plot(made, wagers=["tie"])
    assert [panel.title for panel in found.panels] == ["tie"]
    assert made._repr_svg_() == convergence_plot(made).svg() == convergence_plot(made)._repr_svg_()
    with pytest.raises(LookupError, match="none of the wagers simulated"):
        convergence_plot(made, wagers=["faro"])


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_colours_stand_out_from_the_paper(theme: Theme) -> None:
    """WCAG 2.2: 4.5 to 1 for words, 3 to 1 for what else must be seen."""
    for role in ("ink", "faint", *SERIES):
        assert contrast(theme.colour(role), theme.paper) >= 4.5, role
    assert contrast(theme.axis, theme.paper) >= 3


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("lacks", ["nothing", "red", "green"])
def test_series_are_told_apart_by_whoever_looks(theme: Theme, lacks: str) -> None:
    seen = [looks(theme.colour(role), lacks) for role in SERIES]
    for one, other in combinations(seen, 2):
        assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5 > 0.12


def test_no_series_is_told_by_its_colour_alone() -> None:
    assert len(set(DASHES)) == len(set(SHAPES)) == len(SERIES)
    lines = [
        mark for mark in drawn(CHIPS, 880).marks if isinstance(mark, Stroke) and mark.width == 2
    ]
    assert {(mark.role, mark.dash) for mark in lines} == set(zip(SERIES[:3], DASHES, strict=False))


def test_a_png_shows_the_same() -> None:
    from PIL import Image

    made = drawn(GONE, 600)
    image = Image.open(io.BytesIO(GONE.png(DARK, 600)))
    assert image.size == (1200, round(made.height * 2))
    assert image.getpixel((2, 2)) == rgb(DARK.paper)
    for bar in bars_of(made):
        if bar.height > 4:
            middle = round(2 * (bar.x + bar.width / 2)), round(2 * (bar.y + bar.height / 2))
            assert image.getpixel(middle) == rgb(DARK.colour(bar.role))


def test_a_dashed_line_of_a_png_has_gaps() -> None:
    parts = _dashes(((0.0, 0.0), (10.0, 0.0)), (3, 2))
    assert parts == [((0.0, 0.0), (3.0, 0.0)), ((5.0, 0.0), (8.0, 0.0))]


def test_round_steps() -> None:
    assert step_of(0.7, 4) == pytest.approx(0.2)
    assert step_of(9, 4) == pytest.approx(2.5)
    assert widened(-0.3, 0.41, 0.2) == pytest.approx((-0.4, 0.6))
    assert percent_tick(0.0125, 0.0025) == "1.25 %"
    assert percent_tick(-0.0, 0.1) == "0 %"
    assert [dollar_tick(-2_500, 500), dollar_tick(150, 50)] == ["-$25", "$1.5"]
    assert [short_count(n) for n in (500, 20_000, 3e6)] == ["500", "20 k", "3 M"]
    assert [tick.text for tick in log_ticks(10_000, 1e7)] == ["10 k", "100 k", "1 M", "10 M"]
    assert [tick.text for tick in log_ticks(1e6, 4e6)] == ["1 M", "2 M"]
    assert Scale(1, 100, 0, 10, "log")(10) == pytest.approx(5)


@pytest.mark.share(2)
@pytest.mark.parametrize(
    ("slug", "kind", "asked"),
    [
        ("mini-baccarat", "decks", {"decks": "6-8", "theme": "dark"}),
        ("casino-war", "removal", {"width": 400}),
        ("casino-war", "convergence", {"rounds": "5e4", "wager": "tie"}),
        ("tournament-roulette", "session", {"wager": "17"}),
        ("mini-baccarat", "session", {"wager": "tie", "fresh": True, "rounds": "20"}),
        ("tournament-roulette", "ruin", {"wager": "red", "bankroll": ["50"], "rounds": "30"}),
        ("tournament-roulette", "spread", {"wager": "red", "rounds": "5"}),
    ],
)
def test_the_command_writes_a_picture_and_its_figures(
    slug: str, kind: Any, asked: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert plot(slug, kind, out=tmp_path / "new", **asked) == 0
    made = {path.name for path in (tmp_path / "new").iterdir()}
    assert made == {f"{slug}-{kind}.{ending}" for ending in ("svg", "png", "csv")}
    assert (tmp_path / "new" / f"{slug}-{kind}.png").read_bytes().startswith(b"\x89PNG\r\n")
    assert capsys.readouterr().out.count("\n") == 3


@pytest.mark.parametrize(
    ("slug", "kind", "asked", "refused"),
    [
        ("tournament-roulette", "decks", {}, "not played with cards"),
        ("mini-baccarat", "decks", {"decks": "8-1"}, "8-1 decks"),
        ("mini-baccarat", "session", {}, "--wager"),
        ("casino-war", "decks", {"width": 200}, "200 pixels: a plot is 360 to 4,000 wide"),
        ("mini-baccarat", "ruin", {"wager": "faro"}, "faro is none of the wagers"),
    ],
)
def test_the_command_refuses(
    slug: str,
    kind: Any,
    asked: dict[str, Any],
    refused: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert plot(slug, kind, out=tmp_path, **asked) == 2
    assert refused in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_without_pillow_there_is_svg(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(CannotAnalyse, match=r"pip install 'houseway\[plots\]'"):
        WAR.png()
    assert plot("casino-war", "decks", out=tmp_path, png=False) == 0
    assert "houseway plot" not in capsys.readouterr().err


def test_the_pictures_in_the_documents_are_current() -> None:
    """`make plots` draws them; the page shows each of them, by the command that draws it."""
    docs = Path(__file__).parent.parent.parent / "docs"
    made = list(gallery())
    assert {path.stem for path in (docs / "plots").iterdir()} == {each.name for each in made}
    page = (docs / "plots.md").read_text(encoding="utf-8")
    for each in made:
        kept = (docs / "plots" / f"{each.name}.svg").read_text(encoding="utf-8")
        assert kept == each.svg(), f"{each.name} is not current: run make plots"
        assert f"(plots/{each.name}.svg)" in page


def bars_of(made: Drawing) -> list[Box]:
    return [mark for mark in made.marks if isinstance(mark, Box) and mark.told]


def straight(pairs: list[tuple[float, float]]) -> bool:
    """Do figures and places lie on one line?"""
    slopes = [(y2 - y1) / (x2 - x1) for (x1, y1), (x2, y2) in pairwise(pairs)]
    return slopes == pytest.approx([slopes[0]] * len(slopes))


def rgb(colour: str) -> tuple[int, int, int]:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return red, green, blue


def linear(colour: str) -> tuple[float, float, float]:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (each / 255 for each in rgb(colour))
    )
    return red, green, blue


def contrast(one: str, other: str) -> float:
    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    return sum(
        part * share for part, share in zip(linear(colour), (0.2126, 0.7152, 0.0722), strict=True)
    )


# Viénot, Brettel and Mollon 1999: what who lacks one kind of cone sees, in linear light.
SEEN = {
    "nothing": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "red": ((0.11238, 0.88762, 0), (0.11238, 0.88762, 0), (0.00401, -0.00401, 1)),
    "green": ((0.29275, 0.70725, 0), (0.29275, 0.70725, 0), (-0.02234, 0.02234, 1)),
}


def looks(colour: str, lacks: str) -> tuple[float, ...]:
    """A colour as it is seen, by lightness and the two differences of Oklab."""
    red, green, blue = (
        max(0.0, sum(part * share for part, share in zip(linear(colour), row, strict=True)))
        for row in SEEN[lacks]
    )
    cones = (
        0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue,
        0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue,
        0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue,
    )
    long, middle, short = (each ** (1 / 3) for each in cones)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )
