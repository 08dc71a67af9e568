// The table: what the server sends is drawn, what is chosen is sent. Nothing is worked out here.
const Room = (() => {
  const {make, ask, kept, sharing, show} = Dom;
  const NEVER = -1;

  /** Cards picked one by one, where a question has too many options to list them: the server finds the choice. */
  class Picks {
    constructor(question) {
      const several = question.alternatives.filter(one => one.cards === "several");
      this.several = several;
      this.cards = question.picks.cards;
      this.most = Math.max(...several.map(one => one.most));
      this.least = Math.min(...several.map(one => one.least));
      this.kinds = new Set(several.map(one => one.alternative));
      this.others = question.options.filter(one => !this.kinds.has(one.alternative));
      this.picked = [];
    }

    get open() {
      const enough = this.picked.length >= this.least && this.picked.length;
      const own = enough ? [{number: NEVER, label: `${this.several[0].verb} ${this.picked.join(" ")}`, cards: [...this.picked]}] : [];
      return this.picked.length ? own : this.others;
    }

    legal(card) {
      const left = this.cards.filter(one => one === card).length - this.picked.filter(one => one === card).length;
      return (left > 0 || (this.cards.includes(card) && !this.picked.includes(card))) && this.picked.length < this.most;
    }

    get ofCards() {
      return true;
    }

    pick(card, again) {
      if (again) this.picked.splice(this.picked.indexOf(card), 1);
      else this.picked.push(card);
      return NEVER;
    }
  }

  /** A line of the transcript as a sentence. */
  function sentence(line) {
    const cards = all => (all || []).join(" ");
    switch (line.item) {
      case "heading": return line.title;
      case "named": return `${line.name}: ${line.value}`;
      case "dealt": return `${line.zone}: ${line.rows.map(([whose, held]) => `${whose} ${cards(held)}`.trim()).join("; ")}`;
      case "made": return `${line.player}: ${line.label}${line.draws?.length ? `, draws ${cards(line.draws)}` : ""}`;
      case "tricktable": return `${line.plays.map(([who, card]) => `${who} ${card}`).join(", ")}${line.winner ? ` – ${line.winner} takes it` : ""}`;
      case "handed": return `${cards(line.cards)} to ${line.to}`;
      case "revealed": return `${cards(line.cards)} shown to ${line.to}`;
      case "happened": return line.title;
      case "gained": return `${line.owner}: ${line.name} ${line.before} → ${line.now}`;
      case "scores": return line.rows.map(([whose, pairs]) => `${whose} ${pairs.map(([before, now]) => (before === now ? now : `${before} → ${now}`)).join(", ")}`).join("; ");
      case "won": return line.winners.length ? `won by ${line.winners.join(" and ")}` : "nobody wins";
      default: return "";
    }
  }

  class TableRoom {
    constructor(table) {
      this.table = table;
      const given = location.hash.slice(1);
      this.secret = given || kept.get(`seat:${table}`) || "";
      this.asked = NEVER;
      this.message = null;
      this.read = "";
      this.build();
      this.wire = new Wire.Connection(table, this.secret, message => this.heard(message), connected => this.connected(connected));
    }

    build() {
      this.title = make("h1", {});
      this.state = make("p", {class: "state", role: "status"});
      this.lost = make("p", {class: "lost", role: "alert", hidden: true}, "The connection is lost; it is tried again.");
      this.felt = make("div", {class: "table"});
      this.ask = make("div", {class: "ask"});
      this.problem = make("p", {class: "problem", role: "alert"});
      this.side = make("div", {class: "side-panel"});
      this.log = make("ol", {class: "log", "aria-live": "polite"});
      this.offers = new Asking.Offers({choose: "Your choices", none: "Put the cards back", more: n => `and ${n} more`},
        (choices, number) => this.choose(choices, number), () => this.draw());
      this.prompt = make("p", {class: "prompt"});
      this.ask.append(this.prompt, this.offers.element, this.problem);
      show(make("header", {class: "bar"}, make("a", {href: "/", "aria-label": "First page"}, "Hoyle"), this.title, this.state),
        this.lost, make("main", {class: "room"}, make("div", {class: "play"}, this.felt, this.ask), this.side));
      this.board = new Playing.PlayBoard(this.felt, 0);
      setInterval(() => this.tick(), 500);
    }

    connected(now) {
      this.lost.hidden = now;
    }

    heard(message) {
      if (message.type === "table") this.shown(message);
      else if (message.type === "seated") {
        kept.set(`seat:${this.table}`, message.secret);
        history.replaceState(null, "", `#${message.secret}`);
      } else if (message.type === "refused") {
        this.problem.replaceChildren(message.sentence, ...(message.notes || []).map(one => make("small", {}, ` ${one}`)));
        if (this.message) this.draw();
        else this.title.textContent = message.sentence;
      } else if (message.type === "closing") this.lost.hidden = false;
    }

    shown(message) {
      const before = this.message;
      this.message = message;
      this.at = performance.now();
      this.ask.dataset.question = message.question;
      document.title = message.title;
      this.title.textContent = message.title;
      if (message.you >= 0 && this.secret) kept.set(`seat:${this.table}`, this.wire.secret);
      const {view} = message;
      const question = view && view.question;
      if (!before || before.question !== message.question || before.phase !== message.phase) {
        this.problem.textContent = "";
        const many = question && question.more > 0 && question.picks && question.alternatives.some(one => one.cards === "several");
        this.choices = !question || message.phase !== "playing" ? null : many ? new Picks(question) : new Asking.Choices(question.options);
        this.settled = null;
        if (view) this.tell(view.scene.since);
      }
      if (this.sitting(message)) return;
      this.draw(Boolean(before && before.view));
      this.panel();
    }

    /** Asks for a name, if the chair of this secret, or any chair, is still free. Returns whether it does. */
    sitting(message) {
      const own = message.you >= 0 && !message.chairs[message.you].came;
      const guest = message.you < 0 && this.wire.secret && message.chairs.some(one => !one.came || one.program);
      if (!own && !guest) {
        this.form?.remove();
        this.form = null;
        return false;
      }
      const made = kept.get(`sit:${this.table}`);
      if (own && made && !this.tried) {
        this.tried = true;
        this.sit(made, message.you);
      } else if (!this.form) {
        const name = make("input", {maxlength: 20, required: "", value: kept.get("name") || "", placeholder: "Your name"});
        const free = message.chairs.flatMap((one, at) => (!one.came || one.program ? [[at, one]] : []));
        const chair = own || free.length < 2 ? null : make("select", {}, ...free.map(([at, one]) => make("option", {value: at}, `Chair ${at + 1}${one.program ? ` (now the program ${one.program})` : ""}`)));
        this.form = make("form", {class: "sit", onsubmit: event => {
          event.preventDefault();
          kept.set("name", name.value.trim());
          this.sit(name.value.trim(), own ? message.you : chair ? Number(chair.value) : free[0][0]);
        }}, make("label", {}, "Name ", name), ...(chair ? [make("label", {}, "Chair ", chair)] : []), make("button", {type: "submit"}, "Sit down"));
        this.ask.prepend(this.form);
      }
      this.draw();
      this.panel();
      return true;
    }

    sit(name, chair) {
      this.wire.send({type: "sit", secret: this.wire.secret, name, chair});
    }

    // ---------------------------------------------------------------------------------------------------- choosing

    choose(choices, number) {
      if (choices.made) return;
      choices.made = true;
      this.wire.choose(this.message.question, number === NEVER ? {cards: [...choices.picked]} : {option: number});
      this.offers.clear();
    }

    use(card, picked) {
      const {choices} = this;
      if (!choices || choices.made) return;
      if (!picked && !choices.legal(card)) {
        this.wire.choose(this.message.question, {cards: [...choices.picked, card]});  // the server says which rule forbids it
        return;
      }
      const number = choices.pick(card, picked);
      if (number !== NEVER) this.choose(choices, number);
      this.draw();
    }

    draw(moving = false) {
      const {message, choices} = this;
      if (!message.view) {
        this.felt.replaceChildren(make("p", {class: "wait"}, "The game begins when everybody sits."));
        this.offers.clear();
        return;
      }
      const {scene} = message.view;
      this.board.board.below = message.seat >= 0 ? message.seat : 0;
      const refused = Boolean(this.problem.textContent);
      if (choices && refused) choices.made = false;
      const hand = choices ? {legal: card => choices.legal(card), picked: choices.picked, use: (card, picked) => this.use(card, picked)} : null;
      this.board.show(scene, {hand, moving});
      if (choices && !choices.made) this.offers.show(choices, this.board.held);
      else this.offers.clear();
      this.prompt.textContent = choices ? message.view.question.prompt : "";
      for (const {title: text} of (choices && message.view.question.incidents) || []) {
        this.offers.element.append(make("button", {type: "button", class: "quiet", onclick: () => this.wire.choose(message.question, {incident: text})}, text));
      }
      const panel = this.settled === message.question ? null : Settlement.panel(scene);
      if (panel) {
        panel.append(make("button", {type: "button", onclick: () => {
          this.settled = message.question;
          panel.remove();
        }}, "Continue"));
        this.felt.append(panel);
      }
      this.status();
    }

    status() {
      const {message} = this;
      const name = seat => message.chairs.find(one => one.seat === seat)?.name ?? "";
      const mine = message.turn >= 0 && message.turn === message.seat;
      const how = message.stopped && {resign: "gave up", claim: "claimed the rest", stop: "ended the game", time: "ran out of time"}[message.stopped.how];
      this.state.textContent = {
        waiting: `waiting for ${message.chairs.filter(one => !one.came).map(one => one.name).join(", ")}`,
        paused: "paused",
        over: how ? `${message.chairs[message.stopped.chair].name} ${how}` : "the game is over",
        playing: mine ? "you choose" : `${name(message.turn)} chooses`,
      }[message.phase];
      document.body.classList.toggle("mine", mine && message.phase === "playing");
    }

    /** The clocks run between messages, too. */
    tick() {
      const {message} = this;
      if (!message || !message.left.length || !this.clocks) return;
      const passed = message.phase === "playing" ? performance.now() - this.at : 0;
      message.left.forEach((left, seat) => {
        const seconds = Math.max(0, Math.ceil((left - (seat === message.turn ? passed : 0)) / 1000));
        const shown = this.clocks.children[seat];
        if (shown) shown.lastChild.textContent = ` ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
      });
    }

    // -------------------------------------------------------------------------------------------- beside the table

    /** Lines of what happened. */
    tell(lines) {
      for (const line of lines) {
        const text = sentence(line);
        if (text) this.log.append(make("li", line.item === "heading" ? {class: "heading"} : {}, Cards.coloured(text)));
        for (const [why] of line.why || []) this.log.append(make("li", {class: "why"}, Cards.coloured(why)));
      }
      while (this.log.childNodes.length > 200) this.log.firstChild.remove();
      this.log.scrollTop = this.log.scrollHeight;
    }

    panel() {
      const {message} = this;
      const sits = message.you >= 0;
      const button = (text, act, kind = "quiet") => make("button", {type: "button", class: kind, onclick: act}, text);
      const parts = [];
      const {proposal} = message;
      if (proposal) {
        const what = {"take back": "take back the last choice", resign: "give up", claim: "claim the rest", stop: "end the game"}[proposal.what];
        const mine = proposal.agreed.includes(message.you);
        parts.push(make("section", {class: "proposal"}, make("p", {}, `${message.chairs[proposal.chair].name} would like to ${what}.`),
          ...(sits && !mine ? [true, false].map(agree => button(agree ? "Agree" : "No", () => this.wire.send({type: "agree", proposal: proposal.number, agree}), "")) : [])));
      }
      parts.push(make("ul", {class: "people"}, ...message.chairs.map((one, at) => make("li", {class: one.here || one.program ? "here" : ""},
        make("b", {}, one.name), one.program ? ` (the program ${one.program})` : one.came ? (one.here ? "" : " (away)") : " (not here yet)",
        ...this.inviting(one, at)))));
      this.clocks = message.left.length ? make("ul", {class: "clocks"}, ...message.left.map((_, seat) => make("li", {}, message.chairs.find(one => one.seat === seat)?.name ?? "", make("span", {})))) : null;
      if (this.clocks) parts.push(this.clocks);
      if (sits) {
        const acts = [];
        const propose = (text, what) => button(text, () => this.wire.send({type: "propose", what}));
        if (message.phase === "over") acts.push(button("Next game", () => this.wire.send({type: "next"}), ""));
        if (message.may.take_back && message.phase !== "waiting" && !proposal) acts.push(propose("Take back", "take back"));
        if (message.phase === "playing" && !proposal) acts.push(propose("Give up", "resign"), propose("Claim the rest", "claim"), propose("End the game", "stop"));
        if (message.phase === "playing") acts.push(button("Pause", () => this.wire.send({type: "pause", pause: true})));
        if (message.phase === "paused") acts.push(button("Go on", () => this.wire.send({type: "pause", pause: false}), ""));
        parts.push(make("div", {class: "acts"}, ...acts));
      }
      if (message.phase === "over") parts.push(this.afterwards());
      if (message.may.chat !== "off") parts.push(this.talk(sits));
      parts.push(make("details", {open: ""}, make("summary", {}, "What happened"), this.log));
      this.side.replaceChildren(...parts);
      this.log.scrollTop = this.log.scrollHeight;
    }

    /** The link of a chair that is free, for whoever opened the table. */
    inviting(chair, at) {
      const made = kept.get(`made:${this.table}`);
      const secret = made?.chairs[at];
      if (chair.came || !secret || at === this.message.you) return [];
      return [" ", sharing("Invite", `${location.origin}/t/${this.table}#${secret}`, `A chair at ${this.message.title}`)];
    }

    talk(sits) {
      const {message} = this;
      const list = make("ol", {class: "remarks"}, ...message.remarks.map(one => make("li", {}, make("b", {}, message.chairs[one.chair].name), ` ${one.text}`)));
      if (!sits) return list;
      const phrases = ["Hello!", "Good luck.", "Well played.", "Thank you.", "Sorry.", "One moment, please.", "My mistake.", "What a hand!", "Your turn.", "Good game.", "Another one?", "I have to go."];
      const say = make("select", {"aria-label": "Say something", onchange: () => {
        if (say.value) this.wire.send({type: "say", phrase: Number(say.value)});
        say.value = "";
      }}, make("option", {value: ""}, "Say …"), ...phrases.map((text, at) => make("option", {value: at}, text)));
      const text = make("input", {maxlength: 300, "aria-label": "Say in your own words"});
      const free = message.may.chat === "free" ? make("form", {onsubmit: event => {
        event.preventDefault();
        if (text.value.trim()) this.wire.send({type: "say", text: text.value.trim()});
      }}, text, make("button", {type: "submit", class: "quiet"}, "Say")) : null;
      return make("section", {class: "talk"}, list, say, free);
    }

    /** What everybody has when the game is over: the replay, the judge, the script, and what the house rule did. */
    afterwards() {
      const out = make("div", {class: "judged"});
      const script = make("button", {type: "button", class: "quiet", onclick: async () => {
        try {
          const text = await ask(`/api/tables/${this.table}/script`, {secret: this.wire.secret, text: true});
          const rules = await ask(`/api/tables/${this.table}/rules`, {secret: this.wire.secret, text: true});
          Club.take("game.play", text);
          if (rules) Club.take("rules.hoyle", rules); // the script names it as the file beside it
          Club.remember(this.table, this.message.game, this.message.title, text, rules);
        } catch (error) {
          out.textContent = error.message;
        }
      }}, "Script with all cards");
      const house = make("button", {type: "button", class: "quiet", onclick: async () => {
        house.disabled = true;
        try {
          out.replaceChildren(...Club.house(await ask(`/api/tables/${this.table}/house`, {secret: this.wire.secret})));
        } catch (error) {
          out.textContent = error.message;
        }
        house.disabled = false;
      }}, "What the house rule did");
      const page = (text, query) => make("a", {class: "button", target: "_blank", rel: "noopener", href: `/t/${encodeURIComponent(this.table)}/replay${query}`}, text);
      return make("section", {class: "afterwards"}, page("Watch it again", ""), " ", page("With the judge", "?judge"), " ", script, " ", house, out);
    }
  }

  return {open: table => new TableRoom(table)};
})();
