import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/**
 * Lists the exported types and values of a package.
 *
 * @param {string} folder - Absolute path of the package.
 * @returns {Record<string, string[]>} Sorted names by entry point.
 */
export function listExportedNames(folder) {
  const { exports, scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  // The build script names the source of an entry where it is not src/<entry>.ts.
  const sources = Object.fromEntries(
    Array.from(scripts.build.matchAll(/(\S+)=(\S+)/g), ([, name, path]) => [name, path]),
  )
  const entries = Object.entries(exports)
    .map(([entry, value]) => [entry, value.types ?? value.import?.types])
    .filter(([, types]) => types)
    .map(([entry, types]) => {
      const [, name] = /dist\/(.+)\.d\.ts$/.exec(types)
      return [entry, join(folder, sources[name] ?? `src/${name}.ts`)]
    })
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
