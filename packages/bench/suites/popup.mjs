import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { chromiumArgs, findChromium } from '../../../scripts/browsers.mjs'
import { startShop } from '../children/shop.mjs'
import { withPage } from '../children/visit.mjs'
import { computeMedians, measureRounds } from '../measure.mjs'
import { builtFile, peerFile, versions } from '../peers.mjs'
import { formatInteger, ratio } from '../report.mjs'

const rounds = 5
/** Network limits of "slow 3G" in Chromium: 400 ms round trip, 500 kbit/s. */
const slow3g = { offline: false, latency: 400, downloadThroughput: 62_500, uploadThroughput: 62_500 }
/** Idle time before a click, in which `Cedi.preload()` loads the checkout. */
const preloadMs = 4_000
const paintTimeoutMs = 10_000
const deadlineMs = 60_000
const pages = { bare: 'a bare iframe of the checkout', 'service-js': 'service.js and the checkout' }
/** Script files that a page loads, as published on npm. */
const peerScripts = {
  '@polar-sh/checkout': 'dist/embed.global.js',
  '@paystack/inline-js': 'dist/inline.js',
  '@freemius/checkout': 'lib/global/checkout.global.js',
  'dodopayments-checkout': 'dist/index.js',
}

export const builds = ['mock-server', 'sandbox', 'service-js', 'embed-js']

export async function run() {
  const shop = await startShop()
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs })
  try {
    return report(
      computeMedians(
        await measureRounds(Object.keys(pages), rounds, async (name) => ({
          coldMs: await measureClick(browser, `${shop.url}/${name}`, false),
          idleMs: await measureClick(browser, `${shop.url}/${name}`, true),
        })),
      ),
    )
  } finally {
    await browser.close()
    await shop.close()
  }
}

/** Measures the time from a click to the first visible content of the frame, on a slow phone. */
const measureClick = (browser, url, isIdle) =>
  withPage(browser, url, deadlineMs, async ({ page, frames, session }) => {
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', slow3g)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.goto(url)
    if (isIdle) {
      await page.evaluate('window.Cedi?.preload()')
      await wait(preloadMs)
    }
    await page.click('#buy')
    const deadlineAtMs = performance.now() + paintTimeoutMs
    for (;;) {
      const { revealed, clickedMs } = await page.evaluate('({ revealed, clickedMs })')
      // A frame may be painted before the click or below another element. The time when it becomes visible counts.
      if (frames.painted && revealed) return Math.max(frames.painted, revealed) - clickedMs
      if (performance.now() > deadlineAtMs) throw new Error(`${url} showed nothing within ${paintTimeoutMs} ms.`)
      await wait(50)
    }
  })

function report(medians) {
  const files = [
    ['cedi service.js', builtFile('service-js', 'service.js')],
    ['cedi embed.js', builtFile('embed-js', 'embed.js')],
    ...Object.entries(peerScripts).map(([name, file]) => [`${name} ${versions[name]}`, peerFile(name, file)]),
  ]
  const sizes = files.map(([name, file]) => {
    const text = readFileSync(file)
    return { name, gzip: gzipSync(text, { level: 9 }).length, brotli: brotliCompressSync(text).length }
  })
  return {
    title: 'Popup',
    about: `Sizes of the scripts, and the time from a click to the first visible content of the checkout, as a multiple of a bare iframe that the same click appends. Chromium with a screen of 360 px, 4× CPU throttling and slow 3G; medians of ${rounds} rounds. "Cold" clicks when the shop has loaded, "idle" ${preloadMs / 1000} s later, with \`Cedi.preload()\`.`,
    tables: [
      {
        caption: 'Script size',
        head: ['script', 'gzip B', 'vs service.js', 'brotli B'],
        rows: sizes.map(({ name, gzip, brotli }) => [
          name,
          formatInteger(gzip),
          ratio(gzip, sizes[0].gzip),
          formatInteger(brotli),
        ]),
      },
      {
        caption: 'After the click',
        head: ['page', 'painted, cold', 'painted, idle'],
        rows: Object.entries(medians).map(([name, { coldMs, idleMs }]) => [
          pages[name],
          ratio(coldMs, medians.bare.coldMs),
          ratio(idleMs, medians.bare.idleMs),
        ]),
      },
    ],
  }
}
