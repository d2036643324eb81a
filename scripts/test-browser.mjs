// Runs the tests in real browsers, which are found or installed: the hosted pages, the popup, the buy button, the
// journeys.
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { browserTests, findChromium } from './browsers.mjs'

const root = resolve(import.meta.dirname, '..')
process.env.CHROMIUM_PATH = await findChromium()
console.log(`Chromium: ${process.env.CHROMIUM_PATH}`)
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
let failed = false
for (const [name, args] of browserTests) {
  console.log(name)
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...args.split(' ')], { cwd: root, stdio: 'inherit' })
  failed ||= status !== 0
}
process.exitCode = failed ? 1 : 0
