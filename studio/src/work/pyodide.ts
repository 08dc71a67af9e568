/**
 * Python inside the browser, for a site that has no Python of its own.  Where `hoyle studio` serves the page, `local.ts`
 * takes the place of this file and of `assembling.ts`: the Python that is installed answers.
 */

import { loadPyodide } from "pyodide";

/** The Python side of the page (`desk.py`). */
export interface Desk {
  receive(message: string): void | Promise<void>;
  work(): boolean | Promise<boolean>;
  rest(): boolean | Promise<boolean>;
  call(name: string, args: string): string | Promise<string>;
  search(key: string, binary: ArrayBuffer): Promise<void>;
}

/** An instance of a module in the form that `thinking.py` expects. */
interface Instance {
  memory: Uint8Array;
  call(name: string, args: string): number | bigint | undefined;
}

interface PythonDesk {
  receive(message: string): void;
  work(): boolean;
  rest(): boolean;
  call(name: string, args: string): string;
  run_search(key: string, begin: () => Instance): void;
}

/** Loads Python.  `send` takes messages of the language server, `lap` the names of finished steps. */
export async function openDesk(
  base: string,
  send: (message: string) => void,
  lap: (name: string) => void,
): Promise<Desk> {
  const archive = fetch(`${base}python/packages.bin`).then(({ body }) =>
    new Response(body?.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer(),
  );
  const python = await loadPyodide({ indexURL: `${base}pyodide/` });
  lap("python");
  const folder = "/packages";
  python.unpackArchive(await archive, "zip", { extractDir: folder });
  lap("packages");
  python.globals.set("send", send);
  const desk = python.runPython(`
import sys
sys.path.insert(0, "${folder}")
from hoyle.cli.pages.studio.desk import Desk
Desk(send)
`) as PythonDesk;
  lap("hoyle");
  return {
    receive: (message) => desk.receive(message),
    work: () => desk.work(),
    rest: () => desk.rest(),
    call: (name, args) => desk.call(name, args),
    search: (key, binary) => search(desk, key, binary),
  };
}

async function search(desk: PythonDesk, key: string, binary: ArrayBuffer): Promise<void> {
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
