import { setTimeout as wait } from 'node:timers/promises'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { chromiumArgs, findChromium } from '../../../scripts/browsers.mjs'
import { startHost } from '../children/browser/host.mjs'
import { bareFrameName, readScriptSizes, subjects } from '../children/browser/peers.mjs'
import { bareCheckoutName, cediCheckoutName, startService, startShop } from '../children/browser/shop.mjs'
import { withDeadline, withPage } from '../children/browser/visit.mjs'
import { computeMedians, measureRounds } from '../measure.mjs'
import { formatInteger, ratio } from '../report.mjs'

const rounds = 5
/** Number of page loads. Chromium does internal work in some of them. */
const loadCount = 11
/** Network limits of "slow 3G" in Chromium: 400 ms round trip, 500 kbit/s. */
const slow3g = { offline: false, latency: 400, downloadThroughput: 62_500, uploadThroughput: 62_500 }
const cpuSlowdown = 4
/** Idle time before a click, in which scripts preload. */
const idleMs = 4_000
const unresponsiveMs = 21_000
/** Timeout of the first paint. A bare frame needs half a second. */
const paintTimeoutMs = 5_000
/** Timeout of a page visit, twice the time that it needs on an idle machine. */
const deadlineMs = 60_000

export const builds = ['mock-server', 'sandbox', 'service-js', 'embed-js']

/** Logs the progress of the run, which takes 15 minutes. */
const logProgress = (text) => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`)

export async function run() {
  const files = {}
  const host = await startHost(files)
  const subjectList = await subjects(host.url)
  const service = await startService()
  const shop = await startShop({ files, host, service, subjects: subjectList })
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [...chromiumArgs, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
  })
  const environment = { browser, shop, host }
  try {
    const names = subjectList.map(({ name }) => name)
    const cediSubject = { name: cediCheckoutName, preload: subjectList.find(({ preload }) => preload)?.preload }
    const openableSubjects = [...subjectList, { name: bareCheckoutName }, cediSubject]
    const byName = Object.fromEntries(openableSubjects.map((subject) => [subject.name, subject]))
    logProgress('dead hosts')
    const unresponsiveTexts = await readUnresponsiveTexts(environment, names)
    const idleResults = {}
    for (const name of names) {
      logProgress(`before any click: ${name}`)
      idleResults[name] = {
        ...(await measureIdle(environment, name)),
        scriptMs: await measureScriptMs(environment, name, shop.getUrl(name)),
      }
    }
    const figures = await measureRounds(Object.keys(byName), rounds, async (name, round) => {
      logProgress(`round ${round} of ${rounds}: ${name}`)
      return {
        ...(await measureClick(environment, byName[name], 'cold')),
        ...(await measureClick(environment, byName[name], 'warm')),
      }
    })
    return report({ names, figures, idleResults, unresponsiveTexts, bytes: await readScriptSizes() })
  } finally {
    await withDeadline('Closing everything', deadlineMs, browser.close())
    await Promise.all([shop.close(), host.close(), service.close?.()])
  }
}

/** Opens the shop, waits, and returns requests and cookies without a click. */
const measureIdle = ({ browser, shop, host }, name) =>
  withPage(browser, `${name}, left alone`, deadlineMs, async ({ page, context }) => {
    const requestedUrls = []
    page.on('request', (request) => requestedUrls.push(request.url()))
    await page.goto(shop.getUrl(name))
    await wait(idleMs)
    const externalUrls = requestedUrls.filter((url) => !url.startsWith(shop.url) && !url.startsWith('data:'))
    const thirdParties = externalUrls.filter((url) => !url.startsWith(host.url)).map((url) => new URL(url).host)
    const cookies = (await context.cookies()).length
    return { requests: externalUrls.length - 1, thirdParties: [...new Set(thirdParties)], cookies }
  })

/** Measures the script time of a page load on a slow phone. */
async function measureScriptMs({ browser }, name, url) {
  const times = []
  for (let load = 1; load <= loadCount; load++)
    await withPage(browser, `${name}, load ${load} of ${loadCount}`, deadlineMs, async ({ page, session }) => {
      await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
      await session.send('Performance.enable')
      await page.goto(url)
      const { metrics } = await session.send('Performance.getMetrics')
      times.push(metrics.find((metric) => metric.name === 'ScriptDuration').value * 1000)
    })
  return times.sort((left, right) => left - right)[(loadCount - 1) / 2]
}

/** Measures the time from a click to the first feedback and to the first paint in the frame, on a slow phone. */
const measureClick = ({ browser, shop }, { name, preload }, kind) =>
  withPage(browser, `${name}, a ${kind} click`, deadlineMs, async ({ page, frames, session }) => {
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', slow3g)
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
    await page.goto(shop.getUrl(name))
    if (kind === 'warm') {
      if (preload) await page.evaluate(preload)
      await wait(idleMs)
    }
    await page.click('#buy')
    const deadline = performance.now() + paintTimeoutMs
    let timings
    do {
      await wait(50)
      timings = await page.evaluate('({ clickedMs, feedback, revealed })')
    } while (!(frames.painted && timings.feedback && timings.revealed) && performance.now() < deadline)
    // A frame may be painted before the click or below another element. The time when it becomes visible counts.
    const paintedMs = frames.painted && timings.revealed ? Math.max(frames.painted, timings.revealed) : Number.NaN
    // The checkout page may shift after messages from the shop.
    await wait(name === cediCheckoutName ? 2_000 : 100)
    const { moved: shift } = await page.evaluate('({ moved })')
    return {
      [`${kind}FeedbackMs`]: timings.feedback ? timings.feedback - timings.clickedMs : Number.NaN,
      [`${kind}PaintedMs`]: paintedMs - timings.clickedMs,
      [`${kind}Shift`]: shift + (name === cediCheckoutName ? frames.shift : 0),
    }
  })

/** Reads the visible text of each page in parallel when its host accepts connections but does not respond. */
async function readUnresponsiveTexts({ browser, shop, host }, names) {
  const texts = {}
  let ready = 0
  let startClicks
  const allReady = new Promise((resolve) => {
    startClicks = resolve
  })
  await Promise.all(
    names.map((name) =>
      withPage(browser, `${name}, with a dead host`, 2 * deadlineMs, async ({ page }) => {
        await page.goto(shop.getUrl(name))
        const before = await page.evaluate('window.visibleText()')
        if (++ready === names.length) {
          host.hang()
          startClicks()
        }
        await allReady
        await page.click('#buy')
        await wait(unresponsiveMs)
        texts[name] = (await page.evaluate('window.visibleText()')).replace(before, '').trim()
      }),
    ),
  )
  host.recover()
  return Object.fromEntries(names.map((name) => [name, texts[name]]))
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one table of figures, row by row.
function report({ names, figures, idleResults, unresponsiveTexts, bytes }) {
  const medianResults = computeMedians(figures)
  const base = medianResults[bareFrameName]
  const formatRatio = (name, figure) =>
    Number.isFinite(medianResults[name][figure]) ? ratio(medianResults[name][figure], base[figure]) : 'not seen'
  const size = Object.fromEntries(
    Object.entries(bytes).map(([name, text]) => [
      name,
      { gzip: gzipSync(text, { level: 9 }).length, brotli: brotliCompressSync(text).length },
    ]),
  )
  const cediName = 'cedi service.js'
  const scripts = names.filter((name) => name !== bareFrameName)
  // Subtracts the script time of the page itself.
  const computeScriptMs = (name) => Math.max(0, idleResults[name].scriptMs - idleResults[bareFrameName].scriptMs)
  return {
    title: 'Checkout scripts in a browser',
    about: `Measured in Chromium with a screen of 360 px, 4× CPU throttling, slow 3G (400 ms, 500 kbit/s), and a local stand-in for every vendor's host. Times are multiples of those of a bare iframe that the same click appends, medians of ${rounds} rounds. "Cold" clicks when the shop has loaded, "idle" ${idleMs / 1000} s later, when a script has preloaded what it can (ours with \`Cedi.preload()\`). "Feedback" is the first change in the middle of the screen. "Painted" is the first visible content of the page in the frame, or "not seen" if there is none within ${paintTimeoutMs / 1000} s of the click, for example because the page waits for messages that the stand-in does not send.`,
    tables: [
      {
        caption: 'Script size',
        head: ['script', 'gzip B', 'vs service.js', 'brotli B'],
        rows: Object.entries(size).map(([name, { gzip, brotli }]) => [
          name,
          formatInteger(gzip),
          ratio(gzip, size[cediName].gzip),
          formatInteger(brotli),
        ]),
      },
      {
        caption: 'After the click',
        head: ['script', 'feedback, cold', 'painted, cold', 'feedback, idle', 'painted, idle', 'layout shift'],
        rows: scripts.map((name) => [
          name,
          formatRatio(name, 'coldFeedbackMs'),
          formatRatio(name, 'coldPaintedMs'),
          formatRatio(name, 'warmFeedbackMs'),
          formatRatio(name, 'warmPaintedMs'),
          Math.max(medianResults[name].coldShift, medianResults[name].warmShift).toFixed(3),
        ]),
      },
      {
        caption: 'After the click, with the checkout page of the sandbox in the frame',
        head: ['page', 'feedback, cold', 'painted, cold', 'feedback, idle', 'painted, idle', 'layout shift'],
        rows: [bareCheckoutName, cediCheckoutName].map((name) => [
          name,
          ...['coldFeedbackMs', 'coldPaintedMs', 'warmFeedbackMs', 'warmPaintedMs'].map((figure) =>
            ratio(medianResults[name][figure], medianResults[bareCheckoutName][figure]),
          ),
          Math.max(medianResults[name].coldShift, medianResults[name].warmShift).toFixed(3),
        ]),
      },
      {
        caption: 'Before the click, and with an unresponsive host',
        head: [
          'script',
          'requests',
          'third parties',
          'cookies',
          'script, CPU ms',
          `screen text after ${unresponsiveMs / 1000} s`,
        ],
        rows: scripts.map((name) => [
          name,
          idleResults[name].requests,
          idleResults[name].thirdParties.join(', ') || 'none',
          idleResults[name].cookies,
          name === bareFrameName ? '' : computeScriptMs(name).toFixed(1),
          unresponsiveTexts[name] || 'nothing',
        ]),
      },
    ],
    figures: { rounds: figures, idleResults, unresponsiveTexts, bytes: size },
  }
}
