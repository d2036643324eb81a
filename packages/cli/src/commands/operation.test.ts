import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestCli } from '../../test/test-cli.js'
import { calls } from '../operations.js'
import type { Transport } from '../transport.js'

/** Creates a transport that returns the same response to every request. */
const respondWith =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Transport =>
  async () =>
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })
const toEnvelope = (value: unknown) => ({ success: true, data: value })
const toErrorEnvelope = (code: string, message: string) => ({
  success: false,
  data: null,
  error: { code, message, request_id: 'req_1' },
})

const live = { environment: { CEDI_API_KEY: 'sk_live_1234567890', CEDI_URL: 'https://pay.example' } }

test('an API command lists products of the local sandbox without an address or key', async () => {
  const { code, out } = await createTestCli().run(['products', 'list', '--limit', '2'])
  expect(code).toBe(0)
  expect(out.split('\n')[0]).toMatch(/^id +name/)
  expect(out).toMatch(/GH₵\d+\.\d\d/)
  expect(out.trim().split('\n')).toHaveLength(3)
})

test('an API command exists for each of the eleven operations', () => {
  expect(calls.map(({ resource, verb }) => `${resource} ${verb}`)).toEqual([
    'payments create',
    'payments read',
    'checkout-intents create',
    'balance read',
    'refunds create',
    'products list',
    'products create',
    'products read',
    'orders list',
    'orders read',
    'licenses verify',
  ])
})

test('an API command creates a payment from flags, with the amount as typed, and reads it back', async () => {
  const cli = createTestCli()
  const created = await cli.run([
    'payments',
    'create',
    '--amount',
    '45.50',
    '--method',
    'mobile_money',
    '--phone',
    '0244123789',
    '--metadata.order',
    '1042',
    '--json',
  ])
  expect(created.code).toBe(0)
  const payment = JSON.parse(created.out)
  expect(payment).toMatchObject({ amount: 45.5, fee: 0, metadata: { order: '1042' } })
  expect(await cli.requests.at(-1)?.text()).toContain('"amount":"45.50"')
  expect(cli.requests.at(-1)?.headers.get('idempotency-key')).toMatch(/^[\w-]{36}$/)
  const read = await cli.run(['payments', 'read', payment.ref])
  expect(read.out).toContain('GH₵45.50')
})

test('an API command accepts a whole body from the command line, a file or a pipe', async () => {
  const cli = createTestCli()
  const body = '{"name":"Kente tote","price":120}'
  const file = join(cli.home, 'product.json')
  writeFileSync(file, body)
  for (const data of [body, `@${file}`, '-']) {
    const { out } = await cli.run(['products', 'create', '--simulate', '--json', '--data', data], { input: body })
    expect(JSON.parse(out)).toMatchObject({ name: 'Kente tote', price: 120 })
  }
})

test.each([
  ['\uFEFF{"name":"Kente tote","price":120}', 0, 'Kente tote'],
  ['{\0"\0n\0', 2, '--data is not UTF-8, but probably UTF-16. Save'],
])(
  'an API command reads a file with a byte order mark, and names another encoding: %j',
  async (text, expected, output) => {
    const cli = createTestCli()
    const file = join(cli.home, 'product.json')
    writeFileSync(file, text)
    for (const data of [`@${file}`, '-']) {
      const { code, out, stderr } = await cli.run(['products', 'create', '--simulate', '--data', data], { input: text })
      expect([code, out + stderr]).toEqual([expected, expect.stringContaining(output)])
    }
  },
)

test('the default URL is printed first, and no other URL', async () => {
  const cli = createTestCli()
  const line = 'Using the local sandbox at http://127.0.0.1:23300. Set --url or CEDI_URL for another service.\n'
  expect((await cli.run(['balance', 'read'])).stderr).toBe(line)
  const environment = { CEDI_URL: 'https://pay.example', CEDI_API_KEY: 'sk_test_all' }
  expect((await cli.run(['balance', 'read'], { environment })).stderr).toBe('')
  expect(cli.requests.map(({ url }) => new URL(url).origin)).toEqual(['http://127.0.0.1:23300', 'https://pay.example'])
})

test('an API command names a proxy of the environment if the connection fails', async () => {
  const environment = { CEDI_URL: 'https://pay.example', CEDI_API_KEY: 'sk_test_all', HTTPS_PROXY: 'http://proxy' }
  const transport: Transport = async () => Promise.reject(Object.assign(new Error('no'), { code: 'ETIMEDOUT' }))
  const { stderr } = await createTestCli().run(['balance', 'read'], { environment, transport })
  expect(stderr).toContain('HTTPS_PROXY is set, but cedi connects directly. Allow connections to pay.example')
  const { stderr: local } = await createTestCli().run(['balance', 'read'], {
    environment: { HTTPS_PROXY: 'http://proxy' },
    transport,
  })
  expect(local).not.toContain('HTTPS_PROXY')
})

test('an API command sends a test key over http to a host in CEDI_INSECURE_HOSTS, and no other key', async () => {
  const cli = createTestCli()
  const environment = {
    CEDI_URL: 'http://cedi-mock:23300',
    CEDI_API_KEY: 'sk_test_all',
    CEDI_INSECURE_HOSTS: 'host.docker.internal, cedi-mock',
  }
  expect((await cli.run(['balance', 'read'], { environment })).code).toBe(0)
  for (const overrides of [{ CEDI_API_KEY: 'sk_live_1' }, { CEDI_INSECURE_HOSTS: '' }, { CEDI_URL: 'http://other' }]) {
    const { code } = await cli.run(['balance', 'read'], { environment: { ...environment, ...overrides } })
    expect(code).toBe(2)
  }
  expect(cli.requests).toHaveLength(1)
})

test('an API command prints a curl command on one line without control characters', async () => {
  const words = ['products', 'create', '--price', '1', '--name', 'a\nb\u009b2J\u202e', '--curl']
  const { out } = await createTestCli().run(words)
  expect(out.trim().split('\n')).toHaveLength(1)
  expect(out).toContain('a\\nb\\u009b2J\\u202e')
})

test('an API command reads every page with --all, and prints the flag for the next page without it', async () => {
  const cli = createTestCli()
  const firstPage = await cli.run(['products', 'list', '--limit', '2', '--json'])
  expect(firstPage.stderr).toMatch(/--cursor '\S+', or --all/)
  const all = await cli.run(['products', 'list', '--limit', '2', '--all', '--json'])
  expect(JSON.parse(all.out).length).toBeGreaterThan(JSON.parse(firstPage.out).length)
})

test('an API command prints the request without the key, and sends nothing', async () => {
  const cli = createTestCli()
  const { out, code } = await cli.run(['balance', 'read', '--curl'], live)
  expect(out).toBe(
    `curl -X GET 'https://pay.example/api/v1/balance' -H "Authorization: Bearer $CEDI_API_KEY" -H 'Accept: application/json'\n`,
  )
  expect([code, cli.requests.length]).toEqual([0, 0])
})

test('an API command prints an error of the service with its help command, and exits with 1', async () => {
  const { code, stderr } = await createTestCli().run(['payments', 'read', 'pay_nothing'])
  expect(code).toBe(1)
  expect(stderr).toContain('not_found')
  expect(stderr).toContain('See: cedi help errors not_found')
})

test('an API command exits with 3 without a response, and prints the flag that retries a write', async () => {
  const rejectConnection = async () => {
    throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } })
  }
  const { code, stderr } = await createTestCli().run(['products', 'create', '--name', 'x', '--price', '1'], {
    transport: rejectConnection,
  })
  expect(code).toBe(3)
  expect(stderr).toContain('ECONNREFUSED')
  expect(stderr).toMatch(/--idempotency-key [\w-]{36}/)
})

test('an API command passes the flag that retries a write to an output that may fail', async () => {
  const hints: (string | undefined)[] = []
  const write = (_text: string, hint?: string) => void hints.push(hint)
  const cli = createTestCli()
  const product = ['--name', 'x', '--price', '1', '--idempotency-key', 'k1']
  expect((await cli.run(['products', 'create', ...product], { write })).code).toBe(0)
  expect((await cli.run(['products', 'list'], { write })).code).toBe(0)
  expect(hints).toEqual(['To retry safely, repeat the command with --idempotency-key k1\n', ''])
})

test('an API command escapes control characters of a record', async () => {
  const hostile = async () =>
    Response.json({
      success: true,
      data: [
        { id: 'prd_1', name: '\u001b[2J\u202eevil', price: 1 },
        { id: 'prd_2', name: 'b', price: 2 },
      ],
    })
  const { out } = await createTestCli().run(['products', 'list'], { transport: hostile })
  expect(out).toContain('\\u001b[2J\\u202eevil')
  for (const character of ['\u001b', '\u202e']) expect(out).not.toContain(character)
})

test('an API command escapes control characters of an error, and hides an echoed key', async () => {
  const hostile = '\u001b[2J\u009b31m\u202eevil\u061c\u2028'
  const { stderr, code } = await createTestCli().run(['products', 'list'], {
    environment: { CEDI_API_KEY: 'sk_test_echoed' },
    transport: respondWith(422, toErrorEnvelope('sk_test_echoed', `${hostile} sk_test_echoed`)),
  })
  expect(code).toBe(1)
  expect(stderr).toContain('\\u001b[2J\\u009b31m\\u202eevil\\u061c\\u2028')
  for (const one of ['\u001b', '\u009b', '\u202e', '\u061c', '\u2028', 'sk_test_echoed'])
    expect(stderr).not.toContain(one)
})

test('an API command escapes control characters in JSON without changing its meaning', async () => {
  const products = [{ id: 'prd_1', name: '\u009b2J\u202eevil\u061c\u007f' }]
  const { out } = await createTestCli().run(['products', 'list', '--json'], {
    transport: respondWith(200, toEnvelope(products)),
  })
  for (const one of ['\u009b', '\u202e', '\u061c', '\u007f']) expect(out).not.toContain(one)
  expect(JSON.parse(out)).toEqual(products)
})

test('an API command prints a cursor only if it is safe to copy into a shell', async () => {
  const link = (cursor: string) => ({ link: `</api/v1/products?cursor=${encodeURIComponent(cursor)}>; rel="next"` })
  const list = (cursor: string) =>
    createTestCli().run(['products', 'list'], {
      transport: respondWith(200, toEnvelope([{ id: 'prd_1' }]), link(cursor)),
    })
  expect((await list('cHJk_-=')).stderr).toContain("There are more: add --cursor 'cHJk_-=', or --all.\n")
  expect((await list("x'; rm -r ~; '")).stderr).toContain('There are more: add --all.\n')
})

test.each([
  [502, '<html>Bad gateway</html>'],
  [200, '{"success":true,"da'],
  [500, JSON.stringify(toErrorEnvelope('internal_error', 'The service failed.'))],
])(
  'an API command exits with 3 if a write returns an ambiguous %d, and prints the flag that retries it',
  async (status, body) => {
    const { code, stderr } = await createTestCli().run(
      ['products', 'create', '--name', 'x', '--price', '1', '--idempotency-key', "a'b"],
      { transport: respondWith(status, body) },
    )
    expect(code).toBe(3)
    expect(stderr).toContain(`--idempotency-key 'a'\\''b'`)
    // The code is internal to the client, so help does not explain it.
    expect(stderr).not.toContain('cedi help errors invalid_response')
  },
)

test.each([null, 'text', 5, [null, 1, [2]], { a: [null, { b: 1 }, [1]] }])(
  'an API command prints %j, although it is not a record',
  async (value) => {
    for (const words of [
      ['products', 'list'],
      ['products', 'list', '--all'],
      ['products', 'create', '--name', 'x'],
    ])
      expect((await createTestCli().run(words, { transport: respondWith(200, toEnvelope(value)) })).code).toBe(0)
  },
)

test('an API command prints the first fields of a record with 50,000 fields', async () => {
  const record = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`field_${index}`, index]))
  for (const [words, value] of [
    [['balance', 'read'], record],
    [
      ['products', 'list'],
      [record, record],
    ],
  ] as const) {
    const { code, out } = await createTestCli().run(words, { transport: respondWith(200, toEnvelope(value)) })
    expect([code, out.length < 20_000]).toEqual([0, true])
  }
})

test('an API command shows a list of 200,000 records', async () => {
  const products = Array.from({ length: 200_000 }, (_, position) => ({ id: `p${position}` }))
  const { out } = await createTestCli().run(['products', 'list', '--all'], {
    transport: respondWith(200, toEnvelope(products)),
  })
  expect(out.trim().split('\n')).toHaveLength(200_001)
})

test('an API command reads more than a thousand pages with --all', async () => {
  let page = 0
  const transport: Transport = async () => {
    page += 1
    const next = page < 1_100 ? { link: `</api/v1/products?cursor=c${page}>; rel="next"` } : {}
    return Response.json(toEnvelope([{ id: `prd_${page}` }]), { headers: next })
  }
  const { out, code } = await createTestCli().run(['products', 'list', '--all', '--json'], { transport })
  expect([code, JSON.parse(out).length]).toEqual([0, 1_100])
})

test('an API command checks a license on another host without an API key', async () => {
  const cli = createTestCli()
  const words = ['licenses', 'verify', '--license_key', 'CEDI-1', '--instance', 'laptop']
  const { code } = await cli.run([...words, '--url', 'https://pay.example'])
  expect(code).toBe(0)
  expect(cli.requests.at(-1)?.headers.get('authorization')).toBe(null)
  expect(await cli.requests.at(-1)?.json()).toEqual({ license_key: 'CEDI-1', instance: 'laptop' })
})

test('a live key prints a warning before a write, which must be confirmed', async () => {
  const cli = createTestCli()
  const words = ['products', 'create', '--name', 'Tote', '--price', '1']
  const declined = await cli.run(words, { ...live, isTerminal: true, replies: ['n'] })
  expect(declined.stderr).toContain('This is a live key')
  expect(declined.stderr).not.toContain('sk_live')
  expect([declined.code, cli.requests.length]).toEqual([2, 0])
  const unconfirmed = await cli.run(words, live)
  expect([unconfirmed.code, cli.requests.length]).toEqual([2, 0])
  const result = await cli.run([...words, '--yes'], live)
  expect(result.stderr).toContain('This is a live key')
  expect(cli.requests).toHaveLength(1)
})

test('a live key needs no confirmation to read or to simulate', async () => {
  const cli = createTestCli()
  expect((await cli.run(['products', 'list'], live)).prompts).toEqual([])
  expect(
    (await cli.run(['products', 'create', '--simulate', '--name', 'x', '--price', '1'], live)).stderr,
  ).not.toContain('live key')
})

test('a live key prints the warning also for a simulation that the service does not document', async () => {
  const cli = createTestCli()
  const words = ['payments', 'create', '--simulate', '--amount', '1', '--method', 'mobile_money']
  const { stderr, code } = await cli.run(words, { ...live, isTerminal: true, replies: ['n'] })
  expect(stderr).toContain('This is a live key')
  expect([code, cli.requests.length]).toEqual([2, 0])
})

const card = '{"amount":1,"method":"card","card":{"number":"4242424242424242"}}'

test.each([
  ['--amount', '1', '--method', 'card', '--card.number', '4242424242424242', '--yes'],
  ['--card.number', '4242424242424242', '--simulate'],
  ['--data', card, '--yes'],
])('a live key does not accept a card number on the command line: %s %s', async (...words) => {
  const cli = createTestCli()
  const { code, stderr } = await cli.run(['payments', 'create', ...words], live)
  expect(stderr).toContain('--data -')
  expect([code, cli.requests.length]).toEqual([2, 0])
})

test('a live key accepts a card number from a pipe', async () => {
  const cli = createTestCli()
  await cli.run(['payments', 'create', '--data', '-', '--yes'], { ...live, input: card })
  expect(cli.requests).toHaveLength(1)
})
