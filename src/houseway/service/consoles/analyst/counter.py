"""The counting process: questions on its input, answers on its output, until the input ends.

It gives way to everything else on the machine, and it ends with the service that started it,
because its input does.
"""

from __future__ import annotations

import os
import pickle
import struct
import sys
from typing import Any, BinaryIO

from houseway.analysis import analyse, decision_tables
from houseway.analysis.choices import chosen
from houseway.analysis.report import WhatIf, what_if
from houseway.extras import explained
from houseway.rulebook.parsing import json_as
from houseway.service.consoles.analyst import questions as a
from houseway.service.consoles.analyst.pictures import pictures
from houseway.service.consoles.analyst.questions import Answer, Question, Refusal

LENGTH = struct.Struct(">Q")  # before each answer: its bytes
_GIVING_WAY = 5


def answer(asked: Question) -> Answer:
    """The answer to one question; what cannot be computed is refused with its reason."""
    try:
        return _ANSWERS[asked.what](asked)
    except (ValueError, LookupError) as wrong:
        return Refusal(str(wrong))
    except ImportError as missing:
        sentence = explained(missing)
        if not sentence:
            raise
        return Refusal(sentence)


def _figures(asked: Question) -> Answer:
    return analyse(asked.game, options=chosen(asked.game, dict(asked.options)))


def _tables(asked: Question) -> Answer:
    return decision_tables(asked.game, options=chosen(asked.game, dict(asked.options)))


def _what_if(asked: Question) -> Answer:
    change = json_as(asked.change, dict[str, Any])
    made = WhatIf(decks=asked.decks, options=dict(asked.options), change=change)
    return what_if(asked.game, made)


def _plots(asked: Question) -> Answer:
    return pictures(asked.game, chosen(asked.game, dict(asked.options)))


_ANSWERS = {"figures": _figures, "tables": _tables, "what if": _what_if, "plots": _plots}


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    for line in questions:
        body = pickle.dumps(answer(a.decode(line)))
        answers.write(LENGTH.pack(len(body)) + body)
        answers.flush()


if __name__ == "__main__":
    os.nice(_GIVING_WAY)
    serve(sys.stdin.buffer, sys.stdout.buffer)
