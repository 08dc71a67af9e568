// Find the card: the page hides the next choice and asks the reader for it.
const Guess = (() => {
  const {make} = Table;

  /** The judged choices of an animation, asked one by one. */
  class Quiz {
    constructor(root, animation) {
      this.root = root;
      this.judged = (animation.judged || []).filter(one => one.at > 0 && one.made >= 0);
      this.answered = new Set();
      this.close();
    }

    /** The first choice after one frame, up to and including a later one, that is not answered yet. */
    between(from, to) {
      return this.judged.find(one => one.at > from && one.at <= to && !this.answered.has(one));
    }

    close() {
      this.root.hidden = true;
      this.root.replaceChildren();
    }

    /** Asks for a choice. `on` shows its frame. */
    ask(one, on) {
      const labels = [...one.options].sort((a, b) => (a[0] < b[0] ? -1 : 1));
      const buttons = labels.map(option => {
        const button = make("button", "", Cards.coloured(option[0]));
        button.type = "button";
        button.addEventListener("click", () => this.answer(one, option, on));
        return button;
      });
      this.root.replaceChildren(make("p", "", `${one.player} is to choose. What would you do?`), ...buttons);
      this.root.hidden = false;
    }

    /** Shows the value of an answer, and the original choice. */
    answer(one, option, on) {
      this.answered.add(one);
      const made = one.options[one.made], best = one.options[0];
      const said = [`You: ${option[0]} (${option[1]}).`, `Chosen: ${made[0]} (${made[1]}).`, `Best: ${best[0]} (${best[1]}).`];
      const button = make("button", "word", "Go on");
      button.type = "button";
      button.addEventListener("click", on);
      this.root.replaceChildren(make("p", "", Cards.coloured(said.join(" "))), button);
      button.focus();
    }
  }

  return {Quiz};
})();
