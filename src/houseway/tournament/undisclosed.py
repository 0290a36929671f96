"""Undisclosed wagers: written, examined, announced, placed; and what a faulty form counts for.

What a form says is known to its owner and to the supervisor alone until it is announced. No answer
to anybody else may therefore depend on it: an open stake beside a form is not held against it when
it is placed, but the form is examined again.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from houseway.games import commands as c
from houseway.games.commands import Command
from houseway.games.game import Setup
from houseway.games.limits import Limits, Line
from houseway.games.machine import Given
from houseway.games.table_rules import FormRules
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import PATRONS, STAFF, SUPERVISORS
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.tournament import wager_vocabulary as v
from houseway.tournament.ranking import CONDUCTED
from houseway.tournament.standing import Place, game_of, in_round, not_here, seated, somebody_else
from houseway.tournament.state import ANNOUNCING, BETTING, UNIT, Form, Part, Round, Tournament
from houseway.tournament.wagering import waits

part = Part()


def _clause(rules: Any) -> Clause | None:
    forms: FormRules | None = rules.wagering.undisclosed
    return forms.written if forms else None


def _rules(tournament: Tournament) -> FormRules | Refused:
    """7-Up Baccarat 15.8.1: where the document has them, and the conditions say how many."""
    rules = tournament.rules.wagering.undisclosed
    if rules is None:
        return not_here(tournament, "undisclosed wagers")
    if not tournament.conditions.undisclosed:
        return Refused("no_undisclosed", rules.number, "the conditions have none")
    return rules


@part.decides(v.HandInForm, by=PATRONS | SUPERVISORS, slot=_clause)
def _hand_in(tournament: Tournament, command: v.HandInForm, given: Given) -> Ruling:
    """7-Up Baccarat 15.8.2.1. Whatever was written is handed in: to complete it correctly is the
    player's own part (7-Up Baccarat 15.8.2.2)."""
    rules = _rules(tournament)
    if isinstance(rules, Refused):
        return rules
    place = in_round(tournament, command.session, command.entry, BETTING)
    if isinstance(place, Refused):
        return place
    refused = somebody_else(tournament, command.entry, given) or _no_form_now(
        tournament, place, command, rules
    )
    handed_in = v.FormHandedIn(
        command.session, place.table, command.entry, command.on.strip(), command.amount,
        int(place.chips), rules.written,
    )  # fmt: skip
    return refused or Accepted((handed_in,))


def _no_form_now(
    tournament: Tournament, place: Place, command: v.HandInForm, rules: FormRules
) -> Refused | None:
    entry, round = command.entry, place.round
    used, most = place.session.conduct.forms_used.get(entry, 0), tournament.conditions.undisclosed
    if used >= most:
        sentence = f"{place.who} has made {used} undisclosed wagers of {most}"
        return Refused("forms_used", rules.number, sentence)
    if entry in round.forms:
        return Refused("form_handed_in", rules.written, f"{place.who} has handed in a form")
    if entry in round.passed | round.nothing | round.absent:
        return Refused("out_of_this_round", rules.written, f"{place.who} is out of this round")
    if waits(tournament, place, entry) or entry in round.ended:
        clause = tournament.rules.wagering.out_of_turn
        return Refused("out_of_turn", clause, f"{place.who} must wait for their own turn")
    if command.amount < 0:
        return Refused("not_an_amount", rules.written, "an amount is whole chips, or left blank")
    return None


def fault(form: Form, stake: int, round: Round, rules: FormRules) -> tuple[Clause, str] | None:
    """What an examination finds: the clause not met, and the figures."""
    if not form.on or not form.amount:
        return rules.written, "type and amount are both to be written"
    if not round.minimum <= form.amount <= round.maximum:
        limits = f"{round.minimum} to {round.maximum}"
        return rules.within, f"{form.amount} is not within {limits}"
    if form.amount > form.held:
        return rules.within, f"{form.amount} is more than the {form.held} held"
    if form.amount + stake > form.held:
        return rules.combined, f"{form.amount} and {stake} are more than the {form.held} held"
    return None


def _not_to_be_placed(
    tournament: Tournament, place: Place, entry: int, form: Form
) -> Refused | None:
    """Ask the judge that places wagers, at a bare table on which the open wagers lie.

    Where the table is not in Houseway, they are not known, and the supervisor alone examines.
    """
    game, session = game_of(tournament, place.session), place.session
    if session.modes.get(place.table) != CONDUCTED:
        return None
    least, most = place.round.minimum * UNIT, place.round.maximum * UNIT
    lines = {each.wager: Line(least, most) for each in game.wagers(game.options())}
    play = game.begin(Setup(game.options(), Limits(least, most, lines=lines)))
    steps: list[Command] = [command for command, _ in game.ready(play)]
    steps.append(c.OpenBetting())
    for each, laid in place.round.laid.items():
        who, box = tournament.entries[each].person, session.seats[each].box
        steps += [c.PlaceWager(who, wager, units * UNIT, box) for wager, units in laid.items()]
    for step in steps:
        ruling = game.decide(play, step)
        for event in () if isinstance(ruling, Refused) else ruling.events:
            game.evolve(play, event)
    person, box = tournament.entries[entry].person, session.seats[entry].box
    ruling = game.decide(play, announced_wager(play, person, box, form))
    return ruling if isinstance(ruling, Refused) else None


def announced_wager(play: Any, person: str, box: int, form: Form) -> Command:
    """The command that lays an announced wager on the layout, beside what lies there."""
    lies = play.layout.wagers.get((person, box, form.on), 0)
    amount = lies + form.amount * UNIT
    kind = c.ChangeWager if lies else c.PlaceWager
    return kind(person, form.on, amount, box)


def _form(
    tournament: Tournament, session: int, entry: int, phase: str
) -> tuple[FormRules, Place, Form] | Refused:
    rules = _rules(tournament)
    if isinstance(rules, Refused):
        return rules
    place = in_round(tournament, session, entry, phase)
    if isinstance(place, Refused):
        return place
    form = place.round.forms.get(entry)
    if form is None:
        return Refused("no_form", rules.written, f"{place.who} has handed in no form")
    return rules, place, form


@part.decides(v.PassForm, by=SUPERVISORS, slot=_clause)
def _pass(tournament: Tournament, command: v.PassForm, given: Given) -> Ruling:
    found = _form(tournament, command.session, command.entry, BETTING)
    if isinstance(found, Refused):
        return found
    rules, place, form = found
    if form.passed:
        return Refused("form_passed", rules.examined, f"the form of {place.who} was examined")
    wrong = fault(form, place.round.stakes.get(command.entry, 0), place.round, rules)
    if wrong:
        return Refused("form_faulty", wrong[0], f"{wrong[1]}: return the form")
    if refused := _not_to_be_placed(tournament, place, command.entry, form):
        return Refused(
            "form_faulty", refused.clause, f"{refused.detail}: return the form, or examine it later"
        )
    passed = v.FormPassed(
        command.session, place.table, command.entry, given.signature, rules.examined
    )
    return Accepted((passed,))


@part.decides(v.ReturnForm, by=SUPERVISORS, slot=_clause)
def _return(tournament: Tournament, command: v.ReturnForm, given: Given) -> Ruling:
    """Reading 7U-25: a fault seen in time goes back to the player."""
    found = _form(tournament, command.session, command.entry, BETTING)
    if isinstance(found, Refused):
        return found
    rules, place, _ = found
    if not command.reason.strip():
        return Refused("no_reason", rules.examined, "say what is wrong with the form")
    returned = v.FormReturned(
        command.session, place.table, command.entry, command.reason, given.signature,
        rules.examined,
    )  # fmt: skip
    return Accepted((returned,))


@part.decides(v.AnnounceForm, by=SUPERVISORS, slot=_clause)
def _announce(tournament: Tournament, command: v.AnnounceForm, given: Given) -> Ruling:
    found = _form(tournament, command.session, command.entry, ANNOUNCING)
    if isinstance(found, Refused):
        return found
    rules, place, form = found
    if form.announced:
        return Refused("announced", rules.announced, f"the wager of {place.who} was announced")
    announced = v.FormAnnounced(
        command.session, place.table, command.entry, form.on, form.amount, given.signature,
        rules.announced,
    )  # fmt: skip
    return Accepted((announced,))


@part.decides(v.PlaceAnnounced, by=PATRONS | STAFF, slot=_clause)
def _place(tournament: Tournament, command: v.PlaceAnnounced, given: Given) -> Ruling:
    found = _form(tournament, command.session, command.entry, ANNOUNCING)
    if isinstance(found, Refused):
        return found
    rules, place, form = found
    refused = somebody_else(tournament, command.entry, given)
    if refused:
        return refused
    if not form.announced or form.placed:
        sentence = f"the wager of {place.who} is announced first, and placed once"
        return Refused("not_announced", rules.announced, sentence)
    placed = v.AnnouncedPlaced(command.session, place.table, command.entry, rules.announced)
    return Accepted((placed,))


# After the coup


@part.decides(v.FindForm, by=SUPERVISORS, slot=_clause)
def _find(tournament: Tournament, command: v.FindForm, given: Given) -> Ruling:
    """7-Up Baccarat 15.8.3, reading 7U-25: corrected before the next first card."""
    rules = _rules(tournament)
    if isinstance(rules, Refused):
        return rules
    found = seated(tournament, command.session, command.entry)
    if isinstance(found, Refused):
        return found
    session, table, floor = found
    form = floor.forms.get(command.entry)
    if form is None:
        sentence = f"no form of {tournament.who(command.entry)} is open to correction"
        return Refused("no_form", rules.shown, sentence)
    open_stake = floor.stakes[command.entry] - form.amount
    deemed, clause = counts_for(command, form.held - open_stake, floor.limits, rules)
    if clause is None:
        return Refused("form_in_order", rules.within, f"{command.amount} is in order")
    got = _result(command, form.amount)
    due = -deemed if clause == rules.blank else _result(command, deemed)
    chips = max(due - got, -int(session.chips[command.entry]))
    corrected = v.FormCorrected(
        command.session, table, command.entry, deemed, chips, given.signature, clause
    )
    return Accepted((corrected,))


def counts_for(
    form: v.FindForm, held: int, limits: tuple[int, int], rules: FormRules
) -> tuple[int, Clause | None]:
    """What a form counts for, and the default that says so; None where it is in order."""
    minimum, maximum = limits
    if not form.on.strip() or not form.amount:
        return minimum, rules.blank
    if form.amount < minimum:
        return minimum, rules.below
    if form.amount > held:
        return min(held, maximum), rules.beyond
    if form.amount > maximum:
        return maximum, rules.above
    return form.amount, None


def _result(command: v.FindForm, stake: int) -> int:
    """What a stake brought, up to the next whole chip (reading A-05); a loss below nothing."""
    if command.outcome == "won":
        pays, to = command.pays
        return -(-stake * pays // to)
    return -stake if command.outcome == "lost" else 0


@part.decides(v.AskForForm, by=PATRONS | STAFF, slot=_clause)
def _ask(tournament: Tournament, command: v.AskForForm, given: Given) -> Ruling:
    """7-Up Baccarat 15.8.4: from the end of the coup until the next first card."""
    rules = _rules(tournament)
    if isinstance(rules, Refused):
        return rules
    found = seated(tournament, command.session, command.entry)
    if isinstance(found, Refused):
        return found
    refused = somebody_else(tournament, command.entry, given)
    if refused:
        return refused
    _, table, floor = found
    this_coup = floor.round.forms.get(command.of) if floor.round else None
    if this_coup and this_coup.passed and not this_coup.announced:
        sentence = f"what entry {command.of} wagers is not disclosed before it is announced"
        return Refused("form_sealed", rules.sealed, sentence)
    if command.of not in floor.forms:
        sentence = f"no form of entry {command.of} is open to be seen"
        return Refused("no_form", rules.shown, sentence)
    shown = v.FormShown(command.session, table, command.entry, command.of, rules.shown)
    return Accepted((shown,))


# What each fact changes


def _forms(tournament: Tournament, event: Any) -> dict[int, Form]:
    round = tournament.sessions[event.session - 1].conduct.floors[event.table].round
    return round.forms if round else {}


@part.folds(v.FormHandedIn)
def _handed_in(tournament: Tournament, event: v.FormHandedIn) -> None:
    _forms(tournament, event)[event.entry] = Form(event.on, event.amount, event.held)
    used = tournament.sessions[event.session - 1].conduct.forms_used
    used[event.entry] = used.get(event.entry, 0) + 1


@part.folds(v.FormPassed)
def _passed(tournament: Tournament, event: v.FormPassed) -> None:
    forms = _forms(tournament, event)
    forms[event.entry] = replace(forms[event.entry], passed=True)


@part.folds(v.FormReturned)
def _returned(tournament: Tournament, event: v.FormReturned) -> None:
    _forms(tournament, event).pop(event.entry)
    tournament.sessions[event.session - 1].conduct.forms_used[event.entry] -= 1


@part.folds(v.FormAnnounced)
def _announced(tournament: Tournament, event: v.FormAnnounced) -> None:
    forms = _forms(tournament, event)
    forms[event.entry] = replace(forms[event.entry], announced=True)


@part.folds(v.AnnouncedPlaced)
def _placed(tournament: Tournament, event: v.AnnouncedPlaced) -> None:
    """With the last of them on the layout the first card may come."""
    floor = tournament.sessions[event.session - 1].conduct.floors[event.table]
    forms = _forms(tournament, event)
    forms[event.entry] = replace(forms[event.entry], placed=True)
    floor.forms_done()


@part.folds(v.FormCorrected)
def _corrected(tournament: Tournament, event: v.FormCorrected) -> None:
    session = tournament.sessions[event.session - 1]
    floor = session.conduct.floors[event.table]
    session.chips[event.entry] += event.chips
    floor.won -= event.chips
    del floor.forms[event.entry]


@part.folds(v.FormShown)
def _shown(tournament: Tournament, event: v.FormShown) -> None:
    """On record; a form that can be asked for has been announced to everybody."""
