// A question to a person: its options as plain data, {number, label, cards}, the cards picked for them, and the buttons.
const Asking = (() => {
  const {make} = Table;
  const MOST_BUTTONS = 40;

  /** Whether each card of the first list is in the second one, at least as often. */
  function within(cards, all) {
    const left = [...all];
    return cards.every(card => {
      const at = left.indexOf(card);
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
  }

  /** The options of a question, and the cards picked for them so far. */
  class Choices {
    constructor(options) {
      this.offers = options;
      /** The picked cards as text. */
      this.picked = [];
      /** Whether a choice was made. After that nothing can be picked. */
      this.made = false;
    }

    /** The options that contain all picked cards. */
    get open() {
      return this.offers.filter(offer => within(this.picked, offer.cards));
    }

    /** The options that contain exactly the picked cards: one of them can be chosen now. */
    get ready() {
      return this.open.filter(offer => offer.cards.length === this.picked.length);
    }

    /** Whether another card can be picked. */
    legal(card) {
      const wanted = [...this.picked, card];
      return this.offers.some(offer => within(wanted, offer.cards));
    }

    /** Whether some option contains cards. */
    get ofCards() {
      return this.offers.some(offer => offer.cards.length);
    }

    /** How many cards the options with several cards contain: the least and the most; null if there is none. */
    get several() {
      const sizes = this.offers.map(offer => offer.cards.length).filter(size => size);
      const most = Math.max(0, ...sizes);
      return most > 1 ? [Math.min(...sizes), most] : null;
    }

    /** Picks a card or puts it back. Returns the number of the option if it is the only possible one, otherwise -1. */
    pick(card, again) {
      if (again) {
        this.picked.splice(this.picked.indexOf(card), 1);
        return -1;
      }
      this.picked.push(card);
      const [only, another] = this.open;
      return only && !another && only.cards.length === this.picked.length ? only.number : -1;
    }
  }

  /**
   * The buttons for the options. `texts`: {choose, none, more(n)}. `choose` is called with the number of the option
   * whose button was pressed, `cleared` when the picked cards are put back.
   */
  class Offers {
    constructor(texts, choose, cleared) {
      this.texts = texts;
      this.choose = choose;
      this.cleared = cleared;
      this.element = make("div", "offers");
      this.element.setAttribute("role", "group");
      this.element.setAttribute("aria-label", texts.choose);
      this.element.addEventListener("keydown", event => this.pressed(event));
    }

    get buttons() {
      return [...this.element.querySelectorAll("button")];
    }

    /** Removes all buttons: nobody is asked. */
    clear() {
      delete this.element.dataset.asked;
      this.element.replaceChildren();
    }

    /** Shows a single button and focuses it. */
    only(button) {
      this.clear();
      this.element.append(button);
      button.focus({preventScroll: true});
    }

    /**
     * Shows a button for each option that cannot be reached by picking cards of the hand, and for those that the picked
     * cards make. `hand`: the cards of the hand as text.
     */
    show(choices, hand) {
      const focused = this.element.contains(document.activeElement);
      const reachable = offer => offer.cards.length > choices.picked.length && within(offer.cards, hand);
      const shown = choices.open.filter(offer => !reachable(offer));
      const buttons = shown.slice(0, MOST_BUTTONS).map(offer => {
        const button = make("button", "offer", Cards.coloured(offer.label));
        button.type = "button";
        button.dataset.offer = offer.number;
        button.addEventListener("click", () => this.choose(choices, offer.number));
        return button;
      });
      const parts = [...buttons];
      if (choices.picked.length) {
        const clear = make("button", "quiet", this.texts.none);
        clear.type = "button";
        clear.addEventListener("click", () => {
          choices.picked = [];
          this.cleared(choices);
        });
        parts.push(clear);
      } else if (shown.length > buttons.length) parts.push(make("p", "soft", this.texts.more(shown.length - buttons.length)));
      this.element.dataset.asked = "yes";
      this.element.replaceChildren(...parts);
      if (focused) buttons[0]?.focus({preventScroll: true});
    }

    /** Presses the button with this number, counted from 1. */
    press(number) {
      this.element.querySelectorAll("button.offer")[number - 1]?.click();
    }

    pressed(event) {
      const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
      const {buttons} = this;
      if (!step || buttons.length < 2) return;
      buttons[(buttons.indexOf(document.activeElement) + step + buttons.length) % buttons.length].focus();
      event.preventDefault();
      event.stopPropagation();
    }
  }

  return {Choices, Offers};
})();
