/** A table at which a game is played: its players, the turns, and what each player sees. */

import { type Description, State, textOf } from "hoyle";
import { Cards } from "hoyle-viewer";
import { h } from "../lib/dom.js";
import { whyBroken } from "../lib/rpc.js";
import { get, put } from "../lib/store.js";
import { T } from "../texts.js";
import { type Settings, USUAL, written } from "../write/settings.js";
import { PlayBoard } from "./board.js";
import { Choices } from "./choices.js";
import { choosing } from "./choosing.js";
import { curtainOf, PAUSES, type Speed, seatLists, speedList } from "./controls.js";
import { GameLog, type Reader } from "./log.js";
import { Offers, prompt } from "./offers.js";
import { chosenBy, type Played, type Seat, THINKING } from "./opponents.js";
import { refusal } from "./refusals.js";
import { saveScript } from "./saving.js";
import { type SavedGame, Session } from "./session.js";
import { animation, drawn } from "./view.js";

const NOBODY = -1;

/**
 * The start of a game that continues one played elsewhere: a state of the module, the names of the players, and a first
 * card.
 */
export interface Beginning {
  state: Uint8Array;
  seats: string[];
  card?: string | undefined;
}

export class GameTable {
  private session: Session | null = null;
  private board: PlayBoard | null = null;
  private readonly seats: Seat[];
  private readonly played: Played;
  private speed: Speed = "medium";
  private viewer = NOBODY;
  private ended = false;
  /** Counts new games and undone choices.  Older asynchronous calls compare their number with it and stop. */
  private game = 0;
  private wake = () => {};
  private readonly felt = h("section", { class: "table", "aria-label": T.table });
  private readonly status = h("p", { class: "status", role: "status" });
  private readonly offers = new Offers(
    (choices, number) => this.choose(choices, number),
    (choices) => this.picked(choices),
  );
  private readonly log = new GameLog();
  private readonly undoButton = h(
    "button",
    { type: "button", id: "undo", onclick: () => this.undo() },
    T.undo,
  );
  private readonly key = (event: KeyboardEvent) => this.pressed(event);

  constructor(
    private readonly root: HTMLElement,
    private readonly name: string,
    private readonly binary: ArrayBuffer,
    private readonly description: Description,
    private readonly watching: boolean,
    private readonly from?: Beginning,
    private readonly settings: Settings = USUAL,
  ) {
    const first = from ? Math.max(0, new State(description, from.state).player) : 0;
    this.seats = Array.from({ length: description.players }, (_, seat) =>
      seat === first && !watching ? "person" : "thinking",
    );
    this.played = { name, players: description.players, settings };
  }

  async open(): Promise<void> {
    document.title = `${this.description.title} · ${T.name}`;
    this.layout();
    document.addEventListener("keydown", this.key);
    const kept = this.watching || this.from ? undefined : await get<SavedGame>("games", this.keptAs);
    const { fingerprint, former_fingerprint: former } = this.description;
    await this.begin(kept && [fingerprint, former].includes(kept.fingerprint) ? kept : undefined);
  }

  end(): void {
    this.ended = true;
    this.game++;
    this.wake();
    document.removeEventListener("keydown", this.key);
    this.session?.end();
    this.board?.end();
  }

  private layout(): void {
    const side = h(
      "aside",
      { class: "beside-table" },
      this.status,
      this.offers.element,
      h("h2", null, T.whatHappened),
      this.log.lines,
    );
    this.root.append(
      h("p", { class: "crumbs" }, h("a", { href: "#/" }, T.allGames)),
      h("h1", null, this.description.title),
      h("div", { class: "play-area" }, this.felt, side),
      this.tools(),
      h("p", { class: "keys" }, T.keys),
    );
  }

  /** The buttons and lists below the table. */
  private tools(): HTMLElement {
    const button = (text: string, id: string, act: () => void) =>
      h("button", { type: "button", id, onclick: act }, text);
    const elsewhere = this.from !== undefined;
    const seats = seatLists(this.seats, (seat, kind) => {
      this.seats[seat] = kind;
      this.begin();
    });
    return h(
      "div",
      { class: "tools" },
      button(T.newGame, "new", () => this.begin()),
      this.undoButton,
      button(T.hint, "hint", () => this.hint()),
      elsewhere ? null : button(T.saveScript, "save-script", () => this.save()),
      speedList(this.speed, (speed) => {
        this.speed = speed;
      }),
      elsewhere ? null : choosing(this.name, this.settings, this.watching),
      h("details", null, h("summary", null, T.seats), h("div", { class: "seats" }, ...seats)),
      h("details", null, h("summary", null, T.scoreSheet), this.log.sheet),
    );
  }

  // --------------------------------------------------------------------------------------------- players and viewers

  private person(seat: number): boolean {
    return this.seats[seat] === "person";
  }

  /** Whether only one person plays. */
  private get alone(): boolean {
    return this.seats.filter((kind) => kind === "person").length === 1;
  }

  /** The viewer of the table.  If no person plays, all hands are visible. */
  private get reader(): Reader {
    const viewer = this.viewer === NOBODY ? "spectator" : this.viewer;
    return { viewer: this.seats.includes("person") ? viewer : "all", you: this.alone ? T.you : null };
  }

  /** The key under which the game is stored.  It contains the settings. */
  private get keptAs(): string {
    return [this.name, written(this.settings)].filter(Boolean).join("/");
  }

  private sit(): void {
    if (!this.session) return;
    this.board?.end();
    this.board = new PlayBoard(this.felt, animation(this.session.words, this.viewer));
  }

  // ----------------------------------------------------------------------------------------------- course of the game

  /** Starts a new game or resumes a stored one. */
  private async begin(kept?: SavedGame): Promise<void> {
    const game = ++this.game;
    this.wake();
    // The page still shows the previous game.  Its cards must not be chosen any more.
    this.session?.end();
    this.session = null;
    this.offers.clear();
    delete this.root.dataset.kept;
    kept?.seats.forEach((kind, seat) => {
      this.seats[seat] = kind as Seat;
    });
    const seats = this.seats.map(
      (_, seat) => this.from?.seats[seat] ?? (this.person(seat) && this.alone ? T.you : T.seat(seat)),
    );
    const seed = kept ? BigInt(kept.seed) : (crypto.getRandomValues(new BigUint64Array(1))[0] ?? 1n);
    try {
      const session = await Session.begin(
        this.binary,
        this.description,
        seats,
        BigInt.asUintN(62, seed),
        this.from?.state,
      );
      for (const choice of kept?.choices ?? []) await session.take(choice);
      if (game !== this.game) return session.end();
      this.session = session;
      if (kept) this.say(T.resumed);
    } catch (error) {
      if (game !== this.game) return;
      if (kept) return this.begin();
      this.fault(error);
      return;
    }
    this.viewer = this.alone ? this.seats.indexOf("person") : NOBODY;
    this.sit();
    this.log.write(this.session, this.reader);
    await this.run(game);
  }

  /** Continues until a person must choose, the game ends, or another game starts. */
  private async run(game: number): Promise<void> {
    const session = this.session;
    while (session && game === this.game && !this.ended) {
      const step = session.now;
      const { player } = session;
      const choices = new Choices(session.words, step);
      if (session.result) return this.over();
      const person = this.person(player);
      if (person && choices.offers.length > 1) {
        if (player !== this.viewer) await this.curtain(player);
        if (game !== this.game) return;
        this.ask(choices, player);
        await this.keep();
        const card = this.from?.card;
        if (card !== undefined && session.steps.length === 1 && game === 1) this.use(choices, card, false);
        return;
      }
      if (PAUSES[this.speed]) {
        this.draw(false);
        this.say(person ? "" : T.waiting(session.words.player(player)));
      }
      this.offers.clear();
      try {
        const choice = person ? 0 : chosenBy(this.seats[player], session);
        const [number] = await Promise.all([choice, this.pause(person ? 0.5 : 1)]);
        if (game !== this.game || !(await this.take(number))) return;
      } catch (error) {
        if (game === this.game) this.fault(error);
        return;
      }
    }
  }

  private pause(share: number): Promise<void> {
    const time = PAUSES[this.speed] * share;
    if (!time) return new Promise((resolve) => setTimeout(resolve));
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, time);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Makes a choice and shows its effects.  Returns whether the same game continues. */
  private async take(number: number): Promise<boolean> {
    const session = this.session;
    const game = this.game;
    if (!session) return false;
    delete this.root.dataset.kept;
    try {
      await session.take(number);
      if (game !== this.game) return false;
      this.log.add(session, this.reader, !PAUSES[this.speed]);
      for (const complete of PAUSES[this.speed] ? session.storyOf(this.reader.viewer).complete : []) {
        this.board?.show(drawn(session.words, complete, NOBODY), null, true);
        await this.pause(1.3);
        if (game !== this.game) return false;
      }
    } catch (error) {
      if (game === this.game) this.fault(error);
      return false;
    }
    return game === this.game;
  }

  private async keep(): Promise<void> {
    if (!this.session || this.watching || this.from) return;
    const ok = await put("games", this.keptAs, this.session.kept(this.name, this.seats));
    if (ok) this.root.dataset.kept = "yes";
    else this.say(T.notKept);
  }

  private draw(moving = true, choices: Choices | null = null): void {
    if (!this.session) return;
    const state = drawn(
      this.session.words,
      this.session.storyOf(this.reader.viewer).now,
      this.session.player,
    );
    const hand = choices?.ofCards && {
      legal: (card: string) => choices.legal(card),
      picked: choices.picked,
      use: (card: string, picked: boolean) => this.use(choices, card, picked),
    };
    this.board?.show(state, hand || null, moving);
    const last = this.session.steps.length - 1;
    const can = this.session.asked((player) => this.person(player)).some((at) => at < last);
    this.undoButton.toggleAttribute("disabled", !can);
  }

  private over(): void {
    this.draw();
    this.log.toEnd();
    this.log.scores(this.session);
    this.keep();
    this.say(this.outcome());
    this.offers.only(
      h("button", { type: "button", class: "button", onclick: () => this.begin() }, T.newGame),
    );
  }

  /** How the game ended, in words. */
  private outcome(): string {
    const { session } = this;
    if (!session || session.result?.cut) return session ? T.cut : T.over;
    const { viewer, you } = this.reader;
    const won = session
      .storyOf(viewer)
      .lines.flat()
      .findLast((line) => line.item === "won");
    return won ? `${textOf(won, session.words, you)}.` : T.over;
  }

  private fault(error: unknown): void {
    this.say(whyBroken(error));
    this.offers.clear();
  }

  private say(text: string): void {
    this.status.replaceChildren(Cards.coloured(text));
  }

  // ------------------------------------------------------------------------------------------------ a person's choice

  private ask(choices: Choices, player: number): void {
    this.draw(true, choices);
    const turn = this.alone ? "" : `${T.yourTurn(this.session?.words.player(player) ?? "")} `;
    this.say(turn + prompt(choices));
    this.offers.show(choices, this.board);
  }

  /** Handles a tap on a card of the hand: picks it, puts it back, or shows why it cannot be chosen. */
  private use(choices: Choices, card: string, picked: boolean): void {
    if (choices.made) return;
    if (!picked && !choices.legal(card)) {
      this.refuse([...choices.picked, card]);
      return;
    }
    const number = choices.pick(card, picked);
    if (number >= 0) this.choose(choices, number);
    else this.picked(choices);
  }

  /** Shows why a card cannot be chosen. */
  private async refuse(cards: readonly string[]): Promise<void> {
    const session = this.session;
    const said = session && (await refusal(session, cards));
    if (said && this.session === session) this.say(said);
  }

  private picked(choices: Choices): void {
    this.draw(false, choices);
    this.offers.show(choices, this.board);
    this.say(choices.picked.length ? T.chosenCards(choices.picked.join(" ")) : prompt(choices));
  }

  private async choose(choices: Choices, number: number): Promise<void> {
    if (choices.made) return;
    choices.made = true;
    const game = this.game;
    this.offers.clear();
    if (await this.take(number)) await this.run(game);
  }

  private async undo(): Promise<void> {
    if (!this.session) return;
    const game = ++this.game;
    this.wake();
    if (await this.session.undo((player) => this.person(player))) {
      if (game !== this.game) return;
      this.log.write(this.session, this.reader);
      this.keep();
    }
    this.run(game);
  }

  /** Shows the choice of a thinking player as a hint. */
  private async hint(): Promise<void> {
    const session = this.session;
    const step = session?.now;
    const game = this.game;
    if (!session || !step || step.options.length < 2 || !this.person(session.player)) return;
    this.say(T.thinking);
    try {
      const number = await session.ask(THINKING);
      if (game !== this.game || session.now !== step) return;
      const option = step.options[number];
      if (option) this.say(T.hinted(session.words.label(step.state.question, option)));
    } catch (error) {
      if (game === this.game) this.fault(error);
    }
  }

  private async save(): Promise<void> {
    if (this.session) await saveScript(this.session, this.played, this.seats, (text) => this.say(text));
  }

  /** Hides the table until the next person takes the device. */
  private curtain(player: number): Promise<void> {
    const session = this.session;
    if (!session) return Promise.resolve();
    this.felt.replaceChildren();
    this.log.clear();
    this.offers.clear();
    const name = session.words.player(player);
    this.say(T.curtain(name));
    return new Promise((resolve) => {
      const done = () => {
        this.viewer = player;
        this.sit();
        this.log.write(this.session, this.reader);
        resolve();
      };
      // After a new game or an undo the curtain disappears, and the person who has not taken the device sees nothing.
      this.wake = () => {
        this.felt.querySelector(".curtain")?.remove();
        resolve();
      };
      const { curtain, ready } = curtainOf(name, done);
      this.felt.append(curtain);
      ready.focus();
    });
  }

  private pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if ((event.target as HTMLElement).matches("input, select, textarea")) return;
    if (event.key === "u" || event.key === "U") this.undo();
    else if (event.key === "h" || event.key === "H") this.hint();
    else if (/^[1-9]$/.test(event.key)) this.offers.press(Number(event.key));
    else if (event.key.startsWith("Arrow") && document.activeElement === document.body) this.board?.focus();
    else return;
    event.preventDefault();
  }
}
