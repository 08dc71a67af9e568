// Skat with all cards known, a third time: alpha-beta with a plain table, which knows nothing of the solver it is held against.
//
//   clang -O2 -o skat benchmarks/skat.c && python benchmarks/open_programs.py skat --program ./skat --positions 40
//
// It reads and answers what `open_programs.py` says.  Cards 0 to 27: seven of a suit, of diamonds first, clubs are trumps;
// 28 to 31: the jacks.  The soloist leads.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef unsigned long long u64;
typedef unsigned u32;
typedef struct { u64 key; int low, high; } Entry;

enum { TRUMPS = 4, SIZE = 1 << 24 };
static const int worth[7] = {0, 0, 0, 3, 4, 10, 11};
static u32 hand[3];
static int grand;
static Entry *table;

static int points(int c) { return c < 28 ? worth[c % 7] : 2; }
static int group(int c) { return c >= 28 || (c >= 21 && !grand) ? TRUMPS : c / 7; }
static int strength(int c, int led) { return group(c) == TRUMPS ? 100 + c : group(c) == led ? c : -1; }

static u64 mixed(u64 x) {
  x ^= x >> 32; x *= 0xd6e8feb86659fd93ull; x ^= x >> 29; x *= 0xd6e8feb86659fd93ull;
  return x ^ x >> 32;
}

// What the soloist, player 0, takes from here on, with the open trick: `lying` cards, `best` wins so far for `winner`.
static int value(int leader, int lying, int led, int best, int winner, int counted, int alpha, int beta) {
  u32 left = hand[0] | hand[1] | hand[2];
  int at_first = alpha, at_last = beta;
  Entry *entry = 0;
  u64 key = (((u64)left << 2) | (u64)leader) + 1;
  if (!lying) {
    if (!left) return 0;
    entry = &table[mixed(key) & (SIZE - 1)];
    if (entry->key == key) {
      if (entry->low >= beta || entry->low == entry->high) return entry->low;
      if (entry->high <= alpha) return entry->high;
      if (entry->low > alpha) alpha = entry->low;
      if (entry->high < beta) beta = entry->high;
    }
  }
  int player = (leader + lying) % 3, found = player ? 1000 : -1;
  u32 legal = hand[player], following = 0;
  if (lying) for (u32 x = legal; x; x &= x - 1) if (group(__builtin_ctz(x)) == led) following |= x & -x;
  if (following) legal = following;
  for (u32 x = legal; x && alpha < beta; x &= x - 1) {
    int c = __builtin_ctz(x), suit = lying ? led : group(c), wins = !lying || strength(c, suit) > strength(best, suit);
    int top = wins ? c : best, by = wins ? player : winner, sum = counted + points(c), one;
    hand[player] ^= 1u << c;
    if (lying < 2) one = value(leader, lying + 1, suit, top, by, sum, alpha, beta);
    else {
      int won = by ? 0 : sum;
      one = won + value(by, 0, 0, 0, 0, 0, alpha - won, beta - won);
    }
    hand[player] ^= 1u << c;
    if (player ? one < found : one > found) found = one;
    if (player ? found < beta : found > alpha) { if (player) beta = found; else alpha = found; }
  }
  if (entry) {
    if (entry->key != key) { entry->key = key; entry->low = 0; entry->high = 120; }
    if (found < at_last && found < entry->high) entry->high = found;
    if (found > at_first && found > entry->low) entry->low = found;
  }
  return found;
}

int main(void) {
  char kind[16];
  table = malloc(sizeof(Entry) * SIZE);
  while (scanf("%u %u %u %15s", hand, hand + 1, hand + 2, kind) == 4) {
    clock_t begun = clock();
    int found[32];
    u32 cards = hand[0];
    grand = !strcmp(kind, "grand");
    memset(table, 0, sizeof(Entry) * SIZE);
    for (u32 x = cards; x; x &= x - 1) {
      int c = __builtin_ctz(x);
      hand[0] ^= 1u << c;
      found[c] = value(0, 1, group(c), c, 0, points(c), -1, 121);
      hand[0] ^= 1u << c;
    }
    printf("%.0f", 1e9 * (double)(clock() - begun) / CLOCKS_PER_SEC);
    for (u32 x = cards; x; x &= x - 1) printf(" %d:%d", __builtin_ctz(x), found[__builtin_ctz(x)]);
    printf("\n");
    fflush(stdout);
  }
  return 0;
}
