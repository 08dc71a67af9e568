/** The code shared with the replay page (cli/pages/viewer): it draws cards and tables. */
declare module "hoyle-viewer" {
  export const Cards: {
    draw(text: string, small: boolean): SVGSVGElement;
    parse(text: string): { rank: string; suit: string; name: string };
    coloured(text: string): DocumentFragment;
    spoken(text: string): string;
  };

  export interface Animation {
    title: string;
    game: string;
    viewer: number;
    seats: string[];
    zones: {
      name: string;
      seat: number;
      of: string;
      kind: "hand" | "open" | "pile" | "trick";
      heap: boolean;
    }[];
    scores: [string, string[], boolean][];
    pictures: Changes[];
    end: string[];
    /** The cost of each choice, if the game was judged.  `sides`: the names of the sides. */
    judged?: { at: number; side: number; outlook: number; cost: string; mistake: boolean }[];
    sides?: string[];
  }

  export interface State {
    zones: Record<number, string[]>;
    by: Record<number, number[]>;
    scores: Record<number, number[]>;
    badges: Record<number, string[]>;
    facts: [string, string][];
    turn: number;
    deal: number;
    trick: number;
  }

  export type Changes = Partial<State> & { captions: Caption[] };
  export type Caption = [string, ...unknown[]];

  /** Draws the graph of a judged game.  Returns a function that marks a step in it. */
  export const Graph: {
    show(root: HTMLElement, animation: Animation, address: (at: number) => string): (at: number) => void;
  };

  export const Table: {
    Board: new (root: HTMLElement, animation: Animation) => { show(state: State, moving: boolean): void };
    make(tag: string, kind: string, ...children: (Node | string)[]): HTMLElement;
    signed(value: number): string;
  };
}
