/** A store, a worker and a server, put in the place of those of a browser. */

/** A store of the browser with as much as the page uses of it. */
export class Store {
  tables = new Map();
  full = false;
  open() {
    const request = {};
    const result = {
      objectStoreNames: { contains: (name) => this.tables.has(name) },
      createObjectStore: (name) => this.tables.set(name, new Map()),
      transaction: (name) => this.transaction(this.tables.get(name)),
      close() {},
    };
    queueMicrotask(() => {
      Object.assign(request, { result });
      request.onupgradeneeded();
      request.onsuccess();
    });
    return request;
  }
  transaction(table) {
    const transaction = { error: new Error("full"), abort: () => { aborted = true; } };
    let aborted = this.full;
    const done = (result) => {
      const request = { result };
      queueMicrotask(() => {
        request.onsuccess?.();
        queueMicrotask(() => (aborted ? transaction.onabort() : transaction.oncomplete()));
      });
      return request;
    };
    transaction.objectStore = () => ({
      get: (key) => done(table.get(key)),
      put: (value, key) => done(this.full || table.set(key, value)),
      delete: (key) => done(table.delete(key)),
      getAllKeys: () => done([...table.keys()]),
    });
    return transaction;
  }
}

/** A worker that answers as `answers` says, by the name of the call. */
export class FakeWorker {
  static made = [];
  static answers = {};
  calls = [];
  ended = false;
  constructor(url, options) {
    Object.assign(this, { url, options });
    FakeWorker.made.push(this);
  }
  postMessage({ id, name, args }) {
    this.calls.push([name, ...args]);
    const answer = FakeWorker.answers[name];
    if (answer === undefined) return;
    queueMicrotask(() => {
      try {
        this.onmessage({ data: { id, value: answer(...args) } });
      } catch (error) {
        this.onmessage({ data: { id, error: { message: error.message, data: { fault: "none", place: "x:3" } } } });
      }
    });
  }
  terminate() {
    this.ended = true;
  }
}

/** Puts them in place.  Returns what is served (by address), what is kept as a preference, and the store. */
export function installed() {
  const [served, kept, store] = [new Map(), new Map(), new Store()];
  Object.assign(globalThis, {
    Worker: FakeWorker,
    indexedDB: store,
    CSS: { escape: (text) => text },
    location: { hash: "" },
    fetch: async (url, options) => {
      const path = `${options?.method ?? ""} ${String(url)}`.trim();
      const found = served.get(path);
      if (found === undefined) return { ok: false, text: async () => `no ${path}\n` };
      return { ok: true, json: async () => found, text: async () => found, arrayBuffer: async () => found };
    },
    localStorage: { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) },
  });
  return { served, kept, store };
}

/** Lets everything that waits go on. */
export async function settle(rounds = 60) {
  for (let n = 0; n < rounds; n++) await Promise.resolve();
}
