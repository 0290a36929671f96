"""What Three Card Baccarat says about promotional prizes, as data: section 15."""

from __future__ import annotations

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
from houseway.games.three_card_baccarat.rules import cite

# Three Card Baccarat 15.7: what the terms and conditions must include.
TERMS = {
    "manner": cite("15.7.1"),
    "award": cite("15.7.2"),
    "eligibility": cite("15.7.3"),
    "wager": cite("15.7.4"),
    "nature": cite("15.7.5"),
    "closing": cite("15.7.6"),
    "event": cite("15.7.7"),
    "claiming": cite("15.7.8"),
    "notification": cite("15.7.9"),
    "publication": cite("15.7.10"),
    "prizes": cite("15.7.11"),
}

# Three Card Baccarat 15.7.11: what they must say besides of a prize of each of these kinds.
KINDS = {
    APPLIANCE: KindRules(
        cite("15.7.11.1"),
        {
            "make": cite("15.7.11.1(i)"),
            "model": cite("15.7.11.1(ii)"),
            "accessories": cite("15.7.11.1(iii)"),
        },
    ),
    VEHICLE: KindRules(
        cite("15.7.11.2"),
        {
            "make": cite("15.7.11.2(i)"),
            "model": cite("15.7.11.2(ii)"),
            "accessories": cite("15.7.11.2(iii)"),
            "on-road costs": cite("15.7.11.2(iv)"),
        },
    ),
    TRAVEL: KindRules(
        cite("15.7.11.3"),
        {
            "persons": cite("15.7.11.3(i)"),
            "included": cite("15.7.11.3(ii)"),
            "restrictions": cite("15.7.11.3(iii)"),
            "spending money": cite("15.7.11.3(iv)"),
        },
    ),
    REAL_ESTATE: KindRules(
        cite("15.7.11.4"),
        {
            "dwelling": cite("15.7.11.4(i)"),
            "plans": cite("15.7.11.4(ii)"),
            "contract": cite("15.7.11.4(iii)"),
            "easements": cite("15.7.11.4(iv)"),
            "location": cite("15.7.11.4(v)"),
            "included": cite("15.7.11.4(vi)"),
        },
    ),
}

# Three Card Baccarat 15.2: a scrutineer must oversee. Three Card Baccarat 15.3: the option of cash
# stands in the terms. Three Card Baccarat 15.9: the Authority has 24 hours.
PROMOTION = PromotionRules(
    prize=cite("1.1 Promotional Prize(s)"),
    offer=cite("15.1"),
    scrutineer=ScrutineerRules(cite("15.2"), required=True),
    cash_alternative=CashAlternativeRules(cite("15.3"), in_terms=True),
    payment=cite("15.4"),
    excluded=Exclusions(
        cite("15.5"),
        {
            TOBACCO: cite("15.5.1"),
            FIREARM: cite("15.5.2"),
            WEAPON: cite("15.5.3"),
            LIQUOR: cite("15.5.4"),
            PRESCRIBED: cite("15.5.5"),
        },
    ),
    published=cite("15.6"),
    conditions=cite("15.7"),
    terms=TERMS,
    kinds=KINDS,
    notification=NotificationRules(
        cite("15.8"),
        {
            FACE_TO_FACE: cite("15.8.1"),
            MAIL: cite("15.8.2"),
            TELEPHONE: cite("15.8.3"),
            EMAIL: cite("15.8.4"),
        },
    ),
    authority=AuthorityRules(cite("15.9"), amendment=cite("15.9.1"), hours=24),
    claims=ClaimRules(cite("15.10"), kept=cite("15.10.1")),
    dispute=cite("15.11"),
    integrity=cite("15.12"),
)
