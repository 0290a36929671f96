"""The options of games in words: labels, help, and what each of the listed values means.

An option that an amendment adds is labelled by its own name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from houseway.service.forms.fields import Choice
from houseway.service.forms.form_data import label_of
from houseway.service.texts.text import Text, texts

_LABELS: Mapping[str, str] = texts({
    "approved": "Approved for this table",
    "areas": "Playing areas",
    "boxes": "Boxes on the layout",
    "burn": "Burn at the start of a shoe",
    "deal": "Cards are dealt",
    "decks": "Decks of cards",
    "display": "Display of past results",
    "equipment": "At the table",
    "exposes": "Who turns the cards",
    "layout": "Layout by diagram",
    "maximum_payout_dollars": "Maximum payout, in dollars",
    "method": "Dealing method",
    "pairs": "Pairs wager",
    "preshuffled": "Pre-shuffled cards come from",
    "race_track": "Race track on the layout",
    "rack_holds": "Cards that the discard rack holds",
    "seats": "Seats at the table",
    "settlement": "Banker's wins are paid",
    "shuffle": "Cards are shuffled",
    "source": "Cards are dealt from",
    "super_sevens": "Super 7's wager",
    "use": "Use of the table",
    "variant": "Variant of the game",
    "zero_corner": "Wager on 0, 1, 2 and 3",
})  # fmt: skip
_HELP: Mapping[str, str] = texts({
    "approved": "tick what has a written approval; the rules refuse what is used without one",
    "areas": "one for each seat",
    "burn": "where the first card is shown, its value says how many more are burned",
    "deal": "face down: they are turned over once all are dealt",
    "display": "a screen at the table; it never decides a settlement",
    "exposes": "only where cards are dealt face down",
    "layout": "which of the two approved diagrams; the rules of play are the same",
    "maximum_payout_dollars": "the most that one hand is paid; it stands on the sign",
    "preshuffled": "it decides when a patron may ask for another riffle",
    "rack_holds": "every card of the decks in use must fit",
    "settlement": "without commission, one of Banker's wins pays less; the sign has the odds",
    "shuffle": "with an automated shoe, nobody cuts and the used cards go back into it",
    "super_sevens": "its amount stands on the sign",
    "use": "in a tournament everyone must bet, and the limits are other ones",
    "variant": "it changes the odds of Player; the sign has them",
})  # fmt: skip
_VALUES: Mapping[tuple[str, str], str] = texts({
    ("burn", "shown"): "first card shown",
    ("burn", "unseen"): "one card, face down",
    ("exposes", "dealer"): "the dealer",
    ("exposes", "largest bettor"): "the patron with the largest wager",
    ("exposes", "rotation"): "patrons in turn",
    ("method", "A"): "method A: all cards face up",
    ("method", "B"): "method B: patrons look at their cards",
    ("pairs", "none"): "not offered",
    ("pairs", "perfect"): "Perfect Pairs",
    ("pairs", "canberra"): "Canberra Pairs",
    ("preshuffled", "casino"): "the casino",
    ("preshuffled", "Angel"): "Angel, the manufacturer",
    ("race_track", "used"): "used",
    ("race_track", "unused"): "not used",
    ("settlement", "commission"): "less commission",
    ("settlement", "non-commission"): "without commission",
    ("shuffle", "manual"): "by hand",
    ("shuffle", "automated"): "automated shuffling shoe",
    ("source", "shoe"): "a card shoe",
    ("source", "device"): "a shuffling device",
    ("source", "shuffling device"): "a shuffling device",
    ("source", "multishuffler"): "a multishuffler",
    ("variant", "even money"): "Even Money",
    ("zero_corner", "offered"): "offered",
    ("zero_corner", "withheld"): "not offered",
})  # fmt: skip


def option_label(name: str) -> str:
    return _LABELS.get(name) or Text(label_of(name))


def option_help(name: str) -> str:
    return _HELP.get(name, "")


def option_value(name: str, value: str) -> str:
    return _VALUES.get((name, value), value)


def option_choices(names: Iterable[str]) -> tuple[Choice, ...]:
    """Options to choose from, by their labels; what else the house sets keeps its own name."""
    return tuple(Choice(each, _LABELS.get(each, each)) for each in names)


def value_choices(name: str, values: Iterable[str]) -> tuple[Choice, ...]:
    return tuple(Choice(each, option_value(name, each)) for each in values)
