// `$likelihoods` of interpreter/wasm/search/policy.wat, written in C: see `wat_and_c.py`, which compiles it.
//
// The addresses are constants of the module of one program, so they are given to the compiler.

typedef struct { int weight, spare; double value; } Feature;
typedef struct { double share; int features, spare; } Likely;

#define FROM_RULES(name) __attribute__((import_module("rules"), import_name(#name)))
FROM_RULES(features) int features_of(int ask, int option, int from);  // writes features; returns how many there are then

#define AT(type, address) ((type *)(address))

static int *kind_of(int option) {
  return AT(int, KINDS) + (*AT(int, OPTIONS + option * OPTION_SIZE) & 63);
}

// An approximation of e to the power of a number that is not positive: (1 + x/256)^256.
static double power_of_e(double x) {
  if (x < -30) return 0;
  x = 1 + x * 0.00390625;
  for (int i = 0; i < 8; i++) x *= x;
  return x;
}

static double likelihoods(int ask, int count) {
  Likely *likely = AT(Likely, LIKELY);
  double highest = -1e300, total = 0;
  int known = 0;
  for (int i = 0; i < 64; i++) AT(int, KINDS)[i] = 0;
  for (int i = 0; i < count; i++) {
    ++*kind_of(i);
    int k = likely[i].features = known;
    known = features_of(ask, OPTIONS + i * OPTION_SIZE, known);
    double sum = 0;
    for (; k < known; k++) sum += AT(Feature, FEATURES)[k].value * AT(double, WEIGHTS)[AT(Feature, FEATURES)[k].weight];
    likely[i].share = sum;
    highest = __builtin_wasm_max_f64(highest, sum);
  }
  likely[count].features = known;
  for (int i = 0; i < count; i++) {
    double share = power_of_e(likely[i].share - highest) / (unsigned)*kind_of(i);
    likely[i].share = share;
    total += share;
  }
  return total;
}

__attribute__((export_name("likelihoods"))) double repeated(int ask, int count, int times) {
  double last = 0;
  while (times--) last = likelihoods(ask, count);
  return last;
}
