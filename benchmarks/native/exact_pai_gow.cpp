// Every deal of Pai Gow counted as one would write it first: each of the patron's 35,960 hands meets
// every hand of the bank that shares no tile with it. How each hand is set comes as a file, as for
// the loop that deals at random. Printed are CPU seconds, and by way to set how often each of the
// twelve results comes.
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <vector>

static const int WAYS = 4;
struct Setting {
    uint32_t tiles;
    uint8_t low[WAYS], high[WAYS];
};

int main(int argc, char **argv) {
    if (argc < 2) return 1;
    const clock_t begun = clock();
    std::ifstream file(argv[1]);
    int zeros = 0, number = 0;
    file >> zeros;
    std::vector<Setting> settings(35960);
    for (auto &setting : settings) {
        setting.tiles = 0;
        for (int tile = 0; tile < 4; ++tile) file >> number, setting.tiles |= 1u << number;
        for (int way = 0; way < WAYS; ++way) {
            file >> number, setting.low[way] = number;
            file >> number, setting.high[way] = number;
        }
    }
    std::vector<uint32_t> banks(1 << 16);  // hands of the bank by the values of its parts
    std::vector<uint16_t> parts(settings.size()), used;
    for (size_t at = 0; at < settings.size(); ++at) {
        parts[at] = settings[at].low[0] << 8 | settings[at].high[0];
        if (!banks[parts[at]]++) used.push_back(parts[at]);
    }
    std::vector<long long> tallies(WAYS * 12);
    for (const auto &mine : settings) {
        for (auto each : used) banks[each] = 0;
        for (size_t at = 0; at < settings.size(); ++at)
            banks[parts[at]] += !(mine.tiles & settings[at].tiles);
        for (auto each : used) {
            const int low = each >> 8, high = each & 255;
            for (int way = 0; way < WAYS; ++way) {
                int result = mine.low[way] > low ? 0 : mine.low[way] < low ? 1 : 2;
                if (mine.low[way] < zeros && low < zeros) result = 3;
                const int above = mine.high[way] > high ? 0 : mine.high[way] < high ? 1 : 2;
                tallies[way * 12 + result * 3 + above] += banks[each];
            }
        }
    }
    printf("%.3f", double(clock() - begun) / CLOCKS_PER_SEC);
    for (auto each : tallies) printf(" %lld", each);
    printf("\n");
}
