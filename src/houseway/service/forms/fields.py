"""Fields of a form: what each declared type of a command's field is asked for and read as."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache, partial
from types import NoneType
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from msgspec.structs import FieldInfo, fields

from houseway.games.commands import Command
from houseway.games.fields import EQUIPMENT, FieldKind
from houseway.records.sentences import FORMS
from houseway.service.forms import form_data
from houseway.service.forms.form_data import FormData, NotFilledIn, Reader, label_of, whole
from houseway.service.texts.text import Text, texts

Kind = Literal[
    "text", "long text", "money", "number", "numbers", "yes", "chip counts", "minutes",
    "time of day", "day", "time", "odds", "card", "cards", "tiles", "dice", "names", "lines",
]  # fmt: skip
# By the declared kind of one value, and of a list of them. Other texts are "text".
_ONE: Mapping[str, Kind] = {
    **dict.fromkeys(
        ("tournament chips", "count", "box", "round", "number", "version", "minutes", "seconds",
         "minutes east", "hundredths of a per cent"), "number",
    ),
    "money": "money", "moment": "time", "time of day": "time of day", "text": "long text",
    "day": "day", "card": "card", "tile": "tiles",
}  # fmt: skip
_MANY: Mapping[str, Kind] = {
    "card": "cards", "tile": "tiles", "pips": "dice", "count": "chip counts", "box": "numbers",
    "number": "numbers", "text": "lines", "patron": "names", "person": "names",
    "document": "names",
}  # fmt: skip
HINTS: Mapping[Kind, str] = texts({
    "money": "in dollars, such as 25 or 12.50",
    "card": "such as 8h; leave it empty if nobody saw the card",
    "cards": "such as 8h Td, in the order they left the shoe; ?? for one unseen",
    "tiles": "such as 5-6 1-1",
    "dice": "such as 2-5-6",
    "names": "separated by commas",
    "numbers": "separated by blanks",
})  # fmt: skip


_EXAMPLES: Mapping[Kind, str] = texts({
    "time": "dd/mm/yyyy hh:mm",
    "time of day": "23:30",
    "day": "dd/mm/yyyy",
})  # fmt: skip
MOST_LISTS = 200  # lists of choices that are remembered


class Choice(NamedTuple):
    value: str
    text: str


def choices_of(values: Iterable[Any]) -> tuple[Choice, ...]:
    return _choices(tuple(map(str, values)))


@lru_cache(maxsize=MOST_LISTS)
def _choices(values: tuple[str, ...]) -> tuple[Choice, ...]:
    """The same for every patron of a table, and at each of its versions."""
    return tuple(Choice(each, each) for each in values)


class Field(NamedTuple):
    """One value to fill in. `closed`: only one of the choices; otherwise they are suggestions."""

    name: str
    label: str
    kind: Kind = "text"
    required: bool = True
    choices: tuple[Choice, ...] = ()
    closed: bool = False
    chips: tuple[int, ...] = ()  # the denominations for chip counts
    value: tuple[str, ...] = ()
    hint: str = ""

    @property
    def shown(self) -> str:
        """How the page shows it: a dropdown, checkboxes, or an input of its kind."""
        if not self.closed:
            return "text" if self.choices and self.kind == "long text" else self.kind
        return "checkboxes" if self.kind in ("names", "numbers", "lines") else "dropdown"

    @property
    def example(self) -> str:
        """What stands in the empty field."""
        return _EXAMPLES.get(self.kind, "")

    @property
    def keyboard(self) -> str:
        """The keyboard of a tablet."""
        if self.kind in ("number", "minutes", "day"):
            return "numeric"
        return "decimal" if self.kind == "money" else "text"


# What a command declares


@cache
def declared(kind: type[Command]) -> Mapping[str, tuple[FieldInfo, Any]]:
    """The fields of a command by name, each with its annotated type."""
    hints = get_type_hints(kind, include_extras=True)
    return {each.name: (each, hints[each.name]) for each in fields(kind)}


@cache
def field_kinds(kind: type[Command]) -> Mapping[str, Kind | None]:
    """The kind of each field of a command by name; None where one field cannot ask for it."""
    return {name: kind_of(hint) for name, (_, hint) in declared(kind).items()}


def is_literal(hint: Any) -> bool:
    """Whether a type lists its values."""
    return get_origin(hint) is Literal


def literal_values(hint: Any) -> tuple[Choice, ...]:
    return choices_of(get_args(hint)) if is_literal(hint) else ()


def kind_of(hint: Any) -> Kind | None:
    """The kind of field for a type; None where one field cannot ask for it."""
    if hint is bool:
        return "yes"
    if get_origin(hint) is Literal:
        return "text"
    if get_origin(hint) is tuple:
        return _list_kind(get_args(hint))
    what = what_of(hint)
    return _ONE.get(what, "text") if what else None


def _list_kind(items: tuple[Any, ...]) -> Kind | None:
    what = what_of(items[0])
    if len(items) == 2 and items[1] is not Ellipsis:
        return "odds" if what == "number" and what_of(items[1]) == "number" else None
    return _MANY.get(what)


def what_of(hint: Any) -> str:
    """The name of a declared kind of value; empty for anything else."""
    if hint in EQUIPMENT:
        return EQUIPMENT[hint].what
    if get_origin(hint) is Annotated:
        return next((each.what for each in get_args(hint) if isinstance(each, FieldKind)), "")
    inner = [each for each in get_args(hint) if each is not NoneType]
    optional = NoneType in get_args(hint) and len(inner) == 1
    return what_of(inner[0]) if optional else ""


# What was filled in


def _sentence_form(form: str, label: str, text: str) -> Any:
    """Read a value as the sentence of a record does."""
    try:
        return FORMS[form].read(text)
    except ValueError as wrong:
        raise NotFilledIn(f"{label}: {wrong}") from wrong


_READERS: Mapping[Kind, Reader] = {
    "money": form_data.cents,
    "number": whole,
    "minutes": whole,
    "time of day": form_data.time_of_day,
    "day": form_data.day,
    "odds": form_data.odds,
    "names": form_data.names,
    "lines": form_data.lines,
    "numbers": partial(_sentence_form, "numbers"),
    "card": partial(_sentence_form, "card"),
    "cards": partial(_sentence_form, "cards"),
    "tiles": partial(_sentence_form, "tiles"),
    "dice": partial(_sentence_form, "dice"),
}


def value_of(field: Field, data: FormData) -> Any:
    """The value of a field; None where it was left empty."""
    if field.kind == "chip counts":
        return _chip_counts(field, data)
    texts = data.all(field.name)
    if field.kind == "yes":
        return bool(texts)
    if not texts:
        return None
    if field.shown == "checkboxes":
        return (
            tuple(whole(field.label, each) for each in texts) if field.kind == "numbers" else texts
        )
    reader = data.at_time if field.kind == "time" else _READERS.get(field.kind, form_data.plain)
    return reader(field.label, texts[0])


def _chip_counts(field: Field, data: FormData) -> tuple[int, ...] | None:
    typed = [data.text(f"{field.name}.{index}") for index in range(len(field.chips))]
    if not any(typed):
        return None
    return tuple(whole(field.label, each or "0") for each in typed)


# The options of games in words: labels, help, and what each of the listed values means.

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
