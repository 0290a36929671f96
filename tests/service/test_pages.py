"""Pages: what a person at a browser gets, also when something is wrong, and nothing unescaped."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from houseway.service.app import page_tokens
from houseway.service.consoles import registry
from houseway.service.consoles.public import sign_in
from houseway.service.live.fragments import Fragment
from houseway.service.live.hub import MOST_OF_A_SESSION, Asker, Hub
from houseway.service.live.render import clause_address, environment
from houseway.service.settings import Settings
from tests.service.conftest import House

HTML = {"accept": "text/html"}
TEMPLATES = Path(registry.__file__).parent.parent / "templates"


def test_whoever_has_not_signed_in_is_led_to_the_door_and_back(house: House) -> None:
    answer = house.browser().get("/me", headers=HTML, follow_redirects=False)
    assert answer.status_code == 302
    assert answer.headers["location"] == "/sign-in?then=/me"


def test_the_list_of_tables_is_live(house: House) -> None:
    house.open_table("7")
    text = house.as_("Eli").get("/", headers=HTML).text
    assert 'sse-connect="/events?topics=tables"' in text
    assert 'sse-swap="tables"' in text
    assert '"/tables/7"' in text


def test_one_entry_of_the_navigation_is_the_page_one_is_on(house: House) -> None:
    ana = house.as_("Ana")
    for path, entry in [
        ("/me/statement", "/me/statement"),
        ("/me", "/me"),
        ("/rules/readings", "/rules"),
    ]:
        header = ana.get(path, headers={"accept": "text/html"}).text.partition("</header>")[0]
        assert re.findall(r'href="([^"]+)" aria-current', header) == [entry]


def test_pages_beside_a_console_belong_to_its_entry(house: House) -> None:
    dora = house.as_("Dora")
    for path, entry in [("/courses", "/train"), ("/tests", "/train"), ("/open-table", "/pit")]:
        header = dora.get(path, headers={"accept": "text/html"}).text.partition("</header>")[0]
        assert re.findall(r'href="([^"]+)" aria-current', header) == [entry]


def test_a_table_shows_its_next_step_with_a_clause_that_can_be_followed(house: House) -> None:
    house.open_table()
    text = house.as_("Eli").get("/tables/1", headers=HTML).text
    assert re.search(r'href="/rules/mini-baccarat/[^"]+">Mini Baccarat ', text)


@pytest.mark.parametrize(
    ("path", "status"), [("/tables/99", 404), ("/nowhere", 404), ("/people", 403)]
)
def test_what_is_wrong_is_said_on_a_page_to_a_person(house: House, path: str, status: int) -> None:
    answer = house.as_("Eli").get(path, headers=HTML)
    assert answer.status_code == status
    assert answer.headers["content-type"].startswith("text/html")
    assert re.search(r"<h1>(That page does not exist|Your role cannot open)", answer.text)


def test_the_same_is_a_problem_to_a_program(house: House) -> None:
    answer = house.as_("Eli").get("/people", headers={**HTML, "hx-request": "true"})
    assert answer.json()["code"] == "office_may_not"


def test_what_somebody_typed_is_never_markup(house: House) -> None:
    client = house.browser()
    hostile = '"><script>alert(1)</script>'
    client.get("/sign-in")
    data = {"name": hostile, "password": "x", "then": hostile}
    text = client.send("POST", "/sign-in", data=data).text
    assert "<script>alert" not in text
    assert "&lt;script&gt;" in text
    assert "<script>alert" not in house.as_("Eli").get(f"/tables/{hostile}", headers=HTML).text


def test_no_template_has_script_or_style_inside() -> None:
    """The content policy would refuse it, and the page would be broken."""
    found = sorted(TEMPLATES.rglob("*.html"))
    assert found
    for path in found:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"<script(?![^>]*\bsrc=)", text), path
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", text), path


def test_a_static_file_may_be_kept_because_its_address_changes_with_it(house: House) -> None:
    client = house.browser()
    addresses = re.findall(r'(?:href|src)="(/static/[^"]+)"', client.get("/sign-in").text)
    assert len(addresses) >= 6
    for address in addresses:
        answer = client.get(address)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]
        assert re.search(r"\?v=[0-9a-f]{12}$", address)


def test_a_clause_leads_to_its_place_in_the_rulebook() -> None:
    assert clause_address("Mini Baccarat 8.8(b)") == "/rules/mini-baccarat/8.8%28b%29"
    assert clause_address("No Such Game 1.1") == "/rules"


def test_two_consoles_cannot_have_one_fragment(monkeypatch: pytest.MonkeyPatch) -> None:

    monkeypatch.setattr(sign_in, "FRAGMENTS", [Fragment("tables", "x.html")], raising=False)
    with pytest.raises(registry.TwoOfAName, match="tables"):
        registry.load()


def test_a_name_that_a_template_misspells_is_an_error() -> None:
    from jinja2 import UndefinedError

    with pytest.raises(UndefinedError):
        environment().from_string("{{ veiw.round }}").render()


def test_one_session_opens_only_so_many_streams(house: House) -> None:
    from contextlib import ExitStack

    from houseway.service.errors import Wrong

    client = house.as_("Ana")
    session = house.floor.desk.sessions.of_token(client.http.cookies["__Host-houseway"])
    hub: Hub = house.floor.hub
    asker = Asker(session)
    with ExitStack() as stack:
        for _ in range(MOST_OF_A_SESSION):
            stack.enter_context(hub.watching(frozenset({"table/1"}), asker))
        with pytest.raises(Wrong, match="live streams are open"):
            stack.enter_context(hub.watching(frozenset({"table/1"}), asker))
    assert hub.watchers == 0


def test_without_tls_cookies_can_be_plain(tmp_path: Path) -> None:
    """For a trial in a network without certificates: no prefix, and no promise of a secure line."""
    csrf = page_tokens(Settings(folder=str(tmp_path), secure_cookies=False))
    assert (csrf.cookie_name, csrf.cookie_secure) == ("csrf", False)


def test_secrets_of_the_house_are_readable_by_their_owner_alone(house: House) -> None:
    for name in ("cookie.secret", "access.db"):
        path = Path(house.floor.settings.folder) / name
        assert path.stat().st_mode & 0o077 == 0, name


def test_what_is_not_there_and_not_for_a_role_is_said_in_words(house: House) -> None:
    ana = house.as_("Ana")
    html = {"accept": "text/html"}
    missing, refused = ana.get("/no-such-page", headers=html), ana.get("/pit", headers=html)
    assert (missing.status_code, refused.status_code) == (404, 403)
    assert "<h1>That page does not exist.</h1>" in missing.text
    assert "<h1>Your role cannot open this page.</h1>" in refused.text
    assert "The address may be mistyped" in missing.text
    assert "You are signed in as Ana, patron." in refused.text
    for answer in (missing, refused):
        assert "Sign out" in answer.text  # a person who has signed in keeps their navigation
        assert "Go to the tables" in answer.text
        assert "not_found" not in answer.text
        assert "office_may_not" not in answer.text


def test_a_missing_page_leads_back_to_the_console_of_the_role(house: House) -> None:
    for name, home in [("Eli", "/dealer"), ("Ivy", "/inspect"), ("Chen", "/people")]:
        missing = house.as_(name).get("/no-such-page", headers={"accept": "text/html"}).text
        assert f'href="{home}">Go to your console</a>' in missing
