/** The rule files stored in this browser, by name.  A shipped game is never changed: what is edited is a copy. */

import { catalogue, isShipped, rules } from "../catalogue.js";
import { exchange, get, keys, remove } from "../lib/store.js";

export interface OwnFile {
  text: string;
  changed: number;
  /** The name of the rules of which this file is a copy. */
  origin?: string | undefined;
}

const LONGEST_NAME = 60;

/** Turns a text into a valid file name: letters, digits, `_` and `-`. */
export function cleaned(name: string): string {
  const stem = name.replace(/\.(hoyle|play)$/, "");
  return stem.replace(/[^\p{L}\p{N}_-]+/gu, "_").slice(0, LONGEST_NAME) || "untitled";
}

/** The names of all own files. */
export async function own(): Promise<string[]> {
  await moved();
  return keys("files");
}

/** A name like this one that neither an own file nor a shipped game has. */
export async function free(name: string): Promise<string> {
  const taken = new Set([...(await own()), ...(await catalogue()).games.map((one) => one.name)]);
  let found = cleaned(name);
  for (let n = 2; taken.has(found); n++) found = `${cleaned(name).slice(0, LONGEST_NAME - 4)}_${n}`;
  return found;
}

let moving: Promise<void> | null = null;

/** Earlier pages kept an edited shipped game under its own name, which hid it.  Such a file gets a name of its own. */
function moved(): Promise<void> {
  moving ??= (async () => {
    const shipped = new Set((await catalogue()).games.map((one) => one.name));
    const all = await keys("files");
    for (const name of all.filter((one) => shipped.has(one))) {
      const file = await get<OwnFile>("files", name);
      let other = `my_${name}`;
      for (let n = 2; all.includes(other); n++) other = `my_${name}_${n}`;
      if (file && (await keep(other, file.text, null, name)) !== null) await remove("files", name);
    }
  })();
  return moving;
}

/** Whether a name is that of an own file. */
export async function isOwn(name: string): Promise<boolean> {
  return (await own()).includes(name);
}

/**
 * Returns the text of an own file, otherwise that of a shipped game; null if there is neither.  Throws an error if the
 * game cannot be had.
 */
export async function read(
  name: string,
): Promise<{ text: string; own: boolean; changed: number | null; origin?: string | undefined } | null> {
  await moved();
  const own = await get<OwnFile>("files", name);
  if (own) return { text: own.text, own: true, changed: own.changed, origin: own.origin };
  return (await isShipped(name)) ? { text: await rules(name), own: false, changed: null } : null;
}

/** The reason why a file was not kept: another window has changed it. */
export class ChangedElsewhere extends Error {}

/**
 * Keeps a file.  `known`: when the file was changed for the last time, as far as this window knows (null: it is new).
 * Returns the time of this change, or null if there is no room.  Throws `ChangedElsewhere` if another window has changed
 * the file since.
 */
export async function keep(
  name: string,
  text: string,
  known: number | null,
  origin?: string,
): Promise<number | null> {
  const changed = Math.max(Date.now(), (known ?? 0) + 1);
  const done = await exchange<OwnFile>("files", name, (old) =>
    old && old.changed !== known && old.text !== text
      ? undefined
      : { text, changed, origin: origin ?? old?.origin },
  );
  if (done === "refused") throw new ChangedElsewhere();
  return done === "kept" ? changed : null;
}

export const forget = (name: string) => remove("files", name);

/** The title of rules. */
export function titleOf(text: string): string | null {
  return /^\s*(?:game|variant)\s+"([^"]{1,80})"/m.exec(text)?.[1] ?? null;
}

/** Offers a text to the user as a download. */
export function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
