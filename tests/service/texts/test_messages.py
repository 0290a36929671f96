"""Messages of templates: what is one, what is put into it, and what cannot be translated."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import cast

import pytest
from jinja2 import Environment, nodes

from houseway.service import texts
from houseway.service.live.render import environment
from houseway.service.texts.catalogue import Pseudo
from houseway.service.texts.environment import TranslatedEnvironment
from houseway.service.texts.fragments import fragments_of
from houseway.service.texts.markup import RECOGNISED
from houseway.service.texts.messages import UnknownPart
from houseway.service.texts.templates import messages_of, translate_template
from houseway.service.texts.text import Text

TEMPLATES = Path(texts.__file__).parents[1] / "templates"
NAMES = sorted(str(path.relative_to(TEMPLATES)) for path in TEMPLATES.rglob("*.html"))
# Classes that are handed on, the only constants with a space that nobody reads.
TWO_CLASSES = {"main spoken"}


def _tree(name: str) -> nodes.Template:
    return environment().parse((TEMPLATES / name).read_text(encoding="utf-8"))


def _messages(source: str) -> list[str]:
    return [each.text for each in messages_of(environment().parse(source))]


class Table:
    """A catalogue of a few messages."""

    locale = "de"

    def __init__(self, **translations: str) -> None:
        self.translations = translations

    def message(self, text: str) -> str | None:
        return self.translations.get(text)


def _rendered(source: str, translations: dict[str, str], **values: object) -> str:
    env = environment(Table(**translations))
    return env.from_string(source).render(**values)


MESSAGES = [
    ("<p>Waiting for {{ who }}.</p>", ["Waiting for {who}."]),
    ("<p>{{ a.at }} to {{ b.at }}</p>", ["{at} to {at2}"]),
    ("<p><strong>{{ patron }}</strong> asks for {{ n | money }}</p>",
     ["<strong>{patron}</strong> asks for {n}"]),
    ("<p><span>Paid</span> <span>Collected</span></p>", ["Paid", "Collected"]),
    ("<label>Name <input name='name' placeholder='Ana'></label>", ["Name", "Ana"]),
    ("<p>Run <code>houseway verify</code> yourself</p>", ["Run {code} yourself"]),
    ('<i class="Big" title="More of {{ id }}" data-order="Join"></i>', ["More of {id}"]),
    ("<p>{{ 'open' if now else 'closed' }}</p>", ["open", "closed"]),
    ('<p class="{{ "Open" if now }}">{{ who }}</p>', []),
    ('{{ card("Your duties", key="Duties") }}', ["Your duties"]),
    ('{{ card("%s is here" | format(name), "quiet") }}', ["%s is here"]),
    ("{% if a %}<li{% if b %} class='x'{% endif %}>Yes</li>{% else %}No{% endif %}", ["Yes", "No"]),
    ('<a href="/" translate="no">Houseway</a> <b>Go</b>', ["Go"]),
    ("<p>5 &minus; 3 are\n    two</p>", ["5 − 3 are two"]),
]  # fmt: skip


@pytest.mark.parametrize(("source", "found"), MESSAGES)
def test_a_message_is_the_text_between_tags_that_are_not_inline(
    source: str, found: list[str]
) -> None:
    assert _messages(source) == found


FRAGMENTS = [
    "<p>Waiting{% if late %} in vain{% endif %} for {{ who }}</p>",
    "<p>{{ n }} ticket{{ '' if n == 1 else 's' }}</p>",
    "<p>{{ 'Prize ' ~ number }}</p>",
    "<p>{{ n }} {{ 'patron' if n == 1 else 'patrons' }}</p>",
    "<p title='Settled{% if void %}, void{% endif %}'></p>",
    "<p>Paid <strong>{% if cash %}in cash{% else %}by card{% endif %}</strong></p>",
]
WHOLE = [
    "<p>{% if late %}Waiting in vain{% else %}Waiting{% endif %}</p>",
    "<p>It is late.{% if closed %} The table is closed.{% endif %}</p>",
    "<h2>Table {{ n }}{% if closed %} <span class='tag'>closed</span>{% endif %}</h2>",
    "<p>{{ n }} wagers{% if m %}; {{ m }} withdrawn{% endif %}</p>",
    "{% if a %}<p>Open</p>{% endif %}<p>Closed</p>",
    "{{ live('felt:' ~ table) }}",
]


@pytest.mark.parametrize("source", FRAGMENTS)
def test_a_sentence_put_together_from_fragments_is_found(source: str) -> None:
    assert fragments_of(environment().parse(source))


@pytest.mark.parametrize("source", WHOLE)
def test_whole_sentences_are_no_fragments(source: str) -> None:
    assert fragments_of(environment().parse(source)) == []


@pytest.mark.parametrize("name", NAMES)
def test_no_template_puts_a_sentence_together_from_fragments(name: str) -> None:
    assert fragments_of(_tree(name)) == []


@pytest.mark.parametrize("name", NAMES)
def test_no_text_is_handed_on_without_a_mark(name: str) -> None:
    """A text in small letters that a macro is called with is marked: `"best play" | text`."""
    tree = _tree(name)
    found = {each.text for each in messages_of(tree)} | TWO_CLASSES
    calls = [call for call in tree.find_all(nodes.Call) if isinstance(call.node, nodes.Name)]
    named = [pair for call in calls for pair in call.kwargs if pair.key != "key"]
    given = [*(each for call in calls for each in call.args), *(pair.value for pair in named)]
    constants = {each.value for each in given if isinstance(each, nodes.Const)}
    texts = {each for each in constants if re.search("[a-z] [a-z]", str(each))}
    assert texts - found == set()


def _without_filter(node: nodes.Expr) -> nodes.Expr:
    """An expression as it was before the filter that finds what the engine says."""
    if isinstance(node, nodes.Filter) and node.name == RECOGNISED:
        return cast(nodes.Expr, node.node)
    return node


def _shape(tree: nodes.Template) -> list[str]:
    """What a template puts out, without differences of spaces and of ways to write a character."""
    said = []
    for output in tree.find_all(nodes.Output):
        own = (_without_filter(each) for each in output.nodes)
        parts = (n.data if isinstance(n, nodes.TemplateData) else repr(n) for n in own)
        said.append(" ".join(html.unescape("".join(parts)).split()))
    return said


@pytest.mark.share(50)
@pytest.mark.parametrize("name", NAMES)
def test_a_template_put_together_again_is_the_same(name: str) -> None:
    """A translation that says what the English says changes nothing."""
    again = _tree(name)
    translate_template(again, lambda message: message.text)
    assert _shape(again) == _shape(_tree(name))


def test_english_is_compiled_from_the_templates_as_they_stand() -> None:
    """No step of translation runs, and none is left in what is compiled."""
    env = environment()
    assert type(env) is Environment
    assert env.finalize is None
    source = '<p title="Go">{{ "best play" | text }} of {{ name }}</p>'
    assert env.from_string(source).render(name="Ana") == '<p title="Go">best play of Ana</p>'


def test_a_translation_puts_the_parts_in_its_own_order() -> None:
    source = "<p><strong>{{ patron }}</strong> asks for {{ amount }}.</p>"
    english = "<strong>{patron}</strong> asks for {amount}."
    german = {english: "{amount} möchte <strong>{patron}</strong> & sofort."}
    assert _rendered(source, german, patron="Ana", amount="$5") == (
        "<p>$5 möchte <strong>Ana</strong> &amp; sofort.</p>"
    )


def test_what_is_put_into_a_translation_is_escaped() -> None:
    source = '<p title="Seat of {{ who }}">Seat of {{ who }}</p>'
    german = {"Seat of {who}": 'Platz "{who}"'}
    shown = _rendered(source, german, who="<b>")
    assert shown == '<p title="Platz &#34;&lt;b&gt;&#34;">Platz &#34;&lt;b&gt;&#34;</p>'


def test_a_translation_that_names_an_unknown_part_is_refused() -> None:
    with pytest.raises(UnknownPart, match=r"there is no .whom. in the message: Seat of"):
        _rendered("<p>Seat of {{ who }}</p>", {"Seat of {who}": "Platz von {whom}"}, who="Ana")


def test_a_text_of_python_is_looked_up_and_data_is_not() -> None:
    """A patron called Tables stays one."""
    german = {"Tables": "Tische", "Waiting for {who}": "{who} fehlt"}
    source = "{{ link }} {{ name }} {{ line }}"
    shown = _rendered(source, german, link=Text("Tables"), name="Tables",
                      line=Text("Waiting for {who}", who="Ana"))  # fmt: skip
    assert shown == "Tische Tables Ana fehlt"
    assert Text("Waiting for {who}", who="Ana") == "Waiting for Ana"


def test_the_pseudo_locale_brackets_and_lengthens_every_message() -> None:
    env = environment(Pseudo())
    assert isinstance(env, TranslatedEnvironment)
    assert env.globals["language"] == "en-XA"
    shown = env.from_string("<p>Waiting for {{ who }}</p>").render(who="Ana")
    assert shown == "<p>⟦Wååîîţîîñĝ fööŕ Ana⟧</p>"
