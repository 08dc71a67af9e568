/** The panels beside the editor: the rulebook of the rules, what they do, what they change, and their sources. */

import { announce, h, replace } from "../lib/dom.js";
import { isProblem, type Problem, working } from "../lib/python.js";
import { whyBroken } from "../lib/rpc.js";
import { T } from "../texts.js";
import { showComparison } from "./comparing.js";
import type { Editor } from "./editor.js";
import { type Differences, differenceElements, fired, reportElements } from "./findings.js";
import { anythingLearned, LessonPanel, learnedHere, type Lesson } from "./learning.js";
import { type Rulebook, rulebook } from "./prose.js";
import { built, type Report, type Rules, report } from "./results.js";
import { SettingsPanel, type Switches, USUAL } from "./settings.js";
import { Sources } from "./sources.js";
import { Tabs } from "./tabs.js";

/** Number of games for the statistics. */
const GAMES = { chance: 10_000, learned: 1_000 };

/** What stopped a game of the rules, and what mends it. */
interface Stop {
  message: string;
  /** 0: in another file. */
  line: number;
  advice: string;
  /** What mends it at the end of the file. */
  lines: string[];
}

/** The page of the editor, as the panels see it. */
export interface Edited {
  /** The name of the file and the text as it now is. */
  file(): { name: string; text: string };
  /** What players have learned of these rules, or of those that they were made from. */
  weights(text: string): Promise<Uint8Array | null>;
  editor(): Editor | null;
  /** Other settings were chosen. */
  chosen(): void;
  /** Shows the state of the file. */
  say(text: string): void;
  /** Shows below the state what mends the rules. */
  advise(...parts: HTMLElement[]): void;
  /** Everything is shown; `round` counts how often that was so. */
  done(round: number): void;
}

export class Panels {
  settings = USUAL;
  readonly element: HTMLElement;
  private round = 0;
  private ended = false;
  /** The comparison to run when its panel is shown. */
  private pending: (() => Promise<void>) | null = null;
  private readonly book = h("div", { class: "book" });
  private readonly before = h("p", { class: "before soft" }, T.before);
  private readonly lesson = new LessonPanel(() => this.refresh());
  private readonly report = h("div", { class: "found" });
  private readonly base = h("select", { id: "base", "aria-label": T.comparedWith });
  private readonly differences = h("div", { class: "differences" });
  private readonly paired = h("div", { class: "paired", role: "status" });
  private readonly sources = new Sources(
    (line) => this.page.editor()?.go(line),
    () => this.refresh(),
  );
  private readonly switches = new SettingsPanel((settings) => {
    this.settings = settings;
    this.page.chosen();
    this.refresh();
  });
  private readonly tabs: Tabs;

  constructor(private readonly page: Edited) {
    const says = h(
      "div",
      { class: "says", id: "panel-says" },
      h("details", { class: "options" }, h("summary", null, T.settings), this.switches.element),
      this.book,
    );
    const does = h("div", { class: "does", id: "panel-does" }, this.lesson.root, this.report);
    const changes = h(
      "div",
      { class: "changes", id: "panel-changes" },
      h("label", null, `${T.comparedWith} `, this.base),
      this.differences,
      this.paired,
    );
    this.tabs = new Tabs(
      [
        { id: "says", text: T.says, panel: says },
        { id: "does", text: T.does, panel: does },
        { id: "changes", text: T.changes, panel: changes },
        { id: "sources", text: T.sources, panel: this.sources.panel },
      ],
      T.beside,
      () => this.compare(),
    );
    this.base.addEventListener("change", () => this.refresh());
    const { list } = this.tabs;
    this.before.hidden = true;
    const panels = [this.before, says, does, changes, this.sources.panel];
    this.element = h("aside", { class: "beside-editor" }, list, ...panels);
  }

  /** Offers the games that the rules can be compared with. */
  offer(games: readonly { name: string; title: string }[], chosen: string): void {
    for (const { name, title } of games)
      this.base.append(h("option", { value: name, selected: name === chosen }, title));
  }

  /** Nothing is computed any more. */
  end(): void {
    this.ended = true;
    this.lesson.stop();
  }

  /** Computes all panels again. */
  async refresh(): Promise<void> {
    const round = ++this.round;
    this.pending = null;
    const rules: Rules = { ...this.page.file(), ...this.settings };
    const gone = () => this.ended || round !== this.round;
    try {
      const about = await working.ask<Switches>("about", rules);
      if (gone()) return;
      if (isProblem(about)) return this.problem(about);
      this.page.say(T.rulesHold);
      this.page.advise();
      this.before.hidden = true;
      this.switches.show(about);
      const weights = await this.page.weights(rules.text);
      if (gone()) return;
      const building = built(rules, false, weights !== null || (await anythingLearned()));
      // Python writes the rulebook while other workers assemble the module and play in it.
      const book = working.ask<Rulebook>("rulebook", rules).then((found) => {
        if (!isProblem(found) && !gone()) this.book.replaceChildren(...rulebook(found));
      });
      let kept: Lesson | null = null;
      let broken = "";
      const [made] = await Promise.all([
        building.then(async (module) => {
          if (gone() || isProblem(module)) return module;
          kept = await learnedHere(module.description);
          const found = await report(module, kept?.weights ?? weights, GAMES, gone).catch((error) => {
            if (!brokenRules(error)) throw error;
            broken = whyBroken(error);
            return null;
          });
          if (broken && !gone()) this.stopped(broken);
          if (!found || gone()) return module;
          if (isProblem(found)) this.report.replaceChildren(h("p", null, found.problem));
          else this.showReport(found.report, found.milliseconds);
          return module;
        }),
        book,
      ]);
      if (gone()) return;
      await this.sources.show(rules, gone);
      if (gone()) return;
      if (isProblem(made)) return this.problem(made);
      this.lesson.root.hidden = Boolean(broken);
      if (!broken) await this.lesson.show(made, () => built(rules, false, true), weights, kept);
      const base = this.base.value;
      const changed = { name: rules.name, text: rules.text, base };
      const differences = await working.ask<Differences>("diff", changed);
      if (gone()) return;
      if (!isProblem(differences)) this.differences.replaceChildren(differenceElements(differences));
      if (broken) return await this.tried(rules, round, gone);
      const title = this.base.selectedOptions[0]?.textContent ?? base;
      const compared = { made, rules, weights, lesson: kept, base, title };
      this.pending = () => showComparison(this.paired, compared, gone);
      this.compare();
    } catch (error) {
      if (gone()) return;
      this.page.say(
        brokenRules(error)
          ? whyBroken(error)
          : T.failed(error instanceof Error ? error.message : String(error)),
      );
    }
  }

  /** The rules broke down: nothing that was counted is about them. */
  private stopped(why: string): void {
    this.page.say(why);
    this.report.replaceChildren(h("p", null, why));
    this.page.editor()?.fired([]);
    this.paired.replaceChildren();
  }

  /** Says of rules that break down what `hoyle check` says: which line it is, and what mends it. */
  private async tried(rules: Rules, round: number, gone: () => boolean): Promise<void> {
    const found = await working.ask<{ found: Stop[] }>("tried", { name: rules.name, text: rules.text });
    if (gone()) return;
    const editor = this.page.editor();
    const stops = isProblem(found) ? [] : found.found;
    if (stops.length) this.page.say(stops.map(({ message }) => message).join(" "));
    this.page.advise(
      ...stops.flatMap(({ line, advice, lines }) => [
        ...(line ? [lineButton(T.line(line), () => editor?.go(line))] : []),
        ...(advice ? [h("p", null, `${advice.charAt(0).toUpperCase()}${advice.slice(1)}`)] : []),
        ...(lines.length
          ? [
              h("pre", null, lines.join("\n")),
              h(
                "button",
                { type: "button", class: "add-lines", onclick: () => editor?.append(lines) },
                lines.some((text) => text.includes("…")) ? T.addGaps : T.addLines,
              ),
            ]
          : []),
      ]),
    );
    this.page.done(round);
  }

  /** Says what is wrong with the rules. */
  problem(problem: Problem): void {
    this.page.say(problem.errors ? T.errors(problem.errors) : problem.problem);
    this.page.advise();
    this.before.hidden = !this.book.firstChild;
    this.page.done(this.round);
  }

  /** Plays the rules and the rules to compare with, as soon as the panel is shown. */
  private compare(): void {
    if (this.tabs.now !== "changes" || !this.pending) return;
    const compare = this.pending;
    this.pending = null;
    compare();
  }

  private showReport(found: Report, milliseconds: number): void {
    const editor = this.page.editor();
    const { name } = this.page.file();
    replace(this.report, ...reportElements(found, name, milliseconds, (line) => editor?.go(line)));
    editor?.fired(fired(found, name));
    const learned = found.players.includes("learned");
    announce(T.gamesPlayed(found.games, Math.round(milliseconds), learned));
    this.page.done(this.round);
  }
}

/** Whether an error is a fault of the rules, met while they were played. */
function brokenRules(error: unknown): boolean {
  return (error as { data?: unknown }).data !== undefined;
}

function lineButton(text: string, act: () => void): HTMLElement {
  return h("button", { type: "button", class: "line-link", onclick: act }, text);
}
