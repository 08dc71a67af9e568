/** The settings of a game: a preset, the number of players and the options; and their form in an address. */

import { h } from "../lib/dom.js";
import { T } from "../texts.js";

/** The chosen settings.  Everything not named has its default. */
export interface Settings {
  options: Record<string, string>;
  players: number | null;
}

interface Switch {
  name: string;
  description: string | null;
  condition: string | null;
  value: string;
  default: string;
  values: { value: string; text: string }[];
  least: number;
  most: number;
}

/** The possible settings (`switches.py`). */
export interface Switches {
  title: string;
  players: { counts: number[]; default: number; here: number };
  presets: { title: string; settings: Record<string, string> }[];
  options: Switch[];
}

export const USUAL: Settings = { options: {}, players: null };
const PLAYERS = "players";

/** Settings as a part of an address: `target=7&players=3`; empty if everything has its default. */
export function written({ options, players }: Settings): string {
  const parts = new URLSearchParams(Object.entries(options).sort());
  if (players !== null) parts.set(PLAYERS, String(players));
  return parts.toString();
}

/** Reads the settings in a part of an address. */
export function settingsOf(part: string): Settings {
  const { players, ...options } = Object.fromEntries(new URLSearchParams(part));
  return { options, players: players && /^\d{1,3}$/.test(players) ? Number(players) : null };
}

/** Keeps only the settings that differ from the defaults. */
function chosen(found: Switches, options: Record<string, string>, players: number): Settings {
  const differ = found.options.filter((one) => (options[one.name] ?? one.default) !== one.default);
  return {
    options: Object.fromEntries(differ.map((one) => [one.name, options[one.name] ?? one.default])),
    players: players === found.players.default ? null : players,
  };
}

/** The fields for the settings.  `changed` is called after every change. */
export class SettingsPanel {
  readonly element = h("div", { class: "switches" });

  constructor(private readonly changed: (settings: Settings) => void) {}

  show(found: Switches): void {
    const focused = (this.element.getRootNode() as Document).activeElement?.id;
    const now = Object.fromEntries(found.options.map((one) => [one.name, one.value]));
    const tell = (options: Record<string, string>, players = found.players.here) =>
      this.changed(chosen(found, options, players));
    const fields: HTMLElement[] = [];
    if (found.presets.length) {
      const presets = [{ title: T.noPreset, settings: {} as Record<string, string> }, ...found.presets];
      const all = presets.map(({ settings }) =>
        Object.fromEntries(found.options.map((one) => [one.name, settings[one.name] ?? one.default])),
      );
      const same = all.findIndex((one) => found.options.every(({ name }) => one[name] === now[name]));
      const titles = presets.map((one, at) =>
        h("option", { value: at, selected: at === same }, one.title.replaceAll("_", " ")),
      );
      if (same < 0) titles.push(h("option", { value: -1, selected: true }, T.ownSettings));
      const field = h("select", { id: "preset" }, ...titles);
      field.addEventListener("change", () => tell(all[Number(field.value)] ?? now));
      fields.push(h("label", { for: "preset" }, `${T.preset} `, field));
    }
    if (found.players.counts.length > 1) {
      const field = h(
        "select",
        { id: "players" },
        ...found.players.counts.map((n) =>
          h("option", { value: n, selected: n === found.players.here }, String(n)),
        ),
      );
      field.addEventListener("change", () => tell(now, Number(field.value)));
      fields.push(h("label", { for: "players" }, `${T.howMany} `, field));
    }
    for (const option of found.options) {
      const id = `option-${option.name}`;
      const field = option.values.length
        ? h(
            "select",
            { id },
            ...option.values.map((one) =>
              h("option", { value: one.value, selected: one.value === option.value }, one.text),
            ),
          )
        : h("input", { id, type: "number", min: option.least, max: option.most, value: option.value });
      field.addEventListener("change", () => tell({ ...now, [option.name]: field.value }));
      const when = option.condition ? ` (${T.onlyWhen(option.condition)})` : "";
      fields.push(h("label", { for: id }, `${option.description ?? option.name}${when} `, field));
    }
    if (!fields.length) fields.push(h("p", null, T.noOptions));
    this.element.replaceChildren(...fields);
    if (focused) this.element.querySelector<HTMLElement>(`#${CSS.escape(focused)}`)?.focus();
  }
}
