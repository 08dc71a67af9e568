/**
 * Imagines a deal: puts the cards that a seat cannot see at random places where unseen cards lie.  It is what a player
 * thinks with who has not seen the cards being dealt.  Python's is `interpreter/players/sampling.py`.
 */

import type { Description } from "../description.js";
import { type Dice, dice } from "../dice.js";
import { RNG, State } from "../layout.js";
import { UNSEEN, zonesSeen } from "../view.js";
import { holdsCards } from "../words.js";

/**
 * A state that looks the same to a seat, in which the cards that it cannot see, and what is still to be drawn, are others.
 * Which cards of an unseen hand were named is random, too: it must not become known that a player chose, say, the three
 * highest.
 */
export function imagined(state: State, seat: number, below: Dice): State {
  const { description, story } = state;
  const slots = state.toSlots();
  const seen = zonesSeen(state, seat);
  const known = new Set(seen.flatMap(({ cards }) => cards));
  const hidden = (cards: readonly number[]) => cards.filter((card) => !known.has(card));
  const unseen = shuffled(hidden(story.cards.map((_, card) => card)), below);
  const [high, low] = [below(2 ** 32), below(2 ** 32)];
  const random = (BigInt(high) << 32n) | BigInt(low);
  slots[RNG] = `0x${random.toString(16)}`;
  for (const { zone, owner, cards } of seen) {
    const info = story.zones[zone]!;
    const at = Math.max(owner, 0);
    let made = cards.map((card) => (card === UNSEEN ? unseen.pop()! : card));
    if (!info.ordered) made.sort((a, b) => a - b);
    else if (info.bag >= 0) {
      // Cards in unknown order are kept ascending.
      const [from, to] = [state.number(info.bag + 2 * at), state.number(info.bag + 2 * at + 1)];
      made = [...made.slice(0, from), ...made.slice(from, to).sort((a, b) => a - b), ...made.slice(to)];
    }
    slots[info.slot + at] = made;
  }
  const result = State.fromSlots(description, slots);
  const further = dice(random, 0, 0); // the player's own random numbers continue as if no card were named
  const named = cardSlots(description);
  const names = named.map(({ slot, several }) => new Set(several ? state.set(slot) : [state.number(slot)]));
  /** For each unseen card, the one that takes its place. */
  const swap = new Map<number, number>();
  for (const { zone, owner } of seen) {
    const info = story.zones[zone]!;
    const slot = info.slot + Math.max(owner, 0);
    const [before, after] = [hidden(state.cards(slot)), hidden(result.cards(slot))];
    if (!info.ordered) {
      before.sort((a, b) => firstNamed(names, a, b));
      shuffled(after, further);
    }
    before.forEach((card, i) => swap.set(card, after[i]!));
  }
  for (const { slot, several } of named) result.replaceCards(slot, several, swap);
  return result;
}

/** The order of two cards: first those that the first of some names has, of these those that the second has. */
function firstNamed(names: readonly Set<number>[], a: number, b: number): number {
  for (const name of names) if (name.has(a) !== name.has(b)) return name.has(a) ? -1 : 1;
  return 0;
}

/** The slots that hold a card, or several, that a choice named. */
function cardSlots({ story, question }: Description): { slot: number; several: boolean }[] {
  const found = new Map<number, boolean>();
  story.questions.forEach(({ alternatives }, ask) =>
    alternatives.forEach(({ names }, alternative) =>
      names.forEach(({ type }, name) => {
        const { slot } = question.asks[ask]!.alternatives[alternative]!.names[name]!;
        if (type.kind === "card" || holdsCards(type)) found.set(slot, type.kind !== "card");
      }),
    ),
  );
  return [...found].map(([slot, several]) => ({ slot, several })).sort((a, b) => a.slot - b.slot);
}

function shuffled(cards: number[], below: Dice): number[] {
  for (let i = cards.length - 1; i > 0; i--) {
    const j = below(i + 1);
    [cards[i], cards[j]] = [cards[j]!, cards[i]!];
  }
  return cards;
}
