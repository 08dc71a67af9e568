// Made from schemas/module.schema.json by description.mjs.  Change the schema, then run: npm run types

/** A sentence for the player who chooses, and for others. */
export interface RefusalForms {
  you: string;
  one: string;
}

/** `follow`: the suit led must be followed; `rule`: a sentence in which `{0}`, `{1}` are the values of the names of the choice, and `{who}` is the player. */
export interface Refusal {
  kind: "follow" | "rule";
  you: string;
  one: string;
  /** Whether the choice would be allowed if there were no other. */
  another: boolean;
  facts: {
    words: string;
    /** A variable, shared or of the player who chooses (`mine`); -1: none. */
    variable: number;
    mine: boolean;
    /** A shared pile whose end is shown; -1: none. */
    zone: number;
    top: boolean;
  }[];
}

/** What a value is; `none` is -1. A word counts through the suits first, if it has them, then its words. */
export interface Type {
  kind: "number" | "flag" | "suit" | "rank" | "card" | "player" | "team" | "word" | "set" | "none" | "unknown";
  words?: string[];
  suits?: boolean;
  element?: string;
}

/** What a value is; `none` is -1. `names`: of the values from 0 on, if they are fixed. */
export interface StoryType {
  kind: "number" | "flag" | "suit" | "rank" | "card" | "player" | "team" | "word" | "set" | "none" | "unknown";
  names?: string[];
  /** Of words: what the rules call such a value. */
  name?: string;
  element?: StoryType;
}

export type Value = number | Numbers;

export type Numbers = number[];

export type Pair = [number, number];

export interface Ending {
  owner: "player" | "team";
  criteria: {
    slot: number;
    highest: boolean;
  }[];
  tie: "draw" | "shared";
}

/** How much work thinking may take; docs/players.md has the parts. */
export interface Budget {
  worlds: number;
  playouts: number;
  milliseconds: number | null;
  chains: number;
  steps: number;
  replays: number;
  longest: number;
  nodes: number;
  trust: number;
  match: number;
  each: number;
  learned: number;
  net: number;
}

/** A sentence about the reader, about one other, about several. */
export interface Forms {
  you: string;
  one: string;
  several: string;
}

export type Address = number;

export interface Row {
  address: Address;
  low: number;
  size: number;
}

/** A number of so many 64-bit words, or a pile: how many cards (32 bits, 32 not used), then 16 bits each. */
export interface Slot {
  kind: "number" | "pile";
  address: Address;
  words?: number;
  name?: string;
  owner?: string;
}

export interface Ask {
  place: string;
  /** The block that opens the question. */
  block: number;
  /** What may be declared instead of answering: numbers in `question.incidents`. */
  incidents: number[];
  alternatives: {
    texts: string[];
    holes: number[];
    names: {
      name: string;
      type: string;
      slot: number;
      words: number;
    }[];
  }[];
}

/** What `hoyle compile` writes beside a module: what it exports, and where everything lies in its memory. */
export interface Description {
  module: 2;
  sha256: string;
  /** The SHA-256 of everything else here, as JSON without blanks: a host finds by it that the description was damaged */
  digest?: string;
  title: string;
  ruleset: string;
  /** The hash of what the rules mean. */
  fingerprint: string;
  /** The hash that an earlier version gave these rules; saved games may have it. */
  former_fingerprint?: string;
  options: Record<string, string | number | boolean>;
  players: number;
  exports: Record<string, string>;
  memory: {
    pages: number;
  };
  /** Where a module that trapped says why: kind and place (32 bits each), three numbers. */
  fault: {
    address: Address;
    kinds: string[];
    /** For each kind the message, with a gap in braces for each number; that of `failed` is one of `messages`. */
    texts: string[];
    messages: string[];
    places: string[];
  };
  state: {
    address: Address;
    size: number;
    slots: Slot[];
  };
  /** Where options are written, each `size` bytes: the alternative, then the value of each name. */
  question: {
    address: Address;
    size: number;
    most: number;
    asks: Ask[];
    /** What is done to declare an incident: `window` and `back` are slots, `body` a block, `place` a number in `story.places`. */
    incidents: {
      /** The incident may be declared while this slot is not 0. */
      window: number;
      /** Takes the block of the question. */
      back: number;
      body: number;
      place: number;
    }[];
  };
  /** Where the lines on the table are written, each `size` bytes: its number in `story.written`, its owner (-1: the table), then its values. `words`: how many numbers of 64 bits each value takes. */
  written: {
    address: Address;
    size: number;
    lines: {
      words: number[];
    }[];
  };
  /** How to put states and options in words. Slots are numbers in `state.slots`; -1: there is none. */
  legend: {
    suits: string[];
    ranks: string[];
    teams: number[][];
    /** The first of a slot per player: the cards shown to that player. */
    known: number;
    variables: {
      name: string;
      owner: "player" | "team" | null;
      type: Type;
      slot: number;
      count: number;
    }[];
    zones: {
      name: string;
      owner: "player" | "team" | null;
      visibility: "face down" | "face up" | "private";
      slot: number;
      count: number;
      ordered: boolean;
      /** Two slots per owner: between which positions the order is unknown. */
      bag: number;
    }[];
    /** By number, as `question.asks`; `trick` and `hand` are zones, of a card played to a trick. */
    questions: {
      secret: boolean;
      trick: number;
      hand: number;
      alternatives: {
        types: Type[];
        /** What must hold for a choice to be legal. */
        rules: string[];
      }[];
    }[];
    /** By number: the end of a game is -2^20 less that of the ending in the slot `pc`. */
    endings: Ending[];
  };
  /** What tells the story of a game: who sees what, what is worth telling, the words of everything. Numbers are those of records. */
  story: {
    story: 1;
    title: string;
    players: number;
    teams: Numbers[];
    /** The words of each card. */
    cards: string[];
    /** The first of a slot per player: the cards shown to that player. */
    known: number;
    zones: {
      name: string;
      title: string;
      /** The zones of a row (`down_1`, `down_2`) have the same. */
      row: string;
      owner: "player" | "team" | null;
      count: number;
      ordered: boolean;
      slot: number;
      /** Two slots per owner: between which positions the order is unknown. */
      bag: number;
      /** Whether everybody, watchers included, sees the faces. */
      open: boolean;
      /** Where its cards are, in words; empty if a player holds them. */
      where: string;
      /** Whether cards are dealt from it. */
      deals: boolean;
      /** For each owner, the seats that see the faces. */
      seats: Numbers[];
      /** For each owner, the cards at the start, bottom first. */
      initial: Numbers[];
    }[];
    variables: {
      name: string;
      title: string;
      owner: "player" | "team" | null;
      count: number;
      slot: number;
      type: StoryType;
      initial: Value[];
      /** An assignment at this place is the reset by the phase that owns the variable. */
      place: number;
      /** Whether it names something, so that setting it is worth a line. */
      tells: boolean;
      /** Whether a line on the table reads it, or there are no such lines. */
      looked_for: boolean;
      /** Whether its next value is worked out from the one it has, so that it outlasts a deal. */
      carried: boolean;
      /** Whether it is a score: a number that is counted and decides who wins. */
      decides: boolean;
      /** Whether it is counted towards such a score. */
      feeds: boolean;
    }[];
    questions: {
      secret: boolean;
      /** Whether it is answered by a call: everybody hears the answer, and none names a card. */
      calling: boolean;
      trick: number;
      hand: number;
      /** The slots of the power of the winning card (-2: there is none yet), of its player, of the one from whose hand the next card comes, and of all cards that follow suit. */
      leads: {
        power: number;
        best: number;
        holder: number;
        following: number;
      } | null;
      alternatives: {
        texts: string[];
        holes: Numbers;
        names: {
          name: string;
          type: StoryType;
          /** The zone from all of whose cards it is picked; -1: picked in another way. */
          from: number;
        }[];
        /** The zone to which its cards go, if that is known when it is asked; the module's `receiver` gives the owner. */
        to: number;
        /** What each reason says when it fails, by the number that the module's `refused` gives; empty if the rules were not at hand. */
        refusals: Refusal[];
      }[];
    }[];
    /** The lines on the table: beside whom each is written (null: on the table), its texts, and the types of the values between them. `within`: the variables it reads that belong to a part of a deal. */
    written: {
      owner: "player" | "team" | null;
      texts: string[];
      types: StoryType[];
      within: number[];
    }[];
    incidents: {
      title: string;
      player: number;
    }[];
    phases: string[];
    endings: Ending[];
    /** Sentences with gaps: `{who}`, `{what}`, `{to}`. */
    sentences: {
      takes: Forms;
      draws: Forms;
      won: Forms;
      nobody: string;
      handed: string;
      shown: string;
      happened: string;
      /** Small numbers in letters, from 0 on. */
      numerals: string[];
      /** What is said to somebody who cannot make a choice. */
      refused: {
        follow: RefusalForms;
        lead: RefusalForms;
        missing: RefusalForms;
        elsewhere: RefusalForms;
        outside: RefusalForms;
        count: RefusalForms;
        another: RefusalForms;
        now: RefusalForms;
        no: RefusalForms;
      };
    };
    /** By the place of a record; null where nothing is a row of a table or changes a variable. */
    places: ({
      /** `whist.hoyle:17` */
      at: string;
      /** Places of one file have the same. */
      file: number;
      from: number;
      to: number;
      sets: boolean;
      /** The phases that a row names. */
      phases: Numbers;
      /** What the row or the statement did, as a sentence; empty if there is none. */
      says: string;
      /** What it says instead where the number rises (or falls) though the statement subtracts (or adds); null if it says the same. */
      contrary: {
        rises: boolean;
        says: string;
      } | null;
      /** The cited lines of the rulebook. */
      cites: string[];
    } | null)[];
    /** The places that gather the deck in its own order. */
    gathered: Numbers;
    /** From how many on something counts, and how many of something are shown. */
    limits: {
      /** The fewest calls of a run that counts. */
      calls: number;
      /** The fewest seats that make them. */
      callers: number;
      /** The most cards of a zone that a settlement lays open, or of a line that it marks. */
      laid_open: number;
      /** The most options of an alternative that are listed if they are sets of cards. */
      sets: number;
      /** The most options of any other alternative that are listed. */
      options: number;
      /** The most alternatives that a prompt describes; of more it names only the verbs. */
      phrases: number;
      /** If an alternative takes from one card to so many or more, its prompt says `one or more cards`. */
      or_more: number;
      /** The most choices that the refusal of a choice lists. */
      labels: number;
      /** Of more choices than `labels`, the most of each alternative that it lists. */
      labels_of_a_kind: number;
    };
  };
  /** Where the module writes down what happens, in 64-bit words; null if it was not made for it. */
  records: {
    address: Address;
    size: number;
    /** Where it stands how many bytes are used (64 bits); the host stores 0 after reading. */
    used: Address;
    /** Where it stands how many records did not fit (64 bits); the host stores 0. */
    lost: Address;
    /** The parts of the first word of a record: lowest bit, number of bits. `place` is one more than the place. */
    head: {
      kind: Pair;
      words: Pair;
      place: Pair;
    };
    kinds: {
      kind: string;
      number: number;
      fields: string[];
      rest: "" | "cards" | "values";
    }[];
    /** The zone and the owner (-1: shared) of each zone number. */
    zones: Pair[];
    draws: {
      what: "player" | "card" | "value";
      purpose: string;
      type: StoryType | null;
      /** Of a card that is looked at in a shuffled pile: at which end of the cards of unknown order it lies from then on. */
      end: "top" | "bottom" | null;
    }[];
  } | null;
  /** How a host lets the module think: where it writes what a seat has seen, and reads the values; null if it was not made for it. */
  search: {
    /** Addresses by name. */
    at: Record<string, Address>;
    /** What is written in rows, by name: the size of each in bytes, and where its fields begin. */
    structs: Record<string, {
      size: number;
      fields: Record<string, number>;
    }>;
    /** What is read of a choice takes so many bytes. */
    step_size: number;
    /** The size in bytes of what was learned, at WEIGHTS. */
    learned: number;
    most: {
      steps: number;
      draws: number;
      epochs: number;
      names: number;
      arms: number;
      worlds: number;
    };
    bonus: number;
    /** What was learned counts as so many solved worlds for each playout of `learned` in a budget. */
    solved_worlds: number;
    /** In so many playouts it is looked whether the match is near its end, when a search begins. */
    near_trials: number;
    /** How many choices are made in playouts between two readings of the clock, at most and for each millisecond of the budget, and how many replays, at most and at first when time is limited. */
    at_once: {
      choices: number;
      each_millisecond: number;
      replays: number;
      first_replays: number;
    };
    /** A playout that goes on by a net takes about so many times as long: there are so many times fewer of them. */
    longer_by_net: number;
    /** The fewest worlds that are solved exactly; if fewer can be solved, none is. */
    fewest_solved: number;
    /** Values are divided by it. */
    scale: number;
    lessons: {
      count: number;
      choices: number;
      seed: number;
      rate: number;
    };
    /** The state of a game that has not begun, as hexadecimal digits. */
    unbegun: string;
    /** The budgets of players, by name. */
    budgets: Record<string, Budget>;
  } | null;
  /** How a host lets the module rate options by a net that was learned; null if it was not made for it. */
  net: {
    /** Addresses by name. */
    at: Record<string, Address>;
    /** The size of a net in bytes, at NETS. */
    size: number;
    /** How many numbers the row of a feature has. */
    hidden: number;
    /** How many numbers the second layer has. */
    second: number;
    /** The features, in blocks: the key of each, and how many features it has. */
    blocks: {
      key: string;
      size: number;
    }[];
    /** The cards that a player named itself take so many bytes, at OWN, player by player. */
    cards: number;
    /** The hashes of the parts of the rules. */
    parts: Record<string, string>;
    /** The part that has no effect on play. */
    checks: string;
    /** How lessons go on (`interpreter/wasm/learned/plan.py`); null if the module gives none. */
    lessons: {
      rate: number;
      least_rate: number;
      gentle: number;
      tried: number;
      tried_at_least: number;
      tried_at_first: number;
      unsure: number;
      at_first: number;
      whole_at_first: number;
      first_deals: number;
      first_look: number;
      little: number;
      slices: number;
      fewest: number;
      long: number;
      longest: number;
      deals_before: number;
      most_faults: number;
      fresh: number;
    } | null;
  } | null;
  /** The variants laid over the ruleset. */
  variants: string[];
  /** The face of each card. */
  deck: number[];
  faces: {
    /** Its rank; `joker` for a card without one. */
    rank: string;
    /** Its suit; empty for none. */
    suit: string;
  }[];
  cards: string[];
  tallies: {
    address: Address;
    size: number;
    sides: number[][];
    /** One for each place of `fault.places`. */
    counts: Address;
    games: Address;
    ties: Address;
    cut: Address;
    decisions: Address;
    deals: Address;
    dealt: Address;
    trail: Address;
    wins: Address;
    shared: Address;
    from_dealer: Address;
    length: Address;
    dealer_gain: Address;
    score: Address[];
    final: Row[];
    gains: Row[];
    deal_count: Row;
    lengths: Row;
    /** By question and alternative; for each name its lowest value and how many, the last counts fastest. */
    chosen: {
      address: Address;
      names: [number, number][];
    }[][];
  };
  /** What fits no counter, in 64-bit words: kind and, 8 bits up, how many words follow; then these. */
  log: {
    address: Address;
    /** Where it stands how many bytes are used (32 bits). */
    used: Address;
    size: number;
    kinds: Record<string, number>;
    crosses: string[];
  };
}

export type Story = Description["story"];
export type StoryZone = Story["zones"][number];
export type StoryVariable = Story["variables"][number];
export type RecordsLayout = NonNullable<Description["records"]>;
export type SearchLayout = NonNullable<Description["search"]>;
export type ValueType = StoryType;
