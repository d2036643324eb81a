// A stand-in for every vendor's host, in one small server: it serves the scripts, and a page that sends each script the
// messages of that vendor's own page.
import { createServer } from 'node:http'

/** The script of the page in the frame: it reports that it is loaded, in each vendor's format. */
const pageScript = `
let port
addEventListener('message', ({ data, ports }) => {
  if (!ports[0] || !data || data.id !== 1) return
  port = ports[0]
  const tell = (method, params) => port.postMessage({ jsonrpc: '2.0', method, params })
  // Everything that the hosted page says when it opens: what a stand-in leaves out is not measured.
  port.onmessage = ({ data }) => {
    if (data.id !== 2) return
    const resize = () => tell('cedi.resize', { height: Math.ceil(document.documentElement.getBoundingClientRect().height) })
    new ResizeObserver(resize).observe(document.body)
    // A page that was painted unseen counts when it is painted again: the hosted page shows who is paid when it opens.
    document.body.append('to Ama')
    tell('ec.start', { ref: null, amount: 25, currency: 'GHS', expires_at: '2030-01-01T00:00:00.000Z' })
    tell('cedi.state', { state: 'method' })
  }
  port.postMessage({ jsonrpc: '2.0', id: 2, method: 'ec.ready', params: { delegate: [] } })
})
if (parent !== window) {
  const say = (message) => parent.postMessage(message, '*')
  say({ jsonrpc: '2.0', id: 1, method: 'ec.ready', params: { delegate: [] } })
  say({ type: 'POLAR_CHECKOUT', event: 'loaded' })
  say({ type: 'event', event_type: 'checkout.form_ready', data: {} })
  say({ type: 'event', event_type: 'checkout.opened', data: {} })
  say({ event: 'loaded', id: new URLSearchParams(location.search).get('id') })
  say(JSON.stringify({ type: 'loaded', data: {} }))
  say({ initialized: true })
}`

const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Pay</title><body style="background:#fff;font:24px sans-serif"><h1>GH₵25.00</h1><script>${pageScript}</script>`

/**
 * Starts the stand-in.
 *
 * @param files - Scripts by their path, as text.
 * @returns `url`, `die()` and `live()`.
 */
export async function startHost(files) {
  let isDead = false
  const waiting = new Set()
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://host')
    const script = files[pathname]
    const headers = { 'cache-control': 'no-store', 'access-control-allow-origin': '*' }
    if (script !== undefined) {
      response.writeHead(200, { ...headers, 'content-type': 'text/javascript; charset=utf-8' })
      response.end(script)
    } else if (isDead) {
      waiting.add(response)
    } else {
      response.writeHead(200, { ...headers, 'content-type': 'text/html; charset=utf-8' })
      response.end(page)
    }
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    die() {
      isDead = true
    },
    live() {
      isDead = false
      for (const response of waiting) response.destroy()
      waiting.clear()
    },
    close() {
      server.closeAllConnections()
      return new Promise((done) => server.close(done))
    },
  }
}
