// Builds dist/embed.js, dist/buy.js and dist/sri.json. With --check it compares the scripts with the source, and checks
// their size.
import { createHash } from 'node:crypto'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { bundleScript } from '../../service-js/scripts/bundle.mjs'

const home = fileURLToPath(new URL('..', import.meta.url))
/** `embed.js` renders the buttons; `buy.js` opens the checkout, and is loaded when a button becomes visible. */
const scripts = { 'embed.js': 'src/global.ts', 'buy.js': 'src/buy.ts' }
// Maximum sizes: raise them if clear code needs it.
const gzipLimits = { 'embed.js': 2486, 'buy.js': 8100, both: 10_586 }

/** Bundles one of the scripts. The result is reproducible. */
export const bundle = (name = 'embed.js') =>
  bundleScript({
    home,
    entry: scripts[name],
    // `buy.js` is loaded while the browser is idle, so its functions can be compiled on their first call.
    isEager: name === 'embed.js',
    alias: Object.fromEntries(
      ['frame', 'links', 'page-state', 'popup'].map((file) => [
        `@cedi/service-js/${file}`,
        `../service-js/src/${file}.ts`,
      ]),
    ),
  })

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const isCheck = process.argv.includes('--check')
  const sri = {}
  await mkdir(`${home}dist`, { recursive: true })
  for (const name of Object.keys(scripts)) {
    const file = `${home}dist/${name}`
    const { version, text } = await bundle(name)
    if (!isCheck) await writeFile(file, text)
    const bytes = await readFile(file)
    if (bytes.toString() !== text) throw new Error(`dist/${name} is out of date. Run "npm run build".`)
    const gzip = gzipSync(bytes, { level: 9 }).length
    const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`
    sri[name] = { version, url: `/${name.replace('.', `/v${version}.`)}`, bytes: bytes.length, gzip, integrity }
  }
  if (!isCheck) await copyFile(`${home}src/embed.d.ts`, `${home}dist/embed.d.ts`)
  await writeFile(`${home}dist/sri.json`, `${JSON.stringify(sri, null, 2)}\n`)
  const sizes = Object.fromEntries(Object.entries(sri).map(([name, { gzip }]) => [name, gzip]))
  sizes.both = sizes['embed.js'] + sizes['buy.js']
  console.log(
    Object.entries(sizes)
      .map(([name, gzip]) => `${name}: ${gzip} B gzip${name in gzipLimits ? ` (limit ${gzipLimits[name]})` : ''}`)
      .join(', '),
  )
  if (isCheck && Object.entries(gzipLimits).some(([name, limit]) => sizes[name] > limit)) process.exitCode = 1
}
