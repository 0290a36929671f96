// Three Card Baccarat as one would write it first: eight decks in a shoe, one box, every wager.
#include "common.hpp"

int main(int argc, char **argv) {
    return timed(argc, argv, [](long long rounds, Xoshiro &chance) {
        // player, player on six, banker, tie, both three pictures, three pictures; banker's totals
        std::vector<long long> tallies(16);
        Cards stack;
        for (int card : of_decks(8)) stack.push_back(rank_of(card));
        long long done = 0;
        while (done < rounds) {
            shuffle(stack, chance);
            const Cards shoe = cut(stack, chance);
            const size_t cutting = stack.size() - 52;
            for (size_t at = 1 + burn_of(shoe[0]); at <= cutting && done < rounds; ++done) {
                int points[2] = {0, 0}, pictures[2] = {0, 0};
                for (int pass = 0; pass < 3; ++pass)
                    for (int hand = 0; hand < 2; ++hand) {
                        const int rank = shoe[at++];
                        points[hand] += value_of(rank);
                        if (rank >= 9 && rank <= 11) ++pictures[hand];
                    }
                int order[2];
                for (int hand = 0; hand < 2; ++hand) {
                    points[hand] %= 10;
                    order[hand] = pictures[hand] == 3 ? 100 : points[hand] * 3 + pictures[hand];
                }
                if (order[0] > order[1]) {
                    ++tallies[0];
                    if (points[0] == 6) ++tallies[1];
                } else if (order[0] < order[1]) {
                    ++tallies[2];
                } else {
                    ++tallies[3];
                    if (order[0] == 100) ++tallies[4];
                }
                if (pictures[1] == 3) ++tallies[5];
                ++tallies[6 + points[1]];
            }
        }
        return tallies;
    });
}
