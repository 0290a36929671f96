"""Stylesheets and scripts as they are sent: short, compressed, and the same to a browser."""

from __future__ import annotations

import gzip

import pytest

from houseway.service.http.static_files import BUNDLES, VENDOR, packed, static_files
from tests.service.conftest import House

# Gzipped bytes of our own files on a first visit to a table, queue, outbox and clocks included.
MOST_BYTES = 23_450
AT_A_TABLE = ("app.js", "clause.js", "base.css", "at-play.css", "at-play.js")


def test_a_stylesheet_loses_what_means_nothing_and_keeps_its_quoted_text() -> None:
    written = '/* One\n   two */\n.a .b > p, .c { color: red; content: "to: be; }"; }\n'
    assert packed("a.css", written.encode()) == b'.a .b>p,.c{color:red;content:"to: be; }"}'


def test_a_script_keeps_its_lines() -> None:
    written = '/* About. */\n(() => {\n  // Why.\n  const a = "/* b */"; // here\n\n})();\n'
    assert packed("a.js", written.encode()) == b'(() => {\nconst a = "/* b */"; // here\n})();\n'


def test_what_a_package_brings_is_sent_as_it_is() -> None:
    assert packed(f"{VENDOR}a.js", b"/* licence */\n  a\n") == b"/* licence */\n  a\n"


def test_a_bundle_is_its_files_in_order() -> None:
    found = static_files()
    for name, parts in BUNDLES.items():
        begin, end = (b"{", b"}\n") if name.endswith(".js") else (b"", b"")  # a block of its own
        assert found[name].body == b"".join(begin + found[each].body + end for each in parts)


def test_a_table_weighs_no_more_than_it_did() -> None:
    found = static_files()
    assert sum(len(found[name].compressed) for name in AT_A_TABLE) <= MOST_BYTES


@pytest.mark.parametrize("name", ["base.css", "at-play.js", "mark.svg"])
def test_a_file_is_sent_compressed_to_whoever_can_read_it(house: House, name: str) -> None:
    client = house.browser()
    plain = client.get(f"/static/{name}", headers={"accept-encoding": "identity"})
    short = client.get(f"/static/{name}", headers={"accept-encoding": "gzip"})
    assert plain.status_code == short.status_code == 200
    assert "content-encoding" not in plain.headers
    assert short.content == plain.content == static_files()[name].body
    assert short.headers.get("content-encoding") == "gzip"
    assert gzip.decompress(static_files()[name].compressed) == plain.content
    assert client.get("/static/nothing.css").status_code == 404
