"""Sentences of the engine about their reader: `Ana has no hand in play` becomes `you have ...`.

The engine speaks of patrons by name, and so the log and the API keep it. On a patron's own page the
same sentence says "you". What changes is the form of a sentence, such as `{patron} has no hand in
play`, never what is put into it, so the result is a message that can be translated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from houseway.service.texts.engine import LIST, WORDS, EngineSentences
from houseway.service.texts.text import Listed, Term

# What the engine calls a value that may be the name of a patron.
_PEOPLE = re.compile(r"\{((?:patron|who|owner|keeper|turn|entitled)\d*|(?<=to \{)offered)\}")
_VERBS = {"has": "have", "is": "are", "was": "were", "does": "do"}
_SAME = frozenset({"came", "can", "cannot", "could", "did", "gave", "may", "must", "sat"})
_TYPED = frozenset({"claim", "reason", "table"})  # what people write, even if it is a name
_ENTRY = re.compile(r" \(entry \d+\)$")  # a tournament names its entrants with their number
_POSSESSIVE = "'s "
_THEIRS = re.compile(r"\b([Tt])he (\w+) of $")
_OF = re.compile(r"\bof $")
_SUBJECT = re.compile(r"(^|[:;,] |\b(and|before|first|where|which) )$")
# Sentences that the rules below would put badly.
_FORMS = {
    "{patron}'s wagers stand until they are decided: NO MORE BETS was called":
        "too late: no more bets. Your bets stand.",
    "{patron} on {wager}: betting is closed, and nothing changes":
        "too late: betting is closed, and nothing changes on {wager}",
    "{patron} on {wager}: betting has not been opened": "betting is not open yet",
    "betting is closed: {who} wagers no more": "too late: betting is closed",
    "{patron} in box {box} has {rank} against {rank2}: war or surrender":
        "you have {rank} against {rank2}: war or surrender",
    "{patron} bets twice the ante or folds": "bet twice the ante or fold",
    "{patron} calls the hand void or plays it": "call the hand void or play it",
    "{patron} has not the chips for a bet and folds":
        "you do not have the chips for a bet and fold",
    "{patron} keeps or takes back wagers": "keep or take back your wagers",
    "{patron} keeps or withdraws wagers": "keep or withdraw your wagers",
    "{patron} stands and has no approval": "you stand and have no approval",
    "{patron} takes back or leaves the wager": "take back or leave your wager",
    "{patron} sets the hand of box {box}": "set your hand in box {box}",
    "{patron} has not joined this table": "join the table first",
    "{patron} sits at box {seat} and handles no other hand":
        "you sit at box {seat} and handle no other hand",
    "{patron} has a wager or is not at the table": "you have a wager or are not at the table",
    "{who} must wait for their own turn": "you must wait for your own turn",
    "{who} takes the stake back and waits; it is the turn of {first}":
        "take the stake back and wait; it is the turn of {first}",
    "{who} risks {risk}; at least {minimum} must be risked":
        "you risk {risk}; you must risk at least {minimum}",
    "{who} at most {most} at one table": "you may hold at most {most} at one table",
    "{entitled} looks and turns up {name}": "look and turn up {name}",
    "{patron} decides on {name} first": "decide on {name} first",
    "{patron} picks up {box}": "pick up {box}",
    "{patron} says first whether the hand is void or played":
        "say first whether the hand is void or played",
    "{who} cuts the cards": "cut the cards",
    "{who} exposes the {hand} hand": "expose the {hand} hand",
    "{entitled} sits at box {box} and handles its hand": "you sit at box {box} and handle its hand",
    "{patron} must use colour chips and has none yet":
        "you must use colour chips and have none yet",
    "{patron} needs {needed} and holds {held}": "you need {needed} and have {held}",
    "{patron} could be taken for {other}, who is known at this table: use another name":
        "your name could be taken for {other}, who is known at this table: use another name",
    "{who} is not waited for": "it is not your turn",
    "next is {turn}": "you are next",
    "{patron} need not wager": "the table does not wait for a wager of yours",
    "decide a dispute of {patron} first: {undecided_most} are open":
        "{undecided_most} of your disputes are open: wait until one is decided",
    "nobody counts the chips of {patron}": "your chips are not counted here",
    "personal limit: {patron} {maximum}": "your personal limit: {maximum}",
    "personal limits: {patron} {least} to {most}": "your personal limits: {least} to {most}",
    "personal limits: {patron} {own}": "your personal limits: {own}",
    "the rules use {patron} for a role or a hand: choose another name":
        "the rules use your name for a role or a hand: choose another name",
    "name the wagers of {who}: what they can lose depends on them":
        "name your wagers: what you can lose depends on them",
}  # fmt: skip


def second_person(form: str, name: str) -> str:
    """A form of a sentence that speaks to the person whose name is its value `name`."""
    if form in _FORMS:
        return _FORMS[form]
    before, after = form.split(f"{{{name}}}", 1)
    verb = re.match(r" ([a-z]+)\b", after)
    if after.startswith(_POSSESSIVE):
        return f"{before}your {after.removeprefix(_POSSESSIVE)}"
    if theirs := _THEIRS.search(before):
        return (
            f"{before[: theirs.start()]}{'Your' if theirs[1] == 'T' else 'your'} {theirs[2]}{after}"
        )
    if after.startswith(" on "):
        return f"{before}your wager{after}"
    if _OF.search(before):
        return f"{before}yours{after}"
    if verb and _SUBJECT.search(before):
        return f"{before}you {_plain(verb[1])}{after[verb.end() :]}"
    return f"{before}you{after}"


def _plain(verb: str) -> str:
    return verb if verb in _SAME else _VERBS.get(verb) or verb.removesuffix("s")


def people_in(form: str) -> list[str]:
    """The values of a form that may be the name of a patron. `the {who}` is a role."""
    return [each[1] for each in _PEOPLE.finditer(form) if not form[: each.start()].endswith("the ")]


def every_form(forms: list[str]) -> Iterator[str]:
    """What these forms become for a patron who reads them, for translators."""
    for form in forms:
        for name in people_in(form):
            yield second_person(form, name)


@lru_cache(maxsize=1)
def _about_people() -> EngineSentences:
    """Only the sentences that can name a patron: a tenth of all, so that finding one is quick."""
    forms = LIST.read_text(encoding="utf-8").splitlines()
    words = WORDS.read_text(encoding="utf-8").splitlines()
    return EngineSentences(filter(people_in, forms), words)


@lru_cache(maxsize=4_096)
def addressed(sentence: str, reader: str) -> str:
    """A sentence of the engine as it speaks to its reader; any other stays as it is."""
    found = _about_people().match(sentence) if reader and reader in sentence else None
    return sentence if found is None else _to(found, reader)


def _to(found: Term, reader: str) -> Term:
    values = {name: _value(each, reader) for name, each in found.values.items()}
    people = {name: _ENTRY.sub("", str(each)) for name, each in found.values.items()}
    mine = [name for name, person in people.items() if person == reader and name not in _TYPED]
    message = second_person(found.message, mine[0]) if mine else found.message
    made = Term(message, **values)
    return made.finished(found.finish) if found.finish else made


def _value(value: object, reader: str) -> object:
    match value:
        case Term():
            return _to(value, reader)
        case Listed():
            return Listed((str(_value(each, reader)) for each in value.parts), value.between)
    return value
