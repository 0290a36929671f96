"""Passwords that are tried first, known by how they are made and not from a list of them.

A password is taken apart into pieces that anybody would think of: well worn words, also with a 4
for an a and with a few digits or signs around them, the name of its owner, runs along the keyboard
or the alphabet, years, and whatever stands there again. What no such piece explains is its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

OWN = 8  # characters that nothing explains, at least
_TAIL = 4  # digits and signs that a worn word has on either side
_RUN = 4  # characters along a row, at least; of digits one less
_YEAR = 4
_TEXT = """
    password passwort passwd pass motdepasse contrasena senha letmein welcome welcom hello
    iloveyou ihateyou trustno changeme default secret private login logon access account admin
    administrator root user guest test testing sample example master system server manager
    computer internet network windows microsoft google facebook youtube twitter instagram
    samsung android iphone apple amazon netflix spotify love lovely lover loveme forever always
    never baby babygirl girl friend friends family mother father mommy daddy brother sister
    angel angels jesus christ jesuschrist blessed heaven princess prince queen king sweetheart
    sunshine sunflower butterfly flower flowers rainbow unicorn cookie cookies chocolate
    strawberry cherry banana orange coffee cheese pepper ginger monkey dragon tiger lion eagle
    wolf bear horse panda puppy kitten doggie bird fish shark dolphin spider snake mustang
    ferrari porsche mercedes harley yamaha honda toyota football soccer baseball basketball
    hockey tennis golf rugby cricket liverpool chelsea arsenal manchester united barcelona
    realmadrid juventus yankees lakers cowboys steelers patriots superman batman spiderman
    pokemon pikachu starwars naruto minecraft fortnite matrix hunter killer shadow ninja warrior
    phoenix magic wizard michael daniel thomas andrew matthew anthony joshua christopher
    nicholas alexander william charlie george jordan robert jessica jennifer michelle ashley
    amanda samantha elizabeth victoria nicole anna maria sarah laura black white green blue
    purple yellow silver golden gold diamond pink summer winter spring autumn january february
    march april june july august september october november december monday tuesday wednesday
    thursday friday saturday sunday today tomorrow london paris berlin sydney canberra melbourne
    brisbane australia america england asdf qwer qwert qwerty qwertz azerty zxcv houseway casino
    gaming gambling jackpot poker baccarat blackjack roulette paigow dice cards dealer croupier
    supervisor inspector surveillance director patron player banker tournament promotions
    promotion shift lucky winner money dollar million
"""
_WORDS = frozenset(_TEXT.split())
_LOOK_LIKE = (
    str.maketrans("@$!013457", "asioieast"),
    str.maketrans("@$!013457", "asloleast"),
)
_ROWS = (
    "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz",
    "01234567890123456789",
    "qwertyuiop[]", "qwertzuiop", "azertyuiop", "asdfghjkl;'", "zxcvbnm,./", "yxcvbnm", "wxcvbn",
    "!@#$%^&*()_+", "!\"§$%&/()=",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/", "qazwsxedcrfvtgbyhnujmikolp",
    "1q2w3e4r5t6y7u8i9o0p", "q1w2e3r4t5y6u7i8o9p0", "asdfghjklzxcvbnm", "qwertyuiopasdfghjkl",
    "147258369", "789456123", "159357",
)  # fmt: skip


def _both_ways(text: str) -> tuple[str, str]:
    return text, text[::-1]


_RUNS = tuple(each for row in _ROWS for each in _both_ways(row))


def is_common(password: str, *names: str) -> bool:
    """Whether too little of it is its owner's own; `names` are known to anybody as well."""
    return own_characters(password, names) < OWN


def own_characters(password: str, names: Iterable[str] = ()) -> int:
    """How many characters are left when the pieces that anybody would try are taken out."""
    text = password.casefold()
    readings = (text, *(text.translate(each) for each in _LOOK_LIKE))
    known = [each for name in names for each in _both_ways(name.casefold())]
    words = _WORDS.union(known)
    longest = max(map(len, words))
    fewest = list(range(len(text) + 1))
    for start in range(len(text)):
        fewest[start + 1] = min(fewest[start + 1], fewest[start] + 1)
        for end in _pieces(readings, start, words, longest):
            fewest[end] = min(fewest[end], fewest[start])
    return fewest[-1]


def _pieces(
    readings: tuple[str, ...], start: int, words: frozenset[str], longest: int
) -> Iterator[int]:
    """Where the pieces that begin here end."""
    text = readings[0]
    yield from _word_ends(readings, start, words, longest)
    yield from _run_ends(text, start)
    if text[start : start + 2] in ("19", "20") and text[start : start + _YEAR].isdecimal():
        yield min(start + _YEAR, len(text))
    for length in range(1, min(start, len(text) - start) + 1):
        if text[start - length : start] == text[start : start + length]:
            yield start + length


def _word_ends(
    readings: tuple[str, ...], start: int, words: frozenset[str], longest: int
) -> Iterator[int]:
    """A word with whatever digits and signs stand before and after it."""
    text = readings[0]
    for begin in range(start, min(start + _TAIL, len(text)) + 1):
        if begin > start and text[begin - 1].isalpha():
            return
        for end in range(begin + 1, min(begin + longest, len(text)) + 1):
            if any(reading[begin:end] in words for reading in readings):
                yield from _with_tail(text, end)


def _with_tail(text: str, end: int) -> Iterator[int]:
    yield end
    for after in range(end + 1, min(end + _TAIL, len(text)) + 1):
        if text[after - 1].isalpha():
            return
        yield after


def _run_ends(text: str, start: int) -> Iterator[int]:
    """Along a row of keys, the alphabet or the digits, in either direction."""
    for row in _RUNS:
        length = _RUN - 1 if text[start].isdecimal() else _RUN
        while start + length <= len(text) and text[start : start + length] in row:
            yield start + length
            length += 1
