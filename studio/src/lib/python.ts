/** Python on the page: one worker that is begun when it is first needed, and begun anew if it had to be ended. */

import { Remote } from "./rpc.js";

/** What Python cannot do with the rules or script it was given. */
export interface Problem {
  problem: string;
  errors?: number;
}

/** What was ready after how many milliseconds. */
export type Laps = [string, number][];

/** Milliseconds Python may take to load or to answer before it is ended, also on a slow and busy device. */
const LIMIT = 300_000;

export class Python {
  private remote: Remote | null = null;
  private opened: Promise<Laps> | null = null;
  private readonly listeners = new Set<(message: string) => void>();

  /** Begins to load; resolves when it is ready. */
  ready(): Promise<Laps> {
    if (!this.opened || !this.remote?.alive) {
      const url = new URL("python.js", import.meta.url).href;
      this.remote = new Remote(url, (_, message) => {
        for (const listener of this.listeners) listener(message as string);
      });
      this.opened = this.remote.call<Laps>("open", [new URL("./", import.meta.url).href], LIMIT);
    }
    return this.opened;
  }

  /** Whether it was loaded, or is being loaded. */
  get begun(): boolean {
    return this.opened !== null && this.remote?.alive === true;
  }

  /** Asks something of `desk.py`. */
  async ask<T>(name: string, args: object): Promise<T | Problem> {
    await this.ready();
    return this.remote ? this.remote.call<T | Problem>("call", [name, args], LIMIT) : { problem: "" };
  }

  /** Runs the module Python thinks with (`Desk.search`). */
  async search(key: string, binary: ArrayBuffer): Promise<void> {
    await this.ready();
    await this.remote?.call("search", [key, binary], LIMIT);
  }

  /** The language server as an editor's client sees it. */
  readonly server = {
    send: (message: string): void => {
      this.ready().then(() => this.remote?.call("lsp", [message]));
    },
    subscribe: (handler: (message: string) => void): void => {
      this.listeners.add(handler);
    },
    unsubscribe: (handler: (message: string) => void): void => {
      this.listeners.delete(handler);
    },
  };
}

/** For the editor, which must answer at once. */
export const editing = new Python();

/** For what is worked out beside it: rulebooks, modules, reports. */
export const working = new Python();

export function isProblem(answer: unknown): answer is Problem {
  return typeof answer === "object" && answer !== null && "problem" in answer;
}
