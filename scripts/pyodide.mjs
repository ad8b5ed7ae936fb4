// Runs a module of this repository in Pyodide, the Python of browsers:
//   node scripts/pyodide.mjs FOLDER_OF_THE_NPM_PACKAGE MODULE ARGUMENT…
import path from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

const [folder, module, ...args] = process.argv.slice(2)
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const { loadPyodide } = await import(pathToFileURL(path.join(path.resolve(folder), "pyodide.mjs")).href)
const python = await loadPyodide()
python.mountNodeFS("/marne", root)
python.globals.set("module", module)
python.globals.set("arguments", python.toPy(args))
python.runPython(`
import runpy, sys
sys.dont_write_bytecode = True
sys.path[:0] = ["/marne/src", "/marne"]
sys.argv[1:] = arguments
runpy.run_module(module, run_name="__main__", alter_sys=True)
`)
