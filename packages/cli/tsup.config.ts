import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { defineConfig } from 'tsup'

/** Bundled third-party packages, whose licences must be included. @decision 0083 */
const bundled = ['@modelcontextprotocol/sdk', 'zod', 'zod-to-json-schema']

const findPackage = (name: string): string => {
  const found = createRequire(import.meta.url)
    .resolve.paths(name)
    ?.map((folder) => `${folder}/${name}`)
    .find((folder) => {
      try {
        return readFileSync(`${folder}/package.json`)
      } catch {
        return false
      }
    })
  if (!found) throw new Error(`${name} is not installed.`)
  return found
}

export default defineConfig({
  // Tests import the adapter.
  entry: { main: 'src/main.ts', 'examine/wordpress': 'src/examine/adapters/wordpress.ts' },
  format: ['esm'],
  target: 'es2022',
  // Each command is a separate chunk that is loaded when it runs.
  splitting: true,
  treeshake: true,
  clean: true,
  // The contract is not published. Only 1 % of the SDK is needed, and it would install 130 packages.
  noExternal: [/^@cedi\/contract/, /^@modelcontextprotocol\/sdk/, /^zod/],
  onSuccess: async () => {
    const texts = bundled.map((name) => `${name}\n\n${readFileSync(`${findPackage(name)}/LICENSE`, 'utf8').trim()}\n`)
    writeFileSync('dist/LICENSES-OF-OTHERS.txt', texts.join('\n\n'))
  },
})
