"""What 7-Up Baccarat says about promotional prizes, as data: section 16."""

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
from houseway.games.seven_up_baccarat.rules import cite

# 7-Up Baccarat 16.8: what the terms and conditions must include.
TERMS = {
    "manner": cite("16.8.1"),
    "award": cite("16.8.2"),
    "eligibility": cite("16.8.3"),
    "wager": cite("16.8.4"),
    "nature": cite("16.8.5"),
    "closing": cite("16.8.6"),
    "event": cite("16.8.7"),
    "claiming": cite("16.8.8"),
    "notification": cite("16.8.9"),
    "publication": cite("16.8.10"),
    "prizes": cite("16.8.11"),
}

# 7-Up Baccarat 16.8.11: what they must say besides of a prize of each of these kinds.
KINDS = {
    APPLIANCE: KindRules(
        cite("16.8.11.1"),
        {
            "make": cite("16.8.11.1(i)"),
            "model": cite("16.8.11.1(ii)"),
            "accessories": cite("16.8.11.1(iii)"),
        },
    ),
    VEHICLE: KindRules(
        cite("16.8.11.2"),
        {
            "make": cite("16.8.11.2(i)"),
            "model": cite("16.8.11.2(ii)"),
            "accessories": cite("16.8.11.2(iii)"),
            "on-road costs": cite("16.8.11.2(iv)"),
        },
    ),
    TRAVEL: KindRules(
        cite("16.8.11.3"),
        {
            "persons": cite("16.8.11.3(i)"),
            "included": cite("16.8.11.3(ii)"),
            "restrictions": cite("16.8.11.3(iii)"),
            "spending money": cite("16.8.11.3(iv)"),
        },
    ),
    REAL_ESTATE: KindRules(
        cite("16.8.11.4"),
        {
            "dwelling": cite("16.8.11.4(i)"),
            "plans": cite("16.8.11.4(ii)"),
            "contract": cite("16.8.11.4(iii)"),
            "easements": cite("16.8.11.4(iv)"),
            "location": cite("16.8.11.4(v)"),
            "included": cite("16.8.11.4(vi)"),
        },
    ),
}

# 7-Up Baccarat 16.3: a scrutineer must oversee. 7-Up Baccarat 16.4: the option of cash stands in
# the terms. 7-Up Baccarat 16.10: the Authority has 24 hours.
PROMOTION = PromotionRules(
    prize=cite("16.1.1 Promotional Prize(s)"),
    offer=cite("16.2"),
    scrutineer=ScrutineerRules(cite("16.3"), required=True),
    cash_alternative=CashAlternativeRules(cite("16.4"), in_terms=True),
    payment=cite("16.5"),
    excluded=Exclusions(
        cite("16.6"),
        {
            TOBACCO: cite("16.6.1"),
            FIREARM: cite("16.6.2"),
            WEAPON: cite("16.6.3"),
            LIQUOR: cite("16.6.4"),
            PRESCRIBED: cite("16.6.5"),
        },
    ),
    published=cite("16.7"),
    conditions=cite("16.8"),
    terms=TERMS,
    kinds=KINDS,
    notification=NotificationRules(
        cite("16.9"),
        {
            FACE_TO_FACE: cite("16.9.1"),
            MAIL: cite("16.9.2"),
            TELEPHONE: cite("16.9.3"),
            EMAIL: cite("16.9.4"),
        },
    ),
    authority=AuthorityRules(cite("16.10"), amendment=cite("16.10.1"), hours=24),
    claims=ClaimRules(cite("16.11"), kept=cite("16.11.1")),
    dispute=cite("16.12"),
    integrity=cite("16.13"),
)
