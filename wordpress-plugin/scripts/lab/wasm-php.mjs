// A PHP that Debian does not have, as a command: node wasm-php.mjs 7.4 script.php … It sees this repository, the site that
// CEDI_SITE names, WC_DIR and the PHP libraries of this machine, each at its own path.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { isAbsolute, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cache, createOnce, plugin } from './core.mjs'

const builds = '@php-wasm/node@3.1.56'

/** PHP versions that run in WebAssembly. */
export const wasmVersions = ['7.4', '8.0', '8.1', '8.3', '8.4', '8.5']

/** Downloads the builds once to .cache (half a gigabyte). */
export const installWasm = () =>
  createOnce(join(cache, `php-wasm-${builds.split('@').at(-1)}`), (draft) => {
    writeFileSync(join(draft, 'package.json'), '{ "private": true }')
    execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--silent', builds], {
      cwd: draft,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  })

/** Runs PHP, and ends with its exit code. */
async function run(version, args) {
  const from = createRequire(join(installWasm(), 'package.json'))
  const load = async (name) => import(pathToFileURL(from.resolve(name)).href)
  const { createNodeFsMountHandler, loadNodeRuntime } = await load('@php-wasm/node')
  const { PHP, setPhpIniEntries } = await load('@php-wasm/universal')
  const { createSpawnHandler } = await load('@php-wasm/util')
  const php = new PHP(await loadNodeRuntime(version, { emscriptenOptions: { processId: process.pid } }))
  await setPhpIniEntries(php, {
    memory_limit: '512M',
    error_reporting: '-1',
    'date.timezone': 'UTC',
    include_path: '.:/usr/share/php',
  })
  // PHPUnit would wait for the width of the terminal.
  await php.setSpawnHandler(createSpawnHandler((_, child) => child.exit(1)))
  const folders = [
    resolve(plugin, '..'),
    process.env.CEDI_SITE,
    process.env.CEDI_CORE,
    process.env.WC_DIR && resolve(process.env.WC_DIR),
    '/usr/share/php',
    ...args.filter(isAbsolute),
  ]
  const mountedFolders = []
  for (const folder of folders) {
    if (!folder || mountedFolders.some((known) => `${folder}/`.startsWith(`${known}/`))) continue
    await php.mount(folder, createNodeFsMountHandler(folder))
    mountedFolders.push(folder)
  }
  const response = await php.cli(['php', ...args], { env: { ...process.env, COLUMNS: '120' }, cwd: plugin })
  const pipeOutput = (stream, to) => stream.pipeTo(new WritableStream({ write: (chunk) => void to.write(chunk) }))
  await Promise.all([pipeOutput(response.stdout, process.stdout), pipeOutput(response.stderr, process.stderr)])
  process.exit(await response.exitCode)
}

if (process.argv[1] === import.meta.filename) {
  const [version, ...args] = process.argv.slice(2)
  await run(version, args)
}
