// Makes dist/service.js, the script for a page, and dist/sri.json.
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { bundleScript } from './bundle.mjs'

const home = fileURLToPath(new URL('..', import.meta.url))

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
  const { version, text } = await bundle()
  const bytes = Buffer.from(text)
  const gzip = gzipSync(bytes, { level: 9 }).length
  const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`
  const sri = { 'service.js': { version, url: `/service/v${version}.js`, bytes: bytes.length, gzip, integrity } }
  await writeFile(`${home}dist/service.js`, bytes)
  await writeFile(`${home}dist/sri.json`, `${JSON.stringify(sri, null, 2)}\n`)
}
