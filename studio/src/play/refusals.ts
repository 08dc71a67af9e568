/** The reasons why a card cannot be chosen now. */

import { isProblem, working } from "../lib/python.js";
import { T } from "../texts.js";
import { read } from "../write/files.js";
import type { Played } from "./opponents.js";
import type { Session } from "./session.js";

/** The rules against the card, available at once: the description of the game contains their texts. */
export function refusal(session: Session, card: string): string {
  const { story } = session.words;
  const alternatives = story.questions[session.now.state.question]?.alternatives ?? [];
  const rules = alternatives
    .filter((one) => one.names.some(({ type }) => type.kind === "card" || type.element?.kind === "card"))
    .flatMap((one) => one.rules);
  return rules.length ? T.notLegalBecause(card, rules.join("; ")) : T.notLegal(card);
}

/** The exact reason, computed by Python.  Null if Python is not loaded or knows no more. */
export async function exactRefusal(session: Session, played: Played, card: string): Promise<string | null> {
  if (!working.begun) return null;
  const step = session.now;
  const { questions, cards } = session.words.story;
  const { question } = step.state;
  const kinds = questions[question]?.alternatives ?? [];
  const alternative = kinds.findIndex(({ names }) => names.length === 1 && names[0]?.type.kind === "card");
  const file = await read(played.name);
  if (alternative < 0 || !file) return null;
  const asked = {
    name: played.name,
    text: file.text,
    options: played.settings.options,
    players: played.players,
    state: Array.from(step.state.bytes, (byte) => byte.toString(16).padStart(2, "0")).join(""),
    choice: session.words.label(question, { alternative, values: [cards.indexOf(card)] }),
  };
  const found = await working.ask<{ reasons: string[] }>("why", asked);
  if (session.now !== step || isProblem(found) || !found.reasons.length) return null;
  return T.notLegalBecause(card, found.reasons.join("; "));
}
