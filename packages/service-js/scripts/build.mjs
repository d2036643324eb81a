// Builds dist/service.js and dist/sri.json. With --check it compares dist/service.js with the source, and checks its size.
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { bundleScript } from './bundle.mjs'

const home = fileURLToPath(new URL('..', import.meta.url))
// Maximum sizes: raise them if clear code needs it.
const gzipLimit = 8000
const brotliLimit = 7200

/** Bundles the script. The result is reproducible. */
export async function bundle() {
  return bundleScript({
    home,
    entry: 'src/global.ts',
    // Opens the popup a fifth sooner on a slow phone than compiling after the click.
    isEager: true,
  })
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const file = `${home}dist/service.js`
  const { version, text } = await bundle()
  if (!process.argv.includes('--check')) await writeFile(file, text)
  const bytes = await readFile(file)
  if (bytes.toString() !== text) throw new Error('dist/service.js is out of date. Run "npm run build".')
  const gzip = gzipSync(bytes, { level: 9 }).length
  const brotli = brotliCompressSync(bytes).length
  const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`
  const sri = { 'service.js': { version, url: `/service/v${version}.js`, bytes: bytes.length, gzip, integrity } }
  await writeFile(`${home}dist/sri.json`, `${JSON.stringify(sri, null, 2)}\n`)
  console.log(
    `service.js: ${bytes.length} B, ${gzip} B gzip (limit ${gzipLimit}), ${brotli} B brotli (limit ${brotliLimit})`,
  )
  if (process.argv.includes('--check') && (gzip > gzipLimit || brotli > brotliLimit)) process.exitCode = 1
}
