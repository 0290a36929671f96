"""A sentence of the engine says "you" to the patron who reads it, and is whole and translatable."""

from __future__ import annotations

import re

import pytest

from houseway.service.texts.catalogue import Pseudo
from houseway.service.texts.engine import LIST
from houseway.service.texts.language import said, speak
from houseway.service.texts.second_person import (
    _FORMS,
    _about_people,
    addressed,
    people_in,
    second_person,
)

ADDRESSED = """
    to Ana                                           from the engine
    you have no hand in play                         Ana has no hand in play
    Ben has no hand in play                          Ben has no hand in play
    it is not your turn                              it is not the turn of Ana
    your hand is in box 3                            the hand of Ana is in box 3
    Ben decides before you                           Ben decides before Ana
    you decide before Ben                            Ana decides before Ben
    box 3 is reserved for you                        box 3 is reserved for Ana
   2 of your disputes are open: wait until one is decided  decide a dispute of Ana first: 2 are open
    you need $50 and have $20                        Ana needs $50 and holds $20
    you have no hand in this round                   Ana has no hand in this round
    your wager on tie                                Ana's wager on tie
    you hold 100, not 200                            Ana (entry 1) holds 100, not 200
    betting is closed                                betting is closed
"""
LATE = "Ana's wagers stand until they are decided: NO MORE BETS was called"
_THIRD = re.compile(r"\byou\b.*\b(and|or) (has|is|holds|plays|folds|handles|turns|takes|waits)\b")


@pytest.mark.parametrize("row", ADDRESSED.strip().splitlines()[1:])
def test_a_sentence_about_its_reader_says_you(row: str) -> None:
    own, sentence = re.split(r"  +", row.strip())
    assert addressed(sentence, "Ana") == own


def test_a_sentence_is_in_memory_once_for_its_reader() -> None:
    """Not a second time by its form: that is asked for only here."""
    assert addressed("Ana needs $50 and holds $30", "Ana") == "you need $50 and have $30"
    assert _about_people().find.cache_info().currsize == 0


def test_a_late_wager_is_answered_in_plain_words() -> None:
    assert addressed(LATE, "Ana") == "too late: no more bets. Your bets stand."


def test_a_name_inside_another_word_stays() -> None:
    assert addressed("Anabel has no hand in play", "Ana") == "Anabel has no hand in play"
    assert addressed("Ana has no hand in play", "") == "Ana has no hand in play"


def test_every_sentence_about_a_patron_can_speak_to_the_patron() -> None:
    """No name is left where the reader was, and every verb goes with "you"."""
    forms = LIST.read_text(encoding="utf-8").splitlines()
    made = {(form, name): second_person(form, name) for form in forms for name in people_in(form)}
    assert len(made) > 100
    assert {key: own for key, own in made.items() if f"{{{key[1]}}}" in own} == {}
    assert {key: own for key, own in made.items() if _THIRD.search(own)} == {}


def test_every_sentence_that_is_put_by_hand_is_one_of_the_engine() -> None:
    assert set(_FORMS) - set(LIST.read_text(encoding="utf-8").splitlines()) == set()


def test_what_it_says_to_its_reader_is_translated_as_a_whole() -> None:
    speak(Pseudo())
    try:
        assert (
            said(addressed("Ana has no hand in play", "Ana"))
            == "⟦ýööûû ĥååvéé ñöö ĥååñð îîñ pļååý⟧"
        )
    finally:
        speak(None)
