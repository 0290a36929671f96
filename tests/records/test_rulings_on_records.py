"""What a record may not get away with: late wagers, misplaced expectations, half-read values."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from houseway.records.hwr import BadRecord, read_record
from houseway.records.settlement import Report, play_record
from tests.cli.running import houseway

MINI = 'document = "mini-baccarat"\n'
PATRONS = "[patrons]\nAna = 500\nBen = 500\n"


def played(text: str) -> Report:
    return play_record(read_record(text))


def rounds(*texts: str, head: str = MINI, patrons: str = PATRONS) -> str:
    """A record with these rounds; each text is the steps, then whatever it expects."""
    parts = []
    for text in texts:
        steps, _, expected = text.partition("=>")
        lines = "\n".join(f"    {line.strip()}" for line in steps.strip().splitlines())
        parts.append(f'[[rounds]]\nsteps = """\n{lines}\n"""\n{expected.strip()}\n')
    return head + patrons + "\n".join(parts)


# Late wagers


def test_a_wager_after_the_last_card_is_refused_by_its_clause() -> None:
    """Mini Baccarat 4.6: no wager once the first card is out, so none after the last either."""
    report = played(
        rounds("""
            Ana wagers 50 on banker
            deal 2h 6c 3d Ks 9h
            Ben wagers 50 on banker
            -> refused round_under_way [4.6]
        """)
    )
    assert report.problems == []
    assert [line.patron for line in report.rounds[0].lines] == ["Ana"]
    assert len(report.rounds) == 1


def test_a_wager_after_the_ball_has_come_to_rest_is_refused() -> None:
    """Tournament American Roulette 4.4: a wager after the call is not accepted."""
    report = played(
        rounds(
            """
            Ana wagers 10 on 17
            spin the wheel clockwise and the ball anticlockwise
            no more bets
            the ball has made three turns
            the ball rests in 17
            Ben wagers 10 on 17
            -> refused betting_closed [4.4]
            """,
            head='document = "tournament-roulette"\n',
            patrons="[patrons]\nAna = 100\nBen = 100\n",
        )
    )
    assert report.problems == []
    assert [line.patron for line in report.rounds[0].lines] == ["Ana"]


def test_a_record_that_opens_the_next_round_may_wager_in_it() -> None:
    """Mini Baccarat 4.1: the next round is open once the record says so."""
    report = played(
        rounds(
            """
            Ana wagers 50 on banker
            deal 2h 6c 3d Ks 9h
            """,
            """
            Ben wagers 50 on player
            deal 2h 6c 7d Ks
            => result = "player"
            """,
        )
    )
    assert report.problems == []
    assert [line.patron for line in report.rounds[1].lines] == ["Ben"]


# Expectations


SHIFTED = rounds(
    """
    Ana joins
    """,
    """
    Ana wagers 50 on banker
    deal 2h 6c 3d Ks 9h
    => result = "player"
    """,
    patrons="",
)


def test_a_round_without_play_does_not_shift_the_expectations_after_it() -> None:
    """The second round is won by Banker: a record that expects Player is false."""
    assert played(SHIFTED).problems == ["round 2: the result is banker, not player"]


def test_an_expectation_of_a_round_that_was_not_played_is_reported() -> None:
    report = played(rounds('Ana joins\n=> result = "player"', patrons=""))
    assert report.problems == ["round 1: no round was played; its result should be player"]


def test_a_round_without_play_is_not_taken_for_the_one_before_it() -> None:
    """Banker won round 1; nothing was played in round 2, so nothing won it."""
    report = played(
        rounds(
            'Ana wagers 50 on banker\ndeal 2h 6c 3d Ks 9h\n=> result = "banker"',
            'Ben leaves\n=> result = "banker"',
        )
    )
    assert report.problems == ["round 2: no round was played; its result should be banker"]


def test_a_later_void_is_expected_where_the_record_tells_of_it() -> None:
    """Mini Baccarat 12.5: an error found after the next round began voids its own round."""
    report = played(
        rounds(
            "Ana wagers 50 on banker\ndeal 2h 6c 3d Ks 9h",
            "Ana wagers 50 on banker\ndeal 2h 6c 3d Ks 9h",
            'an error is found in round 1\n=> result = "void"',
        )
    )
    assert report.problems == []


def test_a_round_may_go_on_in_the_next_part_of_a_record() -> None:
    report = played(
        rounds(
            'Ana wagers 50 on banker\ndeal 2h 6c\n=> next = "draw"',
            'deal 3d Ks 9h\n=> result = "banker"',
        )
    )
    assert report.problems == []


def test_an_expected_settlement_of_a_round_that_was_not_played_is_reported() -> None:
    expected = '[[rounds.expect]]\npatron = "Ana"\nwager = "banker"\nresult = "won"'
    report = played(rounds(f"Ana joins\n=> {expected}", patrons=""))
    assert report.problems == ["round 1, Ana on banker: no such wager was settled"]


# Values


def bad(text: str) -> BadRecord:
    with pytest.raises(BadRecord) as raised:
        read_record(text)
    return raised.value


def test_chips_below_zero_are_refused_with_their_line() -> None:
    wrong = bad(f"{MINI}[limits.personal]\nAna = 500\n[patrons]\nAna = -5\n")
    assert str(wrong) == "line 5: Ana is an amount of zero or more, not -5"


@pytest.mark.parametrize("amount", ["nan", "inf", "-inf"])
def test_no_amount_is_beyond_numbers(amount: str) -> None:
    """TOML knows these as numbers; nobody holds as many chips."""
    wrong = bad(f"{MINI}[limits.personal]\nAna = 500\n[patrons]\nAna = {amount}\n")
    assert str(wrong).startswith("line 5: Ana is an amount of zero or more, not ")


@pytest.mark.parametrize("name", ["paid", "stake", "returned"])
def test_true_is_no_amount(name: str) -> None:
    expected = f'[[rounds.expect]]\npatron = "Ana"\nwager = "banker"\nresult = "won"\n{name} = true'
    wrong = bad(rounds(f"Ana wagers 50 on banker\ndeal 2h 6c 3d Ks 9h\n=> {expected}"))
    assert str(wrong) == f"line 14: {name} is an amount such as 25 or 12.50, not True"


def test_a_mistyped_name_is_not_another_patron() -> None:
    text = rounds("Anna wagers 50 on banker\ndeal 2h 6c 3d Ks 9h")
    with pytest.raises(BadRecord) as raised:
        played(text)
    assert str(raised.value) == (
        "line 7: Anna is not in this record: did you mean Ana? Others join with a step of their"
        " own: Anna joins"
    )


def test_a_patron_who_joins_is_known_from_then_on() -> None:
    report = played(rounds("Chen joins\nChen wagers 50 on banker\ndeal 2h 6c 3d Ks 9h"))
    assert report.problems == []
    assert [line.patron for line in report.rounds[0].lines] == ["Chen"]


def test_names_with_spaces_can_be_used_in_steps() -> None:
    """As they are where the record lists them, in quotation marks anywhere."""
    report = played(
        rounds(
            'Ana Maria wagers 50 on banker\n"Ben Otto" wagers 25 on player\ndeal 2h 6c 3d Ks 9h',
            patrons='[patrons]\n"Ana Maria" = 500\n"Ben Otto" = 500\n',
        )
    )
    assert report.problems == []
    assert [line.patron for line in report.rounds[0].lines] == ["Ben Otto", "Ana Maria"]
    assert '"Ben Otto" wagers 25.00 on player' in [step.text for step in report.session.steps]


# What comes next


HALF_DEALT = rounds("Ana wagers 50 on banker\ndeal 2h 6c")


def test_a_half_dealt_round_says_what_comes_next() -> None:
    """Mini Baccarat 6.2(b): the third card of the initial deal goes to Player."""
    (problem,) = played(HALF_DEALT).problems
    assert problem.startswith("round 1 is not finished; ")
    assert "Mini Baccarat 6.2(b)" in problem
    assert "dealer" in problem


@pytest.mark.parametrize(
    ("steps", "held", "number"),
    [
        ("Ana wagers 50 on banker\ndeal 2h 6c", "450", "6.2(b)"),
        ("Ana wagers 50 on banker\nAna withdraws banker", "500", "4.1"),  # nothing at stake now
    ],
)
def test_a_difference_in_chips_hides_neither_the_open_round_nor_the_next_step(
    steps: str, held: str, number: str
) -> None:
    """Mini Baccarat 6.2(b) and 4.1."""
    differs, open_round = played(rounds(f"{steps} => [rounds.chips]\nAna = 475")).problems
    assert differs == f"round 1: Ana holds {held}.00, not 475.00"
    assert open_round.startswith("round 1 is not finished; ")
    assert f"Mini Baccarat {number}" in open_round


def test_a_record_may_expect_what_comes_next() -> None:
    assert played(f'{HALF_DEALT}next = "draw"\n').problems == []
    (problem,) = played(f'{HALF_DEALT}next = "settle"\n').problems
    assert problem.startswith("round 1: what comes next is draw, not settle")


def test_the_exit_status_of_a_half_dealt_round_is_one(tmp_path: Path) -> None:
    file = tmp_path / "half.hwr"
    file.write_text(HALF_DEALT, encoding="utf-8")
    done = houseway("settle", file)
    assert done.returncode == 1
    assert "round 1 is not finished" in done.stderr


def test_json_has_the_differences_and_what_comes_next(tmp_path: Path) -> None:
    file = tmp_path / "shifted.hwr"
    file.write_text(SHIFTED, encoding="utf-8")
    done = houseway("settle", file, "--json")
    assert done.returncode == 1
    data = json.loads(done.stdout)
    assert data["problems"] == ["round 2: the result is banker, not player"]
    assert data["next"]["what"] == "open"
    assert data["next"]["clause"].startswith("Mini Baccarat")


# Messages


def message(steps: str, head: str = MINI) -> str:
    with pytest.raises(BadRecord) as raised:
        played(rounds(steps, head=head))
    return str(raised.value)


def test_the_nearest_step_is_nearest_by_its_words() -> None:
    """Tournament Blackjack 7.4: what a patron may decide is suggested, not a ruling of staff."""
    text = message(
        """Ana takes box 1
        Ana wagers 10 on blackjack
        Ben does not wager
        no more bets
        deal 5h 9c 6d
        Ana stand""",
        head='document = "tournament-blackjack"\n',
    )
    assert "line 12: 'Ana stand' is not a step of this game" in text
    assert "stands" in text
    assert "invalidate" not in text


def test_a_usual_word_for_a_wager_is_understood_as_one() -> None:
    """Mini Baccarat 4.3: a patron's line is answered with a patron's step."""
    assert "did you mean 'Ana wagers 10 on banker'?" in message("Ana bets 10 on banker")


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("box = true", "line 14: box is written box = 1, not True"),
        ("clauses = 8", 'line 14: clauses is written clauses = ["8.9(b)"], not 8'),
        ("payed = 5", "line 14: payed is not a part of expect; expected: patron, wager, result, "
         "box, stake, paid, returned, clauses"),
    ],
)  # fmt: skip
def test_a_part_of_an_expectation_is_refused_with_an_example(line: str, complaint: str) -> None:
    expected = f'[[rounds.expect]]\npatron = "Ana"\nwager = "banker"\nresult = "won"\n{line}'
    assert str(bad(rounds(f"Ana wagers 50 on banker\ndeal 2h 6c 3d Ks 9h\n=> {expected}"))) == (
        complaint
    )


def test_an_expectation_names_its_patron() -> None:
    expected = '[[rounds.expect]]\nwager = "banker"\nresult = "won"'
    wrong = bad(rounds(f"Ana wagers 50 on banker\ndeal 2h 6c 3d Ks 9h\n=> {expected}"))
    assert str(wrong) == 'line 10: expect has a patron: patron = "Ana"'


def test_a_step_that_cannot_be_read_says_what_is_awaited_and_from_whom() -> None:
    text = message("Ana wagers 50 on banker\ndeal 2h 6c\nturn the river")
    assert "line 9: 'turn the river' is not a step of this game" in text
    assert "next: " in text
    assert "the dealer" in text
    assert "Mini Baccarat 6.2(b)" in text


def test_an_unknown_option_lists_the_values_that_are_allowed() -> None:
    wrong = bad(f'{MINI}\n[options]\nsettlement = "half"\n')
    assert str(wrong) == "line 4: settlement is commission or non-commission, not 'half'"


def test_an_expected_result_lists_the_values_that_are_allowed() -> None:
    expected = '[[rounds.expect]]\npatron = "Ana"\nwager = "banker"\nresult = "winned"'
    wrong = bad(rounds(f"Ana wagers 50 on banker\ndeal 2h 6c 3d Ks 9h\n=> {expected}"))
    assert str(wrong).startswith("line 13: result is won, lost, stood off, ")
    assert str(wrong).endswith("not 'winned'")


# Records of a table


RAISED = '''document = "casino-war"
begins = 2026-07-04T18:00:00

[limits]
minimum = 5
maximum = 500

[staff]
Dora = "supervisor"
Chen = "dealer"

[patrons]
Ana = 500
Ben = 500

[[rounds]]
steps = """
    Ana sits at box 1
    Ana wagers 5 on initial in box 1
    Chen: deal Qh 9d
"""

[[rounds]]
steps = """
    18:10
    Dora: put up a sign about minimum stating 10 from 18:30
    after {minutes} minutes
    Dora: set the limits to 10 and 500
"""

[[rounds]]
steps = """
    Ana wagers 5 on initial in box 1
    Chen: deal Qh 9d
"""
[rounds.chips]
Ana = 510
'''


def test_a_record_tells_that_a_sign_stood_for_twenty_minutes() -> None:
    """Casino War 6.5: the minimum is raised for all once its sign has stood for twenty minutes."""
    late = played(RAISED.replace("{minutes}", "20"))
    assert len(late.problems) == 1
    assert "Ana wagers 5 on initial in box 1: refused" in late.problems[0]
    early = played(RAISED.replace("{minutes}", "19"))
    assert len(early.problems) == 1
    assert "Dora: set the limits to 10 and 500: refused" in early.problems[0]
    assert early.problems[0].endswith("the sign stood 19 of 20 minutes (Casino War 6.5)")


def test_a_record_of_a_table_without_a_clock_names_what_is_missing() -> None:
    wrong = bad('document = "casino-war"\n[staff]\nDora = "supervisor"\n')
    assert str(wrong) == (
        "line 2: staff have names where a table has a clock: begins = 2026-07-04T18:00:00"
    )


def test_staff_hold_an_office_that_there_is() -> None:
    wrong = bad('document = "casino-war"\nbegins = 2026-07-04T18:00:00\n[staff]\nDora = "boss"\n')
    assert str(wrong).startswith("line 4: Dora is patron, dealer, supervisor, ")
    assert str(wrong).endswith("not 'boss'")


def test_a_record_can_say_how_many_cards_are_left() -> None:
    """Mini Baccarat 12.7: with three cards left the fourth cannot come, and the round is void."""
    expected = '[[rounds.expect]]\npatron = "Ana"\nwager = "banker"\nresult = "void"\nreturned = 50'
    steps = f'Ana wagers 50 on banker\ndeal 2h 6c 3d Ks\n=> result = "void"\n{expected}'
    assert played(rounds(steps, head=MINI + "cards_left = 3\n")).problems == []
    assert played(rounds(steps, head=MINI)).problems != []


def test_more_cards_than_the_shoe_holds_cannot_be_left() -> None:
    """Mini Baccarat 2.1: eight decks have 416 cards."""
    report = played(rounds("Ana wagers 50 on banker", head=MINI + "cards_left = 417\n"))
    assert report.problems == ["417 cards cannot be left of 416 (Mini Baccarat 5.1(a))"]


def test_a_record_can_expect_the_chips_that_patrons_hold() -> None:
    """Mini Baccarat 8.8(b): 50 on Banker wins 47.50."""
    text = rounds("Ana wagers 50 on banker\ndeal 2h 6c 3d Ks 9h\n=> [rounds.chips]\nAna = {}")
    assert played(text.format("547.50")).problems == []
    (problem,) = played(text.format("550")).problems
    assert problem == "round 1: Ana holds 547.50, not 550.00"


POKER = 'document = "tournament-canberra-poker"\n'


@pytest.mark.parametrize(
    ("how", "clause"),
    [
        ("box 1 was dealt out of order", "11.3"),
        ("Ana folds\ncount 6 cards in box 1", "11.4"),
        ("director: log a breach by Ana: cards shown\ndirector: exclude Ana from the round",
         "10.2 closing line"),
        ("director: log a breach by Ana: a device\ndirector: void the wagers of Ana", "14.3(a)"),
    ],
)  # fmt: skip
def test_a_round_whose_last_hand_is_void_is_over(how: str, clause: str) -> None:
    """Tournament Canberra Poker 11.3, 11.4, 10.2 and 14.3(a): nobody is left to play against."""
    expected = (
        '[[rounds.expect]]\npatron = "Ana"\nwager = "ante"\nbox = 1\nresult = "void"'
        f'\nclauses = ["{clause}"]'
    )
    steps = "Ana wagers 20 on ante in box 1\nthe hands are dealt showing 7c\n" + how
    text = rounds(
        f'{steps}\n=> result = "nobody plays on"\n{expected}',
        head=POKER,
        patrons="[patrons]\nAna = 100\n",
    )
    report = played(text)
    assert report.problems == []
