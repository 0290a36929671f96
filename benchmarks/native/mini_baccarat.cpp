// Mini Baccarat as one would write it first: eight decks, cut, burn, cutting card, every wager.
#include "common.hpp"

static bool banker_draws(int banker, int third) {
    switch (banker) {
    case 3: return third != 8;
    case 4: return third >= 2 && third <= 7;
    case 5: return third >= 4 && third <= 7;
    case 6: return third == 6 || third == 7;
    case 7: return false;
    default: return true;
    }
}

// 0 no pair, 1 mixed, 2 coloured, 3 perfect; clubs, diamonds, hearts, spades in turn.
static int pair_of(int one, int other) {
    if (rank_of(one) != rank_of(other)) return 0;
    const int a = one / 13, b = other / 13;
    if (a == b) return 3;
    const bool red = a == 1 || a == 2, other_red = b == 1 || b == 2;
    return red == other_red ? 2 : 1;
}

int main(int argc, char **argv) {
    return timed(argc, argv, [](long long rounds, Xoshiro &chance) {
        // player, banker, tie, banker on six; kinds of pair of either hand
        std::vector<long long> tallies(12);
        Cards stack = of_decks(8);
        long long done = 0;
        while (done < rounds) {
            shuffle(stack, chance);
            const Cards shoe = cut(stack, chance);
            size_t at = 1 + burn_of(rank_of(shoe[0]));
            const size_t cutting = stack.size() - 12;
            bool out = false, last = false;
            while (done < rounds) {
                const int p1 = shoe[at++], b1 = shoe[at++], p2 = shoe[at++], b2 = shoe[at++];
                int player = (value_of(rank_of(p1)) + value_of(rank_of(p2))) % 10;
                int banker = (value_of(rank_of(b1)) + value_of(rank_of(b2))) % 10;
                if (player < 8 && banker < 8) {
                    if (player <= 5) {
                        const int third = value_of(rank_of(shoe[at++]));
                        player = (player + third) % 10;
                        if (banker_draws(banker, third))
                            banker = (banker + value_of(rank_of(shoe[at++]))) % 10;
                    } else if (banker <= 5) {
                        banker = (banker + value_of(rank_of(shoe[at++]))) % 10;
                    }
                }
                if (player > banker) {
                    ++tallies[0];
                } else if (banker > player) {
                    ++tallies[1];
                    if (banker == 6) ++tallies[3];
                } else {
                    ++tallies[2];
                }
                ++tallies[4 + pair_of(p1, p2)];
                ++tallies[8 + pair_of(b1, b2)];
                ++done;
                if (at > cutting) out = true;
                if (out && (last || player != banker)) break;
                last = out;
            }
        }
        return tallies;
    });
}
