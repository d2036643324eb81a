// The shop that loads each subject in a page of its own, and the real service that one of them opens.
import { createServer } from 'node:http'
import { freePort } from '../../measure.mjs'
import { importBuilt } from '../../peers.mjs'
import { bareFrame } from './frames.mjs'

/**
 * In the shop page: when the click came, when the middle of the screen first changed, when it first belonged to a frame
 * (which may have been painted before, below something else), and what moved.
 */
const shopScript = `
window.moved = 0
new PerformanceObserver((list) => { for (const entry of list.getEntries()) moved += entry.value }).observe({ type: 'layout-shift', buffered: true })
window.feedback = 0
window.revealed = 0
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
  const seek = () => {
    if (deepest()?.tagName !== 'IFRAME') return requestAnimationFrame(seek)
    requestAnimationFrame(() => { window.revealed = performance.timeOrigin + performance.now() })
  }
  requestAnimationFrame(seek)
}, true)
const deepest = () => {
  let node = at()
  for (let inner; (inner = node?.shadowRoot?.elementFromPoint(innerWidth / 2, innerHeight / 2)) && inner !== node; ) node = inner
  return node
}
const textOf = (node) => [...node.querySelectorAll('*')].flatMap((child) => child.shadowRoot ? [textOf(child.shadowRoot)] : child.checkVisibility({ visibilityProperty: true }) ? [...child.childNodes].filter((text) => text.nodeType === 3).map((text) => text.data.trim()) : []).filter(Boolean).join(' ').trim()
window.words = () => textOf(document.documentElement)
`
const shopPage = (script) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Shop</title><link rel="icon" href="data:,"><body><h1>Shop</h1><button id="buy">Buy</button><p>A tote.</p><script>${shopScript}</script>${script}<script>document.querySelector('#buy').onclick = () => openIt()</script>`

const tag = (url) => `<script src="${url}"></script>`
const inline = (code) => `<script>${code}</script>`

/** The page of the real service in a frame, and nothing else. */
export const bareReal = 'a bare iframe of the checkout'
/** `service.js` with the page that it opens in life. */
export const real = 'service.js and the checkout'

/**
 * Starts the sandbox. It lives at the host of the shop: a frame of another site has a process of its own, where the slow
 * network and the slow CPU of the page would not count.
 */
export async function startService() {
  const { createSandbox } = await importBuilt('sandbox', 'index.js')
  const baseUrl = `http://127.0.0.1:${await freePort()}`
  const mock = createSandbox({ baseUrl })
  const { close } = await mock.listen(Number(new URL(baseUrl).port))
  return {
    url: baseUrl,
    /** A checkout intent that a shop may show. */
    async intent(...allowed_origins) {
      const made = await fetch(`${baseUrl}/api/v1/checkout/intent`, {
        method: 'POST',
        headers: { authorization: 'Bearer sk_test_all', 'content-type': 'application/json' },
        body: JSON.stringify({ amount: 25, ...(allowed_origins.length > 0 && { allowed_origins }) }),
      })
      return (await made.json()).data
    },
    close,
  }
}

/** Starts the shop. @param files - Of the stand-in's host, to which the scripts of the subjects are added. */
export async function startShop({ files, host, service, subjects }) {
  const pages = new Map()
  subjects.forEach(({ script, open }, index) => {
    files[`/service-${index}.js`] = script
    pages.set(`/${index}`, async () => shopPage(tag(`${host.url}/service-${index}.js`) + (open ? inline(open) : '')))
  })
  pages.set('/bare-real', async () =>
    shopPage(inline(bareFrame(`${service.url}/checkout?o=${encodeURIComponent(url)}`))),
  )
  pages.set('/real', async () => {
    const { client_token } = await service.intent(url)
    return shopPage(
      tag(`${service.url}/service.js`) +
        inline(`window.openIt = () => Cedi.checkout({ intent: ${JSON.stringify(client_token)} })`),
    )
  })
  const server = createServer(async (request, response) => {
    const page = await pages.get(request.url)?.()
    response.writeHead(page ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
    response.end(page)
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${server.address().port}`
  const paths = { [bareReal]: '/bare-real', [real]: '/real' }
  return {
    url,
    addressOf: (name) => url + (paths[name] ?? `/${subjects.findIndex((subject) => subject.name === name)}`),
    close: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(done))
    },
  }
}
