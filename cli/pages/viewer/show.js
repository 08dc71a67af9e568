// A replay: the frames of one game, the table, and the transcript; side lines are stepped through like the game.
const Replay = (() => {
  const {Board, make} = Table;

  class Show {
    /**
     * `parts`: the elements {table, transcript, graph, live}. `address(at)`: the address of a frame. `hooks`: {moved},
     * called after each step, and {before(from, to)}, which may change where a step leads.
     */
    constructor(parts, animation, address, hooks = {}) {
      this.parts = parts;
      this.animation = animation;
      this.address = address;
      this.hooks = hooks;
      this.frames = Frames.all(animation);
      this.board = new Board(parts.table, Math.max(0, animation.viewer));
      this.at = -1;
      /** The side line that is shown: {at: its frame, side: its block, line: number of the line, caption}; or null. */
      this.inside = null;
      this.items = [];
      this.sides = new Map();
      this.write();
      this.mark = Graph.show(parts.graph, animation, address, step => this.go(step));
      this.watcher = new ResizeObserver(() => this.board.outgrown && this.draw(false));
      this.watcher.observe(parts.table);
    }

    end() {
      this.watcher.disconnect();
    }

    /** The scene on the table. */
    get scene() {
      return this.inside ? this.inside.scene : this.frames[this.at].scene;
    }

    /** The whole transcript, with a list for each deal. */
    write() {
      const root = this.parts.transcript;
      root.replaceChildren();
      let deal = -1;
      let list = null;
      const judged = grouped(this.animation.judged || []);
      this.frames.forEach((frame, number) => {
        if (frame.scene.deal !== deal || !list) {
          deal = frame.scene.deal;
          if (deal) root.append(make("h3", "", `Deal ${deal}`));
          list = make("ol", "captions");
          root.append(list);
        }
        const item = make("li");
        for (const caption of frame.captions) item.append(...Transcript.caption(caption, one => this.sideLine(one, number)));
        for (const one of judged.get(number) || []) item.append(Transcript.judgement(one));
        const link = make("a", "step", String(number + 1));
        link.href = this.address(number);
        link.setAttribute("aria-label", `Step ${number + 1}`);
        link.tabIndex = -1;
        item.prepend(link);
        item.addEventListener("click", event => {
          const other = event.target.closest("a, summary, button");
          if (other === link && !event.ctrlKey && !event.metaKey && !event.shiftKey) event.preventDefault();
          else if (other || String(getSelection())) return;
          this.go(number);
        });
        list.append(item);
        this.items.push(item);
      });
      if (this.animation.end.length) root.append(make("p", "end", this.animation.end.join(" ")));
    }

    sideLine(caption, number) {
      const block = Transcript.sideLine(caption, line => this.look(number, block, caption, line));
      this.sides.set(number, [...(this.sides.get(number) || []), {block, caption}]);
      return block;
    }

    // ------------------------------------------------------------------------------------------------------ side lines

    /** Shows the table within a side line, until the next step of the game. */
    look(number, block, caption, line) {
      if (this.at !== number || this.inside) this.go(number, {quiet: true});
      if (this.at !== number) return;
      this.leave();
      const scene = Frames.changed(this.frames[number].scene, caption.lines[line].scene);
      this.inside = {block, caption, line, scene};
      block.open = true;
      const button = block.buttons.get(line);
      button.setAttribute("aria-pressed", "true");
      scrollWithin(this.parts.transcript, button);
      this.draw(true);
      this.say(`What if: ${caption.lines[line].text}`);
      this.hooks.moved?.(this);
    }

    /** The side lines that begin at the frame shown: what could have been chosen there instead. */
    get here() {
      return this.inside ? [] : this.sides.get(this.at) || [];
    }

    /** Enters the first side line at this frame. Returns false if there is none. */
    enter() {
      const [first] = this.here;
      const line = first ? [...first.block.buttons.keys()][0] : undefined;
      if (line === undefined) return false;
      this.look(this.at, first.block, first.caption, line);
      return true;
    }

    /** Goes along the side line. Before its first line and after its last one it is left. */
    along(step) {
      const {block, caption, line} = this.inside;
      const {depth} = caption.lines[line];
      let next = line + step;
      while (caption.lines[next] && (caption.lines[next].depth > depth || !caption.lines[next].scene)) next += step;
      if (caption.lines[next]?.depth === depth) this.look(this.at, block, caption, next);
      else if (step < 0) this.back();
    }

    /** Goes back to the game. */
    back() {
      if (!this.inside) return;
      this.leave();
      this.draw(false);
      this.hooks.moved?.(this);
    }

    leave() {
      this.inside?.block.buttons.get(this.inside.line).setAttribute("aria-pressed", "false");
      this.inside = null;
    }

    // ------------------------------------------------------------------------------------------------------ the frames

    /** Draws the table again. */
    draw(moving) {
      const frame = this.frames[this.at];
      if (!frame) return;
      this.board.show(this.scene, {moving, taker: this.inside ? -1 : frame.taker});
      const settled = Settlement.panel(this.scene);
      this.parts.table.querySelector(".settlement")?.remove();
      if (settled) this.parts.table.append(settled);
      this.hooks.drawn?.(this);
    }

    /** Sets the seat at the bottom, and whether the hands of the others are hidden. */
    sit(seat, hide) {
      this.board.sit(seat, hide);
      this.draw(false);
    }

    /** Goes to a frame (from 0). */
    go(number, {quiet = false} = {}) {
      const last = this.frames.length - 1;
      let at = Math.max(0, Math.min(last, number));
      at = this.hooks.before?.(this.at, at) ?? at;
      if (at === this.at && !this.inside) return;
      const near = !this.inside && Math.abs(at - this.at) === 1;
      this.leave();
      if (this.at >= 0) {
        this.items[this.at].removeAttribute("aria-current");
        this.items[this.at].querySelector("a").tabIndex = -1;
      }
      this.at = at;
      this.items[at].setAttribute("aria-current", "step");
      this.items[at].querySelector("a").tabIndex = 0;
      this.draw(near);
      scrollWithin(this.parts.transcript, this.items[at]);
      this.mark(at);
      if (!quiet) this.say(this.frames[at].captions.filter(({kind}) => kind !== "side").map(({text}) => text).join(". "));
      this.hooks.moved?.(this);
    }

    say(text) {
      this.parts.live.textContent = Cards.spoken(text);
    }

    /** Where the replay is, in words: `3 of 45 · deal 1 · trick 2`. */
    get where() {
      if (this.inside) return `what if · ${this.inside.caption.lines[this.inside.line].text.trim()}`;
      const {deal, trick_of_deal: trick} = this.frames[this.at].scene;
      return [`${this.at + 1} of ${this.frames.length}`, deal ? `deal ${deal}` : "", trick ? `trick ${trick}` : ""].filter(Boolean).join(" · ");
    }

    place(number, what) {
      const {scene} = this.frames[number];
      return what === "deal" ? `${scene.deal}` : `${scene.deal}.${scene.trick_of_deal}`;
    }

    following(what) {
      const here = this.place(this.at, what);
      let at = this.at;
      while (at < this.frames.length - 1 && this.place(at, what) === here) at++;
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
        case "last": return this.go(this.frames.length - 1);
        case "back": return this.inside ? this.along(-1) : this.go(this.at - 1);
        case "on": return this.inside ? this.along(1) : this.go(this.at + 1);
        case "deal-back": return this.go(this.preceding("deal"));
        case "deal-on": return this.go(this.following("deal"));
        case "trick-back": return this.go(this.preceding("trick"));
        case "trick-on": return this.go(this.following("trick"));
        case "side": return this.inside ? this.back() : this.enter();
        case "leave": return this.back();
      }
    }
  }

  /** The judgements by the frame they concern. */
  function grouped(judged) {
    const found = new Map();
    for (const one of judged) found.set(one.at, [...(found.get(one.at) || []), one]);
    return found;
  }

  /** Scrolls the transcript to an element, without scrolling the page. */
  function scrollWithin(root, item) {
    if (root.scrollHeight <= root.clientHeight) return;
    const top = item.getBoundingClientRect().top - root.getBoundingClientRect().top + root.scrollTop;
    if (top < root.scrollTop + 40 || top + item.offsetHeight > root.scrollTop + root.clientHeight - 40) {
      root.scrollTop = top - root.clientHeight / 2;
    }
  }

  const KEYS = {
    ArrowRight: "on", ArrowLeft: "back", " ": "on", n: "on", b: "back", Home: "first", End: "last", v: "side", V: "side", Escape: "leave",
    PageDown: "deal-on", PageUp: "deal-back", t: "trick-on", T: "trick-back", d: "deal-on", D: "deal-back",
  };

  /** What a key means on a page with a replay: a step, or undefined. */
  function stepOf(event, scroller) {
    if (event.ctrlKey || event.altKey || event.metaKey) return undefined;
    const {target} = event;
    if (target.matches("input, select, textarea")) return undefined;
    if (event.key === " " && target.matches("button, a, summary")) return undefined;
    if (target === scroller && ["PageDown", "PageUp", "Home", "End", " "].includes(event.key)) return undefined;
    return KEYS[event.key];
  }

  return {Show, stepOf};
})();
