"use strict";
// Draws cards: from `J♠`, `10♦`, `Joker`, `K.coins` or `??` to a picture with a name for screen readers.
const Cards = (() => {
  const SIGNS = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"};
  const RANKS = {A: "ace", K: "king", Q: "queen", J: "jack", T: "ten"};
  const X = {left: 36, mid: 50, right: 64};
  const PIPS = {
    1: [[50, 70]],
    2: [[50, 34], [50, 106]],
    3: [[50, 34], [50, 70], [50, 106]],
    4: [[X.left, 36], [X.right, 36], [X.left, 104], [X.right, 104]],
    5: [[X.left, 36], [X.right, 36], [50, 70], [X.left, 104], [X.right, 104]],
    6: [[X.left, 36], [X.right, 36], [X.left, 70], [X.right, 70], [X.left, 104], [X.right, 104]],
    7: [[X.left, 36], [X.right, 36], [50, 53], [X.left, 70], [X.right, 70], [X.left, 104], [X.right, 104]],
    8: [[X.left, 36], [X.right, 36], [50, 53], [X.left, 70], [X.right, 70], [50, 87], [X.left, 104], [X.right, 104]],
    9: [[X.left, 34], [X.right, 34], [X.left, 58], [X.right, 58], [50, 70], [X.left, 82], [X.right, 82],
        [X.left, 106], [X.right, 106]],
    10: [[X.left, 34], [X.right, 34], [50, 46], [X.left, 58], [X.right, 58], [X.left, 82], [X.right, 82], [50, 94],
         [X.left, 106], [X.right, 106]],
  };

  function svg(tag, attributes, ...children) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes || {})) element.setAttribute(name, value);
    element.append(...children);
    return element;
  }

  /** The rank of a card, its suit (a name, or "" for none), and its name for screen readers. */
  function parse(text) {
    if (text === "??") return {rank: "", suit: "", name: "a card face down", hidden: true};
    if (text === "Joker" || text === "Jo") return {rank: "Jo", suit: "", name: "joker", joker: true};
    const sign = SIGNS[text.slice(-1)];
    const dot = text.indexOf(".");
    const rank = sign ? text.slice(0, -1) : dot > 0 ? text.slice(0, dot) : text;
    const suit = sign || (dot > 0 ? text.slice(dot + 1) : "");
    const said = RANKS[rank] || rank;
    return {rank, suit, name: suit ? `${said} of ${suit}` : said};
  }

  /** The sign of a suit. A suit without a sign gets a disc with its first letters. */
  function sign(card, x, y, size, turned) {
    const turn = turned ? `rotate(180 ${x} ${y})` : "";
    if (Object.values(SIGNS).includes(card.suit)) {
      const use = svg("use", {href: `#suit-${card.suit}`, x: x - size / 2, y: y - size / 2, width: size, height: size});
      if (turned) use.setAttribute("transform", turn);
      return use;
    }
    const place = `${turn} translate(${x - size / 2} ${y - size / 2}) scale(${size / 24})`.trim();
    const letter = svg("text", {x: 12, y: 16, class: "letter"}, card.suit.charAt(0).toUpperCase() + card.suit.charAt(1));
    return svg("g", {transform: place}, svg("circle", {cx: 12, cy: 12, r: 11}), letter);
  }

  /** A colour for a suit that has none. Equal names get equal colours. */
  function colour(suit) {
    const sum = [...suit].reduce((all, letter) => all + letter.codePointAt(0), 0);
    return ["#8a5a00", "#006a75", "#6a2c91", "#8c1d4a", "#3f5a12"][sum % 5];
  }

  /** The rank and the suit in two corners; the second is the first one turned. */
  function corner(card, small) {
    const size = small ? 46 : 29;
    const long = card.rank.length > 1;
    const text = svg("text", {x: small ? 29 : 17, y: small ? 46 : 31, "font-size": size, class: "rank"}, card.rank);
    if (long) {
      text.setAttribute("textLength", small ? 44 : 25);
      text.setAttribute("lengthAdjust", "spacingAndGlyphs");
    }
    const group = svg("g", {}, text);
    if (card.suit) group.append(sign(card, small ? 29 : 17, small ? 72 : 46, small ? 36 : 21));
    return group;
  }

  function court(card) {
    const half = () => svg("use", {href: `#court-${card.rank}`, x: 28.5, y: 27, width: 43, height: 43});
    const whole = svg("g", {class: "court"}, svg("rect", {x: 28.5, y: 12, width: 43, height: 116, rx: 3, class: "frame"}));
    whole.append(half(), svg("g", {transform: "rotate(180 50 70)"}, half()));
    whole.append(svg("path", {d: "M28.5 70H71.5", class: "band"}));
    whole.append(sign(card, 36, 20, 10), sign(card, 64, 120, 10, true));
    return whole;
  }

  function face(card, small) {
    const group = svg("g", {class: `face ${card.suit || "plain"}`});
    if (card.suit && !Object.values(SIGNS).includes(card.suit)) group.style.setProperty("--suit", colour(card.suit));
    if (card.joker) {
      group.append(svg("use", {href: "#joker", x: 22, y: 35, width: 56, height: 70}));
      for (const turn of [0, 180]) {
        group.append(svg("text", {x: 14, y: 24, class: "rank joker-word", "font-size": 17, transform: `rotate(${turn} 50 70)`},
          ...[..."JOKER"].map((letter, at) => svg("tspan", {x: 12, y: 24 + at * 17}, letter))));
      }
      return group;
    }
    group.append(corner(card, small));
    if (small) {
      if (card.suit) group.append(sign(card, 68, 108, 46));
      return group;
    }
    group.append(svg("g", {transform: "rotate(180 50 70)"}, corner(card, false)));
    const number = card.rank === "A" ? 1 : Number(card.rank);
    if (["K", "Q", "J"].includes(card.rank)) group.append(court(card));
    else if (PIPS[number] && card.suit) {
      const size = number === 1 ? 46 : 18;
      for (const [x, y] of PIPS[number]) group.append(sign(card, x, y, size, y > 70));
    } else {
      group.append(svg("text", {x: 50, y: card.suit ? 72 : 84, class: "rank", "font-size": 40}, card.rank));
      if (card.suit) group.append(sign(card, 50, 92, 24));
    }
    return group;
  }

  /** The picture of a card. A `small` one shows only its rank and suit, in large type. */
  function draw(text, small) {
    const card = parse(text);
    const picture = svg("svg", {viewBox: "0 0 100 140", class: "card", role: "img", "aria-label": card.name});
    picture.append(svg("rect", {x: 1.5, y: 1.5, width: 97, height: 137, rx: 9, class: "paper"}));
    if (card.hidden) {
      picture.append(svg("rect", {x: 8, y: 8, width: 84, height: 124, rx: 5, fill: "url(#lattice)", class: "back-frame"}));
    } else picture.append(face(card, small));
    return picture;
  }

  /** A text, with its cards in the colours of their suits. */
  function coloured(text) {
    const parts = document.createDocumentFragment();
    let at = 0;
    for (const found of String(text).matchAll(/\S*[♠♥♦♣]/g)) {
      parts.append(text.slice(at, found.index));
      const one = document.createElement("b");
      one.className = SIGNS[found[0].slice(-1)];
      one.textContent = found[0];
      parts.append(one);
      at = found.index + found[0].length;
    }
    parts.append(text.slice(at));
    return parts;
  }

  /** A text for screen readers: each card is replaced by its name. */
  function spoken(text) {
    return String(text).replace(/\S*[♠♥♦♣]/g, card => parse(card).name).replace(/\?\?/g, "a hidden card");
  }

  return {draw, parse, coloured, spoken};
})();
