// A shop whose page opens the popup: `cedi examine` clicks its button in Chromium.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { findChromium } from '../../../../../scripts/browsers.mjs'

const root = resolve(import.meta.dirname, '../../..')

const adapter = `export default {
  name: 'button',
  async order(buyer) {
    const response = await buyer.fetch('/orders?product=' + buyer.product, { method: 'POST' })
    const { id } = await response.json()
    return { orderId: id, pay: { page: '/orders/' + id, button: '#pay' } }
  },
  state: async (id, shop) => (await shop.fetch('/state/' + id)).json(),
}
`

/** Starts the shop. @param {boolean} isTrusting Whether it believes the script of its page. */
async function startShop(isTrusting) {
  /** @type {Map<string, { intent: string, token: string, isPaid: boolean }>} */
  const orders = new Map()
  let serviceUrl = ''
  const call = async (/** @type {string} */ path, /** @type {object | undefined} */ body = undefined) => {
    const response = await fetch(`${serviceUrl}/api/v1/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        Authorization: 'Bearer sk_test_examine',
        Accept: 'application/json',
        ...(body && { 'Content-Type': 'application/json', 'Idempotency-Key': `order-${orders.size}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await response.json()).data
  }
  /** Whether a succeeded payment has the name of an order of the shop. @param {string} name */
  const isPaid = async (name) => {
    for (const { payment_ref: ref } of await call('orders?limit=100')) {
      const { status, metadata } = await call(`payments/${ref}`)
      if (status === 'succeeded' && metadata.order === name) return true
    }
    return false
  }
  const server = createServer(async (request, response) => {
    const { pathname, searchParams, origin } = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const [, kind = '', id = ''] = pathname.split('/')
    const order = orders.get(id)
    if (request.method === 'POST' && kind === 'orders') {
      const name = `${orders.size + 1}`
      const intent = await call('checkout/intent', {
        product_id: searchParams.get('product'),
        allowed_origins: [origin],
        metadata: { order: name },
      })
      orders.set(name, { intent: intent.id, token: intent.client_token, isPaid: false })
      response.end(JSON.stringify({ id: name }))
    } else if (kind === 'paid' && order) {
      if (isTrusting || (await isPaid(id))) order.isPaid = true
      response.end()
    } else if (kind === 'state' && order) {
      if (await isPaid(id)) order.isPaid = true
      response.end(JSON.stringify({ state: order.isPaid ? 'paid' : 'unpaid', delivered: order.isPaid ? 1 : 0 }))
    } else if (order)
      response
        .setHeader('Content-Type', 'text/html')
        .end(`<!doctype html><title>Shop</title><button id="pay">Pay</button>
<script src="${serviceUrl}/service.js"></script><script>
document.querySelector('#pay').onclick = () => Cedi.checkout({ intent: () => Promise.resolve('${order.token}') })
document.addEventListener('cedi:success', () => fetch('/paid/${id}'))
</script>`)
    else response.end('<!doctype html><title>Shop</title>')
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)))
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return {
    url: `http://127.0.0.1:${port}`,
    setService: (/** @type {string} */ url) => {
      serviceUrl = url
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Examines the shop with two scenarios. @param {boolean} isTrusting */
async function examine(isTrusting) {
  const shop = await startShop(isTrusting)
  const folder = mkdtempSync(join(tmpdir(), 'cedi-button-'))
  const file = join(folder, 'shop.examine.mjs')
  writeFileSync(file, adapter)
  const port = 4_900 + (isTrusting ? 1 : 0)
  shop.setService(`http://127.0.0.1:${port}`)
  const scenarios = ['--only', 'never-returns', '--only', 'forged-message']
  const args = ['examine', shop.url, '--shop', file, '--port', String(port), '--json', ...scenarios]
  try {
    /** @type {string} */
    const output = await new Promise((done) => {
      const env = { ...process.env, CHROMIUM_PATH: findChromium() }
      execFile(process.execPath, [join(root, 'dist/main.js'), ...args], { env, cwd: root }, (_, stdout, stderr) =>
        done(stdout || stderr),
      )
    })
    return JSON.parse(output).scenarios.map((/** @type {any} */ { name, verdict, invariant, message }) => ({
      name,
      verdict,
      invariant,
      message,
    }))
  } finally {
    shop.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

test('a shop that reads its payments passes', async () => {
  const scenarios = await examine(false)
  assert.deepEqual(
    scenarios.map((/** @type {any} */ { verdict }) => verdict),
    ['passed', 'passed'],
    JSON.stringify(scenarios),
  )
})

test('a shop that believes the script of its page fails', async () => {
  const [, forged] = await examine(true)
  assert.equal(forged.verdict, 'failed', JSON.stringify(forged))
  assert.equal(forged.invariant, 'unpaid-kept')
})
