// The table at which somebody plays: the cards of the hand below are buttons, for fingers, mouse and keys.
const Playing = (() => {
  const {make} = Table;
  const FAR = 12;  // pixels from which a press is a drag

  class PlayBoard {
    constructor(root, below) {
      this.root = root;
      this.board = new Table.Board(root, below);
      this.hand = null;
      this.taker = -1;
      this.watcher = new ResizeObserver(() => {
        if (this.scene && this.board.outgrown) this.show(this.scene, {hand: this.hand, taker: this.taker});
      });
      this.watcher.observe(root);
    }

    end() {
      this.watcher.disconnect();
    }

    /**
     * Draws the table. `hand`: {legal(card), picked: [card …], use(card, picked)}, with which the owner of the hand
     * chooses: `use` is called when a card was tapped, dropped on the table or chosen by key.
     */
    show(scene, {hand = null, moving = false, taker = -1} = {}) {
      const {activeElement} = document;
      // What lies over the table, as a settlement does, and the list of calls keep the focus.
      const within = this.root.contains(activeElement) && !activeElement.closest(".settlement, .calls");
      const focused = within ? activeElement.closest("[data-card]")?.dataset.card ?? "" : null;
      this.scene = scene;
      this.hand = hand;
      this.taker = taker;
      this.board.show(scene, {moving, taker});
      if (hand) this.buttons(hand);
      if (focused !== null && hand) this.focus(focused);
    }

    /** The card buttons of the hand. */
    get cards() {
      return [...this.root.querySelectorAll("button.pick")];
    }

    /** The cards of the hand as text. */
    get held() {
      return [...this.root.querySelectorAll(".large li[data-card]")].map(item => item.dataset.card.replace(/#\d+$/, ""));
    }

    /** Whether another card of the hand can be picked. */
    get more() {
      return this.cards.some(card => card.matches(".legal:not(.picked)"));
    }

    /** Moves the focus to a card, or to the first one that can be played. */
    focus(card = "") {
      const {cards} = this;
      const same = card && cards.find(one => one.closest("[data-card]").dataset.card === card);
      const chosen = same || cards.find(one => one.matches(".legal")) || cards[0];
      if (chosen) this.rove(chosen);
    }

    rove(chosen) {
      for (const one of this.cards) one.tabIndex = one === chosen ? 0 : -1;
      chosen.focus({preventScroll: true});
    }

    buttons(hand) {
      const left = [...hand.picked];
      let first = true;
      for (const item of this.root.querySelectorAll(".large li[data-card]")) {
        const card = item.dataset.card.replace(/#\d+$/, "");
        const at = left.indexOf(card);
        const picked = at >= 0;
        if (picked) left.splice(at, 1);
        const legal = picked || hand.legal(card);
        const button = make("button", `pick${legal ? " legal" : " illegal"}${picked ? " picked" : ""}`);
        button.type = "button";
        button.setAttribute("aria-pressed", String(picked));
        if (!legal) button.setAttribute("aria-disabled", "true");
        button.tabIndex = first ? 0 : -1;
        first = false;
        const picture = item.firstElementChild;
        picture.setAttribute("aria-hidden", "true");
        button.append(picture, make("span", "unseen", picture.getAttribute("aria-label")));
        item.append(button);
        this.act(button, card, picked, hand);
      }
    }

    act(button, card, picked, hand) {
      let dragged = false;
      button.addEventListener("click", () => {
        if (!dragged) hand.use(card, picked);
        dragged = false;
      });
      button.addEventListener("keydown", event => {
        const {cards} = this;
        const at = cards.indexOf(button);
        const to = {ArrowRight: (at + 1) % cards.length, ArrowLeft: (at - 1 + cards.length) % cards.length, Home: 0, End: cards.length - 1}[event.key];
        if (to === undefined) return;
        this.rove(cards[to]);
        event.preventDefault();
        event.stopPropagation();
      });
      button.addEventListener("pointerdown", down => {
        if (down.button !== 0) return;
        // The listener is on the page, not on the card: a fast pointer leaves the card before its first move event.
        const move = event => {
          if (event.pointerId !== down.pointerId) return;
          const [x, y] = [event.clientX - down.clientX, event.clientY - down.clientY];
          if (!dragged && Math.hypot(x, y) < FAR) return;
          dragged = true;
          button.classList.add("dragged");
          button.style.translate = `${x}px ${y}px`;
        };
        const up = event => {
          if (event.pointerId !== down.pointerId) return;
          document.removeEventListener("pointermove", move);
          document.removeEventListener("pointerup", up);
          document.removeEventListener("pointercancel", up);
          button.classList.remove("dragged");
          button.style.translate = "";
          const seat = button.closest(".seat")?.getBoundingClientRect();
          const out = event.type === "pointerup" && dragged && seat !== undefined && event.clientY < seat.top;
          if (out) hand.use(card, picked);
          if (dragged) setTimeout(() => { dragged = false; });
        };
        document.addEventListener("pointermove", move);
        document.addEventListener("pointerup", up);
        document.addEventListener("pointercancel", up);
      });
    }
  }

  return {PlayBoard};
})();
