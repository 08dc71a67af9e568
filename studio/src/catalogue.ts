/** The games that come with the studio. */

import type { Description } from "hoyle";
import type { Animation } from "hoyle-viewer";
import type { Lesson } from "./learn/questions.js";
import { answered } from "./lib/served.js";
import { T } from "./texts.js";
import type { Switches } from "./write/settings.js";

export interface GameEntry {
  name: string;
  title: string;
  about: string;
  variant: boolean;
  /** The name of the game that a variant is based on; null for a game. */
  base: string | null;
  players: number;
  least: number;
  most: number;
  cards: number;
  /** The game whose weights the player `learned` plays it with: its own, or that of its base; null if there are none. */
  learned: string | null;
}

export interface Catalogue {
  games: GameEntry[];
  lessons: { name: string; title: string; about: string }[];
  scripts: { name: string; title: string; game: string }[];
  /** The rules with which a new game begins. */
  start: string;
}

const NAME = /^[\w-]+$/;

async function fetched(path: string): Promise<Response> {
  const answer = await answered(path);
  if (!answer.ok) throw new Error(`${path} is not there`);
  return answer;
}

function checked(name: string): string {
  if (!NAME.test(name)) throw new Error("that is no name of a game");
  return name;
}

/** The order in which a person looks for a title. */
function byTitle(a: GameEntry, b: GameEntry): number {
  return a.title.localeCompare(b.title, "en", { numeric: true });
}

let known: Promise<Catalogue> | null = null;

export function catalogue(): Promise<Catalogue> {
  known ??= fetched("catalogue.json")
    .then((answer) => answer.json() as Promise<Catalogue>)
    .then((found) => ({ ...found, games: found.games.toSorted(byTitle) }))
    .catch((error) => {
      known = null; // the next page asks again
      throw error;
    });
  return known;
}

/** Whether a game of this name comes with the studio. */
export async function isShipped(name: string): Promise<boolean> {
  return (await catalogue()).games.some((one) => one.name === name);
}

/** The module of a shipped game and its description. */
export async function game(name: string): Promise<{ binary: ArrayBuffer; description: Description }> {
  const base = `games/${checked(name)}`;
  if (!(await isShipped(name))) throw new Error(T.noGame(name));
  const [binary, description] = await Promise.all([
    fetched(`${base}.wasm`).then((answer) => answer.arrayBuffer()),
    fetched(`${base}.json`).then((answer) => answer.json() as Promise<Description>),
  ]);
  return { binary, description };
}

/** The weights of the player `learned` for a shipped game; null if nobody has learned it. */
export async function weights(name: string): Promise<Uint8Array | null> {
  const { games } = await catalogue();
  const learned = games.find((one) => one.name === name)?.learned;
  if (!learned) return null;
  const answer = await fetched(`games/${checked(learned)}.weights`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** The settings of a shipped game. */
export async function switches(name: string): Promise<Switches> {
  return (await fetched(`settings/${checked(name)}.json`)).json() as Promise<Switches>;
}

export async function rules(name: string): Promise<string> {
  return (await fetched(`rules/${checked(name)}.hoyle`)).text();
}

export async function lesson(name: string): Promise<Lesson> {
  return (await fetched(`lessons/${checked(name)}.json`)).json() as Promise<Lesson>;
}

export async function script(name: string): Promise<{ text: string; animations: Animation[] }> {
  const base = `scripts/${checked(name)}`;
  const [text, animations] = await Promise.all([
    fetched(`${base}.play`).then((answer) => answer.text()),
    fetched(`${base}.json`).then((answer) => answer.json() as Promise<Animation[]>),
  ]);
  return { text, animations };
}
