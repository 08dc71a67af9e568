/** The page of a game: sit down at it, or watch it being played. */

import { Cards } from "hoyle-viewer";
import { game, rules } from "../catalogue.js";
import { announce, h } from "../lib/dom.js";
import { isProblem, working } from "../lib/python.js";
import { whyBroken } from "../lib/rpc.js";
import { get, put } from "../lib/store.js";
import { PlayBoard } from "../play/board.js";
import { Choices } from "../play/choices.js";
import { choosing } from "../play/choosing.js";
import type { Description } from "../play/description.js";
import { Position } from "../play/position.js";
import { type Kept, type Line, type Moment, Session } from "../play/session.js";
import { animation } from "../play/view.js";
import { T } from "../texts.js";
import { download, type OwnFile, read } from "../write/files.js";
import { type Settings, settingsOf, USUAL, written } from "../write/settings.js";

const PAUSES = { slow: 1600, medium: 800, fast: 300, instant: 0 };
type Speed = keyof typeof PAUSES;
const MOST_BUTTONS = 40;
const NOBODY = -1;

export const play = async (root: HTMLElement, name: string, part: string, watching = false) => {
  const settings = settingsOf(part);
  const { binary, told } = await found(name, settings, root);
  const table = new GameTable(root, name, binary, told, watching, undefined, settings);
  await table.open();
  return () => table.end();
};

/** The module of a game: a shipped one as it is, or what Python makes of a file of one's own or of other settings. */
async function found(
  name: string,
  settings: Settings,
  root: HTMLElement,
): Promise<{ binary: ArrayBuffer; told: Description }> {
  const own = await get<OwnFile>("files", name);
  if (!own && !written(settings)) return game(name);
  const text = own?.text ?? (await rules(name));
  root.append(h("p", { role: "status" }, T.compiling));
  const { built } = await import("../write/results.js");
  const made = await built({ name, text, ...settings });
  root.replaceChildren();
  if (isProblem(made)) throw new Error(made.errors ? T.errors(made.errors) : made.problem);
  return { binary: made.binary, told: made.description };
}

/** Who may sit on a seat: a person, or the computer: thinking with what was loaded already, thinking as in
 * `hoyle play` (which needs Python), or choosing by chance. */
export type Seat = "person" | "thinking" | "searching" | "chance";
const SEATS: Seat[] = ["person", "thinking", "searching", "chance"];
/** How long who thinks as in `hoyle play` does so. */
const QUICK = "think:quick";
const THINKING = 250;
const HINT = 900;

export class GameTable {
  private session: Session | null = null;
  private board: PlayBoard | null = null;
  private readonly seats: Seat[];
  private speed: Speed = "medium";
  private viewer = NOBODY;
  private ended = false;
  private game = 0;
  /** What Python calls the module that thinks, once it does. */
  private thinker = "";
  private wake = () => {};
  private readonly felt = h("section", { class: "table", "aria-label": T.table });
  private readonly status = h("p", { class: "status", role: "status" });
  private readonly offers = h("div", { class: "offers", role: "group", "aria-label": T.choose });
  private readonly log = h("div", {
    class: "scroll",
    tabindex: 0,
    role: "region",
    "aria-label": T.whatHappened,
  });
  private readonly sheet = h("div", { class: "sheet" });
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
    private readonly told: Description,
    private readonly watching: boolean,
    /** Where a game goes on that was played elsewhere: a state of the module, the players' names, a card to begin with. */
    private readonly from?: { state: Uint8Array; seats: string[]; card?: string | undefined },
    private readonly settings: Settings = USUAL,
  ) {
    const first = from ? Math.max(0, new Position(told, from.state).player) : 0;
    this.seats = Array.from({ length: told.players }, (_, seat) =>
      seat === first && !watching ? "person" : "thinking",
    );
  }

  async open(): Promise<void> {
    document.title = `${this.told.title} · ${T.name}`;
    this.layout();
    document.addEventListener("keydown", this.key);
    const kept = this.watching || this.from ? undefined : await get<Kept>("games", this.keptAs);
    await this.begin(kept?.fingerprint === this.told.fingerprint ? kept : undefined);
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
    const speeds = (Object.keys(PAUSES) as Speed[]).map((speed) =>
      h("option", { value: speed, selected: speed === this.speed }, T.speeds[speed]),
    );
    const speed = h(
      "select",
      {
        id: "speed",
        onchange: () => {
          this.speed = speed.value as Speed;
        },
      },
      ...speeds,
    );
    const seats = this.seats.map((kind, seat) => {
      const choice = h(
        "select",
        {
          id: `seat-${seat}`,
          onchange: () => {
            this.seats[seat] = choice.value as Seat;
            this.begin();
          },
        },
        ...SEATS.filter((one) => one !== "searching" || !this.from).map((one) =>
          h("option", { value: one, selected: one === kind }, T.kinds[one]),
        ),
      );
      return h("label", null, `${T.seat(seat)} `, choice);
    });
    const tools = h(
      "div",
      { class: "tools" },
      h("button", { type: "button", id: "new", onclick: () => this.begin() }, T.newGame),
      this.undoButton,
      h("button", { type: "button", id: "hint", onclick: () => this.hint() }, T.hint),
      ...(this.from
        ? []
        : [h("button", { type: "button", id: "save-script", onclick: () => this.save() }, T.saveScript)]),
      h("label", null, `${T.speed} `, speed),
      ...(this.from ? [] : [choosing(this.name, this.settings, this.watching)]),
      h("details", null, h("summary", null, T.seats), h("div", { class: "seats" }, ...seats)),
      h("details", null, h("summary", null, T.scoreSheet), this.sheet),
    );
    const side = h(
      "aside",
      { class: "beside-table" },
      this.status,
      this.offers,
      h("h2", null, T.whatHappened),
      this.log,
    );
    this.root.append(
      h("p", { class: "crumbs" }, h("a", { href: "#/" }, T.allGames)),
      h("h1", null, this.told.title),
      h("div", { class: "play-area" }, this.felt, side),
      tools,
      h("p", { class: "keys" }, T.keys),
    );
  }

  /** A new game, or one that was kept. */
  private async begin(kept?: Kept): Promise<void> {
    const game = ++this.game;
    this.wake();
    // The table still shows the game before: nothing on it may be chosen any more.
    this.session?.end();
    this.session = null;
    this.offers.replaceChildren();
    delete this.root.dataset.kept;
    if (kept)
      kept.seats.forEach((kind, seat) => {
        this.seats[seat] = kind as Seat;
      });
    const seats = this.seats.map(
      (_, seat) => this.from?.seats[seat] ?? (this.person(seat) && this.alone ? T.you : T.seat(seat)),
    );
    const seed = kept ? BigInt(kept.seed) : (crypto.getRandomValues(new BigUint64Array(1))[0] ?? 1n);
    try {
      const session = await Session.begin(
        this.binary,
        this.told,
        seats,
        BigInt.asUintN(62, seed),
        this.from?.state,
      );
      for (const choice of kept?.choices ?? []) await session.take(choice);
      if (game !== this.game) return session.end();
      this.session = session;
      if (kept) this.tell(T.resumed);
    } catch (error) {
      if (game !== this.game) return;
      if (kept) return this.begin();
      this.fault(error);
      return;
    }
    this.viewer = this.alone ? this.seats.indexOf("person") : NOBODY;
    this.sit();
    this.write();
    await this.run(game);
  }

  private person(seat: number): boolean {
    return this.seats[seat] === "person";
  }

  /** What a machine chooses: the number of an option. */
  private machine(session: Session, moment: Moment, player: number): number | Promise<number> {
    const count = moment.snapshot.options.length;
    if (this.seats[player] === "searching" && count > 1) return this.searched(session);
    const chance = this.seats[player] === "chance" || count < 2;
    return chance ? Math.floor(Math.random() * count) : session.think(THINKING);
  }

  /** The choice of `think:quick`: the same as in `hoyle play` for the same seed. */
  private async searched(session: Session): Promise<number> {
    const { seed, choices } = session.kept(this.name, this.seats);
    if (!this.thinker) {
      this.tell(T.searchLoading);
      const { searching } = await import("../write/results.js");
      const file = await read(this.name);
      const found = await searching({
        name: this.name,
        text: file?.text ?? "",
        options: this.settings.options,
        players: this.told.players,
      });
      if (isProblem(found)) throw new Error(found.problem);
      this.thinker = found;
    }
    const begun = performance.now();
    const asked = { key: this.thinker, seed, choices, kind: QUICK };
    const found = await working.ask<{ number: number }>("think", asked);
    if (isProblem(found)) {
      this.thinker = "";
      throw new Error(found.problem);
    }
    this.root.dataset.thought = String(Math.round(performance.now() - begun));
    return found.number;
  }

  /** Marks the choice a thinking player would make. */
  private async hint(): Promise<void> {
    const session = this.session;
    const moment = session?.now;
    const game = this.game;
    if (!session || !moment || moment.snapshot.options.length < 2 || !this.person(moment.position.player))
      return;
    this.tell(T.thinking);
    try {
      const number = await session.think(HINT);
      if (game !== this.game || session.now !== moment) return;
      const option = moment.snapshot.options[number];
      if (option) this.tell(T.hinted(session.words.label(moment.position.question, option)));
    } catch (error) {
      if (game === this.game) this.fault(error);
    }
  }

  /** What a game is kept under: one for each of the settings it was played with. */
  private get keptAs(): string {
    return [this.name, written(this.settings)].filter(Boolean).join("/");
  }

  /** Whether one person plays. */
  private get alone(): boolean {
    return this.seats.filter((kind) => kind === "person").length === 1;
  }

  /** Whether nobody plays: then all hands lie open. */
  private get open_(): boolean {
    return !this.seats.includes("person");
  }

  private sit(): void {
    if (!this.session) return;
    this.board?.end();
    this.board = new PlayBoard(this.felt, animation(this.session.words, this.viewer));
  }

  // ------------------------------------------------------------------------------------------------------ playing on

  private async run(game: number): Promise<void> {
    const session = this.session;
    while (session && game === this.game && !this.ended) {
      const moment = session.now;
      const player = moment.position.player;
      const choices = new Choices(session.words, moment);
      if (moment.position.result) return this.over();
      const person = this.person(player);
      if (person && choices.offers.length > 1) {
        if (player !== this.viewer) await this.curtain(player);
        if (game !== this.game) return;
        this.ask(choices, player);
        await this.keep();
        const card = this.from?.card;
        if (card !== undefined && session.moments.length === 1 && game === 1) this.use(choices, card, false);
        return;
      }
      if (PAUSES[this.speed]) {
        this.draw(false);
        this.tell(person ? "" : T.waiting(session.words.player(player)));
      }
      this.offers.replaceChildren();
      try {
        const choice = person ? 0 : this.machine(session, moment, player);
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

  private async take(number: number): Promise<boolean> {
    const session = this.session;
    const game = this.game;
    if (!session) return false;
    const before = session.now;
    delete this.root.dataset.kept;
    try {
      const moment = await session.take(number);
      if (game !== this.game) return false;
      this.read(moment, before);
      const complete = session.complete(moment, before, this.viewer, this.open_);
      if (complete && PAUSES[this.speed]) {
        this.board?.show(complete, null, true);
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
    else this.tell(T.notKept);
  }

  private draw(moving = true, choices: Choices | null = null): void {
    if (!this.session) return;
    const state = this.session.table(this.session.now, this.viewer, this.open_);
    const hand = choices?.ofCards && {
      legal: (card: string) => choices.legal(card),
      picked: choices.picked,
      use: (card: string, picked: boolean) => this.use(choices, card, picked),
    };
    this.board?.show(state, hand || null, moving);
    const mine = (player: number) => this.person(player);
    const moments = this.session.moments.slice(0, -1);
    const can = moments.some((one) => one.snapshot.options.length > 1 && mine(one.position.player));
    this.undoButton.toggleAttribute("disabled", !can);
  }

  // ------------------------------------------------------------------------------------------------- a person's turn

  private ask(choices: Choices, player: number): void {
    this.draw(true, choices);
    this.tell(
      this.alone
        ? this.prompt(choices)
        : `${T.yourTurn(this.session?.words.player(player) ?? "")} ${this.prompt(choices)}`,
    );
    this.offer(choices);
  }

  private prompt(choices: Choices): string {
    return choices.ofSeveral
      ? T.severalCards
      : choices.offers.every((one) => one.cards.length)
        ? T.cardsChoose
        : `${T.choose}:`;
  }

  /** The buttons of what can be chosen now. */
  private offer(choices: Choices): void {
    const focused = this.offers.contains(document.activeElement);
    // An option may name cards that do not lie in the hand: it is offered once nothing more can be picked there.
    const done = choices.picked.length > 0 && !this.board?.more;
    const shown = done || choices.open.length <= MOST_BUTTONS ? choices.open : choices.ready;
    const buttons = shown.slice(0, done ? undefined : MOST_BUTTONS).map((offer) =>
      h(
        "button",
        {
          type: "button",
          class: "offer",
          "data-offer": offer.number,
          onclick: () => this.choose(choices, offer.number),
        },
        Cards.coloured(offer.label),
      ),
    );
    const rest = choices.open.length - buttons.length;
    const parts: HTMLElement[] = [...buttons];
    if (choices.picked.length) {
      parts.push(
        h(
          "button",
          {
            type: "button",
            class: "quiet",
            onclick: () => {
              choices.picked = [];
              this.picked(choices);
            },
          },
          T.clearCards,
        ),
      );
    } else if (rest > 0) parts.push(h("p", { class: "soft" }, T.more(rest)));
    this.offers.replaceChildren(...parts);
    if (focused || document.activeElement === document.body) {
      if (choices.ofCards && this.board?.cards.length) this.board.focus();
      else buttons[0]?.focus();
    }
  }

  private use(choices: Choices, card: string, picked: boolean): void {
    if (choices.made) return;
    if (!picked && !choices.legal(card)) {
      this.tell(this.why(card));
      this.reasons(card);
      return;
    }
    const number = choices.pick(card, picked);
    if (number >= 0) this.choose(choices, number);
    else this.picked(choices);
  }

  private picked(choices: Choices): void {
    this.draw(false, choices);
    this.offer(choices);
    this.tell(choices.picked.length ? T.chosenCards(choices.picked.join(" ")) : this.prompt(choices));
  }

  /** Why a card cannot be chosen, exactly: told by Python, where it was loaded already. */
  private async reasons(card: string): Promise<void> {
    const session = this.session;
    if (!session || !working.begun || this.from) return;
    const moment = session.now;
    const question = moment.position.question;
    const kinds = this.told.legend.questions[question]?.alternatives ?? [];
    const alternative = kinds.findIndex((one) => one.types.length === 1 && one.types[0]?.kind === "card");
    const file = await read(this.name);
    if (alternative < 0 || !file) return;
    const choice = session.words.label(question, [alternative, this.told.cards.indexOf(card)]);
    const state = Array.from(moment.snapshot.state, (byte) => byte.toString(16).padStart(2, "0")).join("");
    const asked = {
      name: this.name,
      text: file.text,
      options: this.settings.options,
      players: this.told.players,
      state,
      choice,
    };
    const found = await working.ask<{ reasons: string[] }>("why", asked);
    if (session.now !== moment || this.session !== session || isProblem(found) || !found.reasons.length)
      return;
    this.tell(T.notLegalBecause(card, found.reasons.join("; ")));
  }

  /** The game so far as a script, to be replayed and analysed. */
  private async save(): Promise<void> {
    const session = this.session;
    const file = await read(this.name);
    if (!session || !file) return;
    this.tell(T.writingScript);
    const { seed, choices } = session.kept(this.name, this.seats);
    const asked = {
      name: this.name,
      text: file.text,
      options: this.settings.options,
      players: this.told.players,
      seed,
      choices,
    };
    const found = await working.ask<{ text: string }>("script", { ...asked, own: file.own });
    if (isProblem(found)) return this.tell(found.problem);
    download(`${this.name}.play`, found.text);
    this.tell(T.scriptSaved(`${this.name}.play`));
  }

  /** Why a card cannot be chosen, in the words of the rules of this question. */
  private why(card: string): string {
    const question = this.session?.now.position.question ?? -1;
    const alternatives = this.told.legend.questions[question]?.alternatives ?? [];
    const rules = alternatives
      .filter((one) => one.types.some((type) => type.kind === "card" || type.element === "card"))
      .flatMap((one) => one.rules);
    return rules.length ? T.notLegalBecause(card, rules.join("; ")) : T.notLegal(card);
  }

  private async choose(choices: Choices, number: number): Promise<void> {
    if (choices.made) return;
    choices.made = true;
    const game = this.game;
    this.offers.replaceChildren();
    if (await this.take(number)) await this.run(game);
  }

  private undo(): void {
    if (!this.session) return;
    const game = ++this.game;
    this.wake();
    if (this.session.undo((player) => this.person(player))) {
      this.write();
      this.keep();
    }
    this.run(game);
  }

  /** Nobody sees anything until the next person sits at the device. */
  private curtain(player: number): Promise<void> {
    const session = this.session;
    if (!session) return Promise.resolve();
    this.felt.replaceChildren();
    this.log.replaceChildren();
    this.offers.replaceChildren();
    const name = session.words.player(player);
    this.tell(T.curtain(name));
    return new Promise((resolve) => {
      const done = () => {
        this.viewer = player;
        this.sit();
        this.write();
        resolve();
      };
      // Another game, or a choice taken back: whoever is not sitting there yet sees nothing of it.
      this.wake = () => {
        this.felt.querySelector(".curtain")?.remove();
        resolve();
      };
      const ready = h(
        "button",
        { type: "button", class: "button", id: "ready", onclick: done },
        T.curtainReady,
      );
      this.felt.append(
        h("div", { class: "curtain" }, h("p", null, T.curtain(name)), h("p", null, T.curtainAbout), ready),
      );
      ready.focus();
    });
  }

  // ------------------------------------------------------------------------------------------------- what was said

  private over(): void {
    this.draw();
    this.scroll();
    this.scores();
    this.keep();
    this.tell(this.session?.now.lines.find((line) => line.kind === "won")?.text ?? T.over);
    const again = h("button", { type: "button", class: "button", onclick: () => this.begin() }, T.newGame);
    this.offers.replaceChildren(again);
    again.focus();
  }

  private fault(error: unknown): void {
    this.tell(whyBroken(error));
    this.offers.replaceChildren();
  }

  private tell(text: string): void {
    this.status.replaceChildren(Cards.coloured(text));
  }

  /** The whole log anew. */
  private write(): void {
    this.log.replaceChildren();
    const moments = this.session?.moments ?? [];
    moments.forEach((moment, at) => {
      const before = moments[at - 1];
      for (const line of this.lines(moment, before)) this.line(line);
    });
    this.scroll();
    this.scores();
  }

  private read(moment: Moment, before: Moment): void {
    const lines = this.lines(moment, before);
    for (const line of lines) this.line(line);
    if (!PAUSES[this.speed]) return;
    this.scroll();
    this.scores();
    announce(lines.map((line) => Cards.spoken(line.text)).join(". "));
  }

  private lines(moment: Moment, before: Moment | undefined): Line[] {
    const made = before && this.session?.madeLine(moment, before, this.viewer, this.open_);
    return made ? [made, ...moment.lines] : moment.lines;
  }

  private line(line: Line): void {
    this.log.append(h(line.kind === "deal" ? "h3" : "p", { class: line.kind }, Cards.coloured(line.text)));
  }

  private scroll(): void {
    this.log.scrollTop = this.log.scrollHeight;
  }

  private scores(): void {
    const session = this.session;
    if (!session) return;
    const columns = session.decisive.flatMap((one) =>
      Array.from({ length: one.count }, (_, owner) => session.words.owner(one.owner, owner)),
    );
    const head = [T.deal, ...columns].map((text) => h("th", { scope: "col" }, text));
    const rows = session.now.sheet.map((row, at) =>
      h(
        "tr",
        null,
        h("th", { scope: "row" }, String(at + 1)),
        ...row.flat().map((n) => h("td", null, String(n).replace("-", "−"))),
      ),
    );
    this.sheet.replaceChildren(
      h(
        "table",
        { class: "score-table" },
        h("thead", null, h("tr", null, ...head)),
        h("tbody", null, ...rows),
      ),
    );
  }

  private pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if ((event.target as HTMLElement).matches("input, select, textarea")) return;
    if (event.key === "u" || event.key === "U") this.undo();
    else if (event.key === "h" || event.key === "H") this.hint();
    else if (/^[1-9]$/.test(event.key)) {
      this.offers.querySelectorAll<HTMLButtonElement>("button.offer")[Number(event.key) - 1]?.click();
    } else if (event.key.startsWith("Arrow") && document.activeElement === document.body) this.board?.focus();
    else return;
    event.preventDefault();
  }
}
