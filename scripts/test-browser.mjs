// The tests in a real Chromium, which is found or brought: the hosted pages, the popup, the buy button.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findChromium } from './chromium.mjs'

const root = resolve(import.meta.dirname, '..')
process.env.CHROMIUM_PATH = await findChromium()
console.log(`Chromium: ${process.env.CHROMIUM_PATH}`)
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
let failed = false
for (const config of [
  'packages/mock-server/vitest.browser.config.ts',
  'packages/service-js/vitest.config.ts',
  'packages/embed-js/vitest.config.ts',
]) {
  if (!existsSync(join(root, config))) continue
  console.log(config)
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--config', config], { cwd: root, stdio: 'inherit' })
  failed ||= status !== 0
}
process.exitCode = failed ? 1 : 0
