// What all pages of the server share: elements, requests, what is kept in the browser.
const Dom = (() => {
  /** Makes an element: `make("p", {class: "x", onclick: …}, "text", child)`. Text never becomes markup. */
  function make(tag, attributes, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else if (name === "value" || name === "checked" || name === "hidden" || name === "disabled") element[name] = value;
      else if (value !== null && value !== undefined) element.setAttribute(name, value);
    }
    element.append(...children.filter(one => one !== null && one !== undefined));
    return element;
  }

  /** A refusal of the server: a code and a sentence. */
  class Refused extends Error {
    constructor({code, sentence, notes}) {
      super(sentence);
      this.code = code;
      this.notes = notes || [];
    }
  }

  /** Asks the server. Throws `Refused`. */
  async function ask(path, {body, secret, text = false} = {}) {
    const headers = {accept: "application/json"};
    if (secret) headers.authorization = `Bearer ${secret}`;
    if (body) headers["content-type"] = "application/json";
    let answer;
    try {
      answer = await fetch(path, {method: body ? "POST" : "GET", headers, body: body && JSON.stringify(body)});
    } catch {
      throw new Refused({code: "", sentence: "The server cannot be reached."});
    }
    if (!answer.ok) {
      const found = await answer.json().catch(() => null);
      throw new Refused(found?.refused || {code: "", sentence: "The server answered something else."});
    }
    return text ? answer.text() : answer.json();
  }

  /** Something kept in this browser; null if there is nothing, or nothing can be kept. */
  const kept = {
    get(name) {
      try {
        return JSON.parse(localStorage.getItem(`hoyle:${name}`));
      } catch {
        return null;
      }
    },
    set(name, value) {
      try {
        localStorage.setItem(`hoyle:${name}`, JSON.stringify(value));
      } catch {}
    },
  };

  /** A button that copies a text, or shares it where that is possible. */
  function sharing(label, text, title) {
    const button = make("button", {type: "button", class: "quiet", "data-link": text, onclick: async () => {
      try {
        if (navigator.share) await navigator.share({title, url: text});
        else await navigator.clipboard.writeText(text);
        button.textContent = navigator.share ? label : "Copied";
      } catch {
        prompt(title, text);
      }
      setTimeout(() => { button.textContent = label; }, 1500);
    }}, label);
    return button;
  }

  function show(...parts) {
    document.getElementById("page").replaceChildren(...parts);
  }

  return {make, ask, kept, sharing, show, Refused};
})();
