/** The game at a table as the browser keeps it, choice by choice. */

import type { Description } from "hoyle";
import { get, put } from "../lib/store.js";
import { written } from "../write/settings.js";
import { dealPart, type SharedDeal } from "./deals.js";
import type { Played, Seat } from "./opponents.js";
import type { SavedGame, Session } from "./session.js";

export class Keeping {
  /** `deal`: the deal that the address names. */
  constructor(
    private readonly played: Played,
    private readonly description: Description,
    private readonly deal: SharedDeal | null | undefined,
  ) {}

  /** The key under which the game is stored.  It contains the settings, and the deal if the address names one. */
  private get key(): string {
    const { name, settings } = this.played;
    const part = this.deal ? dealPart(settings, { ...this.deal, choices: [] }) : written(settings);
    return [name, part].filter(Boolean).join("/");
  }

  /** The game to go on with: the stored one, or the one that the address names. */
  async stored(seats: Seat[]): Promise<SavedGame | undefined> {
    const { fingerprint, former_fingerprint: former } = this.description;
    const kept = await get<SavedGame>("games", this.key);
    if (kept && [fingerprint, former].includes(kept.fingerprint)) return kept;
    if (!this.deal) return undefined;
    const { seed, choices } = this.deal;
    return { game: this.played.name, fingerprint, seed: String(seed), choices, seats };
  }

  /** Keeps a game.  Returns whether that was possible. */
  keep(session: Session, seats: Seat[]): Promise<boolean> {
    return put("games", this.key, session.kept(this.played.name, seats));
  }
}
