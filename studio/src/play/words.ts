/** Values and choices as text: `J♠`, `Ann and Cyd`, `no trump`, `bid 4 hearts alone`. */

import type { Option } from "../work/module.js";
import type { Description, Type } from "./description.js";

const HIDDEN = "??";
const NONE = -1;

export class Words {
  constructor(
    readonly description: Description,
    readonly seats: string[],
  ) {}

  card(card: number): string {
    return card < 0 ? HIDDEN : (this.description.cards[card] ?? HIDDEN);
  }

  cards(cards: number[]): string {
    return cards.map((card) => this.card(card)).join(" ") || "nothing";
  }

  player(player: number): string {
    return this.seats[player] ?? "none";
  }

  together(players: number[]): string {
    return players.map((player) => this.player(player)).join(" and ") || "nobody";
  }

  /** The name of an owner of zones and numbers: a player, or the players of a team. */
  owner(kind: "player" | "team" | null, owner: number): string {
    if (kind === null || owner < 0) return "";
    return kind === "team" ? this.together(this.description.legend.teams[owner] ?? []) : this.player(owner);
  }

  /** The text of a value of any type.  `seen` says which cards may be shown; the others are `??`. */
  value(type: Type, value: number | number[], seen: (card: number) => boolean = () => true): string {
    const { suits, ranks } = this.description.legend;
    const shown = (card: number) => this.card(card >= 0 && seen(card) ? card : NONE);
    if (typeof value !== "number") {
      if (type.element === "card") return value.map(shown).join(" ") || "nothing";
      if (type.element === "player") return this.together(value);
      const kind = (type.element ?? "number") as Type["kind"];
      return value.map((one) => this.value({ kind }, one)).join(" ") || "nothing";
    }
    if (value === NONE && type.kind !== "number") return "none";
    switch (type.kind) {
      case "flag":
        return value ? "yes" : "no";
      case "suit":
        return suits[value] ?? "";
      case "rank":
        return ranks[value] ?? "";
      case "card":
        return shown(value);
      case "player":
        return this.player(value);
      case "team":
        return this.owner("team", value);
      case "word": {
        if (type.suits && value < suits.length) return suits[value] ?? "";
        return (type.words?.[value - (type.suits ? suits.length : 0)] ?? "").replaceAll("_", " ");
      }
      default:
        return String(value);
    }
  }

  /** The label of a choice, from the template of its option. */
  label(question: number, option: Option, seen?: (card: number) => boolean): string {
    const alternative = option[0] as number;
    const template = this.description.question.asks[question]?.alternatives[alternative];
    const types = this.description.legend.questions[question]?.alternatives[alternative]?.types ?? [];
    if (!template) return "";
    let text = template.texts[0] ?? "";
    template.holes.forEach((hole, i) => {
      const type = types[hole];
      const value = option[hole + 1];
      text +=
        (type && value !== undefined ? this.value(type, value, seen) : "") + (template.texts[i + 1] ?? "");
    });
    return text;
  }

  /** The cards in a choice. */
  named(question: number, option: Option): number[] {
    const types = this.description.legend.questions[question]?.alternatives[option[0] as number]?.types ?? [];
    return types.flatMap((type, i) => {
      const value = option[i + 1];
      if (type.kind === "card" && typeof value === "number") return value >= 0 ? [value] : [];
      return type.kind === "set" && type.element === "card" && Array.isArray(value) ? value : [];
    });
  }
}

/** A name of a rule file as a title. */
export function title(name: string): string {
  return name.replaceAll("_", " ");
}
