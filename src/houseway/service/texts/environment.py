"""An environment whose templates are compiled in another language."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from jinja2 import Environment, nodes

from houseway.service.texts.catalogue import Catalogue
from houseway.service.texts.engine import engine_sentences
from houseway.service.texts.markup import RECOGNISED
from houseway.service.texts.messages import Message
from houseway.service.texts.templates import translate_template
from houseway.service.texts.text import in_language


class TranslatedEnvironment(Environment):
    """Messages of templates are looked up when they are compiled, those of Python when shown."""

    def __init__(self, catalogue: Catalogue, **options: Any) -> None:
        super().__init__(finalize=self._shown, **options)
        self.catalogue = catalogue
        self.filters[RECOGNISED] = recognise

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        translate_template(tree, self._translation)
        return tree

    def _translation(self, message: Message) -> str | None:
        return self.catalogue.message(message.text)

    def _shown(self, value: object) -> object:
        return in_language(value, self.catalogue.message)


def recognise(value: object) -> object:
    """A value that people read: a plain string is data, unless the engine says it."""
    if type(value) is str or isinstance(value, StrEnum):
        return engine_sentences().find(str(value)) or value
    return value
