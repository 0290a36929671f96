"""Who may give which order of a tournament: every office, order by order, under three documents."""

from __future__ import annotations

import pytest

from houseway.rulebook.roles import Role
from houseway.tournament import entry_vocabulary as e
from houseway.tournament import results_vocabulary as r
from houseway.tournament import vocabulary as v
from tests.tournament.desk import CANBERRA, STAR, Desk, conditions

OFFICES = {
    "P": Role.PATRON, "D": Role.DEALER, "S": Role.GAMING_SUPERVISOR,
    "A": Role.ASSISTANT_GAMING_MANAGER, "G": Role.GAMING_MANAGER,
    "C": Role.CASINO_DUTY_MANAGER, "M": Role.GAMING_SHIFT_MANAGER,
    "T": Role.TOURNAMENT_DIRECTOR, "H": Role.ASSISTANT_TO_DIRECTOR,
    "W": Role.SURVEILLANCE, "I": Role.INSPECTOR,
}  # fmt: skip

# Order; then who may under a document of 2002 (readings TP2, G11), under Mini Baccarat, where the
# Director/Assistant is one office, and under 7-Up Baccarat, where a gaming manager or above acts
# for the operator.
MAY = """
    NominateDirector          M        M         GCM
    NameAssistant             T        TH        T
    DraftConditions           T        TH        T
    ApproveConditions         I        I         I
    PublishConditions         MT       MTH       GCMT
    NotifyCommission          MT       MTH       GCMT
    OpenEntries               MT       MTH       GCMT
    CloseEntries              MT       MTH       GCMT
    AcceptEntry               SAGCMTH  SAGCMTH   SAGCMTH
    AcceptEntries             SAGCMTH  SAGCMTH   SAGCMTH
    TurnAway                  SAGCMTH  SAGCMTH   SAGCMTH
    ListReserve               SAGCMTH  SAGCMTH   SAGCMTH
    AdmitReserve              T        TH        T
    ApproveSubstitute         T        TH        T
    WithdrawEntry             PSAGCMTH PSAGCMTH  PSAGCMTH
    BuyBackIn                 SAGCMTH  SAGCMTH   SAGCMTH
    RecordCommissionApproval  MT       MTH       GCMT
    AddToPool                 M        M         GCM
    RefundFee                 T        TH        T
    CancelTournament          M        M         GCM
    RecordCounts              DSAGCMTH DSAGCMTH  DSAGCMTH
    ConfirmCounts             T        TH        T
    OrderAdditionalRounds     T        TH        T
    RecordAdditionalRound     DSAGCMTH DSAGCMTH  DSAGCMTH
    ConfirmSession            T        TH        T
    AwardPrizes               T        TH        T
    AwardSessionPrizes        T        TH        T
    PayPrize                  M        M         GCM
    CloseTournament           MT       MTH       GCMT
    UndoLast                  DSAGCMTH DSAGCMTH  DSAGCMTH
"""

ORDERS = {
    type(each).__name__: each
    for each in (
        v.NominateDirector("Eli", "L-2"), v.NameAssistant("Finn", "counting"),
        v.DraftConditions(conditions("tournament-roulette")), v.ApproveConditions(1, "INS 4"),
        v.PublishConditions(), v.NotifyCommission("letter"), e.OpenEntries(), e.CloseEntries(),
        e.AcceptEntry("id", "Ana", 1), e.AcceptEntries((), "list"),
        e.TurnAway("id", "Ana", "criteria", "why"),
        e.ListReserve("id", "Ana"), e.AdmitReserve(2, 1, 1),
        e.ApproveSubstitute(1, "id", "Ana", "why"), e.WithdrawEntry(1), e.BuyBackIn(1, 1),
        e.RecordCommissionApproval("ref", 1), e.AddToPool(1), e.RefundFee(1, "why"),
        e.CancelTournament("why"), r.RecordCounts(1, {}), r.ConfirmCounts(1),
        r.OrderAdditionalRounds(1, ()), r.RecordAdditionalRound(1, {}), r.ConfirmSession(1),
        r.AwardPrizes(), r.AwardSessionPrizes(1), r.PayPrize(1, "slip"), r.CloseTournament(),
        v.UndoLast("why"),
    )
}  # fmt: skip
ROWS = [line.split() for line in MAY.strip().splitlines()]
DOCUMENTS = ("tournament-roulette", CANBERRA, STAR)


@pytest.mark.parametrize("column", range(3), ids=DOCUMENTS)
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_only_these_offices_may(row: list[str], column: int) -> None:
    """Tournament American Roulette 12.1, 12.4, Mini Baccarat 15.4, 7-Up Baccarat 15.1.1 Tournament
    Manager: the director's orders are the director's, the operator's the operator's."""
    desk = Desk(DOCUMENTS[column])
    desk.tournament.assistants["Dora"] = "everything"
    order, allowed = ORDERS[row[0]], row[1 + column]
    for letter, office in OFFICES.items():
        ruling = desk.ask(order, office)
        refused = getattr(ruling, "code", "") == "role_may_not"
        assert refused == (letter not in allowed), (office, ruling)


def test_every_order_of_a_tournament_is_in_the_matrix() -> None:
    """The orders about conditions, entries, money, places and prizes are all tried above."""
    ours = {v.__name__, e.__name__, r.__name__}
    from houseway.tournament.tournament import MACHINE

    named = {kind.__name__ for kind in MACHINE.commands if kind.__module__ in ours}
    assert named - {"OpenTournament"} == set(ORDERS)
    assert {row[0] for row in ROWS} == set(ORDERS)
