/** The reason why cards cannot be chosen now: the module knows it, so it is there at once and without Python. */

import { T } from "../texts.js";
import type { Session } from "./session.js";

/** The one reason that holds, in a sentence.  Null if the game has gone on meanwhile. */
export async function refusal(session: Session, cards: readonly string[]): Promise<string | null> {
  const step = session.now;
  const said = await session.refusal(cards);
  if (session.now !== step) return null;
  return said ? `${said}.` : T.notLegal(cards.join(" "));
}
