import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge']
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

const onPath = (name: string): string | undefined =>
  (process.env['PATH'] ?? '')
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

/**
 * Finds a Chromium: `CHROMIUM_PATH`, playwright's own, or the system's.
 *
 * @throws Error with the ways out when there is none: tests are never left out in silence.
 */
export function findChromium(): string {
  const given = process.env['CHROMIUM_PATH']
  if (given && !existsSync(given)) throw new Error(`CHROMIUM_PATH is ${given}, which does not exist`)
  const own = chromium.executablePath()
  const found =
    given ||
    (own && existsSync(own) && own) ||
    names.map(onPath).find(Boolean) ||
    places.find((file) => existsSync(file))
  if (found) return found
  throw new Error('No Chromium for the browser tests. Set CHROMIUM_PATH, or install one: apt-get install chromium')
}

/** Starts the browser of the tests. */
export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
