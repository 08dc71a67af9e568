/** A variable and its owner as the key of a map. */

/** A variable and its owner, as text: `3 1`. */
export type Key = `${number} ${number}`;

export function keyOf(variable: number, owner: number): Key {
  return `${variable} ${owner}`;
}

export function ofKey(key: Key): [variable: number, owner: number] {
  const [variable, owner] = key.split(" ");
  return [Number(variable), Number(owner)];
}
