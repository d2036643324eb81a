// What a page pays for the client: brotli bytes of the built package, bundled and minified by esbuild. Exits by the limits.
import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'esbuild'

const { limits } = JSON.parse(readFileSync(new URL('size.json', import.meta.url), 'utf8'))
const cases = {
  'one operation': "export { listProducts } from './operations.js'",
  'whole client': "export { createClient } from './index.js'",
  'one operation and sender': "export { listProducts } from './operations.js'\nexport { send } from './fetch.js'",
  // The other way round compresses otherwise.
  'sender and one operation': "export { send } from './fetch.js'\nexport { listProducts } from './operations.js'",
  sender: "export { send } from './fetch.js'",
}
const dist = new URL('../dist/', import.meta.url).pathname
for (const [name, contents] of Object.entries(cases)) {
  const result = await build({
    stdin: { contents, resolveDir: dist },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2020',
    write: false,
  })
  const bytes = brotliCompressSync(result.outputFiles[0].contents).length
  const over = bytes > limits[name]
  console.log(`${over ? 'over' : 'ok  '}  ${name}: ${bytes} B brotli (limit ${limits[name]})`)
  if (over) process.exitCode = 1
}
