"""A list of entries as a spreadsheet writes it: CSV, one person a line."""

from __future__ import annotations

import csv
import io
from typing import NamedTuple

from houseway.equipment.chips import BadAmount, dollars
from houseway.tournament.entry_vocabulary import AcceptEntry

WANTED = ("person", "name", "paid")
MORE = ("form", "agreement", "eligible", "copy_given")
_YES, _NO = ("yes", "y", "true", "1"), ("no", "n", "false", "0")


class EntryList(NamedTuple):
    """The entries that could be read, the line that each stands on, and what is wrong where."""

    entries: tuple[AcceptEntry, ...]
    lines: tuple[int, ...]
    wrong: tuple[tuple[int, str], ...]


def read_entries(text: str) -> EntryList:
    """Every line, right or wrong; a file without the columns is none at all."""
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    try:
        _columns([each.strip() for each in reader.fieldnames or ()])
    except csv.Error as found:
        raise ValueError(f"line 1: {found}") from found
    entries, lines, wrong = [], list[int](), list[tuple[int, str]]()
    try:
        for row in reader:
            try:
                entries.append(_entry(row))
                lines.append(reader.reader.line_num)
            except ValueError as found:
                wrong.append(_told(reader, found))
    except csv.Error as found:
        wrong.append(_told(reader, found))
    return EntryList(tuple(entries), tuple(lines), tuple(wrong))


def _told(reader: csv.DictReader[str], wrong: Exception) -> tuple[int, str]:
    number = reader.reader.line_num
    return number, f"line {number}: {wrong}"


def _columns(named: list[str]) -> None:
    for each in WANTED:
        if each not in named:
            raise ValueError(f"the list has no column {each}")
    unknown = [each for each in named if each not in (*WANTED, *MORE)]
    if unknown:
        known = ", ".join((*WANTED, *MORE))
        raise ValueError(f"the list has a column {unknown[0]}, which is none of {known}")


def _entry(row: dict[str | None, str | None]) -> AcceptEntry:
    if None in row:
        raise ValueError("more cells than columns")
    said = {(name or "").strip(): (cell or "").strip() for name, cell in row.items()}
    if not said["person"] or not said["name"]:
        raise ValueError("person and name are both to be written")
    try:
        paid = dollars(said["paid"])
    except BadAmount as wrong:
        raise ValueError(f"paid: {wrong}") from None
    return AcceptEntry(
        said["person"], said["name"], paid, said.get("form", ""), said.get("agreement", ""),
        _yes(said, "eligible", otherwise=True), _yes(said, "copy_given", otherwise=False),
    )  # fmt: skip


def _yes(said: dict[str, str], name: str, *, otherwise: bool) -> bool:
    text = said.get(name, "").lower()
    if not text:
        return otherwise
    if text not in _YES + _NO:
        raise ValueError(f"{name}: {text} is neither yes nor no")
    return text in _YES
