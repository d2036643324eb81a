// Bundles the simulator and the simulated packages from their sources, with optional edits.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const root = resolve(import.meta.dirname, '../../..')

/** Edit of a source file. @typedef {{ file: string, find: string, replace: string }} Edit */

/**
 * Bundles the simulator.
 *
 * @param {string} outfile
 * @param {readonly Edit[]} edits - Each `find` must occur exactly once.
 */
export async function bundle(outfile, edits = []) {
  const editsByFile = new Map()
  for (const edit of edits) {
    const text = readFileSync(resolve(root, edit.file), 'utf8')
    const count = text.split(edit.find).length - 1
    if (count !== 1) throw new Error(`"${edit.find}" must occur once in ${edit.file}. Found ${count} times.`)
    editsByFile.set(edit.file, [...(editsByFile.get(edit.file) ?? []), edit])
  }
  const plugin = {
    name: 'apply-edits',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const fileEdits = editsByFile.get(relative(root, path))
        if (!fileEdits) return undefined
        const text = fileEdits.reduce(
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
    // An edit may cause warnings.
    logLevel: 'error',
    plugins: [plugin],
  })
}

/**
 * Bundles the simulator and imports the bundle.
 *
 * @param {readonly Edit[]} edits
 */
export async function loadSimulator(edits = []) {
  const dir = mkdtempSync(join(tmpdir(), 'cedi-world-'))
  try {
    const file = join(dir, 'world.mjs')
    await bundle(file, edits)
    return await import(pathToFileURL(file).href)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
