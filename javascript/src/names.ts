/** The names that players may have: those that scripts can hold (`interpreter/notation/header.py`). */

import { GameError } from "./errors.js";

const LONGEST = 40;
/** Names that could not be distinguished from values. */
const NEVER = ["and", "none", "nothing", "nobody", "??", "a draw"];
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;
const NUMBER = /^[\p{Nd}²³¹⁰-⁹₀-₉]+$/u;

/** Throws `GameError` for a name that no player can have, or that two have. */
export function checkNames(names: readonly string[]): void {
  const taken = new Set<string>();
  for (const name of names) {
    const why = problem(name);
    if (why)
      throw new GameError(`\`${visible(name)}\` cannot be the name of a player: ${why}`, { code: "E1010" });
    if (taken.has(folded(name))) throw new GameError(`\`${name}\` has been said already`, { code: "E1008" });
    taken.add(folded(name));
  }
}

function problem(name: string): string {
  const lower = folded(name);
  if (!name.trim()) return "it is empty";
  if ([...name].length > LONGEST) return `it has more than ${LONGEST} characters`;
  if (NEVER.includes(lower)) return "it means something else";
  if (NUMBER.test(name.replaceAll(" ", ""))) return "numbers are seats";
  if (` ${lower} `.includes(" and ")) return "`and` stands between names";
  if (name !== name.trim().split(/\s+/).join(" ")) return "it holds blanks that cannot be seen";
  return UNSEEN.test(name) ? "it holds characters that cannot be seen" : "";
}

/** A name with what cannot be seen in it as escapes: `\u200b`. */
const visible = (name: string) =>
  name.replace(
    new RegExp(UNSEEN, "gu"),
    (found) => `\\u${found.codePointAt(0)!.toString(16).padStart(4, "0")}`,
  );

/** A name without the difference of large and small letters. */
const folded = (name: string) => name.toUpperCase().toLowerCase();
