/** The page of a game: play it, or watch it being played. */

import type { Description } from "hoyle";
import { game } from "../catalogue.js";
import { h } from "../lib/dom.js";
import { isProblem } from "../lib/python.js";
import { weightsFor } from "../play/opponents.js";
import { warm } from "../play/session.js";
import { GameTable } from "../play/table.js";
import { T } from "../texts.js";
import { isOwn, read } from "../write/files.js";
import { learnedHere } from "../write/learning.js";
import { type Settings, written } from "../write/settings.js";
import { readPart } from "../play/deals.js";

export const play = async (root: HTMLElement, name: string, part: string, watching = false) => {
  warm();
  const { settings, deal } = readPart(part);
  const { binary, description, weights } = await found(name, settings, root);
  const table = new GameTable(root, name, binary, description, watching, settings, { deal, weights });
  await table.open();
  return () => table.end();
};

/**
 * Returns the module of a game, and the weights of the player `learned`.  Shipped games have a module; for own files and
 * other settings Python compiles one.  The weights are what was learned in this browser, or else those of the game that
 * the rules are, or were made from.
 */
async function found(
  name: string,
  settings: Settings,
  root: HTMLElement,
): Promise<{ binary: ArrayBuffer; description: Description; weights: Uint8Array | null }> {
  const file = written(settings) || (await isOwn(name)) ? await read(name) : null;
  if (!file) {
    const [made, weights] = await Promise.all([game(name), weightsFor(name, "")]);
    return { ...made, weights: (await learnedHere(made.description))?.weights ?? weights };
  }
  const { text } = file;
  root.append(h("p", { role: "status" }, T.compiling));
  const { built } = await import("../write/results.js");
  const made = await built({ name, text, ...settings }, true);
  root.replaceChildren();
  if (isProblem(made)) throw new Error(made.errors ? T.errors(made.errors) : made.problem);
  const { binary, description } = made;
  const lesson = await learnedHere(description);
  return {
    binary,
    description,
    weights: lesson?.weights ?? (await weightsFor(file.own ? "" : name, text, file.origin)),
  };
}
