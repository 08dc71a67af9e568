/** The reasons why a card cannot be chosen now. */

import { isProblem, working } from "../lib/python.js";
import { T } from "../texts.js";
import { read } from "../write/files.js";
import type { Played } from "./opponents.js";
import type { Session } from "./session.js";

/** The rules against the card, available at once: the description of the game contains their texts. */
export function refusal(session: Session, card: string): string {
  const question = session.now.position.question;
  const alternatives = session.description.legend.questions[question]?.alternatives ?? [];
  const rules = alternatives
    .filter((one) => one.types.some((type) => type.kind === "card" || type.element === "card"))
    .flatMap((one) => one.rules);
  return rules.length ? T.notLegalBecause(card, rules.join("; ")) : T.notLegal(card);
}

/** The exact reason, computed by Python.  Null if Python is not loaded or knows no more. */
export async function exactRefusal(session: Session, played: Played, card: string): Promise<string | null> {
  if (!working.begun) return null;
  const step = session.now;
  const { legend, cards } = session.description;
  const question = step.position.question;
  const kinds = legend.questions[question]?.alternatives ?? [];
  const alternative = kinds.findIndex((one) => one.types.length === 1 && one.types[0]?.kind === "card");
  const file = await read(played.name);
  if (alternative < 0 || !file) return null;
  const asked = {
    name: played.name,
    text: file.text,
    options: played.settings.options,
    players: played.players,
    state: Array.from(step.snapshot.state, (byte) => byte.toString(16).padStart(2, "0")).join(""),
    choice: session.words.label(question, [alternative, cards.indexOf(card)]),
  };
  const found = await working.ask<{ reasons: string[] }>("why", asked);
  if (session.now !== step || isProblem(found) || !found.reasons.length) return null;
  return T.notLegalBecause(card, found.reasons.join("; "));
}
