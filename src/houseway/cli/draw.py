"""`houseway draw`: draw again from the file of a draw, with nothing but the file."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
from cyclopts import App

from houseway.cli.shared import Json, bytes_of, print_json
from houseway.equipment.seeds import commitment_of
from houseway.promotion.lottery import plain_text
from houseway.randomness import new_seed
from houseway.records.drawfile import BadDrawFile, check
from houseway.records.telling import counted, printable

app = App(
    name="draw",
    help="""Check the draws of promotions.

    Example: houseway draw verify autumn.hwdraw
    """,
    version_flags=[],
)


@app.command
def verify(
    file: Path,
    /,
    *,
    digest: str = "",
    commitment: str = "",
    share: str = "",
    public: str = "",
    as_data: Json = False,
) -> int:
    """Draw every winner again and compare; status 1 when something does not come out.

    It also checks that the seed was committed to before the first entry, the second person's value
    before the sealing, and that the public value came after it.

    Example: houseway draw verify autumn.hwdraw --public "4 8 15 16 23 42"

    Parameters
    ----------
    file
        The file that was written at the draw.
    digest
        The digest of the list, as it was published before the draw.
    commitment
        The commitment to the seed, as it was published before the first entry.
    share
        The commitment of the scrutineer or second person, as it was published before the sealing.
    public
        The public value, as you have looked it up yourself.
    """
    try:
        found = check(bytes_of(file))
    except (OSError, BadDrawFile) as wrong:
        print(f"{file}: {printable(str(wrong))}", file=sys.stderr)
        return 2
    published = {
        "list": (digest, found.digest),
        "seed": (commitment, found.commitment),
        "second person's value": (share, found.share),
        "public value": (plain_text(public), found.public),
    }
    others = tuple(
        f"the {what} is not the one that was published as {wanted}"
        for what, (wanted, has) in published.items()
        if wanted and wanted != has
    )
    problems = found.problems + others
    if as_data:
        print_json(msgspec.structs.replace(found, problems=problems))
    else:
        print(f"{counted(found.tickets, 'ticket')}, {counted(found.winners, 'winner')}")
        print(f"list    {found.digest}\nseed    {found.commitment}")
        if found.share:
            print(f"second  {found.share}\npublic  {printable(found.public)}")
        verdict = "the draw does not come out" if problems else "the draw comes out the same"
        print(verdict)
    for problem in problems:
        print(printable(problem), file=sys.stderr)
    return 1 if problems else 0


@app.command
def share(*, as_data: Json = False) -> int:
    """Make a secret value for an electronic draw, on your own machine, and print its hash.

    Keep the value to yourself until the public value is confirmed. Hand in the hash now.

    Example: houseway draw share
    """
    value = new_seed()
    if as_data:
        print_json({"secret": value, "hash": commitment_of(value)})
        return 0
    print(f"keep secret  {value}\nhand in      {commitment_of(value)}")
    return 0
