/** As much of a document as the page's code needs to draw: a tree of elements that can be written down and asked. */

/** The parts of a selector like `li.step[data-card]:not(.gone)`. */
const PART = /:not\(([^)]*)\)|\.([\w-]+)|#([\w-]+)|\[([\w-]+)(?:=["']?([^"'\]]*)["']?)?\]|^([\w*-]+)/g;

function fits(element, simple) {
  for (const [, not, kind, id, name, value, tag] of simple.matchAll(PART)) {
    if (not !== undefined && fits(element, not)) return false;
    if (kind !== undefined && !element.classList.contains(kind)) return false;
    if (id !== undefined && element.getAttribute("id") !== id) return false;
    if (name !== undefined && !(element.hasAttribute(name) && (value === undefined || element.getAttribute(name) === value)))
      return false;
    if (tag !== undefined && tag !== "*" && element.tagName !== tag) return false;
  }
  return true;
}

export class Element {
  parent = null;
  childNodes = [];
  attributes = new Map();
  listeners = new Map();
  properties = {};
  clientWidth = 0;
  clientHeight = 0;
  scrollWidth = 0;
  scrollHeight = 0;
  scrollTop = 0;
  isConnected = true;

  constructor(tagName) {
    this.tagName = tagName;
    const { attributes } = this;
    const written = (name) => `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    this.dataset = new Proxy(
      {},
      {
        get: (_, name) => attributes.get(written(name)),
        set: (_, name, value) => attributes.set(written(name), String(value)),
        deleteProperty: (_, name) => attributes.delete(written(name)) || true,
      },
    );
    this.style = new Proxy(this.properties, {
      get: (all, name) => (name === "setProperty" ? (key, value) => (all[key] = String(value)) : (all[name] ?? "")),
      set: (all, name, value) => Boolean((all[name] = String(value))) || true,
    });
    const kinds = () => (attributes.get("class") ?? "").split(" ").filter(Boolean);
    const write = (all) => attributes.set("class", all.join(" "));
    this.classList = {
      contains: (kind) => kinds().includes(kind),
      add: (...some) => write([...new Set([...kinds(), ...some])]),
      remove: (...some) => write(kinds().filter((kind) => !some.includes(kind))),
      toggle: (kind, on = !kinds().includes(kind)) => {
        write(on ? [...new Set([...kinds(), kind])] : kinds().filter((one) => one !== kind));
        return on;
      },
    };
  }

  get id() {
    return this.getAttribute("id") ?? "";
  }
  get className() {
    return this.getAttribute("class") ?? "";
  }
  set className(kind) {
    this.setAttribute("class", kind);
  }
  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }
  setAttribute(name, value) {
    this.attributes.set(name, String(value));
  }
  hasAttribute(name) {
    return this.attributes.has(name);
  }
  removeAttribute(name) {
    this.attributes.delete(name);
  }
  toggleAttribute(name, on = !this.hasAttribute(name)) {
    if (on) this.setAttribute(name, "");
    else this.removeAttribute(name);
  }

  get children() {
    return this.childNodes.filter((one) => one instanceof Element);
  }
  get firstChild() {
    return this.childNodes[0] ?? null;
  }
  get firstElementChild() {
    return this.children[0] ?? null;
  }
  put(at, parts) {
    const all = parts.flatMap((one) => (one instanceof Fragment ? one.childNodes : [one]));
    for (const one of all) if (one instanceof Element) one.remove();
    this.childNodes.splice(at, 0, ...all.map((one) => (one instanceof Element ? one : String(one))));
    for (const one of all) if (one instanceof Element) one.parent = this;
  }
  append(...parts) {
    this.put(this.childNodes.length, parts);
  }
  prepend(...parts) {
    this.put(0, parts);
  }
  after(...parts) {
    this.parent.put(this.parent.childNodes.indexOf(this) + 1, parts);
  }
  replaceChildren(...parts) {
    for (const one of this.children) one.parent = null;
    this.childNodes = [];
    this.append(...parts);
  }
  remove() {
    if (this.parent) this.parent.childNodes = this.parent.childNodes.filter((one) => one !== this);
    this.parent = null;
  }
  get parentElement() {
    return this.parent;
  }
  get textContent() {
    return this.childNodes.map((one) => (one instanceof Element ? one.textContent : one)).join("");
  }
  set textContent(text) {
    this.replaceChildren(...(text === "" ? [] : [text]));
  }

  matches(selector) {
    return selector.split(",").some((one) => {
      const steps = one.trim().split(/\s+/);
      if (!fits(this, steps.pop())) return false;
      let above = this.parent;
      for (const step of steps.reverse()) {
        while (above && !fits(above, step)) above = above.parent;
        if (!above) return false;
        above = above.parent;
      }
      return true;
    });
  }
  closest(selector) {
    return this.matches(selector) ? this : (this.parent?.closest(selector) ?? null);
  }
  get inner() {
    return this.children.flatMap((one) => [one, ...one.inner]);
  }
  querySelectorAll(selector) {
    return this.inner.filter((one) => one.matches(selector));
  }
  querySelector(selector) {
    return this.querySelectorAll(selector)[0] ?? null;
  }
  contains(other) {
    return other === this || this.inner.includes(other);
  }

  addEventListener(kind, listener) {
    this.listeners.set(kind, [...(this.listeners.get(kind) ?? []), listener]);
  }
  removeEventListener(kind, listener) {
    this.listeners.set(kind, (this.listeners.get(kind) ?? []).filter((one) => one !== listener));
  }
  /** Sends an event to the listeners of this element.  Returns the event. */
  send(kind, more = {}) {
    const event = {
      type: kind, target: this, prevented: false, stopped: false,
      preventDefault: () => { event.prevented = true; },
      stopPropagation: () => { event.stopped = true; },
      ...more,
    };
    for (const listener of this.listeners.get(kind) ?? []) listener(event);
    return event;
  }
  click() {
    this.send("click");
  }
  focus() {
    globalThis.document.activeElement = this;
  }
  select() {}
  getRootNode() {
    return globalThis.document;
  }
  showModal() {}
  /** Closes a dialog. */
  close(value) {
    this.returnValue = value;
    this.send("close");
  }
  getBoundingClientRect() {
    return { left: 0, top: 0, width: 0, height: 0 };
  }

  /** The element as text, one line for each element; a card in it is one line. */
  written(depth = 0) {
    const shown = [...this.attributes].map(([name, value]) => ` ${name}="${value}"`);
    const style = Object.entries(this.properties).map(([name, value]) => `${name}: ${value}`);
    for (const name of ["hidden", "disabled", "tabIndex", "type", "scope", "title", "href", "open", "value", "max"])
      if (this[name] !== undefined) shown.push(` .${name}=${JSON.stringify(this[name])}`);
    const head = `${" ".repeat(depth)}${this.tagName}${shown.join("")}${style.length ? ` {${style.join("; ")}}` : ""}`;
    if (depth && this.tagName === "svg" && this.classList.contains("card")) return head;
    const parts = this.childNodes.map((one) =>
      one instanceof Element ? one.written(depth + 1) : `${" ".repeat(depth + 1)}${JSON.stringify(one)}`,
    );
    return [head, ...parts].join("\n");
  }
}

class Fragment extends Element {}

/** Puts a document in place, with the elements that have these identifiers. */
export function install(...ids) {
  const body = new Element("body");
  const document = {
    body,
    activeElement: body,
    baseURI: "http://localhost/page/",
    createElement: (tag) => new Element(tag),
    createElementNS: (_, tag) => new Element(tag),
    createDocumentFragment: () => new Fragment("#fragment"),
    getElementById: (id) => body.inner.find((one) => one.getAttribute("id") === id) ?? null,
    addEventListener: (...rest) => body.addEventListener(...rest),
    removeEventListener: (...rest) => body.removeEventListener(...rest),
    querySelector: (selector) => body.querySelector(selector),
    querySelectorAll: (selector) => body.querySelectorAll(selector),
  };
  for (const id of ids) {
    const one = new Element("div");
    one.setAttribute("id", id);
    body.append(one);
  }
  Object.assign(globalThis, {
    document,
    Element,
    ResizeObserver: class {
      observe() {}
      disconnect() {}
    },
    matchMedia: () => ({ matches: true }),
    getSelection: () => "",
  });
  return document;
}
