/** The panel for the rules of a table: the variant, the number of players and the options. */

import { catalogue, switches } from "../catalogue.js";
import { h } from "../lib/dom.js";
import { isProblem, working } from "../lib/python.js";
import { T } from "../texts.js";
import { read } from "../write/files.js";
import { type Settings, SettingsPanel, type Switches, USUAL, written } from "../write/settings.js";

/** The possible settings: stored for a shipped game, computed by Python for an own file. */
async function asked(name: string): Promise<Switches> {
  const file = await read(name);
  if (!file?.own) return switches(name);
  const found = await working.ask<Switches>("about", { name, text: file.text, options: {} });
  if (isProblem(found)) throw new Error(found.problem);
  return found;
}

/** The same switches at these settings. */
function under(found: Switches, { options, players }: Settings): Switches {
  return {
    ...found,
    players: { ...found.players, here: players ?? found.players.default },
    options: found.options.map((one) => ({ ...one, value: options[one.name] ?? one.default })),
  };
}

/** The panel.  It is filled when it is opened; another table has another address. */
export function choosing(name: string, settings: Settings, watching: boolean): HTMLElement {
  let next = settings;
  let found: Switches | null = null;
  const go = (which: string, by: Settings) => {
    const page = watching ? "#/watch" : "#/play";
    const address = [page, encodeURIComponent(which), written(by)].filter(Boolean).join("/");
    if (location.hash === address) dispatchEvent(new Event("hashchange"));
    else location.hash = address;
  };
  const panel = new SettingsPanel((changed) => {
    next = changed;
    if (found) panel.show(under(found, next));
  });
  const others = h("p");
  const said = h("p", { role: "status" });
  const begin = h("button", { type: "button", id: "play-with", onclick: () => go(name, next) }, T.playWith);
  const related = async () => {
    const { games } = await catalogue();
    const base = games.find((one) => one.name === name)?.base ?? name;
    const all = [
      ...games.filter((one) => one.name === base),
      ...games.filter((one) => one.name !== base && one.base === base),
    ];
    if (all.length < 2) return;
    const options = all.map((one) =>
      h("option", { value: one.name, selected: one.name === name }, one.title),
    );
    const field = h("select", { id: "variant" }, ...options);
    field.addEventListener("change", () => go(field.value, USUAL));
    others.replaceChildren(h("label", { for: "variant" }, `${T.variant} `, field));
  };
  const open = async () => {
    if (found) return;
    try {
      found = await asked(name);
      panel.show(under(found, next));
      await related();
    } catch (error) {
      said.textContent = T.failed(error instanceof Error ? error.message : String(error));
    }
  };
  return h(
    "details",
    { class: "settings", ontoggle: open },
    h("summary", null, T.settings),
    others,
    panel.element,
    begin,
    said,
  );
}
