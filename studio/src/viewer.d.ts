/** The code shared with the replay page (cli/pages/viewer): it draws cards and tables, asks, and steps through replays. */
declare module "hoyle-viewer" {
  import type { Scene } from "hoyle";

  export const Cards: {
    draw(text: string, small: boolean): SVGSVGElement;
    parse(text: string): { rank: string; suit: string; name: string };
    coloured(text: string): DocumentFragment;
    spoken(text: string): string;
  };

  // ------------------------------------------------------------------------------------------------------ animations

  export interface Animation {
    title: string;
    game: string;
    /** The seat that sees the game; -1: everything is seen. */
    viewer: number;
    seats: string[];
    frames: { captions: Caption[]; scene: Changes }[];
    end: string[];
    /** The value of each choice, if the game was judged.  `sides`: the names of the sides. */
    judged?: { at: number; side: number; outlook: number; cost: string; mistake: boolean }[];
    sides?: string[];
  }

  /** The parts of a scene that changed; of the zones only the members that changed, by their numbers. */
  export type Changes = Omit<Partial<Scene>, "zones"> & {
    zones?: Record<number, Partial<Scene["zones"][number]>>;
  };

  export interface Caption {
    kind: string;
    text: string;
    player?: string;
    label?: string;
    lines?: { text: string; depth: number; scene: Changes | null }[];
  }

  export interface Frame {
    captions: Caption[];
    scene: Scene;
    /** The seat that takes the complete trick; -1: none. */
    taker: number;
  }

  export const Frames: {
    all(animation: Animation): Frame[];
    made(frame: Frame | Animation["frames"][number]): { who: string; what: string } | null;
    /** The cards that a seat holds in a frame. */
    hand(frame: Frame, seat: number): string[];
    /** A scene with the cards of all hands but one face down. */
    covered(scene: Scene, seat: number): Scene;
  };

  // ----------------------------------------------------------------------------------------------------------- tables

  export const Table: {
    make(tag: string, kind: string, ...children: (Node | string)[]): HTMLElement;
    signed(value: number): string;
    change(value: number): string;
    /** The last trick as a small picture; null if there is none. */
    lastTrick(scene: Scene): HTMLElement | null;
  };

  export const Settlement: {
    /** What was settled, as a panel; null if nothing was.  `you`: the name of the seat of the reader. */
    panel(scene: Scene, you?: string | null): HTMLElement | null;
  };

  export interface Hand {
    legal(card: string): boolean;
    picked: string[];
    /** Called when a card was tapped, dropped on the table or chosen by key. */
    use(card: string, picked: boolean): void;
  }

  export const Playing: {
    PlayBoard: new (root: HTMLElement, below: number) => PlayBoard;
  };

  export interface PlayBoard {
    show(scene: Scene, how?: { hand?: Hand | null; moving?: boolean; taker?: number }): void;
    end(): void;
    /** The cards of the hand as text. */
    readonly held: string[];
    /** The card buttons of the hand. */
    readonly cards: HTMLButtonElement[];
    /** Whether another card of the hand can be picked. */
    readonly more: boolean;
    /** Moves the focus to a card, or to the first one that can be played. */
    focus(card?: string): void;
  }

  // -------------------------------------------------------------------------------------------------------- questions

  /** An option: its number, its label, and the cards in it as text. */
  export interface Offer {
    number: number;
    label: string;
    cards: string[];
  }

  export interface Choices {
    readonly offers: Offer[];
    picked: string[];
    /** Whether a choice was made.  After that nothing can be picked. */
    made: boolean;
    readonly open: Offer[];
    readonly ready: Offer[];
    readonly ofCards: boolean;
    /** How many cards the options contain: the least and the most; null if none contains several. */
    readonly several: [number, number] | null;
    legal(card: string): boolean;
    /** Picks a card or puts it back.  Returns the number of the only possible option, otherwise -1. */
    pick(card: string, again: boolean): number;
  }

  export interface Offers {
    readonly element: HTMLElement;
    readonly buttons: HTMLButtonElement[];
    clear(): void;
    only(button: HTMLButtonElement): void;
    show(choices: Choices, hand: string[]): void;
    /** Takes a key that was pressed anywhere on the page.  Returns whether it meant something here. */
    key(event: KeyboardEvent): boolean;
  }

  export const Asking: {
    Choices: new (options: Offer[]) => Choices;
    Offers: new (
      texts: {
        choose: string;
        none: string;
        more(rest: number): string;
        typed(digits: string, label: string): string;
        untyped(digits: string): string;
      },
      choose: (choices: Choices, number: number) => void,
      cleared: (choices: Choices) => void,
    ) => Offers;
  };

  // ---------------------------------------------------------------------------------------------------------- replays

  export interface Show {
    readonly frames: Frame[];
    readonly items: HTMLElement[];
    readonly at: number;
    readonly inside: object | null;
    readonly here: object[];
    readonly scene: Scene;
    readonly where: string;
    go(number: number, how?: { quiet?: boolean }): void;
    move(how: string): void;
    enter(): boolean;
    end(): void;
  }

  export const Replay: {
    Show: new (
      parts: { table: HTMLElement; transcript: HTMLElement; graph: HTMLElement; live: HTMLElement },
      animation: Animation,
      address: (at: number) => string,
      hooks: {
        moved?(show: Show): void;
        drawn?(show: Show): void;
        before?(from: number, to: number): number;
      },
    ) => Show;
    /** What a key means on a page with a replay: a step, or undefined. */
    stepOf(event: KeyboardEvent, scroller: HTMLElement): string | undefined;
  };

  export const Graph: {
    ticks(low: number, high: number, about: number): number[];
  };
}
