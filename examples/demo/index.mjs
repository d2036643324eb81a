// Builds the packages, starts the service, the shop and the page, and prints their URLs. With --check it buys and exits.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const help = `npm run demo [-- --check]

  Starts the mock service, a shop on it and a page with buy buttons, and prints their addresses.

  --check     buys twice over HTTP, verifies the ledger, and exits
  --no-build  uses the packages as built

  PORT=5010 npm run demo   uses the ports 5010, 5011 and 5012; PORT=0 uses free ones
`

/** @param {string} line @returns {never} */
function stop(line) {
  console.error(line)
  process.exit(1)
}

function readArguments() {
  try {
    const definitions = /** @type {const} */ ({
      check: { type: 'boolean', default: false },
      'no-build': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    })
    return parseArgs({ options: definitions }).values
  } catch (error) {
    return stop(`${/** @type {Error} */ (error).message.split('. ')[0]}. See npm run demo -- --help.`)
  }
}

/** Returns the path of Turborepo. */
function findTurbo() {
  try {
    return createRequire(import.meta.url).resolve('turbo/bin/turbo')
  } catch {
    return stop('The packages are not installed. Run: npm ci --workspace @cedi/example-demo && npm run demo')
  }
}

function build() {
  const root = join(import.meta.dirname, '../..')
  const args = [
    findTurbo(),
    'run',
    'bundle',
    '--output-logs=errors-only',
    '--filter=@cedi/sandbox...',
    '--filter=@cedi/client...',
  ]
  process.stdout.write('Building, which takes a minute the first time … ')
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1' }
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', env })
  if (status !== 0) stop(`it failed.\n${stdout}${stderr}`)
  console.log('done.')
}

const options = readArguments()
if (options.help) {
  process.stdout.write(help)
  process.exit(0)
}
const { PORT } = process.env
if (PORT && (!/^\d{1,5}$/.test(PORT) || Number(PORT) > 65_533))
  stop(`PORT must be a number from 0 to 65533, not "${PORT}".`)
if (!options['no-build']) build()

// Imported after the build, because a fresh clone has no built packages.
const { startDemo } = await import('./start.mjs')
const demo = await startDemo({
  port: PORT ? Number(PORT) : undefined,
  approvalDelayMs: options.check ? 200 : 2000,
  ...(options.check ? { log() {} } : {}),
}).catch((/** @type {NodeJS.ErrnoException & { port?: number }} */ error) =>
  stop(
    error.code === 'EADDRINUSE'
      ? `Port ${error.port} is taken. Choose another, such as PORT=5010 npm run demo, or PORT=0 for free ones.`
      : `The demo cannot start: ${error.message}`,
  ),
)

if (options.check) {
  const { buyAndCheck } = await import('./check.mjs')
  const isRight = await buyAndCheck(demo).catch((error) => {
    console.error(error)
    return false
  })
  await demo.close()
  process.exitCode = isRight ? 0 : 1
} else {
  console.log(demo.welcome)
  let isStopping = false
  const end = () => {
    // A second signal exits immediately.
    if (isStopping) process.exit(1)
    isStopping = true
    void demo.close().then(() => process.exit(0))
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, end)
  // If npm starts this through a shell, a signal to npm ends only the shell. The parent process changes then.
  const { ppid } = process
  setInterval(() => process.ppid !== ppid && !isStopping && end(), 500).unref()
}
