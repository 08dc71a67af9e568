/** Saves the game so far as a script, which can be replayed and analysed. */

import { isProblem, working } from "../lib/python.js";
import { T } from "../texts.js";
import { download, read } from "../write/files.js";
import type { Played, Seat } from "./opponents.js";
import type { Session } from "./session.js";

/** Lets Python write the script and gives it to the user as a file.  `say` shows the progress. */
export async function saveScript(
  session: Session,
  played: Played,
  seats: Seat[],
  say: (text: string) => void,
): Promise<void> {
  const { name, players, settings } = played;
  const file = await read(name);
  if (!file) return;
  say(T.writingScript);
  const { seed, choices } = session.kept(name, seats);
  const asked = { name, text: file.text, options: settings.options, players, seed, choices, own: file.own };
  const found = await working.ask<{ text: string }>("script", asked);
  if (isProblem(found)) return say(found.problem);
  download(`${name}.play`, found.text);
  say(T.scriptSaved(`${name}.play`));
}
