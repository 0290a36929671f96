"""The rules of the documents that one person alone cannot carry out, one row each."""

from __future__ import annotations

from functools import cache

from msgspec import Struct


class TwoPersons(Struct, frozen=True):
    """Commands that make one step of the rules together, and who gives them, in words.

    `apart` are pairs of commands that two different persons give, in the order they are given. A
    pair of the same command is given twice. `by_several` is a command that several persons give
    before the next one.
    """

    game: str
    clause: str
    orders: tuple[str, ...]
    what: str
    apart: tuple[tuple[str, str], ...] = ()
    by_several: str = ""


_REPLACED = ("ReplaceCards", "ConfirmReplacement")
_EACH_CONFIRMS = (("ConfirmReplacement", "ConfirmReplacement"),)
_DIRECTOR_AND_DEALER = "Director and dealer each confirm the check before the next round"
_REVIEW = "who reviews ranks above a gaming supervisor, who decides first (reading A-02)"
_RIFFLE = ("AskRiffle", "ApproveRiffle", "RiffleCards")
_RIFFLE_APART = (("AskRiffle", "ApproveRiffle"), ("ApproveRiffle", "RiffleCards"))
# fmt: off
TWO_PERSONS = (
    TwoPersons("mini-baccarat", "2.3", _REPLACED,
               "supervisor and dealer each confirm the check before the next round",
               _EACH_CONFIRMS),
    TwoPersons("mini-baccarat", "5.2", _RIFFLE,
               "a participant asks, a supervisor approves, the dealer riffles", _RIFFLE_APART),
    TwoPersons("mini-baccarat", "4.7", ("AskNoBetCoup", "AgreeNoBetCoup", "DirectNoBetCoup"),
               "asked by one, agreed by all, directed by a supervisor",
               (("AskNoBetCoup", "DirectNoBetCoup"), ("AgreeNoBetCoup", "DirectNoBetCoup")),
               by_several="AgreeNoBetCoup"),
    TwoPersons("seven-up-baccarat", "4.3", ("ReportDroppedCards", "ConfirmCollected"),
               "the dealer reports, a casino supervisor confirms the count",
               (("ReportDroppedCards", "ConfirmCollected"),)),
    TwoPersons("seven-up-baccarat", "7.4", ("AgreeNoBetCoup", "PermitNoBetCoups"),
               "agreed by every patron, permitted by an assistant gaming manager",
               (("AgreeNoBetCoup", "PermitNoBetCoups"),), by_several="AgreeNoBetCoup"),
    TwoPersons("seven-up-baccarat", "14.12", ("DecideDispute", "RecordReview"), _REVIEW),
    TwoPersons("three-card-baccarat", "14.13", ("DecideDispute", "RecordReview"), _REVIEW),
    TwoPersons("casino-war", "4.2", _RIFFLE,
               "a patron asks, a casino supervisor approves, the dealer riffles", _RIFFLE_APART),
    TwoPersons("casino-war", "13.11", ("DecideDispute", "RecordReview"), _REVIEW),
    TwoPersons("tournament-roulette", "2.3", ("ApproveBallChange", "ChangeBall"),
               "the Director approves, the dealer changes the ball",
               (("ApproveBallChange", "ChangeBall"),)),
    TwoPersons("tournament-mini-baccarat", "2.3", _REPLACED, _DIRECTOR_AND_DEALER, _EACH_CONFIRMS),
    TwoPersons("tournament-canberra-poker", "2.3", _REPLACED, _DIRECTOR_AND_DEALER,
               _EACH_CONFIRMS),
    TwoPersons("tournament-canberra-poker", "2.4", ("OrderDeckCheck", "RecordDeckCheck"),
               "the Director orders the check, the dealer records what it found",
               (("OrderDeckCheck", "RecordDeckCheck"),)),
    TwoPersons("tournament-pai-gow", "2.3", ("ReplaceTiles", "ConfirmReplacement"),
               _DIRECTOR_AND_DEALER, _EACH_CONFIRMS),
    TwoPersons("tournament-blackjack", "2.4", _REPLACED, _DIRECTOR_AND_DEALER, _EACH_CONFIRMS),
)
# fmt: on


@cache
def rule_of(slug: str, command: str) -> TwoPersons | None:
    """Return the rule by which a command of a game is given by another person, if there is one."""
    for rule in TWO_PERSONS:
        if rule.game == slug and rule.apart and command in rule.orders:
            return rule
    return None
