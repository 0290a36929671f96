"""The notebooks of `examples/notebooks`: run, stored with their outputs, and shown as pages.

    python -m website.notebooks        run them all and store what they show

A cell runs as in Jupyter, but without its kernel: one set of names for a notebook, and the value of
a last expression is shown. A line that begins with `!` is a command of the terminal.
"""

from __future__ import annotations

import ast
import base64
import contextlib
import io
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "examples" / "notebooks"
HTML, SVG, TEXT = "text/html", "image/svg+xml", "text/plain"
RICHEST_FIRST = (HTML, SVG, TEXT)
Output = tuple[str, str]  # media type ("stream" for what was printed), and its text
Cell = dict[str, Any]


def notebooks() -> list[Path]:
    return sorted(FOLDER.glob("*.ipynb"))


def read(path: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return content


def write(path: Path, content: dict[str, Any]) -> None:
    """Write a notebook as Jupyter does, so that saving it there changes nothing else."""
    text = json.dumps(content, indent=1, sort_keys=True, ensure_ascii=False)
    path.write_text(text + "\n", encoding="utf-8")


def source(cell: Cell) -> str:
    return "".join(cell["source"])


# Running


def run(content: dict[str, Any], folder: Path) -> Iterator[tuple[Cell, list[Output]]]:
    """Each code cell with what it shows, run in a folder where it may write."""
    names: dict[str, Any] = {"__name__": "__main__"}
    with contextlib.chdir(folder):
        for cell in content["cells"]:
            if cell["cell_type"] == "code":
                yield cell, list(_shown(source(cell), names))


def _shown(code: str, names: dict[str, Any]) -> Iterator[Output]:
    printed = io.StringIO()
    if code.startswith("!"):
        value, text = None, "".join(map(_command, code.splitlines()))
    else:
        with contextlib.redirect_stdout(printed):
            value = _value(code, names)
        text = printed.getvalue()
    if text:
        yield "stream", text
    if value is not None:
        yield richest(value)


def _value(code: str, names: dict[str, Any]) -> object:
    """Run a cell; the value of its last expression, or None."""
    tree = ast.parse(code)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "<cell>", "exec"), names)  # noqa: S102 - our own notebooks
    if not isinstance(last, ast.Expr):
        return None
    return eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)  # noqa: S307


def _command(line: str) -> str:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    around = os.environ | {"PATH": path, "COLUMNS": "100"}
    words = shlex.split(line.removeprefix("!"))
    done = subprocess.run(words, env=around, capture_output=True, encoding="utf-8", check=True)
    return done.stdout


def richest(value: Any) -> Output:
    """The best representation of a value, by the names that notebooks look for."""
    bundle = value._repr_mimebundle_() if hasattr(value, "_repr_mimebundle_") else {}
    for media, name in ((HTML, "_repr_html_"), (SVG, "_repr_svg_")):
        if media in bundle:
            return media, bundle[media]
        if hasattr(value, name):
            return media, getattr(value, name)()
    return TEXT, repr(value)


# Stored outputs


def stored(cell: Cell) -> list[Output]:
    """What a cell of a file shows: of each output, the richest that it has."""
    shown: list[Output] = []
    for media, text in map(_stored, cell["outputs"]):
        if media == "stream" and shown and shown[-1][0] == "stream":  # as Jupyter may split it
            text = shown.pop()[1] + text
        shown.append((media, text))
    return shown


def _stored(output: dict[str, Any]) -> Output:
    if output["output_type"] == "stream":
        return "stream", "".join(output["text"])
    data = output["data"]
    media = next(each for each in RICHEST_FIRST if each in data)
    return media, "".join(data[media])


def as_output(shown: Output, number: int) -> dict[str, Any]:
    media, text = shown
    lines = text.splitlines(keepends=True)
    if media == "stream":
        return {"output_type": "stream", "name": "stdout", "text": lines}
    return {
        "output_type": "execute_result", "execution_count": number, "metadata": {},
        "data": {media: lines},
    }  # fmt: skip


def store(path: Path) -> None:
    """Run a notebook and store what its cells show."""
    content = read(path)
    with tempfile.TemporaryDirectory() as folder:
        for number, (cell, shown) in enumerate(run(content, Path(folder)), start=1):
            cell["execution_count"] = number
            cell["outputs"] = [as_output(each, number) for each in shown]
    write(path, content)


# Pages


def page(path: Path) -> str:
    """A notebook with its stored outputs as Markdown, and a link to the file itself."""
    first, *rest = map(_part, read(path)["cells"])
    return "\n\n".join([first, f"[Download this notebook]({path.name})", *rest]) + "\n"


def on_site(text: str) -> str:
    """Markdown with links as they are on the site: pages beside `notebooks`, notebooks as pages."""
    return text.replace("](../../docs/", "](../").replace(".ipynb)", ".md)")


def _part(cell: Cell) -> str:
    if cell["cell_type"] == "markdown":
        return on_site(source(cell))
    language = "bash" if source(cell).startswith("!") else "python"
    code = f"```{language}\n{re.sub('^!', '', source(cell), flags=re.MULTILINE)}\n```"
    return "\n\n".join([code, *map(_drawn, stored(cell))])


def _drawn(shown: Output) -> str:
    media, text = shown
    if media == SVG:
        data = base64.b64encode(text.encode()).decode()
        text = f'<img alt="Figure" src="data:image/svg+xml;base64,{data}">'
    elif media != HTML:
        text = f"<pre>{escape(text.rstrip())}</pre>"
    return f'<div class="shown">{text}</div>'


def main() -> int:
    for path in notebooks():
        store(path)
        print(path.relative_to(FOLDER))
    return 0


if __name__ == "__main__":
    sys.exit(main())
