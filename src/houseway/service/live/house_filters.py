"""Filters and names of templates that depend on the house: its time zone, and cards in words."""

from __future__ import annotations

from jinja2 import Environment
from markupsafe import Markup

from houseway.service.draw.small import card_marks
from houseway.service.house_time import WORLD_TIME, HouseTime


def show_house_time(environment: Environment, time: HouseTime) -> None:
    """Let templates write times in the zone of the house; `world_time` is UTC."""
    environment.filters.update(clock=time.clock, day=time.day, cards=card_marks)

    def house_times(sentence: str) -> str:
        shown = time.in_sentence(sentence)
        return Markup(shown) if isinstance(sentence, Markup) else shown  # noqa: S704 - only digits

    environment.filters.update(house_times=house_times)
    environment.globals.update(house_time=time, world_time=WORLD_TIME)
