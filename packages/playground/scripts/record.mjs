// Runs each piece of code of the page against the sandbox, and writes down what it said: for browsers that have no service
// workers. Nothing in the recording is written by hand.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { texts } from './texts.mjs'

const baseUrl = 'https://pay.example'

/**
 * Records everything.
 *
 * @param root - The folder of the package.
 * @param dist - Where the client and `desk.js` are.
 */
export async function record({ root, dist }) {
  const home = join(root, 'node_modules/.cache/walk')
  rmSync(home, { recursive: true, force: true })
  mkdirSync(join(home, 'code'), { recursive: true })
  cpSync(join(dist, 'lib'), join(home, 'lib'), { recursive: true })
  cpSync(join(dist, 'desk.js'), join(home, 'desk.js'))
  writeFileSync(join(home, 'package.json'), '{ "type": "module" }')
  const outfile = join(home, 'tape.js')
  await build({
    entryPoints: [join(root, 'src/walk/tape.ts')],
    tsconfig: join(root, '../../tsconfig.base.json'),
    bundle: true,
    platform: 'node',
    jsx: 'automatic',
    jsxImportSource: 'hono/jsx',
    format: 'esm',
    target: 'node20',
    outfile,
    plugins: [texts],
    // CommonJS inside asks for `require`.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'warning',
  })
  const { recordAll } = await import(pathToFileURL(outfile).href)
  const walk = await recordAll(baseUrl, async (code) => {
    const file = join(home, 'code', `${Math.random()}.js`)
    writeFileSync(file, code)
    await import(pathToFileURL(file).href)
  })
  rmSync(home, { recursive: true, force: true })
  return walk
}
