// 7-Up Baccarat as one would write it first: six decks in a device, the rack a coup behind.
#include "common.hpp"

static bool banker_draws(int banker, int third) {
    switch (banker) {
    case 3: return third != 8;
    case 4: return third >= 2 && third <= 7;
    case 5: return third >= 4 && third <= 7;
    case 6: return third == 6 || third == 7;
    default: return banker < 3;
    }
}

int main(int argc, char **argv) {
    return timed(argc, argv, [](long long rounds, Xoshiro &chance) {
        // player, on seven, banker, on seven, tie, on seven; coups by sevens dealt
        std::vector<long long> tallies(12);
        Cards device, rack, layout;
        for (int card : of_decks(6)) device.push_back(rank_of(card));
        int sevens = 0;
        auto draw = [&] {
            const uint32_t place = chance.below(device.size());
            const int rank = device[place];
            device[place] = device.back();
            device.pop_back();
            layout.push_back(rank);
            sevens += rank == 5;
            return value_of(rank);
        };
        draw();
        std::swap(rack, layout);
        for (long long done = 0; done < rounds; ++done) {
            sevens = 0;
            const int b1 = draw();
            int player = (7 + draw()) % 10;
            int banker = (b1 + draw()) % 10;
            if (player < 8 && banker < 8) {
                if (player <= 5) {
                    const int third = draw();
                    player = (player + third) % 10;
                    if (banker_draws(banker, third)) banker = (banker + draw()) % 10;
                } else if (banker <= 5) {
                    banker = (banker + draw()) % 10;
                }
            }
            if (player > banker) {
                ++tallies[0];
                if (player == 7) ++tallies[1];
            } else if (banker > player) {
                ++tallies[2];
                if (banker == 7) ++tallies[3];
            } else {
                ++tallies[4];
                if (player == 7) ++tallies[5];
            }
            ++tallies[6 + sevens];
            for (uint8_t card : rack) device.push_back(card);
            rack.clear();
            std::swap(rack, layout);
        }
        return tallies;
    });
}
