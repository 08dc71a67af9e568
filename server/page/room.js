// The table: what the server sends is drawn, what is chosen is sent. Nothing is worked out here.
const Room = (() => {
  const {make, ask, kept, sharing, show} = Dom;
  const {sentence, fresh, proposed, write} = Telling;
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
      this.ask = make("section", {class: "ask", tabindex: "-1", "aria-label": "What is asked"});
      this.problem = make("p", {class: "problem", role: "alert"});
      this.aloud = new Telling.Aloud();
      this.log = make("ol", {class: "log", tabindex: "0", "aria-label": "What happened"});
      this.remarks = make("ol", {class: "remarks"});
      const names = ["proposed", "people", "clockBox", "acts", "after", "saying"];
      for (const name of names) this[name] = make("div", {class: name, hidden: true});
      this.people.className = "people";
      this.side = make("div", {class: "side-panel"}, ...names.slice(0, -1).map(name => this[name]), this.remarks, this.saying,
        make("details", {open: ""}, make("summary", {}, "What happened"), this.log));
      /** What each part beside the table shows, so that it is drawn again only if that changes. */
      this.drawn = new Map();
      this.offers = new Asking.Offers({choose: "Your choices", none: "Put the cards back", more: n => `and ${n} more`,
        typed: (digits, label) => `${digits}: ${label}. Enter chooses it.`, untyped: digits => `No choice here is ${digits}. Backspace takes a digit back.`},
        (choices, number) => this.choose(choices, number), () => this.draw());
      this.prompt = make("p", {class: "prompt", role: "status"});
      this.ask.append(this.prompt, this.offers.element, this.problem);
      show(make("header", {class: "bar"}, make("a", {href: "/", "aria-label": "First page"}, "Hoyle"), this.title, this.state),
        this.lost, make("main", {class: "room"}, make("div", {class: "play"}, this.felt, this.ask), this.side), this.aloud.element);
      this.board = new Playing.PlayBoard(this.felt, 0);
      setInterval(() => this.tick(), 500);
      // An invitation that is opened where the table is open already only changes what is behind the `#`.
      addEventListener("hashchange", () => location.reload());
      document.addEventListener("keydown", event => this.pressed(event));
    }

    /** Digits make a choice, arrows lead to where it is made, L shows the last trick and puts it away. */
    pressed(event) {
      if (event.ctrlKey || event.altKey || event.metaKey || event.target?.closest?.("input, select, textarea")) return;
      if (this.offers.key(event)) event.preventDefault();
      else if (event.key === "l" || event.key === "L") this.lastTrick();
      else if (event.key === "Escape" && this.felt.querySelector(".last-trick-box")) this.lastTrick();
      else if (event.key.startsWith("Arrow") && !event.target?.closest?.(".calls, .log") && this.arrow(event.key)) event.preventDefault();
    }

    /** An arrow outside the hand and the buttons leads to the hand; up and down go between both. Returns whether it did. */
    arrow(key) {
      const {choices, board, offers} = this;
      const go = this.felt.querySelector(".settlement .go-on button");
      if (!go && (!choices || choices.made)) return false;
      const inHand = this.felt.contains(document.activeElement);
      if (go) go.focus({preventScroll: true});
      else if (choices.ofCards && board.cards.length && (!inHand || key === "ArrowUp")) board.focus();
      else offers.buttons[0]?.focus();
      return true;
    }

    connected(now) {
      this.lost.hidden = now;
    }

    heard(message) {
      if (message.type === "table") this.shown(message);
      else if (message.type === "seated") {
        kept.set(`seat:${this.table}`, message.secret);
        history.replaceState(null, "", `#${message.secret}`);
        this.problem.textContent = ""; // whatever was wrong with the name before
      } else if (message.type === "refused") {
        this.problem.replaceChildren(message.sentence, ...(message.notes || []).map(one => make("small", {}, ` ${one}`)));
        if (!this.message) this.title.textContent = message.sentence;
        else if (this.wire.ended) this.form?.remove();
        else if (!this.sitting(this.message)) this.draw();
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
        this.tell(fresh(before, message));
      }
      this.aloud.beside(before, message);
      if (this.sitting(message)) return;
      this.draw(Boolean(before && before.view));
      this.panel();
    }

    /** Asks for a name, if the chair of this secret, or any chair, is still free. Returns whether it does. */
    sitting(message) {
      const own = message.you >= 0 && !message.chairs[message.you].came;
      const free = message.chairs.flatMap((one, at) => (!one.came || (one.program && this.wire.secret) ? [[at, one]] : []));
      const guest = message.you < 0 && (this.wire.secret || message.may.sit) && free.length > 0;
      if (!own && !guest) {
        this.form?.remove();
        this.form = null;
        return false;
      }
      const made = kept.get(`sit:${this.table}`);
      if (own && made && !this.tried) {
        this.tried = true;
        this.sit(made, message.you);
      } else this.nameForm(own ? [[message.you, message.chairs[message.you]]] : free);
      this.draw();
      this.panel();
      return true;
    }

    /** The form with which somebody sits down; what was typed stays when another chair is taken meanwhile. */
    nameForm(free) {
      const key = JSON.stringify(free.map(([at, one]) => [at, one.program]));
      if (this.form?.dataset.free === key) return;
      const typed = this.form?.querySelector("input");
      const focused = Boolean(typed && typed === document.activeElement);
      const name = make("input", {maxlength: 20, required: "", value: typed?.value || kept.get("name") || "", placeholder: "Your name", autocomplete: "nickname"});
      const chair = free.length < 2 ? null : make("select", {}, ...free.map(([at, one]) => make("option", {value: at}, `Chair ${at + 1}${one.program ? ` (now the program ${one.program})` : ""}`)));
      this.form?.remove();
      this.form = make("form", {class: "sit", "data-free": key, onsubmit: event => {
        event.preventDefault();
        kept.set("name", name.value.trim());
        this.sit(name.value.trim(), chair ? Number(chair.value) : free[0][0]);
      }}, make("label", {}, "Name ", name), ...(chair ? [make("label", {}, "Chair ", chair)] : []), make("button", {type: "submit"}, "Sit down"));
      this.ask.prepend(this.form);
      if (focused) name.focus();
    }

    sit(name, chair) {
      this.wire.send({type: "sit", ...(this.wire.secret ? {secret: this.wire.secret} : {}), name, chair});
    }

    // ---------------------------------------------------------------------------------------------------- choosing

    choose(choices, number) {
      if (choices.made) return;
      choices.made = true;
      this.wire.choose(this.message.question, number === NEVER ? {cards: [...choices.picked]} : {option: number});
      const within = this.focused;
      this.offers.clear();
      this.rest(within);
    }

    /** Whether the focus is at the table or where it is asked. */
    get focused() {
      return [this.felt, this.ask].some(part => part.contains(document.activeElement));
    }

    /** Whether the focus is nowhere: on nothing, or where it rests. */
    get resting() {
      return [document.body, null, this.ask].includes(document.activeElement);
    }

    /** Lets the focus rest where the next question comes, if what had it is gone. */
    rest(within) {
      if (within && this.resting) this.ask.focus({preventScroll: true});
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
      const within = this.focused;
      const incident = document.activeElement?.dataset?.incident;
      if (!message.view) {
        this.felt.replaceChildren(make("p", {class: "wait"}, "The game begins when everybody sits."));
        this.offers.clear();
        this.status();
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
      write(this.prompt, choices ? message.view.question.prompt : "");
      for (const {title: text} of (choices && message.view.question.incidents) || []) {
        const button = make("button", {type: "button", class: "quiet", "data-incident": text, onclick: () => this.wire.choose(message.question, {incident: text})}, text);
        this.offers.element.append(button);
        if (text === incident) button.focus({preventScroll: true});
      }
      this.settlement(scene);
      this.felt.querySelector(".last-trick-box")?.remove();
      this.status();
      // Whoever has only a keyboard is where the choice is, or where one goes on.
      if (!this.resting) return;
      const button = this.felt.querySelector(".settlement .go-on button");
      if (button) button.focus({preventScroll: true});
      else if (choices && !choices.made && choices.ofCards) this.board.focus();
      else if (choices && !choices.made) this.offers.buttons[0]?.focus({preventScroll: true});
      this.rest(within);
    }

    /** Shows what a deal came to until the person goes on, however many messages come meanwhile. */
    settlement(scene) {
      const key = scene.settlement && JSON.stringify([scene.settlement.deal, scene.settlement.deal_over, scene.settlement.entries, scene.over]);
      const open = this.felt.querySelector(".settlement:not(.last-trick-box)");
      if (open && open.dataset.settled === key) return;
      const focused = Boolean(open?.contains(document.activeElement));
      open?.remove();
      const panel = this.settled === key ? null : Settlement.panel(scene);
      if (!panel) return;
      panel.dataset.settled = key;
      const button = make("button", {type: "button", onclick: () => {
        this.settled = key;
        panel.remove();
        this.draw();
      }}, "Continue");
      panel.append(make("div", {class: "go-on"}, button));
      this.felt.append(panel);
      if (focused) button.focus({preventScroll: true});
    }

    /** Shows the last trick over the table, or puts it away. */
    lastTrick() {
      const open = this.felt.querySelector(".last-trick-box");
      const back = this.opener;
      const within = Boolean(open?.contains(document.activeElement));
      open?.remove();
      if (within) (back?.isConnected ? back : this.ask).focus({preventScroll: true});
      const scene = this.message?.view?.scene;
      const picture = scene && !open ? Table.lastTrick(scene) : null;
      if (!picture) return;
      const close = make("button", {type: "button", onclick: () => this.lastTrick()}, "Close");
      this.opener = document.activeElement;
      this.felt.append(make("section", {class: "settlement last-trick-box", "aria-label": "The last trick"}, make("h2", {}, "The last trick"), picture,
        make("div", {class: "go-on"}, close)));
      close.focus({preventScroll: true});
    }

    status() {
      const {message} = this;
      const name = seat => message.chairs.find(one => one.seat === seat)?.name ?? "";
      const mine = message.turn >= 0 && message.turn === message.seat;
      const how = message.stopped && {resign: "gave up", claim: "claimed the rest", stop: "ended the game", time: "ran out of time"}[message.stopped.how];
      write(this.state, {
        waiting: `waiting for ${message.chairs.filter(one => !one.came).map(one => one.name).join(", ")}`,
        paused: "paused",
        over: how ? `${message.chairs[message.stopped.chair].name} ${how}` : "the game is over",
        playing: mine ? "you choose" : `${name(message.turn)} chooses`,
      }[message.phase]);
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
        if (!text) continue;
        this.log.append(make("li", line.item === "heading" ? {class: "heading"} : {}, Cards.coloured(text)));
        this.aloud.say(text);
        for (const [why] of line.why || []) this.log.append(make("li", {class: "why"}, Cards.coloured(why)));
      }
      while (this.log.childNodes.length > 200) this.log.firstChild.remove();
      this.log.scrollTop = this.log.scrollHeight;
    }

    /**
     * Draws a part beside the table again if what it shows has changed. The focus stays on the button with the same text;
     * if that is gone, it goes to the one in its place, as from `Pause` to `Go on`.
     */
    part(box, key, parts) {
      const shown = JSON.stringify(key);
      if (this.drawn.get(box) === shown) return;
      this.drawn.set(box, shown);
      const {activeElement} = document;
      const buttons = () => [...box.querySelectorAll("button, summary")];
      const focused = box.contains(activeElement) ? activeElement.textContent : null;
      const place = buttons().indexOf(activeElement);
      box.replaceChildren(...parts());
      box.hidden = !box.childNodes.length;
      if (focused === null) return;
      const left = buttons();
      (left.find(one => one.textContent === focused) ?? left[Math.min(place, left.length - 1)] ?? this.ask).focus({preventScroll: true});
    }

    panel() {
      const {message} = this;
      const {proposal, phase, may} = message;
      const sits = message.you >= 0;
      const button = (text, act, kind = "quiet") => make("button", {type: "button", class: kind, onclick: act}, text);
      const names = message.chairs.map(one => one.name);
      this.part(this.proposed, proposal && [proposal, names, message.you], () => {
        if (!proposal) return [];
        const mine = proposal.agreed.includes(message.you);
        const answer = (text, agree) => button(text, () => this.wire.send({type: "agree", proposal: proposal.number, agree}), "");
        const asks = sits && !mine;
        return [make("section", {class: "proposal", "aria-label": "A proposal"}, make("p", {}, proposed(proposal, names)),
          ...(asks ? [answer("Agree", true), answer("No", false)] : [make("p", {class: "soft"}, `Agreed so far: ${proposal.agreed.map(chair => names[chair]).join(", ")}.`)]),
          ...(proposal.chair === message.you ? [answer("Withdraw", false)] : []))];
      });
      this.part(this.people, [message.chairs, message.you], () => [make("ul", {}, ...message.chairs.map((one, at) => make("li", {class: one.here || one.program ? "here" : ""},
        make("b", {}, one.name), at === message.you ? " (you)" : one.program ? ` (the program ${one.program})` : one.came ? (one.here ? "" : " (away)") : " (not here yet)",
        ...this.inviting(one, at)))), ...(sits ? [] : [make("p", {class: "soft"}, "You are watching.")])]);
      this.part(this.clockBox, [message.left.length, message.chairs.map(one => [one.name, one.seat])], () => {
        if (!message.left.length) return [];
        this.clocks = make("ul", {class: "clocks"}, ...message.left.map((_, seat) => make("li", {}, message.chairs.find(one => one.seat === seat)?.name ?? "", make("span", {}))));
        return [this.clocks];
      });
      const last = Boolean(message.view?.scene.last_trick?.plays.length);
      this.part(this.acts, [sits, phase, Boolean(proposal), may.take_back, last], () => {
        const acts = last ? [button("Last trick", () => this.lastTrick())] : [];
        if (!sits) return acts;
        const propose = (text, what) => button(text, () => this.wire.send({type: "propose", what}));
        if (phase === "over") acts.push(button("Next game", () => this.wire.send({type: "next"}), ""));
        if (may.take_back && phase !== "waiting" && !proposal) acts.push(propose("Take back", "take back"));
        if (phase === "playing") acts.push(button("Pause", () => this.wire.send({type: "pause", pause: true})));
        if (phase === "paused") acts.push(button("Go on", () => this.wire.send({type: "pause", pause: false}), ""));
        // What ends the game for all is not beside what is pressed often: programs agree to everything.
        if (phase === "playing" && !proposal) acts.push(make("details", {class: "ending"}, make("summary", {}, "End the game early"),
          propose("Give up", "resign"), propose("Claim the rest", "claim"), propose("End the game", "stop")));
        return acts;
      });
      this.part(this.after, phase === "over" && message.game, () => (phase === "over" ? [this.afterwards()] : []));
      this.part(this.remarks, [may.chat, message.remarks, names], () => (may.chat === "off" ? [] : message.remarks.map(one => make("li", {}, make("b", {}, names[one.chair]), ` ${one.text}`))));
      this.remarks.scrollTop = this.remarks.scrollHeight;
      this.part(this.saying, [may.chat, sits], () => (sits && may.chat !== "off" ? [Telling.talk(may.chat, said => this.wire.send(said))] : []));
    }

    /** The link of a chair that is free, for whoever opened the table. */
    inviting(chair, at) {
      const made = kept.get(`made:${this.table}`);
      const secret = made?.chairs[at];
      if (chair.came || !secret || at === this.message.you) return [];
      return [" ", sharing("Invite", `${location.origin}/t/${this.table}#${secret}`, `A chair at ${this.message.title}`)];
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
      return make("section", {class: "afterwards"}, page("Watch it again", ""), page("With the judge", "?judge"), script, house, out);
    }
  }

  return {open: table => new TableRoom(table)};
})();
