/** Python on the page: a worker that starts on first use, and starts again after it was ended. */

import { Remote } from "./rpc.js";

/** The reason why Python cannot process the given rules or script. */
export interface Problem {
  problem: string;
  errors?: number;
}

/** The steps of loading, each with the milliseconds until its end. */
export type Laps = [string, number][];

/** The most milliseconds for loading or for one answer.  The limit is generous for slow and busy devices. */
const LIMIT = 300_000;

export class Python {
  private remote: Remote | null = null;
  private opened: Promise<Laps> | null = null;
  private readonly listeners = new Set<(message: string) => void>();

  /** Starts to load Python, if necessary.  Resolves when it is ready. */
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

  /** Whether Python is loaded or being loaded. */
  get begun(): boolean {
    return this.opened !== null && this.remote?.alive === true;
  }

  /** Sends a request to `desk.py` and returns its answer, or the reason why there is none. */
  async ask<T>(name: string, args: object): Promise<T | Problem> {
    await this.ready();
    return this.remote ? this.remote.call<T | Problem>("call", [name, args], LIMIT) : { problem: "" };
  }

  /** Starts the module with which Python searches (`Desk.search`). */
  async search(key: string, binary: ArrayBuffer): Promise<void> {
    await this.ready();
    await this.remote?.call("search", [key, binary], LIMIT);
  }

  /** The language server, as a client of an editor uses it. */
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

/** The worker for the editor, which must answer quickly. */
export const editing = new Python();

/** The worker for longer computations: rulebooks, modules and reports. */
export const working = new Python();

export function isProblem(answer: unknown): answer is Problem {
  return typeof answer === "object" && answer !== null && "problem" in answer;
}
