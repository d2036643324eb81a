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
const fingerprintsFile = join(images, 'screens.json')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean', default: false } },
})
const isSelected = (name) => positionals.length === 0 || positionals.some((start) => name.startsWith(start))

const run = (command, args) =>
  execFileSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, PICTURES: '1' } })

/** Opens a screen in a new browser context and returns its fingerprint. */
async function takeScreen(browser, screen) {
  const world = await startWorld({ hasHistory: screen.needsHistory })
  const context = await browser.newContext({
    locale: 'en-GH',
    timezoneId: 'Africa/Accra',
    reducedMotion: 'reduce',
    ...screen.contextOptions,
  })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
    await screen.navigate(page, world)
    await page.mouse.move(0, 0)
    await page.evaluate(() => document.fonts.ready)
    const current = await fingerprint(page)
    if (!values.check) await page.screenshot({ path: join(images, `${screen.name}.png`) })
    return current
  } finally {
    await context.close()
    await world.close()
  }
}

/** Describes the changes of a screen. */
function describeChange(before, current) {
  if (!before) return 'has no picture'
  const labels = { words: 'a different text', look: 'a different style' }
  const changedParts = Object.keys(labels).filter((part) => before[part] !== current[part])
  return changedParts.length > 0
    ? `has ${changedParts.map((part) => labels[part]).join(' and ')} than its picture`
    : undefined
}

const fingerprints = JSON.parse(readFileSync(fingerprintsFile, 'utf8'))
const selectedScreens = screens.filter(({ name }) => isSelected(name))
const changedScreens = []
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: [...chromiumArgs, '--force-color-profile=srgb'],
})
for (const screen of selectedScreens) {
  const current = await takeScreen(browser, screen)
  const change = describeChange(fingerprints[screen.name], current)
  if (change) changedScreens.push(`${screen.name} ${change}.`)
  fingerprints[screen.name] = current
  if (!values.check) console.log(screen.name)
}
await browser.close()

if (values.check) {
  console.log(
    [...changedScreens, ...(changedScreens.length > 0 ? ['Take them again: npm run pictures'] : [])].join('\n'),
  )
  console.log(`${selectedScreens.length - changedScreens.length} passed, ${changedScreens.length} failed`)
  process.exitCode = changedScreens.length > 0 || selectedScreens.length === 0 ? 1 : 0
} else {
  const sorted = Object.fromEntries(Object.entries(fingerprints).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(fingerprintsFile, `${JSON.stringify(sorted, null, 2)}\n`)
  // WordPress has its own start script and tests.
  if (isSelected('wordpress')) {
    // A shop with a real WooCommerce, which its program downloads once.
    if (process.env.WC_DIR) run('npm', ['run', '--silent', 'pictures', '--workspace', '@cedi/wordpress-plugin'])
    else
      console.log(
        'Without WC_DIR the pictures wordpress-*.png stay as they are: see wordpress-plugin/scripts/pictures.mjs',
      )
  }
  if (isSelected('journey'))
    run('npx', ['vitest', 'run', '--config', 'packages/e2e/vitest.config.ts', 'whole-suite/journey'])
}
