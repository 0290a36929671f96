// Casino War as one would write it first: six decks in a shoe, one box, every tie goes to war.
#include "common.hpp"

int main(int argc, char **argv) {
    return timed(argc, argv, [](long long rounds, Xoshiro &chance) {
        // higher, lower, then by the rank that tied: higher, equal, lower
        std::vector<long long> tallies(2 + 3 * 13);
        Cards stack;
        for (int card : of_decks(6)) stack.push_back(rank_of(card));
        long long done = 0;
        while (done < rounds) {
            shuffle(stack, chance);
            const Cards shoe = cut(stack, chance);
            const size_t cutting = stack.size() - 78;
            for (size_t at = 1; at < cutting && done < rounds; ++done) {
                const int mine = shoe[at++], dealers = shoe[at++];
                if (mine > dealers) {
                    ++tallies[0];
                } else if (mine < dealers) {
                    ++tallies[1];
                } else {
                    const int more = shoe[at++], other = shoe[at++];
                    ++tallies[2 + 3 * mine + (more > other ? 0 : more == other ? 1 : 2)];
                }
            }
        }
        return tallies;
    });
}
