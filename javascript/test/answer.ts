/**
 * Answers questions of the Python tests: reads a line of JSON each, plays by the package, writes what it found as a line
 * of JSON.
 */

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import {
  compile,
  type Description,
  Fault,
  type Game,
  GameError,
  Instance,
  Lessons,
  readWeights,
  Rules,
} from "../src/index.js";
import { dice } from "../src/dice.js";
import { State } from "../src/layout.js";
import { netOf, writeWeights } from "../src/learned/weights.js";
import type { History } from "../src/search/history.js";
import { imagined } from "../src/search/imagined.js";
import { Thinker } from "../src/search/thinker.js";

interface Question {
  ask: "play" | "read" | "think" | "seen" | "noted" | "learned" | "lesson" | "weights" | "wrong" | "used";
  module: string;
  description: string;
  seats?: string[];
  seed?: number;
  index?: number;
  /** The numbers of choices; in `play`, an incident is declared by its name. */
  choices?: (number | string)[];
  /** At each question: what is typed, and which cards are picked. */
  typed?: string[][];
  picked?: string[][][];
  /** At each how many choices the question is told, too. */
  every?: number;
  /** A game to continue, as `Game.toJSON` gives it. */
  saved?: unknown;
  /** How much to think after the choices, and the seed of thinking. */
  budget?: Record<string, number>;
  budgets?: Record<string, number>[];
  thought?: number;
  /** A file of weights, and who plays with them, if not `learned`. */
  weights?: string;
  player?: string;
  /** Whether the values of all options are wanted, too. */
  valued?: boolean;
  /** From how many choices the player learns, and the file that it writes. */
  count?: number;
  into?: string;
  /**
   * Instead of a number of choices: for how many milliseconds it learns, and how long each part of the lesson takes; in
   * `think`, how much time passes between two looks at the clock, with each budget.
   */
  milliseconds?: number;
  took?: number[];
  /** A file with the numbers of weights as they are, and the net for which they are wanted. */
  numbers?: string;
  net?: Description["net"];
}

const MOST_LABELS = 40;
/** The numbers that a thinker writes before a deal. */
const NUMBERS = [
  ...["SEAT", "STEP_COUNT", "DRAW_COUNT", "EPOCH_COUNT", "LAST_ASK", "LAST_HASH", "OPTION_COUNT"],
  ...["ABSENT_COUNT", "LONGEST", "BONUS", "WORLD_COUNT", "TRUST", "MATCH"],
];
/** How many records a viewer has seen of whom it is asked what came since. */
const SEEN = 40;

/** Everything that the package says of the position of a game. */
function position(game: Game, every: number): unknown {
  const labels = game.choices.map(({ label }) => label);
  const viewers = [...game.seats, undefined];
  const { variables } = game.rules.description.story;
  return {
    turn: game.turn,
    number: game.number,
    incidents: game.incidents,
    count: labels.length,
    labels: labels.slice(0, MOST_LABELS),
    digest: createHash("sha256").update(labels.join("\n")).digest("hex"),
    kinds: [...new Set(game.choices.map(({ kind }) => kind))],
    values: game.choices.slice(0, MOST_LABELS).map(({ values }) => values),
    cards: game.choices
      .slice(0, MOST_LABELS)
      .map(({ cards }) => cards.map(({ number, rank, suit }) => [number, rank, suit])),
    views: viewers.map((viewer) => game.view(viewer).zones),
    table: game.table.zones,
    variables: Object.fromEntries(variables.map(({ name }) => [name, game.view().value(name)])),
    winners: game.winners,
    standings: game.standings,
    saved: game.toJSON(),
    ...(game.number % every ? {} : questions(game)),
    lines: [...viewers.map((viewer) => game.lines(viewer).at(-1)), game.everything.at(-1)],
    scenes: [...viewers.map((viewer) => game.scene(viewer)), game.wholeScene],
    since: game.scene(game.seats[0], SEEN),
  };
}

const MOST_CARDS = 20;

/** The open question as data, also after a card was picked, and why each card of the player is no choice. */
function questions(game: Game): Record<string, unknown> {
  if (game.over) return { asked: null };
  const asked = game.asked();
  const [first] = asked.picks?.cards ?? [];
  const { story } = game.rules.description;
  const own = story.zones.filter(({ owner }) => owner === "player");
  const held = own.flatMap(({ slot }) => game.state.cards(slot + game.seat)).slice(0, MOST_CARDS);
  const { alternatives } = story.questions[game.state.question]!;
  const single = [...alternatives.keys()].filter((number) => {
    const { names } = alternatives[number]!;
    return names.length === 1 && names[0]!.type.kind === "card";
  });
  const plain = [...alternatives.keys()].filter((number) => !alternatives[number]!.names.length);
  return {
    asked,
    picking: first === undefined ? null : game.asked([first]),
    reasons: single.flatMap((alternative) =>
      held.map((card) => [
        game.reason({ alternative, values: [card] }),
        game.reason({ alternative, values: [card] }, "one"),
      ]),
    ),
    typed:
      alternatives.length === 1 && single.length === 1
        ? held.map((card) => {
            const label = game.rules.words.label(game.state.question, { alternative: 0, values: [card] });
            return [...(game.why(label)?.reasons ?? [])];
          })
        : [],
    plain: plain.map((alternative) => game.reason({ alternative, values: [] })),
    refused: held.map((card) => game.refusal([game.rules.words.card(card)])),
    several: game.refusal(held.slice(0, 4).map((card) => game.rules.words.card(card))),
  };
}

/** What a seat has seen of the deal, as JSON data. */
function seen(game: Game, seat: number): unknown {
  const { base, hash, steps, ...rest } = game.seenBy(seat);
  const text = (number: bigint) => BigInt.asUintN(64, number).toString();
  const [pc, , ...slots] = base.toSlots();
  return {
    ...rest,
    hash: text(hash),
    steps: steps.map((step) => ({ ...step, hash: text(step.hash) })),
    base: [pc, ...slots],
  };
}

/** The rules that a question is about. */
async function opened({
  module,
  description,
  seats,
}: Pick<Question, "module" | "description"> & { seats?: string[] | undefined }): Promise<Rules> {
  const described = JSON.parse(readFileSync(description, "utf-8")) as Description;
  return Rules.open(readFileSync(module), described, seats ? { seats } : {});
}

/** At each question: whether what is typed is a choice, and what is said and asked when some cards are picked. */
async function readAlike({
  module,
  description,
  seats,
  seed,
  choices,
  typed,
  picked,
}: Question): Promise<unknown> {
  const rules = await opened({ module, description, seats });
  const game = rules.start({ seed: seed ?? 0 });
  const found: unknown[] = [];
  for (const [at, choice] of (choices ?? []).entries()) {
    const legal = typed![at]!.map((text) => game.legal(text));
    const said = picked![at]!.map((cards) => [game.refusal(cards), game.asked(cards)]);
    found.push([legal, said]);
    if (typeof choice === "string") game.declare(choice);
    else game.choose(choice);
  }
  return found;
}

/** What every seat has seen of the deal at each question, and the choices of the deal. */
async function everybody({ module, description, seats, seed, choices, saved }: Question): Promise<unknown> {
  const rules = await opened({ module, description, seats });
  const game = saved ? rules.resume(saved) : rules.start({ seed: seed ?? 0 });
  const found: unknown[] = [];
  const look = () => found.push(game.over ? null : game.seats.map((_, seat) => seen(game, seat)));
  look();
  for (const choice of choices ?? []) {
    if (typeof choice === "string") game.declare(choice);
    else game.choose(choice);
    look();
  }
  return found;
}

/**
 * What a player thinks at the end of these choices, with each of several budgets, and what it has seen by then at each
 * question.
 */
async function think({
  module,
  description,
  seed,
  choices,
  budget,
  budgets,
  thought,
  saved,
  took,
  weights,
}: Question): Promise<unknown> {
  const rules = await opened({ module, description });
  if (weights) await rules.learn(readFileSync(weights));
  const game = saved ? rules.resume(saved) : rules.start({ seed: seed ?? 0 });
  const found: unknown[] = [];
  for (const choice of choices ?? []) {
    found.push(seen(game, game.seat));
    game.choose(choice);
  }
  const thoughts: unknown[] = [];
  const { now } = performance;
  for (const [at, one] of (budgets ?? (budget ? [budget] : [])).entries()) {
    let time = 0;
    if (took) performance.now = () => (time += took[at]!);
    const { best, values, worlds } = await game.think(one, thought);
    thoughts.push({ best, values, worlds });
  }
  performance.now = now;
  const { state } = game.toJSON();
  const own = dice(BigInt(thought ?? 0), 0, game.seat);
  const slots = game.over ? [] : imagined(game.state, game.seat, own).toSlots();
  return { seen: found, thoughts, imagined: { ...state, slots } };
}

/**
 * What a thinker notes in the memory of its module for each seat at each question: the state in which the deal
 * began, and digests of the rest.
 */
async function noted({ module, description, seed, choices, saved, budget }: Question): Promise<unknown> {
  const rules = await opened({ module, description });
  const game = saved ? rules.resume(saved) : rules.start({ seed: seed ?? 0 });
  const { search } = rules.description;
  const { at, structs, step_size } = search!;
  const instance = await Instance.of(await compile(readFileSync(module), rules.description));
  const thinker = new Thinker(instance);
  const work = { ...search!.budgets["quick"]!, ...budget };
  const notes = (seat: number) => {
    const deal = game.seenBy(seat);
    thinker.think(deal, game.choices.length, work, 0n);
    const digest = (name: string, size: number) =>
      createHash("sha256").update(instance.bytes(at[name]!, size)).digest("hex");
    const plays = instance.view.getInt32(at["PLAY_COUNT"]!, true);
    const begun = new State(rules.description, instance.bytes(at["BASE"]!, rules.description.state.size));
    return [
      begun.bytes.some(Boolean) ? begun.toSlots() : [],
      ...[...NUMBERS, "PLAY_COUNT"].map((name) => digest(name, 8)),
      digest("STEPS_AT", deal.steps.length * step_size),
      digest("DRAWS", (deal.draws.length + deal.absent.length) * structs["DRAW"]!.size),
      digest("PLAYS", plays * structs["PLAY"]!.size),
    ];
  };
  const found: unknown[] = [];
  for (const choice of choices ?? []) {
    found.push(game.seats.map((_, seat) => notes(seat)));
    game.choose(choice);
  }
  return found;
}

/** What a player who has learned would choose at each question of a game, and which share of it was learned. */
async function learned({ weights, seed, choices, player, valued, ...of }: Question): Promise<unknown> {
  const rules = await opened(of);
  const share = await rules.learn(readFileSync(weights!));
  const game = rules.start({ seed: seed ?? 0 });
  const found: number[] = [];
  const values: number[][] = [];
  const { history, alike } = game as unknown as { history(): History; alike(): State };
  for (const choice of choices ?? []) {
    if (valued) values.push([...rules.rater!.values(game.seat, history.call(game).deal, alike.call(game))!]);
    found.push((await game.ask(player ?? "learned")).number);
    if (typeof choice === "string") game.declare(choice);
    else game.choose(choice);
  }
  return { share, exact: rules.rater!.exact, chosen: found, ...(valued && { values }) };
}

/** Teaches the player `learned`, and writes what it has learned to a file. */
async function lesson(question: Question): Promise<unknown> {
  const { module, description, weights, seed, count, into, milliseconds, took } = question;
  const described = JSON.parse(readFileSync(description, "utf-8")) as Description;
  const instance = await Instance.of(await compile(readFileSync(module), described));
  const begun = weights ? await readWeights(readFileSync(weights)) : null;
  const how = milliseconds === undefined ? { choices: count! } : { milliseconds };
  const lessons = await Lessons.begin(instance, { ...how, seed: seed ?? 1, weights: begun });
  const { now } = performance;
  const parts: number[][] = [];
  for (let [going, time, reads] = [true, 0, 0]; going; ) {
    if (took) performance.now = () => (time += reads++ % 2 ? took[parts.length]! : 0);
    going = await lessons.next();
    if (took) parts.push([lessons.choices, lessons.share]);
  }
  performance.now = now;
  writeFileSync(into!, await lessons.weights());
  return { choices: lessons.choices, faults: lessons.faults, again: await lessons.next(), parts };
}

async function play({
  module,
  description,
  seats,
  seed,
  index,
  choices,
  every,
  saved,
}: Question): Promise<unknown> {
  const rules = await opened({ module, description, seats });
  const steps: unknown[] = [];
  try {
    const game = saved ? rules.resume(saved) : rules.start({ seed: seed ?? 0, index: index ?? 0 });
    steps.push(position(game, every ?? 1));
    for (const choice of choices ?? []) {
      if (typeof choice === "string") game.declare(choice);
      else game.choose(choice);
      steps.push(position(game, every ?? 1));
    }
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    steps.push({ fault: error.message });
  }
  return steps;
}

/** Reads weights, gives them other numbers, writes them to a file, and makes a net of them. */
async function rewritten({ weights, numbers, net, into }: Question): Promise<unknown> {
  const { rows, rest, ...head } = await readWeights(readFileSync(weights!));
  if (numbers) {
    const floats = new Float32Array(new Uint8Array(readFileSync(numbers)).buffer);
    rows.set(floats.subarray(0, rows.length));
    rest.set(floats.subarray(rows.length));
  }
  writeFileSync(into!, await writeWeights({ ...head, rows, rest }));
  const { content, share } = net ? netOf({ ...head, rows, rest }, net) : { content: [], share: 0 };
  return { head, share, net: Buffer.from(content).toString("hex") };
}

/** A description that nobody can hold against its digest. */
function compiledPlainly({ digest: _, ...rest }: Description): Description {
  return rest;
}

/** What each of the wrong requests says, at the first question and after the end of the game. */
async function wrong({ module, description, seed }: Question): Promise<unknown> {
  const described = JSON.parse(readFileSync(description, "utf-8")) as Description;
  const binary = readFileSync(module);
  const rules = await Rules.open(binary, described);
  const game = rules.start({ seed: seed ?? 0 });
  const saved = game.toJSON();
  const next = game.seats[(game.seat + 1) % game.seats.length]!;
  const state = (change: object) => ({ ...saved, state: { ...saved.state, ...change } });
  const foreign = { ...saved.state.program, fingerprint: "0" };
  const seats = (...names: string[]) => Rules.open(binary, described, { seats: names });
  const plain = compiledPlainly(described);
  const requests: Record<string, () => unknown> = {
    "no such player": () => game.ask("nonsense"),
    "no weights": () => game.ask("learned"),
    "too few seats": () => seats("A"),
    "two of one name": () => seats("A", "B", "A", "C"),
    "nobody of this name": () => seats("A", "B", " ", "C"),
    "two names in other letters": () => seats("Straße", "B", "STRASSE", "C"),
    "a name that is a number": () => seats("A", "B", "1 2", "C"),
    "a name that means something": () => seats("A", "Nobody", "B", "C"),
    "a name of two": () => seats("A and D", "B", "C", "E"),
    "a name with blanks": () => seats(" A", "B", "C", "D"),
    "a name that cannot be seen": () => seats("A", "B\u200b", "C", "D"),
    "a name that is too long": () => seats("A", "B".repeat(41), "C", "D"),
    "a module cut off": () => Rules.open(binary.subarray(0, 100), described),
    "no module": () => Rules.open(new Uint8Array([1, 2, 3]), plain),
    "another description": () => Rules.open(binary, { ...described, title: "x" }),
    "no description": () => Rules.open(binary, {} as Description),
    "missing parts": () =>
      Rules.open(binary, { ...plain, exports: { nothing: {} } } as unknown as Description),
    "no thinking": () => game.think(),
    "damaged weights": () => readWeights(new Uint8Array([1, 2, 3])),
    "no such zone": () => game.table.cards("nowhere"),
    "a zone without its owner": () => game.table.cards("hand"),
    "a zone of nobody": () => game.table.cards("hand", "Z"),
    "an owner of what is shared": () => game.table.cards("stock", "A"),
    "no such variable": () => game.table.value("nothing"),
    "a variable of nobody": () => game.table.value("points", "Z"),
    "an owner of a shared variable": () => game.table.value("dealer", "A"),
    "the view of nobody": () => game.view("Z"),
    "no choice": () => game.choose("fly to the moon"),
    "a card of another player": () => game.choose(`play ${game.table.cards("hand", next)[0]!}`),
    "no such number": () => game.choose(99),
    "no such incident": () => game.declare("earthquake"),
    "too many taken back": () => game.undo(4),
    "a wrong seed": () => rules.start({ seed: -1 }),
    "too few players": () => rules.resume({ ...saved, players: ["A"] }),
    "no saved game": () => rules.resume({ ...saved, game: 7 }),
    "the state of another game": () => rules.resume(state({ program: foreign })),
    "a state that is cut": () => rules.resume(state({ slots: saved.state.slots.slice(1) })),
    "the end": () => {
      while (!game.over) game.choose(0);
      game.choose(0);
    },
  };
  const said = async ([name, request]: [string, () => unknown]) => {
    try {
      await request();
      return [name, null];
    } catch (error) {
      if (!(error instanceof GameError)) throw error;
      const { name: kind, code, sentence, help, reasons } = error;
      return [name, { kind, code, sentence, help, reasons }];
    }
  };
  const found: unknown[] = [];
  for (const one of Object.entries(requests)) found.push(await said(one));
  return Object.fromEntries(found as [string, unknown][]);
}

/** Longer texts are digests. */
const LONG = 160;
const VIEWERS = [0, "all"] as const;
const OTHERS = ["think", "think:odd", "think:quick:deep", "learned", "nobody"];

/** What a program can do with rules and a game: for each, what comes of it, or the error, as text. */
async function used({ module, description, seed }: Question): Promise<unknown> {
  const rules = await opened({ module, description });
  const lines: string[] = [];
  const note = async (what: string, run: () => unknown) => {
    let said: string;
    try {
      const plain = (_: string, value: unknown) => (typeof value === "bigint" ? `${value}n` : value);
      said = JSON.stringify(await run(), plain) ?? "nothing";
    } catch (error) {
      if (!(error instanceof GameError)) throw error;
      said = `${error.name} ${error.code}: ${error.message}`;
    }
    const digest = createHash("sha256").update(said).digest("hex").slice(0, 12);
    lines.push(`${what}: ${said.length > LONG ? `${said.slice(0, LONG / 2)} … ${digest}` : said}`);
  };
  const { title, options, teams, identity } = rules;
  await note("the rules", () => [title, options, teams, identity, rules.rater]);
  for (const of of [5, 7n, 2n ** 63n - 1n, 2n ** 63n, -1, -1n, 1.5, 2 ** 60])
    await note(`begun with ${of}`, () => [
      rules.start({ seed: of, index: 2 }).seed,
      rules.start({ seed: of }).choices,
    ]);
  for (const index of [0, 3, -1])
    await note(`game ${index}`, () => rules.start({ seed: 5, index }).table.zones);
  const game = rules.start({ seed: seed ?? 0 });
  const told = game as unknown as { storyOf(viewer: 0 | "all"): { tricks: unknown[] } };
  const heard: number[] = [];
  const end = game.listen((records) => heard.push(records.length));
  const now = async (what: string) => {
    const { turn, seat, number, over, chosen, result, winners, standings, incidents } = game;
    await note(what, () => [turn, seat, number, over, chosen, result, winners, standings, incidents]);
    await note("  tricks", () => VIEWERS.map((viewer) => told.storyOf(viewer).tricks));
    await note("  heard", () => [heard, game.latest.length, game.records.length, game.written.length]);
  };
  await now("at first");
  const [stale] = game.choices;
  for (let round = 0; round < 9 && !game.over; round++) {
    const { choices } = game;
    for (const player of ["random", "think:quick", ...(round === 3 ? OTHERS : [])])
      await note(`  ${player} chooses`, async () => (await game.ask(player)).number);
    const one = choices[(5 * round) % choices.length]!;
    const ways = [
      one,
      one.label,
      one.label.toUpperCase(),
      one.number,
      stale!,
      `${one} x`,
      choices.length,
      -1,
      0.5,
    ];
    for (const way of ways)
      await note(`  ${typeof way} ${way}`, () => [game.legal(way), game.why(way)?.message]);
    game.choose(ways[round % 4]!);
    await now(`after ${one}`);
  }
  for (const name of [...game.incidents, " Misdeal ", "REVOKE_by  B", "earthquake"]) {
    const copy = game.copy();
    await note(`declared ${name}`, () => [
      copy.declare(name),
      copy.number,
      copy.latest.length,
      copy.chosen,
      copy.turn,
    ]);
  }
  for (const who of [undefined, "spectator", 0, 1, "B", 9, "", "b"])
    await note(`seen by ${who}`, () => [
      game.view(who).zones,
      game.lines(who),
      game.scene(who),
      game.scene(who, 3),
    ]);
  const [copy, saved] = [game.copy(), JSON.stringify(game)];
  for (const back of [0, 1, 2, 3, 99, -1, 0.5])
    await note(`${back} taken back`, () => [
      copy.undo(back),
      copy.number,
      copy.turn,
      copy.choices.map(String),
    ]);
  await note("the game itself", () => JSON.stringify(game) === saved);
  const names = game.seats.map((name) => `Dr ${name}`);
  for (const change of [
    {},
    { players: names },
    { players: [] },
    { players: null },
    { seed: 12 },
    { game: 2 },
    { state: null },
  ])
    await note(`resumed with ${JSON.stringify(change)}`, () => {
      const again = rules.resume({ ...(JSON.parse(saved) as object), ...change });
      return [
        again.seats,
        again.turn,
        again.seed,
        again.lines(0),
        again.everything,
        again.number,
        again.chosen,
      ];
    });
  end();
  for (const budget of ["", "quick", "odd", { worlds: 2, playouts: 9 }, {}])
    if (!game.over && budget !== "")
      await note(`thought with ${JSON.stringify(budget)}`, async () => {
        const { choice, ...thought } = await game.think(budget, 2 ** 40);
        return [choice.label, thought];
      });
  while (!game.over) game.choose(game.number % game.choices.length);
  await now("at the end");
  const requests: Record<string, () => unknown> = {
    choose: () => game.choose(0),
    asked: () => game.asked(),
    think: () => game.think(),
    ask: () => game.ask("random"),
    reason: () => game.reason({ alternative: 0, values: [] }),
    refusal: () => game.refusal([]),
    choices: () => [game.choices, game.options, game.legal(0)],
  };
  for (const [name, run] of Object.entries(requests)) await note(`then ${name}`, run);
  return lines;
}

for await (const line of createInterface({ input: process.stdin })) {
  try {
    const question = JSON.parse(line) as Question;
    const answer = await {
      play,
      read: readAlike,
      think,
      seen: everybody,
      noted,
      learned,
      lesson,
      weights: rewritten,
      wrong,
      used,
    }[question.ask](question);
    console.log(JSON.stringify({ answer }));
  } catch (error) {
    console.log(JSON.stringify({ error: error instanceof Error ? error.stack : String(error) }));
  }
}
