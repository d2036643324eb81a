import { setTimeout as wait } from 'node:timers/promises'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { chromiumArgs, findChromium } from '../../../scripts/browsers.mjs'
import { startHost } from '../children/browser/host.mjs'
import { bare, subjects, weights } from '../children/browser/peers.mjs'
import { bareReal, real, startService, startShop } from '../children/browser/shop.mjs'
import { visit, within } from '../children/browser/visit.mjs'
import { inRounds, medians } from '../measure.mjs'
import { ratio, whole } from '../report.mjs'

const rounds = 5
/** Many loads, because Chromium adds some of its own work to some of them. */
const loads = 11
/** What Chromium's own tools call "slow 3G": 400 ms there and back, 500 kbit/s. */
const slow3g = { offline: false, latency: 400, downloadThroughput: 62_500, uploadThroughput: 62_500 }
const cpuTimes = 4
/** How long a page is left alone before it counts as idle: everything loaded in advance is then there. */
const idleMs = 4_000
const deadMs = 21_000
/** A bare frame is painted after half a second: what is not seen by then counts as not seen. */
const patienceMs = 5_000
/** No visit of a page takes half as long, on a machine that does nothing else. */
const deadlineMs = 60_000

export const builds = ['ledger', 'mock-server', 'sandbox', 'service-js', 'embed-js']

/** Says where the run is: it takes a quarter of an hour. */
const say = (text) => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`)

export async function run() {
  const files = {}
  const host = await startHost(files)
  const list = await subjects(host.url)
  const service = await startService()
  const shop = await startShop({ files, host, service, subjects: list })
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [...chromiumArgs, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
  })
  const bench = { browser, shop, host }
  try {
    const names = list.map(({ name }) => name)
    const ours = { name: real, warm: list.find(({ warm }) => warm)?.warm }
    const opened = [...list, { name: bareReal }, ours]
    const byName = Object.fromEntries(opened.map((subject) => [subject.name, subject]))
    say('dead hosts')
    const dead = await tellDead(bench, names)
    const quiet = {}
    for (const name of names) {
      say(`before any click: ${name}`)
      quiet[name] = {
        ...(await watchIdle(bench, name)),
        scriptMs: await evaluateMs(bench, name, shop.addressOf(name)),
      }
    }
    const figures = await inRounds(Object.keys(byName), rounds, async (name, round) => {
      say(`round ${round} of ${rounds}: ${name}`)
      return {
        ...(await clickThrough(bench, byName[name], 'cold')),
        ...(await clickThrough(bench, byName[name], 'warm')),
      }
    })
    return report({ names, figures, quiet, dead, bytes: await weights() })
  } finally {
    await within('Closing everything', deadlineMs, browser.close())
    await Promise.all([shop.close(), host.close(), service.close?.()])
  }
}

/** Opens the shop, waits, and reports what happened without a click. */
const watchIdle = ({ browser, shop, host }, name) =>
  visit(browser, `${name}, left alone`, deadlineMs, async ({ page, context }) => {
    const asked = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(shop.addressOf(name))
    await wait(idleMs)
    const others = asked.filter((url) => !url.startsWith(shop.url) && !url.startsWith('data:'))
    const strangers = others.filter((url) => !url.startsWith(host.url)).map((url) => new URL(url).host)
    const cookies = (await context.cookies()).length
    return { requests: others.length - 1, strangers: [...new Set(strangers)], cookies }
  })

/** The cost of the page's scripts until it is loaded, on a slow phone. */
async function evaluateMs({ browser }, name, address) {
  const times = []
  for (let load = 1; load <= loads; load++)
    await visit(browser, `${name}, load ${load} of ${loads}`, deadlineMs, async ({ page, tools }) => {
      await tools.send('Emulation.setCPUThrottlingRate', { rate: cpuTimes })
      await tools.send('Performance.enable')
      await page.goto(address)
      const { metrics } = await tools.send('Performance.getMetrics')
      times.push(metrics.find((metric) => metric.name === 'ScriptDuration').value * 1000)
    })
  return times.sort((one, other) => one - other)[(loads - 1) / 2]
}

/** One click on a slow phone: the milliseconds to the first feedback and until the page in the frame is painted. */
const clickThrough = ({ browser, shop }, { name, warm }, kind) =>
  visit(browser, `${name}, a ${kind} click`, deadlineMs, async ({ page, frames, tools }) => {
    await tools.send('Network.enable')
    await tools.send('Network.emulateNetworkConditions', slow3g)
    await tools.send('Emulation.setCPUThrottlingRate', { rate: cpuTimes })
    await page.goto(shop.addressOf(name))
    if (kind === 'warm') {
      if (warm) await page.evaluate(warm)
      await wait(idleMs)
    }
    await page.click('#buy')
    const untilMs = performance.now() + patienceMs
    let seen
    do {
      await wait(50)
      seen = await page.evaluate('({ clickedMs, feedback, revealed })')
    } while (!(frames.painted && seen.feedback && seen.revealed) && performance.now() < untilMs)
    // A frame may be painted before the click or below something else: it counts when the buyer sees it.
    const paintedMs = frames.painted && seen.revealed ? Math.max(frames.painted, seen.revealed) : Number.NaN
    // What the real page shows once it has heard from the shop may move too.
    await wait(name === real ? 2_000 : 100)
    const { moved } = await page.evaluate('({ moved })')
    return {
      [`${kind}FeedbackMs`]: seen.feedback ? seen.feedback - seen.clickedMs : Number.NaN,
      [`${kind}PaintedMs`]: paintedMs - seen.clickedMs,
      [`${kind}Shift`]: moved + (name === real ? frames.shift : 0),
    }
  })

/** What each page shows when its host accepts the connection and never answers. All at once: each waits on its own. */
async function tellDead({ browser, shop, host }, names) {
  const said = {}
  let ready = 0
  let go
  const allReady = new Promise((resolve) => {
    go = resolve
  })
  await Promise.all(
    names.map((name) =>
      visit(browser, `${name}, with a dead host`, 2 * deadlineMs, async ({ page }) => {
        await page.goto(shop.addressOf(name))
        const before = await page.evaluate('window.words()')
        if (++ready === names.length) {
          host.die()
          go()
        }
        await allReady
        await page.click('#buy')
        await wait(deadMs)
        said[name] = (await page.evaluate('window.words()')).replace(before, '').trim()
      }),
    ),
  )
  host.live()
  return Object.fromEntries(names.map((name) => [name, said[name]]))
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one table of figures, row by row.
function report({ names, figures, quiet, dead, bytes }) {
  const middle = medians(figures)
  const base = middle[bare]
  const times = (name, figure) =>
    Number.isFinite(middle[name][figure]) ? ratio(middle[name][figure], base[figure]) : 'not seen'
  const size = Object.fromEntries(
    Object.entries(bytes).map(([name, text]) => [
      name,
      { gzip: gzipSync(text, { level: 9 }).length, brotli: brotliCompressSync(text).length },
    ]),
  )
  const ours = 'cedi service.js'
  const scripts = names.filter((name) => name !== bare)
  // The bare page also includes the page's own work.
  const evaluated = (name) => Math.max(0, quiet[name].scriptMs - quiet[bare].scriptMs)
  return {
    title: 'Checkout scripts in a browser',
    about: `Measured in Chromium with a screen of 360 px, 4× CPU throttling, slow 3G (400 ms, 500 kbit/s), and a local stand-in for every vendor's host. Times are multiples of those of a bare iframe that the same click appends, medians of ${rounds} rounds. "Cold" clicks when the shop has loaded, "idle" ${idleMs / 1000} s later, when a script has preloaded what it can (ours with \`Cedi.preload()\`). "Feedback" is the first change in the middle of the screen. "Painted" is the first visible content of the page in the frame, or "not seen" if there is none within ${patienceMs / 1000} s of the click, for example because the page waits for messages that the stand-in does not send.`,
    tables: [
      {
        caption: 'Script size',
        head: ['script', 'gzip B', 'vs service.js', 'brotli B'],
        rows: Object.entries(size).map(([name, { gzip, brotli }]) => [
          name,
          whole(gzip),
          ratio(gzip, size[ours].gzip),
          whole(brotli),
        ]),
      },
      {
        caption: 'After the click',
        head: ['script', 'feedback, cold', 'painted, cold', 'feedback, idle', 'painted, idle', 'layout shift'],
        rows: scripts.map((name) => [
          name,
          times(name, 'coldFeedbackMs'),
          times(name, 'coldPaintedMs'),
          times(name, 'warmFeedbackMs'),
          times(name, 'warmPaintedMs'),
          Math.max(middle[name].coldShift, middle[name].warmShift).toFixed(3),
        ]),
      },
      {
        caption: 'After the click, with the checkout page of the sandbox in the frame',
        head: ['page', 'feedback, cold', 'painted, cold', 'feedback, idle', 'painted, idle', 'layout shift'],
        rows: [bareReal, real].map((name) => [
          name,
          ...['coldFeedbackMs', 'coldPaintedMs', 'warmFeedbackMs', 'warmPaintedMs'].map((figure) =>
            ratio(middle[name][figure], middle[bareReal][figure]),
          ),
          Math.max(middle[name].coldShift, middle[name].warmShift).toFixed(3),
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
          `screen text after ${deadMs / 1000} s`,
        ],
        rows: scripts.map((name) => [
          name,
          quiet[name].requests,
          quiet[name].strangers.join(', ') || 'none',
          quiet[name].cookies,
          name === bare ? '' : evaluated(name).toFixed(1),
          dead[name] || 'nothing',
        ]),
      },
    ],
    figures: { rounds: figures, quiet, dead, bytes: size },
  }
}
