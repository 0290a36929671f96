"""Templates into HTML: the environment all pages share, and fragments kept while they hold.

A fragment of a new page is kept by topic, version of its table and viewer, since its stream asks
for the same at once. One that is watched is compared with what it showed before. One that shows the
whole floor is rendered whenever it is asked for.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache, partial
from importlib.resources import files
from typing import TypeVar
from urllib.parse import quote

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from houseway.equipment.chips import dollar_text
from houseway.rulebook.document import UnknownClause, UnknownDocument, document, document_cited
from houseway.service.floor_protocols import SeesTables
from houseway.service.forms.command_names import CommandNames
from houseway.service.forms.pressed_once import FormTags, form_fields, form_key
from houseway.service.house_time import WORLD_TIME
from houseway.service.http.static_files import VENDOR, static_files
from houseway.service.live.fragments import (
    EVERY_TABLE,
    Shown,
    TemplateContext,
    Topic,
    context_of,
)
from houseway.service.live.parts import PartTag, Rendered, in_parts
from houseway.service.storage.projections import Keeping
from houseway.service.table_views import table_label
from houseway.service.texts.catalogue import ENGLISH, Catalogue
from houseway.service.texts.environment import TranslatedEnvironment
from houseway.service.texts.language import keep_drawn
from houseway.service.texts.language import shown as in_this_house
from houseway.service.texts.scripts import script_texts
from houseway.service.texts.text import Text, as_plain, capital
from houseway.table.view import Viewer

KEPT = 2_000  # fragments
_DEFINITIONS = "terms: "  # begins the number of a definition
_TRIES = 3  # to draw everything at one version of a table
# Of other makers: fetched at set-up, packed into the wheel.
PAGE_SCRIPTS = ("vendor/htmx.min.js", "vendor/sse.min.js", "vendor/idiomorph-ext.min.js")

K = TypeVar("K")


def environment(catalogue: Catalogue | None = None) -> Environment:
    """The shared environment: everything is escaped, and a misspelt name is an error.

    Without a catalogue it is that of English, compiled from the templates as they stand.
    """
    make = Environment if catalogue is None else partial(TranslatedEnvironment, catalogue)
    env = make(
        loader=PackageLoader("houseway.service"),
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=False,  # templates are part of the program: no look at the disk
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=[PartTag, FormTags],
    )
    env.policies["json.dumps_function"] = _json
    env.filters.update(money=dollar_text, clause=clause_link, clock=clock, day=day, text=str)
    env.filters.update(capital=capital, rule=rule_link, house_times=WORLD_TIME.in_sentence)
    env.filters.update(table_label=table_label, form_fields=form_fields, form_key=form_key)
    env.globals.update(static=static_address, script=script, page_scripts=PAGE_SCRIPTS)
    env.globals.update(commands=CommandNames())
    env.globals.update(language=catalogue.locale if catalogue else ENGLISH)
    env.globals.update(script_texts=script_texts(catalogue) if catalogue else None)
    return env


def _json(value: object, **_options: object) -> str:
    return msgspec.json.encode(value, order="sorted", enc_hook=as_plain).decode()


@pass_context
def clause_link(context: Context, clause: str | None, edition: str = "") -> Markup:
    """A citation that leads to the clause in the rulebook, in the edition that it was cited from.

    Without one it is that of the `view` or the `edition` that the template shows.
    """
    if not clause:
        return Markup("")
    shown = getattr(context.get("view"), "edition", "") or context.get("edition")
    return _link(clause, edition or (shown if isinstance(shown, str) else ""))


@cache
def _link(clause: str, edition: str) -> Markup:
    address = clause_address(clause, edition)
    return Markup('<a class="clause" href="{}">{}</a>').format(address, clause)


@pass_context
def rule_link(context: Context, clause: str | None, edition: str = "") -> Markup:
    """The same citation as `rule 8.8(b)`, on a page that names the document already."""
    if not clause:
        return Markup("")
    shown = getattr(context.get("view"), "edition", "") or context.get("edition")
    return _rule(clause, edition or (shown if isinstance(shown, str) else ""))


@keep_drawn()
def _rule(clause: str, edition: str) -> Markup:
    address = clause_address(clause, edition)
    link = Markup('<a class="clause" href="{}" title="{}">{}</a>')
    return link.format(address, clause, in_this_house(_named(clause, edition)))


def _named(clause: str, edition: str) -> str:
    try:
        number = document_cited(clause, edition=edition).number_of(clause)
    except (UnknownClause, UnknownDocument):
        return clause
    if number.startswith(_DEFINITIONS):
        return Text("definition: {what}", what=number.removeprefix(_DEFINITIONS))
    return Text("rule {number}", number=number)


@cache
def clause_address(clause: str, edition: str = "") -> str:
    """`/rules/<slug>/<number>` in the latest edition, `/rules/<slug>@<edition>/<number>` in others.

    What cannot be found leads to the rulebook itself.
    """
    try:
        cited = document_cited(clause, edition=edition)
    except (UnknownClause, UnknownDocument):
        return "/rules"
    name = cited.slug if document(cited.slug).id == cited.id else cited.id
    return f"/rules/{name}/{quote(cited.number_of(clause), safe='')}"


def clock(at_us: int) -> str:
    """Time of day, 24 hours."""
    return datetime.fromtimestamp(at_us / 1_000_000, UTC).strftime("%H:%M:%S")


def day(at_us: int) -> str:
    return datetime.fromtimestamp(at_us / 1_000_000, UTC).strftime("%d/%m/%Y")


def missing_scripts() -> tuple[str, ...]:
    """Return the scripts that every page needs and this installation does not have."""
    folder = files("houseway.service") / "static"
    return tuple(name for name in PAGE_SCRIPTS if not (folder / name).is_file())


@cache
def static_address(name: str) -> str:
    """Where a stylesheet or script is; the address changes with its content, so it may be kept."""
    content = static_files()[name].body
    return f"/static/{name}?v={hashlib.sha256(content).hexdigest()[:12]}"


@cache
def script(name: str) -> Markup:
    """A script for the whole page. Nothing is drawn before it has come, so no press is lost."""
    tag = Markup('<script src="{}" {} blocking="render"></script>')
    kind = "defer" if name.startswith(VENDOR) else 'type="module"'
    return tag.format(static_address(name), Markup(kind))  # noqa: S704 - ours


class Renderer:
    """Fragments of one process."""

    def __init__(self, env: Environment) -> None:
        self.environment = env
        self._kept: Keeping[tuple[str, int, Viewer], Rendered] = Keeping(KEPT)
        self._template = cache(env.get_template)

    def fragments(
        self, floor: SeesTables, topics: Sequence[Topic], viewer: Viewer
    ) -> list[Rendered]:
        """Fragments of one page as they are now, those of a stream at one version. Blocks."""
        found: dict[str, Rendered] = {}
        for stream in dict.fromkeys(topic.stream for topic in topics):
            same = {each.name: each for each in topics if each.stream == stream}

            def draw(same: Mapping[str, Topic] = same) -> dict[str, Rendered]:
                return {name: self.fragment(floor, each, viewer) for name, each in same.items()}

            found |= _at_one_version(floor, stream, same.values(), draw)
        return [found[topic.name] for topic in topics]

    def fragment(self, floor: SeesTables, topic: Topic, viewer: Viewer) -> Rendered:
        """The fragment as it is now. Blocks: call it in a thread."""
        viewer = topic.shown_to(viewer)
        if not topic.table:
            return self._rendered(topic, context_of(floor, topic, viewer, None))
        view = topic.seen(floor, viewer)

        def render() -> Rendered:
            return self._rendered(topic, context_of(floor, topic, viewer, view))

        return self._kept.get((topic.name, view.version, viewer), render)

    def board(
        self,
        floor: SeesTables,
        stream: str,
        shown: Mapping[Shown, Topic],
        before: Mapping[Shown, Rendered],
    ) -> dict[Shown, Rendered]:
        """Everything that pages show of a stream, at one version of it. Blocks."""
        last = dict(before)

        def draw() -> dict[Shown, Rendered]:
            for each, topic in shown.items():
                last[each] = self.again(floor, topic, each[1], last.get(each))
            return {each: last[each] for each in shown}

        return _at_one_version(floor, stream, shown.values(), draw)

    def again(
        self, floor: SeesTables, topic: Topic, viewer: Viewer, last: Rendered | None
    ) -> Rendered:
        """A fragment that is watched, rendered only if it shows other than before. Blocks."""
        view = topic.seen(floor, viewer) if topic.table else None
        if last and view and last.version == view.version:
            return last
        context = context_of(floor, topic, viewer, view)
        if last and context.shows is not None and last.shows == context.shows:
            return last._replace(version=context.version)
        return self._rendered(topic, context)

    def _rendered(self, topic: Topic, context: TemplateContext) -> Rendered:
        drawing = topic.fragment.drawing
        if drawing is not None:
            return Rendered(context.version, *drawing.draw(context.shows), context.shows)
        template = self._template(topic.fragment.template)
        return in_parts(context.version, template.render(context.values), context.shows)


def _at_one_version(
    floor: SeesTables,
    stream: str,
    topics: Collection[Topic],
    draw: Callable[[], dict[K, Rendered]],
) -> dict[K, Rendered]:
    """Draw while nobody changes the stream, where its fragments look at nothing else.

    Two streams that are held for each other would wait for ever. Fragments that look elsewhere are
    drawn again, a few times, where the stream moves on meanwhile.
    """
    if stream == EVERY_TABLE:
        return draw()
    if all(topic.fragment.apart for topic in topics):
        with floor.runner.unchanged(stream):
            return draw()
    floor.runner.version(stream)  # reads what is new in the log, once for all
    for _ in range(_TRIES):
        with floor.runner.as_known(stream):
            found = draw()
        if len({each.version for each in found.values()}) <= 1:
            break
    return found
