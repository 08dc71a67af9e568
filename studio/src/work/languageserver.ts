/** The language server's loop: it answers one message after the other, and publishes its diagnostics in a pause. */

import type { Desk } from "./pyodide.js";

/** Milliseconds without a message after which there is a pause. */
const PAUSE = 60;

export class LanguageServer {
  private running = false;
  private received = 0;
  private pause: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly desk: Pick<Desk, "receive" | "work" | "rest">) {}

  /** Takes a message.  It is answered after the messages that have arrived in the meantime. */
  async take(message: string): Promise<void> {
    await this.desk.receive(message);
    this.received++;
    clearTimeout(this.pause);
    if (!this.running) {
      this.running = true;
      setTimeout(this.work);
    }
  }

  private readonly work = async (): Promise<void> => {
    const { received } = this;
    // "Nothing is left" is no longer true of a message that has arrived while the answer was on its way.
    if ((await this.desk.work()) || this.received !== received) setTimeout(this.work);
    else {
      this.running = false;
      this.pause = setTimeout(this.rest, PAUSE);
    }
  };

  private readonly rest = async (): Promise<void> => {
    if (await this.desk.rest()) this.pause = setTimeout(this.rest);
  };
}
