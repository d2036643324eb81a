// Makes dist/service.js, the script for a page, and dist/sri.json. With --check it only weighs what is there.
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { minify } from 'terser'

const home = fileURLToPath(new URL('..', import.meta.url))
// One flight of a slow connection, with the headers. It may shrink, and not grow.
const gzipLimit = 4096
const brotliLimit = 3600

/** The script as text: the same bytes each time. */
export async function bundle() {
  const { version } = JSON.parse(await readFile(`${home}package.json`, 'utf8'))
  const { outputFiles } = await build({
    absWorkingDir: home,
    entryPoints: ['src/global.ts'],
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
    alias: { '@cedi/contract/checkout-messages': '../contract/src/checkout-messages.ts' },
    logLevel: 'warning',
  })
  // It puts what is used once where it is used, and gives the same short names in each function: 3 % less than esbuild.
  const { code } = await minify(outputFiles[0].text, {
    ecma: 2020,
    // The last ones leave comparisons and conditions as they are written: longer, and they compress better.
    compress: {
      passes: 3,
      unsafe_arrows: true,
      pure_getters: true,
      lhs_constants: false,
      conditionals: false,
      booleans: false,
      unsafe_comps: true,
    },
  })
  // Chromium compiles it as it comes, and not when the buyer has clicked: the popup is there a fifth sooner on a slow phone.
  return { version, text: `//# allFunctionsCalledOnLoad\n${code}\n` }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const file = `${home}dist/service.js`
  const { version, text } = await bundle()
  if (!process.argv.includes('--check')) await writeFile(file, text)
  const bytes = await readFile(file)
  if (bytes.toString() !== text) throw new Error('dist/service.js is not what the source makes. Run "npm run build".')
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
