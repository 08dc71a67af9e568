// The page: shows the pictures of a game one by one, with the transcript beside the table.
const Viewer = (() => {
  const {Board, make, signed} = Table;
  const byId = id => document.getElementById(id);

  /** The whole state of each picture, computed from its changes. */
  function states(animation) {
    let state = {zones: {}, by: {}, scores: {}, badges: {}, facts: [], turn: -1, deal: 0, trick: 0};
    return animation.pictures.map(changes => {
      state = changed(state, changes);
      return state;
    });
  }

  /** A state after the changes of a picture. */
  function changed(state, changes) {
    const next = {...state, captions: changes.captions};
    for (const [key, value] of Object.entries(changes)) {
      const parts = ["zones", "by", "scores", "badges"].includes(key);
      next[key] = parts ? {...state[key], ...value} : value;
    }
    return next;
  }

  /** The player who takes the trick that is complete in this picture, named here or in the next one; -1 if none yet. */
  function taker(animation, all, number) {
    for (const state of all.slice(number, number + 2)) {
      for (const [kind, who] of state.captions) if (kind === "trick") return animation.seats.indexOf(who);
      if (state.captions.some(([kind]) => kind === "made") && state !== all[number]) break;
    }
    return -1;
  }

  /** A line of the transcript: [its kind, its text]. */
  function line(caption) {
    const [kind, ...rest] = caption;
    switch (kind) {
      case "heading": return [kind, rest[0].charAt(0).toUpperCase() + rest[0].slice(1)];
      case "named": return [kind, `${rest[0]}: ${rest[1]}`];
      case "dealt": return [kind, `Dealt (${rest[0]}): ` + rest[1].map(([who, cards]) => `${who} ${cards}`.trim()).join(", ")];
      case "made": {
        const drawn = rest[2].length ? `, draws ${rest[2].join(" ")}` : "";
        return [kind, `${rest[0]}: ${rest[1]}${drawn}${rest[3] ? ` (${rest[3]})` : ""}`];
      }
      case "trick": return [kind, `${rest[0]} takes the trick`];
      case "handed": return [kind, `to ${rest[1]}: ${rest[0].join(" ")}`];
      case "revealed": return [kind, `shown to ${rest[1]}: ${rest[0].join(" ")}`];
      case "happened": return [kind, `At the table: ${rest[0]}`];
      case "won": return [kind, rest[0].length ? `The game is over, won by ${rest[0].join(" and ")}.` : "The game is over; nobody wins."];
      case "scores": return [kind, rest[1].map(([who, pairs]) => `${who} ` + pairs.map(([a, b], i) => `${rest[0][i]} ${signed(b)}`).join(", ")).join("; ")];
      case "held": return [kind, `as expected: ${rest[0]}`];
      default: return [kind, rest[0]];
    }
  }

  function scoreTable([columns, rows]) {
    const table = make("table", "score-table");
    const head = make("tr", "", make("td"));
    for (const column of columns) {
      const cell = make("th", "", column);
      cell.scope = "col";
      head.append(cell);
    }
    table.append(make("thead", "", head));
    const body = make("tbody");
    for (const [who, pairs] of rows) {
      const name = make("th", "", who);
      name.scope = "row";
      const row = make("tr", "", name);
      for (const [before, now] of pairs) {
        const change = now - before;
        row.append(make("td", "", signed(now), change ? make("small", "", ` ${change > 0 ? "+" : "−"}${Math.abs(change)}`) : ""));
      }
      body.append(row);
    }
    table.append(body);
    return table;
  }

  class Show {
    constructor(animation, number) {
      this.animation = animation;
      this.number = number;
      this.states = states(animation);
      this.states.forEach((state, number) => { state.taker = taker(animation, this.states, number); });
      this.sideButton = null;
      this.board = new Board(byId("table"), animation);
      this.at = -1;
      this.items = [];
      this.write();
      this.mark = Graph.show(byId("graph"), animation, at => `#${number ? `${number + 1}.` : ""}${at + 1}`);
      const seat = animation.viewer >= 0 ? `, as ${animation.seats[animation.viewer]} sees it` : "";
      byId("title").textContent = animation.title + seat;
      document.title = animation.title + seat;
      byId("slider").max = this.states.length;
      this.quiz = new Guess.Quiz(byId("question"), animation);
      byId("guess").hidden = !this.quiz.judged.length;
    }

    /** Whether the page asks for the next choice. */
    get guessing() {
      return byId("guess").getAttribute("aria-pressed") === "true" && !byId("guess").hidden;
    }

    /** Starts or stops asking. */
    guess() {
      byId("guess").setAttribute("aria-pressed", String(!this.guessing));
      this.quiz.close();
      this.cover();
    }

    /** Hides everything after this step while its choice is asked for. */
    cover() {
      byId("graph").parentElement.classList.toggle("guessing", this.guessing);
      this.items.forEach((item, number) => { item.hidden = this.guessing && number > this.at; });
    }

    /** The whole transcript, with a list for each deal. */
    write() {
      const root = byId("transcript");
      root.replaceChildren();
      let deal = -1;
      let list = null;
      const judged = grouped(this.animation.judged || []);
      this.states.forEach((state, number) => {
        if (state.deal !== deal || !list) {
          deal = state.deal;
          if (deal) root.append(make("h3", "", `Deal ${deal}`));
          list = make("ol", "captions");
          root.append(list);
        }
        const item = make("li");
        for (const caption of state.captions) {
          const [kind, text] = line(caption);
          if (kind === "scores") {
            item.append(scoreTable(caption.slice(1)));
            for (const [row, place] of caption[3] || []) item.append(make("p", "why", `${row} `, make("small", "", place)));
          }
          else if (kind === "side") item.append(this.sideLine(caption, number));
          else item.append(make(kind === "heading" ? "h4" : "p", kind, Cards.coloured(text)));
        }
        for (const one of judged.get(number) || []) item.append(this.judgement(one));
        const link = make("a", "step", String(number + 1));
        link.href = `#${number + 1}`;
        link.setAttribute("aria-label", `Step ${number + 1}`);
        link.tabIndex = -1;
        item.prepend(link);
        item.addEventListener("click", event => {
          if (event.target.closest("a, summary, button") || String(getSelection())) return;
          this.go(number);
        });
        list.append(item);
        this.items.push(item);
      });
      if (this.animation.end.length) root.append(make("p", "end", this.animation.end.join(" ")));
    }

    /** The judgement of a choice: the value of each option, in a folded block. */
    judgement(one) {
      const list = make("ol", "");
      for (const [choice, value] of one.options) list.append(make("li", "", Cards.coloured(`${value} ${choice}`)));
      const found = make("details", "side-line", make("summary", "", Cards.coloured(one.cost || "What each was worth")), list);
      if (one.mistake) found.classList.add("costly");
      return found;
    }

    /** A side line, in a folded block. A click on one of its choices shows the table after it. */
    sideLine([, title, lines, pictures], number) {
      const list = make("ol", "");
      lines.forEach((text, at) => {
        const changes = pictures && pictures[at];
        const words = make(changes ? "button" : "span", "", Cards.coloured(text));
        if (changes) {
          words.type = "button";
          words.setAttribute("aria-pressed", "false");
          words.addEventListener("click", () => this.look(words, number, changes, text));
        }
        list.append(make("li", "", words));
      });
      return make("details", "side-line", make("summary", "", title || "Side line"), list);
    }

    /** Shows the table within a side line, until the next step of the game. */
    look(button, number, changes, text) {
      pause();
      this.go(number, {quiet: true});
      if (this.at !== number) return;
      this.leave();
      this.sideButton = button;
      button.setAttribute("aria-pressed", "true");
      this.state = {...changed(this.states[number], changes), captions: [], taker: -1};
      this.board.show(this.state, false);
      const said = Cards.spoken(text.trim());
      byId("where").textContent = `what if · ${text.trim()}`;
      byId("live").textContent = `What if ${said}`;
    }

    /** Leaves the side line. */
    leave() {
      if (this.sideButton) this.sideButton.setAttribute("aria-pressed", "false");
      this.sideButton = null;
    }

    /** Sets the seat at the bottom, and whether the hands of the others are hidden. */
    sit(seat, hide) {
      this.board.sit(seat, hide);
      if (this.state) this.board.show(this.state, false);
    }

    /** Goes to a picture (from 0). */
    go(number, {quiet = false} = {}) {
      const last = this.states.length - 1;
      number = Math.max(0, Math.min(last, number));
      const asked = this.guessing && this.at >= 0 ? this.quiz.between(this.at, number) : undefined;
      if (asked) {
        pause();
        this.quiz.ask(asked, () => this.go(asked.at));
        number = Math.max(this.at, asked.at - 1);
      } else this.quiz.close();
      if (number === this.at && !this.sideButton) return;
      const near = !this.sideButton && Math.abs(number - this.at) === 1;
      this.leave();
      const state = this.state = this.states[number];
      this.board.show(state, near);
      if (this.at >= 0) {
        this.items[this.at].removeAttribute("aria-current");
        this.items[this.at].querySelector("a").tabIndex = -1;
      }
      this.at = number;
      this.items[number].setAttribute("aria-current", "step");
      this.cover();
      this.items[number].querySelector("a").tabIndex = 0;
      this.scroll(this.items[number]);
      const where = [`${number + 1} of ${last + 1}`];
      if (state.deal) where.push(`deal ${state.deal}`);
      if (state.trick) where.push(`trick ${state.trick}`);
      byId("where").textContent = where.join(" · ");
      this.mark(number);
      byId("slider").value = number + 1;
      byId("slider").setAttribute("aria-valuetext", where.join(", "));
      if (!quiet) byId("live").textContent = Cards.spoken(state.captions.map(caption => line(caption)[1]).join(". "));
      for (const [go, off] of [["first", 0], ["back", 0], ["deal-back", 0], ["on", last], ["last", last], ["deal-on", last], ["trick-on", last]]) {
        document.querySelector(`[data-go="${go}"]`).setAttribute("aria-disabled", String(number === off));
      }
      remember(`#${this.number ? `${this.number + 1}.` : ""}${number + 1}`);
    }

    /** Scrolls the transcript to an entry, without scrolling the page. */
    scroll(item) {
      const root = byId("transcript");
      if (root.scrollHeight <= root.clientHeight) return;
      const top = item.offsetTop - root.offsetTop;
      if (top < root.scrollTop + 40 || top + item.offsetHeight > root.scrollTop + root.clientHeight - 40) {
        root.scrollTop = top - root.clientHeight / 2;
      }
    }

    place(number, what) {
      const state = this.states[number];
      return what === "deal" ? `${state.deal}` : `${state.deal}.${state.trick}`;
    }

    following(what) {
      const here = this.place(this.at, what);
      let at = this.at;
      while (at < this.states.length - 1 && this.place(at, what) === here) at++;
      return at;
    }

    preceding(what) {
      if (this.at === 0) return 0;
      let at = this.at - 1;
      const there = this.place(at, what);
      while (at > 0 && this.place(at - 1, what) === there) at--;
      return at;
    }

    move(how) {
      switch (how) {
        case "first": return this.go(0);
        case "last": return this.go(this.states.length - 1);
        case "back": return this.go(this.at - 1);
        case "on": return this.go(this.at + 1);
        case "deal-back": return this.go(this.preceding("deal"));
        case "deal-on": return this.go(this.following("deal"));
        case "trick-back": return this.go(this.preceding("trick"));
        case "trick-on": return this.go(this.following("trick"));
      }
    }
  }

  /** The judgements by the picture they concern. */
  function grouped(judged) {
    const found = new Map();
    for (const one of judged) found.set(one.at, [...(found.get(one.at) || []), one]);
    return found;
  }

  let address = 0;

  /** Stores the position in the page's address, but not more often than a browser allows. */
  function remember(place) {
    clearTimeout(address);
    address = setTimeout(() => history.replaceState(null, "", place), 250);
  }

  const animations = JSON.parse(byId("data").textContent);
  let show = null;
  let timer = 0;

  function open(number, at) {
    const animation = animations[number];
    show = new Show(animation, number);
    byId("sit").replaceChildren(...animation.seats.map((name, seat) => {
      const option = make("option", "", name);
      option.value = String(seat);
      return option;
    }));
    byId("sit").value = String(Math.max(0, animation.viewer));
    byId("hide").hidden = animation.viewer >= 0;
    byId("hide").setAttribute("aria-pressed", "false");
    show.go(at, {quiet: true});
    byId("games").value = String(number);
  }

  function pause() {
    clearInterval(timer);
    timer = 0;
    const button = byId("play");
    button.setAttribute("aria-pressed", "false");
    button.setAttribute("aria-label", "Play by itself");
    button.querySelector("use").setAttribute("href", "#icon-play");
  }

  function play() {
    if (timer) return pause();
    if (show.at === show.states.length - 1) show.go(0);
    const button = byId("play");
    button.setAttribute("aria-pressed", "true");
    button.setAttribute("aria-label", "Stop");
    button.querySelector("use").setAttribute("href", "#icon-pause");
    timer = setInterval(() => {
      show.move("on");
      if (show.at === show.states.length - 1) pause();
    }, Number(byId("speed").value));
  }

  const KEYS = {
    ArrowRight: "on", ArrowLeft: "back", " ": "on", n: "on", b: "back", Home: "first", End: "last",
    PageDown: "deal-on", PageUp: "deal-back", t: "trick-on", T: "trick-back", d: "deal-on", D: "deal-back",
  };

  function key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const target = event.target;
    if (target.matches("input, select, textarea")) return;
    if (event.key === " " && target.matches("button, a, summary")) return;
    if (target.id === "transcript" && ["PageDown", "PageUp", "Home", "End", " "].includes(event.key)) return;
    if (event.key === "p" || event.key === "P") play();
    else if (KEYS[event.key]) {
      pause();
      show.move(KEYS[event.key]);
    } else return;
    event.preventDefault();
  }

  function fromAddress() {
    const found = /^#(?:(\d+)\.)?(\d+)$/.exec(location.hash);
    const number = found && found[1] ? Number(found[1]) - 1 : 0;
    return [Math.min(Math.max(number, 0), animations.length - 1), found ? Number(found[2]) - 1 : 0];
  }

  animations.forEach((animation, number) => {
    const option = make("option", "", `${number + 1}: ${animation.title}`);
    option.value = String(number);
    byId("games").append(option);
  });
  byId("chooser").hidden = animations.length < 2;
  byId("games").addEventListener("change", event => { pause(); open(Number(event.target.value), 0); });
  byId("slider").addEventListener("input", event => { pause(); show.go(Number(event.target.value) - 1); });
  byId("speed").addEventListener("change", () => { if (timer) { pause(); play(); } });
  for (const button of document.querySelectorAll("[data-go]")) {
    button.addEventListener("click", () => {
      if (button.dataset.go === "play") return play();
      pause();
      show.move(button.dataset.go);
    });
  }
  const seated = () => show.sit(Number(byId("sit").value), byId("hide").getAttribute("aria-pressed") === "true");
  byId("sit").addEventListener("change", seated);
  byId("hide").addEventListener("click", event => {
    const pressed = event.currentTarget.getAttribute("aria-pressed") !== "true";
    event.currentTarget.setAttribute("aria-pressed", String(pressed));
    seated();
  });
  byId("guess").addEventListener("click", () => show.guess());
  document.addEventListener("keydown", key);
  addEventListener("hashchange", () => {
    const [number, at] = fromAddress();
    pause();
    if (number === show.number) show.go(at);
    else open(number, at);
  });
  addEventListener("resize", () => show.board.show(show.states[show.at], false));
  open(...fromAddress());
  return {show: () => show};
})();
