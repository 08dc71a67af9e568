/** The page of a game: play it, or watch it being played. */

import type { Description } from "hoyle";
import { game } from "../catalogue.js";
import { h } from "../lib/dom.js";
import { isProblem } from "../lib/python.js";
import { GameTable } from "../play/table.js";
import { T } from "../texts.js";
import { read } from "../write/files.js";
import { type Settings, written } from "../write/settings.js";
import { readPart } from "../play/deals.js";

export const play = async (root: HTMLElement, name: string, part: string, watching = false) => {
  const { settings, deal } = readPart(part);
  const { binary, description } = await found(name, settings, root);
  const table = new GameTable(root, name, binary, description, watching, settings, { deal });
  await table.open();
  return () => table.end();
};

/** Returns the module of a game.  Shipped games have one; for own files and other settings Python compiles one. */
async function found(
  name: string,
  settings: Settings,
  root: HTMLElement,
): Promise<{ binary: ArrayBuffer; description: Description }> {
  const file = await read(name);
  if (!file || (!file.own && !written(settings))) return game(name);
  const { text } = file;
  root.append(h("p", { role: "status" }, T.compiling));
  const { built } = await import("../write/results.js");
  const made = await built({ name, text, ...settings }, true);
  root.replaceChildren();
  if (isProblem(made)) throw new Error(made.errors ? T.errors(made.errors) : made.problem);
  return { binary: made.binary, description: made.description };
}
