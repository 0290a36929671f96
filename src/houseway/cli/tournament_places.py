"""The verbs of `houseway tournament` about places and prizes."""

from __future__ import annotations

from collections.abc import Iterable

from houseway.cli.shared import LogAddress, print_json
from houseway.cli.tournament_desk import (
    OPERATOR,
    SessionNumber,
    TournamentDesk,
    TournamentHow,
    TournamentStream,
    app,
    counted,
    given,
    looked,
    pairs,
)
from houseway.games.commands import Command
from houseway.rulebook.ruling import Tried
from houseway.tournament import merit, prizes
from houseway.tournament import results_vocabulary as r
from houseway.tournament.state import ENDED


@app.command
def rank(
    address: LogAddress,
    stream: TournamentStream,
    session: SessionNumber,
    /,
    *,
    confirm: bool = False,
    share: bool = False,
    how: TournamentHow | None = None,
) -> int:
    """Show the places of a session with the working; or make its counts and places final.

    Example: houseway tournament rank floor.db tournament/spring 1

    Example: houseway tournament rank floor.db tournament/spring 1 --confirm --actor Dora

    Parameters
    ----------
    confirm
        Confirm the counts, where they are not, and then the places.
    share
        People who are level, and for whom nothing hangs on it, share their places.
    """

    def show(desk: TournamentDesk) -> int:
        found = desk.tournament.session(session)
        if found is None:
            raise ValueError(f"there is no session {session}")
        return _working(desk, merit.working(desk.tournament, found))

    def make_final(desk: TournamentDesk) -> int:
        found = desk.tournament.session(session)
        orders: list[Command] = [r.ConfirmSession(session, share)]
        if found is not None and found.phase == ENDED:
            orders.insert(0, r.ConfirmCounts(session))
        return desk.order(*orders)

    return given(address, stream, how, make_final) if confirm else looked(
        address, stream, how, show
    )  # fmt: skip


def _working(desk: TournamentDesk, lines: Iterable[Tried]) -> int:
    found = list(lines)
    if desk.how.as_data:
        print_json({"working": [{"clause": t.clause, "says": t.verdict} for t in found]})
    desk.tell(f"{each.verdict}  [{each.clause}]" for each in found)
    return 0


@app.command
def play_off(
    address: LogAddress,
    stream: TournamentStream,
    session: SessionNumber,
    /,
    *,
    entry: tuple[int, ...] = (),
    table: str = "",
    chips: tuple[str, ...] = (),
    emptied: tuple[str, ...] = (),
    how: TournamentHow | None = None,
) -> int:
    """Have those who are level play on, or record what they hold after such a round.

    Example: houseway tournament play-off floor.db tournament/spring 1 --entry 3 --entry 4
    --actor Dora

    Example: houseway tournament play-off floor.db tournament/spring 1 --chips 3=60 --chips 4=40
    --actor Dora

    Parameters
    ----------
    entry
        The number of an entry that plays on; repeat it for several.
    chips
        What an entry holds afterwards, as entry=chips; repeat it for several.
    table
        Where they play, so that rounds and stakes are on record; without it only counts are.
    emptied
        Who is left below the minimum and the last wager, as `4=40`, in the order of collection.
    """

    def work(desk: TournamentDesk) -> int:
        if chips:
            last = tuple(r.Emptied(*each) for each in pairs(emptied, "a last wager"))
            counts = counted(chips, "a count")
            return desk.order(r.RecordAdditionalRound(session, counts, last))
        return desk.order(r.OrderAdditionalRounds(session, entry, table))

    return given(address, stream, how, work)


@app.command(name="prizes")
def award(
    address: LogAddress,
    stream: TournamentStream,
    /,
    *,
    award: bool = False,
    goods: tuple[str, ...] = (),
    how: TournamentHow | None = None,
) -> int:
    """Show what the pool comes to for everybody, with the working; or award the prizes.

    Example: houseway tournament prizes floor.db tournament/spring

    Example: houseway tournament prizes floor.db tournament/spring --award --actor Dora

    Parameters
    ----------
    award
        Award the places of the tournament and the prizes.
    goods
        Who gets goods that fall to several, as place=entry.
    """
    if not award:
        return looked(
            address, stream, how, lambda desk: _working(desk, prizes.working(desk.tournament))
        )
    command = r.AwardPrizes(dict(pairs(goods, "a place and an entry")))
    return given(address, stream, how, lambda desk: desk.order(command))


@app.command
def pay(
    address: LogAddress,
    stream: TournamentStream,
    entry: tuple[int, ...] = (),
    /,
    *,
    reference: str,
    everybody: bool = False,
    how: TournamentHow | None = None,
) -> int:
    """Record that prizes were handed over, for the operator.

    Example: houseway tournament pay floor.db tournament/spring 3 --reference "slip 12"
    --actor Gita

    Parameters
    ----------
    entry
        The numbers of the entries that were paid.
    reference
        The receipt or slip of the payment.
    everybody
        All prizes that are not paid yet.
    """

    def work(desk: TournamentDesk) -> int:
        owed = [each.entry for each in desk.tournament.awards.values() if each.paid is None]
        chosen = owed if everybody else list(entry)
        if not chosen:
            raise ValueError("nobody is named, and no prize is left to be paid")
        return desk.order(*(r.PayPrize(each, reference) for each in chosen))

    return given(address, stream, how, work, OPERATOR)
