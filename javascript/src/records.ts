/** What happened in a game: the records that a module writes, in the form of JSON data that Python writes too. */

import type { Description, RecordsLayout, Story, ValueType } from "./description.js";
import { unfit } from "./errors.js";
import { elements, integer } from "./layout.js";
import { NONE, type Value } from "./words.js";

/** A zone and its owner (-1 for a shared zone). */
export type Where = [zone: number, owner: number];

/** A record; `place` is a number in `story.places`, -1 for none. */
export type GameRecord = { place: number } & (
  | { record: "chosen"; player: number; ask: number; alternative: number; values: Value[] }
  | { record: "declared"; incident: number }
  | { record: "moved"; cards: number[]; source: Where; target: Where; dealt: boolean }
  | { record: "tucked"; cards: number[]; pile: Where; at: number }
  | { record: "shuffled"; pile: Where }
  | { record: "shown"; cards: number[]; to: number[] | null }
  | { record: "assigned"; variable: number; owner: number; before: Value; value: Value }
  | { record: "set_again"; variable: number; owner: number; value: Value }
  | { record: "cards_counted"; cards: number[] }
  | {
      record: "drawn";
      what: "player" | "card" | "value";
      purpose: string;
      value: number;
      type: ValueType | null;
      /** Of a card that was looked at in a shuffled pile: at which end of the cards of unknown order it lies from now on. */
      end: "top" | "bottom" | null;
    }
  | { record: "trick_began"; leader: number }
  | { record: "trick_taken"; player: number; trick: Where }
  | { record: "phase_began"; phase: number }
  | { record: "phase_ended"; phase: number }
  | { record: "row_fired" }
  | { record: "game_over"; owner: "player" | "team"; winners: number[] }
);

/** The records of one kind. */
export type RecordOf<K extends GameRecord["record"]> = Extract<GameRecord, { record: K }>;

/**
 * The players that shared variables named before something moved on (the deal), by variable: since the last choice, card or
 * phase, up to the end of the game.  They moved on for a deal that does not come.
 */
export function movedOn({ variables }: Story, records: readonly GameRecord[]): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  if (records.at(-1)?.record !== "game_over") return found;
  for (const record of records)
    if (record.record === "chosen" || record.record === "moved" || record.record === "phase_ended")
      found.clear();
    else if (record.record === "assigned") {
      const { variable, before } = record;
      const { carried, owner, type } = variables[variable]!;
      if (carried && owner === null && type.kind === "player" && before !== NONE && !found.has(variable))
        found.set(variable, before as number);
    }
  return found;
}

/**
 * The records that a module has written since the last call; empties the stream.  Throws `GameError` if some did not
 * fit: more happened between two questions than there is room for.
 */
export function decode(description: Description, layout: RecordsLayout, view: DataView): GameRecord[] {
  const used = Number(view.getBigInt64(layout.used, true));
  const lost = view.getBigInt64(layout.lost, true);
  view.setBigInt64(layout.used, 0n, true);
  view.setBigInt64(layout.lost, 0n, true);
  if (lost) throw unfit(`${lost} records did not fit into the memory of the module`);
  const kinds = new Map(layout.kinds.map((kind) => [kind.number, kind]));
  const found: GameRecord[] = [];
  for (let at = 0; at < used; ) {
    const head = view.getBigUint64(layout.address + at, true);
    const part = ([low, bits]: readonly [number, number]) =>
      Number(BigInt.asUintN(bits, head >> BigInt(low)));
    const { kind, fields } = kinds.get(part(layout.head.kind))!;
    const words = part(layout.head.words);
    const reader = new Content(description, layout, view, layout.address + at + 8, words, fields);
    found.push({ place: part(layout.head.place) - 1, ...reader.read(kind as GameRecord["record"]) });
    at += 8 + 8 * words;
  }
  return found;
}

type WithoutPlace<T> = T extends unknown ? Omit<T, "place"> : never;

/** The words of one record after its head. */
class Content {
  constructor(
    private readonly description: Description,
    private readonly layout: RecordsLayout,
    private readonly view: DataView,
    private readonly address: number,
    private readonly words: number,
    private readonly fields: readonly string[],
  ) {}

  private word(number: number): number {
    return Number(this.view.getBigInt64(this.address + 8 * number, true));
  }

  private field(name: string): number {
    return this.word(this.fields.indexOf(name));
  }

  private zone(name: string): Where {
    const [zone, owner] = this.layout.zones[this.field(name)]!;
    return [zone, owner];
  }

  private get cards(): number[] {
    const { length } = this.fields;
    return Array.from({ length: this.words - length }, (_, i) => this.word(length + i));
  }

  /** The values after the fields, each of a type and of so many words. */
  private values(types: readonly (readonly [ValueType, number])[]): Value[] {
    let at = this.address + 8 * this.fields.length;
    return types.map(([type, words]) => {
      const here = at;
      at += 8 * words;
      return type.kind === "set" ? elements(this.view, here, words) : Number(integer(this.view, here, words));
    });
  }

  private set(name: string): number[] {
    return elements(this.view, this.address + 8 * this.fields.indexOf(name), 1);
  }

  read(record: GameRecord["record"]): WithoutPlace<GameRecord> {
    const { story, question, state } = this.description;
    switch (record) {
      case "chosen": {
        const [ask, alternative] = [this.field("ask"), this.field("alternative")];
        const widths = question.asks[ask]!.alternatives[alternative]!.names;
        const { names } = story.questions[ask]!.alternatives[alternative]!;
        const values = this.values(names.map(({ type }, i) => [type, widths[i]!.words]));
        return { record, player: this.field("player"), ask, alternative, values };
      }
      case "declared":
        throw unfit("a module writes no record of an incident");
      case "moved":
        return {
          record,
          cards: this.cards,
          source: this.zone("source"),
          target: this.zone("target"),
          dealt: this.field("dealt") !== 0,
        };
      case "tucked":
        return { record, cards: this.cards, pile: this.zone("pile"), at: this.field("at") };
      case "shuffled":
        return { record, pile: this.zone("pile") };
      case "shown":
        return { record, cards: this.cards, to: this.field("to") < 0 ? null : this.set("to") };
      case "assigned": {
        const variable = this.field("variable");
        const { type, slot } = story.variables[variable]!;
        const words = state.slots[slot]!.words ?? 1;
        const [before, value] = this.values([
          [type, words],
          [type, words],
        ]);
        return { record, variable, owner: this.field("owner"), before: before!, value: value! };
      }
      case "set_again": {
        const variable = this.field("variable");
        const { type, slot } = story.variables[variable]!;
        const [value] = this.values([[type, state.slots[slot]!.words ?? 1]]);
        return { record, variable, owner: this.field("owner"), value: value! };
      }
      case "cards_counted":
        return { record, cards: this.cards };
      case "drawn":
        return { record, ...this.layout.draws[this.field("draw")]!, value: this.field("value") };
      case "trick_began":
        return { record, leader: this.field("leader") };
      case "trick_taken":
        return { record, player: this.field("player"), trick: this.zone("trick") };
      case "phase_began":
      case "phase_ended":
        return { record, phase: this.field("phase") };
      case "row_fired":
        return { record };
      case "game_over": {
        const owner = story.endings[this.field("ending")]?.owner ?? "player";
        return { record, owner, winners: this.set("winners") };
      }
    }
  }
}
