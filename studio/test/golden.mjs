/** Holds what is drawn against the files in `drawn`.  UPDATE_GOLDEN=1 writes them again. */

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = join(dirname(fileURLToPath(import.meta.url)), "drawn");

/** Compares elements, or texts, with the file of this name. */
export function same(name, ...parts) {
  const text = `${parts.map((one) => (typeof one === "string" ? one : one.written())).join("\n")}\n`;
  if (process.env.UPDATE_GOLDEN) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${name}.txt`), text);
  }
  assert.deepEqual(text.split("\n"), readFileSync(join(folder, `${name}.txt`), "utf-8").split("\n"));
}
