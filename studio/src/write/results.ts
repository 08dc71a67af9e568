/** Plays random games inside a module, and lets Python compute the statistics from the counters. */

import type { Description } from "hoyle";
import type { Animation } from "hoyle-viewer";
import { game } from "../catalogue.js";
import { isProblem, type Problem, working } from "../lib/python.js";
import { Remote } from "../lib/rpc.js";
import type { Counted } from "../work/module.js";
import type { Estimate } from "./charts.js";

/** The parts of a report on many games (schemas/simulate.schema.json) that the page shows. */
export interface Report {
  games: number;
  seed: number;
  sides: { name: string; wins: Estimate; per_deal?: Estimate }[];
  ties: Estimate;
  cut: Estimate;
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
const SEED = 1;

let assembler: Remote | null = null;

/** Compiles rules to a module.  `playing`: one that people at a table can use. */
export async function built(rules: Rules, playing = false): Promise<Built | Problem> {
  const compiled = await working.ask<Compiled>("compile", { ...rules, playing });
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

/**
 * Plays games under both rules and returns the differences; null if `stopped` says that the result is no longer needed.
 */
export async function paired(
  made: Built,
  rules: Rules,
  base: string,
  games: number,
  stopped: () => boolean,
): Promise<Paired | Problem | null> {
  const other = await game(base);
  const logs: string[] = [];
  for (const [binary, description] of [
    [other.binary, other.description],
    [made.binary, made.description],
  ] as const) {
    const player = new Remote(new URL("module.js", import.meta.url).href);
    try {
      await player.call("count", [binary, description], LIMIT);
      logs.push(await player.call<string>("playLogged", [BigInt(SEED), games], LIMIT));
    } finally {
      player.end();
    }
    if (stopped()) return null;
  }
  return working.ask<Paired>("compare", { ...rules, base, seed: SEED, games, logs });
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

/** Plays games and returns the report; null if `stopped` says that it is no longer needed. */
export async function report(
  made: Built,
  games: number,
  stopped: () => boolean,
): Promise<{ report: Report; milliseconds: number } | Problem | null> {
  const player = new Remote(new URL("module.js", import.meta.url).href);
  try {
    await player.call("count", [made.binary, made.description], LIMIT);
    const asked = [BigInt(SEED), games, made.early, made.counts, made.deals];
    const counted = await player.call<Counted>("simulate", asked, LIMIT);
    if (stopped()) return null;
    const { milliseconds, ...found } = counted;
    const answer = await working.ask<Report>("report", { key: made.key, seed: SEED, games, ...found });
    return isProblem(answer) ? answer : { report: answer, milliseconds };
  } finally {
    player.end();
  }
}
