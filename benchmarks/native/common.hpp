// What every plain loop shares: xoshiro256++ and a draw below a bound, one number each.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <utility>
#include <vector>

struct Xoshiro {
    uint64_t s[4];
    explicit Xoshiro(uint64_t seed) {
        for (auto &word : s) {
            seed += 0x9E3779B97F4A7C15ull;
            uint64_t z = seed;
            z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
            z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
            word = z ^ (z >> 31);
        }
    }
    static uint64_t turned(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
    uint64_t next() {
        const uint64_t number = turned(s[0] + s[3], 23) + s[0], kept = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= kept;
        s[3] = turned(s[3], 45);
        return number;
    }
    uint32_t below(uint32_t bound) {  // Lemire
        uint64_t spread = uint64_t(uint32_t(next() >> 32)) * bound;
        if (uint32_t(spread) < bound) {
            const uint32_t least = -bound % bound;
            while (uint32_t(spread) < least) spread = uint64_t(uint32_t(next() >> 32)) * bound;
        }
        return spread >> 32;
    }
};

using Cards = std::vector<uint8_t>;

inline void shuffle(Cards &cards, Xoshiro &chance) {
    for (uint32_t left = cards.size(); left > 1; --left)
        std::swap(cards[chance.below(left)], cards[left - 1]);
}

inline Cards cut(const Cards &cards, Xoshiro &chance) {
    const uint32_t front = 52 + chance.below(cards.size() - 2 * 52 + 1);
    Cards shoe(cards.begin() + front, cards.end());
    shoe.insert(shoe.end(), cards.begin(), cards.begin() + front);
    shoe.resize(cards.size() + 8);
    return shoe;
}

inline Cards of_decks(int decks) {
    Cards cards;
    for (int deck = 0; deck < decks; ++deck)
        for (int card = 0; card < 52; ++card) cards.push_back(card);
    return cards;
}

// By card (0 to 51) its rank, by rank (0 is a two, 12 an ace) its value and what it burns.
struct Ranks {
    uint8_t rank[52], value[13], burn[13];
    constexpr Ranks() : rank(), value(), burn() {
        for (int card = 0; card < 52; ++card) rank[card] = card % 13;
        for (int each = 0; each < 13; ++each) {
            value[each] = each < 8 ? each + 2 : each == 12 ? 1 : 0;
            burn[each] = each < 8 ? each + 2 : each == 12 ? 1 : 10;
        }
    }
};
static constexpr Ranks RANKS;
inline int rank_of(int card) { return RANKS.rank[card]; }
inline int value_of(int rank) { return RANKS.value[rank]; }
inline int burn_of(int rank) { return RANKS.burn[rank]; }

// Prints rounds per CPU-second, then the tallies, so that nothing can be left out as unused.
template <class Play> int timed(int argc, char **argv, Play play) {
    const long long rounds = argc > 1 ? std::atoll(argv[1]) : 10'000'000;
    Xoshiro chance(argc > 2 ? std::atoll(argv[2]) : 1);
    const clock_t begun = std::clock();
    const std::vector<long long> tallies = play(rounds, chance);
    const double spent = double(std::clock() - begun) / CLOCKS_PER_SEC;
    std::printf("%.0f", rounds / spent);
    for (long long each : tallies) std::printf(" %lld", each);
    std::printf("\n");
    return 0;
}
