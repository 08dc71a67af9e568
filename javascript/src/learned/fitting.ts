/**
 * Which blocks of features that were learned under some rules fit those of other rules, as in
 * `interpreter/learning/fitting.py`, which says why.
 */

export interface Block {
  key: string;
  size: number;
}

/** The blocks of an option that stand together: their places by what follows the words in the key, and by size. */
interface Option {
  text: string;
  places: Map<string, number>;
}

const OPTION = "option ";
/** The key of the block that has a row for each question. */
const QUESTION = "question";

/**
 * For each block that is wanted, the place of the known one that fits, which has the same size unless it is that of the
 * question; -1 if there is none.
 */
export function fitting(known: Block[], wanted: Block[]): number[] {
  const found = wanted.map(() => -1);
  const exact = new Map(known.map(({ key, size }, place) => [`${size} ${key}`, place]));
  const words = new Map<string, string>();
  for (const [option, same] of pairs(options(known), options(wanted))) {
    words.set(same.text, option.text);
    for (const [shape, place] of same.places) found[place] = option.places.get(shape) ?? -1;
  }
  return wanted.map(({ key, size }, place) => {
    let at = found[place]! >= 0 ? found[place] : exact.get(`${size} ${key}`);
    if (at === undefined && key.startsWith("said ")) {
      const end = key.lastIndexOf(" +");
      const text = key.slice("said ".length, end);
      at = exact.get(`${size} said ${words.get(text) ?? text}${key.slice(end)}`);
    }
    for (const one of earlier(key)) at ??= exact.get(`${size} ${one}`);
    return at ?? (key === QUESTION ? known.findIndex((one) => one.key === QUESTION) : -1);
  });
}

/** The keys of the blocks before one that have the same key but for their numbers, the last first. */
function* earlier(key: string): Generator<string> {
  const again = / #(\d+)$/.exec(key);
  if (!again) return;
  const first = key.slice(0, again.index);
  for (let number = Number(again[1]) - 1; number > 1; number--) yield `${first} #${number}`;
  yield first;
}

/** The options among blocks, in their order. */
function options(blocks: Block[]): Option[] {
  const made: Option[] = [];
  let open: Option | undefined;
  blocks.forEach(({ key: numbered, size }, place) => {
    const key = numbered.replace(/ #\d+$/, "");
    if (!open || !key.startsWith(`${OPTION}${open.text} `)) {
      open = key.startsWith(OPTION)
        ? { text: key.slice(OPTION.length).replace(/ alone$/, ""), places: new Map() }
        : undefined;
      if (!open) return;
      made.push(open);
    }
    open.places.set(`${size} ${key.slice(OPTION.length + open.text.length)}`, place);
  });
  return made;
}

/** The options that are the same in both. */
function* pairs(known: Option[], wanted: Option[]): Generator<[Option, Option]> {
  const [gone, added] = [more(known, wanted), more(wanted, known)];
  let [first, second] = [0, 0];
  for (const [i, j] of [...agreeing(known, wanted), [known.length, wanted.length] as const]) {
    const before = known.slice(first, i).filter(({ text }) => gone.has(text));
    const after = wanted.slice(second, j).filter(({ text }) => added.has(text));
    if (before.length === after.length)
      for (const [at, option] of before.entries()) if (alike(option, after[at]!)) yield [option, after[at]!];
    if (i < known.length) yield [known[i]!, wanted[j]!];
    [first, second] = [i + 1, j + 1];
  }
}

/** The words that more of these options have than of the others. */
function more(these: Option[], others: Option[]): Set<string> {
  const count = (among: Option[], text: string) => among.filter((one) => one.text === text).length;
  return new Set(these.map(({ text }) => text).filter((text) => count(these, text) > count(others, text)));
}

function alike(one: Option, other: Option): boolean {
  return (
    one.places.size === other.places.size && [...one.places.keys()].every((shape) => other.places.has(shape))
  );
}

/** The places of a longest common subsequence. */
function* agreeing(known: Option[], wanted: Option[]): Generator<readonly [number, number]> {
  const most = Array.from({ length: known.length + 1 }, () => new Array<number>(wanted.length + 1).fill(0));
  const same = (i: number, j: number) => known[i]!.text === wanted[j]!.text;
  for (let i = known.length - 1; i >= 0; i--)
    for (let j = wanted.length - 1; j >= 0; j--)
      most[i]![j] = same(i, j) ? most[i + 1]![j + 1]! + 1 : Math.max(most[i + 1]![j]!, most[i]![j + 1]!);
  let [i, j] = [0, 0];
  while (i < known.length && j < wanted.length) {
    if (same(i, j)) yield [i++, j++];
    else if (most[i + 1]![j]! >= most[i]![j + 1]!) i++;
    else j++;
  }
}
