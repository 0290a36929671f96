"""What Casino War says about promotional prizes, as data: section 14."""

from __future__ import annotations

from houseway.games.casino_war.rules import cite
from houseway.games.promotion_rules import (
    APPLIANCE,
    EMAIL,
    FACE_TO_FACE,
    FIREARM,
    LIQUOR,
    MAIL,
    PRESCRIBED,
    REAL_ESTATE,
    TELEPHONE,
    TOBACCO,
    TRAVEL,
    VEHICLE,
    WEAPON,
    AuthorityRules,
    CashAlternativeRules,
    ClaimRules,
    Exclusions,
    KindRules,
    NotificationRules,
    PromotionRules,
    ScrutineerRules,
)

# Casino War 14.7: what the terms and conditions must include.
TERMS = {
    "manner": cite("14.7.1"),
    "award": cite("14.7.2"),
    "eligibility": cite("14.7.3"),
    "wager": cite("14.7.4"),
    "nature": cite("14.7.5"),
    "closing": cite("14.7.6"),
    "event": cite("14.7.7"),
    "claiming": cite("14.7.8"),
    "notification": cite("14.7.9"),
    "publication": cite("14.7.10"),
    "prizes": cite("14.7.11"),
}

# Casino War 14.7.11: what they must say besides of a prize of each of these kinds.
KINDS = {
    APPLIANCE: KindRules(
        cite("14.7.11.1"),
        {
            "make": cite("14.7.11.1.1"),
            "model": cite("14.7.11.1.2"),
            "accessories": cite("14.7.11.1.3"),
        },
    ),
    VEHICLE: KindRules(
        cite("14.7.11.2"),
        {
            "make": cite("14.7.11.2.1"),
            "model": cite("14.7.11.2.2"),
            "accessories": cite("14.7.11.2.3"),
            "on-road costs": cite("14.7.11.2.4"),
        },
    ),
    TRAVEL: KindRules(
        cite("14.7.11.3"),
        {
            "persons": cite("14.7.11.3.1"),
            "included": cite("14.7.11.3.2"),
            "restrictions": cite("14.7.11.3.3"),
            "spending money": cite("14.7.11.3.4"),
        },
    ),
    REAL_ESTATE: KindRules(
        cite("14.7.11.4"),
        {
            "dwelling": cite("14.7.11.4.1"),
            "plans": cite("14.7.11.4.2"),
            "contract": cite("14.7.11.4.3"),
            "easements": cite("14.7.11.4.4"),
            "location": cite("14.7.11.4.5"),
            "included": cite("14.7.11.4.6"),
        },
    ),
}

# Casino War 14.2: a scrutineer may oversee a draw. Casino War 14.3: the option of cash need not
# stand in the terms (reading A-26). Casino War 14.9: the Authority is told before the commencement.
PROMOTION = PromotionRules(
    prize=cite("1.1 promotional prize(s)"),
    offer=cite("14.1"),
    scrutineer=ScrutineerRules(cite("14.2"), required=False),
    cash_alternative=CashAlternativeRules(cite("14.3"), in_terms=False),
    payment=cite("14.4"),
    excluded=Exclusions(
        cite("14.5"),
        {
            TOBACCO: cite("14.5.1"),
            FIREARM: cite("14.5.2"),
            WEAPON: cite("14.5.3"),
            LIQUOR: cite("14.5.4"),
            PRESCRIBED: cite("14.5.5"),
        },
    ),
    published=cite("14.6"),
    conditions=cite("14.7"),
    terms=TERMS,
    kinds=KINDS,
    notification=NotificationRules(
        cite("14.8"),
        {
            FACE_TO_FACE: cite("14.8.1"),
            MAIL: cite("14.8.2"),
            TELEPHONE: cite("14.8.3"),
            EMAIL: cite("14.8.4"),
        },
    ),
    authority=AuthorityRules(cite("14.9"), amendment=cite("14.9.1"), hours=0),
    claims=ClaimRules(cite("14.10"), kept=cite("14.10.1")),
    dispute=cite("14.11"),
    integrity=cite("14.12"),
)
