/** Plays random games inside a module, and lets Python compute the statistics from the counters. */

import type { Description } from "hoyle";
import type { Animation } from "hoyle-viewer";
import { game, rules as rulesOf } from "../catalogue.js";
import { isProblem, type Problem, working } from "../lib/python.js";
import { Remote } from "../lib/rpc.js";
import type { Counted } from "../work/module.js";
import type { Estimate } from "./charts.js";

/** The parts of a report on many games (schemas/simulate.schema.json) that the page shows. */
export interface Report {
  games: number;
  seed: number;
  players: string[];
  sides: { name: string; wins: Estimate; per_deal?: Estimate }[];
  ties: Estimate;
  cut: Estimate;
  /** The choices after which a game is cut. */
  limit: number;
  length: { deals: Estimate; decisions: Estimate };
  questions: {
    text: string;
    phase: string;
    asked: number;
    answers: { label: string; count: number; share: Estimate }[];
  }[];
  rules: { line: number; text: string; kind: string; file?: string; count: number; per_deal: Estimate }[];
  never: { line: number; text: string; kind: string; file?: string }[];
}

/** A game ready to be played: the bytes of its module and its description. */
export interface Built {
  key: string;
  binary: ArrayBuffer;
  description: Description;
  early: number;
  counts: [number, number];
  deals: number;
}

/** A module with its description. */
export type Playable = Pick<Built, "binary" | "description">;

interface Compiled extends Omit<Built, "binary"> {
  wat: string;
}

/** A rule file in the editor. */
export interface Rules {
  name: string;
  text: string;
  options: Record<string, string>;
  players?: number | null;
}

const LIMIT = 60_000;
/** For how many milliseconds games are played for a report. */
const MOST_TIME = 8_000;
const SEED = 1;

let assembler: Remote | null = null;

/**
 * Compiles rules to a module.  `playing`: one that people at a table can use; `learned`: one whose games are played by
 * players that have learned.
 */
export async function built(rules: Rules, playing = false, learned = false): Promise<Built | Problem> {
  const compiled = await working.ask<Compiled>("compile", { ...rules, playing, learned });
  return isProblem(compiled) ? compiled : assembled(compiled);
}

/** A module with the state of a scripted game at a frame, and the names of its players. */
export interface Position extends Built {
  state: string;
  seats: string[];
}

/** Returns the position of a scripted game at a frame, ready to be continued. */
export async function positioned(text: string, game: number, frame: number): Promise<Position | Problem> {
  const found = await working.ask<Compiled & { state: string; seats: string[] }>("position", {
    text,
    game,
    frame,
  });
  return isProblem(found) ? found : assembled(found);
}

/** Returns a script with a side line that was played from a frame of one of its games. */
export function varied(
  text: string,
  game: number,
  frame: number,
  line: { choices: number[]; title: string; comment: string },
): Promise<{ text: string } | Problem> {
  return working.ask<{ text: string }>("vary", { text, game, frame, ...line });
}

/** The results of the same deals under shipped rules and under others. */
export interface Paired {
  sentence: string;
  games: number;
  sides: { name: string; wins: { a: Estimate; b: Estimate } }[];
}

/** The rules that others are compared with, as a module; with `learned`, one whose games are played by such players. */
export async function comparedWith(base: string, learned: boolean): Promise<Playable | Problem> {
  const text = learned && (await rulesOf(base));
  return text ? built({ name: base, text, options: {} }, false, true) : game(base);
}

/**
 * Plays games under both rules and returns the differences; null if `stopped` says that the result is no longer needed.
 * `weights`: what players have learned who play under the other rules and under these; if they know either too little,
 * chance chooses under both.
 */
export async function paired(
  other: Playable,
  made: Playable,
  rules: Rules,
  weights: [Uint8Array | null, Uint8Array | null],
  base: string,
  games: number,
  stopped: () => boolean,
): Promise<Paired | Problem | null> {
  const workers = [other, made].map(({ binary, description }) => {
    const worker = new Remote(new URL("module.js", import.meta.url).href);
    const open = (known: Uint8Array | null) =>
      worker.call<boolean>("count", [binary, description, known], LIMIT);
    return { worker, open };
  });
  try {
    const able = await Promise.all(workers.map(({ open }, i) => open(weights[i] ?? null)));
    const learned = able.every(Boolean);
    if (!learned && able.some(Boolean)) for (const { open } of workers) await open(null);
    const played: { games: number; log: string }[] = [];
    for (const { worker } of workers) {
      played.push(await worker.call("playLogged", [BigInt(SEED), games, MOST_TIME], LIMIT));
      if (stopped()) return null;
    }
    return working.ask<Paired>("compare", {
      ...{ ...rules, base, seed: SEED, player: learned ? "learned" : "random" },
      games: Math.min(...played.map((one) => one.games)),
      logs: played.map(({ log }) => log),
    });
  } finally {
    for (const { worker } of workers) worker.end();
  }
}

/** A game of a script, with the cost of each of its choices. */
export async function judged(text: string, game: number): Promise<Animation | Problem> {
  const key = await begun(await working.ask<Searching>("judging", { text, game }));
  return isProblem(key) ? key : working.ask<Animation>("judge", { key });
}

interface Searching {
  key: string;
  wat: string;
}

/** Starts a search module.  Returns its key in Python. */
async function begun(found: Searching | Problem): Promise<string | Problem> {
  if (isProblem(found)) return found;
  if (found.wat) {
    const { key, binary } = await assembled(found);
    await working.search(key, binary);
  }
  return found.key;
}

/** Assembles the module text compiled by Python to bytes. */
async function assembled<T extends { wat: string }>(
  compiled: T,
): Promise<Omit<T, "wat"> & { binary: ArrayBuffer }> {
  if (!assembler?.alive) assembler = new Remote(new URL("module.js", import.meta.url).href);
  const binary = await assembler.call<ArrayBuffer>("assemble", [compiled.wat], LIMIT);
  const { wat: _, ...rest } = compiled;
  return { ...rest, binary };
}

/**
 * Plays games and returns the report; null if `stopped` says that it is no longer needed.  With weights they are games of
 * players that have learned, if these know the rules well enough.
 */
export async function report(
  made: Built,
  weights: Uint8Array | null,
  games: { chance: number; learned: number },
  stopped: () => boolean,
): Promise<{ report: Report; milliseconds: number } | Problem | null> {
  const player = new Remote(new URL("module.js", import.meta.url).href);
  try {
    const able = await player.call<boolean>("count", [made.binary, made.description, weights], LIMIT);
    const many = able ? games.learned : games.chance;
    const asked = [BigInt(SEED), many, made.early, made.counts, made.deals, MOST_TIME];
    const counted = await player.call<Counted>("simulate", asked, LIMIT);
    if (stopped()) return null;
    const { milliseconds, ...found } = counted;
    const work = { key: made.key, seed: SEED, player: able ? "learned" : "random" };
    const answer = await working.ask<Report>("report", { ...work, ...found });
    return isProblem(answer) ? answer : { report: answer, milliseconds };
  } finally {
    player.end();
  }
}
