/* A host in C: plays one game of a module and prints every position, by the description alone (docs/modules.md).
       host MODULE.wasm MODULE.json SEED SEAT QUESTIONS
   Each question is a line: the player, the options as labels, and the cards that SEAT sees.  Option (3 n) mod count is
   taken at question n, of at most QUESTIONS. */
#include "engine.h"
#include "json.h"

static char *memory;

static int64_t word(int address) { int64_t found; memcpy(&found, memory + address, 8); return found; }
static int64_t slot(int number) { return word(NUMBER("state.slots.#.address", number)); }
static int has(int address, int element) { return word(address + 8 * (element / 64)) >> element % 64 & 1; }
static void card(int number) { number < 0 ? (void)printf("??") : say(at("story.cards.#", number)); }

static void value(int ask, int alternative, int name, int address) { /* a value of an option, in words */
#define TYPE "story.questions.#.alternatives.#.names.#.type."
  int words = NUMBER("question.asks.#.alternatives.#.names.#.words", ask, alternative, name), first = 1;
  if (IS("set", TYPE "kind", ask, alternative, name)) {
    for (int i = 0; i < 64 * words; i++) if (has(address, i)) {
      if (!first) putchar(' ');
      first = 0, card(i); /* sets of cards: the only ones that this host can say */
    }
    if (first) printf("nothing");
  } else if (IS("number", TYPE "kind", ask, alternative, name)) printf("%lld", (long long)word(address));
  else if (word(address) < 0) printf("none");
  else if (IS("card", TYPE "kind", ask, alternative, name)) card((int)word(address));
  else if (IS("player", TYPE "kind", ask, alternative, name)) putchar('A' + (int)word(address));
  else say(at(TYPE "names.#", ask, alternative, name, (int)word(address)));
}
static void label(int ask, int address) {
  int alternative = (int)word(address);
  say(at("story.questions.#.alternatives.#.texts.0", ask, alternative));
  for (int hole = 0; at("story.questions.#.alternatives.#.holes.#", ask, alternative, hole); hole++) {
    int name = NUMBER("story.questions.#.alternatives.#.holes.#", ask, alternative, hole), offset = 8;
    for (int i = 0; i < name; i++) offset += 8 * NUMBER("question.asks.#.alternatives.#.names.#.words", ask, alternative, i);
    value(ask, alternative, name, address + offset);
    say(at("story.questions.#.alternatives.#.texts.#", ask, alternative, hole + 1));
  }
}
static void look(int seat) { /* the cards in each zone, as a seat sees them */
  int known = NUMBER("story.known"), cards = 0;
  while (at("story.cards.#", cards)) cards++;
  for (int z = 0; at("story.zones.#", z); z++)
    for (int owner = 0; owner < NUMBER("story.zones.#.count", z); owner++) {
      int first = NUMBER("story.zones.#.slot", z) + owner, address = NUMBER("state.slots.#.address", first), sees = 0;
      for (int i = 0; at("story.zones.#.seats.#.#", z, owner, i); i++) sees |= NUMBER("story.zones.#.seats.#.#", z, owner, i) == seat;
      int pile = IS("pile", "state.slots.#.kind", first), bag = NUMBER("story.zones.#.bag", z), size = 0;
      uint16_t lies[65536];
      if (pile) memcpy(lies, memory + address + 8, 2 * (size_t)(size = (int)(uint32_t)word(address)));
      else for (int i = 0; i < cards; i++) if (has(address, i)) lies[size++] = (uint16_t)i;
      /* where the order is unknown, the cards that the seat knows come first: their places tell nothing */
      int low = pile && bag < 0 ? size : pile ? (int)slot(bag + 2 * owner) : 0, high = pile && bag >= 0 ? (int)slot(bag + 2 * owner + 1) : size;
      printf(" |");
      for (int pass = 0; pass < 4; pass++)
        for (int i = 0; i < size; i++) {
          int shown = sees || (known >= 0 && has(NUMBER("state.slots.#.address", known + seat), lies[i]));
          int when = sees ? 0 : i < low ? 0 : i >= high ? 3 : shown ? 1 : 2;
          if (when == pass) putchar(' '), card(shown ? lies[i] : -1);
        }
    }
}
static externs names, exports;
static int call(const char *name, int count, val a, val b) {
  val given[2] = {a, b}, got[1] = {{0}}; vals args = {(size_t)count, given}, results = {!strcmp(name, "options"), got};
  for (size_t i = 0; i < names.size; i++) {
    const bytes *n = wasm_exporttype_name(names.data[i]);
    if (n->size != strlen(name) || memcmp(n->data, name, n->size)) continue;
    if (wasm_func_call(wasm_extern_as_func(exports.data[i]), &args, &results)) printf("fault\n"), exit(1);
  }
  return got[0].of.i32;
}
int main(int argc, char **argv) {
  if (argc < 6) return 2;
  json = file(argv[2]).data;
  bytes binary = file(argv[1]); ptr config = wasm_config_new(); externs none = {0};
  wasmtime_config_wasm_exceptions_set(config, 1);
  ptr store = wasm_store_new(wasm_engine_new_with_config(config)), module = wasm_module_new(store, &binary);
  ptr instance = wasm_instance_new(store, module, &none, NULL);
  wasm_module_exports(module, &names), wasm_instance_exports(instance, &exports);
  for (size_t i = 0; i < exports.size; i++) if (wasm_extern_as_memory(exports.data[i])) memory = wasm_memory_data(wasm_extern_as_memory(exports.data[i]));
  val seed = {1, {.i64 = atoll(argv[3])}}, nothing = {1, {.i64 = 0}}, chosen = {0, {0}};
  call("start", 2, seed, nothing);
  for (int number = 0; slot(0) > -(1 << 20) && number < atoi(argv[5]); number++) { /* pc: ~n at question n, at most -2^20 at the end */
    int ask = (int)~slot(0), count = call("options", 1, nothing, nothing);
    printf("%c:", 'A' + (int)slot(3));
    for (int i = 0; i < count; i++) printf(" %s", i ? "/ " : ""), label(ask, NUMBER("question.address") + i * NUMBER("question.size"));
    look(atoi(argv[4])), putchar('\n');
    chosen.of.i32 = 3 * number % count;
    call("take", 1, chosen, nothing);
  }
  if (slot(0) <= -(1 << 20)) printf("over %lld\n", (long long)(-(1 << 20) - slot(0)));
}
