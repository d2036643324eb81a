// What a server pays for the package: brotli bytes of the build, bundled and minified by esbuild, without the client. Exits by the limit.
import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'esbuild'

const { limits } = JSON.parse(readFileSync(new URL('size.json', import.meta.url), 'utf8'))
const dist = new URL('../dist/', import.meta.url).pathname
const cases = {
  settle: "export { settle } from './index.js'",
  until: "export { until } from './index.js'",
  'the store on memory': "export * from './memory.js'",
  'the store on PostgreSQL': "export * from './pg.js'",
  'the store on SQLite': "export * from './sqlite.js'",
  'the store on D1': "export * from './d1.js'",
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
