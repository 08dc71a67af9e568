/**
 * Imagines a deal: puts the cards that a seat cannot see at random places where unseen cards lie.  It is what a player
 * thinks with who has not seen the cards being dealt.  Python's is `interpreter/players/sampling.py`.
 */

import type { Description } from "../description.js";
import { RNG, State } from "../layout.js";
import { UNSEEN, zonesSeen } from "../view.js";
import { holdsCards } from "../words.js";

/** A state that looks the same to a seat.  `random`: a number from 0 to below 1. */
export function imagined(state: State, seat: number, random: () => number): State {
  const { description, story } = state;
  const slots = state.toSlots();
  const seen = zonesSeen(state, seat);
  const known = new Set(seen.flatMap(({ cards }) => cards));
  const unseen = shuffled(
    story.cards.flatMap((_, card) => (known.has(card) ? [] : [card])),
    random,
  );
  /** For each unseen card, the one that takes its place. */
  const swap = new Map<number, number>();
  slots[RNG] = `0x${Array.from({ length: 16 }, () => Math.floor(16 * random()).toString(16)).join("")}`;
  for (const { zone, owner, cards } of seen) {
    const info = story.zones[zone]!;
    const at = Math.max(owner, 0);
    const before = shuffled(
      state.cards(info.slot + at).filter((card) => !known.has(card)),
      random,
    );
    let made = cards.map((card) => {
      if (card !== UNSEEN) return card;
      const other = unseen.pop()!;
      swap.set(before.pop()!, other);
      return other;
    });
    if (!info.ordered) made.sort((a, b) => a - b);
    else if (info.bag >= 0) {
      // Cards in unknown order are kept ascending.
      const [low, high] = [state.number(info.bag + 2 * at), state.number(info.bag + 2 * at + 1)];
      made = [...made.slice(0, low), ...made.slice(low, high).sort((a, b) => a - b), ...made.slice(high)];
    }
    slots[info.slot + at] = made;
  }
  const result = State.fromSlots(description, slots);
  for (const { slot, several } of cardSlots(description)) result.replaceCards(slot, several, swap);
  return result;
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
  return [...found].map(([slot, several]) => ({ slot, several }));
}

function shuffled(cards: number[], random: () => number): number[] {
  for (let i = cards.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [cards[i], cards[j]] = [cards[j]!, cards[i]!];
  }
  return cards;
}
