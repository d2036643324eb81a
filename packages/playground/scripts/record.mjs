// Runs each snippet against the sandbox and records its output, for browsers without service workers.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { textPlugin } from './text-plugin.mjs'

const baseUrl = 'https://pay.example'

/**
 * Records all snippets.
 *
 * @param root - Folder of the package.
 * @param dist - Folder with the client and `controls.js`.
 */
export async function record({ root, dist }) {
  const buildFolder = join(root, 'node_modules/.cache/recording')
  rmSync(buildFolder, { recursive: true, force: true })
  mkdirSync(join(buildFolder, 'code'), { recursive: true })
  cpSync(join(dist, 'lib'), join(buildFolder, 'lib'), { recursive: true })
  cpSync(join(dist, 'controls.js'), join(buildFolder, 'controls.js'))
  writeFileSync(join(buildFolder, 'package.json'), '{ "type": "module" }')
  const outfile = join(buildFolder, 'recorder.js')
  await build({
    entryPoints: [join(root, 'src/recording/recorder.ts')],
    tsconfig: join(root, '../../tsconfig.base.json'),
    bundle: true,
    platform: 'node',
    jsx: 'automatic',
    jsxImportSource: 'hono/jsx',
    format: 'esm',
    target: 'node20',
    outfile,
    plugins: [textPlugin],
    // Bundled CommonJS modules call `require`.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'warning',
  })
  const { recordAll } = await import(pathToFileURL(outfile).href)
  const recording = await recordAll(baseUrl, async (code) => {
    const file = join(buildFolder, 'code', `${Math.random()}.js`)
    writeFileSync(file, code)
    await import(pathToFileURL(file).href)
  })
  rmSync(buildFolder, { recursive: true, force: true })
  return recording
}
