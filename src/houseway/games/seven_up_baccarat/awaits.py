"""What a 7-Up Baccarat table awaits next, from whom, and the clause that says so."""

from __future__ import annotations

from houseway.games import commands as c
from houseway.games import malfunction, preparing
from houseway.games.chance import plain_step, unseen_cards
from houseway.games.game import Awaits, Pick, dealers_step
from houseway.games.seven_up_baccarat import rules
from houseway.games.seven_up_baccarat import state as i
from houseway.games.seven_up_baccarat import state as v
from houseway.games.seven_up_baccarat.play import destination
from houseway.games.seven_up_baccarat.rules import BANKER, PLAYER, SUPER_SEVENS
from houseway.games.seven_up_baccarat.state import BETTING, BETWEEN, DEALING, SETTLED, Play
from houseway.games.seven_up_baccarat.wagering import over_the_limits
from houseway.games.tokens import StakeTokens
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Tried

_WAGERING = (c.PlaceWager, StakeTokens, c.ChangeWager, c.MoveWager, c.WithdrawWager)


def awaits(play: Play) -> Awaits:
    """What must happen next, by whom, and the clause that says so."""
    return (
        _awaits_repair(play)
        or _awaits_window(play)
        or (_awaits_cards(play) if play.stage in (BETWEEN, BETTING) else None)
        or _awaits_coup(play)
    )


def _awaits_repair(play: Play) -> Awaits | None:
    """Something has gone wrong and comes before everything else."""
    if failed := malfunction.awaits(play, play.rules.malfunction):
        return failed
    if play.held_round:
        return Awaits(
            "decide", Role.GAMING_SUPERVISOR, play.cite("12.1.1"),
            f"rebuild coup {play.held_round} from the order of its cards, or void it",
            None, (i.RebuildCoup, c.AuthoriseVoid),
        )  # fmt: skip
    if play.dropped:
        return Awaits(
            "check", Role.GAMING_SUPERVISOR, play.cite("4.3"), "check that all cards are collected",
            None, (v.ConfirmCollected,),
        )  # fmt: skip
    if play.card_check == "ordered":
        return Awaits(
            "check", Role.DEALER, play.cite("3.9"), "verify the cards",
            None, (i.ReportCardsComplete, i.ReportMissingCards, c.ReportForeignCard),
        )  # fmt: skip
    if play.card_check == "emptied":
        return Awaits(
            "check", Role.DEALER, play.cite("12.8.3"), "check and verify the decks at the table",
            None, (i.VerifyDecks,),
        )  # fmt: skip
    if play.owed:
        to, about = play.owed[0]
        return Awaits(
            "decide", Role.GAMING_SUPERVISOR, play.rules.notifications[about],
            f"notify {to} of {about}", None, (v.Notify,),
        )  # fmt: skip
    return None


def _awaits_window(play: Play) -> Awaits | None:
    """7-Up Baccarat 12.1.1: each patron keeps or takes back whole wagers before play resumes."""
    if not play.window:
        return None
    for patron in dict.fromkeys(key[0] for key in play.layout.wagers):
        if patron not in play.answered:
            back = tuple(
                c.WithdrawWager(patron, wager, box)
                for who, box, wager in play.layout.wagers
                if who == patron
            )
            return Awaits(
                "choose", patron, play.cite("12.1.1"), f"{patron} keeps or takes back wagers",
                None, (c.KeepWagers, c.WithdrawWager, i.ResumeCoup),
                choices=(c.KeepWagers(patron), *back),
            )  # fmt: skip
    return dealers_step(
        "decide", play.cite("12.1.1"), "everyone has answered: the coup resumes", i.ResumeCoup()
    )


def _awaits_cards(play: Play) -> Awaits | None:
    if play.manual_shuffle:
        return dealers_step(
            "shuffle", play.cite("4.2"), "shuffle the cards by hand", c.ShuffleCards()
        )
    return preparing.awaits(play, play.rules.shoe)


def _awaits_coup(play: Play) -> Awaits:
    if play.stage == BETWEEN:
        return _awaits_opening(play)
    if play.stage == BETTING:
        return _awaits_first_card(play)
    if play.stage == SETTLED:
        return _awaits_clearing(play)
    return _awaits_dealing(play)


def _awaits_opening(play: Play) -> Awaits:
    if play.no_bet_reason:
        return dealers_step(
            "no-bet coup", play.no_bet_reason, "deal a no-bet coup", v.BeginNoBetCoup()
        )
    return dealers_step("open", play.cite("7.1"), "place your bets", c.OpenBetting())


def _awaits_first_card(play: Play) -> Awaits:
    if not play.called or not play.layout.wagers:
        return Awaits(
            "wagers", Role.PATRON, play.cite("5.3"), "wagers may be placed until the first card",
            None, (*_WAGERING, v.ReduceWagers, c.CallNoMoreBets),
        )  # fmt: skip
    if over := over_the_limits(play):
        return Awaits(
            "decide", Role.DEALER, play.cite("6.2"), f"reduce the wagers pro rata: {over.detail}",
            None, (v.ReduceWagers, *_WAGERING),
        )  # fmt: skip
    return _awaits_card(play)


def _awaits_card(play: Play) -> Awaits:
    """The next card of the coup; until the first one wagers may still change."""
    due = destination(play)
    if due is None:
        raise AssertionError("a card is awaited that is not due")
    hand, clause = due
    more = _WAGERING if play.stage == BETTING else ()
    if play.stock.aside:
        known = play.stock.aside[0] is not None or play.options.deal == "face down"
        return Awaits(
            "draw", Role.DEALER, play.cite("12.2"), f"the kept card to the {hand} hand",
            c.UseKeptCard() if known else None, (c.UseKeptCard, *more), to=hand, tried=tried(play),
        )  # fmt: skip
    return Awaits(
        "draw", Role.DEALER, clause, f"a card to the {hand} hand",
        None, (c.DealCard, *more), to=hand, tried=tried(play),
    )  # fmt: skip


def _awaits_dealing(play: Play) -> Awaits:
    if destination(play):
        return _awaits_card(play)
    if play.hidden:
        clause = play.cite("8.2.1") if play.out == 3 else play.cite("8.3")
        return Awaits("expose", Role.DEALER, clause, "expose the cards", None, (v.ExposeCards,))
    if not play.announced:
        return dealers_step(
            "announce", play.cite("8.2.2"), "announce Player's count, then Banker's",
            v.AnnounceCounts(),
        )  # fmt: skip
    return dealers_step(
        "settle", play.cite("11.1"), "announce the result and settle", c.SettleWagers(),
        tried=tried(play),
    )  # fmt: skip


def _awaits_clearing(play: Play) -> Awaits:
    if not play.rack_returned:
        return dealers_step(
            "collect", play.cite("8.4"), "return the rack to the device", c.ReturnRack()
        )
    return dealers_step(
        "collect", play.cite("8.4"), "put the cards from the layout in the rack", c.CollectCards()
    )


def tried(play: Play) -> tuple[Tried, ...]:
    """The rules on drawing looked at once the counts are announced, in their order."""
    if play.stage != DEALING or not play.announced or play.hidden:
        return ()
    player, banker = play.known(PLAYER), play.known(BANKER)
    first, second = play.rules.player_count(player[:1]), play.rules.banker_count(banker[:2])
    natural = first in play.rules.naturals or second in play.rules.naturals
    looked = [
        Tried(play.cite("9.2"), f"Player {first}, Banker {second} on the first cards", natural)
    ]
    if natural:
        return tuple(looked)
    draws = play.rules.player_draws(first)
    clause = play.cite("9.3.1") if draws else play.cite("9.3.2")
    looked.append(
        Tried(play.cite("9.3 Table 1"), f"Player {'draws' if draws else 'stands'} on {first}")
    )
    looked.append(Tried(clause, f"Player's Hand takes {'one more card' if draws else 'no more'}"))
    if draws and len(player) == 1:
        return tuple(looked)
    drawn = player[1] if len(player) > 1 else None
    takes = play.rules.banker_draws(second, drawn)
    against = f"Player's {play.rules.value[drawn]}" if drawn else "no card"
    verdict = f"Banker {'draws' if takes else 'stands'} on {second} against {against}"
    looked.append(Tried(play.cite("9.5") if drawn is None else play.cite("9.4 Table 2"), verdict))
    if drawn:
        looked.append(Tried(play.cite("9.4.1") if takes else play.cite("9.4.2"), verdict))
    return tuple(looked)


# The facts and decisions that a practice table of 7-Up Baccarat needs from outside.

PATRONS = ("Ana", "Ben", "Chen")
_FAVOURITE = {"Ana": rules.PLAYER, "Ben": rules.BANKER, "Chen": rules.BANKER}


def supply(play: Play, awaited: Awaits, pick: Pick) -> tuple[c.Command, Role]:
    """An order that moves the table on, with a card from the unseen ones or a plain decision."""
    if failed := malfunction.supply(play, awaited, pick):
        return failed
    if awaited.what == "wagers":
        return _wagering(play, pick)
    if awaited.what == "decide":
        return _deciding(play)
    if awaited.what == "check":
        return _checking(play)
    if awaited.what == "expose":
        hidden = play.player.count(None) + play.banker.count(None)
        return v.ExposeCards(unseen_cards(play.stock, hidden, pick)), Role.DEALER
    return plain_step(play, awaited, pick)


def _wagering(play: Play, pick: Pick) -> tuple[c.Command, Role]:
    if play.layout.wagers and pick(3) == 0:
        return c.CallNoMoreBets(), Role.DEALER
    number = pick(len(PATRONS))
    patron, box = PATRONS[number], number + 1
    wager = (_FAVOURITE[patron], rules.TIE, SUPER_SEVENS)[pick(3)]
    if wager == SUPER_SEVENS and (
        not play.layout.wagers or SUPER_SEVENS not in play.limits.lines or play.restricted
    ):
        wager = _FAVOURITE[patron]
    if (patron, box, wager) in play.layout.wagers:
        return c.CallNoMoreBets(), Role.DEALER
    unit = play.limits.multiple or play.limits.minimum
    least = play.limits.minimum_of(wager, patron)
    return c.PlaceWager(patron, wager, least + pick(4) * unit, box), Role.PATRON


def _deciding(play: Play) -> tuple[c.Command, Role]:
    if play.held_round:
        return c.AuthoriseVoid(), Role.GAMING_SUPERVISOR
    if play.owed:
        return v.Notify(*play.owed[0]), Role.GAMING_SUPERVISOR
    return v.ReduceWagers(), Role.DEALER


def _checking(play: Play) -> tuple[c.Command, Role]:
    if play.dropped:
        return v.ConfirmCollected(play.stock.cards), Role.GAMING_SUPERVISOR
    if play.card_check == "emptied":
        return i.VerifyDecks(), Role.DEALER
    return i.ReportCardsComplete(), Role.DEALER
