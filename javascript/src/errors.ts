/**
 * The errors of this package: each has a code and a sentence.  Where Python raises an error for the same mistake, they
 * are the same; `hoyle explain CODE` explains a code.
 */

export interface About {
  /** `E1052`. */
  code: `E${number}`;
  /** What can be done about it, or what there is instead: `they are \`A\`, \`B\``; empty if there is nothing to say. */
  help?: string;
  /** The reasons, in words: the rules against a choice. */
  reasons?: readonly string[];
}

/** What was asked for cannot be done: the data are damaged, a name does not exist, the game is over. */
export class GameError extends Error {
  override name = "GameError";
  readonly code: string;
  readonly help: string;
  readonly reasons: readonly string[];

  /** `sentence`: what cannot be done, in one line; `message` has the first reason and the help as well. */
  constructor(
    readonly sentence: string,
    { code, help = "", reasons = [] }: About,
  ) {
    super(sentence + reasons.slice(0, 1).map((one) => `: ${one}`) + (help && `; ${help}`));
    this.code = code;
    this.help = help;
    this.reasons = reasons;
  }
}

/** The rules cannot be played like this: not by so many players. */
export class RulesError extends GameError {
  override name = "RulesError";
}

/** A word that has no meaning in this game. */
export class UnknownName extends GameError {
  override name = "UnknownName";
}

/** There is no such player that is a program. */
export class UnknownPlayer extends UnknownName {
  override name = "UnknownPlayer";
}

/** A choice that cannot be made now.  `reasons`: the rules against it, in words; empty if it is no choice at all. */
export class IllegalChoice extends GameError {
  override name = "IllegalChoice";
}

/** A message in which each gap (`{…}`) takes the next number, with commas between thousands if it asks for them. */
export function filled(text: string, numbers: readonly bigint[]): string {
  let next = 0;
  return text.replace(/\{\w*(:,)?\}/g, (_, commas?: string) => {
    const number = numbers[next++] ?? 0n;
    return commas ? number.toLocaleString("en") : `${number}`;
  });
}

/** An error of the rules met in play: the kind (one of `fault.kinds`) and the place in the rule file. */
export class Fault extends Error {
  override name = "Fault";

  constructor(
    readonly kind: string,
    /** What went wrong, without the place. */
    readonly reason: string,
    readonly place: string,
  ) {
    super(place ? `${place}: ${reason}` : reason);
  }
}

export const gameOver = () => new IllegalChoice("the game is over before this", { code: "E1053" });

export const unreadable = (why: string) =>
  new GameError(`this is not a saved game: ${why}`, { code: "E1091" });

/** The error for an argument that cannot be used. */
export const wrong = (why: string) => new GameError(why, { code: "E1092" });

/** The error for a module, or its description, that cannot be used. */
export const unfit = (why: string) => new GameError(why, { code: "E1099" });

/** The error for weights that cannot be used. */
export const unusable = (why: string) => new GameError(why, { code: "E1096" });

/** The error for somebody who is none of these. */
export const unknownPlayer = (name: string | number, known: readonly string[]) =>
  new UnknownName(`\`${name}\` is not one of the players`, {
    code: "E1035",
    help: listed("they are", known),
  });

const MOST_LISTED = 12;

/** `there are \`stock\`, \`hand\``; empty if there are none. */
export function listed(begin: string, names: readonly string[]): string {
  if (!names.length) return "";
  const shown = names.slice(0, MOST_LISTED).map((name) => `\`${name}\``);
  const left = names.length - shown.length;
  return `${begin} ${shown.join(", ")}${left ? ` and ${left} more` : ""}`;
}
