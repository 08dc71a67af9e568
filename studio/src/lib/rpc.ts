/**
 * Calls into a worker.  Each call has a number, and its answer or error has the same number.  A worker can be ended.
 */

import { T } from "../texts.js";
import { reasonFor } from "./served.js";

interface Call {
  id: number;
  name: string;
  args: unknown[];
}

interface Answer {
  id: number;
  value?: unknown;
  error?: { message: string; data?: unknown };
}

/** An error reported by a worker, with its details. */
export class WorkerError extends Error {
  constructor(
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}

/** An answer that did not come in time.  The worker was ended. */
export class TooLate extends WorkerError {
  constructor(seconds: number) {
    super(T.tooLate(seconds));
  }
}

/** Returns the text of an error.  Unless it is of the page, it is a fault in a module: then it says what went wrong in the rules, and where. */
export function whyBroken(error: unknown): string {
  if (error instanceof TooLate || (error as Error).message === T.stopped) return (error as Error).message;
  const place = (error as { data?: { place?: string } }).data?.place ?? "";
  return T.rulesFail(error instanceof Error ? error.message : String(error), place);
}

interface Waiting {
  resolve: (value: never) => void;
  reject: (error: Error) => void;
}

/** A worker, as the page uses it. */
export class Remote {
  private readonly waiting = new Map<number, Waiting>();
  private readonly worker: Worker;
  private next = 1;
  /** False after the worker was ended. */
  alive = true;

  constructor(
    url: string,
    private readonly event: (name: string, value: unknown) => void = () => {},
  ) {
    this.worker = new Worker(url, { type: "module" });
    this.worker.onmessage = (message: MessageEvent<Answer & { event?: string }>) =>
      this.answered(message.data);
    this.worker.onerror = (error) => {
      error.preventDefault();
      if (error.message) this.end(new WorkerError(error.message));
      else reasonFor(new WorkerError(T.workerFailed)).then((why) => this.end(why)); // it did not even begin
    };
  }

  private answered(answer: Answer & { event?: string }): void {
    if (answer.event !== undefined) {
      this.event(answer.event, answer.value);
      return;
    }
    const one = this.waiting.get(answer.id);
    this.waiting.delete(answer.id);
    if (answer.error) one?.reject(new WorkerError(answer.error.message, answer.error.data));
    else one?.resolve(answer.value as never);
  }

  /**
   * Calls a function of the worker.  After `limit` milliseconds without an answer the worker is ended (0: no limit).
   */
  call<T>(name: string, args: unknown[] = [], limit = 0): Promise<T> {
    if (!this.alive) return Promise.reject(new WorkerError("the worker was ended"));
    const id = this.next++;
    return new Promise<T>((resolve, reject) => {
      const timer = limit ? setTimeout(() => this.end(new TooLate(limit / 1000)), limit) : 0;
      const done = () => clearTimeout(timer);
      this.waiting.set(id, {
        resolve: (value) => {
          done();
          resolve(value);
        },
        reject: (error) => {
          done();
          reject(error);
        },
      });
      this.worker.postMessage({ id, name, args } satisfies Call);
    });
  }

  /** Ends the worker.  All waiting calls fail with an error. */
  end(why: Error = new WorkerError("the worker was ended")): void {
    this.alive = false;
    this.worker.terminate();
    for (const one of this.waiting.values()) one.reject(why);
    this.waiting.clear();
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a handler takes what its caller sends
export type Handlers = Record<string, (...args: any[]) => unknown>;

/** Runs inside a worker and answers its calls one after the other. */
export function serve(handlers: Handlers): void {
  let last: Promise<unknown> = Promise.resolve();
  self.onmessage = (message: MessageEvent<Call>) => {
    const { id, name, args } = message.data;
    last = last.then(async () => {
      try {
        const value = await handlers[name]?.(...args);
        self.postMessage({ id, value });
      } catch (error) {
        const data = error instanceof WorkerError ? error.data : undefined;
        self.postMessage({
          id,
          error: { message: error instanceof Error ? error.message : String(error), data },
        });
      }
    });
  };
}

/** Sends an event to the page that is not the answer to a call. */
export function notify(event: string, value: unknown): void {
  self.postMessage({ event, value });
}
