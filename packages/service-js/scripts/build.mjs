// Makes dist/service.js, the script for a page, and dist/sri.json.
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { bundleScript } from './bundle.mjs'

const home = fileURLToPath(new URL('..', import.meta.url))

/** The script as text: the same bytes each time. */
export async function bundle() {
  return bundleScript({
    home,
    entry: 'src/global.ts',
    // They leave comparisons and conditions as they are written: longer, and they compress better.
    compress: { lhs_constants: false, conditionals: false, booleans: false, unsafe_comps: true },
    // Not when the buyer has clicked: the popup is there a fifth sooner on a slow phone.
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
