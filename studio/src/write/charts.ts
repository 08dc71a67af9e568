/** Results of many games as bars with confidence intervals. */

import { h, svg } from "../lib/dom.js";

/** An estimate with its 95 % confidence interval. */
export interface Estimate {
  value: number;
  low: number;
  high: number;
}

/** A share as a bar with its interval, and as text. */
export function share(label: string, estimate: Estimate): HTMLElement {
  const percent = (value: number) => `${(100 * value).toFixed(1)} %`;
  const shown = `${percent(estimate.value)} (${percent(estimate.low)} – ${percent(estimate.high)})`;
  const [from, to] = [100 * estimate.low, 100 * estimate.high];
  const middle = 6;
  const picture = svg(
    "svg",
    { viewBox: "0 0 100 12", class: "bar-chart", preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("rect", { x: 0, y: 2, width: 100 * estimate.value, height: 8, class: "bar-value" }),
    svg("line", { x1: from, x2: to, y1: middle, y2: middle, class: "whisker" }),
  );
  return h(
    "div",
    { class: "bar-row" },
    h("span", null, label),
    picture,
    h("span", { class: "number" }, shown),
  );
}

/** A mean with its interval. */
export function mean(label: string, estimate: Estimate): HTMLElement {
  const digits = (value: number) => value.toFixed(2).replace("-", "−");
  const shown = `${digits(estimate.value)} (${digits(estimate.low)} – ${digits(estimate.high)})`;
  return h("tr", null, h("th", { scope: "row" }, label), h("td", null, shown));
}
