/** What a person prefers, kept in this browser.  Without storage everything keeps its default. */

/** The stored value of a preference if it is one of the values, otherwise the first of them. */
export function preferred<T extends string>(name: string, values: readonly [T, ...T[]]): T {
  let found: string | null = null;
  try {
    found = localStorage.getItem(`hoyle-${name}`);
  } catch {
    // no storage
  }
  return values.find((one) => one === found) ?? values[0];
}

export function prefer(name: string, value: string): void {
  try {
    localStorage.setItem(`hoyle-${name}`, value);
  } catch {
    // it holds for this page only
  }
}
