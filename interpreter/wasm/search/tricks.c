// Solves the play of tricks with all cards known: whether one side can make at least a given sum.
//
// The host describes the position at `spec()`: who holds which cards, which card beats which in each led group, which
// cards follow, and what tricks and cards count.  Cards are numbered group by group, and in each group from the weakest
// to the strongest, so that a hand is a mask of 64 bits.  Every search asks one yes-or-no question (a null window): does
// the side MAX make at least `goal` from here on?  All questions about one position share one table.
//
// Two ways to remember positions:
//   by rank   (only tricks count, any two cards of a group differ in strength): the number of cards of each group in
//             each hand, and who holds the highest cards, as far down as the result depended on them.  Cards below are
//             not told apart (Ginsberg: "Partition search", 1996).
//   by card   (anything else): the exact cards that are left, and what was won so far where the result is not a sum.
//
// What a deal is worth may be a function of one sum that MAX's side wins, or of what up to four parts of the seats win
// each (`parts`): then a goal is a level of worth, and `lowest` and `highest` say what can still be reached from what was
// won so far.
//
// Each refinement has a bit in `spec()->off` that switches it off; the answers are the same without it.

typedef unsigned long long u64;
typedef unsigned int u32;
typedef unsigned char u8;
typedef unsigned short u16;

#define SEATS 6
#define GROUPS 8
#define BIG 0x3fffffff
#define MOST_GOALS 4096
#define EXPORT(name) __attribute__((export_name(name)))

enum { NO_TABLE = 1, NO_EQUALS = 2, NO_SURE = 4, NO_LATER = 8, NO_ORDER = 16, NO_RANKS = 32 };

typedef struct {
  int seats;      // how many seats there are; seats without cards take no part
  int cards;      // how many cards are in play, those of the open trick included
  int groups;     // groups of cards that follow each other
  int ours;       // mask of the seats of MAX
  int by_rank;    // positions may be remembered by rank
  int off;        // refinements that are switched off
  int each_trick; // what a trick counts besides its cards
  int last_trick; // what the last trick counts besides
  int gains;      // mask of the seats whose tricks and points count
  int duties;     // how many duties there are besides following (0: no table of duties is read)
  int turn;       // 1 or seats - 1: how far away the next seat is
  int flagged;    // whether a card of `flag` having been played (before this trick) matters to the duties
  int parts;      // into how many parts the seats are divided; 0: one sum counts
  int total;      // what all parts win together
  int part_of[SEATS];
  int results;    // how many ways to divide it are described
  int by_best;    // whether the duties depend on the card that wins so far: then `B` has them, but for the leader
  u64 hands[SEATS];
  u64 flag;       // cards one of which must have been played for the flag to be up
  u64 flag_up;    // whether it is up already
  u64 also;       // cards that may be played as well as those that follow
  int start[GROUPS];
  int size[GROUPS];
  u64 follow[GROUPS];       // the cards that follow a group
  u64 beats[GROUPS][64];    // by the group led and the card that wins so far: the cards that beat it
  int weight[64];           // what a card counts for whoever takes the trick
  int kind[64];             // cards of different kinds are never equal
  int in_trick;             // cards that lie in the open trick
  int led_by;               // the seat that led, or that is to lead
  int trick[SEATS];         // those cards, in the order of play
  int won, unused;          // what the parts have won so far, as an index of `lowest`
  // Duties: masks by [duty][flag up][trick from now][place][seat]: the cards preferred, unless there is none
  u64 duty[4][2][20][SEATS][SEATS];
} Spec;

static Spec S;

// The cards preferred by a duty, by the group led, the card that wins so far, its player, and the seat to play.
static u64 B[4][GROUPS][64][SEATS][SEATS];

// ------------------------------------------------------------------------------------------------ the position

static u64 hand[SEATS];
static u64 left;      // all cards in hands
static u64 gmask[GROUPS];
static int group_of[64];
static u64 above[64]; // the cards of the same group above a card
static int taking;    // how many seats take part
static u64 trumps;    // the cards that can beat cards of other groups
static u64 nodes, node_limit;
static int gave_up;
static u64 dealt;
static int tricks_dealt;
static int won;       // what the parts have won so far

static inline int count(u64 x) { return __builtin_popcountll(x); }
static inline int lowest(u64 x) { return __builtin_ctzll(x); }
static inline int highest(u64 x) { return 63 - __builtin_clzll(x); }
static inline int is_ours(int seat) { return S.ours >> seat & 1; }
static inline int gains(int seat) { return S.gains >> seat & 1; }

static int after(int seat) {
  do { seat += S.turn; if (seat >= S.seats) seat -= S.seats; } while (!(taking >> seat & 1));
  return seat;
}

// ------------------------------------------------------------------------------------------------ the table

// By rank: `key` and `extra` say how many cards of each group each hand has, how many tricks are left, who leads, and who
// owns the highest card of each group.  `a`, `b` hold two bits for each card of each group, the owner, strongest first at the top of the group's field;
// `ma`, `mb` say which of them matter.  By card: `key` is the mask of the cards left, `a` the sum so far.
typedef struct {
  u64 key, a, b, ma, mb;
  u32 next;
  signed short low, high;
  u16 extra; u8 best, unused;
  u32 class;
} Entry;

static u32 *heads;
static Entry *pool;
static u32 pool_size, pool_used, head_mask;
static u32 *codes[GROUPS];       // by the cards of a group that are left: who owns them, strongest at the top
static int field_word[GROUPS], field_at[GROUPS];
static u64 field_mask[GROUPS][33]; // by how many of the strongest matter
static u64 memory_at, memory_end, memory_most;
static int ranks_on;

extern unsigned char __heap_base;

static void *reserve(u64 size) {
  u64 at = (memory_at + 63) & ~63ull;
  if (at + size > memory_end) {
    u64 pages = (at + size - memory_end + 65535) >> 16;
#ifdef __wasm__
    if (__builtin_wasm_memory_grow(0, pages) == (unsigned long)-1) return 0;
#endif
    memory_end += pages << 16;
  }
  memory_at = at + size;
  return (void *)(unsigned long)at;
}

static u64 mixed(u64 x) {
  x ^= x >> 32; x *= 0xd6e8feb86659fd93ull; x ^= x >> 29; x *= 0xd6e8feb86659fd93ull; x ^= x >> 32;
  return x;
}

static void clear_table(void) {
  for (u32 i = 0; i <= head_mask; i++) heads[i] = 0;
  pool_used = 1;
}

static u32 fresh_entry(void) {
  if (pool_used >= pool_size) {
    // grow the pool while the host allows it; then begin anew
    u64 want = sizeof(Entry) * (u64)(pool_size >> 1);
    if (memory_at + want <= memory_most && reserve(want)) pool_size += pool_size >> 1;
    else clear_table();
  }
  return pool_used++;
}

// ------------------------------------------------------------------------------------------------ several parts

// What the parts have won is a number: the sum of what each has won times its stride.  The lowest and the highest level
// that can still be reached from there, and a number that is the same for two of them if they cannot be told apart by
// anything that may follow.
static signed short *lowest_level, *highest_level;
static u32 *class_of;
typedef struct { u32 at; int level; } Result;
static Result *results;
static int stride[SEATS];
static u32 wins_size;

#define LOOKED_UP (1 << 16)
static u32 looked_up[LOOKED_UP];

static int reserve_parts(void) {
  wins_size = 1;
  for (int p = 0; p < S.parts; p++) { stride[p] = wins_size; wins_size *= S.total + 1; }
  lowest_level = reserve(2ull * wins_size);
  highest_level = reserve(2ull * wins_size);
  class_of = reserve(4ull * wins_size);
  results = reserve(sizeof(Result) * (u64)S.results);
  return lowest_level && highest_level && class_of && results;
}

// The number for a way to go on that was seen before, or a new one.
static u32 classified(u32 at) {
  u64 h = 0;
  for (int p = 0; p < S.parts; p++) h = mixed(h ^ class_of[at + stride[p]]) + p;
  for (u32 tries = 0, slot = h & (LOOKED_UP - 1); tries < 64; tries++, slot = (slot + 1) & (LOOKED_UP - 1)) {
    u32 other = looked_up[slot];
    if (!other) { looked_up[slot] = at + 1; break; }
    int same = 1;
    for (int p = 0; p < S.parts; p++) same &= class_of[other - 1 + stride[p]] == class_of[at + stride[p]];
    if (same) return class_of[other - 1];
  }
  return MOST_GOALS + at;
}

// Read the results, and find from them what can be reached.
EXPORT("divided") void divided(void) {
  for (u32 i = 0; i < LOOKED_UP; i++) looked_up[i] = 0;
  for (u32 i = 0; i < wins_size; i++) { lowest_level[i] = MOST_GOALS; highest_level[i] = -1; class_of[i] = MOST_GOALS - 1; }
  for (int i = 0; i < S.results; i++) {
    u32 at = results[i].at;
    lowest_level[at] = highest_level[at] = results[i].level;
    class_of[at] = results[i].level;
  }
  for (u32 i = wins_size; i-- > 0;) {
    int sum = 0;
    for (u32 p = 0, rest = i; p < (u32)S.parts; p++) { sum += rest % (S.total + 1); rest /= S.total + 1; }
    if (sum >= S.total) continue;
    for (int p = 0; p < S.parts; p++) {
      u32 next = i + stride[p];
      if (lowest_level[next] < lowest_level[i]) lowest_level[i] = lowest_level[next];
      if (highest_level[next] > highest_level[i]) highest_level[i] = highest_level[next];
    }
    class_of[i] = lowest_level[i] == highest_level[i] ? (u32)lowest_level[i] : classified(i);
  }
}

EXPORT("results_at") Result *results_at(void) { return results; }
EXPORT("by_best_at") u64 *by_best_at(void) { return &B[0][0][0][0][0]; }

// ------------------------------------------------------------------------------------------------ relative ranks

static void make_codes(void) {
  int word = 0, at = 0;
  ranks_on = S.by_rank && !(S.off & NO_RANKS) && S.groups <= 5 && S.seats <= 4;
  for (int g = 0; g < S.groups && ranks_on; g++) {
    int size = S.size[g];
    if (size > 14) { ranks_on = 0; break; }
    if (at + 2 * size > 64) { word++; at = 0; }
    if (word > 1) { ranks_on = 0; break; }
    field_word[g] = word; field_at[g] = at; at += 2 * size;
    for (int r = 0; r <= size; r++)
      field_mask[g][r] = r ? ((((1ull << (2 * r)) - 1) << (2 * (size - r))) << field_at[g]) : 0;
    u32 *to = codes[g] = reserve(4ull << size);
    int owner[14];
    for (int i = 0; i < size; i++) {
      owner[i] = 0;
      for (int s = 0; s < S.seats; s++) if (S.hands[s] >> (S.start[g] + i) & 1) owner[i] = s;
    }
    to[0] = 0;
    for (u32 m = 1; m < 1u << size; m++) {
      int top = 31 - __builtin_clz(m);
      to[m] = (u32)owner[top] << (2 * (size - 1)) | to[m ^ 1u << top] >> 2;
    }
  }
}

static inline u32 left_of(int g) { return (u32)((left & gmask[g]) >> S.start[g]); }

static void shape(u64 *key, int *extra, int n, int leader) {
  u64 k = 0;
  for (int s = 0; s < S.seats; s++)
    for (int g = 0; g < S.groups - 1; g++) k = k << 4 | count(hand[s] & gmask[g]);
  *key = k;
  int tops = 0;
  for (int g = 0; g < S.groups; g++) {
    u64 here = left & gmask[g];
    int owner = 0;
    if (here) { int c = highest(here); for (int s = 1; s < S.seats; s++) if (hand[s] >> c & 1) owner = s; }
    tops = tops << 2 | owner;
  }
  *extra = tops << 6 | n << 2 | leader;
}

static void ranks(u64 *a, u64 *b) {
  u64 w[2] = {0, 0};
  for (int g = 0; g < S.groups; g++) w[field_word[g]] |= (u64)codes[g][left_of(g)] << field_at[g];
  *a = w[0]; *b = w[1];
}

// The cards that matter in a position, from masks of an entry: in each group as many of the strongest.
static u64 mattering(const Entry *e) {
  u64 found = 0, w[2] = {e->ma, e->mb};
  for (int g = 0; g < S.groups; g++) {
    u64 f = w[field_word[g]] & field_mask[g][S.size[g]];
    int depth = count(f) >> 1;
    u64 here = left & gmask[g];
    if (depth) {
      int n = count(here);
      // the lowest card that matters is enough
      while (n > depth) { here &= here - 1; n--; }
      found |= here & -here;
    }
  }
  return found;
}

static void matter_masks(u64 relevant, u64 *ma, u64 *mb) {
  u64 w[2] = {0, 0};
  for (int g = 0; g < S.groups; g++) {
    u64 r = relevant & gmask[g];
    if (!r) continue;
    u64 low = r & -r;
    int depth = count(left & gmask[g] & ~(low - 1));
    w[field_word[g]] |= field_mask[g][depth];
  }
  *ma = w[0]; *mb = w[1];
}

// ------------------------------------------------------------------------------------------------ sure tricks

// How many tricks of a group a hand can take from the lead: its highest cards, and all of them once the others have run
// out.  The card down to which ranks matter is added to `relevant`.
static int run_of(int seat, int g, int longest, int ruffed_after, u64 *relevant) {
  u64 mine = hand[seat] & gmask[g], others = left & gmask[g] & ~mine;
  u64 masters = others ? mine & above[highest(others)] : mine;
  int run = count(masters), used = run < longest ? run : longest;
  if (run >= longest) run = count(mine); // all others have run out of the group
  if (run > ruffed_after) run = ruffed_after;
  if (used > run) used = run;
  if (used) {
    for (int i = 1; i < used; i++) masters &= ~(1ull << highest(masters));
    *relevant |= 1ull << highest(masters);
  }
  return run;
}

// How many tricks a hand can take in each group one after the other while it leads, whatever the others do, into `runs`.
// Returns how many groups of trumps the opponents may still ruff with.
static int runs_of(int seat, int *runs, u64 *needs) {
  int own = is_ours(seat), ruffs;
  u64 theirs = 0;
  for (int s = 0; s < S.seats; s++) if (is_ours(s) != own) theirs |= hand[s];
  ruffs = (theirs & trumps) != 0;
  for (int pass = 0; pass < 2; pass++) for (int g = 0; g < S.groups; g++) {
    u64 gm = gmask[g];
    int leads_trumps = (gm & trumps) != 0;
    if (leads_trumps == pass) continue; // trumps first: the others may run out of them
    runs[g] = 0; needs[g] = 0;
    if (!(hand[seat] & gm)) continue;
    int longest = 0, against = 0, ruffed_after = BIG;
    for (int s = 0; s < S.seats; s++) if (s != seat) {
      int c = count(hand[s] & gm);
      if (c > longest) longest = c;
      if (is_ours(s) == own) continue;
      if (c > against) against = c;
      if (ruffs && (hand[s] & trumps & ~gm) && c < ruffed_after) ruffed_after = c;
    }
    if (!ruffed_after) continue;
    runs[g] = run_of(seat, g, longest, ruffed_after, &needs[g]);
    if (leads_trumps && runs[g] >= against && !(theirs & trumps & ~gm)) ruffs = 0;
  }
  return ruffs;
}

static int capped(int seat, const int *runs) {
  int total = 0, plain = 0, partners = BIG;
  for (int s = 0; s < S.seats; s++) if (s != seat && is_ours(s) == is_ours(seat) && hand[s] & trumps) {
    // a partner who has nothing but trumps left takes the trick, and with it the lead
    int others = count(hand[s] & ~trumps);
    if (others < partners) partners = others;
  }
  for (int g = 0; g < S.groups; g++) {
    total += runs[g];
    if (!(gmask[g] & trumps)) plain += runs[g];
  }
  return plain > partners ? total - (plain - partners) : total;
}

// How many tricks the side that leads can take at once: the leader alone, or by leading to a partner's highest card.
static int sure_tricks(int seat, int n, int enough, u64 *relevant) {
  int runs[GROUPS];
  u64 needs[GROUPS];
  runs_of(seat, runs, needs);
  int best = capped(seat, runs);
  for (int g = 0; g < S.groups; g++) *relevant |= needs[g];
  if (best >= enough || best >= n) return best < n ? best : n;
  int own = is_ours(seat);
  for (int p = 0; p < S.seats; p++) if (p != seat && is_ours(p) == own && hand[p]) {
    int theirs[GROUPS];
    u64 theirs_need[GROUPS];
    int filled = 0;
    for (int g = 0; g < S.groups; g++) {
      u64 gm = gmask[g], h = hand[seat] & gm, q = hand[p] & gm;
      if (!h || !q) continue;
      // the partner has the highest card of the group, and nobody may ruff it
      int top = highest(left & gm);
      if (!(q >> top & 1)) continue;
      int safe = 1;
      for (int s = 0; s < S.seats; s++)
        if (is_ours(s) != own && (hand[s] & trumps & ~gm) && !(hand[s] & gm)) safe = 0;
      if (!safe) continue;
      if (!filled) { runs_of(p, theirs, theirs_need); filled = 1; }
      u64 r = 1ull << top;
      int total = 0;
      if (trumps & left) {
        // now the seat that led is a partner who must not be left with nothing but trumps
        int plain = 0, others = hand[seat] & trumps ? count(hand[seat] & ~trumps) : BIG;
        for (int k = 0; k < S.groups; k++) {
          int run = theirs[k] || k != g ? theirs[k] : 1;
          total += run;
          r |= theirs_need[k];
          if (!(gmask[k] & trumps)) plain += run;
        }
        if (plain > others) total -= plain - others;
      } else {
        // before that the leader takes his own tricks, where he has more of them
        int alone = 0, together = 0;
        u64 r_alone = r;
        for (int k = 0; k < S.groups; k++) {
          int run = theirs[k] || k != g ? theirs[k] : 1, mine = k != g && runs[k] > run;
          alone += run; together += mine ? runs[k] : run;
          r_alone |= theirs_need[k]; r |= mine ? needs[k] : theirs_need[k];
        }
        // there must be cards enough for the partner to throw away
        total = together;
        if (together > n) { total = alone; r = r_alone; }
      }
      if (total > n) total = n;
      if (total > best) { best = total; *relevant = r; }
      if (best >= enough) return best;
    }
  }
  return best < n ? best : n;
}

// Tricks that the side not leading must get sooner or later: its highest trumps.
static int later_tricks(int own, u64 *relevant) {
  int total = 0;
  for (int g = 0; g < S.groups; g++) if ((gmask[g] & trumps) && !(trumps & ~gmask[g])) {
    u64 theirs = 0, all = left & gmask[g];
    for (int s = 0; s < S.seats; s++) if (is_ours(s) == own) theirs |= hand[s];
    int of[SEATS] = {0}, low = -1;
    while (all) {
      int c = highest(all);
      if (!(theirs >> c & 1)) break;
      for (int s = 0; s < S.seats; s++) if (hand[s] >> c & 1) of[s]++;
      low = c;
      all &= ~(1ull << c);
    }
    int most = 0;
    for (int s = 0; s < S.seats; s++) if (of[s] > most) most = of[s];
    if (most) { total += most; *relevant |= 1ull << low; }
  }
  return total;
}

// ------------------------------------------------------------------------------------------------ the search

typedef struct {
  int leader, place, led, winner, card, worth; // place: how many cards lie in the trick
  u64 cards;
} Trick;

static int trick_start(int leader, int goal, u64 *relevant);

// The trick that `winner` takes has counted `worth`.
static int next_trick(int winner, int worth, int goal, u64 *relevant) {
  if (!S.parts) return trick_start(winner, goal - (gains(winner) ? worth : 0), relevant);
  int more = worth * stride[S.part_of[winner]];
  won += more;
  int made = trick_start(winner, goal, relevant);
  won -= more;
  return made;
}

static u64 legal_of(int seat, const Trick *t) {
  u64 h = hand[seat];
  if (t->place) {
    u64 f = h & S.follow[t->led];
    if (f) h = f | (h & S.also);
  }
  if (S.duties) {
    int number = tricks_dealt - count(hand[seat]);
    int up = S.flag_up || (S.flag & dealt & ~left & ~t->cards) != 0, by_best = S.by_best && t->place;
    for (int d = 0; d < S.duties; d++) {
      u64 m = h & (by_best ? B[d][t->led][t->card][t->winner][seat] : S.duty[d][up][number][t->place][seat]);
      if (m) h = m;
    }
  }
  return h;
}

// One card of each set of equal cards: neighbours in the hand with no other card in between that is still in play.
static u64 distinct(u64 cards, int seat, u64 in_trick) {
  if (S.off & NO_EQUALS) return cards;
  u64 found = 0, others = (left | in_trick) & ~hand[seat];
  while (cards) {
    int c = highest(cards);
    cards &= ~(1ull << c);
    found |= 1ull << c;
    // everything below c down to the next card of somebody else is equal to it
    u64 low = cards & gmask[group_of[c]];
    while (low) {
      int d = highest(low);
      u64 between = above[d] & ~above[c] & ~(1ull << c);
      if ((others & between) || S.kind[d] != S.kind[c]) break;
      cards &= ~(1ull << d);
      low &= ~(1ull << d);
    }
  }
  return found;
}

// The lowest of the cards that `distinct` left out because of a card; that card itself if there is none.
static u64 lowest_equal(int c, int seat, u64 in_trick) {
  u64 bit = 1ull << c;
  if (S.off & NO_EQUALS) return bit;
  u64 below = gmask[group_of[c]] & (bit - 1), others = (left | in_trick) & ~hand[seat] & below;
  u64 equal = hand[seat] & below;
  if (others) equal &= above[highest(others)];
  return equal ? equal & -equal : bit;
}

static int order(int seat, const Trick *t, u64 moves, int *list, int first) {
  int n = 0, score[64];
  int ours = is_ours(seat);
  u64 theirs = 0;
  int last = 1;
  // the seats that play after this one
  if (t->place) {
    int s = seat;
    for (int i = t->place + 1; i < count(taking); i++) {
      s = after(s);
      if (is_ours(s) != ours) theirs |= 1u << s;
      last = 0;
    }
  }
  int winning_ours = t->place && is_ours(t->winner) == ours;
  while (moves) {
    int c = lowest(moves), g = group_of[c];
    moves &= moves - 1;
    int v = 0;
    u64 gm = gmask[g];
    int rank = count(left & gm & ~above[c]); // 1: the lowest
    if (!t->place) {
      u64 others = left & ~hand[seat] & gm;
      int length = count(hand[seat] & gm);
      int master = !(others & above[c]);
      if (master) v += 30 + (trumps & gm ? 5 : 0);
      else {
        // towards a partner's master
        int top = highest(others);
        for (int s = 0; s < S.seats; s++) if (hand[s] >> top & 1) v += is_ours(s) == ours ? 25 : -5;
        v -= rank;
      }
      v += length;
    } else if (S.beats[t->led][t->card] >> c & 1) {
      // it takes the trick for now
      int held = 1;
      for (int s = 0; s < S.seats; s++) if (theirs >> s & 1) {
        u64 f = hand[s] & S.follow[t->led];
        u64 can = f ? f | (hand[s] & S.also) : hand[s];
        if (can & S.beats[t->led][c]) held = 0;
      }
      if (winning_ours && last) v += 5 - rank;
      else if (winning_ours) v += (held ? 15 : 0) - rank;
      else if (held) v += 60 - rank;
      else v += (t->place == 2 ? 30 + rank : 15 - rank);
      if (g != t->led && winning_ours) v -= 10;
    } else {
      v += 25 - rank;
      if (winning_ours) v += 20;
      if (g != t->led) {
        v += count(hand[seat] & gm);
        if (gm & trumps) v -= 15;
      }
    }
    if (c == first) v += 1000;
    int i = n++;
    while (i && score[i - 1] < v) { score[i] = score[i - 1]; list[i] = list[i - 1]; i--; }
    score[i] = v; list[i] = c;
  }
  return n;
}

// The next card of the open trick.  Whether MAX makes `goal` from this trick on.
static int best_move;

static int play(int seat, Trick *t, int goal, u64 *relevant, int first) {
  int ours = is_ours(seat);
  u64 moves = distinct(legal_of(seat, t), seat, t->cards), all = 0;
  int list[64], n = 0;
  if (S.off & NO_ORDER || !(moves & (moves - 1)))
    for (; moves; moves &= moves - 1) list[n++] = lowest(moves);
  else n = order(seat, t, moves, list, first);
  int complete = t->place + 1 == count(taking);
  for (int i = 0; i < n; i++) {
    int c = list[i];
    u64 bit = 1ull << c, r = 0;
    Trick u = *t;
    u.cards |= bit;
    u.worth += S.weight[c];
    u.place++;
    if (!t->place) { u.led = group_of[c]; u.winner = seat; u.card = c; }
    else if (S.beats[t->led][t->card] >> c & 1) { u.winner = seat; u.card = c; }
    hand[seat] ^= bit; left ^= bit;
    int made;
    if (complete) {
      int w = u.worth + S.each_trick + (left ? 0 : S.last_trick);
      made = next_trick(u.winner, w, goal, &r);
      if (u.cards & gmask[group_of[u.card]] & ~(1ull << u.card)) r |= 1ull << u.card;
    } else made = play(after(seat), &u, goal, &r, -1);
    hand[seat] ^= bit; left ^= bit;
    if (gave_up) return 0;
    if (made == ours) {
      *relevant = r;
      best_move = c;
      return made;
    }
    // if the rank of this card mattered, then so did that those left out are as high
    if (r & bit) r |= lowest_equal(c, seat, t->cards);
    all |= r;
  }
  *relevant = all;
  best_move = list[0];
  return !ours;
}

static int most_left(void) { // what all tricks together can still count
  int total = 0;
  for (u64 x = left; x; x &= x - 1) total += S.weight[lowest(x)];
  return total;
}

static int trick_start(int leader, int goal, u64 *relevant) {
  *relevant = 0;
  int n = count(hand[leader]), least = 0, most;
  if (S.parts) {
    least = lowest_level[won]; most = highest_level[won];
    if (goal <= least) return 1;
  } else {
    if (goal <= 0) return 1;
    if (!left) return 0;
    most = n * S.each_trick + S.last_trick + (ranks_on ? 0 : most_left());
  }
  if (goal > most) return 0;
  if (++nodes > node_limit) { gave_up = 1; return 0; }
  int own = is_ours(leader);
  if (n > 1 && S.by_rank && S.gains == S.ours && !S.duties && !S.also && !S.parts) {
    u64 r = 0;
    if (!(S.off & NO_SURE) && S.seats <= 4) { // with several partners one more may be left with nothing but trumps
      int q = sure_tricks(leader, n, own ? goal : n - goal + 1, &r);
      if (own ? q >= goal : n - q < goal) { *relevant = r; return own; }
    }
    if (!(S.off & NO_LATER)) {
      r = 0;
      int q = later_tricks(!own, &r);
      if (own ? n - q < goal : q >= goal) { *relevant = r; return !own; }
    }
  }
  u64 key = 0, a = 0, b = 0;
  int extra = 0, first = -1;
  u32 *head = 0, class = S.parts ? class_of[won] : 0;
  if (n > 1 && !(S.off & NO_TABLE)) {
    if (ranks_on) { shape(&key, &extra, n, leader); ranks(&a, &b); }
    else { key = left; extra = leader; }
    head = &heads[mixed(key + ((u64)extra * 0x9E3779B97F4A7C15ull + ((u64)class << 32))) & head_mask];
    u32 *link = head;
    for (u32 at = *head; at; link = &pool[at].next, at = *link) {
      Entry *e = &pool[at];
      if (e->key != key || e->extra != extra || e->class != class) continue;
      if (ranks_on && (((e->a ^ a) & e->ma) | ((e->b ^ b) & e->mb))) continue;
      if (e->low >= goal || e->high < goal) { *link = e->next; e->next = *head; *head = at; }
      if (e->low >= goal) { if (ranks_on) *relevant = mattering(e); return 1; }
      if (e->high < goal) { if (ranks_on) *relevant = mattering(e); return 0; }
      if (first < 0 && (hand[leader] >> e->best & 1)) first = e->best;
      if (!ranks_on) break;
    }
  }
  Trick t = {leader, 0, 0, 0, 0, 0, 0};
  int made = play(leader, &t, goal, relevant, first);
  if (gave_up) return 0;
  if (head) {
    int chosen = best_move; // of the last move tried: only a hint
    u64 ma = 0, mb = 0;
    if (ranks_on) {
      matter_masks(*relevant, &ma, &mb);
      a &= ma; b &= mb;
    }
    for (u32 at = *head; at; at = pool[at].next) {
      Entry *e = &pool[at];
      if (e->key != key || e->extra != extra || e->class != class || e->a != a || e->b != b || e->ma != ma || e->mb != mb) continue;
      if (made) { if (goal > e->low) e->low = goal; } else if (goal - 1 < e->high) e->high = goal - 1;
      return made;
    }
    u32 at = fresh_entry();
    Entry *e = &pool[at];
    e->key = key; e->extra = extra; e->a = a; e->b = b; e->ma = ma; e->mb = mb;
    e->class = class;
    e->low = made ? goal : least; e->high = made ? most : goal - 1;
    e->best = chosen;
    e->next = *head; *head = at;
  }
  return made;
}

// ------------------------------------------------------------------------------------------------ for the host

EXPORT("spec") Spec *spec(void) { return &S; }

EXPORT("move") void move(void);

// Make ready for a position.  `most`: the most bytes for the tables; `heads_bits`: the logarithm of the table of heads.
EXPORT("begin") int begin(u64 most, int heads_bits) {
#ifdef __wasm__
  memory_at = (u64)(unsigned long)&__heap_base;
  memory_end = (u64)__builtin_wasm_memory_size(0) << 16;
#endif
#ifndef __wasm__
  static char area[1 << 28];
  memory_at = (u64)area; memory_end = memory_at + sizeof area;
#endif
  memory_most = memory_at + most; // the description of a position does not count
  taking = 0; dealt = 0;
  for (int s = 0; s < S.seats; s++) { hand[s] = S.hands[s]; if (hand[s]) taking |= 1 << s; dealt |= hand[s]; }
  left = dealt;
  tricks_dealt = count(S.hands[S.led_by]);
  trumps = 0;
  for (int g = 0; g < S.groups; g++) {
    gmask[g] = ((1ull << S.size[g]) - 1) << S.start[g];
    for (int i = 0; i < S.size[g]; i++) {
      int c = S.start[g] + i;
      group_of[c] = g;
      above[c] = gmask[g] & ~((2ull << c) - 1);
    }
  }
  for (int g = 0; g < S.groups; g++)
    for (int i = 0; i < S.size[g]; i++) trumps |= S.beats[g][S.start[g] + i] & ~gmask[g];
  make_codes();
  if (S.parts && !reserve_parts()) return 0;
  move();
  head_mask = (1u << heads_bits) - 1;
  heads = reserve(4ull << heads_bits);
  pool_size = 1u << (heads_bits > 12 ? 12 : heads_bits);
  pool = reserve(sizeof(Entry) * (u64)pool_size);
  if (!heads || !pool) return 0;
  clear_table();
  nodes = 0;
  return 1;
}

// Go to another position of the same deal: the host has written the hands (with the cards of the open trick) and the trick.
void move(void) {
  left = 0; won = S.won;
  for (int s = 0; s < S.seats; s++) { hand[s] = S.hands[s]; left |= hand[s]; }
  int s = S.led_by;
  for (int i = 0; i < S.in_trick; i++, s = after(s)) { hand[s] &= ~(1ull << S.trick[i]); left &= ~(1ull << S.trick[i]); }
}

// Whether MAX makes `goal` from the open trick on, if the seat to play plays `card` (-1: whatever is best).  2: more
// than `limit` positions would have to be looked at.
EXPORT("makes") int makes(int card, int goal, u64 limit) {
  Trick t = {S.led_by, 0, 0, 0, 0, 0, 0};
  int seat = S.led_by;
  u64 r = 0;
  gave_up = 0;
  node_limit = nodes + limit;
  for (int i = 0; i <= S.in_trick; i++) {
    if (i == S.in_trick && card < 0) break;
    int c = i < S.in_trick ? S.trick[i] : card;
    u64 bit = 1ull << c;
    if (i == S.in_trick) { hand[seat] &= ~bit; left &= ~bit; }
    t.cards |= bit;
    t.worth += S.weight[c];
    if (!t.place) { t.led = group_of[c]; t.winner = seat; t.card = c; }
    else if (S.beats[t.led][t.card] >> c & 1) { t.winner = seat; t.card = c; }
    t.place++;
    seat = after(seat);
  }
  int made;
  if (t.place == count(taking)) {
    int w = t.worth + S.each_trick + (left ? 0 : S.last_trick);
    made = next_trick(t.winner, w, goal, &r);
  } else if (!t.place) made = trick_start(t.leader, goal, &r);
  else made = play(seat, &t, goal, &r, -1);
  if (card >= 0) {
    int s = S.led_by;
    for (int i = 0; i < S.in_trick; i++) s = after(s);
    hand[s] |= 1ull << card; left |= 1ull << card;
  }
  return gave_up ? 2 : made;
}

// The legal cards of the seat to play.
EXPORT("legal") u64 legal(void) {
  Trick t = {S.led_by, 0, 0, 0, 0, 0, 0};
  int seat = S.led_by;
  for (int i = 0; i < S.in_trick; i++) {
    int c = S.trick[i];
    t.cards |= 1ull << c;
    if (!t.place) { t.led = group_of[c]; t.winner = seat; t.card = c; }
    else if (S.beats[t.led][t.card] >> c & 1) { t.winner = seat; t.card = c; }
    t.place++;
    seat = after(seat);
  }
  return legal_of(seat, &t);
}

// The search for the highest goal that is made after each legal card.  `low` is made for certain, nothing above `high`
// can be made; where they are equal the card is solved.
typedef struct {
  int count;            // how many goals there are
  int goals[MOST_GOALS]; // in rising order; the first is made for certain
  int low[64], high[64];
  u64 looked_at[64];
} Levels;

static Levels L;

EXPORT("levels_at") Levels *levels_at(void) { return &L; }

EXPORT("begin_levels") void begin_levels(void) {
  for (int c = 0; c < 64; c++) { L.low[c] = 0; L.high[c] = L.count - 1; L.looked_at[c] = 0; }
}

// Go on for at most `limit` positions.  Returns 1 when every legal card is solved.
EXPORT("levels") int levels(u64 limit) {
  u64 end = nodes + limit;
  int guess = -1;
  for (u64 cards = legal(); cards; cards &= cards - 1) {
    int c = lowest(cards);
    while (L.low[c] < L.high[c]) {
      if (nodes >= end) return 0;
      int middle = guess < 0 ? (L.low[c] + L.high[c] + 1) / 2 : guess;
      if (middle <= L.low[c]) middle = L.low[c] + 1;
      if (middle > L.high[c]) middle = L.high[c];
      u64 before = nodes;
      int made = makes(c, L.goals[middle], end - nodes);
      L.looked_at[c] += nodes - before;
      if (made == 2) return 0;
      if (made) { L.low[c] = middle; guess = middle + 1; } else { L.high[c] = middle - 1; guess = middle - 1; }
    }
    guess = L.low[c];
  }
  return 1;
}

EXPORT("positions") u64 positions(void) { return nodes; }
EXPORT("kept") u64 kept(void) { return pool_used; }
EXPORT("sizes") int sizes(void) { return sizeof(Spec); }
