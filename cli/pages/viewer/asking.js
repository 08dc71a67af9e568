// A question to a person: its options as plain data, {number, label, cards}, the cards picked for them, and the buttons.
const Asking = (() => {
  const {make} = Table;
  const MOST_BUTTONS = 40;
  const ONE_DIGIT = 9;  // so many options have a key of one digit
  const MOST_DIGITS = 6;
  const HASTE = 400;  // milliseconds within which Enter still belongs to the digit before it

  /** Whether each card of the first list is in the second one, at least as often. */
  function within(cards, all) {
    const left = [...all];
    return cards.every(card => {
      const at = left.indexOf(card);
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
  }

  /**
   * What is typed for each option: the number in its words, where no two options have the same one and nothing else in
   * them has digits; `own` says so. Otherwise its place, counted from 1. An option without a number then has none. It is
   * the same in a terminal (interpreter/story/typed.py).
   */
  function typedFor(options) {
    const words = options.map(({label, cards}) => label.split(/\s+/).filter(word => /\d/.test(word) && !cards.includes(word)));
    const numbers = words.flat();
    const own = numbers.length > 0 && new Set(numbers).size === numbers.length && words.every(found => found.length < 2)
      && numbers.every(word => /^(0|[1-9]\d*)$/.test(word) && word.length <= MOST_DIGITS);
    return {own, keys: options.map((_, at) => (own ? words[at][0] ?? "" : String(at + 1)))};
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
   * The buttons for the options. `texts`: {choose, none, more(n), typed(digits, label), untyped(digits)}. `choose` is
   * called with the number of the option whose button was pressed, `cleared` when the picked cards are put back.
   *
   * Digits choose, too. Where the options are numbers, they are the number that one means; otherwise what is typed for
   * an option stands on its button. A single digit chooses at once if nothing else begins with it, and there are no more
   * options than digits; all else waits for Enter, and what is typed is shown.
   */
  class Offers {
    constructor(texts, choose, cleared) {
      this.texts = texts;
      this.choose = choose;
      this.cleared = cleared;
      this.choices = null;
      this.options = [];
      this.own = false;
      /** What is typed for each option, and the digits typed so far. */
      this.keys = [];
      this.digits = "";
      this.answered = Number.NEGATIVE_INFINITY;
      this.typing = make("p", "typed");
      this.typing.setAttribute("role", "status");
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
      this.ask(null, []);
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
      const {activeElement} = document;
      const focused = this.element.contains(activeElement) ? activeElement.dataset.offer ?? "" : null;
      const before = this.choices;
      const reachable = offer => offer.cards.length > choices.picked.length && within(offer.cards, hand);
      const shown = choices.open.filter(offer => !reachable(offer));
      this.ask(choices, shown);
      const buttons = shown.slice(0, MOST_BUTTONS).map((offer, at) => {
        const button = make("button", "offer", Cards.coloured(offer.label));
        button.type = "button";
        button.dataset.offer = offer.number;
        if (!this.own) button.dataset.key = this.keys[at];
        if (this.atOnce(this.keys[at])) button.setAttribute("aria-keyshortcuts", this.keys[at]);
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
      this.element.replaceChildren(...parts, this.typing);
      if (focused === null) return;
      // Whatever comes meanwhile, the focus stays where it was as long as the same is asked.
      const same = before === choices && buttons.find(button => button.dataset.offer === focused);
      (same || buttons[0])?.focus({preventScroll: true});
    }

    /** What can be typed from now on. Digits typed before stay if nothing has changed. */
    ask(choices, options) {
      const {own, keys} = typedFor(options);
      const same = choices === this.choices && keys.join() === this.keys.join();
      Object.assign(this, {choices, options, own, keys});
      if (!same) this.type("");
    }

    /** Whether a single key press chooses the option for which this is typed. */
    atOnce(key) {
      return key.length === 1 && (this.own || this.keys.length <= ONE_DIGIT) && !this.keys.some(one => one !== key && one.startsWith(key));
    }

    /** Takes a key that was pressed anywhere on the page: digits, and what ends or mends a number. Returns whether it did. */
    key(event) {
      const {key} = event;
      if (key === "Enter" && event.timeStamp - this.answered < HASTE) return true;
      this.answered = Number.NEGATIVE_INFINITY; // whoever pressed another key means the Enter that follows
      if (!this.choices) return false;
      if (/^\d$/.test(key) && event.repeat) return true; // a key held down answers one question
      if (/^\d$/.test(key)) this.type((this.digits + key).slice(0, MOST_DIGITS));
      else if (!this.digits) return false;
      else if (key === "Enter") this.enter(this.digits);
      else if (key === "Backspace") this.type(this.digits.slice(0, -1));
      else if (key === "Escape") this.type("");
      else {
        if (key !== "Shift") this.type("");
        return false;
      }
      if (!this.choices) this.answered = event.timeStamp;
      return true;
    }

    type(digits) {
      this.digits = this.choices ? digits : "";
      const meant = this.options[this.keys.indexOf(digits)];
      if (!this.digits) this.typing.replaceChildren();
      else if (meant && this.atOnce(digits)) this.enter(digits);
      else if (meant) this.typing.replaceChildren(Cards.coloured(this.texts.typed(digits, meant.label)));
      else this.typing.replaceChildren(this.keys.some(one => one.startsWith(digits)) ? `${digits} …` : this.texts.untyped(digits));
    }

    /** Chooses what these digits mean, if they mean something. */
    enter(digits) {
      const meant = this.options[this.keys.indexOf(digits)];
      if (meant) this.choose(this.choices, meant.number);
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

  return {Choices, Offers, typedFor};
})();
