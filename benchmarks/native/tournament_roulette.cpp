// Roulette as one would write it first: a spin, and its pocket tallied.
#include "common.hpp"

int main(int argc, char **argv) {
    return timed(argc, argv, [](long long rounds, Xoshiro &chance) {
        std::vector<long long> tallies(37);
        for (long long done = 0; done < rounds; ++done) ++tallies[chance.below(37)];
        return tallies;
    });
}
