/** Rules that are to be played with friends: they go, inside a link, to a server of tables (`hoyle serve`). */

import { answered } from "../lib/served.js";
import { pack } from "../lib/share.js";

/** What is played: a shipped ruleset by name, or a text, with its settings. */
export interface Wanted {
  name: string;
  title: string;
  text: string | null;
  options: Record<string, string>;
  players?: number | null;
}

/** Whether the server of this page can have friends at a table.  An exported site cannot. */
export async function offersFriends(): Promise<boolean> {
  try {
    const answer = await fetch(new URL("files.json", document.baseURI));
    return ((await answer.json()) as { friends?: boolean }).friends === true;
  } catch {
    return false;
  }
}

/** The address of the page where a table with these rules is opened.  Throws an error that says why there is none. */
export async function friendsAddress(wanted: Wanted): Promise<string> {
  const answer = await answered("friends", { method: "POST" });
  if (!answer.ok) throw new Error((await answer.text()).trim());
  const { address } = (await answer.json()) as { address: string };
  return `${address}#rules=${await pack(wanted)}`;
}
