"""The progress of a trainee as charts: recall by section, and the drills of the last weeks."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from houseway.service.draw.svg import el, rect, text, title
from houseway.service.texts.text import Text
from houseway.training.progress import Day, SectionProgress

_WIDTH, _LINE, _BAR, _THICK = 400, 42, 350, 12
_DAYS, _COLUMN, _HEIGHT = 28, 14, 80


def by_section(sections: Sequence[SectionProgress]) -> str:
    """A bar for each section: the share that would be answered now, and what was asked at all."""
    rows = "".join(_section(at, each) for at, each in enumerate(sections))
    said = "; ".join(f"{each.heading} {round(each.recall * 100)} %" for each in sections)
    return el(
        "svg", rows, class_="progress-chart", viewBox=f"0 0 {_WIDTH} {len(sections) * _LINE}",
        role="img", aria_label=Text("Recall by section: {sections}", sections=said),
    )  # fmt: skip


def _section(at: int, each: SectionProgress) -> str:
    y = at * _LINE
    asked, percent = each.met / len(each.clauses), f"{round(each.recall * 100)} %"
    return el(
        "g",
        title(
            Text(
                "{section}: {asked} of {many} clauses asked, {percent}",
                section=each.heading,
                asked=each.met,
                many=len(each.clauses),
                percent=percent,
            )
        ),
        text(0, y + 15, f"{each.number} {each.heading}", "bar-name"),
        text(_WIDTH, y + 33, percent, "bar-figure", text_anchor="end"),
        rect(0, y + 22, _BAR, _THICK, "bar-all", rx=3),
        rect(0, y + 22, _BAR * asked, _THICK, "bar-asked", rx=3),
        rect(0, y + 22, _BAR * each.recall, _THICK, "bar-known", rx=3),
    )


def by_day(days: dict[str, Day], today: date) -> str:
    """A column for each of the last 28 days: drills asked, and those without a mistake."""
    shown = [today - timedelta(days=back) for back in range(_DAYS - 1, -1, -1)]
    most = max((days[each.isoformat()].asked for each in shown if each.isoformat() in days),
               default=0)  # fmt: skip
    columns = "".join(
        _day(at, each, days.get(each.isoformat(), Day()), most) for at, each in enumerate(shown)
    )
    total = sum(days[each.isoformat()].asked for each in shown if each.isoformat() in days)
    return el(
        "svg", columns, class_="progress-chart days", viewBox=f"0 0 {_DAYS * _COLUMN} {_HEIGHT}",
        role="img",
        aria_label=Text(
            "Drills of the last {days} days: {total}, at most {most} a day",
            days=_DAYS, total=total, most=most,
        ),
    )  # fmt: skip


def _day(at: int, day: date, counted: Day, most: int) -> str:
    x, base = at * _COLUMN, _HEIGHT - 18
    tall = (base - 4) / most if most else 0
    label = text(x, _HEIGHT - 4, day.day, "day-name")
    return el(
        "g",
        title(
            Text(
                "{day}: drills: {asked}, without a mistake: {right}",
                day=f"{day:%d/%m}",
                asked=counted.asked,
                right=counted.right,
            )
        ),
        rect(x + 1, base - 2, _COLUMN - 2, 2, "bar-all"),
        rect(x + 1, base - counted.asked * tall, _COLUMN - 2, counted.asked * tall, "bar-asked"),
        rect(x + 1, base - counted.right * tall, _COLUMN - 2, counted.right * tall, "bar-known"),
        label if day.weekday() == 0 else "",
    )
