"""A tournament binds at the Houseway tables that serve it, under every document that has one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path

import msgspec
import pytest

from houseway.conducting import counts_of, known_us
from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games import game
from houseway.games.house import GiveNotice, GrantPersonalLimit, SetLimits
from houseway.games.limits import Line
from houseway.games.tournament_blackjack.state import Insure, SettleInterim, Stand
from houseway.games.tournament_mini_baccarat.state import ConfirmNoWager
from houseway.games.tournament_pai_gow.state import ReportMisdeal
from houseway.rulebook.ruling import Refused
from houseway.runner import Runner
from houseway.table.money import ReturnChips
from houseway.table.view import Viewer, view
from houseway.tournament import results_vocabulary as r
from houseway.tournament import session_vocabulary as s
from houseway.tournament import wager_vocabulary as w
from houseway.tournament.state import PLAYING
from houseway.tournament.terms import LimitChange
from tests.conducting.casino import (
    BOXES,
    DEALER,
    HEAT,
    MAIN,
    PATRON,
    SLUGS,
    STREAM,
    SUPERVISOR,
    TABLE,
    Casino,
)
from tests.tournament.desk import DIRECTOR, MANAGER

Enter = Callable[..., Casino]


@pytest.fixture
def enter(tmp_path: Path) -> Iterator[Enter]:
    found = list[Casino]()

    def casino(slug: str, **changes: object) -> Casino:
        found.append(Casino(tmp_path, slug, **changes))
        return found[-1]

    yield casino
    for each in found:
        each.log.close()


def clause(casino: Casino, refused: Refused, slot: str) -> None:
    """The refusal names the clause that the document's tournament has in that slot."""
    rules = casino.runner.tournament(STREAM).rules
    part, name = slot.split(".")
    assert refused.clause == getattr(getattr(rules, part), name), refused


every = pytest.mark.parametrize("slug", SLUGS)
with_marker = pytest.mark.parametrize(
    "slug", [each for each in SLUGS if each not in ("seven-up-baccarat", "tournament-roulette")]
)


@every
def test_a_stake_is_entered_once_and_the_tournament_learns_it(enter: Enter, slug: str) -> None:
    """Reading TP30: betting at the table is the betting of the tournament's round."""
    casino = enter(slug).started().open()
    floor = casino.session.conduct.floors["7"]
    assert floor.round is not None
    assert floor.round.number == 1
    casino.staked(Ana=40)
    assert floor.round.stakes == {1: 40, 2: 20, 3: 20}
    casino.finish()
    held = {name: cents // 100 for name, cents in casino.play.layout.chips.items()}
    assert casino.chips == held
    assert floor.round is None
    assert casino.session.round == {"7": 1}
    assert not casino.log.verify().problems


@every
def test_what_the_table_tells_is_not_entered_by_hand(enter: Enter, slug: str) -> None:
    """One stake, one place: the tournament's own commands are for tables beside Houseway."""
    casino = enter(slug).started()
    why = casino.why(w.OpenRound(1, "7"), DEALER, "Eli")
    assert (why.code, why.detail) == (
        "wrong_source", "table 7 is in Houseway: open betting there",
    )  # fmt: skip
    casino.open()
    casino.call("Ana")
    for command in (
        w.PlaceStake(1, 1, 20, MAIN[slug]), w.CloseBetting(1, "7"), w.FindStake(1, 1, 20),
    ):  # fmt: skip
        assert casino.why(command, DEALER, "Eli").code == "wrong_source"
    assert casino.why(w.DeclareRoundVoid(1, "7", "so")).code == "wrong_source"


@every
def test_no_round_is_played_before_the_session_or_after_its_last(enter: Enter, slug: str) -> None:
    """One round and no more, where the conditions have one."""
    casino = enter(slug).published(msgspec.structs.replace(HEAT, rounds=1))
    casino.opened()
    casino.prepare()
    before = casino.why_not(casino.open_betting())
    assert before.code in ("session_not_running", "chips_not_issued")
    casino.start()
    casino.coup()
    casino.prepare()
    after = casino.why_not(casino.open_betting())
    assert after.code == "session_finished"
    clause(casino, after, "ranking.advancing")
    assert casino.play.round == 1


@with_marker
def test_wagers_are_made_in_order_from_the_marker(enter: Enter, slug: str) -> None:
    """A stake out of turn stands, locked, with an advice; the second may be declared void."""
    casino = enter(slug).started().open()
    casino.call("Ana")
    answer = casino.stake("Ben")
    assert answer.refused is None
    conduct = casino.session.conduct
    assert conduct.out_of_turn == {2: 1}
    locked = casino.why_not(_changed(casino, "Ben", 30), PATRON, "Ben")
    assert locked.code == "stake_locked"
    casino.stake("Ana")
    casino.call("Chen")
    casino.stake("Chen")
    casino.finish().open()
    floor = casino.session.conduct.floors["7"]
    assert floor.round is not None
    assert floor.round.order == (2, 3, 1)
    casino.call("Ben")
    casino.stake("Chen")
    casino.stake("Ana")
    assert conduct.out_of_turn == {2: 1, 3: 1, 1: 1}


def _changed(casino: Casino, name: str, units: int) -> c.ChangeWager:
    placed = casino.wager(name, units)
    return c.ChangeWager(placed.patron, placed.wager, placed.amount, placed.box)


def test_a_void_stake_goes_back_before_betting_closes(enter: Enter) -> None:
    """Tournament Mini-Baccarat 13.14, reading TP13: out of turn again, and declared void."""
    casino = enter("tournament-mini-baccarat").started()
    for again in (False, True):
        casino.open()
        casino.call(("Ana", "Ben")[again])
        casino.stake("Chen")
        if not again:
            casino.stake("Ana")
            casino.call("Ben")
            casino.stake("Ben")
            casino.finish()
    casino.do(w.VoidStake(1, 3))
    casino.stake("Ben")
    casino.call("Ana")
    casino.stake("Ana")
    lies = casino.why_not(c.CallNoMoreBets())
    assert (lies.code, lies.clause) == ("void_stake_lies", "Tournament Mini-Baccarat 13.14")
    casino.at_table(c.WithdrawWager("Chen", "player", 5), PATRON, "Chen")
    casino.at_table(ConfirmNoWager("Chen"))
    casino.finish()


def test_once_betting_has_closed_a_stake_is_void_at_the_table(enter: Enter) -> None:
    """Tournament Mini-Baccarat 13.14, 11.4, reading TP13: the table gives it back itself."""
    casino = enter("tournament-mini-baccarat").started()
    for first, second, third in (("Ana", "Ben", "Chen"), ("Ben", "Chen", "Ana")):
        casino.open()
        casino.call(first)
        casino.stake(third if third == "Chen" else second)  # Chen, out of turn
        casino.stake(first)
        casino.call(second if second != "Chen" else third)
        casino.stake(second if second != "Chen" else third)
        if first == "Ana":
            casino.finish()
    held = casino.chips["Chen"]
    casino.at_table(c.CallNoMoreBets())
    why = casino.why(w.VoidStake(1, 3))
    assert why.code == "wrong_source"
    assert why.detail == "table 7 is in Houseway: log the breach and void the wagers there"
    casino.at_table(c.LogBreach("Chen", "out of turn again"), DIRECTOR, "Dora")
    casino.at_table(c.VoidWagers("Chen"), DIRECTOR, "Dora")
    casino.finish()
    assert casino.chips["Chen"] == held


def test_seven_up_takes_a_stake_out_of_order_back(enter: Enter) -> None:
    """7-Up Baccarat 15.9.3, 15.9.4, 15.9.5: where the conditions have an order."""
    casino = enter("seven-up-baccarat", ordered=True).started().open()
    casino.call("Ana")
    early = casino.why_not(casino.wager("Ben", 20), PATRON, "Ben")
    assert (early.code, early.clause) == ("out_of_turn", "7-Up Baccarat 15.9.4")
    casino.stake("Ana")
    casino.stake("Ana", 20, "tie")
    for command in (
        c.ChangeWager("Ana", "player", 40_00, 2), c.WithdrawWager("Ana", "player", 2),
    ):  # fmt: skip
        fixed = casino.why_not(command, PATRON, "Ana")
        assert (fixed.code, fixed.clause) == ("stake_locked", "7-Up Baccarat 15.9.5")


@every
def test_nobody_is_left_out_of_a_round(enter: Enter, slug: str) -> None:
    """Every round is compulsory: betting does not close, and nothing is dealt, before all have
    staked or are confirmed to have staked nothing."""
    casino = enter(slug).started().open()
    for name in ("Ana", "Ben"):
        casino.call(name)
        casino.stake(name)
    casino.call("Chen")
    command = game(slug).awaits(casino.play).command or c.CallNoMoreBets()
    why = casino.why_not(command)
    if why.code == "wagers_outstanding":
        assert why.detail == "Chen (entry 3) has staked nothing yet"
    assert casino.session.conduct.floors["7"].round.phase != PLAYING  # type: ignore[union-attr]


def test_staking_nothing_is_on_record_by_its_clause(enter: Enter) -> None:
    """Mini Baccarat 15.14, 15.1: the opportunity of 4.1 is a duty in a tournament."""
    casino = enter("mini-baccarat").started().open()
    casino.call("Ana")
    casino.stake("Ana")
    why = casino.why_not(c.CallNoMoreBets())
    assert (why.code, why.clause) == ("wagers_outstanding", "Mini Baccarat 15.16")
    casino.call("Ben")
    casino.do(w.ConfirmNoStake(1, 2), DEALER, "Eli")
    casino.call("Chen")
    casino.stake("Chen")
    late = casino.why_not(casino.wager("Ben", 20), PATRON, "Ben")
    assert (late.code, late.clause) == ("out_of_this_round", "Mini Baccarat 15.14")
    casino.finish()


@pytest.mark.parametrize(
    "slug", [each for each in SLUGS if each not in ("mini-baccarat", "tournament-roulette")]
)
def test_a_player_wagers_from_the_allotted_box_alone(enter: Enter, slug: str) -> None:
    """7-Up Baccarat 15.6.10, Tournament Blackjack 19.15, Tournament Pai Gow 17.15, and the ballot
    of the others."""
    casino = enter(slug).started().open()
    casino.call("Ana")
    why = casino.why_not(casino.wager("Ana", 20, box=6), PATRON, "Ana")
    rules = casino.runner.tournament(STREAM).rules
    assert why.code == "not_your_box"
    assert why.clause == (rules.wagering.own_box or rules.sessions.ballot)
    by_staff = casino.ask(TABLE, casino.wager("Ana", 20, box=6), DEALER, "Eli").refused
    assert by_staff is not None
    casino.stake("Ana")


@every
def test_nothing_is_played_during_a_break(enter: Enter, slug: str) -> None:
    """All that the game knows is refused until the break ends; people may go and dispute."""
    casino = enter(slug).started().coup()
    if casino.runner.tournament(STREAM).rules.sessions.breaks is None:
        assert casino.why(s.CallBreak(1, 10)).code == "not_of_this_document"
        return
    casino.do(s.CallBreak(1, 10))
    awaited = game(slug).awaits(casino.play).command or casino.open_betting()
    why = casino.why_not(awaited)
    assert why.code == "break"
    clause(casino, why, "sessions.breaks")
    join = casino.why_not(c.JoinTable("Ana"), PATRON, "Ana")
    assert join.code == "break"
    casino.at_table(c.RaiseDispute("Ana", "paid short"), PATRON, "Ana")
    casino.do(s.ResumePlay(1))
    casino.coup()


@every
def test_who_is_put_out_wagers_no_more(enter: Enter, slug: str) -> None:
    """Excluded or disqualified: no wager, no chips, by nobody's hand."""
    casino = enter(slug).started().coup()
    casino.do(w.Disqualify(1, 2, "contravention", "marked a card"))
    casino.open()
    out = casino.runner.tournament(STREAM).entries[2].out_by
    for by, actor in ((PATRON, "Ben"), (DEALER, "Eli")):
        why = casino.why_not(casino.wager("Ben", 20), by, actor)
        assert (why.code, why.clause) == ("out_of_session", out)
    chips = casino.why_not(c.BringChips("Ben", 20_00))
    assert chips.code == "out_of_session"
    if "Ben" in casino.play.layout.idle_rounds:
        casino.at_table(c.LeaveTable("Ben"))
    casino.staked().finish()
    assert "Ben" not in casino.chips


@every
def test_exclusion_at_the_table_is_exclusion_from_the_tournament(enter: Enter, slug: str) -> None:
    """Reading TP21."""
    casino = enter(slug).started().coup()
    breach = c.LogBreach("Ben", "marked a card")
    device = c.LogDeviceBreach("Ben", "a card counter", "patron")
    casino.at_table(device if slug == "seven-up-baccarat" else breach, SUPERVISOR, "Hana")
    answers = [
        casino.ask(TABLE, c.ExcludePatron("Ben"), by, "Dora")
        for by in (SUPERVISOR, DIRECTOR, MANAGER)
    ]
    assert any(each.refused is None for each in answers)
    entry = casino.runner.tournament(STREAM).entries[2]
    assert entry.status in ("excluded", "disqualified")
    casino.open().staked().finish()


@every
def test_the_sign_shows_the_limits_of_the_conditions(enter: Enter, slug: str) -> None:
    """The conditions say 20 to 50: a table at 10 to 500 neither opens nor is set so."""
    casino = enter(slug).published()
    wide = casino.opening(minimum=10_00, maximum=500_00)
    whys = [casino.ask(TABLE, wide, by, "Hana").refused for by in (SUPERVISOR, DIRECTOR)]
    why = next(each for each in whys if each and each.code != "role_may_not")
    assert why.code == "limits_differ"
    assert why.detail == "the conditions say 20 to 50 for round 1, not $10 to $500"
    items = casino.runner.tournament(STREAM).rules.conditions.items
    assert why.clause == next(each.clause for each in items if each.key == "limits")
    casino.opened()
    for by in (SUPERVISOR, DIRECTOR):
        refused = casino.ask(TABLE, SetLimits(10_00, 500_00), by, "Hana").refused
        assert refused is not None
    own = casino.ask(TABLE, GrantPersonalLimit("Ana", 500_00), SUPERVISOR, "Hana").refused
    assert own is not None


def test_limits_that_the_conditions_change_are_put_on_the_sign(enter: Enter) -> None:
    """Tournament American Roulette 12.2(g): from round 2 on 30 to 60, announced beforehand."""
    changes = (LimitChange(2, 30, 60),)
    casino = enter("tournament-roulette").started(
        msgspec.structs.replace(HEAT, limit_changes=changes)
    )
    casino.coup()
    early = casino.why_not(casino.open_betting())
    assert early.code == "limits_differ"
    casino.at_table(SetLimits(30_00, 60_00), DIRECTOR, "Dora")
    assert casino.why_not(casino.open_betting()).code == "limits_not_announced"
    casino.do(s.AnnounceLimits(1, 2, 30, 60))
    casino.open().staked(Ana=30, Ben=30, Chen=30).finish()


@pytest.mark.parametrize(("offered", "pairs"), [(True, "none"), (False, "perfect")])
def test_perfect_pairs_are_offered_as_the_conditions_say(
    enter: Enter, offered: bool, pairs: str
) -> None:
    """Tournament Blackjack 19.2(g): at every table of the tournament, or at none."""
    casino = enter("tournament-blackjack", perfect_pairs=offered).published()
    opening = casino.opening()
    other = msgspec.structs.replace(opening, options={**opening.options, "pairs": pairs})
    why = casino.why_not(other, DIRECTOR, "Dora")
    assert (why.code, why.clause) == ("pairs_differ", "Tournament Blackjack 19.2(g)")
    as_said = {"pairs": "perfect" if offered else "none"}
    casino.at_table(
        msgspec.structs.replace(opening, options={**opening.options, **as_said}), DIRECTOR, "Dora"
    )


@every
def test_only_issued_chips_come_to_the_table(enter: Enter, slug: str) -> None:
    """The dealer cannot enter 5,000 where 100 was issued, nor 1 more, nor before the start."""
    casino = enter(slug).published()
    casino.opened()
    early = casino.why_not(c.BringChips("Ana", 100_00))
    assert early.code == "chips_not_issued"
    casino.start()
    more = casino.why_not(c.BringChips("Ana", 5000_00))
    assert (more.code, more.detail) == (
        "not_as_issued", "Ana (entry 1) holds 100 by the record; this would make it $5,100",
    )  # fmt: skip
    rules = casino.runner.tournament(STREAM).rules.wagering
    assert more.clause == (rules.enlarging or rules.no_exchange)
    less = casino.why_not(ReturnChips("Ana", 1_00))
    assert less.code == "not_as_issued"


@every
def test_chips_go_back_when_the_session_is_over(enter: Enter, slug: str) -> None:
    """Counted, returned to the inventory, and issued again in the next session at that table."""
    casino = enter(slug).started(msgspec.structs.replace(HEAT, rounds=1, advance=2)).coup()
    casino.do(s.EndTable(1, "7"), DEALER, "Eli")
    casino.do(_final(casino), DEALER, "Eli")
    left = casino.play.layout.chips["Ana"]
    casino.at_table(ReturnChips("Ana", left))
    assert casino.play.layout.chips["Ana"] == 0
    casino.play.layout.check()


def _final(casino: Casino) -> s.CountTable:
    since = known_us(casino.log.read(STREAM), 1, "7")
    tournament = casino.runner.tournament(STREAM)
    return counts_of(tournament, 1, "7", casino.log.read(TABLE), since)


@every
def test_below_the_minimum_is_out_before_betting_opens(enter: Enter, slug: str) -> None:
    """Reading TP11: the test comes with the round, at the table too."""
    casino = enter(slug).started(msgspec.structs.replace(HEAT, limit_changes=(
        LimitChange(2, 110, 150),
    )))  # fmt: skip
    casino.do(s.AnnounceLimits(1, 2, 110, 150))
    casino.coup(Ana=40)
    held = casino.chips
    for by in (SUPERVISOR, DIRECTOR):
        casino.ask(TABLE, GiveNotice("limits"), by, "Dora")
        casino.ask(TABLE, SetLimits(110_00, 150_00), by, "Dora")
    casino.prepare()
    casino.ask(TABLE, casino.open_betting(), DEALER, "Eli")
    stay = {name for name, chips in held.items() if chips >= 110}
    if stay:
        assert set(casino.chips) == stay
        for name in set(BOXES) - stay:
            why = casino.why_not(casino.wager(name, 110), PATRON, name)
            assert why.code == "out_of_session"
    else:
        assert casino.play.round == 1


def test_above_the_maximum_counts_to_the_maximum_in_both(enter: Enter) -> None:
    """Mini Baccarat 3.5: 80 are put down, 50 are at risk, at the table and in the tournament."""
    casino = enter("mini-baccarat").started().open().staked(Ana=80)
    round = casino.session.conduct.floors["7"].round
    assert round is not None
    assert round.stakes[1] == 50
    casino.finish()
    assert casino.chips["Ana"] in (50, 150, 100)


def test_covering_every_number_risks_one(enter: Enter) -> None:
    """Tournament American Roulette 12.13, reading RO8: let through once with an advice."""
    casino = enter("tournament-roulette").published()
    casino.opened(lines={"straight up": Line(1_00, 50_00)})
    casino.start()
    for again in (False, True):
        casino.open()
        for number in range(37):
            casino.stake("Ana", 1, str(number))
        for name in ("Ben", "Chen"):
            casino.stake(name)
        if not again:
            casino.finish()
            assert casino.session.conduct.advised == {1}
    why = casino.why_not(c.CallNoMoreBets())
    if why.code != "risk_below_minimum":
        casino.step()
        why = casino.why_not(c.CallNoMoreBets())
    assert (why.code, why.clause) == ("risk_below_minimum", "Tournament American Roulette 12.13")
    assert why.detail == "Ana (entry 1) risks 1; at least 20 must be risked"
    casino.stake("Ana", 20, "red")
    casino.finish()


@every
def test_a_dispute_stops_the_game_at_the_table(enter: Enter, slug: str) -> None:
    casino = enter(slug).started().open()
    asked = casino.ask(STREAM, w.DisputeRound(1, 1, "the marker"), PATRON, "Ana").refused
    if asked is not None:
        pytest.skip("the document has no dispute that the game waits for")
    why = casino.why_not(casino.wager("Ana", 20), PATRON, "Ana")
    assert why.code == "dispute_open"


def test_a_void_round_does_not_count(enter: Enter) -> None:
    """Reading TP22: voided at the table, it is not a round of the session."""
    casino = enter("mini-baccarat").started().open().staked()
    casino.close()
    casino.at_table(c.InvalidateOutcome("impracticality", "cards fell"), MANAGER, "Gita")
    for _ in range(20):
        if game("mini-baccarat").awaits(casino.play).what == "open":
            break
        casino.step()
    assert casino.session.round == {"7": 0}
    assert casino.session.conduct.floors["7"].round is None
    assert set(casino.chips.values()) == {100}


def test_a_misdeal_leaves_the_marker(enter: Enter) -> None:
    """Tournament Pai Gow 13.3, reading PG13: the attempt is cancelled; Ana wagers first again."""
    casino = enter("tournament-pai-gow").started().open().staked()
    first = casino.session.conduct.floors["7"].marker
    casino.at_table(ReportMisdeal(), DIRECTOR, "Dora")
    casino.open()
    assert casino.session.conduct.floors["7"].marker == first == BOXES["Ana"]
    assert set(casino.chips.values()) == {100}


def test_additional_rounds_are_learned_from_the_table(enter: Enter) -> None:
    """Mini Baccarat 15.3(a)(viii)(B), reading TP17: all three are level and play on."""
    casino = enter("mini-baccarat").started(msgspec.structs.replace(HEAT, rounds=1)).coup()
    casino.do(s.EndTable(1, "7"), DEALER, "Eli")
    casino.do(_final(casino), DEALER, "Eli")
    casino.do(r.ConfirmCounts(1))
    casino.do(r.OrderAdditionalRounds(1, (1, 2, 3), "7"))
    assert casino.why(r.RecordAdditionalRound(1, {1: 1}), DEALER, "Eli").code == "wrong_source"
    casino.open().staked(Ana=20, Ben=30, Chen=40).finish()
    assert len(set(casino.session.play_offs[1] + casino.session.play_offs[2])) == 2


@every
def test_everybodys_chips_are_in_full_view(enter: Enter, slug: str) -> None:
    """Mini Baccarat 15.12, 7-Up Baccarat 15.6.6, and the same clause of the others: players see
    what each of them holds."""
    casino = enter(slug).started().coup()
    table = casino.runner.table(TABLE)
    seen = view(table, TABLE, 0, Viewer(PATRON, "Ana"))
    held = {each.patron: each.chips for each in seen.places}
    assert held == {name: casino.play.layout.chips[name] for name in BOXES}


def test_half_chips_are_won_counted_and_ranked(enter: Enter) -> None:
    """Tournament Blackjack 13.2(a), readings TP9 and BJ12: 3 to 2 on 25 is 37 chips and a half."""
    stage = msgspec.structs.replace(HEAT, rounds=1)
    casino = enter("tournament-blackjack").started(stage).open().staked(Ana=25, Ben=38, Chen=37)
    casino.close()
    for card in ("As", "9h", "Th", "7c", "Kd", "9c", "Tc"):  # Ana, Ben and Chen, the dealer fourth
        casino.at_table(c.DealCard(Card(card)))
    casino.at_table(SettleInterim())
    for name in ("Ben", "Chen"):
        casino.at_table(Stand(name), PATRON, name)
    casino.at_table(c.DealCard(Card("Ts")))
    casino.finish()
    assert casino.chips == {"Ana": Decimal("137.5"), "Ben": 138, "Chen": 137}

    casino.do(s.EndTable(1, "7"), DEALER, "Eli")
    casino.do(_final(casino), DEALER, "Eli")
    casino.do(r.ConfirmCounts(1))

    assert casino.session.counts == {1: Decimal("137.5"), 2: 138, 3: 137}
    casino.do(r.ConfirmSession(1))
    assert casino.session.ranking == {2: (1, 1), 1: (2, 2), 3: (3, 3)}
    again = Runner(casino.log, lambda: casino.now).tournament(STREAM)
    assert again.sessions == casino.runner.tournament(STREAM).sessions


def test_insurance_is_half_a_chip_on_an_odd_stake(enter: Enter) -> None:
    """Tournament Blackjack 7.1, 7.3: half of 25 is 12 and a half; 12.25 is no half chip."""
    casino = enter("tournament-blackjack").started().open().staked(Ana=25)
    casino.close()
    for card in ("9s", "9h", "Th", "Ac", "9d", "9c", "Tc"):
        casino.at_table(c.DealCard(Card(card)))
    why = casino.why_not(Insure("Ana", 12_25), PATRON, "Ana")
    assert why.clause == "Tournament Blackjack 7.3"
    casino.at_table(Insure("Ana", 12_50), PATRON, "Ana")
    casino.at_table(SettleInterim())
    for name in BOXES:
        casino.at_table(Stand(name), PATRON, name)
    casino.at_table(c.DealCard(Card("8s")))
    casino.finish()
    assert casino.chips["Ana"] == Decimal("62.5")
    casino.coup(Ana=50)


def test_only_blackjack_counts_half_chips(enter: Enter) -> None:
    """Mini Baccarat 15.13, reading TP9: it pays no half of a chip, so nobody holds one."""
    stage = msgspec.structs.replace(HEAT, rounds=1)
    casino = enter("mini-baccarat").started(stage).coup()
    casino.do(s.EndTable(1, "7"), DEALER, "Eli")
    halved = msgspec.structs.replace(
        _final(casino), counts=((1, Decimal("0.5")), (2, 100), (3, 100))
    )
    assert casino.why(halved, DEALER, "Eli").code == "not_whole_units"
