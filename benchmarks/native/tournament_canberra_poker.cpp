// Canberra Poker as one would write it first: ten cards off a deck, hands told by counting ranks,
// and six ways to play that go by one's own hand and the rank shown. The best play is not among them.
#include "common.hpp"
#include <algorithm>

struct Hand {
    int kind;      // 0 odd cards, 1 one pair ... 9 royal flush
    int ranks[5];  // as they are compared, ace 12
    int value() const {
        int all = kind;
        for (int rank : ranks) all = all * 16 + rank;
        return all;
    }
    bool holds(int rank) const { return std::find(ranks, ranks + 5, rank) != ranks + 5; }
};

static Hand hand_of(const uint8_t *cards) {
    int held[13] = {}, sorted[5];
    bool one_suit = true;
    for (int at = 0; at < 5; ++at) {
        ++held[cards[at] % 13];
        sorted[at] = cards[at] % 13;
        one_suit &= cards[at] / 13 == cards[0] / 13;
    }
    std::sort(sorted, sorted + 5, [&](int a, int b) {
        return held[a] != held[b] ? held[a] > held[b] : a > b;
    });
    Hand hand{};
    for (int at = 0; at < 5; ++at) hand.ranks[at] = sorted[at];
    const int most = held[sorted[0]], next = held[sorted[4]];
    if (most == 4) {
        hand.kind = 7;
    } else if (most == 3) {
        hand.kind = next == 2 ? 6 : 3;
    } else if (most == 2) {
        hand.kind = held[sorted[2]] == 2 ? 2 : 1;
    } else {
        bool in_sequence = sorted[0] - sorted[4] == 4;
        if (sorted[0] == 12 && sorted[1] == 3) {  // ace, five, four, three, two
            in_sequence = true;
            for (int at = 0; at < 4; ++at) hand.ranks[at] = sorted[at + 1];
            hand.ranks[4] = 0;
        }
        hand.kind = in_sequence && one_suit ? (sorted[4] == 8 ? 9 : 8) : one_suit ? 5 : in_sequence ? 4 : 0;
    }
    return hand;
}

static bool ace_king(const Hand &hand) {
    return hand.kind > 0 || (hand.ranks[0] == 12 && hand.ranks[1] == 11);
}

static bool three_rules(const Hand &hand, int shown) {
    if (hand.kind > 0 || !ace_king(hand)) return hand.kind > 0;
    if (shown >= 11) return hand.holds(10) || hand.holds(9);
    return hand.holds(shown) || (hand.holds(10) && shown < hand.ranks[3]);
}

int main(int argc, char **argv) {
    return timed(argc, argv, [](long long rounds, Xoshiro &chance) {
        // by kind, by not playing, higher, equal and lower, by the ways that bet
        std::vector<long long> tallies(10 * 4 * 64);
        const Hand beacon{0, {12, 11, 9, 6, 1}};
        Cards deck = of_decks(1);
        for (long long done = 0; done < rounds; ++done) {
            for (uint32_t at = 0; at < 10; ++at)
                std::swap(deck[at], deck[at + chance.below(52 - at)]);
            const Hand mine = hand_of(&deck[0]), dealers = hand_of(&deck[5]);
            const int shown = deck[9] % 13;
            int result = 0;
            if (ace_king(dealers)) {
                const int ours = mine.value(), theirs = dealers.value();
                result = ours > theirs ? 1 : ours == theirs ? 2 : 3;
            }
            int ways = 32;  // always bet
            if (three_rules(mine, shown)) ways |= 1;
            if (mine.value() >= beacon.value()) ways |= 2;
            if (mine.kind > 0 || (ace_king(mine) && mine.holds(shown))) ways |= 4;
            if (mine.kind > 0) ways |= 8;
            if (ace_king(mine)) ways |= 16;
            ++tallies[(mine.kind * 4 + result) * 64 + ways];
        }
        return tallies;
    });
}
