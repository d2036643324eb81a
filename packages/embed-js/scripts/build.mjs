// Makes dist/embed.js, the script for a page, and dist/sri.json. With --check it only weighs what is there.
import { createHash } from 'node:crypto'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { minify } from 'terser'

const home = fileURLToPath(new URL('..', import.meta.url))
// The goal is 1900. This is what all the features weigh today: it may shrink, and not grow.
const gzipLimit = 2240

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
    alias: { '@cedi/service-js/links': '../service-js/src/links.ts' },
    logLevel: 'warning',
  })
  // It puts what is used once where it is used, and gives the same short names in each function: 3 % less than esbuild.
  const { code } = await minify(outputFiles[0].text, {
    ecma: 2020,
    compress: { passes: 3, unsafe_arrows: true, pure_getters: true, hoist_funs: true },
  })
  return { version, text: `${code}\n` }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const file = `${home}dist/embed.js`
  const { version, text } = await bundle()
  if (!process.argv.includes('--check')) {
    await mkdir(`${home}dist`, { recursive: true })
    await writeFile(file, text)
    await copyFile(`${home}src/embed.d.ts`, `${home}dist/embed.d.ts`)
  }
  const bytes = await readFile(file)
  if (bytes.toString() !== text) throw new Error('dist/embed.js is not what the source makes. Run "npm run build".')
  const gzip = gzipSync(bytes, { level: 9 }).length
  const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`
  const sri = { 'embed.js': { version, url: `/embed/v${version}.js`, bytes: bytes.length, gzip, integrity } }
  await writeFile(`${home}dist/sri.json`, `${JSON.stringify(sri, null, 2)}\n`)
  console.log(`embed.js: ${bytes.length} B, ${gzip} B gzip (limit ${gzipLimit})`)
  if (process.argv.includes('--check') && gzip > gzipLimit) process.exitCode = 1
}
