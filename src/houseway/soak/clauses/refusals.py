"""Predicates for refusals, by their code: whether the reason holds by the facts of the log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from houseway.soak.clauses import limits
from houseway.soak.clauses.facts import Body, Facts

_MINUTE_US = 60_000_000
_DAY = 1_440


class Refusal(NamedTuple):
    """A refusal as it is in the log: its code and clause, and the command that was refused."""

    facts: Facts
    code: str
    number: str  # of the clause; empty for none
    command: Body
    at_us: int
    detail: str
    role: str = ""

    @property
    def amount(self) -> int | None:
        found = self.command.get("amount")
        return found if isinstance(found, int) else None

    @property
    def stake(self) -> tuple[str, str, int] | None:
        """Patron, wager and amount of a wager as it would have lain there."""
        patron, wager, amount = (self.command.get(each) for each in ("patron", "wager", "amount"))
        if not (isinstance(patron, str) and isinstance(wager, str) and isinstance(amount, int)):
            return None
        if self.command.get("type") == "StakeTokens":
            key = patron, self.command.get("box", 0), wager
            amount += self.facts.wagers.get(key, 0)
        return patron, wager, amount


Predicate = Callable[[Refusal], bool | None]


def _below(refusal: Refusal) -> bool | None:
    """Under the minimum of that patron; newcomers' clauses only while someone is protected."""
    if refusal.stake is None:
        return None
    patron, wager, amount = refusal.stake
    facts = refusal.facts
    if not amount < facts.minimum(patron, wager):
        return False
    if refusal.number in limits.NEWCOMERS:
        kept = facts.limits.get("protected", {})
        return bool(kept) and patron not in kept
    return refusal.number in _permitting(facts, limits.BELOW)


def _permitting(facts: Facts, outside: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Clauses that bound a stake at entry; 7-Up Baccarat 15.6.14 has both limits of tournaments."""
    if facts.options.get("use") == "tournament" and facts.slug == "seven-up-baccarat":
        return ("15.6.14",)
    permitted = limits.PERMITTED.get(facts.slug)
    return (permitted,) if permitted else outside[facts.slug]


def _above(refusal: Refusal) -> bool | None:
    if refusal.stake is None:
        return None
    patron, wager, amount = refusal.stake
    facts = refusal.facts
    permitting = _permitting(facts, limits.ABOVE)
    return amount > facts.maximum(patron, wager) and refusal.number in permitting


def _not_a_multiple(refusal: Refusal) -> bool | None:
    if refusal.stake is None:
        return None
    patron, wager, amount = refusal.stake
    lies = refusal.facts.wagers.get((patron, refusal.command.get("box", 0), wager), 0)
    sums = {amount, amount + lies}  # where chips may be added, the sum is what counts
    odd = any(limits.left_over(refusal.facts, patron, wager, each) for each in sums)
    return odd and refusal.number in limits.MULTIPLES[refusal.facts.slug]


def _not_positive(refusal: Refusal) -> bool | None:
    if refusal.amount is None or refusal.command.get("type") == "ExchangeVoucher":
        return None  # tokens have values of their own
    return refusal.amount <= 0


def _excluded(refusal: Refusal) -> bool:
    return refusal.command.get("patron") in refusal.facts.excluded


def _not_excluded(refusal: Refusal) -> bool:
    return refusal.command.get("patron") not in refusal.facts.excluded


def _outside_hours(refusal: Refusal) -> bool:
    if refusal.facts.hours is None:
        return False
    opens, closes, east = refusal.facts.hours
    now = (refusal.at_us // _MINUTE_US + east) % _DAY
    within = opens <= now < closes if opens <= closes else now >= opens or now < closes
    return not within


_OF_THE_TABLE = ("CloseTable", "RaiseMinimum", "ReturnChips", "RevealSeed")


def _under_way(refusal: Refusal) -> bool | None:
    if refusal.command.get("type") in _OF_THE_TABLE:
        return refusal.facts.playing or None  # what a round still owes may come after its end
    return refusal.facts.playing


def _nothing_under_way(refusal: Refusal) -> bool | None:
    return not refusal.facts.dealt or None


def _betting_not_open(refusal: Refusal) -> bool | None:
    if refusal.facts.slug == "tournament-roulette":
        return None  # a dolly or a ball may be in the way
    return not refusal.facts.betting or refusal.facts.dealt


def _not_there(refusal: Refusal) -> bool | None:
    """No such wager lies on the layout; one that depends on another is not found by itself."""
    patron, wager = refusal.command.get("patron"), refusal.command.get("wager")
    if not isinstance(wager, str) or wager.startswith(("war", "insurance", "hand ")):
        return None
    box = refusal.command.get("box", 0)
    return (patron, box, wager) not in refusal.facts.wagers


def _there_already(refusal: Refusal) -> bool | None:
    patron, wager = refusal.command.get("patron"), refusal.command.get("wager")
    if not isinstance(wager, str):
        return None
    return any(who == patron and on == wager for who, _, on in refusal.facts.wagers) or None


def _is_open(refusal: Refusal) -> bool:
    return bool(refusal.facts.slug)


def _upside_down(refusal: Refusal) -> bool | None:
    least, most = refusal.command.get("minimum"), refusal.command.get("maximum")
    if not (isinstance(least, int) and isinstance(most, int)):
        return None
    return least > most or min(least, most) <= 0


def _not_virtual(refusal: Refusal) -> bool:
    return not refusal.facts.virtual


def _may_not(refusal: Refusal) -> bool | None:
    """The role that gave the command is none of those that the refusal says it takes."""
    _, takes, named = refusal.detail.partition("it takes a ")
    return refusal.role not in named.split(" or ") if takes else None


def _not_offered(refusal: Refusal) -> bool | None:
    """The wager is none of the document's, or one that this table does not offer."""
    slug = refusal.facts.slug
    named = [refusal.command.get(field) for field in ("wager", "onto")]
    wagers = [each for each in named if isinstance(each, str)]
    if not wagers or slug not in _WAGERS:
        return None
    return any(each not in _WAGERS[slug].split(", ") for each in wagers)


_WAGERS = {  # those that every table of the document takes
    "seven-up-baccarat": "player, banker, tie",
    "casino-war": "initial, tie",
    "mini-baccarat": "player, banker, tie",
    "tournament-mini-baccarat": "player, banker, tie",
    "tournament-pai-gow": "hand",
}


def _reserved(refusal: Refusal) -> bool | None:
    keepers = refusal.facts.reserved
    boxes = refusal.command.get("boxes") or [refusal.command.get("box")]
    patron = refusal.command.get("patron")
    return any(keepers.get(box, patron) != patron for box in boxes) or None


def _no_such_dispute(refusal: Refusal) -> bool:
    return refusal.command.get("dispute") not in refusal.facts.disputes


def _no_breach(refusal: Refusal) -> bool | None:
    person = refusal.command.get("person", refusal.command.get("patron"))
    return person not in refusal.facts.breaches or None  # there are several kinds of breach


def _out_of_bounds(refusal: Refusal) -> bool | None:
    """Some number, time or text of the command is beyond what any command may hold."""
    return any(_extreme(each) for each in refusal.command.values()) or None


def _extreme(value: object) -> bool:
    if isinstance(value, str):
        return not value.strip() or len(value) > 64 or not value.isprintable()
    return isinstance(value, int) and not 0 <= value <= 10**12


PREDICATES: dict[str, Predicate] = {
    "house_deals": lambda refusal: refusal.facts.virtual,
    "out_of_bounds": _out_of_bounds,
    "area_reserved": _reserved,
    "no_breach_logged": _no_breach,
    "no_such_dispute": _no_such_dispute,
    "role_may_not": _may_not,
    "wager_not_offered": _not_offered,
    "amount_not_positive": _not_positive,
    "betting_not_open": _betting_not_open,
    "limits_upside_down": _upside_down,
    "no_round_under_way": _nothing_under_way,
    "no_wager_there": _not_there,
    "not_excluded": _not_excluded,
    "not_virtual": _not_virtual,
    "one_wager_per_area": _there_already,
    "one_wager_per_patron": _there_already,
    "outside_hours": _outside_hours,
    "patron_excluded": _excluded,
    "round_under_way": _under_way,
    "coup_under_way": _under_way,
    "table_open": _is_open,
    "wager_above_maximum": _above,
    "wager_below_minimum": _below,
    "wager_not_a_multiple": _not_a_multiple,
}
