/** What a person prefers, kept in this browser.  Without storage everything keeps its default. */

/** What is stored under a name; null if nothing is. */
export function stored(name: string): string | null {
  try {
    return localStorage.getItem(`hoyle-${name}`);
  } catch {
    return null; // no storage
  }
}

/** The stored value of a preference if it is one of the values, otherwise the first of them. */
export function preferred<T extends string>(name: string, values: readonly [T, ...T[]]): T {
  const found = stored(name);
  return values.find((one) => one === found) ?? values[0];
}

export function prefer(name: string, value: string): void {
  try {
    localStorage.setItem(`hoyle-${name}`, value);
  } catch {
    // it holds for this page only
  }
}
