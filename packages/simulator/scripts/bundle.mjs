// Bundles the simulator and the simulated packages from their sources.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const root = resolve(import.meta.dirname, '../../..')

/** Bundles the simulator and imports the bundle. */
export async function loadSimulator() {
  const dir = mkdtempSync(join(tmpdir(), 'cedi-world-'))
  try {
    const outfile = join(dir, 'world.mjs')
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
      logLevel: 'error',
    })
    return await import(pathToFileURL(outfile).href)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
