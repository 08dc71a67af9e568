/** What the rules do: games played by chance inside the module, and what Python makes of their counters. */

import type { Animation } from "hoyle-viewer";
import { game } from "../catalogue.js";
import { isProblem, type Problem, working } from "../lib/python.js";
import { Remote } from "../lib/rpc.js";
import type { Description } from "../play/description.js";
import type { Counted } from "../work/module.js";
import type { Estimate } from "./charts.js";

/** A report on many games (schemas/simulate.schema.json); what is shown of it. */
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

/** A game ready to be played: the module's bytes and its description. */
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

/** One file being worked on. */
export interface Rules {
  name: string;
  text: string;
  options: Record<string, string>;
  players?: number | null;
}

const LIMIT = 60_000;
const SEED = 1;

let assembler: Remote | null = null;

/** Compiles rules to a module. */
export async function built(rules: Rules): Promise<Built | Problem> {
  const compiled = await working.ask<Compiled>("compile", rules);
  return isProblem(compiled) ? compiled : assembled(compiled);
}

/** A module with the state a scripted game is in at a picture, and its players' names. */
export interface Position extends Built {
  state: string;
  seats: string[];
}

/** Where a game of a script is at a picture, ready to be played on. */
export async function positioned(text: string, game: number, picture: number): Promise<Position | Problem> {
  const found = await working.ask<Compiled & { state: string; seats: string[] }>("position", {
    text,
    game,
    picture,
  });
  return isProblem(found) ? found : assembled(found);
}

/** The same deals under shipped rules and under others. */
export interface Paired {
  sentence: string;
  games: number;
  sides: { name: string; wins: { a: Estimate; b: Estimate } }[];
}

/** Plays so many games under both, and says what differs; null if nobody wants to know any more. */
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
      await player.call("open", [binary, description], LIMIT);
      logs.push(await player.call<string>("playLogged", [BigInt(SEED), games], LIMIT));
    } finally {
      player.end();
    }
    if (stopped()) return null;
  }
  return working.ask<Paired>("compare", { ...rules, base, seed: SEED, games, logs });
}

/** Whoever thinks as in `hoyle play` about a game; gives back the name Python has for the module. */
export async function searching(rules: Rules & { players: number }): Promise<string | Problem> {
  return begun(await working.ask<Searching>("search", rules));
}

/** A game of a script with what each of its choices cost. */
export async function judged(text: string, game: number): Promise<Animation | Problem> {
  const key = await begun(await working.ask<Searching>("judging", { text, game }));
  return isProblem(key) ? key : working.ask<Animation>("judge", { key });
}

interface Searching {
  key: string;
  wat: string;
}

/** Runs the module that searches; the name Python has for it. */
async function begun(found: Searching | Problem): Promise<string | Problem> {
  if (isProblem(found)) return found;
  if (found.wat) {
    const { key, binary } = await assembled(found);
    await working.search(key, binary);
  }
  return found.key;
}

/** The bytes of what Python compiled to text. */
async function assembled<T extends { wat: string }>(
  compiled: T,
): Promise<Omit<T, "wat"> & { binary: ArrayBuffer }> {
  if (!assembler?.alive) assembler = new Remote(new URL("module.js", import.meta.url).href);
  const binary = await assembler.call<ArrayBuffer>("assemble", [compiled.wat], LIMIT);
  const { wat: _, ...rest } = compiled;
  return { ...rest, binary };
}

/** Plays so many games and reports what came of them; null if `stopped` says that nobody wants to know any more. */
export async function report(
  made: Built,
  games: number,
  stopped: () => boolean,
): Promise<{ report: Report; milliseconds: number } | Problem | null> {
  const player = new Remote(new URL("module.js", import.meta.url).href);
  try {
    await player.call("open", [made.binary, made.description], LIMIT);
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
