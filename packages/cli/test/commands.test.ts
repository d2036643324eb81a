import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { calls } from '../src/operations.js'
import type { Transport } from '../src/transport.js'
import { desk } from './around.js'

/** A service that gives one answer to everything. */
const answering =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Transport =>
  async () =>
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })
const data = (value: unknown) => ({ success: true, data: value })
const refusal = (code: string, message: string) => ({
  success: false,
  data: null,
  error: { code, message, request_id: 'req_1' },
})

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

  it('shows control characters of a refusal as visible text, and the key of no echo', async () => {
    const evil = '\u001b[2J\u009b31m\u202eevil\u061c\u2028'
    const { told, code } = await desk().run(['products', 'list'], {
      environment: { CEDI_API_KEY: 'sk_test_echoed' },
      transport: answering(422, refusal('sk_test_echoed', `${evil} sk_test_echoed`)),
    })
    expect(code).toBe(1)
    expect(told).toContain('\\u001b[2J\\u009b31m\\u202eevil\\u061c\\u2028')
    for (const one of ['\u001b', '\u009b', '\u202e', '\u061c', '\u2028', 'sk_test_echoed'])
      expect(told).not.toContain(one)
  })

  it('prints JSON without control characters, and with the same meaning', async () => {
    const products = [{ id: 'prd_1', name: '\u009b2J\u202eevil\u061c\u007f' }]
    const { out } = await desk().run(['products', 'list', '--json'], { transport: answering(200, data(products)) })
    for (const one of ['\u009b', '\u202e', '\u061c', '\u007f']) expect(out).not.toContain(one)
    expect(JSON.parse(out)).toEqual(products)
  })

  it('offers a cursor only if it can be copied into a shell', async () => {
    const link = (cursor: string) => ({ link: `</api/v1/products?cursor=${encodeURIComponent(cursor)}>; rel="next"` })
    const list = (cursor: string) =>
      desk().run(['products', 'list'], { transport: answering(200, data([{ id: 'prd_1' }]), link(cursor)) })
    expect((await list('cHJk_-=')).told).toBe("There are more: add --cursor 'cHJk_-=', or --all.\n")
    expect((await list("x'; rm -r ~; '")).told).toBe('There are more: add --all.\n')
  })

  it.each([
    [502, '<html>Bad gateway</html>'],
    [200, '{"success":true,"da'],
    [500, JSON.stringify(refusal('internal_error', 'The service failed.'))],
  ])(
    'exits with 3 when a write is answered %d and it is open whether it was done, and says how to send it again',
    async (status, body) => {
      const { code, told } = await desk().run(
        ['products', 'create', '--name', 'x', '--price', '1', '--idempotency-key', "a'b"],
        { transport: answering(status, body) },
      )
      expect(code).toBe(3)
      expect(told).toContain(`--idempotency-key 'a'\\''b'`)
      // There is no help about a code that only this program uses.
      expect(told).not.toContain('cedi help errors invalid_response')
    },
  )

  it.each([null, 'text', 5, [null, 1, [2]], { a: [null, { b: 1 }, [1]] }])(
    'shows %j, which is no record, as it is',
    async (value) => {
      for (const words of [
        ['products', 'list'],
        ['products', 'list', '--all'],
        ['products', 'create', '--name', 'x'],
      ])
        expect((await desk().run(words, { transport: answering(200, data(value)) })).code).toBe(0)
    },
  )

  it('shows a list of 600,000 records', async () => {
    const many = Array.from({ length: 600_000 }, (_, at) => ({ id: `p${at}` }))
    const { out } = await desk().run(['products', 'list', '--all'], { transport: answering(200, data(many)) })
    expect(out.trim().split('\n')).toHaveLength(600_001)
  })

  it('reads more than a thousand pages with --all', async () => {
    let page = 0
    const transport: Transport = async () => {
      page += 1
      const next = page < 1_100 ? { link: `</api/v1/products?cursor=c${page}>; rel="next"` } : {}
      return Response.json(data([{ id: `prd_${page}` }]), { headers: next })
    }
    const { out, code } = await desk().run(['products', 'list', '--all', '--json'], { transport })
    expect([code, JSON.parse(out).length]).toEqual([0, 1_100])
  })

  it('checks a license at another machine without a key, with the license key as its own field', async () => {
    const here = desk()
    const words = ['licenses', 'verify', '--license_key', 'CEDI-1', '--instance', 'laptop']
    const { code } = await here.run([...words, '--url', 'https://pay.example'])
    expect(code).toBe(0)
    expect(here.requests.at(-1)?.headers.get('authorization')).toBe(null)
    expect(await here.requests.at(-1)?.json()).toEqual({ license_key: 'CEDI-1', instance: 'laptop' })
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
    [['payments', 'create', '--amount', '-5'], 'Write --amount=VALUE, without a space.'],
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

  it('causes the warning also when it simulates what the service does not state to simulate', async () => {
    const here = desk()
    const words = ['payments', 'create', '--simulate', '--amount', '1', '--method', 'mobile_money']
    const { told, code } = await here.run(words, { ...live, isTerminal: true, answers: ['n'] })
    expect(told).toContain('This is a live key')
    expect([code, here.requests.length]).toEqual([2, 0])
  })

  const card = '{"amount":1,"method":"card","card":{"number":"4242424242424242"}}'

  it.each([
    ['--amount', '1', '--method', 'card', '--card.number', '4242424242424242', '--yes'],
    ['--card.number', '4242424242424242', '--simulate'],
    ['--data', card, '--yes'],
  ])('does not accept a card number on the command line: %s %s', async (...words) => {
    const here = desk()
    const { code, told } = await here.run(['payments', 'create', ...words], live)
    expect(told).toContain('--data -')
    expect([code, here.requests.length]).toEqual([2, 0])
  })

  it('accepts a card number from a pipe', async () => {
    const here = desk()
    await here.run(['payments', 'create', '--data', '-', '--yes'], { ...live, input: card })
    expect(here.requests).toHaveLength(1)
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

  it('is refused when it is a link or a pipe, which may lead to the file of somebody else', async () => {
    const here = desk()
    const folder = join(here.home, '.config/cedi')
    await here.run(['profile', 'own', '--url', 'https://pay.example'], { input: 'sk_test_shop' })
    symlinkSync(join(folder, 'own.json'), join(folder, 'link.json'))
    execFileSync('mkfifo', ['-m', '600', join(folder, 'pipe.json')])
    for (const name of ['link', 'pipe']) {
      const { code, told } = await here.run(['products', 'list', '--profile', name])
      expect(told).toContain(`${name}.json is no file of its own. Remove it`)
      expect([code, here.requests.length]).toEqual([2, 0])
    }
  })

  it('leaves no key behind when it cannot be written', async () => {
    const here = desk()
    const folder = join(here.home, '.config/cedi')
    mkdirSync(join(folder, 'default.json'), { recursive: true })
    const { code, told } = await here.run(['profile', '--url', 'https://pay.example'], { input: 'sk_test_shop' })
    expect(told).toContain('default.json cannot be written (EISDIR)')
    expect([code, readdirSync(folder)]).toEqual([2, ['default.json']])
    writeFileSync(join(here.home, 'file'), '')
    const inFile = await here.run(['profile', '--url', 'https://pay.example'], {
      input: 'sk_test_shop',
      environment: { XDG_CONFIG_HOME: join(here.home, 'file') },
    })
    expect(inFile.told).toContain('cannot be written (ENOTDIR)')
  })

  it('is not asked for by an empty CEDI_PROFILE', async () => {
    expect((await desk().run(['products', 'list'], { environment: { CEDI_PROFILE: '' } })).code).toBe(0)
  })

  it.each([
    ['{', 'is not JSON'],
    ['null', 'is not JSON with an address and a key'],
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

  it('shows the flags of a command that is no call, wherever --help stands', async () => {
    for (const words of [
      ['help', 'compare'],
      ['compare', '--help'],
      ['compare', 'https://pay.example', '--help'],
    ]) {
      const { out, code } = await desk().run(words)
      expect(out).toContain('cedi compare URL [--json]')
      expect(out).toMatch(/--overlay .*OpenAPI Overlay/)
      expect(code).toBe(0)
    }
  })

  it('completes only flags that exist, also behind an address', async () => {
    const script = (await desk().run(['completion', 'bash'])).out
    const offered = (...words: string[]): string[] =>
      execFileSync(
        'bash',
        [
          '-c',
          `${script}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _cedi; echo "\${COMPREPLY[@]}"`,
          'x',
          'cedi',
          ...words,
        ],
        {
          encoding: 'utf8',
        },
      )
        .trim()
        .split(' ')
    for (const words of [
      ['licenses', 'verify'],
      ['products', 'create'],
      ['orders', 'list'],
      ['listen'],
      ['compare'],
      ['compare', 'https', ':', '//pay.example'],
      ['profile', 'shop'],
      ['mcp'],
    ]) {
      const flags = offered(...words, '--')
      expect(flags, words.join(' ')).not.toEqual([''])
      // The wrong flag stops each command before it does anything.
      const [first = '', second = ''] = words
      for (const flag of flags) {
        const { told } = await desk().run([
          first,
          ...(second === 'https' ? [] : [second].filter(Boolean)),
          `${flag}=x`,
          '--no-such',
        ])
        expect(told, `${first} ${flag}`).not.toContain(`There is no flag ${flag}`)
      }
    }
  })

  it.each(['bash', 'zsh', 'fish'])('completes for %s', async (shell) => {
    const { out } = await desk().run(['completion', shell])
    for (const word of ['checkout-intents', '--limit', 'compare', '--idempotency-key']) expect(out).toContain(word)
  })
})
