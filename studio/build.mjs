// Builds the page.  node build.mjs FOLDER makes the site, to which `bash studio/build` adds the parts made by Python (the
// games and the packages).  node build.mjs --local FOLDER makes the page that `hoyle studio` serves, where the installed
// Python does what is Pyodide's and wabt's work in the site.  It is kept in the tree, so that nobody needs Node.
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const viewer = resolve(here, "../cli/pages/viewer");
const local = process.argv[2] === "--local";
const out = resolve(
  process.argv[local ? 3 : 2] ?? join(here, "../cli/pages/studio", local ? "page" : "site"),
);
const read = (...path) => readFile(join(...path), "utf-8");

/** The files of the replay page that this page uses, in the order in which they need each other. */
const VIEWER = ["cards", "table", "settlement", "asking", "play", "frames", "transcript", "graph", "show"];

/** The drawing code of the replay page, wrapped as a module.  That page has no modules. */
const shared = {
  name: "viewer",
  setup(builder) {
    builder.onResolve({ filter: /^hoyle-viewer$/ }, () => ({ path: "hoyle-viewer", namespace: "viewer" }));
    builder.onLoad({ filter: /.*/, namespace: "viewer" }, async () => ({
      contents: `${(await Promise.all(VIEWER.map((name) => read(viewer, `${name}.js`)))).join("\n")}
export { Asking, Cards, Frames, Graph, Playing, Replay, Settlement, Table };`,
      loader: "js",
      resolveDir: viewer,
    }));
  },
};

/** Pyodide and wabt contain branches for Node, which a browser never reaches.  Their imports get an empty module. */
const nothing = {
  name: "nothing",
  setup(builder) {
    builder.onResolve({ filter: /^(node:.*|fs|path|crypto|url|vm|child_process|ws)$/ }, (found) => ({
      path: found.path,
      namespace: "nothing",
    }));
    builder.onLoad({ filter: /.*/, namespace: "nothing" }, () => ({ contents: "export default {};" }));
  },
};

/** Files that have another in their place where Python is at hand. */
const atHand = {
  name: "at hand",
  setup(builder) {
    builder.onResolve({ filter: /^\.\/(pyodide|assembling)\.js$/ }, () =>
      local ? { path: join(here, "src/work/local.ts") } : undefined,
    );
  },
};

await mkdir(out, { recursive: true });
for (const name of await readdir(out)) {
  // Python makes the catalogue in the tree; it must not be gone when only this step is run.
  if (!local || name !== "catalogue.json") await rm(join(out, name), { recursive: true });
}
const made = await build({
  entryPoints: {
    main: join(here, "src/main.ts"),
    module: join(here, "src/work/module.ts"),
    python: join(here, "src/work/python.ts"),
    ...(local ? {} : { offline: join(here, "src/work/offline.ts") }),
    style: join(here, "src/style.css"),
  },
  bundle: true,
  format: "esm",
  splitting: !local, // one file for each entry, with names that stay
  minify: true,
  target: "es2022",
  outdir: out,
  chunkNames: "part-[hash]",
  alias: { hoyle: resolve(here, "../javascript/src/index.ts") },
  plugins: [atHand, shared, nothing],
  define: { SERVED: String(local) },
  metafile: true,
  logLevel: "warning",
});

const drawings = (await read(viewer, "cards.svg")).replace(/ style="[^"]*"/g, ' class="drawings"');
await writeFile(
  join(out, "index.html"),
  (await read(here, "src/index.html")).replace("{{drawings}}", drawings.trim()),
);

if (!local) {
  const pyodide = join(here, "node_modules/pyodide");
  await mkdir(join(out, "pyodide"));
  for (const name of ["pyodide.asm.mjs", "pyodide.asm.wasm"]) {
    await cp(join(pyodide, name), join(out, "pyodide", name));
  }
}

/** The packages whose code is part of the page, for the list of licences with their texts. */
const packages = new Set();
for (const input of Object.keys(made.metafile.inputs)) {
  const found = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input);
  if (found) packages.add(found[1]);
}
const licences = [];
for (const name of [...packages].sort()) {
  const manifest = JSON.parse(await read(here, "node_modules", name, "package.json"));
  const files = await readdir(join(here, "node_modules", name));
  const file = files.find((one) => /^licen[cs]e(\.|$)/i.test(one));
  // Pyodide's package has no text of its licence.  A licence without a file fails the build.
  const own = ["node_modules", name, file];
  const text = await read(here, ...(file === undefined ? ["licences", `${manifest.license}.txt`] : own));
  licences.push({ name, version: manifest.version, licence: manifest.license, text });
}
await writeFile(join(out, "licences.json"), JSON.stringify(licences));
