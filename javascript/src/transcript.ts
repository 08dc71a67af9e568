/**
 * The transcript: turns the records of a game into lines that a person reads.  Python's is
 * `interpreter/story/transcript.py`, and a test holds them equal.
 *
 * A deal is a series of dealt cards; a table of numbers appears where a phase of the main game that changed them ended.
 * For a viewer, lines show no card that the viewer cannot see.
 */

import type { Story } from "./description.js";
import { KnownCards } from "./known.js";
import type { State } from "./layout.js";
import { type Key, keyOf, ofKey } from "./keys.js";
import { Ledger } from "./ledger.js";
import type { Line, LineOf } from "./lines.js";
import type { GameRecord, RecordOf, Where } from "./records.js";
import type { Viewer } from "./view.js";
import { equal, NONE, type Value, type Words } from "./words.js";

type Chosen = RecordOf<"chosen">;

/** Where a transcript differs from that of a table at which people play. */
export interface TranscriptSettings {
  /** Whether the cards of a trick are one line when it was taken; otherwise each is a line of its own. */
  tricks?: boolean;
  /** Whether numbers are shown with the rules that settled them. */
  reasons?: boolean;
}

export class Transcript {
  private readonly story: Story;
  private readonly ledger: Ledger;
  private readonly tricks: boolean;
  private readonly reasons: boolean;
  private lines: Line[] = [];
  /** Who has a role from now on, as set between two deals: told as soon as the game goes on, and not after its end. */
  private upcoming: Line[] = [];
  /** The value of every variable with owners. */
  private values = new Map<Key, Value>();
  /** The owned numbers that the current phase of the main game changed, with their values at its beginning. */
  private before = new Map<Key, number>();
  /** The shared variables that were shown since the current phase of the main game began. */
  private settled = new Set<number>();
  private depth = 0;
  private heading: LineOf<"heading"> | null = null;
  private deal = new Map<string, { where: Where; cards: number[] }>();
  /** The last choice and the cards that it brings, while they are still being dealt. */
  private made: { chosen: Chosen; draws: number[] } | null = null;
  /** The last choice, if its line was the last. */
  private lastSaid: Chosen | null = null;
  private note = "";
  /** The cards that the last choice names. */
  private named = new Set<number>();
  /** Where those of them lay that have moved: one that goes back there is told again. */
  private readonly cameFrom = new Map<number, Where>();
  /** Those of them that the viewer knows, or that moved where it sees them. */
  private known = new Set<number>();
  /**
   * The last choice, if it names cards that the viewer may still see when they move: the number of its line, and the
   * cards drawn.  Lines from this one on are held back until then.
   */
  private waiting: { at: number; chosen: Chosen; draws: string[] } | null = null;
  private plays: { player: number; card: number; where: Where }[] | null = null;
  /** How many plays of the current trick were shown already, because something happened in the middle of it. */
  private reported = 0;
  private taken: Where | null = null;
  /** Whether a trick was taken since the last choice. */
  private trickCounts = false;
  private readonly knowledge: KnownCards;
  private drawn: { purpose: string; value: number } | null = null;
  /** The last choice, and the depth of the phase in which it was made. */
  private chosen: { chosen: Chosen; depth: number } | null = null;
  /**
   * Shared variables that were set to a value named by a choice, or again to whoever chose: the value, and the depth at
   * which it is reported.
   */
  private bid = new Map<number, { value: Value; depth: number }>();

  constructor(
    private readonly words: Words,
    private readonly viewer: Viewer = "all",
    { tricks = false, reasons = true }: TranscriptSettings = {},
  ) {
    this.story = words.story;
    this.tricks = tricks;
    this.reasons = reasons;
    this.ledger = new Ledger(words);
    this.knowledge = new KnownCards(this.story, viewer);
    this.story.variables.forEach(({ owner, count, initial }, variable) => {
      for (let at = 0; owner !== null && at < count; at++)
        this.values.set(keyOf(variable, at), initial[at] ?? 0);
    });
  }

  /** The lines that these records complete.  The last choice and an incomplete trick wait for further records. */
  read(records: Iterable<GameRecord>, note = ""): Line[] {
    for (const record of records) {
      if (record.record === "chosen") {
        this.finishChoice();
        this.note = note;
      }
      this.record(record);
      this.knowledge.follow(record);
    }
    const ready = this.waiting?.at ?? this.lines.length;
    if (this.waiting) this.waiting.at = 0;
    return this.lines.splice(0, ready);
  }

  /** Begins in the middle of a game, at a state without records that lead to it. */
  beginAt(state: State): void {
    this.knowledge.layOut(state);
    if (this.tricks && (this.story.questions[state.question]?.trick ?? -1) >= 0) this.beginTrick();
    this.story.variables.forEach(({ owner, count, slot, type }, variable) => {
      for (let at = 0; owner !== null && at < count; at++)
        this.values.set(
          keyOf(variable, at),
          type.kind === "set" ? state.set(slot + at) : state.number(slot + at),
        );
    });
  }

  /** The lines that were still waiting: call it at the end. */
  rest(): Line[] {
    this.finishAll();
    this.lines.push(...this.upcoming.splice(0));
    this.waiting = null;
    return this.read([]);
  }

  /** The lines that were still waiting, without an incomplete trick: before a player is `asked`. */
  pause(asked = true): Line[] {
    this.finishChoice();
    this.finishDeal();
    if (asked) this.tellGains();
    this.tellLedger();
    if (asked) {
      this.lines.push(...this.upcoming.splice(0));
      this.waiting = null;
    }
    return this.read([]);
  }

  // ---------------------------------------------------------------------------------------------------------- records

  private record(record: GameRecord): void {
    if (record.record === "set_again" || record.record === "cards_counted") return; // a line tells what has changed
    const settles = record.record === "row_fired" || (record.record === "assigned" && record.owner >= 0);
    if (!settles) this.tellLedger();
    if (this.reasons) this.ledger.take(record);
    switch (record.record) {
      case "chosen":
        this.finishChoice();
        this.finishDeal();
        this.tellGains();
        this.made = { chosen: record, draws: [] };
        this.waiting = this.lastSaid = null;
        this.named = new Set(this.words.named(record.ask, record));
        this.known = new Set(this.knowledge.seen([...this.named]));
        this.cameFrom.clear();
        this.chosen = { chosen: record, depth: this.depth };
        break;
      case "moved":
        this.move(record);
        break;
      case "assigned":
        this.assigned(record);
        break;
      case "drawn":
        this.draw(record);
        break;
      case "trick_began":
        this.finishChoice();
        this.finishDeal();
        if (this.tricks) this.beginTrick();
        break;
      case "trick_taken":
        this.finishChoice();
        this.taken = record.trick;
        this.trickCounts = true;
        this.say(this.trick(this.words.player(record.player), record.trick));
        this.plays = null;
        break;
      case "phase_began":
        this.began(this.story.phases[record.phase]!);
        break;
      case "phase_ended":
        this.ended();
        break;
      case "shown":
        this.shown(record);
        break;
      case "shuffled":
        this.finishChoice();
        this.finishDeal();
        break;
      case "declared":
        this.finishChoice();
        this.finishDeal();
        this.tellGains();
        this.tellTrick();
        this.say({ item: "happened", title: this.words.incident(record.incident) });
        break;
      case "game_over":
        this.finishAll();
        this.tellLedger();
        this.depth = 0;
        this.heading = null;
        this.say({ item: "won", winners: record.winners.map((one) => this.words.owner(record.owner, one)) });
        break;
    }
  }

  private beginTrick(): void {
    this.plays = [];
    this.reported = 0;
  }

  private say(line: Line): void {
    const upcoming = this.upcoming.splice(0);
    if (line.item !== "won") this.lines.push(...upcoming);
    if (this.heading) this.lines.push(this.heading);
    this.heading = null;
    this.lines.push(line);
    this.lastSaid = null;
  }

  private move(record: RecordOf<"moved">): void {
    const { cards, source, target } = record;
    const to = this.story.zones[target[0]]!;
    const known = this.knowledge.moved(record);
    if (record.dealt) {
      if (this.made && !this.deal.size && to.owner === "player" && target[1] === this.made.chosen.player) {
        this.made.draws.push(...(this.viewer === this.made.chosen.player ? cards : known));
      } else {
        this.finishChoice();
        if (!this.deal.size) this.tellGains();
        const dealt = this.deal.get(String(target)) ?? { where: target, cards: [] };
        dealt.cards.push(...known);
        this.deal.set(String(target), dealt);
      }
      return;
    }
    if (this.plays?.some(({ where }) => equal(where, source))) {
      // No player takes this trick.
      this.finishChoice();
      this.tellTrick();
      this.plays = null;
    }
    const returned = cards.some((card) => {
      const origin = this.cameFrom.get(card);
      return origin !== undefined && equal(origin, target);
    });
    if ((this.made || this.waiting) && !returned && cards.every((card) => this.named.has(card))) {
      for (const card of cards) if (!this.cameFrom.has(card)) this.cameFrom.set(card, source);
      for (const card of known) if (card >= 0) this.known.add(card);
      this.nameAgain();
      if (this.made) {
        this.play(record, this.made.chosen.player, known[0]!);
        return;
      }
    }
    if (this.taken && equal(source, this.taken)) return;
    if (to.owner !== null || (to.open && this.story.zones[source[0]]!.owner !== null)) {
      this.finishChoice();
      this.finishDeal();
      this.say({ item: "handed", cards: this.textsOf(known), to: this.place(target) });
    }
  }

  /** A card named by a choice that moved to a shared zone during a trick is played to the trick. */
  private play({ cards, source, target }: RecordOf<"moved">, chooser: number, card: number): void {
    if (!this.plays || cards.length !== 1 || target[1] >= 0) return;
    // Another player may have chosen the card.
    const player = this.story.zones[source[0]]!.owner === "player" ? source[1] : chooser;
    this.plays.push({ player, card, where: target });
    this.made = null;
  }

  /** A value that chance drew is reported once, whether it changes a variable or not. */
  private draw({ what, purpose, value, type }: RecordOf<"drawn">): void {
    if (what === "card") return; // whatever is done with the card tells it
    this.finishChoice();
    this.finishDeal();
    const drawn = type ? this.words.value(type, value) : this.words.player(value);
    this.say({ item: "named", name: purpose ? inWords(purpose) : "drawn by lot", value: drawn });
    this.drawn = { purpose, value };
  }

  private assigned(record: RecordOf<"assigned">): void {
    const { variable, owner, before, value } = record;
    const info = this.story.variables[variable]!;
    const { kind } = info.type;
    if (info.owner !== null) {
      const key = keyOf(variable, owner);
      this.values.set(key, value);
      if (kind === "number" && typeof before === "number" && !this.before.has(key))
        this.before.set(key, before);
      return;
    }
    const reported = this.drawn?.purpose === info.name && this.drawn.value === value;
    this.drawn = null;
    if (record.place === info.place) return; // the phase to which the variable belongs has just begun and reset it
    if (value === NONE && this.settled.delete(variable)) {
      this.finishChoice();
      this.say({
        item: "named",
        name: info.title,
        value: kind === "player" || kind === "team" ? "nobody" : "none",
      });
    }
    if (!info.looked_for) return;
    if (kind === "number" && value && this.setByChoice(record)) {
      this.finishChoice();
      this.say({ item: "named", name: info.title, value: String(value) });
    }
    const own = kind === "player" && this.settled.has(variable) && this.made?.chosen.player === value;
    this.bid.delete(variable);
    if (!info.tells || value === NONE || reported) return;
    if (this.chosen && (own || this.namesValue(this.chosen.chosen, kind, value)))
      this.bid.set(variable, { value, depth: this.chosen.depth });
    else this.tellVariable(variable, value);
  }

  private tellVariable(variable: number, value: Value): void {
    const { title, type, carried } = this.story.variables[variable]!;
    this.finishChoice();
    this.finishDeal();
    this.settled.add(variable);
    const line: Line = { item: "named", name: title, value: this.words.value(type, value) };
    if (this.depth === 1 && carried) this.upcoming.push(line);
    else this.say(line);
  }

  /** Whether a choice itself names this value, as a bid names its trump suit. */
  private namesValue({ ask, alternative, values }: Chosen, kind: string, value: Value): boolean {
    if (kind === "player" || kind === "team") return false;
    const { names } = this.story.questions[ask]!.alternatives[alternative]!;
    return names.some(({ type }, i) => type.kind === kind && equal(values[i]!, value));
  }

  /** Whether a choice just made sets a number that it does not name itself, such as what must be beaten from now on. */
  private setByChoice({ place, value }: RecordOf<"assigned">): boolean {
    if (!this.made || !this.reasons) return false;
    return (
      (this.story.places[place]?.sets ?? false) && !this.made.chosen.values.some((one) => equal(one, value))
    );
  }

  private began(title: string): void {
    this.depth++;
    if (this.depth !== 2) return;
    this.finishChoice();
    this.finishDeal();
    this.before = new Map();
    this.settled = new Set();
    this.heading = { item: "heading", title };
  }

  private ended(): void {
    for (const [variable, { value, depth }] of [...this.bid]) {
      if (this.depth > depth) continue;
      this.bid.delete(variable);
      if (this.story.variables[variable]!.type.kind !== "card") this.tellVariable(variable, value);
    }
    if (this.depth === 2) {
      this.finishChoice();
      this.finishDeal();
      this.tellScores();
      this.heading = null;
      this.before = new Map();
      this.ledger.forget();
    }
    this.depth--;
  }

  /** A zone with its owner, in words: `melds 5 of A and C`. */
  private place([zone, of]: Where): string {
    const { title, owner } = this.story.zones[zone]!;
    const whose = this.words.owner(owner, of);
    return whose ? `${title} of ${whose}` : title;
  }

  private shown({ cards, to }: RecordOf<"shown">): void {
    if (to === null && this.shownByChoice(cards)) return;
    this.finishChoice();
    this.finishDeal();
    const mine = typeof this.viewer === "number" && (to?.includes(this.viewer) ?? false);
    if (this.viewer !== "all" && to !== null && !mine) return;
    const whom = to === null ? "everyone" : this.words.together(to);
    const { lies } = this.knowledge;
    const places = new Map(cards.map((card) => [String(lies.get(card)), lies.get(card)]));
    const [place] = places.size === 1 ? [...places.values()] : [];
    const whose = place && place[1] >= 0 ? ` (${this.place(place)})` : "";
    this.say({ item: "revealed", cards: this.textsOf(cards), to: whom + whose });
  }

  /** Whether everybody sees cards that the choice just made names, and its line says which. */
  private shownByChoice(cards: number[]): boolean {
    const chosen = this.made?.chosen ?? this.lastSaid;
    if (!chosen || !cards.length || !cards.every((card) => this.named.has(card))) return false;
    if (this.story.questions[chosen.ask]!.secret) return false;
    for (const card of cards) this.known.add(card);
    this.finishChoice();
    this.nameAgain();
    const { label } = this.choice(chosen, []);
    return this.textsOf(cards).every((card) => label.includes(card));
  }

  // ---------------------------------------------------------------------------------------------------------- numbers

  /** Reports what a table or a statement in `main` itself settled, as soon as something else happens there. */
  private tellLedger(): void {
    if (!this.ledger.settled || this.depth > 1) return;
    this.finishChoice();
    const scores = this.scores();
    this.before = new Map();
    this.ledger.forget();
    if (scores) this.say(scores);
  }

  private tellScores(): void {
    const scores = this.scores();
    if (scores) this.say(scores);
  }

  /** Reports what a player or team gained in the middle of a phase, before the phase continues. */
  private tellGains(): void {
    const taken = this.trickCounts;
    this.trickCounts = false;
    if (this.depth < 2) return;
    for (const { key, before, why } of this.ledger.gains()) {
      const now = this.numberOf(key);
      // The trick that counts one point has been reported already.
      const counted = taken && now === before + 1 && !why.some(([text]) => text.includes(": "));
      if (now === before || counted) continue;
      const [variable, owner] = ofKey(key);
      const info = this.story.variables[variable]!;
      this.say({
        item: "gained",
        owner: this.words.owner(info.owner, owner),
        name: info.title,
        before,
        now,
        why,
      });
    }
  }

  private numberOf(key: Key): number {
    const value = this.values.get(key);
    return typeof value === "number" ? value : 0;
  }

  /** The numbers, by owner, that are not all 0 and of which some changed; null if there are none. */
  private scores(): LineOf<"scores"> | null {
    const { variables } = this.story;
    const numbers = (variable: number) =>
      Array.from({ length: variables[variable]!.count }, (_, owner): [number, number] => {
        const key = keyOf(variable, owner);
        const now = this.numberOf(key);
        return [this.before.get(key) ?? now, now];
      });
    const changed = [...variables.keys()].filter((variable) => {
      const { owner, type } = variables[variable]!;
      if (owner === null || type.kind !== "number") return false;
      const pairs = numbers(variable);
      return pairs.some(([before, now]) => before !== now) && pairs.some(([, now]) => now);
    });
    const kind = variables[changed[0] ?? -1]?.owner ?? null;
    if (kind === null) return null;
    const columns = changed.filter((variable) => variables[variable]!.owner === kind);
    const count = variables[columns[0]!]!.count;
    const rows = Array.from({ length: count }, (_, owner): [string, [number, number][]] => [
      this.words.owner(kind, owner),
      // A number that is always set anew, like a bid, has nothing to do with the one before.
      columns.map((variable): [number, number] => {
        const [before, now] = numbers(variable)[owner]!;
        return [variables[variable]!.carried ? before : now, now];
      }),
    ]);
    const titles = columns.map((variable) => variables[variable]!.title);
    return { item: "scores", columns: titles, rows, why: this.ledger.reasons() };
  }

  // -------------------------------------------------------------------------------------------------------- finishing

  private finishAll(): void {
    this.finishChoice();
    this.finishDeal();
    this.tellGains();
    this.tellTrick();
    this.plays = null;
    this.tellLedger();
  }

  /** Shows the plays of an incomplete trick so far, unless they were shown. */
  private tellTrick(): void {
    if (!this.plays || this.plays.length <= this.reported) return;
    this.reported = this.plays.length;
    this.say(this.trick(null));
  }

  private trick(winner: string | null, trick?: Where): LineOf<"tricktable"> {
    const plays = (this.plays ?? []).filter(({ where }) => !trick || equal(where, trick));
    return {
      item: "tricktable",
      plays: plays.map(({ player, card }) => [this.words.player(player), this.words.card(card)]),
      winner,
    };
  }

  private finishChoice(): void {
    if (!this.made) return;
    const { chosen, draws } = this.made;
    this.made = null;
    const texts = this.textsOf(draws);
    this.say(this.choice(chosen, texts));
    this.lastSaid = chosen;
    const secret = this.story.questions[chosen.ask]!.secret;
    const unknown = [...this.named].some((card) => !this.known.has(card));
    if (!this.own(chosen) && unknown && !secret)
      this.waiting = { at: this.lines.length - 1, chosen, draws: texts };
  }

  /** Whether the viewer knows everything of a choice. */
  private own({ player }: Chosen): boolean {
    return this.viewer === "all" || this.viewer === player;
  }

  /** The line of a choice, with the cards that the viewer knows by now. */
  private choice(chosen: Chosen, draws: string[]): LineOf<"made"> {
    const own = this.own(chosen);
    const { known } = this;
    const label =
      this.story.questions[chosen.ask]!.secret && !own
        ? "chooses in secret"
        : this.words.label(chosen.ask, chosen, own ? undefined : (card) => known.has(card));
    return { item: "made", player: this.words.player(chosen.player), label, draws, note: this.note };
  }

  /** Names the cards of a choice that waits for them, if more of them were seen. */
  private nameAgain(): void {
    if (!this.waiting) return;
    const { at, chosen, draws } = this.waiting;
    this.lines[at] = this.choice(chosen, draws);
    if ([...this.named].every((card) => this.known.has(card))) this.waiting = null;
  }

  private finishDeal(): void {
    const dealt = [...this.deal.values()];
    this.deal = new Map();
    const groups = new Map<string, typeof dealt>();
    for (const one of dealt) {
      const { row } = this.story.zones[one.where[0]]!;
      groups.set(row, [...(groups.get(row) ?? []), one]);
    }
    for (const [row, places] of groups) {
      const several = new Set(places.map(({ where }) => where[0])).size > 1;
      const first = this.story.zones[places[0]!.where[0]]!;
      const rows = new Map<number, string[]>();
      const order = [...places].sort(({ where: a }, { where: b }) => a[1] - b[1] || a[0] - b[0]);
      for (const { where, cards } of order) {
        const hidden = (card: number) => (card < 0 ? 1 : 0);
        const sorted = () => [...cards].sort((a, b) => hidden(a) - hidden(b) || a - b);
        const shown = this.story.zones[where[0]]!.ordered ? cards : sorted();
        rows.set(where[1], [...(rows.get(where[1]) ?? []), ...this.textsOf(shown)]);
      }
      this.say({
        item: "dealt",
        zone: inWords(several ? row : first.name),
        rows: [...rows].map(([owner, cards]) => [this.words.owner(first.owner, owner), cards]),
      });
    }
  }

  private textsOf(cards: readonly number[]): string[] {
    return cards.map((card) => this.words.card(card));
  }
}

/** A name of a rule file as words: `last hit` of `last_hit`. */
export function inWords(name: string): string {
  return name.replaceAll("_", " ");
}
