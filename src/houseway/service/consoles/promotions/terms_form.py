"""The conditions of a promotion as a form: every term, prize, rule of entry and redraw a field."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, get_args

from houseway.equipment.chips import money
from houseway.games import game
from houseway.games.events import WagerCollected, WagerPaid, WagerPlaced
from houseway.games.table_rules import DETAILS, EXCLUDED, TERMS, Excluded
from houseway.promotion.terms import Conditions, EntryRule, Kind, Method, Prize, PublicValue, Redraw
from houseway.service.forms.form_data import FormData, NotFilledIn, millilitres
from houseway.service.house_time import HouseTime
from houseway.service.texts.text import texts

KINDS: tuple[str, ...] = get_args(Kind)
METHODS: tuple[str, ...] = get_args(Method)
REASONS = texts({
    "absent": "the winner is not present",
    "unclaimed": "nobody has claimed it in time",
    "refused": "the winner's claim was refused",
})  # fmt: skip
EARNING = texts({  # what at a table can earn tickets
    WagerPaid.__name__: "a wager that wins",
    WagerPlaced.__name__: "a wager that is placed",
    WagerCollected.__name__: "a wager that loses",
})  # fmt: skip
MOST = 30  # prizes, and rules of entry, on one form
Reference = Callable[[str], str]


class PrizeFields(NamedTuple):
    """A prize as the form shows it; an empty one to fill in has no name."""

    number: int
    name: str = ""
    kind: str = "cash"
    value: str = ""
    many: str = "1"
    conditions: str = ""
    cash_alternative: str = ""
    includes: str = ""
    litres: str = ""
    details: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()
    contains: tuple[tuple[Excluded, str], ...] = ()


class RuleFields(NamedTuple):
    number: int
    document: str = ""
    event: str = ""
    wager: str = ""
    stake: str = ""
    tickets: str = "1"


# Out


def times(conditions: Conditions, house: HouseTime) -> dict[str, str]:
    return {
        "starts": house.field(conditions.starts_us),
        "closes": house.field(conditions.closes_us),
        "draw": house.field(conditions.draw_us),
        "ends": house.field(conditions.ends_us),
        "public_at": house.field(conditions.public.at_us),
    }


def prizes(conditions: Conditions) -> list[PrizeFields]:
    """Every prize, and one more to fill in."""
    found = [_prize_out(number, each) for number, each in enumerate(conditions.prizes)]
    return [*found, PrizeFields(len(found), details=_details({}))]


def _prize_out(number: int, prize: Prize) -> PrizeFields:
    whole, part = divmod(prize.liquor_ml, 1000)
    litres = f"{whole}.{part:03}".rstrip("0").rstrip(".") if prize.liquor_ml else ""
    return PrizeFields(
        number, prize.name, prize.kind, amount(prize.value), str(prize.count), prize.conditions,
        amount(prize.cash_alternative), "; ".join(prize.includes), litres,
        _details(prize.details),
        tuple((item, "yes" if answer else "no") for item, answer in prize.contains.items()),
    )  # fmt: skip


def _details(said: dict[str, str]) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    return tuple(
        (kind, tuple((key, said.get(key, "")) for key in keys)) for kind, keys in DETAILS.items()
    )


def amount(cents: int) -> str:
    """Dollars as the form shows them; nothing for nothing."""
    return money(cents).removesuffix(".00") if cents else ""


def rules(conditions: Conditions) -> list[RuleFields]:
    found = [
        RuleFields(number, each.document, each.event, each.wager, amount(each.stake),
                   str(each.tickets))
        for number, each in enumerate(conditions.entry_rules)
    ]  # fmt: skip
    return [*found, RuleFields(len(found))]


def wagers_of(documents: tuple[str, ...]) -> tuple[str, ...]:
    """Every wager of these games by its name, to choose from."""
    games = map(game, documents)
    names = (line.wager for each in games for line in each.wagers(each.options()))
    return tuple(dict.fromkeys(names))


# In


def read(data: FormData, reference: Reference) -> Conditions:
    """The conditions that a form says; anyone who cannot enter is named by reference."""
    present = {"yes": True, "no": False}.get(data.text("present"))
    terms = {key: data.text(f"term.{key}") for key in TERMS if key != "prizes"}
    return Conditions(
        terms={key: text for key, text in terms.items() if text},
        further=dict(_further(data)), prizes=tuple(_prizes(data)),
        starts_us=data.time_us("starts"), closes_us=data.time_us("closes"),
        draw_us=data.time_us("draw"), ends_us=data.time_us("ends"), present=present,
        method=_one_of(data.text("method") or METHODS[0], METHODS, "method"),
        one_prize_each=data.yes("one_prize_each"),
        redraw=Redraw(_reasons(data), data.number("redraw_hours")),
        criteria=data.lines("criteria"),
        barred=tuple(map(reference, data.lines("barred"))), wager=data.money("wager"),
        entry_rules=tuple(_rules(data)),
        public=PublicValue(data.text("public_source"), data.time_us("public_at")),
    )  # fmt: skip


def _reasons(data: FormData) -> Any:
    return tuple(_one_of(each, tuple(REASONS), "redraw") for each in data.all("redraw"))


def _one_of(said: str, known: tuple[str, ...], what: str) -> Any:
    if said not in known:
        raise NotFilledIn(f"{what}: {said!r} is none of {', '.join(known)}")
    return said


def _further(data: FormData) -> Iterator[tuple[str, str]]:
    for line in data.lines("further"):
        heading, colon, text = line.partition(":")
        if not colon:
            raise NotFilledIn(f"further terms: {line!r} has no heading before a colon")
        yield heading.strip(), text.strip()


def _prizes(data: FormData) -> Iterator[Prize]:
    for at in (f"prize.{number}." for number in range(MOST)):
        if not data.text(f"{at}name") or data.yes(f"{at}remove"):
            continue
        kind = _one_of(data.text(f"{at}kind"), KINDS, "kind of prize")
        details = {key: data.text(f"{at}{kind}.{key}") for key in DETAILS.get(kind, ())}
        yield Prize(
            name=data.text(f"{at}name"), kind=kind, value=data.money(f"{at}value"),
            count=data.number(f"{at}count", 1), conditions=data.text(f"{at}conditions"),
            details={key: text for key, text in details.items() if text},
            includes=data.lines(f"{at}includes"),
            liquor_ml=data.read(f"{at}litres", millilitres) or 0,
            cash_alternative=data.money(f"{at}cash_alternative"),
            contains=dict(_contains(data, at)),
        )  # fmt: skip


def _contains(data: FormData, at: str) -> Iterator[tuple[Excluded, bool]]:
    """The questions that were answered; the rules refuse the others."""
    for item in EXCLUDED:
        answer = data.text(f"{at}contains.{item}")
        if answer:
            yield item, _one_of(answer, ("yes", "no"), f"contains {item}") == "yes"


def _rules(data: FormData) -> Iterator[EntryRule]:
    for at in (f"rule.{number}." for number in range(MOST)):
        if data.text(f"{at}event"):
            event = _one_of(data.text(f"{at}event"), tuple(EARNING), "what earns a ticket")
            yield EntryRule(
                document=data.text(f"{at}document"), event=event,
                wager=data.text(f"{at}wager"), stake=data.money(f"{at}stake"),
                tickets=data.number(f"{at}tickets", 1),
            )  # fmt: skip
