// Thinks in a module under Node: node think.mjs MODULE.wasm MEMORY ARMS
// MEMORY is the module's memory with what a seat has seen written down in it; the values of all options go to the output.
import { readFileSync } from "node:fs";

const [file, written, arms] = process.argv.slice(2);
const module = await WebAssembly.compile(readFileSync(file));
if (WebAssembly.Module.imports(module).length) throw new Error("it imports something");
const { exports } = await WebAssembly.instantiate(module, {});
new Uint8Array(exports.memory.buffer).set(readFileSync(written));
exports.worlds_begin(5n);
const worlds = exports.worlds(4, 2, 6, 5000);
if (worlds !== 4) throw new Error(`only ${worlds} worlds`);
const count = exports.search_begin(40, 5n);
while (!exports.search(1_000_000n));
const view = new DataView(exports.memory.buffer, Number(arms), 40 * count);
const found = [];
for (let i = 0; i < count; i++) {
  found.push({
    total: Number(view.getBigInt64(40 * i, true)),
    count: view.getInt32(40 * i + 16, true),
    option: view.getInt32(40 * i + 20, true),
    alive: view.getInt32(40 * i + 24, true),
  });
}
console.log(JSON.stringify(found));
