/** The page of a lesson: one question after the other about scripted games. */

import { Cards, type PlayBoard, Playing } from "hoyle-viewer";
import { lesson, script } from "../catalogue.js";
import { announce, h } from "../lib/dom.js";
import { findTheCard, type Question, questions } from "../learn/questions.js";
import type { Page } from "../main.js";
import { T } from "../texts.js";
import { animationsOf } from "./scripts.js";

/** The page of a lesson from a file. */
export const learn: Page = async (root, name) => {
  const written = await lesson(name);
  const asked = await questions(written, async (one) => (await script(one)).animations);
  return begun(root, written.title, asked);
};

/** The page of a lesson generated from a script: find the card that was played. */
export const find: Page = async (root, name, game) => {
  const animations = await animationsOf(name);
  const animation = animations[Math.max(0, Number(game) || 0)];
  if (!animation) throw new Error(T.noScript);
  return begun(root, animation.title, findTheCard(animation, T.findCard, T.wasPlayed));
};

function begun(root: HTMLElement, title: string, asked: Question[]): () => void {
  if (!asked.length) throw new Error(T.noQuestions);
  const page = new LearnPage(root, title, asked);
  page.ask(0);
  return () => page.end();
}

class LearnPage {
  private at = 0;
  private board: PlayBoard | null = null;
  private tries = 0;
  private atOnce = 0;
  private answered = false;
  private readonly chapter = h("h2");
  private readonly felt = h("section", { class: "table", "aria-label": T.table });
  private readonly asking = h("p", { class: "asking" });
  private readonly said = h("p", { class: "status", role: "status" });
  private readonly offers = h("div", { class: "offers", role: "group", "aria-label": T.choose });
  private readonly where = h("span", { class: "where" });

  constructor(
    root: HTMLElement,
    title: string,
    private readonly asked: Question[],
  ) {
    document.title = `${title} · ${T.name}`;
    root.classList.add("play");
    root.append(
      h(
        "header",
        { class: "play-head" },
        h("a", { href: "#/", class: "crumbs" }, T.allGames),
        h("h1", null, title),
        this.where,
      ),
      h(
        "div",
        { class: "play-screen" },
        this.felt,
        h(
          "section",
          { class: "asking-panel", "aria-label": T.choose },
          this.chapter,
          this.asking,
          this.said,
          this.offers,
        ),
      ),
    );
  }

  end(): void {
    this.board?.end();
  }

  /** Asks a question.  After the last one it shows the result. */
  ask(number: number): void {
    const question = this.asked[number];
    if (!question) {
      this.over();
      return;
    }
    this.at = number;
    this.tries = 0;
    this.answered = false;
    this.board?.end();
    this.board = new Playing.PlayBoard(this.felt, question.seat);
    this.where.textContent = T.step(number + 1, this.asked.length);
    this.chapter.textContent = question.chapter;
    this.asking.replaceChildren(Cards.coloured(question.ask));
    this.tell("");
    this.show(question);
    this.offers.replaceChildren(
      ...question.choices.map((choice) =>
        h(
          "button",
          { type: "button", class: "offer", onclick: () => this.answer(question, choice) },
          Cards.coloured(choice),
        ),
      ),
      h(
        "button",
        { type: "button", class: "quiet", id: "answer", onclick: () => this.solve(question) },
        T.showAnswer,
      ),
    );
    announce(question.ask);
    if (question.choices.length) this.offers.querySelector<HTMLButtonElement>("button")?.focus();
    else this.board.focus();
  }

  private show(question: Question): void {
    const use = (card: string) => this.answer(question, card);
    const hand = question.choices.length ? null : { legal: () => true, picked: [], use };
    this.board?.show(question.before, { hand });
  }

  private answer(question: Question, said: string): void {
    if (this.answered) return;
    if (!question.right.includes(said)) {
      this.tries++;
      this.tell(T.notRight(said));
      return;
    }
    if (!this.tries) this.atOnce++;
    this.solved(question, T.right(said));
  }

  private solve(question: Question): void {
    if (!this.answered) this.solved(question, T.answerIs(question.right));
  }

  private solved(question: Question, said: string): void {
    this.answered = true;
    this.tell(`${said} ${question.why}`);
    this.board?.show(question.after.scene, { moving: true, taker: question.after.taker });
    const next = h(
      "button",
      { type: "button", class: "button", id: "next-question", onclick: () => this.ask(this.at + 1) },
      this.at + 1 < this.asked.length ? T.nextQuestion : T.toTheEnd,
    );
    this.offers.replaceChildren(next);
    next.focus();
  }

  private over(): void {
    this.chapter.textContent = "";
    this.asking.textContent = "";
    this.where.textContent = "";
    this.tell(T.learned(this.atOnce, this.asked.length));
    const again = h(
      "button",
      {
        type: "button",
        class: "button",
        onclick: () => {
          this.atOnce = 0;
          this.ask(0);
        },
      },
      T.again,
    );
    this.offers.replaceChildren(again);
    again.focus();
  }

  private tell(text: string): void {
    this.said.replaceChildren(Cards.coloured(text));
  }
}
