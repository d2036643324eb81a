// Makes dist/embed.js and dist/buy.js, the scripts for a page, and dist/sri.json.
import { createHash } from 'node:crypto'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { bundleScript } from '../../service-js/scripts/bundle.mjs'

const home = fileURLToPath(new URL('..', import.meta.url))
/** `embed.js` renders the buttons; `buy.js` opens the checkout, and is loaded when a button becomes visible. */
const scripts = { 'embed.js': 'src/global.ts', 'buy.js': 'src/buy.ts' }

/** Bundles one of the scripts. The result is reproducible. */
export const bundle = (name = 'embed.js') =>
  bundleScript({
    home,
    entry: scripts[name],
    // `buy.js` is loaded while the browser is idle, so its functions can be compiled on their first call.
    isEager: name === 'embed.js',
    alias: Object.fromEntries(
      ['dom', 'frame', 'intent-token', 'links', 'page-state', 'popup'].map((file) => [
        `@cedi/service-js/${file}`,
        `../service-js/src/${file}.ts`,
      ]),
    ),
  })

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const sri = {}
  await mkdir(`${home}dist`, { recursive: true })
  for (const name of Object.keys(scripts)) {
    const { version, text } = await bundle(name)
    const bytes = Buffer.from(text)
    const gzip = gzipSync(bytes, { level: 9 }).length
    const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`
    sri[name] = { version, url: `/${name.replace('.', `/v${version}.`)}`, bytes: bytes.length, gzip, integrity }
    await writeFile(`${home}dist/${name}`, bytes)
  }
  await copyFile(`${home}src/embed.d.ts`, `${home}dist/embed.d.ts`)
  await writeFile(`${home}dist/sri.json`, `${JSON.stringify(sri, null, 2)}\n`)
}
