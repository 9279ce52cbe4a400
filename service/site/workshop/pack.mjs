// node pack.mjs PYODIDE SOURCES PACKED: compiles the Python files of an archive to bytecode by the Python of Pyodide, for
// bytecode belongs to one version of Python, and packs them with the archive's other files: a tar file under Zstandard.
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
import ast, io, marshal, sys, tarfile, zipfile
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

def add(archive, path, content):
    entry = tarfile.TarInfo(path)
    entry.size = len(content)
    archive.addfile(entry, io.BytesIO(content))

packed = io.BytesIO()
with zipfile.ZipFile("/sources.zip") as sources, tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as files:
    for path in sorted(sources.namelist()):
        content = sources.read(path)
        if path.endswith(".py"):
            code = compile(without_docstrings(ast.parse(content)), "/program/" + path, "exec", dont_inherit=True)
            path, content = path + "c", UNCHECKED + marshal.dumps(code)
        add(files, path, content)

# The parser of lark takes long to make: it is made once, by the program as it will be unpacked.
packed.seek(0)
with tarfile.open(fileobj=packed) as files:
    files.extractall("/program", filter="data")
sys.path.insert(0, "/program")
from bombsight.dsl.grammar import export_item_parser

export_item_parser(Path("/parsers"))
packed.seek(0)
with tarfile.open(fileobj=packed, mode="a", format=tarfile.USTAR_FORMAT) as files:
    for parser in sorted(Path("/parsers").iterdir()):
        add(files, "bombsight/shipped/" + parser.name, parser.read_bytes())

with open("/packed", "wb") as out:
    out.write(zstd.compress(packed.getvalue(), 19))
`);
writeFileSync(packed, python.FS.readFile("/packed"));
