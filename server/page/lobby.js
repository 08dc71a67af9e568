// The first page: open a table, or sit down at one that is listed.
const Lobby = (() => {
  const {make, ask, kept, show} = Dom;

  const LONGEST = 200_000;

  /** The rules in the fragment of the address, which the studio makes (studio/src/lib/share.ts); null if there are none. */
  async function brought() {
    const [, part] = /^#rules=([\w-]+)$/.exec(location.hash) || [];
    if (!part) return null;
    const bytes = Uint8Array.from(atob(part.replaceAll("-", "+").replaceAll("_", "/")), letter => letter.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    const decoder = new TextDecoder("utf-8", {fatal: true});
    let text = "";
    for (let {done, value} = await reader.read(); !done; {done, value} = await reader.read()) {
      text += decoder.decode(value, {stream: true});
      if (text.length > LONGEST) throw new Error("The link holds too much.");
    }
    const found = JSON.parse(text + decoder.decode());
    if (typeof found?.name !== "string") throw new Error("The link holds no rules.");
    return {name: found.name, title: String(found.title ?? found.name), text: found.text ?? null, options: found.options ?? {}, players: found.players ?? 0};
  }

  async function open() {
    show(make("main", {class: "lobby"}, make("h1", {}, "Tables"), make("p", {class: "soft", role: "status"}, "The games are fetched …")));
    const games = await ask("/api/games");
    const own = await brought();
    const form = new Form(games, own);
    show(make("main", {class: "lobby"}, make("h1", {}, "Tables"), form.element, ...(await listed())));
    // Whoever comes back with the browser's button may open another table.
    addEventListener("pageshow", () => { form.button.disabled = false; });
    await form.changed();
  }

  async function listed() {
    const found = await ask("/api/tables").catch(() => []);
    if (!found.length) return [];
    const items = found.map(one => make("li", {}, make("a", {href: `/t/${one.table}`}, one.title),
      one.awaits === "people" ? " waits for players" : one.awaits === "nobody" ? " has ended" : " is playing"));
    return [make("h2", {}, "Tables in this house"), make("ul", {class: "tables"}, ...items)];
  }

  /** The form in which a table is described. */
  class Form {
    constructor(games, own) {
      this.own = own;
      const option = (value, text, chosen) => make("option", {value, ...(chosen ? {selected: ""} : {})}, text);
      const all = [...games.games, ...games.variants].sort((a, b) => a.about.localeCompare(b.about));
      const asked = own && !own.text ? own.name : new URLSearchParams(location.search).get("game");
      this.game = make("select", {name: "game", onchange: () => this.changed()},
        ...(own?.text ? [option("", `${own.title} (your own)`, true)] : []),
        ...all.map(one => option(one.name, one.of ? `${one.about} (${one.of.replaceAll("_", " ")})` : one.about, one.name === asked)));
      this.programs = games.players;
      this.chairs = make("div", {class: "chairs"});
      this.options = make("div", {class: "options"});
      this.name = make("input", {name: "name", maxlength: 20, required: "", placeholder: "Your name", value: kept.get("name") || ""});
      this.file = make("input", {type: "file", accept: ".hoyle,text/plain", "aria-label": "A rule file of your own", onchange: () => this.bring()});
      this.script = make("input", {type: "file", accept: ".play,text/plain", "aria-label": "A script of a game to go on with", onchange: () => this.takeUp()});
      this.problem = make("p", {class: "problem", role: "alert"});
      this.button = make("button", {type: "submit"}, "Open the table");
      const choice = (name, label, ...values) => make("label", {}, `${label} `, make("select", {name}, ...values.map(([value, text]) => option(value, text))));
      this.more = make("details", {}, make("summary", {}, "Rules and settings"), this.options,
        choice("watching", "Others may watch", ["public", "what everybody sees"], ["delayed", "everything, five minutes later"], ["nobody", "not at all"]),
        choice("clock", "Clock", ["0,0", "none"], ["300,5", "5 minutes, 5 seconds a choice"], ["600,10", "10 minutes, 10 seconds a choice"], ["1800,30", "30 minutes, 30 seconds a choice"]),
        choice("chat", "Talk", ["phrases", "fixed phrases"], ["free", "anything"], ["off", "none"]),
        make("label", {}, make("input", {type: "checkbox", name: "take_back", checked: true}), " choices may be taken back if all agree"),
        make("label", {}, make("input", {type: "checkbox", name: "listed"}), " list the table on this page"));
      this.element = make("form", {class: "new", onsubmit: event => this.submit(event)},
        make("label", {}, "Game ", this.game), make("label", {}, "or a rule file of your own ", this.file),
        make("label", {}, "and a script of a game to go on with ", this.script), make("label", {}, "Name ", this.name), this.chairs, this.more,
        this.button, this.problem);
    }

    get wanted() {
      const rules = this.game.value ? {game: this.game.value} : {game: this.own.title.slice(0, 100), text: this.own.text};
      const options = {};
      for (const one of this.options.querySelectorAll("select,input")) if (one.value !== one.dataset.usual) options[one.name] = one.value;
      if (this.going) return {...rules, script: this.going};
      return {...rules, options, ...(this.number ? {players: this.number} : {})};
    }

    /** The settings that came with the rules, until another game is chosen. */
    get brought() {
      const {own} = this;
      return own && (own.text ? !this.game.value : this.game.value === own.name) ? own : {options: {}, players: 0};
    }

    /** Takes a rule file that somebody brings, for example one that the studio wrote. */
    async bring() {
      const [file] = this.file.files;
      if (!file) return;
      const text = await file.text();
      this.own = {name: file.name, title: /^(?:game|variant) "([^"]+)"/m.exec(text)?.[1] ?? file.name, text, options: {}, players: 0};
      this.game.prepend(make("option", {value: ""}, `${this.own.title} (your own)`));
      this.game.value = "";
      await this.changed();
    }

    /** Takes a script whose last game the table goes on with; its rules are those of the rule file, or they ship. */
    async takeUp() {
      const [file] = this.script.files;
      this.going = file ? await file.text() : "";
      await this.changed();
    }

    /** Shows the chairs and options of the chosen game. */
    changed() {
      this.asking = this.describe();
      return this.asking;
    }

    async describe() {
      const turn = this.turn = (this.turn || 0) + 1;
      this.problem.textContent = "";
      this.about = null; // until the answer is here, chairs and options are those of another game
      this.chairs.setAttribute("aria-busy", "true");
      try {
        const {options: settings, players} = this.brought;
        this.number = players;
        const about = await ask("/api/about", {body: this.going ? this.wanted : {...this.wanted, options: {}}});
        if (turn !== this.turn) return; // another game was chosen since
        this.about = about;
        this.chairs.removeAttribute("aria-busy");
        const who = at => (about.names[at] ? `, ${about.names[at]}` : "");
        this.chairs.replaceChildren(...Array.from({length: about.seats}, (_, at) => at
          ? make("label", {}, `Chair ${at + 1}${who(at)} `, make("select", {name: `chair${at}`}, make("option", {value: ""}, "a person"),
            ...this.programs.map(({name, about: said}) => make("option", {value: name}, `the program ${name}${said ? ` (${said})` : ""}`))))
          : make("p", {class: "soft"}, `Chair 1${who(at)}: you`)));
        this.options.replaceChildren(...(this.going ? [] : about.options).filter(one => one.values.length || one.least !== undefined).map(one => {
          const now = settings[one.name] ?? one.value;
          const input = one.values.length
            ? make("select", {name: one.name, "data-usual": one.value}, ...one.values.map(({value, text}) => make("option", {value, ...(value === now ? {selected: ""} : {})}, text)))
            : make("input", {name: one.name, "data-usual": one.value, value: now, inputmode: "numeric"});
          return make("label", {}, `${one.description || one.name.replaceAll("_", " ")} `, input);
        }));
      } catch (error) {
        if (turn === this.turn) this.problem.textContent = error.message;
      }
    }

    async submit(event) {
      event.preventDefault();
      const field = name => this.element.querySelector(`[name=${name}]`);
      this.button.disabled = true;
      try {
        for (let turn = 0; turn !== this.turn;) {
          turn = this.turn;
          await this.asking;
        }
        if (!this.about) { // what went wrong is said already
          this.button.disabled = false;
          return;
        }
        const chairs = [null, ...Array.from({length: this.about.seats - 1}, (_, at) => field(`chair${at + 1}`).value || null)];
        const made = await ask("/api/tables", {body: {
          ...this.wanted, chairs, watching: field("watching").value, clock: field("clock").value.split(",").map(Number),
          chat: field("chat").value, take_back: field("take_back").checked, listed: field("listed").checked,
        }});
        kept.set("name", this.name.value.trim());
        kept.set(`made:${made.table}`, made);
        kept.set(`sit:${made.table}`, this.name.value.trim());
        location.href = `/t/${made.table}#${made.chairs[0]}`;
      } catch (error) {
        this.problem.textContent = [error.message, ...(error.notes || [])].join(" ");
        this.button.disabled = false;
      }
    }
  }

  return {open};
})();
