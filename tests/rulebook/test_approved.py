"""The instrument's own words: cut at the clauses of each document, whatever the layout."""

from __future__ import annotations

from pathlib import Path

import pytest

from houseway.rulebook import approved
from houseway.rulebook.approved import UnreadableText, decoded, read
from houseway.rulebook.document import Document, document, documents
from houseway.store.instruments import InstrumentLoaded, Instruments
from houseway.store.open import open_log
from tests.rulebook.instruments import _within, instrument, together, words_of

ALL = documents()


def own(of: Document) -> list[str]:
    """The clauses that have a place of their own in a text."""
    return [n for n in of.clauses if not _within(n) and (n[0].isdigit() or n.startswith("terms: "))]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("of", ALL, ids=lambda of: of.slug)
def test_every_clause_gets_its_own_words_and_no_others(of: Document, seed: int) -> None:
    found = read(of, instrument(of, seed))
    assert (found.missing, found.unknown) == ((), ())
    for number in own(of):
        words = found.words[number].removeprefix(f"“{number.partition(' ')[2]}” ")
        assert words.removeprefix(f"{number.partition(' ')[2]} ") == words_of(number), number


@pytest.mark.parametrize("of", ALL, ids=lambda of: of.slug)
def test_each_clause_left_out_is_named_and_takes_no_other_with_it(of: Document) -> None:
    """One clause in twenty, one at a time: the words of all the others stay as they are."""
    whole = read(of, instrument(of))
    for number in own(of)[::20]:
        parts = tuple(n for n in of.clauses if n.startswith((f"{number}(", f"{number} ")))
        found = read(of, instrument(of, without=(number, *parts)))
        assert number in found.missing
        assert not set(found.missing) - {number, *parts}
        kept = {n: found.words[n] for n in own(of) if n in found.words}
        assert kept == {n: whole.words[n] for n in kept}


def test_a_number_that_the_document_does_not_have_is_named_with_its_line() -> None:
    cite = document("casino-war")
    lines = instrument(cite).splitlines()
    at = next(at for at, line in enumerate(lines) if "5.2 " in line[:6])
    lines[at:at] = ["", "5.1.77 The dealer sings after every tie.", ""]
    assert read(cite, "\n".join(lines)).unknown == ((at + 2, "5.1.77"),)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"\xff\xfeC\0a\0s\0i\0n\0o\0", "UTF-8"),
        ("Preis: 3 £".encode("latin-1"), "UTF-8"),
        (b"%PDF-1.7\0\0", "plain text"),
        (b"x" * (approved.LARGEST + 1), "the most"),
    ],
)
def test_what_is_no_plain_text_in_utf_8_is_refused_with_what_to_do(
    content: bytes, why: str
) -> None:
    with pytest.raises(UnreadableText, match=why):
        decoded(content)


def test_the_text_of_another_game_is_not_taken() -> None:
    text = instrument(document("casino-war"))
    with pytest.raises(UnreadableText, match="does not name Mini Baccarat"):
        read(document("mini-baccarat"), text)
    with pytest.raises(UnreadableText, match="clauses of Mini Baccarat are in it"):
        read(document("mini-baccarat"), "Mini Baccarat\n\n1.1 Trial words.")


def test_several_documents_of_one_instrument_do_not_take_each_others_words() -> None:
    """Tournament Canberra Poker 1.1 and Tournament Blackjack 1.1 stand in one file."""
    cite = document("tournament-roulette")
    assert len(together(cite)) == 5
    text = instrument(cite).replace("Trial words “1.1”", "Words of a roulette table “1.1”")
    parts = text.split(cite.title.upper())
    text = (
        parts[0].replace("Words of a roulette", "Words of another") + cite.title.upper() + parts[1]
    )
    assert read(cite, text).words["1.1"].startswith("Words of a roulette table")


def test_a_house_keeps_a_text_and_notices_that_its_file_was_changed(tmp_path: Path) -> None:
    """By the hash in its log: altered, gone, put back by loading again, replaced, removed."""
    cite = document("casino-war")
    content, other = instrument(cite).encode(), instrument(cite, seed=1).encode()
    text = read(cite, content.decode())
    log = open_log(str(tmp_path / "floor.db"), folder=tmp_path)
    kept = Instruments(log, tmp_path, lambda: 1)

    kept.load(text, content, "Chen")
    (path,) = (tmp_path / "instruments").iterdir()
    assert path.stat().st_mode & 0o077 == 0
    assert [each.text for each in kept.held()] == [text]
    path.write_bytes(content.replace(b"Trial", b"Other", 1))
    assert [each.text for each in kept.held()] == [None]
    kept.load(text, content, "Chen")
    assert [each.text for each in kept.held()] == [text]
    path.unlink()
    assert [each.text for each in kept.held()] == [None]
    kept.load(read(cite, other.decode()), other, "Chen")
    assert [each.name for each in (tmp_path / "instruments").iterdir()] != [path.name]
    assert kept.remove(cite.id, "Chen")
    assert not kept.remove(cite.id, "Chen")
    assert (kept.held(), list((tmp_path / "instruments").iterdir())) == ((), [])
    kinds = [each.kind for each in log.read("instruments")]
    assert kinds == [InstrumentLoaded.__name__] * 2 + ["InstrumentRemoved"]
    log.close()
