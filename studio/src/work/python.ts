/** The worker in which Python runs: the language server, and the requests of the page (`desk.py`). */

import { loadPyodide } from "pyodide";
import { notify, serve } from "../lib/rpc.js";

interface Desk {
  receive(message: string): void;
  work(): boolean;
  rest(): boolean;
  call(name: string, args: string): string;
  run_search(key: string, begin: () => Instance): void;
}

/** An instance of a module in the form that `thinking.py` expects. */
interface Instance {
  memory: Uint8Array;
  call(name: string, args: string): number | bigint | undefined;
}

const PAUSE = 60;

let desk: Desk;
let running = false;
let pause = 0;

async function open(base: string): Promise<[string, number][]> {
  const laps: [string, number][] = [];
  const lap = (name: string) => laps.push([name, Math.round(performance.now())]);
  const archive = fetch(`${base}python/packages.bin`).then(({ body }) =>
    new Response(body?.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer(),
  );
  const python = await loadPyodide({ indexURL: `${base}pyodide/` });
  lap("python");
  const folder = "/packages";
  python.unpackArchive(await archive, "zip", { extractDir: folder });
  lap("packages");
  python.globals.set("send", (message: string) => notify("lsp", message));
  desk = python.runPython(`
import sys
sys.path.insert(0, "${folder}")
from hoyle.cli.pages.studio.desk import Desk
Desk(send)
`) as Desk;
  lap("hoyle");
  return laps;
}

/** A message for the language server.  It is answered after the messages that have arrived in the meantime. */
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

/** Starts a search module.  Python, which keeps the history of the game, calls into it. */
async function search(key: string, binary: ArrayBuffer): Promise<void> {
  const module = await WebAssembly.compile(binary);
  if (WebAssembly.Module.imports(module).length) throw new Error("a module of a game imports nothing");
  desk.run_search(key, () => {
    const { exports } = new WebAssembly.Instance(module, {});
    const functions = exports as Record<
      string,
      (...args: (number | bigint)[]) => number | bigint | undefined
    >;
    return {
      memory: new Uint8Array((exports.memory as WebAssembly.Memory).buffer),
      call: (name, args) => {
        const given = (JSON.parse(args) as [string, number][]).map(([value, bits]) =>
          bits === 64 ? BigInt(value) : Number(value),
        );
        try {
          return functions[name]?.(...given) ?? 0;
        } catch {
          return undefined; // the memory contains the reason
        }
      },
    };
  });
}

serve({ open, lsp, call, search });
