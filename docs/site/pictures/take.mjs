// npm run pictures [-- NAME …] [-- --check]
//
// Takes the guides' pictures from the real screens, into docs/images, and records fingerprints of the screens (screens.json).
// A name takes only the screens that begin with it; "journey" and "wordpress" start their own WordPress. With --check
// it writes nothing and prints the screens that have changed.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { chromiumArgs, findChromium } from '../../../scripts/browsers.mjs'
import { fingerprint } from './fingerprint.mjs'
import { screens } from './screens.mjs'
import { startWorld } from './world.mjs'

const root = resolve(import.meta.dirname, '../../..')
const images = join(root, 'docs/images')
const record = join(images, 'screens.json')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean', default: false } },
})
const isWanted = (name) => positionals.length === 0 || positionals.some((start) => name.startsWith(start))

const run = (command, words) =>
  execFileSync(command, words, { cwd: root, stdio: 'inherit', env: { ...process.env, PICTURES: '1' } })

/** Opens a screen in a fresh browser, and describes it. */
async function visit(browser, screen) {
  const world = await startWorld({ hasHistory: screen.needsHistory })
  const context = await browser.newContext({
    locale: 'en-GH',
    timezoneId: 'Africa/Accra',
    reducedMotion: 'reduce',
    ...screen.look,
  })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
    await screen.go(page, world)
    await page.mouse.move(0, 0)
    await page.evaluate(() => document.fonts.ready)
    const now = await fingerprint(page)
    if (!values.check) await page.screenshot({ path: join(images, `${screen.name}.png`) })
    return now
  } finally {
    await context.close()
    await world.close()
  }
}

/** Describes the changes of a screen. */
function difference(before, now) {
  if (!before) return 'has no picture yet'
  const what = { words: 'other words', look: 'another look' }
  const changed = Object.keys(what).filter((part) => before[part] !== now[part])
  return changed.length > 0 ? `has ${changed.map((part) => what[part]).join(' and ')} than its picture` : undefined
}

const known = JSON.parse(readFileSync(record, 'utf8'))
const wanted = screens.filter(({ name }) => isWanted(name))
const changed = []
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: [...chromiumArgs, '--force-color-profile=srgb'],
})
for (const screen of wanted) {
  const now = await visit(browser, screen)
  const what = difference(known[screen.name], now)
  if (what) changed.push(`${screen.name} ${what}.`)
  known[screen.name] = now
  if (!values.check) console.log(screen.name)
}
await browser.close()

if (values.check) {
  console.log([...changed, ...(changed.length > 0 ? ['Make them anew: npm run pictures'] : [])].join('\n'))
  console.log(`${wanted.length - changed.length} passed, ${changed.length} failed`)
  process.exitCode = changed.length > 0 || wanted.length === 0 ? 1 : 0
} else {
  const sorted = Object.fromEntries(Object.entries(known).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(record, `${JSON.stringify(sorted, null, 2)}\n`)
  // WordPress has its own start script and tests.
  if (isWanted('wordpress')) {
    // A shop with a real WooCommerce, which its program downloads once.
    if (process.env.WC_DIR) run('npm', ['run', '--silent', 'pictures', '--workspace', '@cedi/wordpress-plugin'])
    else
      console.log(
        'Without WC_DIR the pictures wordpress-*.png stay as they are: see wordpress-plugin/scripts/pictures.mjs',
      )
  }
  if (isWanted('journey'))
    run('npx', ['vitest', 'run', '--config', 'packages/e2e/vitest.config.ts', 'whole-suite/journey'])
}
