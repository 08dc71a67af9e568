// What happened at the table in words: read, read aloud, and what people say to each other.
const Telling = (() => {
  const {make} = Dom;
  const {signed, change} = Table;
  const PHRASES = ["Hello!", "Good luck.", "Well played.", "Thank you.", "Sorry.", "One moment, please.", "My mistake.", "What a hand!", "Your turn.", "Good game.", "Another one?", "I have to go."];
  const PROPOSED = {"take back": "take back the last choice", resign: "give up", claim: "claim the rest", stop: "end the game"};

  /** Cards; their number if none of them is known. */
  function counted(cards) {
    if (!cards.length || cards.some(card => card !== "??")) return cards.join(" ");
    return cards.length === 1 ? "1 card" : `${cards.length} cards`;
  }

  /** A number that changed: what it is now, and by how much. */
  function moved(before, now) {
    return `${signed(now)}${now === before ? "" : ` (${change(now - before)})`}`;
  }

  /** A line of the transcript as a sentence. */
  function sentence(line) {
    switch (line.item) {
      case "heading": return line.title;
      case "named": return `${line.name}: ${line.value}`;
      case "dealt": return line.rows.map(([whose, cards]) => `${whose || line.zone}: ${counted(cards)}`).join("; ");
      case "made": return `${line.player}: ${line.label}${line.draws?.length ? `, draws ${counted(line.draws)}` : ""}`;
      case "tricktable": return line.winner ? `${line.winner} takes the trick` : line.plays.map(([who, card]) => `${who} ${card}`).join(", ");
      case "handed": return `${counted(line.cards)} to ${line.to}`;
      case "revealed": return `${line.cards.join(" ")} shown to ${line.to}`;
      case "happened": return line.title;
      case "gained": return `${line.owner}: ${line.name} ${moved(line.before, line.now)}`;
      case "scores": return line.rows.map(([whose, pairs]) => `${whose}: ${pairs.map(([before, now], at) => `${line.columns[at]} ${moved(before, now)}`).join(", ")}`).join("; ");
      case "won": return line.winners.length ? `won by ${line.winners.join(" and ")}` : "nobody wins";
      default: return "";
    }
  }

  /**
   * The lines of a message that were not told before. A message tells what happened since its seat chose last, so that
   * what the message before told stands at its beginning, unless that one asked the seat, or somebody only watches.
   * While the question is the same, nothing has happened.
   */
  function fresh(before, message) {
    const lines = message.view?.scene.since ?? [];
    const reported = before?.view?.scene.since ?? [];
    if (before?.seat !== message.seat || before.game !== message.game) return lines;
    if (before.view && before.question === message.question) return [];
    if (message.seat < 0 || (before.turn === before.seat && !message.stopped)) return lines;
    if (reported.length > lines.length || reported.some((line, at) => JSON.stringify(line) !== JSON.stringify(lines[at]))) return lines;
    return lines.slice(reported.length);
  }

  /** A proposal as a sentence. */
  function proposed(proposal, names) {
    return `${names[proposal.chair]} would like to ${PROPOSED[proposal.what]}.`;
  }

  /** What was added to a list from which the oldest may have gone meanwhile. */
  function added(before, now) {
    for (let same = Math.min(before.length, now.length); same > 0; same--) {
      if (JSON.stringify(before.slice(-same)) === JSON.stringify(now.slice(0, same))) return now.slice(same);
    }
    return now;
  }

  /** What is read aloud to whoever cannot see the page, each thing once. It is in the page however that is folded. */
  class Aloud {
    constructor() {
      this.element = make("div", {class: "unseen aloud", role: "log", "aria-live": "polite"});
    }

    say(text) {
      this.element.append(make("p", {}, Cards.spoken(text)));
      while (this.element.childNodes.length > 30) this.element.firstChild.remove();
    }

    /** Says what is new beside the game: proposals and remarks. */
    beside(before, {proposal, remarks, chairs}) {
      const names = chairs.map(one => one.name);
      if (proposal && proposal.number !== before?.proposal?.number) this.say(proposed(proposal, names));
      if (before?.proposal && !proposal) this.say("Nothing is proposed any more.");
      if (before) for (const one of added(before.remarks, remarks)) this.say(`${names[one.chair]}: ${one.text}`);
    }
  }

  /** Writes a text only if it is another one: what is written again is read aloud again. */
  function write(element, text) {
    if (element.textContent !== text) element.textContent = text;
  }

  /** The forms with which one says something. `send` returns whether there is a connection. */
  function talk(chat, send) {
    const button = () => make("button", {type: "submit", class: "quiet"}, "Say");
    const phrase = make("select", {"aria-label": "Something to say"}, ...PHRASES.map((text, at) => make("option", {value: at}, text)));
    const fixed = make("form", {onsubmit: event => {
      event.preventDefault();
      send({type: "say", phrase: Number(phrase.value)});
    }}, phrase, button());
    const text = make("input", {maxlength: 300, "aria-label": "Your own words"});
    const free = chat === "free" ? make("form", {onsubmit: event => {
      event.preventDefault();
      if (text.value.trim() && send({type: "say", text: text.value.trim()})) text.value = "";
    }}, text, button()) : null;
    return make("section", {class: "talk"}, fixed, free);
  }

  return {Aloud, sentence, fresh, proposed, talk, write};
})();
