// Stand-in for the hosts of all vendors. It serves the scripts, and a page that sends the messages of each vendor's page.
import { createServer } from 'node:http'

/** Script of the page in the frame, which reports that it is loaded in the format of each vendor. */
const pageScript = `
let port
addEventListener('message', ({ data, ports }) => {
  if (!ports[0] || !data || data.id !== 1) return
  port = ports[0]
  const send = (method, params) => port.postMessage({ jsonrpc: '2.0', method, params })
  // Sends all messages of the hosted page, so that their handlers are measured.
  port.onmessage = ({ data }) => {
    if (data.id !== 2) return
    const resize = () => send('cedi.resize', { height: Math.ceil(document.documentElement.getBoundingClientRect().height) })
    new ResizeObserver(resize).observe(document.body)
    // Changes the page, like the hosted page that now shows the merchant, so that it is painted again.
    document.body.append('to Ama')
    send('ec.start', { ref: null, amount: 25, currency: 'GHS', expires_at: '2030-01-01T00:00:00.000Z' })
    send('cedi.state', { state: 'method' })
  }
  port.postMessage({ jsonrpc: '2.0', id: 2, method: 'ec.ready', params: { delegate: [] } })
})
if (parent !== window) {
  const post = (message) => parent.postMessage(message, '*')
  post({ jsonrpc: '2.0', id: 1, method: 'ec.ready', params: { delegate: [] } })
  post({ type: 'POLAR_CHECKOUT', event: 'loaded' })
  post({ type: 'event', event_type: 'checkout.form_ready', data: {} })
  post({ type: 'event', event_type: 'checkout.opened', data: {} })
  post({ event: 'loaded', id: new URLSearchParams(location.search).get('id') })
  post(JSON.stringify({ type: 'loaded', data: {} }))
  post({ initialized: true })
}`

const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Pay</title><body style="background:#fff;font:24px sans-serif"><h1>GH₵25.00</h1><script>${pageScript}</script>`

/**
 * Starts the stand-in.
 *
 * @param files - Script texts by path.
 * @returns `url`, `hang()` and `recover()`.
 */
export async function startHost(files) {
  let isUnresponsive = false
  const pendingResponses = new Set()
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://host')
    const script = files[pathname]
    const headers = { 'cache-control': 'no-store', 'access-control-allow-origin': '*' }
    if (script !== undefined) {
      response.writeHead(200, { ...headers, 'content-type': 'text/javascript; charset=utf-8' })
      response.end(script)
    } else if (isUnresponsive) {
      pendingResponses.add(response)
    } else {
      response.writeHead(200, { ...headers, 'content-type': 'text/html; charset=utf-8' })
      response.end(page)
    }
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    hang() {
      isUnresponsive = true
    },
    recover() {
      isUnresponsive = false
      for (const response of pendingResponses) response.destroy()
      pendingResponses.clear()
    },
    close() {
      server.closeAllConnections()
      return new Promise((done) => server.close(done))
    },
  }
}
