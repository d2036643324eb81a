// Shop with a bare frame of the checkout and one with service.js, and the sandbox that serves the checkout.
import { createServer } from 'node:http'
import { getFreePort } from '../measure.mjs'
import { importBuilt } from '../peers.mjs'

/** Records the time of the click, and when a frame is visible in the middle of the screen. */
const shopScript = `
const getDeepestElement = () => {
  let node = document.elementFromPoint(innerWidth / 2, innerHeight / 2)
  for (let inner; (inner = node?.shadowRoot?.elementFromPoint(innerWidth / 2, innerHeight / 2)) && inner !== node; ) node = inner
  return node
}
window.revealed = 0
addEventListener('click', (event) => {
  window.clickedMs = performance.timeOrigin + event.timeStamp
  const checkFrame = () => {
    if (getDeepestElement()?.tagName !== 'IFRAME') return requestAnimationFrame(checkFrame)
    requestAnimationFrame(() => { window.revealed = performance.timeOrigin + performance.now() })
  }
  requestAnimationFrame(checkFrame)
}, true)`
const shopPage = (script) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Shop</title><link rel="icon" href="data:,"><body><h1>Shop</h1><button id="buy">Buy</button><script>${shopScript}</script>${script}<script>document.querySelector('#buy').onclick = () => openIt()</script>`

/** Starts the shop and the sandbox on one host: a frame of another site would run in a process without throttling. */
export async function startShop() {
  const { createSandbox } = await importBuilt('sandbox', 'index.js')
  const serviceUrl = `http://127.0.0.1:${await getFreePort()}`
  const service = await createSandbox({ baseUrl: serviceUrl }).listen(Number(new URL(serviceUrl).port))
  const createIntent = async () => {
    const response = await fetch(`${serviceUrl}/api/v1/checkout/intent`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_all', 'content-type': 'application/json' },
      body: JSON.stringify({ amount: 25, allowed_origins: [url] }),
    })
    return (await response.json()).data.client_token
  }
  const pages = {
    '/bare': async () =>
      `<script>window.openIt = () => { const frame = document.createElement('iframe'); frame.src = '${serviceUrl}/checkout?o=${encodeURIComponent(url)}'; frame.style.cssText = 'position:fixed;inset:0;width:100%;height:100%'; document.body.append(frame) }</script>`,
    '/service-js': async () =>
      `<script src="${serviceUrl}/service.js"></script><script>window.openIt = () => Cedi.checkout({ intent: '${await createIntent()}' })</script>`,
  }
  const server = createServer(async (request, response) => {
    const script = await pages[request.url]?.()
    response.writeHead(script ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
    response.end(script && shopPage(script))
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${server.address().port}`
  return {
    url,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      await service.close()
    },
  }
}
