// SPDX-License-Identifier: Apache-2.0
// A board in simulation: the clock, and a serial port that prints what arrives.
//
//   sim CLOCKS DIVISOR REPORTS     DIVISOR clocks per bit; ends after REPORTS reports, and asks for each but the first by
//                                  a byte. Exit status 1 if CLOCKS have passed before that
//
// A report ends with the line that begins with "sum". A start bit that is no stop bit later is printed as a '?'.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "Vtop.h"
#include "verilated.h"

int main(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    const unsigned long clocks = std::strtoul(argv[1], nullptr, 10);
    const unsigned divisor = static_cast<unsigned>(std::strtoul(argv[2], nullptr, 10));
    unsigned reports = static_cast<unsigned>(std::strtoul(argv[3], nullptr, 10));
    Vtop top;
    std::string line;
    unsigned at = 0, byte = 0, asking = 0; // at: clocks since the start bit began, 0 outside a byte

    top.rx = 1;
    for (unsigned long clock = 0; clock < clocks; clock++) {
        top.clk = 0;
        top.eval();
        top.clk = 1;
        top.eval();
        // the byte that asks for a report is '?', 0x3f
        if (asking > 0) {
            const unsigned bit = (10 * divisor - asking--) / divisor;

            top.rx = bit == 0 ? 0 : bit == 9 ? 1 : 0x3f >> (bit - 1) & 1;
        }
        if (at == 0) {
            at = !top.tx;
            byte = 0;
            continue;
        }
        if (++at % divisor != divisor / 2)
            continue;
        const unsigned bit = at / divisor;

        if (bit > 0 && bit < 9)
            byte |= static_cast<unsigned>(top.tx & 1) << (bit - 1);
        if (bit < 9)
            continue;
        at = 0;
        std::putchar(top.tx ? static_cast<int>(byte) : '?');
        line += static_cast<char>(byte);
        if (byte != '\n')
            continue;
        if (line.compare(0, 4, "sum ") == 0) {
            if (--reports == 0)
                return 0;
            asking = 10 * divisor;
        }
        line.clear();
    }
    std::fprintf(stderr, "sim: no report after %lu clocks\n", clocks);
    return 1;
}
