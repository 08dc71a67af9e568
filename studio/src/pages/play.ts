/** The page of a game: play it, or watch it being played. */

import type { Description } from "hoyle";
import { game, rules } from "../catalogue.js";
import { h } from "../lib/dom.js";
import { isProblem } from "../lib/python.js";
import { get } from "../lib/store.js";
import { GameTable } from "../play/table.js";
import { T } from "../texts.js";
import type { OwnFile } from "../write/files.js";
import { type Settings, settingsOf, written } from "../write/settings.js";

export const play = async (root: HTMLElement, name: string, part: string, watching = false) => {
  const settings = settingsOf(part);
  const { binary, description } = await found(name, settings, root);
  const table = new GameTable(root, name, binary, description, watching, undefined, settings);
  await table.open();
  return () => table.end();
};

/** Returns the module of a game.  Shipped games have one; for own files and other settings Python compiles one. */
async function found(
  name: string,
  settings: Settings,
  root: HTMLElement,
): Promise<{ binary: ArrayBuffer; description: Description }> {
  const own = await get<OwnFile>("files", name);
  if (!own && !written(settings)) return game(name);
  const text = own?.text ?? (await rules(name));
  root.append(h("p", { role: "status" }, T.compiling));
  const { built } = await import("../write/results.js");
  const made = await built({ name, text, ...settings }, true);
  root.replaceChildren();
  if (isProblem(made)) throw new Error(made.errors ? T.errors(made.errors) : made.problem);
  return { binary: made.binary, description: made.description };
}
