/** A table at which a game is played: its players, the turns, and what each player sees. */

import { type Description, State, type Viewer } from "hoyle";
import { Cards, type Choices, type PlayBoard, Playing } from "hoyle-viewer";
import { h } from "../lib/dom.js";
import { confirmed, offerLink } from "../lib/dialog.js";
import { TooLate, whyBroken } from "../lib/rpc.js";
import { T } from "../texts.js";
import { type Settings, USUAL } from "../write/settings.js";
import { Answering } from "./answering.js";
import { choicesOf } from "./asked.js";
import { choosing } from "./choosing.js";
import { continueList, curtainDrawn, seatLists, speedList } from "./controls.js";
import { dealName, dealPart, newSeed } from "./deals.js";
import { outcomeOf } from "./ending.js";
import type { Beginning, Given } from "./given.js";
import { Keeping } from "./keeping.js";
import { keysOf } from "./keyboard.js";
import { LastTrick } from "./lasttrick.js";
import { layOut } from "./layout.js";
import { GameLog } from "./log.js";
import { Opponents, type Played, type Seat, THINKING } from "./opponents.js";
import { Pace } from "./pace.js";
import { saveScript } from "./saving.js";
import { Seating } from "./seating.js";
import { type SavedGame, Session } from "./session.js";
import { settled, standsBy } from "./settling.js";

export class GameTable {
  private session: Session | null = null;
  private board: PlayBoard | null = null;
  private readonly seating: Seating;
  private readonly played: Played;
  private readonly from: Beginning | undefined;
  private readonly keeping: Keeping;
  private readonly pace = new Pace();
  private ended = false;
  /** Resolves when the players that have learned know what they know; null until one of them must choose. */
  private learning: Promise<boolean> | null = null;
  /** Counts new games and undone choices.  Older asynchronous calls compare their number with it and stop. */
  private game = 0;
  /** How many records the viewer had seen when it last went on after a settlement. */
  private passed = 0;
  private readonly opponents = new Opponents();
  /** How many records had been followed when each viewer was last asked.  What was the only choice is nobody's look. */
  private readonly looked = new Map<Viewer, number>();
  /** The game that is being resumed, until it is there. */
  private resuming: SavedGame | undefined;
  private readonly felt = h("section", { class: "table", "aria-label": T.table });
  private readonly status = h("p", { class: "status", role: "status" });
  private readonly deal = h("span", { class: "soft deal-name" });
  private readonly log = new GameLog();
  private readonly undoButton = h(
    "button",
    { type: "button", id: "undo", onclick: () => this.undo() },
    T.undo,
  );
  private readonly last = new LastTrick(this.felt, () => this.story?.scene());
  private readonly answering = new Answering({
    felt: this.felt,
    board: () => this.board,
    session: () => this.session,
    say: (text) => this.say(text),
    draw: (moving, choices) => this.draw(moving, choices),
    chosen: (number) => this.chosen(number),
  });
  private readonly offers = this.answering.offers;
  private readonly key = keysOf({
    undo: () => this.undo(),
    hint: () => this.hint(),
    lastTrick: this.last,
    offers: this.offers,
    felt: this.felt,
    board: () => this.board,
  });

  constructor(
    private readonly root: HTMLElement,
    private readonly name: string,
    private readonly binary: ArrayBuffer,
    private readonly description: Description,
    private readonly watching: boolean,
    private readonly settings: Settings = USUAL,
    private readonly given: Given = {},
  ) {
    this.from = given.from;
    const first = this.from ? Math.max(0, new State(description, this.from.state).player) : 0;
    const others = given.weights ? "learned" : "thinking";
    this.seating = new Seating(description.players, watching ? -1 : first, others);
    this.played = { name, players: description.players, settings };
    this.keeping = new Keeping(this.played, description, given.deal);
  }

  async open(): Promise<void> {
    document.title = `${this.description.title} · ${T.name}`;
    this.layout();
    document.addEventListener("keydown", this.key);
    const keeps = !this.watching && !this.from;
    await this.begin(keeps ? await this.keeping.stored(this.seating.seats) : undefined);
  }

  end(): void {
    this.ended = true;
    this.game++;
    this.pace.wake();
    document.removeEventListener("keydown", this.key);
    this.session?.end();
    this.board?.end();
  }

  private layout(): void {
    const elsewhere = this.from !== undefined;
    layOut(
      this.root,
      {
        title: this.description.title,
        felt: this.felt,
        status: this.status,
        offers: this.offers.element,
        lines: this.log.lines,
        sheet: this.log.sheet,
        deal: this.deal,
        undo: this.undoButton,
        lastTrick: this.last.button,
      },
      {
        newGame: () => this.anew(),
        undo: () => this.undo(),
        hint: () => this.hint(),
        lastTrick: () => this.last.toggle(),
        again: () => this.anew(this.session?.seed),
        shareDeal: () => this.share(false),
        sharePosition: () => this.share(true),
        save: () => this.save(),
      },
      [
        speedList(this.pace.speed, (speed) => {
          this.pace.speed = speed;
        }),
        continueList(this.pace.goesOn, (how) => {
          this.pace.goesOn = how;
        }),
        elsewhere ? null : choosing(this.name, this.settings, this.watching),
      ],
      seatLists(this.seating.seats, (seat, kind) => this.seat(seat, kind)),
      elsewhere,
    );
  }

  /** Another player takes a seat; the game goes on where it is. */
  private seat(seat: number, kind: Seat): void {
    const { seats } = this.seating;
    seats[seat] = kind;
    const kept = this.session?.kept(this.name, seats) ?? this.resuming;
    this.begin(kept && { ...kept, seats: [...seats] });
  }

  private sit(): void {
    this.board?.end();
    this.board = new Playing.PlayBoard(this.felt, this.seating.below);
  }

  // ----------------------------------------------------------------------------------------------- course of the game

  /** Whether a person has made a choice in a game that is not over. */
  private get underWay(): boolean {
    const { session } = this;
    if (!session || session.result || this.watching) return false;
    return session.steps.some(
      (step, at) =>
        step.options.length > 1 && at < session.steps.length - 1 && this.seating.person(step.state.player),
    );
  }

  /** Begins a new game, with this deal if there is one.  A game that is under way is not given up unasked. */
  private async anew(seed?: bigint): Promise<void> {
    if (this.underWay && !(await confirmed(T.giveUp, seed === undefined ? T.newGame : T.dealAgain))) return;
    await this.begin(undefined, seed);
  }

  /** Starts a new game, of this seed if one is given, or resumes a stored one. */
  private async begin(kept?: SavedGame, seed?: bigint): Promise<void> {
    const game = ++this.game;
    this.pace.wake();
    // The page still shows the previous game.  Its cards must not be chosen any more.
    this.session?.end();
    this.session = null;
    this.resuming = kept;
    this.offers.clear();
    delete this.root.dataset.kept;
    this.looked.clear();
    if (kept) this.seating.resume(kept.seats);
    const seats = this.seating.names(this.from?.seats);
    const dealt = BigInt.asUintN(62, kept ? BigInt(kept.seed) : (seed ?? newSeed()));
    try {
      const state = this.from?.state;
      const session = await Session.begin(this.binary, this.description, seats, dealt, state);
      this.learning = null;
      for (const choice of kept?.choices ?? []) await session.take(choice);
      if (game !== this.game) return session.end();
      this.session = session;
      if (kept) this.say(T.resumed);
    } catch (error) {
      if (game !== this.game) return;
      if (kept && !(error instanceof TooLate)) return this.begin();
      this.fault(error);
      return;
    }
    this.deal.textContent = this.from ? "" : T.dealCalled(dealName(dealt));
    this.seating.begin();
    this.sit();
    this.log.write(this.session, this.seating.reader);
    this.passed = this.story?.count ?? 0;
    await this.run(game);
  }

  /** Gives players what was learned, when the first must choose who uses it.  Returns whether that is enough to play by. */
  private learned(session: Session): Promise<boolean> {
    this.learning ??= session.learn(this.given.weights ?? null).catch(() => false);
    return this.learning;
  }

  /** Where too little was learned for these rules, players think instead. */
  private unlearned(): void {
    for (const seat of this.seating.replace("learned", "thinking")) {
      const field = this.root.querySelector<HTMLSelectElement>(`#seat-${seat}`);
      if (field) field.value = "thinking";
    }
    this.say(T.notLearned);
  }

  /** The story as the viewer of the table knows it. */
  private get story() {
    return this.session?.storyOf(this.seating.reader.viewer);
  }

  /** Continues until a person must choose, the game ends, or another game starts, which ends the worker of this one. */
  private run(game: number): Promise<void> {
    return this.during(game, () => this.turns(game));
  }

  /** Says what went wrong in some work for a game, unless another game has started meanwhile. */
  private async during(game: number, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (game === this.game) this.fault(error);
    }
  }

  private async turns(game: number): Promise<void> {
    const session = this.session;
    while (session && game === this.game && !this.ended) {
      const step = session.now;
      const { player } = session;
      if (session.result) return this.over();
      const person = this.seating.person(player);
      if (person && step.options.length > 1) {
        if (player !== this.seating.viewer) await this.curtain(player);
        if (game !== this.game) return;
        const { prompt } = await session.question();
        if (game !== this.game) return;
        const choices = choicesOf(session.words, step);
        this.answering.ask(
          choices,
          prompt,
          this.seating.alone ? "" : `${T.yourTurn(session.words.player(player))} `,
        );
        await this.keep();
        const card = this.from?.card;
        if (card !== undefined && session.steps.length === 1 && game === 1)
          this.answering.use(choices, card, false);
        return;
      }
      if (!this.pace.instant) {
        this.draw(false);
        this.say(person ? "" : this.opponents.said(session));
      }
      this.offers.clear();
      if (!person && this.seating.seats[player] !== "chance") {
        const enough = await this.learned(session);
        if (!enough && this.seating.seats[player] === "learned") this.unlearned();
      }
      if (game !== this.game) return;
      const choice = person ? 0 : this.opponents.choice(this.seating.seats[player], session);
      const [number] = await Promise.all([choice, this.pace.pause(person ? 0.5 : 1)]);
      if (game !== this.game) return;
      // A player that thinks has not answered in time: the game goes on where it is.
      if (number === null) return this.begin(session.kept(this.name, this.seating.seats));
      if (!(await this.take(number))) return;
    }
  }

  /** Makes a choice and shows its effects.  Returns whether the same game continues. */
  private async take(number: number): Promise<boolean> {
    const session = this.session;
    const game = this.game;
    if (!session) return false;
    delete this.root.dataset.kept;
    if (this.seating.person(session.player) && session.now.options.length > 1) this.look();
    try {
      await session.take(number);
      if (game !== this.game) return false;
      this.from?.made?.(session.kept(this.name, []).choices, session.labels());
      this.log.add(session, this.seating.reader, this.pace.instant);
      const { story } = this;
      for (const complete of this.pace.instant ? [] : (story?.tricks ?? [])) {
        this.board?.show(complete, { moving: true, taker: story?.scene().last_trick?.winner ?? -1 });
        await this.pace.pause(1.3);
        if (game !== this.game) return false;
      }
      if (!session.result) await this.settle();
    } catch (error) {
      if (game === this.game) this.fault(error);
      return false;
    }
    return game === this.game;
  }

  /** Stops where something was settled, until the person goes on or the time is over. */
  private async settle(): Promise<void> {
    const { story, pace } = this;
    if (!story) return;
    const scene = story.scene(this.passed);
    this.passed = story.count;
    const how = standsBy(scene, pace.goesOn, { instant: pace.instant, watching: this.watching });
    if (!how) return;
    this.offers.clear();
    if (pace.instant) this.draw(false);
    this.say(T.settledNow);
    await settled(this.felt, scene, this.seating.reader.you, how, (end) => {
      pace.wake = end;
    });
  }

  /** The viewer has seen everything up to this question. */
  private look(): void {
    const { story } = this;
    if (story) this.looked.set(story.viewer, story.count);
  }

  private async keep(): Promise<void> {
    if (!this.session || this.watching || this.from) return;
    if (await this.keeping.keep(this.session, this.seating.seats)) this.root.dataset.kept = "yes";
    else this.say(T.notKept);
  }

  private draw(moving = true, choices: Choices | null = null): void {
    const { session, story } = this;
    if (!session || !story) return;
    const scene = story.scene(this.looked.get(story.viewer));
    this.board?.show(scene, { hand: this.answering.hand(choices), moving });
    this.last.drawn(scene);
    const last = session.steps.length - 1;
    const can = session.asked((player) => this.seating.person(player)).some((at) => at < last);
    this.undoButton.toggleAttribute("disabled", !can);
  }

  private over(): void {
    this.draw();
    this.log.toEnd();
    this.log.scores(this.session);
    this.keep();
    const { session, story } = this;
    if (session) this.say(outcomeOf(session, this.seating.reader));
    const button = h("button", { type: "button", class: "button", onclick: () => this.anew() }, T.newGame);
    if (story && this.pace.goesOn !== "instant") {
      const scene = story.scene(this.passed);
      this.passed = story.count;
      const game = this.game;
      const passed = settled(this.felt, scene, this.seating.reader.you, "button", (end) => {
        this.pace.wake = end;
      });
      passed.then(() => {
        if (game === this.game && !this.ended) this.offers.only(button);
      });
    }
    this.offers.only(button);
    this.felt.querySelector<HTMLElement>("#continue")?.focus({ preventScroll: true });
  }

  private fault(error: unknown): void {
    this.say(whyBroken(error));
    this.offers.clear();
  }

  private say(text: string): void {
    this.status.replaceChildren(Cards.coloured(text));
  }

  // ------------------------------------------------------------------------------------------------ a person's choice

  private async chosen(number: number): Promise<void> {
    const game = this.game;
    if (await this.take(number)) await this.run(game);
  }

  private async undo(): Promise<void> {
    const { session } = this;
    if (!session) return;
    const game = ++this.game;
    this.pace.wake();
    await this.during(game, async () => {
      const undone = await session.undo((player) => this.seating.person(player));
      if (game !== this.game) return;
      if (undone) {
        this.looked.clear();
        this.log.write(session, this.seating.reader);
        this.passed = this.story?.count ?? 0;
        this.keep();
      }
      await this.turns(game);
    });
  }

  /** Shows the choice of a thinking player as a hint. */
  private async hint(): Promise<void> {
    const session = this.session;
    const step = session?.now;
    const game = this.game;
    if (!session || !step || step.options.length < 2 || !this.seating.person(session.player)) return;
    this.say(T.thinking);
    await this.during(game, async () => {
      await this.learned(session);
      const number = await session.ask(THINKING);
      if (game !== this.game || session.now !== step) return;
      const option = step.options[number];
      if (option) this.say(T.hinted(session.words.label(step.state.question, option)));
    });
  }

  private async save(): Promise<void> {
    if (this.session)
      await saveScript(this.session, this.played, this.seating.seats, (text) => this.say(text));
  }

  /** Offers a link to this deal, or to this position of it. */
  private share(position: boolean): void {
    const { session } = this;
    if (!session) return;
    const choices = position ? session.kept(this.name, []).choices : [];
    const part = dealPart(this.settings, { seed: session.seed, choices });
    offerLink(new URL(`#/play/${encodeURIComponent(this.name)}/${part}`, location.href).href);
  }

  /** Hides the table until the next person takes the device. */
  private async curtain(player: number): Promise<void> {
    const { session } = this;
    if (!session) return;
    this.board?.end();
    this.board = null;
    this.log.clear();
    this.offers.clear();
    const name = session.words.player(player);
    this.say(T.curtain(name));
    // After a new game or an undo the curtain disappears, and the person who has not taken the device sees nothing.
    const ready = await curtainDrawn(this.felt, name, (lift) => {
      this.pace.wake = lift;
    });
    if (!ready) return;
    this.seating.viewer = player;
    this.sit();
    this.log.write(this.session, this.seating.reader);
    this.passed = this.story?.count ?? 0;
  }
}
