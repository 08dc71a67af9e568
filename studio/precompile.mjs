// Compiles the Python in an archive to bytecode, with the very Python of the page:  node precompile.mjs ARCHIVE
// The page then starts without reading and compiling hundreds of files.
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "pyodide";

const here = dirname(fileURLToPath(import.meta.url));
const archive = process.argv[2];
const python = await loadPyodide({ indexURL: join(here, "node_modules/pyodide/") });
python.unpackArchive(new Uint8Array(await readFile(archive)), "zip", { extractDir: "/packages" });
python.runPython(`
import compileall, os, py_compile, sys, zipfile
done = compileall.compile_dir(
    "/packages", quiet=2, legacy=True, stripdir="/packages", optimize=2,
    invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
)
assert done, "some file cannot be compiled"
with zipfile.ZipFile("/compiled.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as made:
    for folder, _, names in sorted(os.walk("/packages")):
        for name in sorted(names):
            path = os.path.join(folder, name)
            if not name.endswith(".py") and "__pycache__" not in folder:
                info = zipfile.ZipInfo(os.path.relpath(path, "/packages"), (1980, 1, 1, 0, 0, 0))
                with open(path, "rb") as file:
                    made.writestr(info, file.read(), zipfile.ZIP_DEFLATED)
`);
await writeFile(archive, python.FS.readFile("/compiled.zip"));
