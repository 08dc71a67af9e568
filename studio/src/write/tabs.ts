/** Panels of which one is seen at a time, and the tabs that choose it. */

import { h } from "../lib/dom.js";

/** What stands on a tab, and the panel it shows. */
export interface Tab {
  id: string;
  text: string;
  panel: HTMLElement;
}

export class Tabs {
  readonly list: HTMLElement;
  private shown: string;
  private readonly buttons: HTMLButtonElement[];

  /** The first panel is seen at first; `changed` is given the identifier of each that is shown later. */
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

  /** The identifier of the panel that is seen. */
  get now(): string {
    return this.shown;
  }

  private select(id: string): void {
    this.shown = id;
    this.mark();
    this.changed(id);
  }

  /** Shows the chosen panel alone, and says on the tabs which it is. */
  private mark(): void {
    this.tabs.forEach(({ id, panel }, at) => {
      const seen = id === this.shown;
      panel.hidden = !seen;
      this.buttons[at]?.setAttribute("aria-selected", String(seen));
      this.buttons[at]?.setAttribute("tabindex", seen ? "0" : "-1");
    });
  }

  /** The arrow keys go from tab to tab. */
  private arrow(event: KeyboardEvent, id: string): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const at = this.tabs.findIndex((one) => one.id === id);
    const next = (at + step + this.tabs.length) % this.tabs.length;
    this.select(this.tabs[next]?.id ?? id);
    this.buttons[next]?.focus();
  }
}
