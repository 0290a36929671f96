"""The counting process: questions on its input, answers on its output, until the input ends.

It gives way to everything else on the machine, and it ends with the service that started it,
because its input does.
"""

from __future__ import annotations

import os
import pickle
import struct
import sys
from contextlib import suppress
from typing import Any, BinaryIO

import msgspec

from houseway.analysis import CannotAnalyse, analyse, decision_tables
from houseway.analysis.choices import chosen
from houseway.analysis.plots import DARK, Plot, decks_plot, removal_plot
from houseway.analysis.removal import edge_by_decks, effect_of_removal
from houseway.analysis.what_if import WhatIf, what_if
from houseway.service.analysing import asked as a
from houseway.service.analysing.asked import Answer, Asked, Picture, Refusal
from houseway.service.analysing.panels import PANEL_WIDTH, single_panels

LENGTH = struct.Struct(">Q")  # before each answer: its bytes
_GIVING_WAY = 5


def answer(asked: Asked) -> Answer:
    """The answer to one question; what cannot be computed is refused with its reason."""
    try:
        return _ANSWERS[asked.what](asked)
    except (ValueError, LookupError) as wrong:
        return Refusal(str(wrong))


def _figures(asked: Asked) -> Answer:
    return analyse(asked.game, options=chosen(asked.game, dict(asked.options)))


def _tables(asked: Asked) -> Answer:
    return decision_tables(asked.game, options=chosen(asked.game, dict(asked.options)))


def _what_if(asked: Asked) -> Answer:
    change = msgspec.json.decode(asked.change, type=dict[str, Any])
    made = WhatIf(decks=asked.decks, options=dict(asked.options), change=change)
    return what_if(asked.game, made)


def _plots(asked: Asked) -> Answer:
    """The edge by decks, and what one card of each rank is worth where suits decide nothing."""
    slug, options = asked.game, chosen(asked.game, dict(asked.options))
    plots = [decks_plot(slug, edge_by_decks(slug, options=options), options=options)]
    with suppress(CannotAnalyse):
        plots.append(removal_plot(slug, effect_of_removal(slug, options=options)))
    return tuple(map(_picture, plots))


def _picture(plot: Plot) -> Picture:
    panels = tuple(each.svg(DARK, PANEL_WIDTH) for each in single_panels(plot))
    return Picture(plot.name, plot.title, plot.subtitle, panels, plot.notes, plot.table.csv())


_ANSWERS = {"figures": _figures, "tables": _tables, "what if": _what_if, "plots": _plots}


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    for line in questions:
        body = pickle.dumps(answer(a.decode(line)))
        answers.write(LENGTH.pack(len(body)) + body)
        answers.flush()


if __name__ == "__main__":
    os.nice(_GIVING_WAY)
    serve(sys.stdin.buffer, sys.stdout.buffer)
