// Shop with one page per subject, and a sandbox whose checkout one of them opens.
import { createServer } from 'node:http'
import { getFreePort } from '../../measure.mjs'
import { importBuilt } from '../../peers.mjs'
import { bareFrame } from './frames.mjs'

/**
 * Script of the shop page. Records the times of the click, of the first change in the middle of the screen and of the first
 * visible frame there (which may have been painted earlier), and layout shifts.
 */
const shopScript = `
window.moved = 0
new PerformanceObserver((list) => { for (const entry of list.getEntries()) moved += entry.value }).observe({ type: 'layout-shift', buffered: true })
window.feedback = 0
window.revealed = 0
const getCentreElement = () => document.elementFromPoint(innerWidth / 2, innerHeight / 2)
addEventListener('click', (event) => {
  window.clickedMs = performance.timeOrigin + event.timeStamp
  const before = getCentreElement()
  const checkFeedback = () => {
    if (getCentreElement() === before) return requestAnimationFrame(checkFeedback)
    // The change is visible after the next animation frame.
    requestAnimationFrame(() => { window.feedback = performance.timeOrigin + performance.now() })
  }
  requestAnimationFrame(checkFeedback)
  const checkFrame = () => {
    if (getDeepestElement()?.tagName !== 'IFRAME') return requestAnimationFrame(checkFrame)
    requestAnimationFrame(() => { window.revealed = performance.timeOrigin + performance.now() })
  }
  requestAnimationFrame(checkFrame)
}, true)
const getDeepestElement = () => {
  let node = getCentreElement()
  for (let inner; (inner = node?.shadowRoot?.elementFromPoint(innerWidth / 2, innerHeight / 2)) && inner !== node; ) node = inner
  return node
}
const readText = (node) => [...node.querySelectorAll('*')].flatMap((child) => child.shadowRoot ? [readText(child.shadowRoot)] : child.checkVisibility({ visibilityProperty: true }) ? [...child.childNodes].filter((text) => text.nodeType === 3).map((text) => text.data.trim()) : []).filter(Boolean).join(' ').trim()
window.visibleText = () => readText(document.documentElement)
`
const shopPage = (script) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Shop</title><link rel="icon" href="data:,"><body><h1>Shop</h1><button id="buy">Buy</button><p>A tote.</p><script>${shopScript}</script>${script}<script>document.querySelector('#buy').onclick = () => openIt()</script>`

const renderScriptTag = (url) => `<script src="${url}"></script>`
const renderInlineScript = (code) => `<script>${code}</script>`

/** Name of the baseline with the checkout page of the sandbox. */
export const bareCheckoutName = 'a bare iframe of the checkout'
/** Name of the subject `service.js` with the checkout page of the sandbox. */
export const cediCheckoutName = 'service.js and the checkout'

/**
 * Starts the sandbox on the host of the shop. A frame of another site would run in a separate process without the
 * throttling of the page.
 */
export async function startService() {
  const { createSandbox } = await importBuilt('sandbox', 'index.js')
  const baseUrl = `http://127.0.0.1:${await getFreePort()}`
  const mock = createSandbox({ baseUrl })
  const { close } = await mock.listen(Number(new URL(baseUrl).port))
  return {
    url: baseUrl,
    /** Creates a checkout intent. */
    async intent(...allowed_origins) {
      const response = await fetch(`${baseUrl}/api/v1/checkout/intent`, {
        method: 'POST',
        headers: { authorization: 'Bearer sk_test_all', 'content-type': 'application/json' },
        body: JSON.stringify({ amount: 25, ...(allowed_origins.length > 0 && { allowed_origins }) }),
      })
      return (await response.json()).data
    },
    close,
  }
}

/** Starts the shop. @param files - Files of the stand-in, to which this function adds the scripts of the subjects. */
export async function startShop({ files, host, service, subjects }) {
  const pages = new Map()
  subjects.forEach(({ script, open }, index) => {
    files[`/service-${index}.js`] = script
    pages.set(`/${index}`, async () =>
      shopPage(renderScriptTag(`${host.url}/service-${index}.js`) + (open ? renderInlineScript(open) : '')),
    )
  })
  pages.set('/bare-real', async () =>
    shopPage(renderInlineScript(bareFrame(`${service.url}/checkout?o=${encodeURIComponent(url)}`))),
  )
  pages.set('/real', async () => {
    const { client_token } = await service.intent(url)
    return shopPage(
      renderScriptTag(`${service.url}/service.js`) +
        renderInlineScript(`window.openIt = () => Cedi.checkout({ intent: ${JSON.stringify(client_token)} })`),
    )
  })
  const server = createServer(async (request, response) => {
    const page = await pages.get(request.url)?.()
    response.writeHead(page ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
    response.end(page)
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${server.address().port}`
  const paths = { [bareCheckoutName]: '/bare-real', [cediCheckoutName]: '/real' }
  return {
    url,
    getUrl: (name) => url + (paths[name] ?? `/${subjects.findIndex((subject) => subject.name === name)}`),
    close: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(done))
    },
  }
}
