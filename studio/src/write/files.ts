/** The rule files stored in this browser, by name. */

import { rules } from "../catalogue.js";
import { get, keys, put, remove } from "../lib/store.js";

export interface OwnFile {
  text: string;
  changed: number;
}

const LONGEST_NAME = 60;

/** Turns a text into a valid file name: letters, digits, `_` and `-`. */
export function cleaned(name: string): string {
  const stem = name.replace(/\.(hoyle|play)$/, "");
  return stem.replace(/[^\p{L}\p{N}_-]+/gu, "_").slice(0, LONGEST_NAME) || "untitled";
}

/** Returns the text of an own file, otherwise that of a shipped game. */
export async function read(name: string): Promise<{ text: string; own: boolean } | null> {
  const own = await get<OwnFile>("files", name);
  if (own) return { text: own.text, own: true };
  try {
    return { text: await rules(name), own: false };
  } catch {
    return null;
  }
}

export function keep(name: string, text: string): Promise<boolean> {
  return put("files", name, { text, changed: Date.now() } satisfies OwnFile);
}

export const own = () => keys("files");
export const forget = (name: string) => remove("files", name);

/** Offers a text to the user as a download. */
export function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
