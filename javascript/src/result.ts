/** How a game ended. */

import { CUT, OVER, PC, type State } from "./layout.js";

export interface Result {
  /** Whether players or teams win. */
  owner: "player" | "team";
  /** The numbers of the winners; none for a draw, and for a game that was cut short. */
  winners: number[];
  tie: boolean;
  /** Whether the game reached the length limit, so that it has no winner. */
  cut: boolean;
  /** Every owner, best first, with the numbers that decided the game. */
  standings: [number, number[]][];
}

/** The result of a state; null while the game is being played. */
export function resultOf(state: State): Result | null {
  const pc = state.number(PC);
  if (pc > OVER) return null;
  if (pc === CUT) return { owner: "player", winners: [], tie: false, cut: true, standings: [] };
  const { owner, criteria, tie } = state.story.endings[OVER - pc]!;
  const count = owner === "player" ? state.story.players : state.story.teams.length;
  const standings = Array.from({ length: count }, (_, one): [number, number[]] => [
    one,
    criteria.map(({ slot }) => state.number(slot + one)),
  ]);
  const compare = (a: number[], b: number[]) => {
    const at = a.findIndex((value, i) => value !== b[i]);
    return at < 0 ? 0 : (criteria[at]!.highest ? -1 : 1) * (a[at]! - b[at]!);
  };
  standings.sort(([a, ranked], [b, other]) => compare(ranked, other) || a - b);
  const best = standings[0]?.[1] ?? [];
  const first = standings.filter(([, numbers]) => compare(numbers, best) === 0).map(([one]) => one);
  const tied = first.length > 1;
  return { owner, winners: tied && tie === "draw" ? [] : first, tie: tied, cut: false, standings };
}
