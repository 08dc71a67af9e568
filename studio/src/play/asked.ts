/** The options of a question to a person, as plain data with the cards in them. */

import type { Words } from "hoyle";
import { Asking, type Choices } from "hoyle-viewer";
import type { Step } from "./session.js";

/** The options of an open question. */
export function choicesOf(words: Words, step: Step): Choices {
  const { question } = step.state;
  return new Asking.Choices(
    step.options.map((option, number) => ({
      number,
      label: words.label(question, option),
      cards: words.named(question, option).map((card) => words.card(card)),
    })),
  );
}
