// The connection to a table. It keeps nothing that it could be wrong about: after every loss it says hello again, and
// sends an answer that was not confirmed once more, under the same key. The server makes it only once.
const Wire = (() => {
  const FIRST = 400;  // milliseconds before the first try again
  const LONGEST = 5000;

  class Connection {
    /** `heard(message)` is called with each message, `changed(connected)` when the connection comes or goes. */
    constructor(table, secret, heard, changed) {
      Object.assign(this, {table, secret, heard, changed});
      this.pending = null;
      this.wait = FIRST;
      this.asked = 0;  // how many milliseconds the server has asked to be left alone for
      this.ended = false;
      this.open();
      addEventListener("online", () => this.again());
    }

    open() {
      const scheme = location.protocol === "https:" ? "wss" : "ws";
      const socket = new WebSocket(`${scheme}://${location.host}/t/${encodeURIComponent(this.table)}/socket`);
      this.socket = socket;
      socket.onopen = () => {
        socket.send(JSON.stringify({type: "hello", ...(this.secret ? {secret: this.secret} : {})}));
      };
      socket.onmessage = event => {
        const message = JSON.parse(event.data);
        if (message.type === "table") {
          this.wait = FIRST;
          this.asked = 0;
          this.changed(true);
          this.confirm(message);
        } else if (message.type === "seated") this.secret = message.secret;
        else if (message.type === "refused") {
          if (this.pending && message.key === this.pending.key) this.pending = null;
          this.asked = 1000 * (message.seconds ?? 0);
          if (["S02", "S03", "S39", "S51"].includes(message.code)) this.ended = true;
        }
        this.heard(message);
      };
      socket.onclose = () => {
        if (this.socket !== socket || this.ended) return;
        this.changed(false);
        this.timer = setTimeout(() => this.open(), Math.max(this.wait, this.asked));
        this.asked = 0;
        this.wait = Math.min(LONGEST, this.wait * 1.7);
      };
    }

    /** Tries again at once, if the connection is lost. */
    again() {
      if (this.ended || this.socket.readyState < 2) return;
      clearTimeout(this.timer);
      this.open();
    }

    /** An answer is confirmed when its question is no longer open; until then it is sent to every new connection. */
    confirm(table) {
      if (!this.pending) return;
      if (table.question !== this.pending.question) this.pending = null;
      else if (this.pending.socket !== this.socket) this.push();
    }

    push() {
      const {socket: _, ...message} = this.pending;
      if (this.send(message)) this.pending.socket = this.socket;
    }

    /** Sends a message; false if there is no connection. */
    send(message) {
      if (this.socket.readyState !== 1) return false;
      this.socket.send(JSON.stringify(message));
      return true;
    }

    /** Answers a question; it is sent again after a loss, until the server confirms it. */
    choose(question, answer) {
      const key = Array.from(crypto.getRandomValues(new Uint8Array(9)), one => one.toString(36).padStart(2, "0")).join("");
      this.pending = {type: "choose", question, key, ...answer};
      this.push();
    }
  }

  return {Connection};
})();
