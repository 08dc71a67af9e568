/** The worker in which Python is asked: the language server, and the requests of the page (`desk.py`). */

import { notify, serve } from "../lib/rpc.js";
import { LanguageServer } from "./languageserver.js";
import { type Desk, openDesk } from "./pyodide.js";

let desk: Desk;
let server: LanguageServer;

async function open(base: string): Promise<[string, number][]> {
  const laps: [string, number][] = [];
  desk = await openDesk(
    base,
    (message) => notify("lsp", message),
    (name) => laps.push([name, Math.round(performance.now())]),
  );
  server = new LanguageServer(desk);
  return laps;
}

/** A message for the language server. */
async function lsp(message: string): Promise<void> {
  await server.take(message);
}

async function call(name: string, args: object): Promise<unknown> {
  return JSON.parse(await desk.call(name, JSON.stringify(args)));
}

/** Starts a search module.  Python, which keeps the history of the game, calls into it. */
async function search(key: string, binary: ArrayBuffer): Promise<void> {
  await desk.search(key, binary);
}

serve({ open, lsp, call, search });
