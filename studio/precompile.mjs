// Compiles Python modules to bytecode with the Python of the page: node precompile.mjs SITE. It compiles the packages
// of the page and the modules of the standard library that they import at the start.  So the page starts without
// reading and compiling hundreds of files.  Modules that a page can never use are left out.
import { readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { loadPyodide } from "pyodide";

const here = join(dirname(fileURLToPath(import.meta.url)), "node_modules/pyodide/");
const site = resolve(process.argv[2]);
const archives = {
  packages: [join(site, "python/packages.zip"), join(site, "python/packages.bin")],
  library: [join(here, "python_stdlib.zip"), join(site, "pyodide/python_stdlib.zip")],
};
const python = await loadPyodide({ indexURL: here });
for (const [name, [from]] of Object.entries(archives)) {
  python.unpackArchive(new Uint8Array(await readFile(from)), "zip", { extractDir: `/${name}` });
}
python.runPython(`
import os, py_compile, re, sys, zipfile

# Debuggers, tests, servers and clients of protocols, other processes, and twins of what is compiled in.
LEFT_OUT = re.compile(
    r"(_pydatetime|_pyio|antigravity|bdb|cProfile|doctest|filecmp|fileinput|ftplib|imaplib|mailbox|modulefinder"
    r"|netrc|optparse|pdb|pickletools|plistlib|poplib|profile|pstats|pyclbr|pydoc|shelve|smtplib|tabnanny|this|trace"
    r"|turtle|wave|webbrowser)[.]py$"
    r"|(curses|dbm|ensurepip|idlelib|lib2to3|multiprocessing|pydoc_data|sqlite3|tkinter|turtledemo|unittest|venv"
    r"|wsgiref|xml|xmlrpc|_pyrepl)/"
    r"|asyncio/(proactor|windows)_|concurrent/futures/process[.]py$"
    r"|(http/(cookiejar|server)|logging/(config|handlers))[.]py$"
    r"|encodings/(big5|cp(?!437)|euc_|gb|hp_|hz|iso|johab|koi8|kz|mac_|palmos|ptcp|shift_|tis)"
)
# These read the texts that describe them.
DESCRIBED = re.compile(r"_?pyodide/")


def packed(folder, made, compiled, how=zipfile.ZIP_DEFLATED):
    with zipfile.ZipFile(made, "w") as archive:
        for here, _, names in sorted(os.walk(folder)):
            for name in sorted(names):
                path = os.path.join(here, name)
                inside = os.path.relpath(path, folder)
                if "__pycache__" in here or folder == "/library" and LEFT_OUT.match(inside):
                    continue
                if name.endswith(".py") and compiled(path):
                    path = py_compile.compile(
                        path, path + "c", inside, doraise=True, optimize=0 if DESCRIBED.match(inside) else 2,
                        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
                    )
                    inside += "c"
                with open(path, "rb") as file:
                    info = zipfile.ZipInfo(inside, (1980, 1, 1, 0, 0, 0))
                    archive.writestr(info, file.read(), how, 9)


packed("/packages", "/packages.zip", lambda path: True, zipfile.ZIP_STORED)
sys.path.insert(0, "/packages")
import hoyle.cli.pages.studio.desk, hoyle.cli.pages.studio.questions
from hoyle.dsl.loading import load
assert load("whist").game
at_once = {
    (getattr(one, "__file__", None) or "").rpartition(".zip/")[2] for name, one in sys.modules.items() if name[:5] != "hoyle"
}
packed("/library", "/library.zip", lambda path: os.path.relpath(path, "/library") in at_once)
`);
// The packages are compressed as one file, which is an eighth smaller.  The browser decompresses it by itself.
const packages = python.FS.readFile("/packages.zip");
await writeFile(archives.packages[1], gzipSync(packages, { level: 9 }));
await rm(archives.packages[0]);
await writeFile(archives.library[1], python.FS.readFile("/library.zip"));

// The page installs no packages, so it needs only the head of the list of packages.
const { info } = JSON.parse(await readFile(join(here, "pyodide-lock.json"), "utf-8"));
await writeFile(join(site, "pyodide/pyodide-lock.json"), JSON.stringify({ info, packages: {} }));

// Check: every module of the page can be imported with the remaining part of the standard library.
const page = await loadPyodide({ indexURL: join(site, "pyodide/") });
page.unpackArchive(packages, "zip", { extractDir: "/packages" });
page.runPython(`
import importlib, os, sys
sys.path.insert(0, "/packages")
for folder, _, names in sorted(os.walk("/packages/hoyle")):
    for name in sorted(names):
        if name.endswith(".pyc"):
            module = os.path.relpath(os.path.join(folder, name), "/packages").removesuffix(".pyc").replace("/", ".")
            importlib.import_module(module.removesuffix(".__init__"))
`);
