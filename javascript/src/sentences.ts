/** Lines as sentences for people, by the templates that the description of a game brings along. */

import type { Forms } from "./description.js";
import type { Line } from "./lines.js";
import type { Words } from "./words.js";

/** A sentence about somebody, in the form that agrees with who it is. */
export function sentence(
  forms: Forms,
  names: readonly string[],
  you: string | null,
  gaps: Record<string, string> = {},
): string {
  const [only] = names;
  const form = names.length > 1 ? "several" : you !== null && only === you ? "you" : "one";
  return filled(forms[form], { who: names.join(" and "), ...gaps });
}

/** A template with its gaps filled. */
function filled(template: string, gaps: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (gap, name: string) => gaps[name] ?? gap);
}

/** A line as text.  `you`: the name of the seat of the person who reads. */
export function textOf(line: Line, words: Words, you: string | null = null): string {
  const { sentences } = words.story;
  const say = (forms: Forms, names: readonly string[], gaps?: Record<string, string>) =>
    sentence(forms, names, you, gaps);
  switch (line.item) {
    case "heading":
      return line.title;
    case "named":
      return `${line.name}: ${line.value}`;
    case "dealt":
      return line.rows.map(([owner, cards]) => `${owner || line.zone}: ${counted(cards)}`).join("; ");
    case "made": {
      const draws = line.draws.length
        ? `, ${say(sentences.draws, [line.player], { what: counted(line.draws) })}`
        : "";
      return `${line.player}: ${line.label}${draws}`;
    }
    case "tricktable":
      return line.winner === null
        ? line.plays.map(([who, card]) => `${who} ${card}`).join(", ")
        : say(sentences.takes, [line.winner]);
    case "handed":
      return filled(sentences.handed, { what: counted(line.cards), to: whose(line.to, you) });
    case "revealed":
      return filled(sentences.shown, { what: line.cards.join(" "), to: whose(line.to, you) });
    case "happened":
      return filled(sentences.happened, { what: line.title });
    case "gained":
      return `${line.owner}: ${line.name} ${signed(line.now)} (${change(line.now - line.before)})`;
    case "scores":
      return line.rows
        .map(
          ([owner, numbers]) =>
            `${owner} ${numbers.map(([before, now]) => `${signed(now)}${now === before ? "" : ` (${change(now - before)})`}`).join(" ")}`,
        )
        .join(", ");
    case "won":
      return line.winners.length ? say(sentences.won, line.winners) : sentences.nobody;
  }
}

/** A place as the person who reads calls it: `your hand`. */
function whose(place: string, you: string | null): string {
  const end = ` of ${you}`;
  return you !== null && place.endsWith(end) ? `your ${place.slice(0, -end.length)}` : place;
}

/** Cards; their number if none of them is known. */
function counted(cards: readonly string[]): string {
  if (!cards.length || cards.some((card) => card !== "??")) return cards.join(" ");
  return cards.length === 1 ? "1 card" : `${cards.length} cards`;
}

function signed(value: number): string {
  return String(value).replace("-", "−");
}

function change(value: number): string {
  return value < 0 ? signed(value) : `+${value}`;
}
