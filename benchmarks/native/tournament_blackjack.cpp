// Blackjack as one would write it first: six decks in a shoe, one box, no hole card, basic strategy
// by total and open card, splits to four hands, aces once. No insurance, no even money.
#include "common.hpp"

// Open card 2 to 9, ten, ace. S stand, H draw, D double or draw, d double or stand, P split.
static const char *HARD[] = {
    // 4 to 21
    "HHHHHHHHHH", "HHHHHHHHHH", "HHHHHHHHHH", "HHHHHHHHHH", "HHHHHHHHHH", "HDDDDHHHHH",
    "DDDDDDDDHH", "DDDDDDDDHH", "HHSSSHHHHH", "SSSSSHHHHH", "SSSSSHHHHH", "SSSSSHHHHH",
    "SSSSSHHHHH", "SSSSSSSSSS", "SSSSSSSSSS", "SSSSSSSSSS", "SSSSSSSSSS", "SSSSSSSSSS",
};
static const char *SOFT[] = {
    // 12 to 21
    "HHHHDHHHHH", "HHHDDHHHHH", "HHHDDHHHHH", "HHDDDHHHHH", "HHDDDHHHHH", "HDDDDHHHHH",
    "SddddSSHHH", "SSSSSSSSSS", "SSSSSSSSSS", "SSSSSSSSSS",
};
static const char *PAIRS[] = {
    // 2 to 9, ten, ace
    "PPPPPPHHHH", "PPPPPPHHHH", "HHHPPHHHHH", "DDDDDDDDHH", "PPPPPHHHHH", "PPPPPPHHHH",
    "PPPPPPPPHH", "PPPPPSPPSS", "SSSSSSSSSS", "PPPPPPPPPH",
};

struct Hand {
    int count = 0, cards = 0;
    bool ace = false, doubled = false;
    void add(int value) {
        count += value;
        ace |= value == 1;
        ++cards;
    }
    bool soft() const { return ace && count <= 11; }
    int total() const { return soft() ? count + 10 : count; }
};

struct Shoe {
    Cards cards;
    size_t at = 0;
    int next() { return cards[at++]; }
};

static int column(int value) { return value == 1 ? 9 : value - 2; }

static void play(Hand &hand, int up, Shoe &shoe) {
    while (hand.total() < 21) {
        char act = hand.soft() ? SOFT[hand.total() - 12][column(up)] : HARD[hand.total() - 4][column(up)];
        if ((act == 'D' || act == 'd') && hand.cards == 2) {
            hand.doubled = true;
            hand.add(shoe.next());
            return;
        }
        if (act == 'S' || act == 'd') return;
        hand.add(shoe.next());
    }
}

int main(int argc, char **argv) {
    return timed(argc, argv, [](long long rounds, Xoshiro &chance) {
        // blackjack paid early, won, both; then by split and doubled: dealer's blackjack, dealer
        // bust, higher, equal, lower, bust
        std::vector<long long> tallies(3 + 4 * 6);
        Cards stack;
        for (int card : of_decks(6)) {
            const int value = value_of(rank_of(card));
            stack.push_back(value ? value : 10);
        }
        long long done = 0;
        while (done < rounds) {
            shuffle(stack, chance);
            Shoe shoe{cut(stack, chance)};
            const size_t cutting = stack.size() - 52;
            for (; shoe.at < cutting && done < rounds; ++done) {
                const int first = shoe.next(), up = shoe.next(), second = shoe.next();
                const bool natural = first + second == 11 && (first == 1 || second == 1);
                if (natural && up != 1 && up != 10) {
                    ++tallies[0];
                    continue;
                }
                Hand hands[4];
                int many = 1;
                hands[0].add(first);
                hands[0].add(second);
                const bool split = first == second && PAIRS[column(first)][column(up)] == 'P';
                if (split) {
                    hands[0] = hands[1] = Hand();
                    hands[0].add(first);
                    hands[1].add(first);
                    many = 2;
                    for (int at = 0; at < many; ++at) {
                        int card = shoe.next();
                        while (card == first && first != 1 && many < 4) {
                            hands[many] = Hand();
                            hands[many++].add(first);
                            card = shoe.next();
                        }
                        hands[at].add(card);
                        if (first != 1) play(hands[at], up, shoe);
                    }
                } else if (!natural) {
                    play(hands[0], up, shoe);
                }
                bool standing = false;
                for (int at = 0; at < many; ++at) standing |= hands[at].total() <= 21;
                Hand dealer;
                dealer.add(up);
                if (standing) dealer.add(shoe.next());
                const bool blackjack = dealer.cards == 2 && dealer.total() == 21;
                if (natural) {
                    ++tallies[blackjack ? 2 : 1];
                    continue;
                }
                if (standing)
                    while (dealer.total() < 17) dealer.add(shoe.next());
                for (int at = 0; at < many; ++at) {
                    const int mine = hands[at].total(), theirs = dealer.total();
                    int met = 4;
                    if (mine > 21) {
                        met = 5;
                    } else if (blackjack) {
                        met = 0;
                    } else if (theirs > 21) {
                        met = 1;
                    } else if (mine > theirs) {
                        met = 2;
                    } else if (mine == theirs) {
                        met = 3;
                    }
                    ++tallies[3 + (2 * split + hands[at].doubled) * 6 + met];
                }
            }
        }
        return tallies;
    });
}
