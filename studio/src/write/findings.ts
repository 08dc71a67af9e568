/** Statistics of played games as elements of the page. */

import { h } from "../lib/dom.js";
import { T } from "../texts.js";
import { mean, share } from "./charts.js";
import type { Fired } from "./editor.js";
import type { Paired, Report } from "./results.js";

/** The most answers shown for a question; the most frequent come first. */
const MOST_ANSWERS = 8;
/** Questions with more answers than this are left out. */
const TOO_MANY_ANSWERS = 60;

/** The differences between two rule files, as Python describes them. */
export interface Differences {
  from: string;
  /** `steps`: a mark (`-` gone, `+` new, a space for what is around both), the depth and the sentence. */
  changes: { area: string; how: string; sentence: string; steps: [string, number, string][] }[];
}

/** Whether a rule is in the file `name`, and not in another one on which it is based. */
const inside = (name: string) => (one: { file?: string }) => !one.file || one.file === `${name}.hoyle`;

/**
 * The report on the rules: wins, lengths of games, answers, and rules that never fired.  `name`: their file; `go` jumps
 * to one of its lines.
 */
export function reportElements(
  found: Report,
  name: string,
  milliseconds: number,
  go: (line: number) => void,
): HTMLElement[] {
  const shares = found.sides.map((side) => share(T.wins(side.name), side.wins));
  if (found.ties.value) shares.push(share(T.ties, found.ties));
  if (found.cut.value) shares.push(share(T.cutGames(found.limit), found.cut));
  const means = [mean(T.dealsInGame, found.length.deals), mean(T.choicesInGame, found.length.decisions)];
  for (const side of found.sides) if (side.per_deal) means.push(mean(T.perDeal(side.name), side.per_deal));
  const questions = found.questions
    .filter((one) => one.answers.length > 1 && one.answers.length <= TOO_MANY_ANSWERS)
    .map((one) =>
      h(
        "details",
        null,
        h("summary", null, `${one.phase ? `${one.phase.replaceAll("_", " ")}: ` : ""}${one.text}`),
        ...[...one.answers]
          .sort((a, b) => b.count - a.count)
          .slice(0, MOST_ANSWERS)
          .map((answer) => share(answer.label, answer.share)),
      ),
    );
  const never = found.never.map((one) =>
    h(
      "li",
      null,
      inside(name)(one)
        ? h("button", { type: "button", class: "line-link", onclick: () => go(one.line) }, T.line(one.line))
        : h("span", { class: "soft" }, `${one.file}:${one.line}`),
      " ",
      h("code", null, one.text),
    ),
  );
  const learned = found.players.includes("learned");
  return [
    h("h2", null, T.gamesPlayed(found.games, Math.round(milliseconds), learned)),
    ...shares,
    h("table", null, h("tbody", null, ...means)),
    ...(never.length
      ? [
          h("h3", { class: "never" }, T.never),
          h("p", { class: "soft" }, learned ? T.neverByLearned : T.neverByChance),
          h("ul", { class: "never" }, ...never),
        ]
      : []),
    ...(questions.length ? [h("h3", null, T.chosen), ...questions] : []),
  ];
}

/** How often the rules of each line of the file `name` fired, for the margin of the editor. */
export function fired(found: Report, name: string): Fired[] {
  const lines = new Map<number, Fired>();
  for (const rule of found.rules.filter(inside(name))) {
    const known = lines.get(rule.line);
    const text =
      rule.per_deal.value >= 100 ? rule.per_deal.value.toFixed(0) : rule.per_deal.value.toPrecision(2);
    if (!known || known.never) lines.set(rule.line, { line: rule.line, text, never: rule.count === 0 });
  }
  for (const rule of found.never.filter(inside(name)))
    lines.set(rule.line, { line: rule.line, text: T.neverShort, never: true });
  return [...lines.values()];
}

/** The same deals under both rules: the wins of each side under each.  `title`: whose games they are. */
export function pairedElements(found: Paired, base: string, title = ""): HTMLElement[] {
  const bars = found.sides.flatMap((side) => [
    share(T.winsUnder(side.name, base), side.wins.a),
    share(T.winsHere(side.name), side.wins.b),
  ]);
  return [h(title ? "h3" : "h2", null, title || T.compared), h("p", null, found.sentence), ...bars];
}

/** What is gone and what is new, with what is around both. */
function steps(all: [string, number, string][]): HTMLElement[] {
  if (!all.length) return [];
  const lines = all.map(([mark, depth, text]) => {
    const tag = mark === "-" ? "del" : mark === "+" ? "ins" : "span";
    const line = h("li", null, h(tag, null, text));
    line.style.setProperty("--depth", String(depth));
    return line;
  });
  return [h("ul", { class: "steps" }, ...lines)];
}

/** The differences: a sentence each, and both readings. */
export function differenceElements({ from, changes }: Differences): HTMLElement {
  const items = changes.map((one) =>
    h("li", { class: one.how === "in effect" ? "soft" : null }, one.sentence, ...steps(one.steps)),
  );
  return items.length ? h("ul", null, ...items) : h("p", null, T.noDifference(from));
}
