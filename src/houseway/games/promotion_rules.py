"""Which clauses of a document answer the questions of a promotional prize, and with what figures.

The promotion itself is written once, above the games. Three documents speak of it, in nearly the
same words; where they differ the difference is a figure or a `bool` here.
"""

from __future__ import annotations

from typing import Final, Literal, get_args

from msgspec import Struct

from houseway.rulebook.document import Clause

# What the terms and conditions must say, by key, as a question to the person who writes them.
TERMS = {
    "manner": "how the prize is awarded",
    "award": "when and where the prize is awarded",
    "eligibility": "who is eligible: characteristics, criteria, requirements",
    "wager": 'the minimum or compulsory wager, or "none"',
    "nature": "what the prize is, with any qualification, reservation or guarantee",
    "closing": "the closing date and time for entries",
    "event": "the place, date and time of the promotion",
    "claiming": "how a prize is claimed, and whether entrants must be present",
    "notification": "how the winner is notified",
    "publication": "how the results are published",
    "prizes": "the prizes, their values and the conditions on receiving or using them",
}

# What must be said besides of a prize of these kinds, by key.
APPLIANCE, VEHICLE, TRAVEL, REAL_ESTATE = "appliance", "vehicle", "travel", "real estate"
DETAILS = {
    APPLIANCE: ("make", "model", "accessories"),
    VEHICLE: ("make", "model", "accessories", "on-road costs"),
    TRAVEL: ("persons", "included", "restrictions", "spending money"),
    REAL_ESTATE: ("dwelling", "plans", "contract", "easements", "location", "included"),
}

# What no prize may consist of or include, by key; liquor above a measure, listed items besides.
TOBACCO: Final = "tobacco"
FIREARM: Final = "firearm"
WEAPON: Final = "prohibited weapon"
LIQUOR: Final = "liquor"
PRESCRIBED: Final = "prescribed"
Excluded = Literal["tobacco", "firearm", "prohibited weapon", "liquor", "prescribed"]
EXCLUDED: tuple[Excluded, ...] = get_args(Excluded)

# How a winner may be notified.
FACE_TO_FACE, MAIL, TELEPHONE, EMAIL = "face-to-face", "mail", "telephone", "e-mail"


class ScrutineerRules(Struct, frozen=True):
    """`required`: a draw of a prize above the value must be overseen; otherwise it may be."""

    clause: Clause
    required: bool
    above: int = 10_000_00


class CashAlternativeRules(Struct, frozen=True):
    """`in_terms`: the option can be given only where the terms state it."""

    clause: Clause
    in_terms: bool


class Exclusions(Struct, frozen=True):
    """What a prize may not be, item by item; up to so much liquor is allowed."""

    items: dict[Excluded, Clause]
    liquor_above_ml: int = 20_000


class KindRules(Struct, frozen=True):
    """What the terms must say of a prize of one kind."""

    details: dict[str, Clause]


class NotificationRules(Struct, frozen=True):
    """How soon after the draw a winner who need not be present is notified (A-21), and how."""

    clause: Clause
    methods: dict[str, Clause]
    hours: int = 48


class AuthorityRules(Struct, frozen=True):
    """How long before the commencement the Authority has the full details; 0: before it."""

    clause: Clause
    amendment: Clause
    hours: int


class ClaimRules(Struct, frozen=True):
    """A patron refused a prize is told why; refused claims above a value are kept."""

    refusal: Clause
    kept: Clause
    kept_above: int = 100_00


class PromotionRules(Struct, frozen=True, kw_only=True):
    """One document's promotional prizes. Every threshold is exceeded, not met (reading A-20)."""

    prize: Clause
    offer: Clause
    scrutineer: ScrutineerRules
    cash_alternative: CashAlternativeRules
    payment: Clause
    payment_above: int = 10_000_00
    excluded: Exclusions
    published: Clause
    conditions: Clause
    terms: dict[str, Clause]
    kinds: dict[str, KindRules]
    notification: NotificationRules
    authority: AuthorityRules
    claims: ClaimRules
    dispute: Clause
    integrity: Clause

    def __post_init__(self) -> None:
        """Every question of every list is answered by a clause, and nothing else is."""
        wanted = {kind: set(details) for kind, details in DETAILS.items()}
        found = {kind: set(rules.details) for kind, rules in self.kinds.items()}
        if set(self.terms) != set(TERMS) or found != wanted:
            raise ValueError(f"{self.conditions}: not every term has its clause")
        if set(self.excluded.items) != set(EXCLUDED):
            raise ValueError(f"{self.conditions}: not every excluded item has its clause")
        if set(self.notification.methods) != {FACE_TO_FACE, MAIL, TELEPHONE, EMAIL}:
            raise ValueError(f"{self.notification.clause}: not every method has its clause")
