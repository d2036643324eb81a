// Bundles the simulator and everything that it simulates from their sources, unchanged or with planted changes.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const root = resolve(import.meta.dirname, '../../..')

/** A change of one place of a source. @typedef {{ file: string, find: string, replace: string }} Edit */

/**
 * Bundles the simulator.
 *
 * @param {string} outfile
 * @param {readonly Edit[]} edits - Each must be found exactly once.
 */
export async function bundle(outfile, edits = []) {
  const wanted = new Map()
  for (const edit of edits) {
    const text = readFileSync(resolve(root, edit.file), 'utf8')
    const places = text.split(edit.find).length - 1
    if (places !== 1) throw new Error(`"${edit.find}" is found ${places} times in ${edit.file}, not once`)
    wanted.set(edit.file, [...(wanted.get(edit.file) ?? []), edit])
  }
  const plant = {
    name: 'plant',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const mine = wanted.get(relative(root, path))
        if (!mine) return undefined
        const text = mine.reduce(
          (source, { find, replace }) => source.replace(find, () => replace),
          readFileSync(path, 'utf8'),
        )
        return { contents: text, loader: 'ts' }
      })
    },
  }
  await build({
    entryPoints: [resolve(root, 'packages/simulator/src/index.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    tsconfig: resolve(root, 'tsconfig.base.json'),
    external: ['pg', '@electric-sql/pglite', 'msw'],
    sourcemap: 'inline',
    // A planted change may look strange.
    logLevel: 'error',
    plugins: [plant],
  })
}

/**
 * Opens a world in this process.
 *
 * @param {readonly Edit[]} edits
 */
export async function openWorld(edits = []) {
  const dir = mkdtempSync(join(tmpdir(), 'cedi-world-'))
  try {
    const file = join(dir, 'world.mjs')
    await bundle(file, edits)
    return await import(pathToFileURL(file).href)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
