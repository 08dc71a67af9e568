/* Newberry Euchre by random play, written out by hand: about what a machine can do at best.
 *
 * The rules are those of rulesets/newberry_euchre.hoyle with its options as they are, the numbers come from the same
 * generator (SplitMix64).  Cards are 6 * suit + rank, ranks 9 10 J Q K A; suits clubs, diamonds, hearts, spades.
 * Hands are masks.  Built and called by benchmarks/wasm.py: gcc -O3 -shared -fPIC.
 */
#include <stdint.h>

enum { CARDS = 24, JACK = 2 };

static int8_t suit_of[4][CARDS];     /* by trump: the suit a card belongs to */
static uint32_t follow[4][4];        /* by trump and suit led: the cards that follow it */
static int8_t power[4][4][CARDS];    /* by trump and suit led: what a card counts; 0 if it cannot win */
static const int sister[4] = {3, 2, 1, 0};
static int ready;

static void prepare(void) {
    for (int trump = 0; trump < 4; trump++)
        for (int card = 0; card < CARDS; card++) {
            int left = card == 6 * sister[trump] + JACK, right = card == 6 * trump + JACK;
            suit_of[trump][card] = left ? trump : card / 6;
            for (int led = 0; led < 4; led++) {
                int own = suit_of[trump][card] == led;
                power[trump][led][card] = right ? 30 : left ? 29 : card / 6 == trump ? 20 + card % 6 : own ? 1 + card % 6 : 0;
                if (own) follow[trump][led] |= 1u << card;
            }
        }
    ready = 1;
}

static inline uint32_t below(uint64_t *state, uint32_t n) {
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    return (uint32_t)((z >> 32) * n >> 32);
}

static inline int any_of(uint64_t *dice, uint32_t mask) {
    int count = __builtin_popcount(mask);
    for (int k = count > 1 ? (int)below(dice, (uint32_t)count) : 0; k > 0; k--) mask &= mask - 1;
    return __builtin_ctz(mask);
}

/* What came of many games: games, hands, choices, wins of the first pair, sums of both pairs' points. */
typedef struct { uint64_t games, hands, choices, wins, points[2]; } Sums;

static int play_hand(uint64_t *dice, uint32_t *held, int dealer, int maker, int loner, int trump, int *points) {
    int out = loner >= 0 ? (loner + 2) & 3 : -1, leader = loner >= 0 ? (loner + 1) & 3 : (dealer + 1) & 3;
    int tricks[2] = {0, 0};
    for (int trick = 0; trick < 5; trick++) {
        int best = -1, winner = leader, led = 0;
        for (int step = 0; step < 4; step++) {
            int player = (leader + step) & 3;
            if (player == out) continue;
            uint32_t able = best < 0 ? 0 : held[player] & follow[trump][led];
            int card = any_of(dice, able ? able : held[player]);
            if (best < 0) led = suit_of[trump][card];
            int counts = power[trump][led][card];
            if (counts > best) best = counts, winner = player;
            held[player] ^= 1u << card;
        }
        tricks[winner & 1]++;
        leader = winner;
    }
    int side = maker & 1, taken = tricks[side];
    if (taken == 5) points[side] += loner >= 0 ? 4 : 2;
    else if (taken >= 3) points[side] += 1;
    else if (taken == 0) points[1 - side] += 4;
    else if (loner >= 0) points[side] -= 2;
    else points[1 - side] += 2;
    return out < 0 ? 20 : 15;
}

static void play_game(uint64_t *dice, Sums *sums) {
    uint8_t deck[CARDS];
    for (int i = 0; i < CARDS; i++) deck[i] = (uint8_t)i;
    int points[2] = {0, 0}, dealer = (int)below(dice, 4);
    while (points[0] < 10 && points[1] < 10) {
        uint32_t held[4] = {0, 0, 0, 0};
        sums->hands++;
        for (int i = 0; i < 21; i++) {
            int j = i + (int)below(dice, (uint32_t)(CARDS - i));
            uint8_t card = deck[j];
            deck[j] = deck[i];
            deck[i] = card;
            if (i < 20) held[i & 3] |= 1u << card;
        }
        int upcard = deck[20], maker = -1, trump = -1, loner = -1;
        for (int step = 1; step <= 4 && maker < 0; step++) {
            int player = (dealer + step) & 3, choice = (int)below(dice, 3);
            sums->choices++;
            if (!choice) continue;
            maker = player;
            trump = upcard / 6;
            if (choice == 2) loner = player;
            if (loner < 0 || ((loner + 2) & 3) != dealer) {
                held[dealer] |= 1u << upcard;
                sums->choices++;
                held[dealer] ^= 1u << any_of(dice, held[dealer]);
            }
        }
        for (int step = 1; step <= 4 && maker < 0; step++) {
            int player = (dealer + step) & 3, choice = (int)below(dice, 7);
            sums->choices++;
            if (choice < 6) {
                int other = choice % 3;
                maker = player;
                trump = other + (other >= upcard / 6);
                if (choice >= 3) loner = player;
            } else if (step == 4) {
                points[1 - (dealer & 1)] += 1; /* the dealer folds */
                break;
            }
        }
        if (maker >= 0) sums->choices += (uint64_t)play_hand(dice, held, dealer, maker, loner, trump, points);
        dealer = (dealer + 1) & 3;
    }
    sums->games++;
    sums->wins += points[0] >= 10;
    sums->points[0] += (uint64_t)(int64_t)points[0];
    sums->points[1] += (uint64_t)(int64_t)points[1];
}

void play(uint64_t seed, uint64_t games, Sums *sums) {
    if (!ready) prepare();
    for (uint64_t i = 0; i < games; i++) play_game(&seed, sums);
}
