// Measures the size of the build: brotli bytes, bundled and minified by esbuild, without the client. Exits with 1 above a limit.
import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'esbuild'

const { limits } = JSON.parse(readFileSync(new URL('size.json', import.meta.url), 'utf8'))
const dist = new URL('../dist/', import.meta.url).pathname
const cases = {
  settle: "export { settle } from './index.js'",
  waitForPayment: "export { waitForPayment } from './index.js'",
  memoryStore: "export * from './memory.js'",
  pgStore: "export * from './pg.js'",
  sqliteStore: "export * from './sqlite.js'",
  d1Store: "export * from './d1.js'",
}
for (const [name, contents] of Object.entries(cases)) {
  const result = await build({
    stdin: { contents, resolveDir: dist },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    external: ['@cedi/client', '@cedi/client/*'],
    write: false,
  })
  const bytes = brotliCompressSync(result.outputFiles[0].contents).length
  const isOver = bytes > limits[name]
  console.log(`${isOver ? 'over' : 'ok  '}  ${name}: ${bytes} B brotli (limit ${limits[name]})`)
  if (isOver) process.exitCode = 1
}
