// Answers the settle cases of Casino War that end without a tie: one case a line in, one answer out.
//
// g++ -O2 -std=c++17 -o adapter examples/conformance/adapter.cpp
// houseway conformance check kit --game casino-war --level settle --program ./adapter

#include <iostream>
#include <map>
#include <regex>
#include <string>

using std::string;

// The text or number of a field, from a line whose objects are written by a program.
static string field(const string& line, const string& name) {
    std::smatch found;
    const std::regex wanted("\"" + name + "\":(?:\"([^\"]*)\"|(-?[0-9]+))");
    if (!std::regex_search(line, found, wanted)) return "";
    return found[1].matched ? found[1].str() : found[2].str();
}

static int height(char rank) { return static_cast<int>(string("23456789TJQKA").find(rank)); }

// The part of a line between a name with its opening bracket and the bracket that closes it.
static string part(const string& line, const string& name, char open, char close) {
    const auto begin = line.find("\"" + name + "\":" + open);
    if (begin == string::npos) return "";
    return line.substr(begin, line.find(close, begin) - begin);
}

int main() {
    const std::regex object("\\{[^{}]*\\}");
    for (string line; std::getline(std::cin, line);) {
        const string hands = part(line, "hands", '{', '}'), all = part(line, "wagers", '[', ']');
        string answers, skip;
        for (auto at = std::sregex_iterator(all.begin(), all.end(), object);
             at != std::sregex_iterator(); ++at) {
            const string wager = at->str(), box = field(wager, "box");
            const string mine = field(hands, "box " + box), dealers = field(hands, "dealer");
            const bool tie = field(wager, "wager") == "tie";
            if (mine.size() != 2 || dealers.size() != 2) skip = "a war, or no finished round";
            if (!skip.empty()) break;
            const bool higher = height(mine[0]) > height(dealers[0]);
            if (mine[0] == dealers[0]) skip = "a tie";
            const int stake = std::stoi(field(wager, "stake")), won = !tie && higher ? stake : 0;
            answers += (answers.empty() ? "" : ",") + string("{\"patron\":\"") +
                       field(wager, "patron") + "\",\"wager\":\"" + field(wager, "wager") +
                       "\",\"box\":" + box + ",\"result\":\"" + (won ? "won" : "lost") +
                       "\",\"paid\":" + std::to_string(won) +
                       ",\"returned\":" + std::to_string(won ? stake : 0) + "}";
        }
        std::cout << "{\"id\":\"" << field(line, "id") << "\","
                  << (skip.empty() ? "\"wagers\":[" + answers + "]" : "\"skip\":\"" + skip + "\"")
                  << "}" << std::endl;
    }
}
