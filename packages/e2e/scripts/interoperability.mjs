// Tests interoperability with third-party tools. Prism, a validating proxy between client and mock server, must report no
// violation for valid requests and for any response. openapi-fetch, with the served document, and the Cedi client must send
// the same bytes for the ten calls. Needs the built packages, and installs the tools into .cache.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { createClient } from '@cedi/client'
import { createMockServer } from '@cedi/mock-server'
import { importPeer, installPeers, peerFile, root } from '../../bench/peers.mjs'

const key = 'sk_test_interoperability'
const total = { passed: 0, failed: 0 }
const report = (ok, description, details) => {
  total[ok ? 'passed' : 'failed']++
  console.log(`${ok ? 'ok  ' : 'FAIL'}  ${description}${ok || !details ? '' : `\n      ${details}`}`)
}

await installPeers()
const mock = createMockServer({ clock: 'manual' })
const { url, close } = await mock.listen(0)

/** Creates the records for the ten calls, and returns their inputs with functions that describe the requests. */
async function createCalls(cedi) {
  const send = async (request) => {
    const response = await fetch(request.url, { method: request.method, headers: request.headers, body: request.body })
    return (await response.json()).data
  }
  const product = await send(cedi.products.create({ name: 'Kente tote ɛ', price: '14.43', type: 'physical' }))
  const payment = await send(cedi.payments.create({ amount: 45.5, method: 'mobile_money', phone: '0244123789' }))
  const order = await send(
    cedi.payments.create({ product_id: product.id, method: 'mobile_money', phone: '0244123789' }),
  )
  await mock.clock.advance(10_000)
  return {
    'POST /api/v1/payments': [
      { body: { amount: '45.50', method: 'mobile_money', phone: '+233 24 412 3789', metadata: { basket: '1042' } } },
      (body) => cedi.payments.create(body),
    ],
    'GET /api/v1/payments/{ref}': [{ path: { ref: payment.ref } }, () => cedi.payments.read(payment.ref)],
    'POST /api/v1/checkout/intent': [
      { body: { product_id: product.id, quantity: 2 } },
      (body) => cedi.checkoutIntents.create(body),
    ],
    'GET /api/v1/balance': [{}, () => cedi.balance.read()],
    'POST /api/v1/refunds': [
      { body: { payment_ref: payment.ref, amount: 1, reason: 'Wrong size – “M”' } },
      (body) => cedi.refunds.create(body),
    ],
    'GET /api/v1/products': [{ query: { limit: '20' } }, () => cedi.products.list({ limit: '20' })],
    'POST /api/v1/products': [{ body: { name: 'Kente tote ɛ', price: 120 } }, (body) => cedi.products.create(body)],
    'GET /api/v1/products/{id}': [{ path: { id: product.id } }, () => cedi.products.read(product.id)],
    'GET /api/v1/orders': [
      { query: { limit: '1', cursor: 'b3JkXzE' } },
      () => cedi.orders.list({ limit: '1', cursor: 'b3JkXzE' }),
    ],
    'GET /api/v1/orders/{ref}': [{ path: { ref: order.order_ref } }, () => cedi.orders.read(order.order_ref)],
  }
}

// 1. Prism.
const folder = join(root, '.cache/interoperability')
mkdirSync(folder, { recursive: true })
const document = join(folder, 'openapi.json')
writeFileSync(document, await (await fetch(`${url}/api/v1/openapi.json`)).text())
// The server behind Prism forwards to the mock server. With `removesField` it removes a field of the balance, which Prism
// must report.
let removesField = false
const upstreamServer = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const { host, connection, 'content-length': length, ...headers } = request.headers
  const body = chunks.length > 0 ? Buffer.concat(chunks) : undefined
  const forwarded = await mock.fetch(new Request(url + request.url, { method: request.method, headers, body }))
  const text = await forwarded.text()
  response.writeHead(forwarded.status, Object.fromEntries(forwarded.headers))
  response.end(removesField ? text.replace(/"available":[\d.]+,/, '') : text)
})
await new Promise((resolve) => upstreamServer.listen(0, '127.0.0.1', resolve))
const upstream = `http://127.0.0.1:${upstreamServer.address().port}`
const prism = spawn(
  process.execPath,
  [
    peerFile('@stoplight/prism-cli', 'dist/index.js'),
    'proxy',
    document,
    upstream,
    '--port',
    '0',
    '--host',
    '127.0.0.1',
  ],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
  },
)
let log = ''
prism.stdout.on('data', (chunk) => {
  log += chunk
})
const deadline = Date.now() + 120_000
while (!/http:\/\/127\.0\.0\.1:\d+/.test(log.split('listening').at(-1) ?? '') || !log.includes('listening')) {
  if (Date.now() > deadline || prism.exitCode !== null) throw new Error(`Prism did not start:\n${log}`)
  await new Promise((resolve) => setTimeout(resolve, 100))
}
const proxy = /http:\/\/127\.0\.0\.1:\d+/.exec(log.split('listening').at(-1))[0]
const sendThroughProxy = async (request) => {
  const response = await fetch(request.url, { method: request.method, headers: request.headers, body: request.body })
  await response.arrayBuffer()
  return { status: response.status, violations: JSON.parse(response.headers.get('sl-violations') ?? '[]') }
}
const cedi = createClient({ baseUrl: proxy, apiKey: key })
for (const [route, [{ body }, describe]] of Object.entries(await createCalls(cedi))) {
  // An unknown cursor is rejected, but its format is valid.
  const { status, violations } = await sendThroughProxy(describe(body))
  report(status < 500 && violations.length === 0, `Prism reports no violation for ${route}`, JSON.stringify(violations))
}
const invalidRequests = {
  'an unknown field': cedi.products.create({ name: 'x', price: 1, ammount: 1 }),
  'a third decimal': cedi.products.create({ name: 'x', price: '1.005' }),
  'no key': { ...cedi.balance.read(), headers: { accept: 'application/json' } },
  'a key without the scope': createClient({ baseUrl: proxy, apiKey: 'sk_test_none' }).balance.read(),
  'a record that does not exist': cedi.payments.read('pay_nothing'),
  'a limit of 0': cedi.products.list({ limit: '0' }),
  'a refund of an unknown payment': cedi.refunds.create({ payment_ref: 'pay_nothing', amount: 5 }),
}
for (const [name, request] of Object.entries(invalidRequests)) {
  const { status, violations } = await sendThroughProxy(request)
  const responseViolations = violations.filter(({ location }) => location?.[0] === 'response')
  if (name === 'an unknown field') report(violations.length > 0, 'Prism reports the unknown field of a request')
  report(
    status >= 400 && status < 500 && responseViolations.length === 0,
    `Prism reports no violation of the response to ${name} (${status})`,
    JSON.stringify(responseViolations),
  )
}
removesField = true
const { violations: balanceViolations } = await sendThroughProxy(cedi.balance.read())
report(balanceViolations.length > 0, 'Prism reports the missing field of a response')
prism.kill()
await once(prism, 'exit')

// 2. openapi-fetch with the served document.
const receivedRequests = []
const recorder = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const { authorization, 'content-type': type, accept } = request.headers
  receivedRequests.push(
    JSON.stringify({
      method: request.method,
      url: request.url,
      authorization,
      type,
      accept,
      body: Buffer.concat(chunks).toString('base64'),
    }),
  )
  response.setHeader('content-type', 'application/json')
  response.end('{"success":true,"data":{}}')
})
await new Promise((resolve) => recorder.listen(0, '127.0.0.1', resolve))
const baseUrl = `http://127.0.0.1:${recorder.address().port}`
const { default: createOtherClient } = await importPeer('openapi-fetch', 'dist/index.mjs')
const otherClient = createOtherClient({
  baseUrl,
  headers: { Authorization: `Bearer ${key}`, Accept: 'application/json' },
})
const direct = createClient({ baseUrl: url, apiKey: key })
const ownClient = createClient({ baseUrl, apiKey: key })
const calls = await createCalls(direct)
for (const [route, [input]] of Object.entries(calls)) {
  const [method, path] = route.split(' ')
  await otherClient[method](path, { params: { path: input.path, query: input.query }, body: input.body })
  const request = createRequest(ownClient, route, input)
  await fetch(request.url, { method: request.method, headers: request.headers, body: request.body })
  const [otherRequest, ownRequest] = receivedRequests.splice(0)
  report(
    otherRequest === ownRequest,
    `openapi-fetch and the Cedi client send the same bytes for ${route}`,
    `${otherRequest}\n      ${ownRequest}`,
  )
}
recorder.close()
upstreamServer.close()
upstreamServer.closeAllConnections()
recorder.closeAllConnections()
await close()
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

/** Describes a call with the Cedi client. */
function createRequest(client, route, { body, path = {}, query }) {
  const [method, template] = route.split(' ')
  const [, , , resourceName] = template.split('/')
  const resource = resourceName === 'checkout' ? client.checkoutIntents : client[resourceName]
  if (method === 'POST') return resource.create(body)
  if (template.includes('{')) return resource.read(Object.values(path)[0])
  return resourceName === 'balance' ? resource.read() : resource.list(query)
}
