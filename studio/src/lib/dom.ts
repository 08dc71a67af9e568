/** Creates elements.  Strings from files and people are inserted as text, never as markup. */

type Child = Node | string | null | undefined | false;
type Props = Record<string, string | number | boolean | null | undefined | ((event: never) => void)>;

/**
 * Creates an element.  Properties `on…` are listeners; `true` is an attribute without a value; `false` adds no
 * attribute.
 */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props?: Props | null,
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value as EventListener);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/** Creates an SVG element. */
export function svg(
  tag: string,
  props: Record<string, string | number>,
  ...children: (Node | string)[]
): SVGElement {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(props)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** Returns the element with this identifier, which must exist. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element ${id}`);
  return found;
}

/**
 * Replaces what is in an element.  If the focus was in it, it goes to the new element with the same identifier, or else to
 * the first one that can be pressed, so that somebody who uses keys stays where they were.
 */
export function replace(root: HTMLElement, ...children: HTMLElement[]): void {
  const active = document.activeElement;
  const focused = root.contains(active) ? active?.id : undefined;
  root.replaceChildren(...children);
  if (focused === undefined) return;
  const all = [...root.querySelectorAll<HTMLElement>("button, a, input, select")];
  (all.find((one) => focused && one.id === focused) ?? all[0])?.focus();
}

/** Announces a text to users of screen readers. */
export function announce(text: string): void {
  byId("live").textContent = text;
}

let noticed = 0;

/** Shows a note at the edge of the window for a while, perhaps with something that can be done about it. */
export function notice(text: string, act?: string, done?: () => void): void {
  const box = byId("notice");
  clearTimeout(noticed);
  const hide = () => {
    box.hidden = true;
  };
  const button =
    act && done
      ? h(
          "button",
          {
            type: "button",
            id: "notice-act",
            onclick: () => {
              hide();
              done();
            },
          },
          act,
        )
      : null;
  box.replaceChildren(text, ...(button ? [" ", button] : []));
  box.hidden = false;
  noticed = setTimeout(hide, act ? 20_000 : 8_000);
}
