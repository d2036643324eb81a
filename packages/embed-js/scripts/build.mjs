// Makes dist/embed.js and dist/buy.js, the scripts for a page, and dist/sri.json. With --check it only weighs them.
import { createHash } from 'node:crypto'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { minify } from 'terser'

const home = fileURLToPath(new URL('..', import.meta.url))
/** What draws the buttons, and what sells: the second comes when the first is in view. */
const scripts = { 'embed.js': 'src/global.ts', 'buy.js': 'src/buy.ts' }
const gzipLimits = { 'embed.js': 1900, both: 6000 }

/** One of the scripts as text: the same bytes each time. */
export async function bundle(name = 'embed.js') {
  const { version } = JSON.parse(await readFile(`${home}package.json`, 'utf8'))
  const { outputFiles } = await build({
    absWorkingDir: home,
    entryPoints: [scripts[name]],
    bundle: true,
    write: false,
    format: 'iife',
    minifySyntax: true,
    target: ['es2020', 'chrome80', 'firefox78', 'safari14'],
    // The faults of old browsers with these two are in forms that are not used here.
    supported: { destructuring: true, 'optional-chain': true },
    charset: 'utf8',
    define: { __VERSION__: JSON.stringify(version) },
    // Modules are strict already; the words themselves are not needed.
    tsconfigRaw: { compilerOptions: { target: 'es2022', alwaysStrict: false } },
    alias: {
      '@cedi/contract/checkout-messages': '../contract/src/checkout-messages.ts',
      '@cedi/service-js/links': '../service-js/src/links.ts',
      '@cedi/service-js/popup': '../service-js/src/popup.ts',
      '@cedi/service-js/slot': '../service-js/src/slot.ts',
    },
    logLevel: 'warning',
  })
  // It puts what is used once where it is used, and gives the same short names in each function: 3 % less than esbuild.
  const { code } = await minify(outputFiles[0].text, {
    ecma: 2020,
    compress: { passes: 3, unsafe_arrows: true, pure_getters: true },
  })
  return { version, text: `${code}\n` }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const isCheck = process.argv.includes('--check')
  const sri = {}
  await mkdir(`${home}dist`, { recursive: true })
  for (const name of Object.keys(scripts)) {
    const file = `${home}dist/${name}`
    const { version, text } = await bundle(name)
    if (!isCheck) await writeFile(file, text)
    const bytes = await readFile(file)
    if (bytes.toString() !== text) throw new Error(`dist/${name} is not what the source makes. Run "npm run build".`)
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
