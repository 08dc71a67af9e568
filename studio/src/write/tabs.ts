/** Panels of which one is visible at a time, with tabs to select it. */

import { h } from "../lib/dom.js";

/** The title of a tab, and its panel. */
export interface Tab {
  id: string;
  text: string;
  panel: HTMLElement;
}

export class Tabs {
  readonly list: HTMLElement;
  private shown: string;
  private readonly buttons: HTMLButtonElement[];

  /** The first panel is visible at the start.  `changed` is called with the identifier of each panel shown later. */
  constructor(
    private readonly tabs: [Tab, ...Tab[]],
    label: string,
    private readonly changed: (id: string) => void,
  ) {
    this.shown = tabs[0].id;
    this.buttons = tabs.map(({ id, text }) =>
      h(
        "button",
        {
          type: "button",
          role: "tab",
          id: `tab-${id}`,
          "aria-controls": `panel-${id}`,
          onclick: () => this.select(id),
          onkeydown: (event: KeyboardEvent) => this.arrow(event, id),
        },
        text,
      ),
    );
    this.list = h("div", { class: "tabs", role: "tablist", "aria-label": label }, ...this.buttons);
    for (const { id, panel } of tabs) {
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", `tab-${id}`);
      panel.tabIndex = 0;
    }
    this.mark();
  }

  /** The identifier of the visible panel. */
  get now(): string {
    return this.shown;
  }

  private select(id: string): void {
    this.shown = id;
    this.mark();
    this.changed(id);
  }

  /** Shows only the selected panel, and marks its tab. */
  private mark(): void {
    this.tabs.forEach(({ id, panel }, at) => {
      const seen = id === this.shown;
      panel.hidden = !seen;
      this.buttons[at]?.setAttribute("aria-selected", String(seen));
      this.buttons[at]?.setAttribute("tabindex", seen ? "0" : "-1");
    });
  }

  /** The arrow keys move from tab to tab. */
  private arrow(event: KeyboardEvent, id: string): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const at = this.tabs.findIndex((one) => one.id === id);
    const next = (at + step + this.tabs.length) % this.tabs.length;
    this.select(this.tabs[next]?.id ?? id);
    this.buttons[next]?.focus();
  }
}
