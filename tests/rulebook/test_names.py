"""Two names that could be taken for each other cannot stand side by side."""

from __future__ import annotations

import pytest

from houseway.rulebook.roles import is_part, mistaken_for, name_fault, name_key

ALIKE = [
    ("Ana", "ana"),
    ("Ana", "ANA"),
    ("Ana", "\u0410na"),  # Cyrillic A
    ("Ana", "\u0391na"),  # Greek alpha
    ("Ana", "\uff21na"),  # full width
    ("Ana", "A\u200bna"),  # zero width space
    ("Ana", "A\u00adna"),  # soft hyphen
    ("Ana", "\u202eAna"),  # turns the direction of the text
    ("Ana", " Ana "),
    ("aca", "\u0430\u0441\u0430"),  # all Cyrillic
    ("Ali", "AIi"),  # capital i for l
    ("Iva", "lva"),  # small L for I
    ("Bob", "B0b"),
    ("Tim", "Tirn"),
    ("José", "Jose\u0301"),  # the accent as a character of its own
    ("O'Brien", "O\u2019Brien"),
]


@pytest.mark.parametrize(("name", "other"), ALIKE)
def test_names_that_look_alike_are_mistaken_for_each_other(name: str, other: str) -> None:
    """Whichever of the two was there first."""
    assert mistaken_for(other, [name]) == name
    assert mistaken_for(name, [other]) == other


@pytest.mark.parametrize(
    ("name", "other"), [("Ana", "Ann"), ("Neil", "Nell"), ("Mai", "Mal"), ("Zoe", "Zoë")]
)
def test_different_names_stay_different(name: str, other: str) -> None:
    """A key that joins too much would keep people out."""
    assert mistaken_for(name, [other]) is None
    assert name_key(name) != name_key(other)


BAD = [
    "", "   ", "\u200b", "A\u200bna", "Ana\n", "Ana\x00", "\u0410na", "\uff21na", "Jose\u0301",
    "\ue000", "\ud800", "house", "HOUSE", "h0use", "device 7", "Houseway", "...", "a  b", " a",
]  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_a_name_is_one_that_people_can_tell_apart_and_read(name: str) -> None:
    """Never empty, nothing invisible, one script, one way to write it, none of the house's own."""
    assert name_fault(name) is not None


@pytest.mark.parametrize("name", ["dealer", "Dealer", "DEA1ER", "gaming manager", "Banker"])
def test_the_names_of_roles_and_hands_are_known(name: str) -> None:
    assert is_part(name)
    assert not is_part(f"{name} Ana")
