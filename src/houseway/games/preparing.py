"""Preparing the cards of a shoe or device: check, shuffle, riffle, cut, cutting card, burn.

Written once; each game says which steps its document asks for, with which numbers and clauses.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from msgspec.structs import replace

from houseway.equipment.cards import rank
from houseway.equipment.stock import Stock
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.game import Awaits, May, Setup, accept, dealers_step
from houseway.games.house import at_rest
from houseway.games.machine import Row, under
from houseway.games.shoe_state import (
    BurnOmitted,
    CardsTakenAsPrepared,
    HasCards,
    Preparation,
    ReportBurnOmitted,
    ShoeRules,
)
from houseway.games.shoe_state import TakeAsPrepared as TakeAsPrepared
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DEALERS, PATRONS, STAFF, SUPERVISORS, Role
from houseway.rulebook.ruling import Refused, Ruling

Step = Literal["check", "shuffle", "riffle", "cut", "cutting card", "burn", "ready"]


def step(play: HasCards, rules: ShoeRules) -> Step:
    """What the cards need next."""
    prep = play.prep
    if prep.burned and not prep.still_to_burn:
        return "ready"
    if rules.check and not prep.checked and prep.shuffled != "pre-shuffled":
        return "check"
    if not prep.shuffled:
        return "shuffle"
    if rules.riffle_on_request and prep.riffle == "asked":
        return "riffle"
    if rules.cut and not prep.cut and rules.uses_shoe(play):
        return "cut"
    if rules.cutting_card and prep.behind < 0 and rules.uses_shoe(play):
        return "cutting card"
    return "burn" if rules.burn else "ready"


def may_bet(play: HasCards, rules: ShoeRules) -> bool:
    """Betting may open once the cards are cut and loaded; a forgotten burn is not gone back to."""
    prep = play.prep
    return (prep.burned and not prep.still_to_burn) or step(play, rules) in ("burn", "ready")


def cutting_card_due(play: HasCards) -> bool:
    """The count says that the cutting card comes now, or came with a card drawn in excess."""
    prep = play.prep
    return play.stock.source <= prep.behind and not prep.cutting_card_out


def awaits(play: HasCards, rules: ShoeRules) -> Awaits | None:
    """The next step of the preparation, or None when the cards are ready."""
    what, prep = step(play, rules), play.prep
    if what == "check" and rules.check:
        ways = (c.CheckCards, c.CheckByDevice) if rules.checker else (c.CheckCards,)
        return Awaits("check", Role.DEALER, rules.check, "check every card", None, ways)
    if what == "shuffle":
        kinds = (c.ShuffleCards, c.LoadPreshuffledCards) if rules.preshuffled else (c.ShuffleCards,)
        return Awaits(
            "shuffle", Role.DEALER, rules.shuffle, "shuffle the cards", c.ShuffleCards(), kinds
        )
    if what == "riffle" and rules.riffle:
        asked = "riffle the cards, as requested"
        return dealers_step("shuffle", rules.riffle, asked, c.RiffleCards())
    if what == "cut" and rules.cut_offer:
        left = _not_declined(play, rules)
        who = left[0] if left else min(rules.cutters, key=list(Role).index)
        margin, cards = rules.cut_margin, play.stock.source
        return Awaits(
            "cut", who, rules.cut_offer, f"{who} cuts the cards", None, (c.CutCards, c.DeclineCut),
            least=margin, most=cards - margin,
        )  # fmt: skip
    if what == "cutting card" and rules.cutting_card:
        return Awaits(
            "cutting card", Role.DEALER, rules.cutting_card, "place the cutting card",
            None, (c.PlaceCuttingCard,), least=rules.behind[0], most=rules.behind[1],
        )  # fmt: skip
    if what == "burn":
        clause = rules.burn(play) if rules.burn else None
        shown = rules.burn_shown(play) and not prep.burned
        sentence = "burn the first card face up" if shown else _burn_unseen(prep)
        command = None if shown else c.BurnCard()
        return Awaits(
            "burn", Role.DEALER, clause or rules.shuffle, sentence, command, (c.BurnCard,)
        )
    return None


def _burn_unseen(prep: Preparation) -> str:
    """The card that is burned now, counted where the first card said how many follow it."""
    if not prep.to_burn:
        return "burn a card face down"
    number = prep.to_burn - prep.still_to_burn + 1
    return f"burn a card face down ({number} of {prep.to_burn})"


def _not_declined(play: HasCards, rules: ShoeRules) -> list[str]:
    return [patron for patron in rules.offered(play) if patron not in play.prep.declined]


def under_way(rules: ShoeRules, play: HasCards, clause: Clause | None) -> Refused | None:
    """Why the cards are not touched now, or None."""
    if rules.between_rounds(play):
        return None
    return rules.held_up(play) or Refused("round_under_way", clause, "a round is under way")


def not_now(
    rules: ShoeRules, play: HasCards, wanted: Step, clause: Clause | None
) -> Refused | None:
    if refused := under_way(rules, play, clause):
        return refused
    now = step(play, rules)
    if now != wanted:
        return Refused("not_next", clause, f"the next step is {now}, not {wanted}")
    return None


def check(rules: ShoeRules, play: HasCards, command: c.CheckCards, by: Role) -> Ruling:
    return _checked(rules, play, command, by)


def check_by_device(rules: ShoeRules, play: HasCards, command: c.CheckByDevice, by: Role) -> Ruling:
    return _checked(rules, play, command, e.DECK_CHECKER)


def _checked(
    rules: ShoeRules, play: HasCards, command: c.CheckCards | c.CheckByDevice, by: str
) -> Ruling:
    if refused := under_way(rules, play, rules.check):
        return refused
    if command.counted not in (0, play.stock.cards):  # 0: the cards were not counted
        sentence = f"{command.counted} cards were counted, not {play.stock.cards}"
        return Refused("not_all_cards", rules.complete or rules.check, sentence)
    return accept(e.CardsChecked(by, rules.check or rules.shuffle, finding=command.finding))


def shuffle(rules: ShoeRules, play: HasCards, command: c.ShuffleCards, by: Role) -> Ruling:
    refused = not_now(rules, play, "shuffle", rules.shuffle)
    return refused or accept(e.CardsShuffled("by hand", rules.shuffle))


def load(rules: ShoeRules, play: HasCards, command: c.LoadPreshuffledCards, by: Role) -> Ruling:
    if refused := under_way(rules, play, rules.preshuffled):
        return refused
    if step(play, rules) not in ("check", "shuffle"):
        return Refused("not_next", rules.preshuffled, "cards are loaded already")
    return accept(e.CardsShuffled("pre-shuffled", rules.preshuffled or rules.shuffle))


def riffle_time(rules: ShoeRules, play: HasCards) -> Refused | None:
    prep = play.prep
    over = prep.cut or prep.burned  # cards of a device are never cut
    if prep.shuffled != "pre-shuffled" or over or not rules.between_rounds(play):
        return Refused(
            "no_riffle_now",
            rules.riffle,
            "a riffle is for pre-shuffled cards, between loading and the cut",
        )
    return None


def ask_riffle(rules: ShoeRules, play: HasCards, command: c.AskRiffle, by: Role) -> Ruling:
    clause = rules.riffle or rules.shuffle
    return riffle_time(rules, play) or accept(e.RiffleAsked(command.patron, clause))


def approve_riffle(rules: ShoeRules, play: HasCards, command: c.ApproveRiffle, by: Role) -> Ruling:
    if play.prep.riffle != "asked":
        return Refused("riffle_not_asked", rules.riffle, "nobody has asked for a riffle")
    return riffle_time(rules, play) or accept(e.RiffleApproved(rules.riffle or rules.shuffle))


def riffle(rules: ShoeRules, play: HasCards, command: c.RiffleCards, by: Role) -> Ruling:
    if rules.riffle_on_request and play.prep.riffle != "asked":
        return Refused("riffle_not_asked", rules.riffle, "nobody has asked for a riffle")
    if not rules.riffle_on_request and play.prep.riffle != "approved":
        return Refused("riffle_not_approved", rules.riffle, "the riffle has not been approved")
    return riffle_time(rules, play) or accept(
        e.CardsShuffled("riffle", rules.riffle or rules.shuffle)
    )


def decline(rules: ShoeRules, play: HasCards, command: c.DeclineCut, by: Role) -> Ruling:
    clause = rules.cut_offer or rules.shuffle
    if refused := not_now(rules, play, "cut", clause):
        return refused
    if command.patron not in _not_declined(play, rules):
        return Refused("not_offered", clause, f"{command.patron} was not offered the cut")
    return accept(e.CutDeclined(command.patron, clause))


def cut(rules: ShoeRules, play: HasCards, command: c.CutCards, by: Role) -> Ruling:
    refused = not_now(rules, play, "cut", rules.cut) or _wrong_cutter(rules, play, command, by)
    return refused or _cut(rules, play, command, by)


def _wrong_cutter(
    rules: ShoeRules, play: HasCards, command: c.CutCards, by: Role
) -> Refused | None:
    left = _not_declined(play, rules)
    clause = rules.cut_offer
    if command.patron:
        entitled = left[:1] if rules.in_order else left
        if command.patron in entitled:
            return None
        offered = ", ".join(entitled) or "nobody at the table"
        return Refused("not_offered", clause, f"the cut is offered to {offered}")
    if by not in rules.cutters:
        return Refused("role_may_not", clause, f"a {by} may not cut in a patron's place")
    if left:
        waiting = ", ".join(left)
        return Refused("cut_to_be_offered", clause, f"{waiting} must be offered the cut first")
    return None


def _cut(rules: ShoeRules, play: HasCards, command: c.CutCards, by: Role) -> Ruling:
    front, back = command.position, play.stock.source - command.position
    if min(front, back) < rules.cut_margin:
        asked = f"{front} cards in front and {back} behind"
        least = f"at least {rules.cut_margin} must lie on each side"
        return Refused("cut_too_near_the_end", rules.cut, f"{asked}: {least}")
    clause = rules.cut or rules.shuffle
    return accept(e.CardsCut(command.patron or by, command.position, clause))


def place(rules: ShoeRules, play: HasCards, command: c.PlaceCuttingCard, by: Role) -> Ruling:
    least, most = rules.behind
    clause = rules.cutting_card or rules.shuffle
    if refused := not_now(rules, play, "cutting card", clause):
        return refused
    if not least <= command.behind <= most:
        span = f"{command.behind} behind the cutting card: {least} to {most} are allowed"
        return Refused("cutting_card_misplaced", clause, span)
    return accept(e.CuttingCardPlaced(command.behind, clause))


def burn(rules: ShoeRules, play: HasCards, command: c.BurnCard, by: Role) -> Ruling:
    clause = rules.burn(play) if rules.burn else rules.shuffle
    late = rules.may_burn(play) and step(play, rules) == "burn"
    if refused := None if late else not_now(rules, play, "burn", clause):
        return refused
    if impossible := play.stock.why_not(command.card):
        return Refused("card_impossible", None, impossible)
    if play.prep.still_to_burn:
        clause = rules.burn_more or clause
        if command.card is not None:
            return Refused("burn_is_face_down", clause, "the further cards are burned unseen")
        return accept(e.CardBurned(None, play.prep.still_to_burn - 1, clause))
    shown = rules.burn_shown(play)
    if shown and command.card is None:
        return Refused("burn_is_face_up", clause, "the first card is shown: name it")
    if not shown and command.card is not None:
        return Refused("burn_is_face_down", clause, "the card is burned without being seen")
    more = rules.burn_value[rank(command.card)] if command.card else 0
    return accept(e.CardBurned(command.card, more, clause))


def omitted(rules: ShoeRules, play: HasCards, command: ReportBurnOmitted, by: Role) -> Ruling:
    if step(play, rules) != "burn":
        return Refused("burn_not_due", rules.burn_omitted, "no burn is outstanding")
    return accept(BurnOmitted(rules.burn_omitted or rules.shuffle))


def order_shuffle(rules: ShoeRules, play: HasCards, command: c.OrderShuffle, by: Role) -> Ruling:
    if refused := under_way(rules, play, rules.order_shuffle):
        return refused
    return accept(e.ShuffleOrdered(rules.order_shuffle or rules.shuffle, command.reason))


def appears(rules: ShoeRules, play: HasCards, command: c.ReportCuttingCard, by: Role) -> Ruling:
    if play.prep.behind < 0 or play.prep.cutting_card_out:
        return Refused("no_cutting_card", rules.appears, "no cutting card is in the shoe")
    return accept(e.CuttingCardAppeared(rules.appears or rules.shuffle))


def take_as_prepared(rules: ShoeRules, play: HasCards, command: TakeAsPrepared, by: Role) -> Ruling:
    if play.round or play.prep.shuffled:
        return Refused("not_next", rules.shuffle, "the preparation is on record already")
    if not 0 <= command.cards_left <= play.stock.source:
        most = f"{command.cards_left} cards cannot be left of {play.stock.source}"
        return Refused("too_many_cards", rules.shuffle, most)
    return accept(CardsTakenAsPrepared(rules.shuffle, command.cards_left))


def ready(play: HasCards) -> tuple[tuple[c.Command, Role], ...]:
    """Take the cards as prepared, with which a record or a practice table begins."""
    return ((TakeAsPrepared(), Role.DEALER),)


def begin(kind: type[Any], setup: Setup) -> Any:
    """A table with the decks that its rules name, still to be prepared."""
    stock = Stock.loaded(kind.rules.decks)
    return kind(setup.options, setup.limits, setup.chips, stock=stock)


def awaits_check(play: Any, clause: Clause) -> Awaits | None:
    """Cards that were replaced are checked, by one role after the other."""
    if not play.replacements_unchecked:
        return None
    who, kinds = min(play.replacements_unchecked), (c.ConfirmReplacement,)
    return Awaits("check", who, clause, f"the {who} checks the replacement cards", None, kinds)


def check_replacement(play: Any, by: str, clause: Clause, what: str = "card") -> Ruling:
    """Accept that one role has checked what was replaced."""
    if by not in play.replacements_unchecked:
        return Refused("nothing_to_check", clause, f"no {what} is waiting for a check by the {by}")
    return accept(e.ReplacementChecked(by, clause))


def conserved(play: HasCards) -> None:
    """Raise unless every chip and every card is somewhere."""
    play.layout.check()
    play.stock.check()


def orders(
    rules: ShoeRules, between_rounds: Callable[[Any], bool] = at_rest
) -> dict[type[c.Command], May]:
    """The commands that prepare the cards, for a game's table of commands."""
    rules = replace(rules, between_rounds=between_rounds)
    return under(
        rules,
        Row(TakeAsPrepared, STAFF, rules.shuffle, take_as_prepared),
        Row(c.CheckCards, STAFF, rules.check or rules.shuffle, check),
        Row(c.CheckByDevice, STAFF, rules.checker, check_by_device),
        Row(c.ShuffleCards, DEALERS, rules.shuffle, shuffle),
        Row(c.BurnCard, DEALERS, rules.shuffle, burn),
        Row(c.LoadPreshuffledCards, DEALERS, rules.preshuffled, load),
        Row(c.AskRiffle, PATRONS | STAFF, rules.riffle, ask_riffle),
        Row(
            c.ApproveRiffle, SUPERVISORS, None if rules.riffle_on_request else rules.riffle,
            approve_riffle,
        ),
        Row(c.RiffleCards, DEALERS, rules.riffle, riffle),
        Row(c.DeclineCut, PATRONS | STAFF, rules.cut and rules.cut_offer, decline),
        Row(c.CutCards, PATRONS | STAFF | rules.cutters, rules.cut_offer and rules.cut, cut),
        Row(c.PlaceCuttingCard, DEALERS, rules.cutting_card, place),
        Row(c.ReportCuttingCard, DEALERS, rules.appears, appears),
        Row(ReportBurnOmitted, STAFF, rules.burn_omitted, omitted),
        Row(c.OrderShuffle, SUPERVISORS, rules.order_shuffle, order_shuffle),
    )  # fmt: skip
