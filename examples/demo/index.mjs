// Builds what is not built, starts the service, the shop and the page, and says where they are. With --check it buys and stops.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const help = `npm run demo [-- --check]

  Starts the mock service, a shop on it and a page with buy buttons, and prints their addresses.

  --check     buys twice over HTTP, as buyers would, looks whether the books agree, and stops
  --no-build  takes the packages as they are built

  PORT=5010 npm run demo   takes the ports 5010, 5011 and 5012; PORT=0 takes free ones
`

/** @param {string} line @returns {never} */
function stop(line) {
  console.error(line)
  process.exit(1)
}

function readArguments() {
  try {
    const options = /** @type {const} */ ({
      check: { type: 'boolean', default: false },
      'no-build': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    })
    return parseArgs({ options }).values
  } catch (error) {
    return stop(`${/** @type {Error} */ (error).message.split('. ')[0]}. See npm run demo -- --help.`)
  }
}

/** The path of Turborepo, which builds the packages in their order. */
function findTurbo() {
  try {
    return createRequire(import.meta.url).resolve('turbo/bin/turbo')
  } catch {
    return stop('Nothing is installed yet. Run: npm ci --workspace @cedi/example-demo && npm run demo')
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
    '--filter=@cedi/settle...',
  ]
  process.stdout.write('Building, which takes a minute the first time … ')
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1' }
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', env })
  if (status !== 0) stop(`it failed.\n${stdout}${stderr}`)
  console.log('done.')
}

const given = readArguments()
if (given.help) {
  process.stdout.write(help)
  process.exit(0)
}
const { PORT } = process.env
if (PORT && (!/^\d{1,5}$/.test(PORT) || Number(PORT) > 65_533))
  stop(`PORT must be a number from 0 to 65533, not "${PORT}".`)
if (!given['no-build']) build()

// Only now: a fresh clone has nothing to import before it was built.
const { startDemo } = await import('./start.mjs')
const demo = await startDemo({
  port: PORT ? Number(PORT) : undefined,
  approvalDelayMs: given.check ? 200 : 2000,
  ...(given.check ? { log() {} } : {}),
}).catch((/** @type {NodeJS.ErrnoException & { port?: number }} */ error) =>
  stop(
    error.code === 'EADDRINUSE'
      ? `Port ${error.port} is taken. Choose another, such as PORT=5010 npm run demo, or PORT=0 for free ones.`
      : `The demo cannot start: ${error.message}`,
  ),
)

if (given.check) {
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
    // A second signal does not wait.
    if (isStopping) process.exit(1)
    isStopping = true
    void demo.close().then(() => process.exit(0))
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, end)
  // Where npm starts it through a shell, a signal to npm ends the shell and never arrives here: the parent is another then.
  const { ppid } = process
  setInterval(() => process.ppid !== ppid && !isStopping && end(), 500).unref()
}
