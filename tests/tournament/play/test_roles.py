"""Who may give which order of a session: every office, order by order, under three documents."""

from __future__ import annotations

import pytest

from houseway.tournament import session_vocabulary as s
from houseway.tournament import wager_vocabulary as f
from houseway.tournament import wager_vocabulary as w
from houseway.tournament.tournament import MACHINE
from tests.tournament.desk import Desk
from tests.tournament.test_roles import DOCUMENTS, OFFICES

# Order; then who may under a document of 2002 (reading TP2: assistants watch, count, log and seat),
# under Mini Baccarat, where the Director/Assistant is one office, and under 7-Up Baccarat. The
# supervisor alone sees a form, so the dealer hands in none (7-Up Baccarat 15.8.2.1).
MAY = """
    PlanSession         T        TH       T
    ChangeStart         T        TH       T
    DraftBallot         T        TH       T
    AllotSeats          T        TH       T
    PublishBallot       T        TH       T
    CheckIn             DSAGCMTH DSAGCMTH DSAGCMTH
    RedrawTable         T        TH       T
    PayBuyIn            DSAGCMTH DSAGCMTH DSAGCMTH
    StartSession        T        TH       T
    CallBreak           T        TH       T
    ResumePlay          T        TH       T
    AnnounceLimits      T        TH       T
    SetTimeLimit        T        TH       T
    GiveDirection       T        TH       T
    ReportShoe          DSAGCM   DSAGCM   DSAGCM
    EndTable            DSAGCMTH DSAGCMTH DSAGCMTH
    ConcludeEarly       T        TH       T
    ConfirmTold         PDSAGCMTH PDSAGCMTH PDSAGCMTH
    BringInventory      DSAGCMTH DSAGCMTH DSAGCMTH
    ReturnInventory     DSAGCMTH DSAGCMTH DSAGCMTH
    ReportMissingChips  T        TH       T
    CountTable          DSAGCMTH DSAGCMTH DSAGCMTH
    RecordElimination   DSAGCMTH DSAGCMTH DSAGCMTH
    OpenRound           DSAGCM   DSAGCM   DSAGCM
    CloseBetting        DSAGCM   DSAGCM   DSAGCM
    DeclareRoundVoid    T        TH       T
    CallPatron          DSAGCM   DSAGCM   DSAGCM
    ConfirmNoStake      DSAGCM   DSAGCM   DSAGCM
    PlaceStake          PDSAGCM  PDSAGCM  PDSAGCM
    FindStake           DSAGCM   DSAGCM   DSAGCM
    VoidStake           T        TH       T
    ReportTimeUp        DSAGCM   DSAGCM   DSAGCM
    AwaitDecision       DSAGCM   DSAGCM   DSAGCM
    DirectHand          T        TH       T
    PlayPassCard        PDSAGCM  PDSAGCM  PDSAGCM
    DeductMinimum       T        TH       T
    Disqualify          T        TH       T
    LogInfringement     DSAGCMTH DSAGCMTH DSAGCMTH
    DisputeRound        PDSAGCMTH PDSAGCMTH PDSAGCMTH
    DecideRoundDispute  T        TH       T
    HandInForm          PSAGCM   PSAGCM   PSAGCM
    PassForm            SAGCM    SAGCM    SAGCM
    ReturnForm          SAGCM    SAGCM    SAGCM
    AnnounceForm        SAGCM    SAGCM    SAGCM
    PlaceAnnounced      PDSAGCM  PDSAGCM  PDSAGCM
    FindForm            SAGCM    SAGCM    SAGCM
    AskForForm          PDSAGCM  PDSAGCM  PDSAGCM
"""

ORDERS = {
    type(each).__name__: each
    for each in (
        s.PlanSession(1, 1), s.ChangeStart(1, 1), s.DraftBallot(1, "", ()),
        s.AllotSeats(1, (), (), ""), s.PublishBallot(1), s.CheckIn(1, 1), s.ConfirmTold(1, ()),
        s.BringInventory(1, "1", 1, 1), s.ReturnInventory(1, "1", 1, 1), s.ReportMissingChips(1),
        s.RedrawTable(1, "1", "", ""), s.PayBuyIn(1, 1, 1), s.StartSession(1), s.CallBreak(1, 1),
        s.ResumePlay(1), s.AnnounceLimits(1, 1, 1, 1), s.SetTimeLimit(1, 1),
        s.GiveDirection(1, ""), s.ReportShoe(1, "1"), s.EndTable(1, "1"),
        s.ConcludeEarly(1, "1", ()), s.CountTable(1, "1", (), 0), s.RecordElimination(1, 1, 1, 1),
        w.OpenRound(1, "1"), w.CloseBetting(1, "1"), w.DeclareRoundVoid(1, "1", ""),
        w.CallPatron(1, 1), w.ConfirmNoStake(1, 1), w.PlaceStake(1, 1, 1), w.FindStake(1, 1, 1),
        w.VoidStake(1, 1), w.ReportTimeUp(1, 1), w.PlayPassCard(1, 1), w.DeductMinimum(1, 1),
        w.AwaitDecision(1, 1), w.DirectHand(1, 1),
        w.Disqualify(1, 1, "contravention", ""), w.LogInfringement(1, 1, "other", ""),
        w.DisputeRound(1, 1, ""), w.DecideRoundDispute(1, "1", ""), f.HandInForm(1, 1, "", 1),
        f.PassForm(1, 1), f.ReturnForm(1, 1, ""), f.AnnounceForm(1, 1), f.PlaceAnnounced(1, 1),
        f.FindForm(1, 1, "", 1, "won"), f.AskForForm(1, 1, 1),
    )
}  # fmt: skip
ROWS = [line.split() for line in MAY.strip().splitlines()]


@pytest.mark.parametrize("column", range(3), ids=DOCUMENTS)
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_only_these_offices_may(row: list[str], column: int) -> None:
    """Tournament American Roulette 12.1, 12.4, Mini Baccarat 15.4, 7-Up Baccarat 15.5.1: what is
    the Director's is nobody else's."""
    desk = Desk(DOCUMENTS[column])
    desk.tournament.assistants["Dora"] = "everything"
    order, allowed = ORDERS[row[0]], row[1 + column]
    for letter, office in OFFICES.items():
        ruling = desk.ask(order, office)
        refused = getattr(ruling, "code", "") == "role_may_not"
        assert refused == (letter not in allowed), (office, ruling)


def test_every_order_of_a_session_is_in_the_matrix() -> None:
    """Nothing can be ordered that is not tried above."""
    ours = {s.__name__, w.__name__, f.__name__}
    assert {kind.__name__ for kind in MACHINE.commands if kind.__module__ in ours} == set(ORDERS)
    assert {row[0] for row in ROWS} == set(ORDERS)
