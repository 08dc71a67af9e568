// What a deal, or a settlement within one, came to: cards laid open, each line of the score, the change, the match.
const Settlement = (() => {
  const {make, signed, change, count} = Table;

  /** The settlement of a scene as a panel; null if nothing is settled there.  `you`: the name of the seat of the reader. */
  function panel(scene, you = null) {
    const {settlement} = scene;
    if (!settlement) return null;
    const whole = settlement.deal_over !== false;
    const box = make("section", whole ? "settlement" : "settlement brief");
    const title = scene.over ? "The game is over" : whole ? `Deal ${settlement.deal} is settled` : `Settled in deal ${settlement.deal}`;
    box.setAttribute("aria-label", title);
    box.append(make("h2", "", title));
    const {entries, reasons, named, laid_open: open} = settlement;
    const counted = new Set(reasons.flatMap(({cards}) => cards.flat()));
    if (open.length) {
      const laid = make("div", "laid-open");
      for (const {zone, whose, cards} of open) laid.append(cardsOf(zone, whose, cards, counted));
      box.append(laid);
    }
    const kinds = [...new Set(named.map(one => one.name))];
    for (const kind of kinds) {
      const each = named.filter(one => one.name === kind).map(({whose, value}) => `${whose} ${value}`);
      box.append(make("p", "named", `${kind}: ${each.join(", ")}`));
    }
    if (entries.length) {
      const names = [...new Set(entries.map(one => one.name))];
      const of = (some, name) => some.filter(one => one.name === name);
      box.append(...names.map(name => numbers(of(entries, name), of(reasons, name), box)));
    }
    else {
      const said = lines(settlement.lines);
      box.append(...(said.length ? said : [make("p", "", "Nothing was scored.")]));
    }
    const table = whole ? standings(scene) : null;
    if (table) box.append(table);
    if (scene.over) box.append(make("p", "result", outcome(scene, you)));
    return box;
  }

  /** Cards that lie open, those that counted marked. */
  function cardsOf(name, whose, cards, counted) {
    const list = make("ul", "cards");
    list.style.setProperty("--count", cards.length);
    for (const card of cards) {
      const item = make("li", counted.has(card) ? "counted" : "", Cards.draw(card ?? "??", true));
      if (card) item.dataset.laid = card;
      list.append(item);
    }
    const title = typeof name === "string" && whose ? `${whose}: ${name}` : whose || String(name);
    const found = make("div", "zone", make("span", "label", title), list);
    found.setAttribute("role", "group");
    found.setAttribute("aria-label", `${title}, ${count(cards.length)}`);
    return found;
  }

  /** One number of all players or teams: its changes, and each line that made them. */
  function numbers(entries, reasons, box) {
    const heads = entries.map(({whose, name, before, now}) => {
      const head = make("p", "entry", make("b", "", whose), ` ${name} `, make("b", "number", signed(now)), " ");
      if (now !== before) head.append(make("span", now < before ? "less" : "gain", `(${change(now - before)})`));
      return head;
    });
    const list = make("ul", "parts", ...reasons.map(one => reason(one, entries.length > 1, box)));
    return make("div", "", ...heads, ...(list.children.length ? [list] : []));
  }

  /** One line of the score: whose number it changed (`named`) and how, in words, with the cards that it counted. */
  function reason({why, at, cites, changes, cards}, named, box) {
    const item = make("li");
    changes.forEach(({whose, by}, number) => {
      item.append(...(number ? [", "] : []), ...(named ? [`${whose} `] : []), make("b", "number", by.map(change).join(" ")));
    });
    item.append(" ", Cards.coloured(why));
    for (const some of cards) {
      const shown = make("button", "cards-of-part", Cards.coloured(some.join(" ")));
      shown.type = "button";
      shown.title = "Show these cards";
      shown.addEventListener("click", () => point(box, some));
      item.append(" ", shown);
    }
    const where = [...cites, at].filter(Boolean);
    if (where.length) item.append(" ", make("small", "", where.join(", ")));
    return item;
  }

  /** Marks the cards of one line among those laid open. */
  function point(box, cards) {
    for (const one of box.querySelectorAll("[data-laid]")) one.classList.toggle("pointed", cards.includes(one.dataset.laid));
  }

  /** The lines of a settlement that says no more. */
  function lines(said) {
    return said.flatMap(line => {
      if (line.item === "gained") return [make("p", "entry", `${line.owner}: ${line.name} ${signed(line.now)} (${change(line.now - line.before)})`), ...why(line.why)];
      if (line.item === "scores") return why(line.why);
      if (line.item === "revealed") return [make("p", "", Cards.coloured(`shown to ${line.to}: ${line.cards.join(" ")}`))];
      return [];
    });
  }

  function why(reasons) {
    return (reasons || []).map(([text, place]) => make("p", "why", Cards.coloured(text), " ", make("small", "", place)));
  }

  /** The state of the match: the numbers that decide it, with the change by what was settled. */
  function standings(scene) {
    const {entries} = scene.settlement;
    // The numbers when it was settled: the next deal may have begun to change them.
    const settled = (owner, name) => entries.find(one => one.whose === owner && one.name === name);
    const scores = scene.scores.map(one => ({...one, columns: one.columns.filter(({decides}) => decides)})).filter(({columns}) => columns.length);
    if (!scores.length) return null;
    const table = make("table", "score-table");
    const caption = make("caption", "", "The match");
    table.append(caption);
    for (const {owners, columns} of scores) {
      const head = make("tr", "", make("td"));
      for (const {name} of columns) {
        const cell = make("th", "", name);
        cell.scope = "col";
        head.append(cell);
      }
      const body = make("tbody", "", head);
      owners.forEach((owner, at) => {
        const title = make("th", "", owner);
        title.scope = "row";
        const row = make("tr", "", title);
        for (const {name, values} of columns) {
          const one = settled(owner, name);
          const gained = one ? one.now - one.before : 0;
          row.append(make("td", "", signed(one ? one.now : values[at]), gained ? make("small", "", ` ${change(gained)}`) : ""));
        }
        body.append(row);
      });
      table.append(body);
    }
    return table;
  }

  function outcome({over}, you) {
    if (you !== null && over.names.join() === you) return "You win.";
    return over.names.length ? `Won by ${over.names.join(" and ")}.` : "Nobody wins.";
  }

  return {panel};
})();
