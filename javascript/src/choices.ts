/** The choices of a player, and what a text means among them. */

import type { Story } from "./description.js";
import { IllegalChoice } from "./errors.js";
import type { Against } from "./refused.js";
import type { GameTypes } from "./typed.js";
import type { Card, GameValue, Values } from "./values.js";
import type { Option } from "./words.js";

/** One choice.  `String(choice)` is its label. */
export class Choice {
  constructor(
    private readonly of: Values,
    /** The question that it answers. */
    readonly question: number,
    /** Its number among the choices of the question, from 0. */
    readonly number: number,
    /** The choice in numbers. */
    readonly option: Option,
  ) {}

  /** The text that a person reads, which is also the notation of scripts: `play J♠`. */
  get label(): string {
    return this.of.words.label(this.question, this.option);
  }

  /** The label with its placeholders: `play {card}`.  Choices of one kind differ only in their values. */
  get kind(): string {
    return this.of.words.kind(this.question, this.option.alternative);
  }

  /** The value of each of its names: `{n: 4, s: "hearts"}`. */
  get values(): Record<string, GameValue> {
    const { names } = this.of.words.story.questions[this.question]!.alternatives[this.option.alternative]!;
    return Object.fromEntries(
      names.map(({ name, type }, i) => [name, this.of.value(type, this.option.values[i]!)]),
    );
  }

  /** The cards that it names; empty for a choice that is not about cards. */
  get cards(): Card[] {
    return this.of.some(this.of.words.named(this.question, this.option));
  }

  toString(): string {
    return this.label;
  }

  toJSON(): string {
    return this.label;
  }
}

/** A choice of a game whose types are known: its `kind` tells which values it has. */
export type ChoiceOf<G extends GameTypes> = Choice & G["choices"];

/**
 * The choice that a text means.  Throws `IllegalChoice` if it means none, with the choices there are and with the
 * reasons against it.
 */
export function meant(
  choices: readonly Choice[],
  text: string,
  player: string,
  limits: Story["limits"],
  against: () => Against | null = () => null,
): Choice {
  const wanted = plain(text);
  const found = choices.find(({ label }) => plain(label) === wanted);
  if (found) return found;
  const help = legalOnes(choices, limits);
  const refused = against();
  if (!refused)
    throw new IllegalChoice(`\`${text}\` is not one of the choices that ${player} has`, {
      code: "E1051",
      help,
    });
  const { label, reasons } = refused;
  throw new IllegalChoice(`${player} may not ${label} now`, { code: "E1052", help, reasons });
}

/** `legal are: \`lay 2♣\`, \`lay 10♦\` and 29 more`: all of them, or the first of each kind. */
function legalOnes(choices: readonly Choice[], limits: Story["limits"]): string {
  if (!choices.length) return "nothing is legal here";
  const each = choices.length <= limits.labels ? limits.labels : limits.labels_of_a_kind;
  const kinds = new Map<number, Choice[]>();
  for (const choice of choices) {
    const kind = kinds.get(choice.option.alternative) ?? [];
    if (kind.length < each) kinds.set(choice.option.alternative, [...kind, choice]);
  }
  const shown = [...kinds.values()].flat();
  const left = choices.length - shown.length;
  const labels = shown.map(({ label }) => `\`${label}\``).join(", ");
  return `legal ${choices.length === 1 ? "is" : "are"}: ${labels}${left ? ` and ${left} more` : ""}`;
}

const SIGNS: Record<string, string> = { "♠": "s", "♥": "h", "♦": "d", "♣": "c" };

/** A text in the form in which texts are compared: lower case, single spaces, suits as letters. */
export function plain(text: string): string {
  const letters = text.replace(/[\ufe0e\ufe0f]/g, "").replace(/[♠♥♦♣]/g, (sign) => SIGNS[sign]!);
  return letters.trim().toLowerCase().replace(/\s+/g, " ");
}
