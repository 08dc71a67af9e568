/**
 * The parts of a module's description that the studio uses.  `hoyle compile` writes it (schemas/module.schema.json).
 */

export interface Type {
  kind:
    | "number"
    | "flag"
    | "suit"
    | "rank"
    | "card"
    | "player"
    | "team"
    | "word"
    | "set"
    | "none"
    | "unknown";
  words?: string[];
  suits?: boolean;
  element?: string;
}

export interface Variable {
  name: string;
  owner: "player" | "team" | null;
  type: Type;
  slot: number;
  count: number;
}

export interface Zone {
  name: string;
  owner: "player" | "team" | null;
  visibility: "face down" | "face up" | "private";
  slot: number;
  count: number;
  ordered: boolean;
  bag: number;
}

export interface Question {
  secret: boolean;
  trick: number;
  hand: number;
  alternatives: { types: Type[]; rules: string[] }[];
}

export interface Ending {
  owner: "player" | "team";
  criteria: { slot: number; highest: boolean }[];
  tie: "draw" | "shared";
}

export interface Slot {
  kind: "number" | "pile";
  address: number;
  words?: number;
  name?: string;
  owner?: string;
}

export interface Description {
  title: string;
  ruleset: string;
  fingerprint: string;
  /** The hash that an earlier version gave these rules.  Games stored by it have this one. */
  former_fingerprint?: string;
  options: Record<string, string | number | boolean>;
  players: number;
  fault: { address: number; kinds: string[]; messages: string[]; places: string[] };
  state: { address: number; size: number; slots: Slot[] };
  question: {
    address: number;
    size: number;
    most: number;
    asks: {
      place: string;
      alternatives: {
        texts: string[];
        holes: number[];
        names: { name: string; type: string; words: number }[];
      }[];
    }[];
  };
  legend: {
    suits: string[];
    ranks: string[];
    teams: number[][];
    known: number;
    variables: Variable[];
    zones: Zone[];
    questions: Question[];
    endings: Ending[];
  };
  cards: string[];
  tallies: { address: number; size: number };
  log: { address: number; used: number; size: number };
}

/** The slots that every state has. */
export const PC = 0;
export const ACTOR = 3;

/** The values of PC after the end: `OVER` minus the number of the ending, or `CUT` at the length limit. */
export const OVER = -(2 ** 20);
export const CUT = OVER * 2;
