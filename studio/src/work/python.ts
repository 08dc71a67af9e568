/** The worker in which Python is asked: the language server, and the requests of the page (`desk.py`). */

import { notify, serve } from "../lib/rpc.js";
import { type Desk, openDesk } from "./pyodide.js";

const PAUSE = 60;

let desk: Desk;
let running = false;
let pause = 0;

async function open(base: string): Promise<[string, number][]> {
  const laps: [string, number][] = [];
  desk = await openDesk(
    base,
    (message) => notify("lsp", message),
    (name) => laps.push([name, Math.round(performance.now())]),
  );
  return laps;
}

/** A message for the language server.  It is answered after the messages that have arrived in the meantime. */
async function lsp(message: string): Promise<void> {
  await desk.receive(message);
  clearTimeout(pause);
  if (!running) {
    running = true;
    setTimeout(work);
  }
}

async function work(): Promise<void> {
  if (await desk.work()) setTimeout(work);
  else {
    running = false;
    pause = setTimeout(rest, PAUSE);
  }
}

async function rest(): Promise<void> {
  if (await desk.rest()) pause = setTimeout(rest);
}

async function call(name: string, args: object): Promise<unknown> {
  return JSON.parse(await desk.call(name, JSON.stringify(args)));
}

/** Starts a search module.  Python, which keeps the history of the game, calls into it. */
async function search(key: string, binary: ArrayBuffer): Promise<void> {
  await desk.search(key, binary);
}

serve({ open, lsp, call, search });
