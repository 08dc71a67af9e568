/** How a game ended, in words. */

import { textOf } from "hoyle";
import { T } from "../texts.js";
import type { Reader } from "./log.js";
import type { Session } from "./session.js";

export function outcomeOf(session: Session, { viewer, you }: Reader): string {
  if (session.result?.cut) return T.cut;
  const won = session
    .storyOf(viewer)
    .lines.flat()
    .findLast((line) => line.item === "won");
  return won ? `${textOf(won, session.words, you)}.` : T.over;
}
