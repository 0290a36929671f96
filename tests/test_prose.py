"""Every page is written in short sentences: at most 20 words on average."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.prose import average, sentences, words

ROOT = Path(__file__).parent.parent
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
MOST_ON_AVERAGE = 20
MOST = 40


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_sentences_are_short(page: Path) -> None:
    text = page.read_text("utf-8")
    long = [each for each in sentences(text) if words(each) > MOST]
    assert not long, f"sentences of more than {MOST} words: {long}"
    assert average(text) <= MOST_ON_AVERAGE


PAGE = """# A heading is not a sentence at all

First sentence, with `a piece of code`. Is [the second
one](a-link.md) longer? (Yes.)

| a table | is not | prose |

```
Nor is this code, however many words it has.
```

- The list item goes on
  in the next line; 3.5 % is one number.
- No. 7 costs $1,000.
"""


def test_sentences_are_found() -> None:
    assert sentences(PAGE) == [
        "First sentence, with Code.",
        "Is the second one longer?",
        "The list item goes on in the next line; 3.5 % is one number.",
        "No 7 costs $1,000.",
    ]
    assert [words(each) for each in sentences(PAGE)] == [4, 5, 13, 4]
    assert average(PAGE) == 6.5
