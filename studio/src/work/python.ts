/** The worker in which Python runs: the language server, and whatever the page asks of it (`desk.py`). */

import { loadPyodide } from "pyodide";
import { serve, tell } from "../lib/rpc.js";

interface Desk {
  receive(message: string): void;
  work(): boolean;
  rest(): boolean;
  call(name: string, args: string): string;
}

const PAUSE = 60;

let desk: Desk;
let running = false;
let pause = 0;

async function open(base: string): Promise<[string, number][]> {
  const laps: [string, number][] = [];
  const lap = (name: string) => laps.push([name, Math.round(performance.now())]);
  const archive = fetch(`${base}python/packages.zip`).then((answer) => answer.arrayBuffer());
  const python = await loadPyodide({ indexURL: `${base}pyodide/` });
  lap("python");
  const folder = "/packages";
  python.unpackArchive(await archive, "zip", { extractDir: folder });
  lap("packages");
  python.globals.set("send", (message: string) => tell("lsp", message));
  desk = python.runPython(`
import sys
sys.path.insert(0, "${folder}")
from hoyle.cli.pages.studio.desk import Desk
Desk(send)
`) as Desk;
  lap("hoyle");
  return laps;
}

/** A message for the language server; it is answered as soon as those that came meanwhile are taken in. */
function lsp(message: string): void {
  desk.receive(message);
  clearTimeout(pause);
  if (!running) {
    running = true;
    setTimeout(work);
  }
}

function work(): void {
  if (desk.work()) setTimeout(work);
  else {
    running = false;
    pause = setTimeout(rest, PAUSE);
  }
}

function rest(): void {
  if (desk.rest()) pause = setTimeout(rest);
}

function call(name: string, args: object): unknown {
  return JSON.parse(desk.call(name, JSON.stringify(args)));
}

serve({ open, lsp, call });
