import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { defineConfig } from 'tsup'

/** What of others is in the files of `cedi mcp`: their licences go with them. @decision 0083 */
const carried = ['@modelcontextprotocol/sdk', 'zod', 'zod-to-json-schema']

const folderOf = (name: string): string => {
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
  entry: { main: 'src/main.ts' },
  format: ['esm'],
  target: 'es2022',
  // Each command is a file of its own, loaded when it is asked for.
  splitting: true,
  treeshake: true,
  clean: true,
  // The contract is not published. Of the SDK a hundredth is needed, and it would install 130 packages.
  noExternal: [/^@cedi\/contract/, /^@modelcontextprotocol\/sdk/, /^zod/],
  onSuccess: async () => {
    const texts = carried.map((name) => `${name}\n\n${readFileSync(`${folderOf(name)}/LICENSE`, 'utf8').trim()}\n`)
    writeFileSync('dist/LICENSES-OF-OTHERS.txt', texts.join('\n\n'))
  },
})
