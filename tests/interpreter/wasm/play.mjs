// Plays whole games in a module under Node, with nothing but the module and its description:
//     node play.mjs MODULE.wasm MODULE.json SEED GAMES MEMORY
// The memory is written to a file when they are played; the sum of the fingerprints of all games goes to the output.
import { readFileSync, writeFileSync } from "node:fs";

const [file, description, seed, games, dump] = process.argv.slice(2);
const told = JSON.parse(readFileSync(description, "utf-8"));
const module = await WebAssembly.compile(readFileSync(file));
if (WebAssembly.Module.imports(module).length) throw new Error("it imports something");
const { exports } = await WebAssembly.instantiate(module, {});
let done = 0n;
let fault = null;
try {
  while (done < BigInt(games)) {
    done += exports.games(1, BigInt(seed), done, BigInt(games) - done, 10_000n);
  }
} catch (error) {
  if (!(error instanceof WebAssembly.Exception)) throw error;
  const [kind, place] = new Uint32Array(exports.memory.buffer, told.fault.address, 2);
  fault = [told.fault.kinds[kind], told.fault.places[place]];
}
const memory = new Uint8Array(exports.memory.buffer);
writeFileSync(dump, memory);
const trail = new DataView(exports.memory.buffer).getBigUint64(told.tallies.trail, true);
console.log(JSON.stringify({ trail: trail.toString(), fault, pages: memory.length / 65536 }));
