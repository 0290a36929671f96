"""Sentences that the engine says: their forms are found again in what a page shows."""

from __future__ import annotations

import re
from contextlib import ExitStack
from pathlib import Path

import pytest

from houseway.games import slugs
from houseway.service.live.render import environment
from houseway.service.texts.catalogue import PSEUDO, Pseudo
from houseway.service.texts.engine import EngineSentences, engine_sentences
from houseway.service.texts.engine_source import forms_in_source, words_in_source
from houseway.service.texts.language import speak
from houseway.service.texts.text import Listed, Term
from tests.service.texts.test_pseudo import _furnished

FORMS = EngineSentences([
    "betting is closed",
    "{patron} has no hand",
    "{patron} has no hand in box {box}",
    "{asked} is below {minimum}",
])  # fmt: skip
FOUND = """
    sentence                     form                               values
    betting is closed            betting is closed                  -
    Betting is closed            betting is closed                  -
    Ana has no hand              {patron} has no hand               Ana
    Ana has no hand in box 3     {patron} has no hand in box {box}  Ana, 3
    $3 on Banker is below $5     {asked} is below {minimum}         $3 on Banker, $5
"""


@pytest.mark.parametrize("row", FOUND.strip().splitlines()[1:])
def test_a_finished_sentence_is_of_one_form(row: str) -> None:
    """The form that says most of it word for word; its values stay as they are."""
    sentence, form, values = re.split(r"  +", row.strip())
    found = FORMS.find(sentence)
    assert found is not None
    assert (found, found.message) == (sentence, form)
    assert ", ".join(map(str, found.values.values())) == values.strip("-")


def test_what_the_engine_does_not_say_is_data() -> None:
    assert FORMS.find("Ana Maria Lopez") is None


def test_forms_are_read_from_the_source(tmp_path: Path) -> None:
    """Names of values are those of the source; a second of the same name has a number."""
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "play.py").write_text(
        'why = f"{a.patron} waits here for {b.patron}"\n'
        'x = Refused("code", None, "betting is closed" if y else f"{fmt(amount)} is too much")\n'
        'raise ValueError("a mistake in the program")\n'
        'cut = f"{a}: {b}"\n',
        encoding="utf-8",
    )
    assert forms_in_source(tmp_path) == [
        "betting is closed", "{amount} is too much", "{patron} waits here for {patron2}",
    ]  # fmt: skip


def test_words_are_read_from_the_source(tmp_path: Path) -> None:
    """Constants of modules, choices of types, and kinds; codes and messages are none."""
    (tmp_path / "table").mkdir()
    (tmp_path / "table" / "state.py").write_text(
        'OPEN, CLOSED = "open", "between rounds"\n'
        'How = Literal["by lot"]\n'
        'raises = Raises("second check", f"the check is {what}")\n'
        'CODE = "wager_below_minimum"\n',
        encoding="utf-8",
    )
    assert words_in_source(tmp_path) == ["between rounds", "by lot", "open", "second check"]


WORDS = EngineSentences(
    ["a card to the {hand} hand", "notify {offices} of the void", "{patron} has no hand",
     "a round begun is finished: {sentence}", "{asked} is below {minimum}"],
    ["banker", "inspector", "player", "surveillance"],
)  # fmt: skip


def _terms(value: object) -> list[str]:
    """The messages among the values of a sentence, innermost last."""
    match value:
        case Term():
            return [value.message, *(one for each in value.values.values() for one in _terms(each))]
        case Listed():
            return [one for each in value.parts for one in _terms(each)]
    return []


@pytest.mark.parametrize(
    ("sentence", "messages"),
    [
        ("a card to the banker hand", ["banker"]),
        ("a card to the Ana hand", []),
        ("player has no hand", []),  # a patron of that name
        ("notify surveillance and inspector of the void", ["surveillance", "inspector"]),
        ("a round begun is finished: a card to the player hand",
         ["a card to the {hand} hand", "player"]),
        ("$3 on banker is below $5", ["{amount} on {wager}", "banker"]),
    ],
)  # fmt: skip
def test_words_and_sentences_among_values_are_translated(
    sentence: str, messages: list[str]
) -> None:
    found = WORDS.find(sentence)
    assert found is not None
    assert (found, _terms(found)[1:]) == (sentence, messages)


def test_a_page_in_another_language_translates_what_the_engine_says() -> None:
    env = environment(Pseudo())
    shown = env.from_string("<p>{{ said }}</p>").render(said="Ana has not joined this table")
    assert shown == "<p>⟦Ana ĥååš ñööţ jööîîñééð ţĥîîš ţååbļéé⟧</p>"
    english = environment().from_string("<p>{{ said }}</p>")
    assert english.render(said="betting is closed") == "<p>betting is closed</p>"


def test_the_step_of_every_game_is_translated(tmp_path: Path) -> None:
    with ExitStack() as stack:
        stack.callback(speak, None)
        house = _furnished(stack, tmp_path, PSEUDO)
        awaited = {
            slug: house.floor.look(slug, lambda table, _: table.game.awaits(table.play).sentence)
            for slug in slugs()
        }
    assert {slug: said for slug, said in awaited.items() if not engine_sentences().find(said)} == {}
