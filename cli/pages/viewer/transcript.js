// The transcript beside a replay: the captions of each frame, side lines, and what choices were worth.
const Transcript = (() => {
  const {make, signed, change} = Table;

  function scoreTable({columns, rows}) {
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
      for (const [before, now] of pairs) row.append(make("td", "", signed(now), now === before ? "" : make("small", "", ` ${change(now - before)}`)));
      body.append(row);
    }
    table.append(body);
    return table;
  }

  function reasons(why) {
    return (why || []).map(([text, place]) => make("p", "why", Cards.coloured(text), " ", make("small", "", place)));
  }

  /** The elements of one caption. `side`: makes the elements of a side line. */
  function caption(one, side) {
    if (one.kind === "scores") return [scoreTable(one), ...reasons(one.why)];
    if (one.kind === "side") return [side(one)];
    const text = one.kind === "heading" ? one.text.charAt(0).toUpperCase() + one.text.slice(1) : one.text;
    return [make(one.kind === "heading" ? "h4" : "p", one.kind, Cards.coloured(text)), ...reasons(one.why)];
  }

  /** The judgement of a choice: the value of each option, in a folded block, beside the one with all cards known. */
  function judgement(one) {
    const list = make("ol", "");
    one.options.forEach(([choice, value], at) => {
      const known = one.known ? [" ", make("small", "", `all cards known: ${one.known[at]}`)] : [];
      list.append(make("li", "", Cards.coloured(`${value} ${choice}`), ...known));
    });
    const found = make("details", "side-line", make("summary", "", Cards.coloured(one.cost || "What each was worth")), list);
    if (one.mistake) found.classList.add("costly");
    return found;
  }

  /**
   * A side line in a folded block. `look(at)` shows the table after its line `at`. Returns the block; its property
   * `buttons` holds the button of each line that has a table.
   */
  function sideLine(one, look) {
    const list = make("ol", "");
    const buttons = new Map();
    one.lines.forEach(({text, depth, scene}, at) => {
      const words = make(scene ? "button" : "span", "", Cards.coloured(text));
      if (scene) {
        words.type = "button";
        words.setAttribute("aria-pressed", "false");
        words.addEventListener("click", () => look(at));
        buttons.set(at, words);
      }
      const item = make("li", "", words);
      item.style.setProperty("--depth", depth);
      list.append(item);
    });
    const block = make("details", "side-line", make("summary", "", one.title ? `What if: ${one.title}` : "What if"), list);
    block.buttons = buttons;
    return block;
  }

  return {caption, judgement, sideLine};
})();
