import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { chromiumArgs, findChromium } from '../../../scripts/browsers.mjs'
import { serve } from '../../playground/scripts/static-server.mjs'
import { readVisit, watchVisit } from '../children/browser/playground-visit.mjs'
import { withDeadline } from '../children/browser/visit.mjs'
import { computeMedians, measureRounds } from '../measure.mjs'
import { root } from '../peers.mjs'
import { formatInteger } from '../report.mjs'

const rounds = 5
const deadlineMs = 60_000
const site = join(root, '.cache/docs')
/** Networks by name; undefined limits are none. */
const networks = {
  'no limits': undefined,
  '1.6 Mbit/s, 562 ms round trip': { roundTripMs: 562, bytesPerSecond: 1_600_000 / 8 },
}

export const builds = ['playground']

export async function run() {
  if (!existsSync(join(site, 'play')))
    throw new Error('The documentation is not built. Run npm run docs:build --workspace @cedi/docs first.')
  const samples = await measureRounds(Object.keys(networks), rounds, (name) => measureVisit(networks[name]))
  const medians = computeMedians(samples)
  return {
    title: 'Playground',
    about:
      'From the front page of the documentation to a paid order with its ledger entries, in a browser without a cache. The visitor clicks "Pay with MTN" as soon as the button is there. Wall times since the navigation, measured in the page, because a test driver that polls costs as much as the page; CPU of all processes of the browser. Medians of 5 visits.',
    tables: [
      {
        head: ['network', 'frame, wall ms', 'service runs, wall ms', 'entries shown, wall ms', 'CPU ms'],
        rows: Object.entries(medians).map(([name, { frameMs, runsMs, paidMs, cpuMs }]) => [
          name,
          ...[frameMs, runsMs, paidMs, cpuMs].map(formatInteger),
        ]),
      },
    ],
    figures: samples,
  }
}

/** Visits the front page with a new browser, which has nothing cached and no service worker. */
async function measureVisit(networkLimits) {
  const server = await serve({ folder: site, path: '/cedi/', networkLimits })
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.addInitScript(watchVisit)
    const session = await browser.newBrowserCDPSession()
    const startCpuMs = await readCpuMs(session)
    await page.goto(server.url, { waitUntil: 'commit' })
    const timings = await withDeadline('A payment in the playground', deadlineMs, page.evaluate(readVisit))
    return { ...timings, cpuMs: (await readCpuMs(session)) - startCpuMs }
  } finally {
    await browser.close()
    await server.close()
  }
}

/** Reads the used CPU milliseconds of all processes of a browser. */
async function readCpuMs(session) {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  return processInfo.reduce((sum, { cpuTime }) => sum + 1000 * cpuTime, 0)
}
