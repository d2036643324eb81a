import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { calls } from '../src/operations.js'
import { desk } from './around.js'

const live = { environment: { CEDI_API_KEY: 'sk_live_1234567890', CEDI_BASE_URL: 'https://pay.example' } }

describe('a call of the API', () => {
  it('lists products of the local sandbox without an address or key', async () => {
    const { code, out } = await desk().run(['products', 'list', '--limit', '2'])
    expect(code).toBe(0)
    expect(out.split('\n')[0]).toMatch(/^id +name/)
    expect(out).toMatch(/GH₵\d+\.\d\d/)
    expect(out.trim().split('\n')).toHaveLength(3)
  })

  it('exists for each of the eleven operations', () => {
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

  it('creates a payment from flags, with the amount as typed, and reads it back', async () => {
    const here = desk()
    const made = await here.run([
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
    expect(made.code).toBe(0)
    const payment = JSON.parse(made.out)
    expect(payment).toMatchObject({ amount: 45.5, fee: 2.09, metadata: { order: '1042' } })
    expect(await here.requests.at(-1)?.text()).toContain('"amount":"45.50"')
    expect(here.requests.at(-1)?.headers.get('idempotency-key')).toMatch(/^[\w-]{36}$/)
    const read = await here.run(['payments', 'read', payment.ref])
    expect(read.out).toContain('GH₵45.50')
  })

  it('accepts a whole body from the command line, a file or a pipe', async () => {
    const here = desk()
    const body = '{"name":"Kente tote","price":120}'
    const file = join(here.home, 'product.json')
    writeFileSync(file, body)
    for (const data of [body, `@${file}`, '-']) {
      const { out } = await here.run(['products', 'create', '--simulate', '--json', '--data', data], { input: body })
      expect(JSON.parse(out)).toMatchObject({ name: 'Kente tote', price: 120 })
    }
  })

  it('reads every page with --all, and otherwise says how to get the next page', async () => {
    const here = desk()
    const some = await here.run(['products', 'list', '--limit', '2', '--json'])
    expect(some.told).toMatch(/--cursor '\S+', or --all/)
    const all = await here.run(['products', 'list', '--limit', '2', '--all', '--json'])
    expect(JSON.parse(all.out).length).toBeGreaterThan(JSON.parse(some.out).length)
  })

  it('prints the request without the key, and sends nothing', async () => {
    const here = desk()
    const { out, code } = await here.run(['balance', 'read', '--curl'], live)
    expect(out).toBe(
      `curl -X GET 'https://pay.example/api/v1/balance' -H "Authorization: Bearer $CEDI_API_KEY" -H 'Accept: application/json'\n`,
    )
    expect([code, here.requests.length]).toEqual([0, 0])
  })

  it('prints an error of the service, exits with 1, and says where to read more', async () => {
    const { code, told } = await desk().run(['payments', 'read', 'pay_nothing'])
    expect(code).toBe(1)
    expect(told).toContain('not_found')
    expect(told).toContain('cedi help errors not_found')
  })

  it('exits with 3 when no answer came, and says how to send a write again', async () => {
    const refused = async () => {
      throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } })
    }
    const { code, told } = await desk().run(['products', 'create', '--name', 'x', '--price', '1'], {
      transport: refused,
    })
    expect(code).toBe(3)
    expect(told).toContain('ECONNREFUSED')
    expect(told).toMatch(/--idempotency-key [\w-]{36}/)
  })

  it('shows control characters as visible text', async () => {
    const evil = async () =>
      Response.json({
        success: true,
        data: [
          { id: 'prd_1', name: '\u001b[2J\u202eevil', price: 1 },
          { id: 'prd_2', name: 'b', price: 2 },
        ],
      })
    const { out } = await desk().run(['products', 'list'], { transport: evil })
    expect(out).toContain('\\u001b[2J\\u202eevil')
    for (const character of ['\u001b', '\u202e']) expect(out).not.toContain(character)
  })

  it.each([
    [['product', 'list'], 'There is no command product. Did you mean products?'],
    [['products'], 'products needs a command. Use one of: list, create, read.'],
    [['products', 'delete'], 'products has no command delete. Use one of: list, create, read.'],
    [['products', 'read'], 'Usage: cedi products read ID'],
    [['products', 'list', '--limits', '3'], 'There is no flag --limits. Did you mean --limit?'],
    [['products', 'create', '--nam', 'x'], 'There is no flag --nam. Did you mean --name?'],
    [['products', 'create', '--stock', 'many'], '--stock must be a whole number, not "many".'],
    [['products', 'create', '--active', 'yes'], '--active must be true or false, not "yes".'],
    [['products', 'create', '--data', '{'], '--data must be JSON'],
    [['products', 'create', '--data', '@/no/such'], '--data cannot read /no/such (ENOENT).'],
    [['products', 'create', '--data', '{}', '--name', 'x'], '--data is the whole body: leave out --name'],
    [['payments', 'read', '..'], 'ref'],
    [['balance', 'read', '--url', 'http://pay.example'], 'There is no key for http://pay.example.'],
    [['balance', 'read', '--url', 'https://127.evil.example'], 'There is no key for https://127.evil.example.'],
    [['frobnicate'], 'There is no command frobnicate. See cedi help.'],
    [['constructor'], 'There is no command constructor.'],
    [['help', 'errors', 'out_of_stok'], 'Did you mean out_of_stock?'],
    [['completion', 'tcsh'], 'bash, zsh or fish'],
  ])('%j is refused with 2, and nothing is sent', async (words, text) => {
    const here = desk()
    const { code, told } = await here.run(words)
    expect(told).toContain(text)
    expect([code, here.requests.length]).toEqual([2, 0])
  })
})

describe('a live key', () => {
  it('causes a warning before a write, which must be confirmed', async () => {
    const here = desk()
    const words = ['products', 'create', '--name', 'Tote', '--price', '1']
    const no = await here.run(words, { ...live, isTerminal: true, answers: ['n'] })
    expect(no.told).toContain('This is a live key')
    expect(no.told).not.toContain('sk_live')
    expect([no.code, here.requests.length]).toEqual([2, 0])
    const nobody = await here.run(words, live)
    expect([nobody.code, here.requests.length]).toEqual([2, 0])
    const yes = await here.run([...words, '--yes'], live)
    expect(yes.told).toContain('This is a live key')
    expect(here.requests).toHaveLength(1)
  })

  it('needs no confirmation to read or to simulate', async () => {
    const here = desk()
    expect((await here.run(['products', 'list'], live)).asked).toEqual([])
    expect(
      (await here.run(['products', 'create', '--simulate', '--name', 'x', '--price', '1'], live)).told,
    ).not.toContain('live key')
  })

  it('does not accept a card number on the command line', async () => {
    const here = desk()
    const { code, told } = await here.run(
      ['payments', 'create', '--amount', '1', '--method', 'card', '--card.number', '4242424242424242', '--yes'],
      live,
    )
    expect(told).toContain('--data -')
    expect([code, here.requests.length]).toEqual([2, 0])
  })
})

describe('a profile', () => {
  it('is a file only its owner can read, never shows its key, and is used', async () => {
    const here = desk()
    const made = await here.run(['profile', 'shop', '--url', 'https://pay.example'], {
      isTerminal: true,
      answers: ['sk_test_shop'],
    })
    const path = join(here.home, '.config/cedi/shop.json')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ baseUrl: 'https://pay.example', apiKey: 'sk_test_shop' })
    expect(made.out + made.told).not.toContain('sk_test_shop')
    await here.run(['products', 'list', '--profile', 'shop'])
    expect(here.requests.at(-1)?.url).toContain('https://pay.example/')
    expect(here.requests.at(-1)?.headers.get('authorization')).toBe('Bearer sk_test_shop')
  })

  it('is refused when others can read the file', async () => {
    const here = desk()
    await here.run(['profile', '--url', 'https://pay.example'], { input: 'sk_test_shop' })
    const path = join(here.home, '.config/cedi/default.json')
    chmodSync(path, 0o644)
    const { code, told } = await here.run(['products', 'list'])
    expect(told).toContain('chmod 600')
    expect(code).toBe(2)
  })

  it('does not send its key to another address', async () => {
    const here = desk()
    await here.run(['profile', '--url', 'https://pay.example'], { input: 'sk_test_shop' })
    const { code, told } = await here.run(['products', 'list', '--url', 'https://evil.example'])
    expect([code, here.requests.length]).toEqual([2, 0])
    expect(told).toContain('There is no key for https://evil.example')
  })

  it.each([
    ['{', 'is not JSON'],
    ['{"apiKey":1}', 'apiKey must be text'],
  ])('that holds %s is refused', async (text, words) => {
    const here = desk()
    mkdirSync(join(here.home, '.config/cedi'), { recursive: true })
    writeFileSync(join(here.home, '.config/cedi/default.json'), text, { mode: 0o600 })
    const { code, told } = await here.run(['products', 'list'])
    expect(told).toContain(words)
    expect(code).toBe(2)
  })

  it.each([
    [['profile', '--url', 'http://pay.example'], 'https://'],
    [['profile', '../x', '--url', 'https://pay.example'], 'letters, digits'],
    [['products', 'list', '--profile', 'none'], 'There is no profile none'],
  ])('%j is refused', async (words, text) => {
    const { code, told } = await desk().run(words, { input: 'sk_test_shop' })
    expect(told).toContain(text)
    expect(code).toBe(2)
  })
})

describe('help', () => {
  it('names every command, and what each exit code means', async () => {
    const { out } = await desk().run([])
    for (const word of [
      'sandbox',
      'mock',
      'listen',
      'compare',
      'profile',
      'completion',
      'payments',
      'orders',
      'CEDI_API_KEY',
    ])
      expect(out).toContain(word)
  })

  it('explains an error code', async () => {
    const { out } = await desk().run(['help', 'errors', 'out_of_stock'])
    expect(out).toContain('out_of_stock (HTTP 409)')
    expect(out).toContain('Fewer pieces are left than asked for.')
  })

  it('lists every error code', async () => {
    const { out } = await desk().run(['help', 'errors'])
    expect(out.trim().split('\n').length).toBeGreaterThan(35)
    expect(out).toContain('insufficient_scope')
  })

  it('lists the fields of a call with what they mean', async () => {
    for (const words of [
      ['help', 'payments', 'create'],
      ['payments', 'create', '--help'],
    ]) {
      const { out } = await desk().run(words)
      expect(out).toContain('POST /api/v1/payments')
      expect(out).toContain('payments:write')
      expect(out).toMatch(/--phone/)
      expect(out).toMatch(/--card\.…/)
    }
  })

  it.each(['bash', 'zsh', 'fish'])('completes for %s', async (shell) => {
    const { out } = await desk().run(['completion', shell])
    for (const word of ['checkout-intents', '--limit', 'compare', '--idempotency-key']) expect(out).toContain(word)
  })
})
