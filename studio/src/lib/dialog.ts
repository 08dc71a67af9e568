/** Asks before something is lost, and offers a text to copy. */

import { T } from "../texts.js";
import { h } from "./dom.js";
import { isServed } from "./served.js";

/** The names of the machine itself, which mean another one to everybody else. */
const HERE = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** Asks a question with two answers.  Resolves to whether the first one, `yes`, was chosen. */
export function confirmed(question: string, yes: string, no = T.keepIt): Promise<boolean> {
  return new Promise((resolve) => {
    const go = h("button", { type: "button", id: "confirm", onclick: () => dialog.close("yes") }, yes);
    const stay = h("button", { type: "button", id: "refuse", onclick: () => dialog.close("") }, no);
    const dialog = opened(h("p", { id: "dialog-text" }, question), h("p", { class: "answers" }, stay, go));
    stay.focus();
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"));
  });
}

/** Asks for a short text.  Resolves to null if it is not given. */
export function asked(question: string, value: string, yes: string): Promise<string | null> {
  return new Promise((resolve) => {
    const field = h("input", { type: "text", id: "answer-field", value, maxlength: 200 });
    const form = h(
      "form",
      { method: "dialog" },
      h("label", { for: "answer-field", id: "dialog-text" }, question),
      field,
      h(
        "p",
        { class: "answers" },
        h("button", { type: "button", onclick: () => dialog.close("") }, T.keepIt),
        h("button", { type: "submit", id: "confirm", value: "yes" }, yes),
      ),
    );
    const dialog = opened(form);
    field.select();
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes" ? field.value : null));
  });
}

/** Shows an address, copies it, and says so.  If it leads to this machine, the dialog says for whom and for how long. */
export async function offerLink(address: string): Promise<void> {
  const field = h("input", {
    type: "text",
    id: "link",
    readonly: true,
    value: address,
    "aria-label": T.link,
  });
  const said = h("p", { role: "status" });
  const close = h("button", { type: "button", onclick: () => dialog.close("") }, T.close);
  const dialog = opened(
    h("p", { id: "dialog-text" }, T.linkIs),
    field,
    ...(HERE.has(new URL(address).hostname) ? [h("p", { class: "soft" }, T.linkHere(isServed()))] : []),
    said,
    h("p", { class: "answers" }, close),
  );
  field.select();
  try {
    await navigator.clipboard.writeText(address);
    said.textContent = T.copied;
  } catch {
    // the link is selected, so that it can be copied by hand
  }
}

function opened(...content: HTMLElement[]): HTMLDialogElement {
  const dialog = h("dialog", { class: "dialog", "aria-labelledby": "dialog-text" }, ...content);
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
