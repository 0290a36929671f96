"""What a wager needs at 7-Up Baccarat, and why one is refused; the order of the checks is fixed."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from houseway.equipment.chips import dollar_text
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import preparing
from houseway.games.game import May, accept
from houseway.games.layout import Key
from houseway.games.limits import judge_amount
from houseway.games.seven_up_baccarat import rules
from houseway.games.seven_up_baccarat import state as v
from houseway.games.seven_up_baccarat.rules import (
    BASE,
    BOTH_HANDS_AND_TIE,
    CASINO_SUPERVISORS,
    HANDS,
    INSPECTOR,
    SUPER_SEVENS,
    SURVEILLANCE,
    TIE,
    Rules,
    cite,
)
from houseway.games.seven_up_baccarat.state import BETTING, BETWEEN, Play
from houseway.games.shoe_state import ShoeRules
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DEALERS, STAFF, Role
from houseway.rulebook.ruling import Refused, Ruling

# The cards of 7-Up Baccarat before they are dealt: check, shuffle, burn, replacement.


def no_coup_under_way(play: Play) -> bool:
    """A coup begins with its first card (7-Up Baccarat 1.1 coup); wagers may lie there before."""
    return play.stage in (BETWEEN, BETTING)


def _shoe(play: Play) -> ShoeRules:
    return msgspec.structs.replace(play.rules.shoe, between_rounds=no_coup_under_way)


def interrupted(play: Play) -> Refused | None:
    """What must be put right before anything is wagered, dealt or settled."""
    if not (play.held_round or play.dropped or play.card_check or play.owed):
        return None
    if play.held_round:
        return Refused(
            "coup_held", play.cite("12.1"), f"coup {play.held_round} is waiting for a ruling"
        )
    if play.dropped:
        why = "a supervisor checks that all were collected"
        return Refused("cards_dropped", play.cite("4.3"), why)
    if play.card_check == "ordered":
        return Refused("cards_under_check", play.cite("3.9"), "the cards are being verified")
    if play.card_check == "emptied":
        return Refused("cards_under_check", play.cite("12.8.3"), "verify the decks first")
    if play.owed:
        to, about = play.owed[0]
        clause = play.rules.notifications[about]
        return Refused("notification_owed", clause, f"{to} must be notified of {about}")
    return None


def shuffle_cards(play: Play, command: c.ShuffleCards, by: Role) -> Ruling:
    """7-Up Baccarat 4.1, or the shuffle of pre-shuffled cards that 4.2 leaves to a supervisor."""
    if play.manual_shuffle:
        return accept(e.CardsShuffled("by hand", play.cite("4.2")))
    return interrupted(play) or preparing.shuffle(_shoe(play), play, command, by)


def load_preshuffled(play: Play, command: c.LoadPreshuffledCards, by: Role) -> Ruling:
    return interrupted(play) or preparing.load(_shoe(play), play, command, by)


def load_factory_cards(play: Play, command: v.LoadFactoryCards, by: Role) -> Ruling:
    """7-Up Baccarat 4.1: pre-shuffled cards of either kind need no shuffle (reading 7U-12)."""
    if isinstance(refused := load_preshuffled(play, c.LoadPreshuffledCards(), by), Refused):
        return Refused(refused.code, play.cite("1.1 Angel pre-shuffled cards"), refused.detail)
    clause = play.cite("1.1 Angel pre-shuffled cards")
    return accept(e.CardsShuffled("factory pre-shuffled", clause))


def order_manual_shuffle(play: Play, command: v.OrderManualShuffle, by: Role) -> Ruling:
    if play.prep.shuffled != "pre-shuffled" or play.prep.burned or not no_coup_under_way(play):
        when = "it is for casino pre-shuffled cards, before they go into the device"
        return Refused("no_manual_shuffle_now", play.cite("4.2"), when)
    return accept(v.ManualShuffleOrdered(play.cite("4.2")))


def burn_card(play: Play, command: c.BurnCard, by: Role) -> Ruling:
    if play.manual_shuffle:
        return Refused("shuffle_ordered", play.cite("4.2"), "the manual shuffle comes first")
    return interrupted(play) or preparing.burn(_shoe(play), play, command, by)


def record_deck_check(play: Play, command: v.RecordDeckCheck, by: Role) -> Ruling:
    """7-Up Baccarat 3.4: a check before use is allowed and not compelled."""
    if command.means not in play.rules.checkers:
        known = " or ".join(play.rules.checkers)
        return Refused("no_such_checker", play.cite("3.4"), f"{command.means} is not {known}")
    if play.prep.burned:
        why = "this check is made before the cards are used"
        return Refused("cards_in_use", play.cite("3.4"), why)
    clause = (
        play.cite("1.1 deck-checking device") if "device" in command.means else play.cite("3.4")
    )
    return accept(v.DeckChecked(command.means, clause))


def report_dropped(play: Play, command: v.ReportDroppedCards, by: Role) -> Ruling:
    if play.dropped:
        return Refused("already_reported", play.cite("4.3"), "the cards are being collected")
    return accept(v.CardsDropped(play.cite("4.3")))


def confirm_collected(play: Play, command: v.ConfirmCollected, by: Role) -> Ruling:
    if not play.dropped:
        return Refused("nothing_dropped", play.cite("4.3"), "no cards were reported dropped")
    if command.count != play.stock.cards:
        short = f"{command.count} cards counted, {play.stock.cards} belong to the game"
        return Refused("count_does_not_balance", play.cite("3.1"), short)
    return accept(v.CardsCollected(command.count, play.cite("4.3")))


def replace_cards(play: Play, command: c.ReplaceCards, by: Role) -> Ruling:
    """7-Up Baccarat 3.8: cards found unfit are replaced all together, between coups."""
    if not no_coup_under_way(play):
        return Refused("coup_under_way", play.cite("3.8"), "cards are replaced between coups only")
    if command.cards:
        return Refused("whole_set_only", play.cite("3.8"), "the cards are replaced all together")
    return interrupted(play) or accept(e.CardsReplaced((), play.cite("3.8")))


def orders_by(rules: Rules) -> dict[type[c.Command], May]:
    """The commands that prepare the cards, with the clauses of an edition."""
    shared = preparing.orders(rules.shoe, no_coup_under_way)
    del shared[c.CheckCards]  # the check of 3.4 is free, and has commands of its own
    return shared


Wagers = Mapping[Key, int]


def not_offered(play: Play, wager: str) -> Refused | None:
    if wager not in play.rules.wagers:
        offered = ", ".join(play.rules.wagers)
        return Refused("wager_not_offered", play.cite("5.1"), f"{wager} is none of {offered}")
    if wager != SUPER_SEVENS:
        return None
    if play.options.super_sevens == "not offered":
        return Refused("wager_not_offered", play.cite("10.1"), "Super 7's is not offered here")
    if SUPER_SEVENS not in play.limits.lines:
        missing = "the sign does not show the amount of a Super 7's wager"
        return Refused("amount_not_on_sign", play.cite("10.1"), missing)
    return None


def locked(play: Play, patron: str, wager: str) -> Refused | None:
    """Why nothing is placed, changed or moved just now."""
    if play.stage == BETTING and not play.window:
        return betting_closed(play)
    asked = f"{patron} on {wager}"
    if play.window:
        only = f"{asked}: wagers may be taken back whole, and nothing else"
        return Refused("withdrawal_only", play.cite("12.1.1"), only)
    if play.no_bet or (play.no_bet_reason and play.stage == BETWEEN):
        return Refused("no_bet_coup", play.cite("12.4"), f"{asked}: this is a no-bet coup")
    if play.stage == BETWEEN:
        why = f"{asked}: betting has not been opened"
        return Refused("betting_not_open", play.cite("5.3"), why)
    return after_the_first_card(play, asked)


def betting_closed(play: Play) -> Refused | None:
    """Why nothing may be wagered although no coup is under way."""
    if refused := interrupted(play):
        return refused
    step = preparing.step(play, play.rules.shoe)
    if step != "ready":
        clause = play.cite("4.4") if step == "burn" else play.cite("4.1")
        return Refused("cards_not_ready", clause, f"the cards are not ready: {step}")
    return None


def after_the_first_card(play: Play, asked: str) -> Refused:
    why = f"{asked} cannot change: the first card is out"
    return Refused("coup_under_way", play.cite("5.4"), why)


def spot(play: Play, patron: str, wager: str, box: int) -> Key | Refused:
    """The spot meant: the box named, or else the patron's own."""
    chosen = box or own_box(play, patron)
    if 1 <= chosen <= play.options.areas:
        return patron, chosen, wager
    if not box:
        return Refused("area_taken", play.cite("5.5"), "every playing area is another patron's")
    boxes = f"there is no box {box}: the layout has {play.options.areas} playing areas"
    return Refused("no_such_box", play.rules.spots[wager], boxes)


def own_box(play: Play, patron: str) -> int:
    """Where the patron wagered last, or the lowest box that is nobody's; 0 if there is none.

    A record may leave the box out; a person at the table always points at one.
    """
    if patron in play.places:
        return play.places[patron]
    taken = {key[1] for key in play.layout.wagers} | set(play.places.values())
    return next((box for box in range(1, play.options.areas + 1) if box not in taken), 0)


def wager_at(play: Play, patron: str, wager: str, box: int) -> Key | Refused:
    """A wager that lies there; without a box, the patron's first of that kind."""
    for key in play.layout.wagers:
        if key[0] == patron and key[2] == wager and box in (0, key[1]):
            return key
    return Refused("no_wager_there", None, f"{patron} has no such wager on {wager}")


def combination(play: Play, patron: str, wager: str, wagers: Wagers) -> Clause | Refused:
    """7-Up Baccarat 5.6: what a patron wagers on together, all boxes counted (reading 7U-10)."""
    if wager == SUPER_SEVENS:
        return play.cite("5.6.8")
    mine = frozenset([wager, *[kind for who, _, kind in wagers if who == patron and kind in BASE]])
    clause = play.rules.combinations[mine]
    if not mine.issuperset(HANDS):
        return clause
    approval = play.approvals.get(patron)
    if approval and (TIE not in mine or approval.combination == BOTH_HANDS_AND_TIE):
        return clause
    wanted = " and ".join(sorted(mine))
    missing = f"{patron} on {wanted} needs a Gaming Manager's approval"
    return Refused("combination_not_approved", clause, missing)


def area_taken(play: Play, key: Key, wagers: Wagers) -> Refused | None:
    """7-Up Baccarat 5.5: one patron on an area, up to three by permission."""
    patron, box, wager = key
    if wager == SUPER_SEVENS:
        return None
    others = {who for who, at, kind in wagers if at == box and who != patron and kind in BASE}
    most = play.sharing.get(box, 1)
    if len(others) < most:
        return None
    there = f"box {box} is for {most}, and {', '.join(sorted(others))} wagered there"
    return Refused("area_taken", play.cite("5.5"), there)


def wrong_amount(play: Play, key: Key, amount: int) -> Refused | None:
    patron, _, wager = key
    if wager == SUPER_SEVENS:
        line = play.limits.lines[wager]
        if not line.minimum <= amount <= line.maximum:
            shown = f"{dollar_text(line.minimum)} to {dollar_text(line.maximum)}"
            asked = f"{dollar_text(amount)}: the sign asks for {shown}"
            return Refused("amount_not_on_sign", play.cite("10.1"), asked)
    rules = play.rules.limits_in(play.options.use)
    judged = judge_amount(play.layout, play.limits, rules, patron, wager, amount)
    if type(judged) is Refused and not (
        wager == SUPER_SEVENS and judged.code == "wager_above_maximum"
    ):
        return judged
    return not_in_chips(play, amount)


def not_in_chips(play: Play, amount: int) -> Refused | None:
    if play.chips.payable(amount):
        return None
    sentence = f"{dollar_text(amount)} cannot be made with {play.chips}"
    return Refused("not_in_chips", play.cite("5.2"), sentence)


# Super 7's: 7-Up Baccarat 5.6.8, 10.2, 10.3 and 10.4


def super_sevens(play: Play, key: Key, wagers: Wagers) -> Key | Refused | None:
    """Why it may not lie there, or whose wager makes way for it (readings 7U-08 and 7U-09)."""
    patron, box, _ = key
    if play.restricted and not has_base(patron, wagers):
        own = f"{patron} has no wager on Player, Banker or Tie"
        return Refused("own_wager_needed", play.cite("10.2"), own)
    if not any(wager in BASE for _, _, wager in wagers):
        none = "nobody has wagered on Player, Banker or Tie in this coup"
        return Refused("no_base_wager", play.cite("10.3"), none)
    there = [each for each in wagers if each[1] == box and each[2] == SUPER_SEVENS]
    if len(there) < play.rules.super_sevens_per_area:
        return None
    yielding = [each for each in there if not has_base(each[0], wagers)]
    if yielding and has_base(patron, wagers):
        return yielding[-1]
    full = f"box {box} has {len(there)} Super 7's wagers"
    return Refused("area_taken", play.cite("10.4"), full)


def has_base(patron: str, wagers: Wagers) -> bool:
    return any(who == patron and wager in BASE for who, _, wager in wagers)


def without_base(play: Play, wagers: Wagers) -> list[e.Event]:
    """Super 7's wagers that may lie no longer, given what else lies there."""
    anybody = any(wager in BASE for _, _, wager in wagers)
    clause = play.cite("10.2") if anybody else play.cite("5.6.8")
    return [
        returned(key, wagers, clause)
        for key in wagers
        if key[2] == SUPER_SEVENS
        and not (has_base(key[0], wagers) if play.restricted and anybody else anybody)
    ]


def returned(key: Key, wagers: Wagers, clause: Clause) -> e.WagerVoided:
    patron, box, wager = key
    return e.WagerVoided(patron, wager, box, wagers[key], 0, 0, wagers[key], (clause,))


def less(wagers: Wagers, gone: Key) -> Wagers:
    return {key: stake for key, stake in wagers.items() if key != gone}


# What staff of 7-Up Baccarat let patrons do: share areas, back both hands.

UNTIL_REVOKED = "until revoked"


def permit_patrons(play: Play, command: v.PermitPatrons, by: Role) -> Ruling:
    """7-Up Baccarat 5.5: one patron on an area, up to three by permission."""
    if not 1 <= command.box <= play.options.areas:
        return Refused("no_such_box", play.cite("2.2.2"), f"there is no box {command.box}")
    if not 1 <= command.patrons <= play.rules.patrons_per_area:
        most = f"{command.patrons} patrons: up to {play.rules.patrons_per_area} may share an area"
        return Refused("too_many_patrons", play.cite("5.5"), most)
    return accept(v.PatronsPermitted(command.patrons, command.box, play.cite("5.5")))


def approve_combination(play: Play, command: v.ApproveCombination, by: Role) -> Ruling:
    """7-Up Baccarat 5.6.6 and 5.6.7: it names the patron, for a coup or until revoked (7U-10)."""
    clauses = {rules.BOTH_HANDS: play.cite("5.6.6"), rules.BOTH_HANDS_AND_TIE: play.cite("5.6.7")}
    clause = clauses.get(command.combination)
    if clause is None:
        known = " or ".join(clauses)
        return Refused("no_such_combination", play.cite("5.6"), f"approved are {known}")
    if command.scope not in ("", UNTIL_REVOKED):
        scope = f"an approval is for this coup or {UNTIL_REVOKED}"
        return Refused("no_such_scope", clause, scope)
    if not no_coup_under_way(play):
        return Refused("coup_under_way", clause, "an approval comes before the first card")
    standing = command.scope == UNTIL_REVOKED
    return accept(v.CombinationApproved(command.patron, command.combination, standing, clause))


def revoke_combination(play: Play, command: v.RevokeCombination, by: Role) -> Ruling:
    """From the next wager on: what lies there was approved when it was placed."""
    if command.patron not in play.approvals:
        return Refused("nothing_approved", play.cite("5.6.6"), f"{command.patron} has no approval")
    return accept(v.CombinationRevoked(command.patron, play.cite("5.6.6")))


# Who may place Super 7's: 7-Up Baccarat 10.2


def put_up_sign(play: Play, command: v.PutUpRestrictionSign, by: Role) -> Ruling:
    return accept(v.RestrictionSignPutUp(play.cite("10.2.2")))


def restrict_super_sevens(play: Play, command: v.RestrictSuperSevens, by: Role) -> Ruling:
    """Only for patrons with a wager of their own; others' wagers not yet locked go back."""
    if play.restricted:
        return Refused("restricted_already", play.cite("10.2"), "the restriction is on")
    if not no_coup_under_way(play):
        return Refused("coup_under_way", play.cite("10.2"), "it begins before a first card")
    for office in (SURVEILLANCE, INSPECTOR):
        if (office, "the restriction") not in play.notified:
            missing = f"{office} has not been notified"
            return Refused("notification_owed", play.cite("10.2.1"), missing)
    if not play.restriction_sign:
        return Refused("no_sign", play.cite("10.2.2"), "no sign about the restriction is up")
    wagers = play.layout.wagers if play.stage == BETTING else {}
    gone: list[e.Event] = [
        returned(key, wagers, play.cite("10.2"))
        for key in wagers
        if key[2] == SUPER_SEVENS and not has_base(key[0], wagers)
    ]
    return accept(v.SuperSevensRestricted(play.cite("10.2")), *gone)


def lift_restriction(play: Play, command: v.LiftRestriction, by: Role) -> Ruling:
    """The sign comes down with it; a new restriction needs new notifications."""
    if not play.restricted:
        return Refused("not_restricted", play.cite("10.2"), "no restriction is on")
    return accept(v.RestrictionLifted(play.cite("10.2")))


ORDERS: dict[type[c.Command], May] = {
    c.ShuffleCards: May(DEALERS, cite("4.1"), shuffle_cards),
    c.LoadPreshuffledCards: May(DEALERS, cite("4.1"), load_preshuffled),
    v.LoadFactoryCards: May(DEALERS, cite("4.1"), load_factory_cards),
    c.BurnCard: May(DEALERS, cite("4.4"), burn_card),
    v.OrderManualShuffle: May(CASINO_SUPERVISORS, cite("4.2"), order_manual_shuffle),
    v.RecordDeckCheck: May(STAFF, cite("3.4"), record_deck_check),
    v.ReportDroppedCards: May(STAFF, cite("4.3"), report_dropped),
    v.ConfirmCollected: May(CASINO_SUPERVISORS, cite("4.3"), confirm_collected),
    c.ReplaceCards: May(CASINO_SUPERVISORS, cite("3.8"), replace_cards),
    v.PermitPatrons: May(rules.CASINO_SUPERVISORS, cite("5.5"), permit_patrons),
    v.ApproveCombination: May(rules.GAMING_MANAGERS, cite("5.6.6"), approve_combination),
    v.RevokeCombination: May(rules.GAMING_MANAGERS, cite("5.6.6"), revoke_combination),
    v.PutUpRestrictionSign: May(rules.CASINO_SUPERVISORS, cite("10.2.2"), put_up_sign),
    v.RestrictSuperSevens: May(rules.GAMING_MANAGERS, cite("10.2"), restrict_super_sevens),
    v.LiftRestriction: May(rules.GAMING_MANAGERS, cite("10.2"), lift_restriction),
}
