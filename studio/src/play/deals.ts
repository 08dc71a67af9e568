/** A deal or a position as a part of an address: the seed and the choices made, beside the settings. */

import { type Settings, settingsOf, written } from "../write/settings.js";

/** Names that no option can have. */
const DEAL = "~deal";
const MADE = "~made";
const BASE = 36;
const LONGEST = 20_000;

/** A game with its deal, and the choices made in it. */
export interface SharedDeal {
  seed: bigint;
  choices: number[];
}

/** A new seed: short enough to be read aloud. */
export function newSeed(): bigint {
  return BigInt.asUintN(40, crypto.getRandomValues(new BigUint64Array(1))[0] ?? 1n);
}

/** The name of a deal, by which it can be dealt again. */
export function dealName(seed: bigint): string {
  return seed.toString(BASE);
}

/** The last part of an address: settings, deal and choices. */
export function dealPart(settings: Settings, { seed, choices }: SharedDeal): string {
  const parts = new URLSearchParams(written(settings));
  parts.set(DEAL, dealName(seed));
  if (choices.length) parts.set(MADE, choices.map((one) => one.toString(BASE)).join("."));
  return parts.toString();
}

/** Reads the last part of an address.  What is no deal is left out. */
export function readPart(part: string): { settings: Settings; deal: SharedDeal | null } {
  const { options, players } = settingsOf(part);
  const { [DEAL]: name = "", [MADE]: made = "", ...rest } = options;
  const settings = { options: rest, players };
  if (!/^[0-9a-z]{1,12}$/.test(name) || !/^[0-9a-z.]*$/.test(made) || made.length > LONGEST)
    return { settings, deal: null };
  let seed = 0n;
  for (const digit of name) seed = seed * BigInt(BASE) + BigInt(Number.parseInt(digit, BASE));
  const choices = made ? made.split(".").map((one) => Number.parseInt(one, BASE)) : [];
  if (choices.some((one) => !Number.isSafeInteger(one))) return { settings, deal: null };
  return { settings, deal: { seed: BigInt.asUintN(62, seed), choices } };
}
