/** The installed Python, where `hoyle studio` serves the page: it does what `pyodide.ts` and `assembling.ts` do elsewhere. */

import { answered } from "../lib/served.js";
import type { Desk } from "./pyodide.js";

interface Answer {
  value: unknown;
  /** Messages of the language server. */
  sent: string[];
}

async function post(path: string, body: string): Promise<Response> {
  const answer = await answered(path, { method: "POST", body });
  if (!answer.ok) throw new Error((await answer.text()).trim());
  return answer;
}

/** Begins a process of Python for this worker.  `send` takes messages of the language server. */
export async function openDesk(
  _base: string,
  send: (message: string) => void,
  lap: (name: string) => void,
): Promise<Desk> {
  const { desk } = (await (await post("desk", "")).json()) as { desk: string };
  lap("hoyle");
  const ask = async (name: string, ...args: string[]): Promise<unknown> => {
    const answer = (await (await post(`desk/${desk}`, JSON.stringify({ name, args }))).json()) as Answer;
    for (const message of answer.sent) send(message);
    return answer.value;
  };
  return {
    receive: async (message) => {
      await ask("receive", message);
    },
    work: async () => Boolean(await ask("work")),
    rest: async () => Boolean(await ask("rest")),
    call: async (name, args) => String(await ask("call", name, args)),
    search: async () => {}, // its Python thinks with modules of its own
  };
}

/** Assembles the text of a module to bytes. */
export async function assemble(text: string): Promise<ArrayBuffer> {
  return (await post("assemble", text)).arrayBuffer();
}
