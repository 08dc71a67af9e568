/**
 * The record of a deal: what a referee keeps of it, and what one seat has seen of it.  Python's is
 * `interpreter/search/history.py`, whose docstring explains it; a test holds what a seat has seen equal.
 *
 * Only `seenBy` is passed on to the code that thinks for a seat, so a choice cannot depend on anything else.
 */

import type { Story } from "../description.js";
import { ACTOR, type State } from "../layout.js";
import type { GameRecord, RecordOf, Where } from "../records.js";
import { everyZone } from "../known.js";
import { holdsCards, type Value } from "../words.js";
import {
  CARD,
  PICKED_CARD,
  PICKED_PLAYER,
  type SeenDeal,
  type SeenDraw,
  type SeenStep,
  type Sighting,
  UNKNOWN_CARD,
} from "./seen.js";

/** What chance drew: the zone to which it went (-1: it was only looked at), the seats that saw it, and its step. */
interface Draw {
  kind: number;
  value: number;
  target: number;
  seats: Set<number>;
  epoch: number;
  step: number;
  /** For a random card of a set, the zone in which it was. */
  source: number | undefined;
}

/** A choice (or an incident; `ask` is then -1), the state before it, and for each card the seats that know it. */
interface Step {
  state: State;
  ask: number;
  alternative: number;
  values: readonly Value[];
  seats: Map<number, Set<number>>;
  /** For a secret choice: the cards it names that have not moved yet. */
  waiting: Set<number>;
}

/** A choice of the deal, and the state before it.  `ask` is -1 for an incident. */
export interface DealStep {
  state: State;
  ask: number;
  alternative: number;
  values: readonly Value[];
}

/** What the history needs of a game: the cards' faces, and the hash of what a seat sees of a state. */
export interface Referee {
  story: Story;
  /** The face of each card. */
  deck: readonly number[];
  /** The state of a game that has not been run to its first question. */
  unbegun: State;
  /** The hash of what a seat sees of a state. */
  hash(state: State, seat: number): bigint;
}

export class History {
  private readonly story: Story;
  /** Every zone of every owner, and the numbers of these. */
  private readonly places: Where[];
  private readonly numbers: Map<string, number>;
  /** For each of these zones, the seats that see its cards. */
  private readonly eyes: Set<number>[];
  private readonly distinct: boolean;
  private base: State;
  private steps: Step[] = [];
  private draws: Draw[] = [];
  private epoch = 0;
  private state: State;
  private onlyView = false;
  /** The number of the zone in which each card lies. */
  private at: number[] = [];
  private settled = new Set<number>();
  private since: Draw[] = [];
  private waiting: Step[] = [];
  /** Cards that left their pile without being drawn. */
  private left = new Set<number>();
  /** The seats that know that a card was not drawn in an epoch. */
  private absent = new Map<string, { epoch: number; card: number; seats: Set<number> }>();
  private sightings: { sighting: Sighting; seats: Set<number> }[] = [];
  /** For a zone that was empty before: the choice that named all cards in it; null if there is no such choice. */
  private filled = new Map<number, Step | null>();
  /** The cards shown to each seat and not shuffled since. */
  private shown: Set<number>[];

  constructor(
    private readonly of: Referee,
    begins?: State,
  ) {
    const { story, deck, unbegun } = of;
    this.story = story;
    this.places = everyZone(story);
    this.numbers = new Map(this.places.map((where, number) => [String(where), number]));
    this.eyes = this.places.map(([zone, owner]) => {
      const { open, seats } = story.zones[zone]!;
      return new Set(
        open ? Array.from({ length: story.players }, (_, seat) => seat) : seats[Math.max(owner, 0)],
      );
    });
    this.distinct = new Set(deck).size === deck.length;
    this.base = this.state = begins ?? unbegun;
    this.onlyView = begins !== undefined;
    this.shown = Array.from({ length: story.players }, (_, seat) => this.knownBy(this.base, seat));
    this.places.forEach(([zone, owner], number) => {
      const info = story.zones[zone]!;
      const at = Math.max(owner, 0);
      const [low, high] =
        info.bag < 0
          ? [0, 0]
          : ([0, 1].map((i) => this.base.number(info.bag + 2 * at + i)) as [number, number]);
      this.base.cards(info.slot + at).forEach((card, i) => {
        this.at[card] = number;
        if (i < low || i >= high) this.settled.add(card);
      });
    });
  }

  private knownBy(state: State, seat: number): Set<number> {
    return new Set(this.story.known >= 0 ? state.set(this.story.known + seat) : []);
  }

  private number(where: Where): number {
    return this.numbers.get(String(where))!;
  }

  // --------------------------------------------------------------------------------------------------------- being fed

  /** Notes that a question is open. */
  asked(state: State): void {
    this.state = state;
  }

  /** Processes a record of the game. */
  hear(record: GameRecord): void {
    switch (record.record) {
      case "chosen": {
        const { ask, alternative, values } = record;
        const step = this.made(ask, alternative, values);
        if (this.story.questions[ask]!.secret) {
          step.waiting = this.named(step);
          this.waiting.push(step);
        }
        break;
      }
      case "declared":
        this.made(-1, record.incident, []);
        break;
      case "shuffled":
        this.shuffled(this.number(record.pile));
        break;
      case "moved":
        this.moved(record);
        break;
      case "tucked":
        if (record.at < 0) this.shuffled(this.number(record.pile)); // their place in the pile is not known any more
        break;
      case "shown": {
        const seats = new Set(record.to ?? this.shown.keys());
        for (const card of record.cards) {
          this.saw(card, seats);
          this.sighted(card, this.at[card]!, seats);
          for (const seat of seats) this.shown[seat]?.add(card);
        }
        break;
      }
      case "drawn":
        this.drew(record);
        break;
    }
  }

  /** Notes a choice, or an incident, at the open question. */
  private made(ask: number, alternative: number, values: readonly Value[]): Step {
    const { state } = this;
    const step = { state, ask, alternative, values, seats: new Map(), waiting: new Set<number>() };
    this.since = [];
    this.steps.push(step);
    return step;
  }

  private shuffled(pile: number): void {
    const here = new Set([...this.at.keys()].filter((card) => this.at[card] === pile));
    for (const card of here) this.settled.delete(card);
    const last = this.steps.at(-1);
    if (here.size === this.of.deck.length && last) {
      // A new deal: cards drawn since the last choice belong to it.
      const drawn = this.draws.filter((draw) => draw.step === this.steps.length);
      for (const draw of drawn) Object.assign(draw, { step: 1, epoch: 0 });
      this.base = last.state;
      this.steps = [last];
      this.draws = drawn;
      this.epoch = 0;
      this.waiting = [];
      this.absent = new Map();
      this.onlyView = false;
      this.sightings = [];
    }
    for (const card of here) {
      this.left.delete(card);
      for (const known of this.shown) known.delete(card);
    }
    this.filled.delete(pile);
    this.epoch++;
    this.at.forEach((where, card) => {
      if (here.has(card)) return;
      const seats = new Set(this.eyes[where]);
      this.shown.forEach((known, seat) => known.has(card) && seats.add(seat));
      this.isAbsent(card, seats);
    });
  }

  /** Notes that some seats know that a card was not drawn and will not be drawn before the next shuffle. */
  private isAbsent(card: number, seats: Set<number>): void {
    const { epoch } = this;
    const found = this.absent.get(`${epoch} ${card}`) ?? { epoch, card, seats: new Set() };
    for (const seat of seats) found.seats.add(seat);
    this.absent.set(`${epoch} ${card}`, found);
  }

  private moved(record: RecordOf<"moved">): void {
    const { cards, dealt } = record;
    const [from, to] = [this.number(record.source), this.number(record.target)];
    const seats = new Set([...this.eyes[from]!, ...this.eyes[to]!]);
    const [source, target] = [this.story.zones[record.source[0]]!, this.story.zones[record.target[0]]!];
    // If no other card is there, these were not drawn.
    if (this.at.every((where, card) => where !== from || this.left.has(card)))
      for (const card of cards) this.isAbsent(card, seats);
    this.fill(to, cards);
    for (const card of cards) {
      this.sighted(card, from, seats);
      const loose = source.bag >= 0 && !this.settled.has(card);
      if (!dealt && loose) {
        this.left.add(card);
        this.isAbsent(card, seats);
      }
      if (dealt && loose) this.draws.push(this.drawOf(CARD, card, to, seats));
      else this.saw(card, seats);
      for (const draw of this.since)
        if (draw.value === card && draw.kind === CARD && draw.target < 0) draw.target = to;
      for (const step of this.waiting) step.waiting.delete(card);
      this.at[card] = to;
      if (dealt || source.bag < 0 || target.bag < 0) this.settled.add(card);
    }
  }

  private drawOf(
    kind: number,
    value: number,
    target: number,
    seats: Iterable<number>,
    source?: number,
  ): Draw {
    return { kind, value, target, seats: new Set(seats), epoch: this.epoch, step: this.steps.length, source };
  }

  private drew({ what, value, end }: RecordOf<"drawn">): void {
    if (what !== "card") {
      this.draws.push(this.drawOf(PICKED_PLAYER, value, -1, this.shown.keys()));
      return;
    }
    const where = this.at[value]!;
    const looked = end !== null && !this.settled.has(value);
    const draw = this.drawOf(looked ? CARD : PICKED_CARD, value, -1, looked ? this.eyes[where]! : [], where);
    if (looked) this.settled.add(value);
    this.draws.push(draw);
    this.since.push(draw);
  }

  /** Notes that some seats see a card while a choice is carried out. */
  private saw(card: number, seats: Set<number>): void {
    for (const draw of this.since) if (draw.value === card) for (const seat of seats) draw.seats.add(seat);
    for (const step of this.waiting) if (step.waiting.has(card)) know(step, card, seats);
    const last = this.steps.at(-1);
    if (last) know(last, card, seats);
  }

  /** Notes whether the cards of a zone are now exactly those that one choice named. */
  private fill(target: number, cards: number[]): void {
    const asked = [...this.waiting, ...this.steps.slice(-1)];
    const same = (named: Set<number>) =>
      named.size === new Set(cards).size && cards.every((card) => named.has(card));
    const step = asked.find((one) => one.ask >= 0 && same(this.named(one))) ?? null;
    this.filled.set(target, this.at.every((where) => where !== target) ? step : null);
  }

  /** Notes that some seats see that a card is, or was, in a zone. */
  private sighted(card: number, where: number, seats: Set<number>): void {
    const step = this.filled.get(where);
    if (step) know(step, card, seats);
    this.sightings.push({ sighting: { card, zone: where, step: this.steps.length }, seats: new Set(seats) });
  }

  /** The cards that a choice names. */
  private named(step: Step): Set<number> {
    const { names } = this.story.questions[step.ask]!.alternatives[step.alternative]!;
    return new Set(
      names.flatMap(({ type }, i) => {
        const value = step.values[i]!;
        if (typeof value === "number") return type.kind === "card" && value >= 0 ? [value] : [];
        return holdsCards(type) ? [...value] : [];
      }),
    );
  }

  /** The choices of the current deal.  They hold what is hidden: only the player `learned` gets them, to remember. */
  get deal(): readonly DealStep[] {
    const [first, ...others] = this.steps;
    return first && first.state === this.base ? others : this.steps; // with the first, the deal before ended
  }

  // ------------------------------------------------------------------------------------------------- what a seat knows

  /** What a seat has seen up to the open question. */
  seenBy(seat: number): SeenDeal {
    const { state } = this;
    const open = state.question;
    const secrets = (ask: number) => ask >= 0 && this.story.questions[ask]!.secret;
    // Secret choices stay secret until all players have chosen.
    let secret = this.steps.length;
    if (secrets(open)) while (secret > 0 && secrets(this.steps[secret - 1]!.ask)) secret--;
    const steps = this.steps.map((step, i) => this.seenStep(step, seat, i >= secret));
    const name = this.namer();
    const draws = this.draws.map((draw): SeenDraw => {
      const value = draw.kind === CARD ? name(draw.epoch, draw.value, draw.seats.has(seat)) : draw.value;
      const [zone, owner] = this.places[draw.target] ?? [-1, -1];
      const ofPlayer = zone >= 0 && this.story.zones[zone]!.owner === "player";
      return {
        kind: draw.kind,
        value: draw.seats.has(seat) ? value : -1,
        owner: ofPlayer ? owner : -1,
        epoch: draw.epoch,
        step: draw.step,
        zone: draw.target,
      };
    });
    const gone = [...this.absent.values()].sort((a, b) => a.epoch - b.epoch || a.card - b.card);
    const absent = gone
      .filter(({ seats }) => seats.has(seat))
      .map(({ epoch, card }): [number, number] => [epoch, name(epoch, card, true)]);
    return {
      seat,
      base: this.base,
      steps,
      draws,
      ask: open,
      hash: this.of.hash(state, seat),
      epochs: this.epoch + 1,
      absent,
      onlyView: this.onlyView,
      sightings: this.seenSightings(seat, draws),
    };
  }

  /** The sightings of a seat in zones to which cards were dealt unseen. */
  private seenSightings(seat: number, draws: SeenDraw[]): Sighting[] {
    const unseen = new Set(draws.filter(({ value }) => value < 0).map(({ zone }) => zone));
    const picked = this.draws
      .filter(({ kind }) => kind === PICKED_CARD)
      .map(({ value, source, step, seats }) => ({ sighting: { card: value, zone: source!, step }, seats }));
    return [...picked, ...this.sightings]
      .sort((a, b) => a.sighting.step - b.sighting.step)
      .filter(({ sighting, seats }) => seats.has(seat) && unseen.has(sighting.zone))
      .map(({ sighting }) => ({ ...sighting, card: this.first(sighting.card) }));
  }

  /** The first card with the same face. */
  private first(card: number): number {
    return this.of.deck.indexOf(this.of.deck[card]!);
  }

  /**
   * The function that names the cards drawn in an epoch.  Of identical cards, the first one drawn gets the number of
   * the first one, because no player can distinguish them.
   */
  private namer(): (epoch: number, card: number, seen: boolean) => number {
    if (this.distinct) return (_, card) => card;
    const drawn = new Map<string, number>();
    return (epoch, card, seen) => {
      if (!seen) return card;
      const key = `${epoch} ${this.of.deck[card]}`;
      const count = drawn.get(key) ?? 0;
      drawn.set(key, count + 1);
      return this.first(card) + count;
    };
  }

  private seenStep(step: Step, seat: number, secret: boolean): SeenStep {
    const { ask, alternative, values } = step;
    const player = step.state.number(ACTOR);
    const hash = this.of.hash(step.state, seat);
    const known = values.map(() => -1);
    if (ask < 0) return { ask, player, alternative, values: [], hidden: [], hash };
    if (player === seat)
      return { ask, player, alternative, values: this.byFaces(step, values), hidden: known, hash };
    if (secret) return { ask, player, alternative: -1, values: [], hidden: [], hash };
    const { names } = this.story.questions[ask]!.alternatives[alternative]!;
    const knows = (card: number) => step.seats.get(card)?.has(seat) || this.inView(step.state, seat, card);
    const found: Value[] = [];
    const hidden: number[] = [];
    names.forEach(({ type }, i) => {
      const value = values[i]!;
      if (typeof value !== "number" && holdsCards(type)) {
        const cards = value.filter(knows);
        found.push(cards);
        hidden.push(cards.length === value.length ? -1 : value.length);
      } else if (type.kind === "card" && typeof value === "number" && value >= 0 && !knows(value)) {
        found.push(UNKNOWN_CARD);
        hidden.push(0);
      } else {
        found.push(value);
        hidden.push(-1);
      }
    });
    return { ask, player, alternative, values: this.byFaces(step, found), hidden, hash };
  }

  /** The values of a choice, with identical cards replaced by the first of them. */
  private byFaces(step: Step, values: readonly Value[]): Value[] {
    if (this.distinct) return [...values];
    const { names } = this.story.questions[step.ask]!.alternatives[step.alternative]!;
    return names.map(({ type }, i) => {
      const value = values[i]!;
      if (typeof value === "number") return type.kind === "card" && value >= 0 ? this.first(value) : value;
      if (!holdsCards(type)) return value;
      const counts = new Map<number, number>();
      // Identical cards are neighbours, so this is ascending, too.
      return value.map((card) => {
        const face = this.of.deck[card]!;
        const count = counts.get(face) ?? 0;
        counts.set(face, count + 1);
        return this.first(card) + count;
      });
    });
  }

  /** Whether a seat sees a card in its zone. */
  private inView(state: State, seat: number, card: number): boolean {
    if (this.knownBy(state, seat).has(card)) return true;
    const where = this.places.findIndex(([zone, owner]) =>
      state.cards(this.story.zones[zone]!.slot + Math.max(owner, 0)).includes(card),
    );
    return where >= 0 && this.eyes[where]!.has(seat);
  }
}

function know(step: Step, card: number, seats: Set<number>): void {
  const found = step.seats.get(card) ?? new Set<number>();
  for (const seat of seats) found.add(seat);
  step.seats.set(card, found);
}
