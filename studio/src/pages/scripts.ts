/** The script of a replay: a shipped one, a copy of it with side lines of one's own, one from disk, or one in a link. */

import type { Animation } from "hoyle-viewer";
import { script } from "../catalogue.js";
import { h } from "../lib/dom.js";
import { prefer, stored } from "../lib/preferences.js";
import { isProblem, working } from "../lib/python.js";
import { unpack } from "../lib/share.js";
import { get, put, remove } from "../lib/store.js";
import { T } from "../texts.js";

/** The name in the address of a script that was opened from disk. */
export const OWN = "own";
/** Under what the name of its file is stored. */
const FILE = "script-file";
/** The name in the address of a script that the address contains. */
export const SHARED = "shared";

/** What is wrong in a script, and the line of the script where it is. */
export interface WrongLine {
  message: string;
  quoted: string;
}

/** A script, ready to be shown. */
export interface ShownScript {
  text: string;
  animations: Animation[];
  problems: WrongLine[];
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
  if (isProblem(found))
    return { text, animations: [], problems: [{ message: found.problem, quoted: "" }], copy };
  const lines = text.split(/\r\n|\r|\n/);
  const problems = found.problems.map((one) => ({
    message: T.wrongAt(one.line, [one.message, one.help].filter(Boolean).join(" — ")),
    quoted: lines[one.line - 1]?.trim() ?? "",
  }));
  return { text, animations: found.animations, problems, copy };
}

/** Keeps a script from disk, and the name of its file, in this browser and shows it. */
export async function openScript(text: string, file = ""): Promise<void> {
  await put("scripts", OWN, text);
  prefer(FILE, file);
  opened = null;
  if (location.hash === `#/replay/${OWN}`) location.hash = `#/replay/${OWN}/1.1`;
  else location.hash = `#/replay/${OWN}`;
}

/** The name by which people know the script of an address. */
export function titleOfScript(name: string): string {
  if (name === OWN) return stored(FILE) || T.ownScript;
  return name === SHARED ? T.ownScript : `${name}.play`;
}

/** A button that opens a script from disk, and the field that it stands for. */
export function scriptOpener(): HTMLElement[] {
  const picker = h("input", {
    type: "file",
    accept: ".play,text/plain",
    class: "unseen",
    tabindex: -1,
    "aria-label": T.openScript,
  });
  const open = h(
    "button",
    { type: "button", id: "open-script", onclick: () => picker.click() },
    T.openScript,
  );
  picker.addEventListener("change", async () => {
    const [file] = picker.files ?? [];
    if (!file) return;
    open.textContent = T.loading;
    try {
      await openScript(await file.text(), file.name);
    } catch (error) {
      open.textContent = T.failed(error instanceof Error ? error.message : String(error));
    }
  });
  return [open, picker];
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
