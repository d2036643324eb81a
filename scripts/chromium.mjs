// Finds a Chromium for the browser tests, or brings one: CHROMIUM_PATH, the system's, apt-get (root on Debian), npm.
import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const packed = '@sparticuz/chromium@147.0.0'
const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge']
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

const onPath = (name) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK)
        return true
      } catch {
        return false
      }
    })

const installed = () => names.map(onPath).find(Boolean) ?? places.find((file) => existsSync(file))

function fromDebian() {
  if (process.getuid?.() !== 0 || !onPath('apt-get')) return undefined
  const apt = (...args) =>
    execFileSync('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=120', ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  apt('update')
  apt('-y', 'install', '--no-install-recommends', 'chromium', 'fonts-dejavu-core')
  return installed()
}

/** A Chromium that travels in an npm package, with the libraries that a bare system lacks. */
async function fromNpm() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const home = resolve(import.meta.dirname, '../.cache/chromium')
  if (!existsSync(join(home, 'node_modules/@sparticuz/chromium'))) {
    mkdirSync(home, { recursive: true })
    const quiet = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--fetch-retries=1']
    execFileSync('npm', ['install', ...quiet, '--prefix', home, packed], { stdio: ['ignore', 'ignore', 'pipe'] })
  }
  // It unpacks its libraries only when it believes to run on a Lambda, and always to <tmp>/chromium.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= `nodejs${process.versions.node.split('.')[0]}.x`
  const { TMPDIR } = process.env
  process.env.TMPDIR = home
  const entry = createRequire(join(home, 'x.js')).resolve('@sparticuz/chromium')
  const path = await (await import(pathToFileURL(entry))).default.executablePath()
  if (TMPDIR === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = TMPDIR
  return path
}

/**
 * The path of a Chromium.
 *
 * @throws Error with the ways out when there is none: browser tests are never left out in silence.
 */
export async function findChromium() {
  const given = process.env.CHROMIUM_PATH
  if (given && !existsSync(given)) throw new Error(`CHROMIUM_PATH is ${given}, which does not exist.`)
  const there = given ?? installed()
  if (there) return there
  const why = []
  for (const bring of [fromDebian, fromNpm]) {
    try {
      const path = await bring()
      if (path) return path
    } catch (error) {
      why.push(`${bring.name}: ${error.message.split('\n')[0]}`)
    }
  }
  throw new Error(
    [
      'No Chromium for the browser tests. Set CHROMIUM_PATH, install one, or set E2E=off to leave them out.',
      ...why,
    ].join('\n'),
  )
}
