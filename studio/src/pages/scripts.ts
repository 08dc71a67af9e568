/** The script of a replay: a shipped one, a copy of it with side lines of one's own, one from disk, or one in a link. */

import type { Animation } from "hoyle-viewer";
import { script } from "../catalogue.js";
import { isProblem, working } from "../lib/python.js";
import { unpack } from "../lib/share.js";
import { get, put, remove } from "../lib/store.js";
import { T } from "../texts.js";

/** The name in the address of a script that was opened from disk. */
export const OWN = "own";
/** The name in the address of a script that the address contains. */
export const SHARED = "shared";

/** A script, ready to be shown. */
export interface ShownScript {
  text: string;
  animations: Animation[];
  problems: string[];
  /** Whether it is a copy of a shipped script with side lines of one's own. */
  copy: boolean;
}

interface Answer {
  animations: Animation[];
  problems: { line: number; message: string; help: string }[];
}

/** Lets Python play a script.  Its mistakes are in the answer. */
export async function shownScript(text: string, copy = false): Promise<ShownScript> {
  const found = await working.ask<Answer>("animation", { text });
  if (isProblem(found)) return { text, animations: [], problems: [found.problem], copy };
  const problems = found.problems.map((one) =>
    T.wrongAt(one.line, [one.message, one.help].filter(Boolean).join(" — ")),
  );
  return { text, animations: found.animations, problems, copy };
}

/** Keeps a script from disk in this browser and shows it. */
export async function openScript(text: string): Promise<void> {
  await put("scripts", OWN, text);
  opened = null;
  if (location.hash === `#/replay/${OWN}`) location.hash = `#/replay/${OWN}/1.1`;
  else location.hash = `#/replay/${OWN}`;
}

/** The script that was shown last: Python need not play it again. */
let opened: { name: string; shown: ShownScript } | null = null;

/** The script of an address: its name, and what follows it.  Throws an error if there is none. */
export async function found(name: string, rest: string): Promise<{ name: string; shown: ShownScript }> {
  if (name === SHARED) {
    try {
      const { text } = await unpack(rest.split("/")[0] ?? "");
      return { name: OWN, shown: await shownScript(text) };
    } catch {
      throw new Error(T.brokenLink);
    }
  }
  const kept = await get<string>("scripts", name);
  if (kept !== undefined) {
    if (opened?.name === name && opened.shown.text === kept) return opened;
    opened = { name, shown: await shownScript(kept, name !== OWN) };
    return opened;
  }
  if (name === OWN) throw new Error(T.noScript);
  return { name, shown: { ...(await script(name)), problems: [], copy: false } };
}

/** The animations of a script. */
export async function animationsOf(name: string): Promise<Animation[]> {
  return (await found(name, "")).shown.animations;
}

/** Keeps a script with new side lines as one's own copy.  Returns whether there was room. */
export async function keepCopy(name: string, text: string): Promise<boolean> {
  opened = null;
  return put("scripts", name, text);
}

export async function dropCopy(name: string): Promise<void> {
  opened = null;
  await remove("scripts", name);
}
