// The page of the club: what really happened in the games that are over; and the operator's page.
const Club = (() => {
  const {make, ask, kept, show} = Dom;

  /** Keeps the script of a game in this browser. */
  function remember(table, game, title, text) {
    const games = (kept.get("games") || []).filter(one => one.key !== `${table}.${game}`);
    kept.set("games", [...games.slice(-99), {key: `${table}.${game}`, title, text}]);
  }

  /** What the judge says: for each player how often the best was chosen, and what the choices cost. */
  function judged(analysis) {
    const games = analysis.scripts?.flatMap(one => one.games || []) || [];
    return games.flatMap(game => (game.players || []).map(one => make("p", {}, make("b", {}, one.name ?? ""), ` ${sentence(one)}`)));
  }

  function sentence(one) {
    const parts = [];
    if (one.judged !== undefined) parts.push(`${one.judged} choices judged`);
    if (one.best !== undefined) parts.push(`${one.best} the best`);
    const lost = one.lost ?? one.loss ?? one.cost;
    if (lost !== undefined && lost !== null) parts.push(`${Number(lost.value ?? lost).toFixed(2)} points given away`);
    return parts.join(", ");
  }

  function club() {
    const games = kept.get("games") || [];
    show(make("main", {class: "lobby"}, make("h1", {}, "The club"),
      make("p", {}, games.length ? "Games whose scripts you took along:" : "No script has been taken along yet. At the end of a game, take its script."),
      make("ul", {}, ...games.map(one => make("li", {}, `${one.title} `, make("a", {href: URL.createObjectURL(new Blob([one.text], {type: "text/plain"})), download: `${one.key}.play`}, one.key)))),
      make("p", {}, "hoyle stats FILE… counts what happened in such scripts.")));
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

  return {remember, judged, club, operator};
})();
