// Every deal of Canberra Poker counted: one of the patron's hands for each way to name the suits,
// each open card of the dealer, and the dealer's hands without the patron's cards. Hands that play are
// laid down from the lowest value up, and each counts once for every set of cards in it. Those with the
// open card and none of the patron's are those with it, less those with one of the patron's too, ...
// What each hand is worth comes as a file: the number of values, for each of them whether a dealer
// plays with it and what a bet wins, then the value of any five rising ranks, of one suit or not.
// Printed are CPU seconds, and by the best play the deals won, not played, equal, lost and folded.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <vector>

static const int CARDS = 52, SETS = 32;
static long long choose[CARDS + 1][6];

struct Hand {
    uint8_t card[5];
    uint16_t value;
};

static std::vector<int> containing[6];  // hands laid down, by the set of cards they contain

static int place_of(const uint8_t *cards, int size) {
    int place = 0;
    for (int at = 0; at < size; ++at) place += choose[cards[at]][at + 1];
    return place;
}

static void lay_down(const Hand &hand) {
    for (int mask = 1; mask < SETS; ++mask) {
        uint8_t chosen[5];
        int size = 0;
        for (int at = 0; at < 5; ++at)
            if (mask >> at & 1) chosen[size++] = hand.card[at];
        ++containing[size][place_of(chosen, size)];
    }
}

// For every open card: the hands laid down that have it and none of the patron's cards.
static void count_apart(const Hand &hand, int *found) {
    for (int mask = 0; mask < SETS - 1; ++mask) {
        int chosen[5], size = 0, sum = 0;
        for (int at = 0; at < 5; ++at)
            if (mask >> at & 1) chosen[size++] = hand.card[at];
        for (int at = 0; at < size; ++at) sum += choose[chosen[at]][at + 2];
        const int *counts = containing[size + 1].data();
        const int sign = size & 1 ? -1 : 1;
        for (int open = 0, lower = 0; open < CARDS; ++open) {
            while (lower < size && chosen[lower] < open) {
                sum += choose[chosen[lower]][lower + 1] - choose[chosen[lower]][lower + 2];
                ++lower;
            }
            // an open card of the hand itself gives a place of no meaning; it is passed over later
            found[open] += sign * counts[std::min<size_t>(sum + choose[open][lower + 1],
                                                           containing[size + 1].size() - 1)];
        }
    }
}

static int ways_to_name_suits(const Hand &hand) {
    int held[4] = {}, ways = 24;
    for (int card : hand.card) held[card & 3] |= 1 << (card >> 2);
    for (int suit = 1, same = 1; suit < 4; ++suit) {
        if (held[suit - 1] < held[suit]) return 0;
        same = held[suit - 1] == held[suit] ? same + 1 : 1;
        ways /= same;
    }
    return ways;
}

int main(int argc, char **argv) {
    if (argc < 2) return 1;
    const clock_t begun = clock();
    std::ifstream file(argv[1]);
    int many = 0, key = 0, value = 0, one_suit = 0;
    long long fold = 0, not_playing = 0, lose = 0;
    file >> many >> not_playing >> lose >> fold;
    std::vector<int> plays(many);
    std::vector<long long> win(many);
    for (int at = 0; at < many; ++at) file >> plays[at] >> win[at];
    std::vector<uint16_t> worth(2 * 371293);
    while (file >> one_suit >> key >> value) worth[one_suit * 371293 + key] = value;

    for (int card = 0; card <= CARDS; ++card) {
        choose[card][0] = 1;
        for (int size = 1; size < 6; ++size)
            choose[card][size] = card ? choose[card - 1][size] + choose[card - 1][size - 1] : 0;
    }
    std::vector<Hand> hands;
    for (int a = 0; a < CARDS; ++a)
        for (int b = a + 1; b < CARDS; ++b)
            for (int c = b + 1; c < CARDS; ++c)
                for (int d = c + 1; d < CARDS; ++d)
                    for (int e = d + 1; e < CARDS; ++e) {
                        Hand hand{{uint8_t(a), uint8_t(b), uint8_t(c), uint8_t(d), uint8_t(e)}, 0};
                        int ranks = 0, suit = 1;
                        for (int card : hand.card) {
                            ranks = ranks * 13 + (card >> 2);
                            suit &= (card & 3) == (a & 3);
                        }
                        hand.value = worth[suit * 371293 + ranks];
                        hands.push_back(hand);
                    }
    std::stable_sort(hands.begin(), hands.end(),
                     [](const Hand &one, const Hand &other) { return one.value < other.value; });

    std::vector<Hand> mine;
    std::vector<long long> weights;
    for (const Hand &hand : hands)
        if (const int ways = ways_to_name_suits(hand)) mine.push_back(hand), weights.push_back(ways);
    for (int size = 1; size < 6; ++size) containing[size].resize(choose[CARDS][size]);
    std::vector<int> lower(mine.size() * CARDS), up_to(lower), playing(lower);
    for (size_t at = 0, row = 0; at < hands.size();) {
        const int now = hands[at].value;
        size_t end = at, last = row;
        while (end < hands.size() && hands[end].value == now) ++end;
        for (; last < mine.size() && mine[last].value == now; ++last)
            count_apart(mine[last], &lower[last * CARDS]);
        if (plays[now]) {
            for (; at < end; ++at) lay_down(hands[at]);
            for (; row < last; ++row) count_apart(mine[row], &up_to[row * CARDS]);
        } else {
            std::copy(&lower[row * CARDS], &lower[0] + last * CARDS, &up_to[row * CARDS]);
        }
        at = end, row = last;
    }
    const long long dealers = choose[CARDS - 6][4];
    long long won = 0, idle = 0, equal = 0, lost = 0, folded = 0;
    for (size_t row = 0; row < mine.size(); ++row) {
        count_apart(mine[row], &playing[row * CARDS]);
        for (int open = 0, next = 0; open < CARDS; ++open) {
            if (next < 5 && mine[row].card[next] == open) {
                ++next;
                continue;
            }
            const size_t at = row * CARDS + open;
            const long long plays_here = playing[at], beaten = plays_here - up_to[at];
            const long long gain = (dealers - plays_here) * not_playing +
                                   lower[at] * win[mine[row].value] + beaten * lose;
            if (gain > fold * dealers) {
                won += weights[row] * lower[at];
                idle += weights[row] * (dealers - plays_here);
                equal += weights[row] * (up_to[at] - lower[at]);
                lost += weights[row] * beaten;
            } else {
                folded += weights[row] * dealers;
            }
        }
    }
    printf("%.3f %lld %lld %lld %lld %lld\n", double(clock() - begun) / CLOCKS_PER_SEC, won, idle,
           equal, lost, folded);
}
