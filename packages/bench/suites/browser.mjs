import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { chromiumArgs, findChromium } from '../../../scripts/browsers.mjs'
import { startHost } from '../children/browser/host.mjs'
import { bare, subjects, weights } from '../children/browser/peers.mjs'
import { inRounds, medians } from '../measure.mjs'
import { importBuilt } from '../peers.mjs'
import { atMost, ratio, whole } from '../report.mjs'

const rounds = 5
/** Many loads, because Chromium adds some of its own work to some of them. */
const loads = 11
/** What Chromium's own tools call "slow 3G": 400 ms there and back, 500 kbit/s. */
const slow3g = { offline: false, latency: 400, downloadThroughput: 62_500, uploadThroughput: 62_500 }
const cpuTimes = 4
/** How long a page is left alone before it counts as idle: everything loaded in advance is then there. */
const idleMs = 4_000
const deadMs = 21_000
const patienceMs = 10_000

export const builds = ['ledger', 'mock-server', 'sandbox', 'service-js', 'embed-js']

/** In the shop's page: when the click came, when the middle of the screen first changed, and what moved. */
const shopScript = `
window.moved = 0
new PerformanceObserver((list) => { for (const entry of list.getEntries()) moved += entry.value }).observe({ type: 'layout-shift', buffered: true })
window.feedback = 0
const at = () => document.elementFromPoint(innerWidth / 2, innerHeight / 2)
addEventListener('click', (event) => {
  window.clickedMs = performance.timeOrigin + event.timeStamp
  const before = at()
  const look = () => {
    if (at() === before) return requestAnimationFrame(look)
    // Seen after the frame in which it is there.
    requestAnimationFrame(() => { window.feedback = performance.timeOrigin + performance.now() })
  }
  requestAnimationFrame(look)
}, true)
const textOf = (node) => [...node.querySelectorAll('*')].flatMap((child) => child.shadowRoot ? [textOf(child.shadowRoot)] : child.checkVisibility({ visibilityProperty: true }) ? [...child.childNodes].filter((text) => text.nodeType === 3).map((text) => text.data.trim()) : []).filter(Boolean).join(' ').trim()
window.words = () => textOf(document.documentElement)
`
const shopPage = (script) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Shop</title><link rel="icon" href="data:,"><body><h1>Shop</h1><button id="buy">Buy</button><p>A tote.</p><script>${shopScript}</script>${script}<script>document.querySelector('#buy').onclick = () => openIt()</script>`

export async function run() {
  const files = {}
  const host = await startHost(files)
  const list = await subjects(host.url)
  const shop = await startShop(files, host, list)
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: [...chromiumArgs, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
  })
  try {
    const names = list.map(({ name }) => name)
    const byName = Object.fromEntries(list.map((subject) => [subject.name, subject]))
    const dead = await tellDead(browser, shop, host, names)
    const hosted = await hostedPage(browser)
    const quiet = {}
    for (const name of names)
      quiet[name] = {
        ...(await watchIdle(browser, shop, host, name)),
        scriptMs: await evaluateMs(browser, shop.addressOf(name)),
      }
    const tenButtonsMs = (await evaluateMs(browser, shop.tenButtons)) - quiet[bare].scriptMs
    const figures = await inRounds(names, rounds, async (name) => ({
      ...(await clickThrough(browser, shop, host, byName[name], false)),
      ...(await clickThrough(browser, shop, host, byName[name], true)),
    }))
    return report({ names, figures, quiet, dead, hosted, tenButtonsMs, bytes: await weights() })
  } finally {
    await browser.close()
    await Promise.all([shop.close(), host.close()])
  }
}

async function startShop(files, host, list) {
  const pages = new Map()
  list.forEach(({ script, open }, index) => {
    files[`/service-${index}.js`] = script
    const after = open ? `<script>${open}</script>` : ''
    pages.set(`/${index}`, shopPage(`<script src="${host.url}/service-${index}.js"></script>${after}`))
  })
  files['/embed.js'] = String((await weights())['cedi embed.js'])
  const tag = `<script async src="${host.url}/embed.js" data-handle="ama" data-product="tote"></script>`
  pages.set('/ten-buttons', shopPage(tag.repeat(10)))
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(pages.get(request.url) ?? '')
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${server.address().port}`
  return {
    url,
    tenButtons: `${url}/ten-buttons`,
    addressOf: (name) => `${url}/${list.findIndex((subject) => subject.name === name)}`,
    close: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(done))
    },
  }
}

const openPage = async (browser) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 720 } })
  return { context, page: await context.newPage() }
}

/** Opens the shop, waits, and reports what happened without a click. */
async function watchIdle(browser, shop, host, name) {
  const { context, page } = await openPage(browser)
  const asked = []
  page.on('request', (request) => asked.push(request.url()))
  host.clear()
  await page.goto(shop.addressOf(name))
  await wait(idleMs)
  const others = asked.filter((url) => !url.startsWith(shop.url) && !url.startsWith('data:'))
  const requests = others.length - 1
  const strangers = others.filter((url) => !url.startsWith(host.url)).map((url) => new URL(url).host)
  const cookies = (await context.cookies()).length
  await context.close()
  return { requests, strangers: [...new Set(strangers)], cookies }
}

/** The cost of the page's scripts until it is loaded, on a slow phone. */
async function evaluateMs(browser, address) {
  const times = []
  for (let load = 0; load < loads; load++) {
    const { context, page } = await openPage(browser)
    const tools = await context.newCDPSession(page)
    await tools.send('Emulation.setCPUThrottlingRate', { rate: cpuTimes })
    await tools.send('Performance.enable')
    await page.goto(address)
    const { metrics } = await tools.send('Performance.getMetrics')
    times.push(metrics.find((metric) => metric.name === 'ScriptDuration').value * 1000)
    await context.close()
  }
  return times.sort((one, other) => one - other)[(loads - 1) / 2]
}

/** One click on a slow phone: the milliseconds to the first feedback and until the page in the frame is painted. */
async function clickThrough(browser, shop, host, { name, warm }, isWarm) {
  const { context, page } = await openPage(browser)
  try {
    const tools = await context.newCDPSession(page)
    await tools.send('Network.enable')
    await tools.send('Network.emulateNetworkConditions', slow3g)
    await tools.send('Emulation.setCPUThrottlingRate', { rate: cpuTimes })
    await page.goto(shop.addressOf(name))
    if (isWarm) {
      if (warm) await page.evaluate(warm)
      await wait(idleMs)
    }
    host.clear()
    await page.click('#buy')
    const untilMs = performance.now() + patienceMs
    let seen
    do {
      await wait(50)
      seen = await page.evaluate('({ clickedMs, feedback, moved })')
    } while (!(host.reports.painted && seen.feedback) && performance.now() < untilMs)
    await wait(100)
    const { moved } = await page.evaluate('({ moved })')
    const kind = isWarm ? 'warm' : 'cold'
    return {
      [`${kind}FeedbackMs`]: seen.feedback ? seen.feedback - seen.clickedMs : Number.NaN,
      [`${kind}PaintedMs`]: host.reports.painted ? host.reports.painted - seen.clickedMs : Number.NaN,
      [`${kind}Shift`]: moved,
    }
  } finally {
    await context.close()
  }
}

/** What each page shows when its host accepts the connection and never answers. All at once: each waits on its own. */
async function tellDead(browser, shop, host, names) {
  const opened = await Promise.all(
    names.map(async (name) => {
      const { context, page } = await openPage(browser)
      await page.goto(shop.addressOf(name))
      return { name, context, page, before: await page.evaluate('window.words()') }
    }),
  )
  host.die()
  for (const { page } of opened) await page.click('#buy')
  await wait(deadMs)
  const said = {}
  for (const { name, context, page, before } of opened) {
    const after = await page.evaluate('window.words()')
    said[name] = after.replace(before, '').trim()
    await context.close()
  }
  host.live()
  return said
}

/** The first view of our own hosted checkout, from the sandbox: its bytes, and how many requests it makes. */
async function hostedPage(browser) {
  const { createSandbox } = await importBuilt('sandbox', 'index.js')
  const mock = createSandbox()
  const { url, close } = await mock.listen(0)
  const { context, page } = await openPage(browser)
  try {
    const made = await fetch(`${url}/api/v1/checkout/intent`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_all', 'content-type': 'application/json' },
      body: JSON.stringify({ amount: 25 }),
    })
    const address = (await made.json()).data.checkout_url
    const asked = []
    page.on('request', (request) => asked.push(request.url()))
    const answer = await page.goto(address)
    await page.waitForLoadState('load')
    const gzip = gzipSync(await answer.body(), { level: 9 }).length
    return { gzip, requests: asked.filter((each) => !each.startsWith('data:')).length }
  } finally {
    await context.close()
    await close?.()
  }
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one table of figures, row by row.
function report({ names, figures, quiet, dead, hosted, tenButtonsMs, bytes }) {
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
  const both = size['cedi embed.js'].gzip + size['cedi buy.js'].gzip
  // The bare page also includes the page's own work.
  const evaluated = (name) => Math.max(0, quiet[name].scriptMs - quiet[bare].scriptMs)
  const against = (figure) => middle[ours][figure] / base[figure]
  return {
    title: 'The scripts in a browser',
    about: `Measured in Chromium with a screen of 360 px, CPU slowed ${cpuTimes}×, slow 3G (400 ms, 500 kbit/s), and a local stand-in for every vendor's host. Times are multiples of the time for a bare iframe that the same click appends, medians of ${rounds} rounds: "cold" clicks as soon as the shop is loaded, "idle" after ${idleMs / 1000} s, when a script has loaded what it loads in advance (ours with \`Cedi.warm()\`). "Feedback" is the first change in the middle of the screen. "Painted" is the first content of the page in the frame. In the vendors' scripts, the stand-in's address replaced theirs. A page that waits for messages we do not know is "not seen".`,
    tables: [
      {
        caption: 'Bytes that a page loads',
        head: ['script', 'gzip B', 'against service.js', 'brotli B'],
        rows: Object.entries(size).map(([name, { gzip, brotli }]) => [
          name,
          whole(gzip),
          ratio(gzip, size[ours].gzip),
          whole(brotli),
        ]),
      },
      {
        caption: 'From the click',
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
        caption: 'Before any click, and with a dead host',
        head: ['script', 'requests', 'third parties', 'cookies', 'its script, ms', `said after ${deadMs / 1000} s`],
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
    goals: [
      atMost('service.js, gzip', size[ours].gzip, 5760, 'B'),
      atMost('service.js, brotli', size[ours].brotli, 5120, 'B'),
      atMost('embed.js, gzip', size['cedi embed.js'].gzip, 2304, 'B'),
      atMost('embed.js and buy.js, gzip', both, 7936, 'B'),
      atMost('embed.js and service.js, gzip', size['cedi embed.js'].gzip + size[ours].gzip, 7936, 'B'),
      atMost('Click to feedback against a bare iframe', against('coldFeedbackMs'), 1.3, '×'),
      atMost('Click to feedback', middle[ours].coldFeedbackMs, 150, 'ms'),
      atMost('Click to painted, cold, against a bare iframe', against('coldPaintedMs'), 1.15, '×'),
      atMost('Click to painted, warm, against a bare iframe', against('warmPaintedMs'), 0.25, '×'),
      atMost(`Evaluate, CPU slowed ${cpuTimes} times`, evaluated(ours), 5, 'ms'),
      atMost(`Evaluate embed.js with ten buttons, CPU slowed ${cpuTimes} times`, Math.max(0, tenButtonsMs), 5, 'ms'),
      atMost('Layout shift', Math.max(middle[ours].coldShift, middle[ours].warmShift), 0, ''),
      atMost('Requests before the click', quiet[ours].requests, 0, ''),
      atMost('Hosted page, first view, gzip', hosted.gzip, 13_056, 'B'),
      atMost('Hosted page, first view, requests', hosted.requests, 1, ''),
    ],
    figures: { rounds: figures, quiet, tenButtonsMs, dead, hosted, bytes: size },
  }
}
