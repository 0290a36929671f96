"""Two who are left with nothing, one of them since an earlier coup and in by pass cards alone."""

from __future__ import annotations

import msgspec

from houseway.tournament import results_vocabulary as r
from houseway.tournament import session_vocabulary as s
from houseway.tournament import wager_vocabulary as w
from tests.tournament.desk import HEATS, STAR
from tests.tournament.hall import DEALER, PATRON, Hall


def test_the_last_wager_of_an_earlier_coup_is_kept() -> None:
    """7-Up Baccarat 15.7.1, 15.10.4: Ana loses all of her 100 in the first coup and passes the
    second, in which Ben loses all of his 110; his was the larger last wager, so he is second."""
    stage = msgspec.structs.replace(HEATS, rounds=2, maximum=200)
    here = Hall(STAR).ready(stage=stage, pass_cards=1)
    here.open().staked(100, 10, 10).close()
    here.do(here.counts({1: 0, 2: 110, 3: 110}, collected=(1,)), DEALER, "Eli")
    here.open()
    here.do(w.PlayPassCard(1, 1), PATRON, "id Ana")
    here.stake(2, 110)
    here.stake(3, 10)
    here.close()
    here.do(here.counts({1: 0, 2: 0, 3: 120}, collected=(2,)), DEALER, "Eli")
    here.do(s.EndTable(1, "1"), DEALER, "Eli")
    facts = here.do(here.counts({1: 0, 2: 0, 3: 120}), DEALER, "Eli")

    recorded = facts[-1]
    assert isinstance(recorded, r.CountsRecorded)
    assert recorded.emptied == (r.Emptied(1, 100), r.Emptied(2, 110))
    here.do(r.ConfirmCounts(1))
    here.do(r.ConfirmSession(1))
    assert here.session.ranking == {3: (1, 1), 2: (2, 2), 1: (3, 3)}
