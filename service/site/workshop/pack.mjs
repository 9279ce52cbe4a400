// node pack.mjs PYODIDE SOURCES PACKED: compiles the Python files of an archive to bytecode by the Python of Pyodide, for
// bytecode belongs to one version of Python, and packs them with the archive's other files: a dict of their contents by
// their paths, marshalled, under Zstandard. A page unpacks that ten times as fast as a tar file.
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, sources, packed] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(resolve(pyodide), "pyodide.mjs")));
const python = await loadPyodide({
  indexURL: `${resolve(pyodide)}/`,
  env: { PYTHONNODEBUGRANGES: "1", PYTHONHASHSEED: "0" }, // no columns, which make bytecode half as large again; the same each time
});
python.FS.writeFile("/sources.zip", new Uint8Array(readFileSync(sources)));
function run(code) {
  try {
    python.runPython(code);
  } catch (error) {
    console.error(error.message); // else Node prints the line of Pyodide's program that threw, a million characters
    process.exit(1);
  }
}

run(`
import ast, io, marshal, sys, zipfile
from compression import zstd
from importlib.util import MAGIC_NUMBER
from pathlib import Path

UNCHECKED = MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8)
"""The head of bytecode whose source nobody looks for (PEP 552)."""

def without_docstrings(tree):
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and ast.get_docstring(node, clean=False) is not None:
            node.body[0].value.value = ""
    return tree

def write_files(files):
    for path, content in files.items():
        file = Path("/program", path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)

files = {}
with zipfile.ZipFile("/sources.zip") as sources:
    for path in sorted(sources.namelist()):
        content = sources.read(path)
        if path.endswith(".py"):
            code = compile(without_docstrings(ast.parse(content)), "/program/" + path, "exec", dont_inherit=True)
            path, content = path + "c", UNCHECKED + marshal.dumps(code)
        files[path] = content

# The parser of lark takes long to make: it is made once, by the program as it will be unpacked.
write_files(files)
sys.path.insert(0, "/program")
from bombsight.dsl.grammar import export_item_parser

export_item_parser(Path("/parsers"))
for parser in sorted(Path("/parsers").iterdir()):
    files["bombsight/shipped/" + parser.name] = parser.read_bytes()

# Version 2 of the format knows no references, which would depend on what else refers to a value.
packed = marshal.dumps(files, 2)
with open("/packed", "wb") as out:
    options = {zstd.CompressionParameter.compression_level: 22, zstd.CompressionParameter.window_log: 25}
    out.write(zstd.compress(packed, options=options))
`);
writeFileSync(packed, python.FS.readFile("/packed"));
