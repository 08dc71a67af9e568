// The page of the club: what really happened in the games that are over; and the operator's page.
const Club = (() => {
  const {make, ask, kept, show} = Dom;

  /** Keeps the script of a game in this browser, with the rule file that somebody brought. */
  function remember(table, game, title, script, rules) {
    const games = (kept.get("games") || []).filter(one => one.key !== `${table}.${game}`);
    kept.set("games", [...games.slice(-99), {key: `${table}.${game}`, title, text: script, rules}]);
  }

  /** Saves a text as a file. */
  function take(name, text) {
    make("a", {href: URL.createObjectURL(new Blob([text], {type: "text/plain"})), download: name}).click();
  }

  /** What the house rule did, in words. */
  function house({base, changes, differs}) {
    if (base === null) return [make("p", {}, "No rule here differs from those of a game that is known.")];
    const list = lines => make("ul", {}, ...lines.map(one => make("li", {}, Cards.coloured(one))));
    const rules = [make("h3", {}, `What differs from ${base}`), list(changes)];
    if (!differs) return [...rules, make("p", {}, `This game would have gone the same way by the rules of ${base}.`)];
    return [...rules, make("h3", {}, "Where this game went differently for the first time"), make("p", {}, Cards.coloured(differs.text)),
      make("p", {}, "Here:"), list(differs.here), make("p", {}, `By the rules of ${base}:`), list(differs.there)];
  }

  function club() {
    const games = kept.get("games") || [];
    const out = make("pre", {class: "counted", tabindex: "0"});
    const judge = make("input", {type: "checkbox", name: "judge"});
    const row = one => {
      const file = make("button", {type: "button", class: "quiet", onclick: () => take(`${one.key}.play`, one.text)}, "Script");
      const set = make("select", {"aria-label": `What ${one.title} ${one.key} counts for`}, ...[["games", "count"], ["against", "compare with"], ["", "leave out"]].map(([value, text]) => make("option", {value}, text)));
      return {one, set, element: make("li", {}, `${one.title} `, set, " ", file)};
    };
    const rows = games.map(row);
    const chosen = name => rows.filter(({set}) => set.value === name).map(({one}) => ({script: one.text, ...(one.rules ? {rules: one.rules} : {})}));
    const count = make("button", {type: "button", onclick: async () => {
      count.disabled = true;
      try {
        const {lines} = await ask("/api/stats", {body: {games: chosen("games"), against: chosen("against"), judge: judge.checked}});
        out.textContent = lines.join("\n");
      } catch (error) {
        out.textContent = error.message;
      }
      count.disabled = false;
    }}, "What happened");
    show(make("main", {class: "lobby"}, make("h1", {}, "The club"),
      make("p", {}, games.length ? "Games whose scripts you took along:" : "No script has been taken along yet. At the end of a game, take its script."),
      make("ul", {class: "games"}, ...rows.map(({element}) => element)),
      ...(games.length ? [make("p", {}, count, " ", make("label", {}, judge, " judge every choice"))] : []), out,
      make("p", {}, "hoyle stats FILE… counts the same in files.")));
  }

  async function operator() {
    const token = location.hash.slice(1);
    const out = make("pre", {});
    const rows = make("tbody", {});
    show(make("main", {class: "lobby"}, make("h1", {}, "The server"), out, make("table", {class: "tables"},
      make("thead", {}, make("tr", {}, ...["Game", "Entries", "Waits for", "Viewers"].map(one => make("th", {}, one)))), rows)));
    const look = async () => {
      try {
        const {load, tables} = await ask("/api/operator", {secret: token});
        out.textContent = Object.entries(load).map(([name, value]) => `${name.replaceAll("_", " ")}: ${value}`).join("\n");
        rows.replaceChildren(...tables.map(one => make("tr", {}, ...[one.title, one.count, one.awaits, one.viewers].map(value => make("td", {}, String(value))))));
      } catch (error) {
        out.textContent = error.message;
      }
    };
    await look();
    setInterval(look, 2000);
  }

  return {remember, take, house, club, operator};
})();
