// Checks that tools by others agree with us. Prism is a validating proxy between the client and the mock server: it
// must report nothing for correct requests, and nothing about any answer. A client that openapi-fetch makes from the
// served document sends the ten calls, and so does ours; the requests are compared byte by byte. Needs the built
// packages, and installs the tools into .cache. Ends with "N passed, N failed".
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { createClient } from '@cedi/client'
import { createMockServer } from '@cedi/mock-server'
import { importPeer, installPeers, peerFile, root } from '../../bench/peers.mjs'

const key = 'sk_test_strangers'
const total = { passed: 0, failed: 0 }
const verdict = (ok, what, more) => {
  total[ok ? 'passed' : 'failed']++
  console.log(`${ok ? 'ok  ' : 'FAIL'}  ${what}${ok || !more ? '' : `\n      ${more}`}`)
}

await installPeers()
const mock = createMockServer({ clock: 'manual' })
const { url, close } = await mock.listen(0)

/** The ten calls, with the records that they need. */
async function tenCalls(cedi) {
  const send = async (request) => {
    const answer = await fetch(request.url, { method: request.method, headers: request.headers, body: request.body })
    return (await answer.json()).data
  }
  const product = await send(cedi.products.create({ name: 'Kente tote ɛ', price: '14.43', type: 'physical' }))
  const paid = await send(cedi.payments.create({ amount: 45.5, method: 'mobile_money', phone: '0244123789' }))
  const order = await send(
    cedi.payments.create({ product_id: product.id, method: 'mobile_money', phone: '0244123789' }),
  )
  await mock.clock.advance(10_000)
  return {
    'POST /api/v1/payments': [
      { body: { amount: '45.50', method: 'mobile_money', phone: '+233 24 412 3789', metadata: { basket: '1042' } } },
      (body) => cedi.payments.create(body),
    ],
    'GET /api/v1/payments/{ref}': [{ path: { ref: paid.ref } }, () => cedi.payments.read(paid.ref)],
    'POST /api/v1/checkout/intent': [
      { body: { product_id: product.id, quantity: 2 } },
      (body) => cedi.checkoutIntents.create(body),
    ],
    'GET /api/v1/balance': [{}, () => cedi.balance.read()],
    'POST /api/v1/refunds': [
      { body: { payment_ref: paid.ref, amount: 1, reason: 'Wrong size – “M”' } },
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
const folder = join(root, '.cache/strangers')
mkdirSync(folder, { recursive: true })
const document = join(folder, 'openapi.json')
writeFileSync(document, await (await fetch(`${url}/api/v1/openapi.json`)).text())
// The server behind Prism passes everything on. On request it leaves a field out of the balance, to see that Prism
// notices.
let isSpoiling = false
const behind = createServer(async (request, response) => {
  const pieces = []
  for await (const piece of request) pieces.push(piece)
  const { host, connection, 'content-length': length, ...headers } = request.headers
  const body = pieces.length > 0 ? Buffer.concat(pieces) : undefined
  const answer = await mock.fetch(new Request(url + request.url, { method: request.method, headers, body }))
  const text = await answer.text()
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  response.end(isSpoiling ? text.replace(/"available":[\d.]+,/, '') : text)
})
await new Promise((resolve) => behind.listen(0, '127.0.0.1', resolve))
const upstream = `http://127.0.0.1:${behind.address().port}`
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
prism.stdout.on('data', (piece) => {
  log += piece
})
const deadline = Date.now() + 120_000
while (!/http:\/\/127\.0\.0\.1:\d+/.test(log.split('listening').at(-1) ?? '') || !log.includes('listening')) {
  if (Date.now() > deadline || prism.exitCode !== null) throw new Error(`Prism did not start:\n${log}`)
  await new Promise((resolve) => setTimeout(resolve, 100))
}
const proxy = /http:\/\/127\.0\.0\.1:\d+/.exec(log.split('listening').at(-1))[0]
const through = async (request) => {
  const answer = await fetch(request.url, { method: request.method, headers: request.headers, body: request.body })
  await answer.arrayBuffer()
  return { status: answer.status, violations: JSON.parse(answer.headers.get('sl-violations') ?? '[]') }
}
const cedi = createClient({ baseUrl: proxy, apiKey: key })
for (const [route, [{ body }, describe]] of Object.entries(await tenCalls(cedi))) {
  // An unknown cursor is refused, but its form is valid.
  const { status, violations } = await through(describe(body))
  verdict(status < 500 && violations.length === 0, `Prism has nothing to say of ${route}`, JSON.stringify(violations))
}
const wrong = {
  'an unknown field': cedi.products.create({ name: 'x', price: 1, ammount: 1 }),
  'a third decimal': cedi.products.create({ name: 'x', price: '1.005' }),
  'no key': { ...cedi.balance.read(), headers: { accept: 'application/json' } },
  'a key without the scope': createClient({ baseUrl: proxy, apiKey: 'sk_test_none' }).balance.read(),
  'a record that is not there': cedi.payments.read('pay_nothing'),
  'a limit that is none': cedi.products.list({ limit: '0' }),
  'more than there is': cedi.refunds.create({ payment_ref: 'pay_nothing', amount: 5 }),
}
for (const [name, request] of Object.entries(wrong)) {
  const { status, violations } = await through(request)
  const ofAnswer = violations.filter(({ location }) => location?.[0] === 'response')
  if (name === 'an unknown field') verdict(violations.length > 0, 'Prism looks at requests: it names the unknown field')
  verdict(
    status >= 400 && status < 500 && ofAnswer.length === 0,
    `Prism has nothing to say of the answer to ${name} (${status})`,
    JSON.stringify(ofAnswer),
  )
}
isSpoiling = true
const { violations: seen } = await through(cedi.balance.read())
verdict(seen.length > 0, 'Prism looks at answers: it names the field that was left out')
prism.kill()
await once(prism, 'exit')

// 2. A client made of the served document.
const arrived = []
const recorder = createServer(async (request, response) => {
  const pieces = []
  for await (const piece of request) pieces.push(piece)
  const { authorization, 'content-type': type, accept } = request.headers
  arrived.push(
    JSON.stringify({
      method: request.method,
      url: request.url,
      authorization,
      type,
      accept,
      body: Buffer.concat(pieces).toString('base64'),
    }),
  )
  response.setHeader('content-type', 'application/json')
  response.end('{"success":true,"data":{}}')
})
await new Promise((resolve) => recorder.listen(0, '127.0.0.1', resolve))
const baseUrl = `http://127.0.0.1:${recorder.address().port}`
const { default: createOther } = await importPeer('openapi-fetch', 'dist/index.mjs')
const other = createOther({ baseUrl, headers: { Authorization: `Bearer ${key}`, Accept: 'application/json' } })
const direct = createClient({ baseUrl: url, apiKey: key })
const ours = createClient({ baseUrl, apiKey: key })
const known = await tenCalls(direct)
for (const [route, [input]] of Object.entries(known)) {
  const [method, path] = route.split(' ')
  await other[method](path, { params: { path: input.path, query: input.query }, body: input.body })
  const request = callOf(ours, route, input)
  await fetch(request.url, { method: request.method, headers: request.headers, body: request.body })
  const [theirs, mine] = arrived.splice(0)
  verdict(theirs === mine, `openapi-fetch and ours send the same for ${route}`, `${theirs}\n      ${mine}`)
}
recorder.close()
behind.close()
behind.closeAllConnections()
recorder.closeAllConnections()
await close()
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

/** The same call by our client. */
function callOf(client, route, { body, path = {}, query }) {
  const [method, at] = route.split(' ')
  const [, , , noun] = at.split('/')
  const resource = noun === 'checkout' ? client.checkoutIntents : client[noun]
  if (method === 'POST') return resource.create(body)
  if (at.includes('{')) return resource.read(Object.values(path)[0])
  return noun === 'balance' ? resource.read() : resource.list(query)
}
