"""Made-up later editions of four tournament games: what each changes, and nothing else.

Each has other odds, one changed cell or number, and one command that other people may give.
"""

from __future__ import annotations

from houseway.games import tournament_blackjack as blackjack
from houseway.games import tournament_canberra_poker as poker
from houseway.games import tournament_pai_gow as pai_gow
from houseway.games import tournament_roulette as roulette
from houseway.games.edition import amended
from houseway.games.tournament_blackjack import rules as blackjack_rules
from houseway.games.tournament_blackjack import state as blackjack_words
from houseway.games.tournament_canberra_poker import rules as poker_rules
from houseway.games.tournament_canberra_poker import state as poker_words
from houseway.games.tournament_pai_gow import rules as pai_gow_rules
from houseway.games.tournament_pai_gow import state as pai_gow_words
from houseway.games.tournament_roulette import rules as roulette_rules
from houseway.games.tournament_roulette import state as roulette_words
from houseway.rulebook.document import Document
from houseway.rulebook.odds import Pays, Paytable, to
from houseway.rulebook.roles import DIRECTORS, STAFF
from tests.games.editions import later_document

WORDS = {
    "tournament-roulette": ("6.1(a)", "A winning straight up wager pays 36 to 1."),
    "tournament-blackjack": ("13.2(b)", "A winning hand other than a blackjack pays 2 to 1."),
    "tournament-canberra-poker": ("8.1 table bet", "As before, but two pairs pay 3 to 1."),
    "tournament-pai-gow": ("11.8", "A winning wager pays 2 to 1."),
}


def _cite(earlier: Document) -> Document:
    number, words = WORDS[earlier.slug]
    return later_document(earlier, {number: words})


# Straight up pays 36 to 1; a ball may have 25 mm; staff may require colour chips.
_roulette = _cite(roulette_rules.cite)
ROULETTE = roulette.game_of(
    amended(
        roulette_rules.RULES,
        _roulette,
        odds=Paytable(
            Pays("straight", to(36, 1), _roulette("6.1(a)")), *list(roulette_rules.RULES.odds)[1:]
        ),
        ball_sizes=(17, 25),
        roles={roulette_words.RequireColourChips: STAFF | DIRECTORS},
    )
)

# An ordinary hand pays 2 to 1; a hard 12 must draw; only the Director declares an absence.
_blackjack = _cite(blackjack_rules.cite)
BLACKJACK = blackjack.game_of(
    amended(
        blackjack_rules.RULES,
        _blackjack,
        hand_odds=Paytable(
            blackjack_rules.RULES.hand_odds[blackjack_rules.BLACKJACK],
            Pays(blackjack_rules.OTHER_HAND, to(2, 1), _blackjack("13.2(b)")),
        ),
        must_draw_below=13,
        roles={blackjack_words.DeclareAbsent: DIRECTORS},
    )
)

# Two pairs pay 3 to 1; the dealer plays with an ace; any staff may count a hand.
_poker = _cite(poker_rules.cite)
POKER = poker.game_of(
    amended(
        poker_rules.RULES,
        _poker,
        bet_odds=Paytable(
            *(
                pays._replace(odds=to(3, 1)) if pays.case == poker_rules.TWO_PAIRS else pays
                for pays in poker_rules.RULES.bet_odds
            )
        ),
        dealer_needs=(poker_rules.ACE,),
        roles={poker_words.CountHand: STAFF},
    )
)

# A win pays 2 to 1; one part won of two loses; the Director reports a die that is not flat.
_pai_gow = _cite(pai_gow_rules.cite)
PAI_GOW = pai_gow.game_of(
    amended(
        pai_gow_rules.RULES,
        _pai_gow,
        odds=Paytable(Pays(pai_gow_rules.HAND, to(2, 1), _pai_gow("11.8"))),
        outcomes={**pai_gow_rules.RULES.outcomes, 1: (pai_gow_rules.LOSE, _pai_gow("11.3"))},
        roles={pai_gow_words.ReportDieNotFlat: DIRECTORS},
    )
)
