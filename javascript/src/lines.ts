/** The lines of a transcript: what a person reads about a game, as `hoyle replay --format json` writes them. */

export type Line =
  /** A phase of the main game begins. */
  | { item: "heading"; title: string }
  /** A value that is known to all players was settled: `dealer`, `A`. */
  | { item: "named"; name: string; value: string }
  /** Cards were dealt: to whom (an empty name for a shared zone), and which. */
  | { item: "dealt"; zone: string; rows: [owner: string, cards: string[]][] }
  /** A player chose: the label, the cards that the player got by it, and a note. */
  | { item: "made"; player: string; label: string; draws: string[]; note: string }
  /** The plays of a trick in their order, and who took it (null while it is not complete). */
  | { item: "tricktable"; plays: [player: string, card: string][]; winner: string | null }
  /** Cards moved without a choice that says so. */
  | { item: "handed"; cards: string[]; to: string }
  /** Cards were shown, and to whom. */
  | { item: "revealed"; cards: string[]; to: string }
  /** An incident at the table. */
  | { item: "happened"; title: string }
  /** A number changed in the middle of a phase: its values before and after, and each reason with its place. */
  | { item: "gained"; owner: string; name: string; before: number; now: number; why: Reason[] }
  /** Numbers that were settled: for each owner the values before and after. */
  | {
      item: "scores";
      columns: string[];
      rows: [owner: string, numbers: [before: number, now: number][]][];
      why: Reason[];
    }
  /** The game is over: the winners, none for a draw. */
  | { item: "won"; winners: string[] };

/** Why a number changed: a sentence, and the place of the rule. */
export type Reason = [sentence: string, place: string];

/** A line of one kind. */
export type LineOf<K extends Line["item"]> = Extract<Line, { item: K }>;
