/** How fast a table goes: the pauses between choices and after settlements, and what ends them early. */

import { prefer, preferred } from "../lib/preferences.js";
import { PAUSES, SPEEDS, type Speed } from "./controls.js";
import { CONTINUES, type Continue } from "./settling.js";

export class Pace {
  private now: Speed = preferred("speed", SPEEDS);
  private after: Continue = preferred("continue", CONTINUES);
  /** Ends the pause that is on. */
  wake = () => {};

  get speed(): Speed {
    return this.now;
  }
  set speed(speed: Speed) {
    this.now = speed;
    prefer("speed", speed);
  }

  /** How the game goes on after a deal. */
  get goesOn(): Continue {
    return this.after;
  }
  set goesOn(how: Continue) {
    this.after = how;
    prefer("continue", how);
  }

  /** Whether the others choose at once: then nothing is drawn or said between the choices of people. */
  get instant(): boolean {
    return !PAUSES[this.now];
  }

  /** Waits for a share of the time between two choices. */
  pause(share: number): Promise<void> {
    const time = PAUSES[this.now] * share;
    if (!time) return new Promise((resolve) => setTimeout(resolve));
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, time);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
