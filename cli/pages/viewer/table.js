// The table: the seats, the cards of each player, and the cards between them.
const Table = (() => {
  const SMALL = 54;  // pixels: narrower cards show only rank and suit

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

  function count(cards, what) {
    return `${cards.length} ${cards.length === 1 ? "card" : "cards"}${what || ""}`;
  }

  /** A number with a true minus sign instead of a hyphen. */
  function signed(value) {
    return String(value).replace("-", "−");
  }

  function cardList(cards, kind, small) {
    const list = make("ul", `cards ${kind}`);
    const seen = {};
    for (const card of cards) {
      seen[card] = (seen[card] || 0) + 1;
      const item = make("li", "", Cards.draw(card, small));
      if (card !== "??") item.dataset.card = `${card}#${seen[card]}`;
      list.append(item);
    }
    list.style.setProperty("--count", cards.length);
    return list;
  }

  /** Hidden cards, or a pile: one card and the number of cards. */
  function stack(cards, small) {
    const top = cards[cards.length - 1];
    const pile = make("div", "stack", Cards.draw(top, small));
    if (cards.length > 1) pile.append(make("span", "number", String(cards.length)));
    pile.setAttribute("role", "img");
    pile.setAttribute("aria-label", `${count(cards)}, ${top === "??" ? "face down" : `on top ${Cards.parse(top).name}`}`);
    pile.firstChild.setAttribute("aria-hidden", "true");
    if (top !== "??") pile.dataset.card = `${top}#1`;
    return pile;
  }

  function zone(info, cards, small) {
    const title = info.name + (info.of && info.seat < 0 ? ` of ${info.of}` : "");
    const piled = info.kind === "pile" || (info.kind === "open" && !info.heap && info.seat < 0);
    const hidden = cards.every(card => card === "??");
    const many = info.seat < 0 && cards.length > 12;
    const shown = piled ? stack(cards, small) : cardList(cards, many ? "many" : hidden ? "hidden" : "", small);
    const whole = make("div", `zone ${info.kind}`, make("span", "label", title), shown);
    whole.setAttribute("role", "group");
    whole.setAttribute("aria-label", `${title}, ${count(cards)}`);
    return whole;
  }

  /** The position of a card in a trick, in percent of the middle: towards its player. */
  function spot(steps, seats) {
    const angle = (0.5 + (2 * steps) / seats) * Math.PI;
    return [50 + 37 * Math.cos(angle), 50 + 25 * Math.sin(angle)];
  }

  class Board {
    constructor(root, animation) {
      this.root = root;
      this.animation = animation;
      this.sit(Math.max(0, animation.viewer), false);
    }

    /** Turns the table so that a seat is at the bottom. `hide` hides the hands of the others. */
    sit(seat, hide) {
      this.below = seat;
      this.hide = hide;
      this.places = places(this.animation.seats.length, seat);
      this.factor = 1;
    }

    /** Draws a state of the table. If `moving`, cards move to their new positions. */
    show(state, moving) {
      const before = moving ? this.where() : null;
      const size = `${this.root.clientWidth} ${innerHeight}`;
      if (this.size !== size) {
        this.size = size;
        this.factor = 1;
      }
      for (let tries = 0; tries < 5; tries++) {
        this.draw(state);
        const needed = this.root.scrollHeight / this.root.clientHeight;
        if (needed < 1.005 || this.factor <= 0.4) break;
        this.factor /= Math.max(1.03, Math.min(needed, 1.25));
      }
      if (before) this.travel(before, state);
    }

    draw(state) {
      const {clientWidth: width, clientHeight: height} = this.root;
      const narrow = matchMedia("(max-width: 60rem)").matches;
      const high = narrow ? 2000 : height;
      this.own = this.factor * Math.max(38, Math.min(88, width / (narrow ? 8.5 : 10), high / 6));
      this.other = this.factor * Math.max(26, Math.min(60, width / 15, high / 9));
      this.root.style.setProperty("--own", `${this.own}px`);
      this.root.style.setProperty("--other", `${this.other}px`);
      const sides = {};
      for (const side of ["top", "left", "right", "bottom"]) sides[side] = make("div", `side ${side}`);
      const order = [...this.places.keys()].sort((a, b) => this.rank(a) - this.rank(b));
      for (const seat of order) sides[this.places[seat][0]].append(this.seat(seat, state));
      this.root.replaceChildren(sides.top, sides.left, this.middle(state), sides.right, sides.bottom);
    }

    /** Left seats are drawn from top to bottom, so that the order on the screen is clockwise. */
    rank(seat) {
      const [side, at, of] = this.places[seat];
      return side === "left" ? of - at : at;
    }

    seat(seat, state) {
      const animation = this.animation;
      const own = this.places[seat][0] === "bottom";
      const name = make("h3", "name", animation.seats[seat]);
      const box = make("section", `seat${state.turn === seat ? " turn" : ""}`, name);
      box.dataset.seat = seat;
      const said = [...state.badges[seat]];
      for (const badge of said) name.append(make("span", "badge", Cards.coloured(badge)));
      if (state.turn === seat) name.append(make("span", "badge to-play", "to choose"));
      const scores = make("p", "scores");
      animation.scores.forEach(([title, owners, main], number) => {
        const at = owners.indexOf(animation.seats[seat]);
        if (at >= 0 && (main || state.scores[number].some(value => value))) {
          scores.append(make("span", "score", `${title} `, make("b", "", signed(state.scores[number][at]))));
        }
      });
      if (scores.childNodes.length) box.append(scores);
      const zones = make("div", "zones");
      animation.zones.forEach((info, number) => {
        const cards = state.zones[number];
        if (info.seat !== seat || !cards || !cards.length) return;
        const hand = info.kind === "hand";
        const large = hand && own;
        const seen = this.hide && hand && !own ? cards.map(() => "??") : cards;
        const shown = zone(info, seen, (large ? this.own : this.other) < SMALL);
        if (large) shown.classList.add("large");
        zones.append(shown);
      });
      box.append(zones);
      return box;
    }

    middle(state) {
      const animation = this.animation;
      const box = make("div", "middle");
      const facts = make("dl", "facts");
      for (const [name, value] of state.facts) {
        facts.append(make("div", "", make("dt", "", name), make("dd", "", Cards.coloured(value), this.suit(value))));
      }
      animation.scores.forEach(([title, owners, main], number) => {
        const shown = main || state.scores[number].some(value => value);
        if (!shown || owners[0] === animation.seats[0]) return;
        const each = owners.map((owner, at) => make("span", "", `${owner} `, make("b", "", signed(state.scores[number][at]))));
        facts.append(make("div", "team", make("dt", "", title), make("dd", "", ...each)));
      });
      const piles = make("div", "zones");
      animation.zones.forEach((info, number) => {
        const cards = state.zones[number];
        if (info.seat >= 0 || !cards || !cards.length) return;
        if (info.kind === "trick") box.append(this.trick(info, cards, state.by[number] || [], state.taker));
        else piles.append(zone(info, cards, this.other < SMALL));
      });
      const beside = make("div", "beside", ...[facts, piles].filter(one => one.childNodes.length));
      if (beside.childNodes.length) box.prepend(beside);
      return box;
    }

    suit(value) {
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

    trick(info, cards, by, taker) {
      const seats = this.animation.seats.length;
      const list = make("ol", "trick-cards");
      list.style.setProperty("--part", seats < 5 ? 0.84 : Math.max(0.56, 1.12 - 0.07 * seats));
      list.setAttribute("aria-label", info.name);
      cards.forEach((card, at) => {
        const seat = by[at];
        const takes = seat >= 0 && seat === taker;
        const item = make("li", takes ? "takes" : "", Cards.draw(card, this.own < SMALL));
        if (seat >= 0) {
          const [x, y] = spot((seat - this.below + seats) % seats, seats);
          item.style.left = `${x}%`;
          item.style.top = `${y}%`;
          item.append(make("span", "who", this.animation.seats[seat]), takes ? make("span", "taken", "takes the trick") : "");
        }
        item.style.zIndex = at;
        if (card !== "??") item.dataset.card = `${card}#1`;
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

    travel(before, state) {
      const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
      if (calm || !Element.prototype.animate) return;
      for (const one of this.root.querySelectorAll("[data-card]")) {
        const now = one.getBoundingClientRect();
        const from = before.cards[one.dataset.card] || this.source(one, before, state);
        if (!from || !now.width) continue;
        const x = from.left + from.width / 2 - now.left - now.width / 2;
        const y = from.top + from.height / 2 - now.top - now.height / 2;
        if (Math.abs(x) + Math.abs(y) < 3) continue;
        one.animate([{translate: `${x}px ${y}px`}, {translate: "0 0"}], {duration: 260, easing: "ease-out"});
      }
    }

    /** A card that was not visible before comes from its player. */
    source(one, before) {
      const who = one.querySelector(".who");
      const seat = who ? this.animation.seats.indexOf(who.textContent) : -1;
      return seat >= 0 ? before.seats[seat] : null;
    }
  }

  return {Board, make, signed};
})();
