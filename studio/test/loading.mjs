/** Loads the page's modules, and the scripts of the replay page, into Node. */

import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const viewer = resolve(here, "../../cli/pages/viewer");
const VIEWER = ["cards", "table", "settlement", "asking", "play", "frames", "transcript", "graph", "show"];

/** The drawing code of the replay page as a module, as in `build.mjs`. */
const shared = {
  name: "viewer",
  setup(builder) {
    builder.onResolve({ filter: /^hoyle-viewer$/ }, () => ({ path: "hoyle-viewer", namespace: "viewer" }));
    builder.onLoad({ filter: /.*/, namespace: "viewer" }, async () => ({
      contents: `${(await Promise.all(VIEWER.map((name) => readFile(join(viewer, `${name}.js`), "utf-8")))).join("\n")}
export { Asking, Cards, Frames, Graph, Playing, Replay, Settlement, Table };`,
      loader: "js",
      resolveDir: viewer,
    }));
  },
};

/** A module of the page, or what a text exports from its modules, bundled for Node. */
export async function page(source) {
  const made = await build({
    ...(source.includes(" ")
      ? { stdin: { contents: source, resolveDir: join(here, "../src") } }
      : { entryPoints: [join(here, "../src", source)] }),
    bundle: true,
    format: "esm",
    write: false,
    alias: { hoyle: resolve(here, "../../javascript/src/index.ts") },
    plugins: [shared],
    define: { "import.meta.url": '"http://localhost/page/main.js"', SERVED: "globalThis.SERVED" },
    logLevel: "error",
  });
  return import(`data:text/javascript;base64,${Buffer.from(made.outputFiles[0].text).toString("base64")}`);
}

/** Everything that some modules of the page export, as one module. */
export const modules = (...names) => page(names.map((name) => `export * from "./${name}.js";`).join("\n"));

/** Scripts of the replay page, which have no modules, as one. */
export async function scripts(names, exported) {
  const parts = await Promise.all(names.map((name) => readFile(join(viewer, `${name}.js`), "utf-8")));
  return new Function(`${parts.join("\n")}\nreturn {${exported}};`)();
}
