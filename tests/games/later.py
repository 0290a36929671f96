"""Make the document of a made-up later edition: the words of the earlier one with some changed."""

from __future__ import annotations

from collections.abc import Mapping

from houseway.rulebook.document import SHIPPED, Document, Library

LATER = "2030-01-01"


def later_document(earlier: Document, words: Mapping[str, str]) -> Document:
    """Return an edition of 2030 in which these clauses have other words, by their numbers."""

    def changed(line: str) -> str:
        cells = line.split("\t")
        return "\t".join((*cells[:3], words.get(cells[0], cells[3])))

    def read(name: str) -> str:
        text = SHIPPED.read(name.replace(LATER, earlier.edition))
        if name == "catalogue.toml":
            return text.replace(f'edition = "{earlier.edition}"', f'edition = "{LATER}"')
        return "\n".join(map(changed, text.splitlines())) if name.endswith(".tsv") else text

    return Document(earlier.title, edition=LATER, library=Library(read))
