// The table: draws a scene (schemas/scene.schema.json): the seats, the cards of each player, and what lies between them.
const Table = (() => {
  const SMALL = 54;  // pixels: narrower cards show only rank and suit
  const SPREAD = 8;  // the latest cards of an open pile
  const FINGER = 24;  // pixels: the least that must be seen of a card that can be touched
  const ROOM = {width: 640, height: 440};  // a smaller table has all opponents in one row
  const LOW = 420;  // pixels: below this height, and for more than four players on a small table, a trick is a row
  const SUITS = ["♠", "♥", "♣", "♦"];
  const RANKS = "A K Q J T 10 9 8 7 6 5 4 3 2".split(" ");

  function make(tag, kind, ...children) {
    const element = document.createElement(tag);
    if (kind) element.className = kind;
    element.append(...children);
    return element;
  }

  /** The side of the table for each seat, clockwise from `bottom`: [side, position on it, number of seats on it]. */
  function places(seats, first) {
    const others = seats - 1;
    const side = seats === 3 ? 1 : Math.floor(others / 3);
    const counts = [["bottom", 1], ["left", side], ["top", others - 2 * side], ["right", side]];
    const found = new Array(seats);
    let seat = first;
    for (const [name, count] of counts) {
      for (let at = 0; at < count; at++) {
        found[seat % seats] = [name, at, count];
        seat++;
      }
    }
    return found;
  }

  function count(number, what) {
    return `${number} ${number === 1 ? "card" : "cards"}${what || ""}`;
  }

  /** A number with a true minus sign instead of a hyphen. */
  function signed(value) {
    return String(value).replace("-", "−");
  }

  /** A change of a number: `+2`, `−1`. */
  function change(value) {
    return value > 0 ? `+${value}` : signed(value);
  }

  // ------------------------------------------------------------------------------------------------------------ cards

  /** Cards as they are held: suits together, black and red in turn, high cards first; unknown ranks keep their order. */
  function sorted(items) {
    const signs = new Set(items.map(({card}) => card.slice(-1)));
    const suits = [...SUITS];
    if (!signs.has("♥") && signs.has("♦")) suits.splice(0, 4, "♠", "♦", "♣");
    else if (!signs.has("♣") && signs.has("♠")) suits.splice(0, 4, "♥", "♠", "♦");
    const others = [...new Set(items.map(({card}) => Cards.parse(card).suit))];
    const suit = card => {
      const at = suits.indexOf(card.slice(-1));
      return at >= 0 ? at : suits.length + others.indexOf(Cards.parse(card).suit);
    };
    const rank = card => {
      const {rank: name} = Cards.parse(card);
      const at = RANKS.indexOf(name);
      return at >= 0 ? at : Number(name) ? -Number(name) : -100;
    };
    const keyed = items.map((item, at) => ({item, keys: [suit(item.card), rank(item.card), at]}));
    keyed.sort((a, b) => a.keys[0] - b.keys[0] || a.keys[1] - b.keys[1] || a.keys[2] - b.keys[2]);
    return keyed.map(({item}) => item);
  }

  /** The cards of a zone from the bottom, each as text (`??`: not known), with whether it came here just now. */
  function items(zone) {
    const cards = zone.cards.length ? zone.cards : new Array(zone.count).fill(null);
    const fresh = new Set(zone.new || []);
    const by = zone.by || [];
    const found = cards.map((card, at) => ({card: card ?? "??", fresh: fresh.has(at) && fresh.size < cards.length, by: by[at] ?? -1}));
    return zone.kind === "hand" ? sorted(found) : found;
  }

  /** A name in parts, of which only the first may be cut short: the number at the end is what tells `Player 2` from `Player 3`. */
  function ends(name) {
    const [, begin, number] = /^(.*\S)(\s*\d+)$/.exec(name) || [];
    return number ? [make("span", "begin", begin), make("span", "ending", number)] : [make("span", "begin", name)];
  }

  /** Cards side by side. `seats`: the names of the players, if it is said who put each card there. */
  function cardList(shown, kind, small, seats) {
    const list = make("ul", `cards ${kind}`);
    const seen = {};
    shown.forEach(({card, fresh, by}, at) => {
      seen[card] = (seen[card] || 0) + 1;
      const item = make("li", fresh ? "fresh" : "", Cards.draw(card, small));
      if (fresh) item.firstChild.setAttribute("aria-label", `${Cards.parse(card).name}, new`);
      if (card !== "??") item.dataset.card = `${card}#${seen[card]}`;
      if (seats) {
        item.dataset.by = by;
        // Cards of one player beside each other have the name once.
        const run = at && shown[at - 1].by === by ? 0 : shown.findIndex((other, to) => to >= at && other.by !== by);
        const who = make("span", "who", ...(run ? ends(seats[by] ?? "") : ["\u00a0"]));
        who.style.setProperty("--run", run < 0 ? shown.length - at : run || 1);
        item.append(who);
      }
      list.append(item);
    });
    list.style.setProperty("--count", shown.length);
    return list;
  }

  /** Cards of which one is seen, or none: the top one and the number. */
  function stack(shown, small) {
    const top = shown[shown.length - 1];
    const pile = make("div", `stack${top.fresh ? " fresh" : ""}`, Cards.draw(top.card, small));
    if (shown.length > 1) pile.append(make("span", "number", String(shown.length)));
    pile.setAttribute("role", "img");
    const seen = top.card === "??" ? "face down" : `on top ${Cards.parse(top.card).name}${top.fresh ? ", new" : ""}`;
    pile.setAttribute("aria-label", `${count(shown.length)}, ${seen}`);
    pile.firstChild.setAttribute("aria-hidden", "true");
    if (top.card !== "??") pile.dataset.card = `${top.card}#1`;
    return pile;
  }

  /** A zone with its name. `shared`: it does not lie in front of a seat. `hide`: its cards are not shown. */
  function zoneBox(zone, small, {seats, shared = false, hide = false} = {}) {
    const title = zone.whose && shared ? `${zone.whose}: ${zone.name}` : zone.name;
    const shown = hide ? new Array(zone.count).fill({card: "??", fresh: false}) : items(zone);
    const hidden = shown.every(({card}) => card === "??");
    const piled = hidden || zone.kind === "pile" || (zone.kind === "open" && zone.ordered && zone.owner >= 0);
    // Of an open pile in the middle the latest cards are seen.
    const spread = !piled && zone.ordered && shown.length > SPREAD;
    const many = shared && shown.length > 12 && !spread;
    const latest = spread ? shown.slice(-SPREAD) : shown;
    const named = shared && !many && latest.some(({by}) => by >= 0);
    const backs = piled ? [] : latest.filter(({card}) => card === "??");
    // Cards that are not known among known ones lie on a pile of their own.
    if (backs.length > 2) {
      const known = cardList(latest.filter(({card}) => card !== "??"), "", small);
      return labelled(zone.kind, title, make("div", "partly", known, stack(backs, small)), shown.length);
    }
    // Of many cards on the table those that came last lie apart, with who put them there.
    if (many && zone.last < shown.length) {
      const rest = cardList(shown.slice(0, -zone.last), "many", small);
      const last = cardList(shown.slice(-zone.last), "named-cards", small, seats);
      return labelled(zone.kind, title, make("div", "partly", rest, last), shown.length);
    }
    // The card at the bottom of a pile that is face down is often the trump card: it is seen beside the pile.
    if (piled && shown.length > 1 && shown[0].card !== "??" && shown[shown.length - 1].card === "??") {
      const known = cardList(shown.slice(0, 1), "", small);
      return labelled(zone.kind, title, make("div", "partly", known, stack(shown.slice(1), small)), shown.length);
    }
    const drawn = piled ? stack(shown, small) : cardList(latest, many ? "many" : named ? "named-cards" : "", small, named ? seats : undefined);
    return labelled(zone.kind, title, drawn, piled ? -1 : shown.length, spread);
  }

  /** A zone with its name, for a screen reader with the number of its cards; `said`: for everybody. */
  function labelled(kind, title, drawn, number, said = false) {
    const whole = make("div", `zone ${kind}`, make("span", "label", said ? `${title} (${number})` : title), drawn);
    whole.setAttribute("role", "group");
    whole.setAttribute("aria-label", number < 0 ? title : `${title}, ${count(number)}`);
    return whole;
  }

  /** The position of a card in a trick, in percent of the middle: towards its player. Many players make two rows. */
  function spot(steps, seats) {
    if (seats > 4) {
      const far = seats - 3;  // the upper row; below it the viewer, between both neighbours
      if (steps < 2 || steps === seats - 1) return [steps === 0 ? 50 : steps === 1 ? 18 : 82, 76];
      return [50 + (far > 1 ? (steps - 2) / (far - 1) - 0.5 : 0) * (far > 3 ? 80 : far > 2 ? 64 : 36), 24];
    }
    const angle = (0.5 + (2 * steps) / seats) * Math.PI;
    return [50 + 37 * Math.cos(angle), 50 + 25 * Math.sin(angle)];
  }

  function sign(value) {
    const known = ["spades", "hearts", "diamonds", "clubs"].includes(value);
    if (!known) return "";
    const mark = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    mark.setAttribute("class", `sign ${value}`);
    mark.setAttribute("viewBox", "0 0 24 24");
    mark.setAttribute("aria-hidden", "true");
    use.setAttribute("href", `#suit-${value}`);
    mark.append(use);
    return mark;
  }

  // ------------------------------------------------------------------------------------------------------------ board

  class Board {
    /** `below`: the seat at the bottom of the table. */
    constructor(root, below = 0) {
      this.root = root;
      this.below = below;
      this.hide = false;
      this.factor = 1;
    }

    /** Turns the table so that a seat is at the bottom. `hide` hides the hands of the others. */
    sit(seat, hide) {
      this.below = seat;
      this.hide = hide;
      this.factor = 1;
    }

    /**
     * Draws a scene. If `moving`, cards move to their new positions. `taker`: the seat that takes the complete trick.
     */
    show(scene, {moving = false, taker = -1} = {}) {
      const before = moving ? this.where() : null;
      const {clientWidth: width, clientHeight: height} = this.root;
      const size = `${width} ${height}`;
      if (this.size !== size || this.scene?.deal !== scene.deal) {
        this.size = size;
        this.factor = 1;  // within a deal cards keep their size, or become smaller
      }
      this.scene = scene;
      this.taker = taker;
      this.places = places(scene.seats.length, this.below);
      this.compact = width < ROOM.width || height < ROOM.height;
      this.row = this.compact && (height < LOW || scene.seats.length > 4);
      this.root.classList.toggle("compact", this.compact);
      this.fit();
      if (before) this.travel(before);
    }

    /** Draws the table with the largest cards for which there is room; where there is little, with small letters. */
    fit() {
      const {clientWidth: width, clientHeight: height} = this.root;
      for (const tiny of this.compact ? [false, true] : [false]) {
        this.root.classList.toggle("tiny", tiny || this.tiny === `${width} ${height}`);
        for (let tries = 0; tries < 7; tries++) {
          this.draw();
          const needed = Math.max(this.root.scrollHeight / height, this.root.scrollWidth / width);
          if (needed <= 1.005) return;
          if (this.factor <= 0.45) break;
          this.factor /= Math.max(1.04, Math.min(needed, 1.25));
        }
        if (!this.compact) return;
        if (!tiny) this.factor = 1;
        this.tiny = `${width} ${height}`;  // it stays so while the size does: letters do not jump
      }
    }

    /** Whether the table has another size than when it was drawn. */
    get outgrown() {
      return this.size !== undefined && this.size !== `${this.root.clientWidth} ${this.root.clientHeight}`;
    }

    draw() {
      const {clientWidth: width, clientHeight: height} = this.root;
      const [own, other] = this.compact
        ? [Math.min(62, width / 6.8, height / 4.6), Math.min(38, width / 11, height / 8)]
        : [Math.min(88, width / 10, height / 5.6), Math.min(58, width / 16, height / 9.5)];
      this.own = this.factor * Math.max(34, own);
      this.other = this.factor * Math.max(24, other);
      this.root.style.setProperty("--own", `${this.own}px`);
      this.root.style.setProperty("--other", `${this.other}px`);
      const sides = {};
      for (const side of ["top", "left", "right", "bottom"]) sides[side] = make("div", `side ${side}`);
      const seats = this.places.length;
      const clockwise = Array.from({length: seats}, (_, at) => (this.below + at) % seats);
      if (this.compact) {
        for (const seat of clockwise) sides[seat === this.below ? "bottom" : "top"].append(this.seat(seat));
        this.lay(sides.top, this.middle(), sides.bottom);
        return;
      }
      // Left seats are drawn from top to bottom, so that the order on the screen is clockwise.
      const rank = seat => (this.places[seat][0] === "left" ? this.places[seat][2] - this.places[seat][1] : this.places[seat][1]);
      for (const seat of [...clockwise].sort((a, b) => rank(a) - rank(b))) sides[this.places[seat][0]].append(this.seat(seat));
      this.lay(sides.top, sides.left, this.middle(), sides.right, sides.bottom);
    }

    /** Puts the parts on the table. What lies over it (a settlement, the last trick) stays, with the focus in it. */
    lay(...parts) {
      const called = this.root.contains(document.activeElement) && document.activeElement.closest(".calls");
      for (const child of [...this.root.children]) if (!child.matches(".settlement")) child.remove();
      this.root.prepend(...parts);
      scrolled(this.root.querySelector("ol.called"));
      if (called) this.root.querySelector(".calls summary, .calls[tabindex]")?.focus({preventScroll: true});
    }

    /** Whether a zone lies in front of a seat, and not in front of a team or in the middle. */
    ofSeat(zone, seat) {
      return zone.owner === seat && zone.whose === this.scene.seats[seat];
    }

    seat(seat) {
      const {scene} = this;
      const own = seat === this.below;
      const turn = scene.turn === seat;
      const name = make("p", "name", make("b", "", scene.seats[seat]));
      for (const text of said(scene, seat)) name.append(make("span", "badge", Cards.coloured(text)));
      if (turn) name.append(make("span", "badge to-play", "to choose"));
      const box = make("div", `seat${turn ? " turn" : ""}`, name);
      box.dataset.seat = seat;
      box.setAttribute("role", "group");
      box.setAttribute("aria-label", scene.seats[seat]);
      const scores = make("p", "scores");
      for (const {owner, columns} of scene.scores) {
        if (owner !== "player") continue;
        for (const column of columns) {
          if (!column.decides && !column.values.some(value => value)) continue;
          scores.append(make("span", "score", `${column.name} `, make("b", "", signed(column.values[seat]))));
        }
      }
      if (scores.childNodes.length) name.after(scores);
      const zones = make("div", "zones");
      for (const zone of scene.zones) {
        if (!zone.count || !this.ofSeat(zone, seat)) continue;
        const large = own && zone.kind === "hand" && zone.cards.length > 0;
        const shown = zoneBox(zone, (large ? this.own : this.other) < SMALL, {hide: this.hide && !own && zone.kind === "hand"});
        if (large) {
          shown.classList.add("large");
          const room = this.root.clientWidth - (this.compact ? 24 : 80);
          shown.classList.toggle("rows", zone.count * FINGER > room);
        }
        zones.append(shown);
      }
      if (zones.childNodes.length) box.append(zones);
      return box;
    }

    middle() {
      const {scene} = this;
      const box = make("div", "middle");
      const facts = make("ul", "facts");
      for (const {name, value, text} of scene.facts) {
        const plain = !text || text === `${name} ${value}`;
        facts.append(plain ? make("li", "", `${name} `, make("b", "", Cards.coloured(value), sign(value))) : make("li", "", make("b", "", Cards.coloured(text))));
      }
      for (const {owner, owners, columns} of scene.scores) {
        if (owner !== "team") continue;
        const shown = columns.filter(column => column.decides || column.values.some(value => value));
        owners.forEach((one, at) => {
          const each = shown.map(column => make("span", "", `${column.name} `, make("b", "", signed(column.values[at]))));
          if (each.length) facts.append(make("li", "team", make("span", "", one), ...each));
        });
      }
      const calls = this.calls();
      if (calls && scene.trick_of_deal) facts.append(make("li", "", calls));
      const piles = make("div", "zones");
      const {trick} = scene;
      let drawn = null;
      for (const zone of scene.zones) {
        if (!zone.count || (zone.owner >= 0 && this.ofSeat(zone, zone.owner))) continue;
        if (zone.kind !== "trick") piles.append(zoneBox(zone, this.other < SMALL, {seats: scene.seats, shared: true}));
        else if (!(trick && trick.plays.length)) drawn = this.trick(zone.name, items(zone).map(({card, by}) => ({card, seat: by})), -1, -1);
      }
      if (trick && trick.plays.length) drawn = this.trick("the trick", trick.plays, trick.leader, trick.winning);
      const beside = make("div", "beside", ...[facts, piles].filter(one => one.childNodes.length));
      if (beside.childNodes.length) box.append(beside);
      if (calls && !scene.trick_of_deal) box.append(calls);
      if (drawn) box.append(drawn);
      return box;
    }

    /** What was called in turn: a list, and when tricks are played a list that is folded away. */
    calls() {
      const {scene} = this;
      if (!scene.calls.length) return null;
      const list = calls(scene);
      if (!scene.trick_of_deal) {
        list.classList.add("calls");
        return list;
      }
      const folded = make("details", "calls", make("summary", "", "Calls"), list);
      folded.open = this.unfolded === scene.deal;
      folded.addEventListener("toggle", () => {
        if (!folded.isConnected) return;
        this.unfolded = folded.open ? scene.deal : -1;
        if (folded.open) scrolled(list);
      });
      return folded;
    }

    /** Cards played to a trick, each before its player. */
    trick(name, plays, leader, winning) {
      const {seats} = this.scene;
      const list = make("ol", `trick-cards${this.row ? " row" : ""}`);
      list.style.setProperty("--part", seats.length < 5 ? 0.84 : Math.max(0.56, 1.12 - 0.07 * seats.length));
      list.style.setProperty("--count", plays.length);
      list.setAttribute("aria-label", name);
      plays.forEach(({seat, card}, at) => {
        const takes = seat >= 0 && seat === this.taker;
        const best = takes || (this.taker < 0 && at === winning && plays.length > 1);
        const item = make("li", best ? "takes" : "", Cards.draw(card ?? "??", this.own < SMALL));
        if (seat >= 0) {
          const [x, y] = spot((seat - this.below + seats.length) % seats.length, seats.length);
          if (!this.row) {
            item.style.left = `${x}%`;
            item.style.top = `${y}%`;
          }
          item.dataset.by = seat;
          item.append(make("span", "who", seats[seat], seat === leader && at === 0 ? make("span", "led", " led") : ""));
          if (best) item.append(make("span", "taken", takes ? "takes the trick" : "winning"));
        }
        item.style.zIndex = at;
        if (card) item.dataset.card = `${card}#1`;
        list.append(item);
      });
      return list;
    }

    /** The current positions of all visible cards and of all seats. */
    where() {
      const found = {cards: {}, seats: {}};
      for (const one of this.root.querySelectorAll("[data-card]")) found.cards[one.dataset.card] = one.getBoundingClientRect();
      for (const one of this.root.querySelectorAll("[data-seat]")) found.seats[one.dataset.seat] = one.getBoundingClientRect();
      return found;
    }

    travel(before) {
      const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
      if (calm || !Element.prototype.animate) return;
      for (const one of this.root.querySelectorAll("[data-card]")) {
        const now = one.getBoundingClientRect();
        // A card that was not visible before comes from its player.
        const from = before.cards[one.dataset.card] || before.seats[one.dataset.by];
        if (!from || !now.width) continue;
        const x = from.left + from.width / 2 - now.left - now.width / 2;
        const y = from.top + from.height / 2 - now.top - now.height / 2;
        if (Math.abs(x) + Math.abs(y) < 3) continue;
        one.animate([{translate: `${x}px ${y}px`}, {translate: "0 0"}], {duration: 260, easing: "ease-out"});
      }
    }
  }

  /** The calls as a list, oldest first, each with its player. */
  function calls({calls: made, seats}) {
    const list = make("ol", "called");
    list.setAttribute("role", "list");  // some readers take a list without numbers for none
    list.setAttribute("aria-label", "Calls");
    for (const {seat, text} of made) list.append(make("li", "", make("span", "", seats[seat] ?? ""), " ", make("b", "", Cards.coloured(text))));
    return list;
  }

  /** Shows the end of a list. If there is no room for all of it, keys can scroll it. */
  function scrolled(list) {
    if (!list || list.scrollHeight <= list.clientHeight + 1) return;
    list.tabIndex = 0;
    list.scrollTop = list.scrollHeight;
  }

  /** What a seat is and has said: its roles and its badges. */
  function said(scene, seat) {
    const roles = scene.roles.filter(({seats}) => seats.includes(seat)).map(({name}) => name);
    const own = scene.badges.filter(one => one.seat === seat);
    return [...roles, ...own.map(({name, value, text}) => text || (value === undefined ? name : `${name}: ${value}`))];
  }

  /** The last trick as a small picture: its cards in the order of play, and who took it. */
  function lastTrick(scene) {
    const {last_trick: last, seats} = scene;
    if (!last || !last.plays.length) return null;
    const list = make("ol", "last-trick");
    last.plays.forEach(({seat, card}, at) => {
      const took = seat === last.winner;
      const notes = [at === 0 ? "led" : "", took ? "took it" : ""].filter(Boolean).join(", ");
      const item = make("li", took ? "takes" : "", Cards.draw(card ?? "??", true), make("span", "who", seats[seat] ?? ""));
      if (notes) item.append(make("span", "taken", notes));
      list.append(item);
    });
    return list;
  }

  return {Board, make, signed, change, count, lastTrick, said};
})();
