"""The notebooks of `examples/notebooks`: every cell runs, and shows what is stored with it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from website import notebooks
from website.notebooks import FOLDER, HTML, SVG, TEXT, page, richest, run, source, stored

BOOKS = [each.name for each in notebooks.notebooks()]


def test_there_are_seven_and_the_list_names_each() -> None:
    listed = re.findall(r"\]\(([\w-]+\.ipynb)\)", (FOLDER / "README.md").read_text("utf-8"))
    assert listed == BOOKS
    assert len(BOOKS) == 7


@pytest.mark.share(3)
@pytest.mark.parametrize("name", BOOKS)
def test_a_notebook_shows_what_is_stored_with_it(name: str, tmp_path: Path) -> None:
    """After a change that is meant, `make notebooks` stores what the cells show now."""
    for cell, shown in run(notebooks.read(FOLDER / name), tmp_path):
        assert shown == stored(cell), f"stale, run make notebooks: {source(cell)}"


@pytest.mark.parametrize("name", BOOKS)
def test_a_notebook_is_stored_as_jupyter_stores_it(name: str) -> None:
    text = (FOLDER / name).read_text(encoding="utf-8")
    content = json.loads(text)
    assert text == json.dumps(content, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
    assert (content["nbformat"], content["nbformat_minor"]) == (4, 5)
    cells = content["cells"]
    assert len({each["id"] for each in cells}) == len(cells)
    code = [each for each in cells if each["cell_type"] == "code"]
    assert [each["execution_count"] for each in code] == list(range(1, len(code) + 1))


def test_tables_and_figures_draw_themselves() -> None:
    shown = [
        media
        for name in BOOKS
        for cell in notebooks.read(FOLDER / name)["cells"]
        if cell["cell_type"] == "code"
        for media, _ in stored(cell)
    ]
    assert shown.count(HTML) >= 12
    assert shown.count(SVG) >= 2


def notebook(*cells: str) -> dict[str, Any]:
    return {"cells": [{"cell_type": "code", "source": [each]} for each in cells]}


def test_a_cell_shows_what_it_prints_and_the_value_of_its_last_expression(tmp_path: Path) -> None:
    made = notebook("x = 2\nprint(x)\nx + 1", "x = 5", "!python -c 'print(6 * 7)'", "None")
    assert [shown for _, shown in run(made, tmp_path)] == [
        [("stream", "2\n"), (TEXT, "3")],
        [],
        [("stream", "42\n")],
        [],
    ]


def test_a_cell_that_fails_stops_the_run(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError):
        list(run(notebook("1 / 0"), tmp_path))


def test_the_richest_representation_is_shown() -> None:
    class Both:
        def _repr_html_(self) -> str:
            return "<b>1</b>"

        def _repr_svg_(self) -> str:
            return "<svg/>"

    class Bundle:
        def _repr_mimebundle_(self) -> dict[str, str]:
            return {TEXT: "1", SVG: "<svg/>"}

    assert richest(Both()) == (HTML, "<b>1</b>")
    assert richest(Bundle()) == (SVG, "<svg/>")
    assert richest(1) == (TEXT, "1")


def test_what_jupyter_stores_in_pieces_is_read_as_one() -> None:
    pieces = [{"output_type": "stream", "text": [each]} for each in ("1", "\n2\n")]
    assert stored({"outputs": pieces}) == [("stream", "1\n2\n")]


def test_a_page_has_code_outputs_pictures_and_links_of_the_site() -> None:
    text = page(FOLDER / "1-first-coup.ipynb")
    assert text.startswith("# A first coup\n")
    assert "[Download this notebook](1-first-coup.ipynb)" in text
    assert "](2-dispute.md)" in text
    assert "](../python.md)" in text
    assert '<div class="shown"><img alt="Mini Baccarat table, next: ' in text
    assert "<pre>wager_not_a_multiple\n" in text


def test_a_page_shows_commands_of_the_terminal_without_their_mark() -> None:
    commands = re.findall(r"```bash\n(.*?)```", page(FOLDER / "6-log.ipynb"), re.DOTALL)
    lines = [line for each in commands for line in each.splitlines()]
    assert len(lines) == 3
    assert all(line.startswith("houseway ") for line in lines)
