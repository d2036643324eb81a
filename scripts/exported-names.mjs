import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** Returns the path of an entry point's source: the name of its declaration file is the name of the source. */
const sourcePath = (folder, types) => {
  const name = /([^/]+)\.d\.[cm]?ts$/.exec(types)[1]
  const candidates = [`src/${name}.ts`, `src/stores/${name}.ts`, 'src/index.ts'].map((path) => join(folder, path))
  return candidates.find((path) => ts.sys.fileExists(path))
}

/**
 * Lists the exported types and values of a package.
 *
 * @param {string} folder - Absolute path of the package.
 * @returns {Record<string, string[]>} Sorted names by entry point.
 */
export function listExportedNames(folder) {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const entries = Object.entries(exports)
    .map(([entry, value]) => [entry, value.types ?? value.import?.types])
    .filter(([, types]) => types)
    .map(([entry, types]) => [entry, sourcePath(folder, types)])
  const config = join(folder, 'tsconfig.json')
  const { options } = ts.parseJsonConfigFileContent(ts.readConfigFile(config, ts.sys.readFile).config, ts.sys, folder)
  const program = ts.createProgram(
    entries.map(([, path]) => path),
    options,
  )
  const checker = program.getTypeChecker()
  return Object.fromEntries(
    entries.map(([entry, path]) => {
      const module = checker.getSymbolAtLocation(program.getSourceFile(path))
      return [
        entry,
        checker
          .getExportsOfModule(module)
          .map(({ name }) => name)
          .sort(),
      ]
    }),
  )
}
