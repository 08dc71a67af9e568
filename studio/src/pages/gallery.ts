/** The gallery: every game of the studio, its variants, and the scripted games. */

import { catalogue, type GameEntry } from "../catalogue.js";
import { h } from "../lib/dom.js";
import type { Page } from "../main.js";
import { T } from "../texts.js";
import { own, read, titleOf } from "../write/files.js";
import { scriptOpener } from "./scripts.js";

export const gallery: Page = async (root) => {
  document.title = T.name;
  const { games, lessons, scripts } = await catalogue();
  root.append(h("h1", null, T.gallery), h("p", { class: "lead" }, T.about));
  const mine = await own();
  if (mine.length) {
    root.append(h("h2", null, T.yours));
    root.append(h("ul", { class: "cards-of-games small" }, ...(await Promise.all(mine.map(ownEntry)))));
  }
  root.append(h("h2", null, T.shipped));
  root.append(h("ul", { class: "cards-of-games" }, ...games.filter((one) => !one.variant).map(entry)));
  root.append(h("h2", null, T.variantsOf));
  root.append(h("ul", { class: "cards-of-games small" }, ...games.filter((one) => one.variant).map(entry)));
  root.append(h("h2", null, T.lessons), h("p", { class: "lead" }, T.lessonsAbout));
  const taught = lessons.map((one) =>
    h(
      "li",
      null,
      h("a", { href: `#/learn/${one.name}`, id: `learn-${one.name}` }, one.title),
      " ",
      h("span", { class: "soft" }, one.about),
    ),
  );
  root.append(h("ul", { class: "scripts" }, ...taught));
  root.append(h("h2", null, T.replays), h("p", { class: "lead" }, T.replaysAbout));
  const items = scripts.map((one) =>
    h(
      "li",
      null,
      h("a", { href: `#/replay/${one.name}` }, one.title),
      " ",
      h("span", { class: "soft" }, one.game),
    ),
  );
  root.append(h("p", null, ...scriptOpener()), h("ul", { class: "scripts" }, ...items));
  root.querySelector(".lead")?.after(finder(root));
  return () => {};
};

/** A field that leaves only those entries of the page which contain all of its words. */
function finder(root: HTMLElement): HTMLElement {
  const said = h("span", { class: "soft", role: "status" });
  const field = h("input", { type: "search", id: "find", placeholder: T.findHint });
  const lists = [...root.querySelectorAll<HTMLElement>("ul")];
  const entries = lists.flatMap((list) => [...list.children] as HTMLElement[]);
  const texts = new Map(entries.map((one) => [one, plain(one.textContent ?? "")]));
  field.addEventListener("input", () => {
    const words = plain(field.value).split(/\s+/).filter(Boolean);
    for (const one of entries) one.hidden = !words.every((word) => texts.get(one)?.includes(word));
    // A list without entries has no heading either.
    let empty = false;
    for (const one of [...root.children].reverse() as HTMLElement[]) {
      if (lists.includes(one)) empty = [...one.children].every((entry) => (entry as HTMLElement).hidden);
      if (one.matches("ul, h2, h2 + .lead")) one.hidden = empty;
    }
    said.textContent = words.length
      ? T.foundOf(entries.filter((one) => !one.hidden).length, entries.length)
      : "";
  });
  return h("p", { class: "find" }, h("label", { for: "find" }, T.find), " ", field, " ", said);
}

/** A text as it is looked for: small letters without accents. */
function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** An own rule file. */
async function ownEntry(name: string): Promise<HTMLElement> {
  const file = await read(name);
  const id = `game-${name}`;
  const link = (where: string, text: string, kind = "") =>
    h(
      "a",
      {
        href: `#/${where}/${encodeURIComponent(name)}`,
        class: kind,
        id: `${where}-${name}`,
        "aria-labelledby": `${where}-${name} ${id}`,
      },
      text,
    );
  const origin = file?.origin ? T.copyOf(file.origin) : "";
  return h(
    "li",
    null,
    h("h3", { id }, titleOf(file?.text ?? "") ?? name),
    h("p", { class: "soft" }, [name, origin].filter(Boolean).join(", ")),
    h(
      "p",
      { class: "actions" },
      link("play", T.play, "button"),
      link("watch", T.watch),
      link("write", T.readRules),
    ),
  );
}

function entry(one: GameEntry): HTMLElement {
  const id = `game-${one.name}`;
  const link = (where: string, text: string, kind = "") =>
    h(
      "a",
      {
        href: `#/${where}/${one.name}`,
        class: kind,
        id: `${where}-${one.name}`,
        "aria-labelledby": `${where}-${one.name} ${id}`,
      },
      text,
    );
  return h(
    "li",
    null,
    h("h3", { id }, one.title),
    h("p", { class: "soft" }, `${T.players(one.players)}, ${T.cards(one.cards)}`),
    h("p", { class: "about" }, one.about),
    h(
      "p",
      { class: "actions" },
      link("play", T.play, "button"),
      link("watch", T.watch),
      link("write", T.readRules),
    ),
  );
}
