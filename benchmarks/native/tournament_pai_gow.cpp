// Pai Gow as one would write it first: eight tiles off the pack, each hand looked up among all
// 35,960 settings, four ways to set the patron's hand against the bank's House Way. How each hand is
// set comes as a file: four tiles, rising, then the values of the low and the high part in each way;
// the first number of the file says which values count nothing.
#include "common.hpp"
#include <algorithm>
#include <array>
#include <fstream>

static const int WAYS = 4;
struct Setting {
    uint8_t low[WAYS], high[WAYS];
};

static int choose(int from, int many) {
    int ways = 1;
    for (int at = 0; at < many; ++at) ways = ways * (from - at) / (at + 1);
    return ways;
}

int main(int argc, char **argv) {
    if (argc < 4) return 1;
    std::ifstream file(argv[3]);
    int zeros = 0;
    file >> zeros;
    int places[32][5];
    for (int tile = 0; tile < 32; ++tile)
        for (int many = 0; many < 5; ++many) places[tile][many] = choose(tile, many);
    auto place = [&](const std::array<uint8_t, 4> &hand) {
        return places[hand[0]][1] + places[hand[1]][2] + places[hand[2]][3] + places[hand[3]][4];
    };
    std::vector<Setting> settings(choose(32, 4));
    for (size_t at = 0; at < settings.size(); ++at) {
        std::array<uint8_t, 4> hand{};
        int number;
        for (auto &tile : hand) file >> number, tile = number;
        Setting &setting = settings[place(hand)];
        for (int way = 0; way < WAYS; ++way) {
            file >> number, setting.low[way] = number;
            file >> number, setting.high[way] = number;
        }
    }
    return timed(argc, argv, [&](long long rounds, Xoshiro &chance) {
        std::vector<long long> tallies(WAYS * 12);
        Cards pack;
        for (int tile = 0; tile < 32; ++tile) pack.push_back(tile);
        for (long long done = 0; done < rounds; ++done) {
            for (uint32_t at = 0; at < 8; ++at)
                std::swap(pack[at], pack[at + chance.below(32 - at)]);
            std::array<uint8_t, 4> hand, others;
            std::copy(pack.begin(), pack.begin() + 4, hand.begin());
            std::copy(pack.begin() + 4, pack.begin() + 8, others.begin());
            std::sort(hand.begin(), hand.end());
            std::sort(others.begin(), others.end());
            const Setting &mine = settings[place(hand)], &bank = settings[place(others)];
            const int low = bank.low[0], high = bank.high[0];
            for (int way = 0; way < WAYS; ++way) {
                int result = mine.low[way] > low ? 0 : mine.low[way] < low ? 1 : 2;
                if (mine.low[way] < zeros && low < zeros) result = 3;
                const int above = mine.high[way] > high ? 0 : mine.high[way] < high ? 1 : 2;
                ++tallies[way * 12 + result * 3 + above];
            }
        }
        return tallies;
    });
}
