import type { OperationId } from '@cedi/contract'
import { matchOperation } from '@cedi/contract'
import { openapiJson } from '@cedi/contract/generated/openapi'
import { checkResponse } from '@cedi/contract/responses'
import { expect } from 'vitest'
import type { MockServer, MockServerOptions } from '../src/index.js'
import { createMemoryStore } from '../src/ledger/index.js'
import { createServer } from '../src/server/mock-server.js'
import type { PersistentStore } from '../src/server/shared-state.js'

/** The answer that `send` returns, checked and parsed. */
export interface ServiceResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the record that it asked for.
  readonly data: any
  readonly error: { code: string; message: string; field?: string; request_id: string }
}

/** The parts of a request besides its method and path. */
export interface SendOptions {
  readonly key?: string | null
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export const base = 'http://cedi.test'

/** Repetitions of tests for rare failures: more in the nightly run (CEDI_MOCK_PART=10), fewer with Stryker (0.2). */
export const scaleCount = (times: number): number => Math.ceil(times * Number(process.env['CEDI_MOCK_PART'] ?? 1))

/** A mock server, with functions that check every response against the contract. */
export interface Service {
  readonly mock: MockServer
  send(method: string, path: string, options?: SendOptions): Promise<ServiceResponse>
  get(path: string, key?: string | null): Promise<ServiceResponse>
  post(path: string, body: unknown, options?: SendOptions): Promise<ServiceResponse>
  /** Calls the control API, which also responds in the envelope. */
  control(method: string, path: string, body?: object): Promise<ServiceResponse>
  /** The content of the ledger, to compare before and after. */
  ledger(): string
  /** Moves the clock, and returns what happened. */
  // biome-ignore lint/suspicious/noExplicitAny: what `clock/advance` tells.
  advance(by: string): Promise<any[]>
}

type Options = MockServerOptions & { readonly store?: PersistentStore }

/** Makes a mock server, on the given store or on a new one in memory. */
export const makeServer = ({ store, ...options }: Options = {}): MockServer => createServer(options, { store })

export function createService(options: Options = {}, make: (options: Options) => MockServer = makeServer): Service {
  const mock = make(options)
  const service: Service = {
    mock,
    async send(method, path, { key = 'sk_test_all', headers = {}, body } = {}) {
      const requestDescription = describe(method, path, key, headers, body)
      return check(method, path, requestDescription, await mock.handle(requestDescription, { isTrusted: true }))
    },
    get: (path, key) => service.send('GET', path, key === undefined ? {} : { key }),
    post: (path, body, options) => service.send('POST', path, { ...options, body }),
    control: (method, path, body) =>
      service.send(method, `/__mock/${path}`, body === undefined ? { key: null } : { key: null, body }),
    ledger: () => JSON.stringify(mock.snapshot().ledger),
    async advance(by) {
      return ((await mock.clock.advance(by)) as { happened: unknown[] }).happened
    },
  }
  return service
}

/** A store in memory that responds asynchronously like a durable store, so that several servers can share it. */
export function createPersistentMemory(): PersistentStore {
  const store = createMemoryStore()
  return {
    ...store,
    snapshot: async () => store.snapshot(),
    restore: async (snapshot) => store.restore(snapshot),
    clear: async () => store.clear(),
  }
}

export function describe(
  method: string,
  path: string,
  key: string | null,
  headers: SendOptions['headers'],
  body: unknown,
): { method: string; url: string; headers: Record<string, string>; body: string | undefined } {
  const contentType = body === undefined ? {} : { 'Content-Type': 'application/json' }
  const authorized = key === null ? {} : { Authorization: `Bearer ${key}` }
  const text = body === undefined || typeof body === 'string' ? (body as string | undefined) : JSON.stringify(body)
  return {
    method,
    url: `${base}${path}`,
    headers: { Accept: 'application/json', ...authorized, ...contentType, ...headers },
    body: text,
  }
}

/** Checks the rules that hold for every response. */
export function check(
  method: string,
  path: string,
  request: { readonly headers: Readonly<Record<string, string>>; readonly body: string | undefined },
  response: { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string },
): ServiceResponse {
  const where = `${method} ${path}: ${response.status} ${response.body.slice(0, 300)}`
  expect(response.headers['Content-Type'], where).toBe('application/json; charset=utf-8')
  if (method === 'HEAD') {
    expect(response.body, where).toBe('')
    return { ...response, text: '', data: undefined, error: { code: '', message: '', request_id: '' } }
  }
  const body = JSON.parse(response.body)
  if (path.startsWith('/api/v1/openapi.json') && response.status === 200)
    return { ...response, text: response.body, data: body, error: body.error }
  expect(response.headers['X-Request-Id'], where).toMatch(/^req_\d{8,}$/)
  expect(Object.keys(body), where).toEqual(body.success ? ['success', 'data'] : ['success', 'data', 'error'])
  const [pathname = ''] = path.split(/[?#]/)
  const isControl = pathname.startsWith('/__mock')
  if (!isControl || !body.success)
    expect(checkResponse(findOperation(method, pathname, response.status), response.status, body), where).toEqual([])
  if (!body.success) expect(body.error.request_id, where).toBe(response.headers['X-Request-Id'])
  checkAmounts(body.data, where)
  // The example number in the message is not a real one.
  const everything = `${response.body}\n${JSON.stringify(response.headers)}`.replace('0244123789 or +233244123789', '')
  for (const secret of secretsIn(request)) expect(everything.includes(secret), `${where} tells ${secret}`).toBe(false)
  return { status: response.status, headers: response.headers, text: response.body, data: body.data, error: body.error }
}

function findOperation(method: string, path: string, status: number): OperationId | 'verifyLicense' | 'failure' {
  if (path === '/api/licenses/verify') return status < 300 ? 'verifyLicense' : 'failure'
  const match = matchOperation(method, path)
  return match.found ? match.operation.id : 'failure'
}

const amounts = new Set([
  'amount',
  'fee',
  'net',
  'refunded_amount',
  'price',
  'total',
  'unit_price',
  'available',
  'pending',
  'reserved',
])

function checkAmounts(value: unknown, where: string): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) {
    if (amounts.has(name) && typeof member === 'number')
      expect(String(member), `${where}: ${name}`).toMatch(/^-?\d+(?:\.\d{1,2})?$/)
    if (name !== 'metadata') checkAmounts(member, where)
  }
}

/** The key, the card and the phone of a request. No response may contain one of them in full. */
function secretsIn({
  headers,
  body,
}: {
  headers: Readonly<Record<string, string>>
  body: string | undefined
}): string[] {
  const secrets: string[] = []
  const key = /^Bearer (\S{8,})$/.exec(headers['Authorization'] ?? '')?.[1]
  if (key) secrets.push(key)
  try {
    const parsedBody = JSON.parse(body ?? '')
    const number = parsedBody?.card?.number
    if (typeof number === 'string' && number.length >= 12) secrets.push(number, number.replaceAll(' ', ''))
    const phone = parsedBody?.phone
    if (typeof phone === 'string' && /\d{7}/.test(phone.replace(/\D/g, '')))
      secrets.push(phone.replace(/\D/g, '').slice(-9))
  } catch {
    // The body is not JSON, so no field can be found by its name.
  }
  return secrets
}

/** Request bodies that succeed. */
export const wallet = { amount: 45.5, method: 'mobile_money', phone: '0244123789' } as const
export const card = (
  number = '4242424242424242',
): {
  amount: number
  method: 'card'
  card: { number: string; expiry_month: number; expiry_year: number; cvc: string }
} => ({ amount: 45.5, method: 'card', card: { number, expiry_month: 12, expiry_year: 2030, cvc: '123' } })

/** Creates a payment that has succeeded. */
export async function createPaid(
  service: Service,
  amount: number | string = 100,
  key = 'sk_test_all',
): Promise<ServiceResponse['data']> {
  const { data } = await service.post('/api/v1/payments', { ...wallet, amount }, { key })
  await service.advance('PT2S')
  const read = await service.get(`/api/v1/payments/${data.ref}`, key)
  expect(read.data.status).toBe('succeeded')
  return read.data
}

/** For each operation that writes, a body that succeeds. */
export async function goodBodies(service: Service): Promise<Record<string, object>> {
  const payment = await createPaid(service)
  return {
    '/api/v1/payments': wallet,
    '/api/v1/checkout/intent': { amount: 45.5, return_url: 'https://shop.example/thanks' },
    '/api/v1/refunds': { payment_ref: payment.ref, amount: 1 },
    '/api/v1/products': { name: 'Kente tote', price: 120 },
  }
}
export const writePaths = [
  '/api/v1/payments',
  '/api/v1/checkout/intent',
  '/api/v1/refunds',
  '/api/v1/products',
] as const

/** For each operation that writes, the schema of its body. */
export const inputs = {
  '/api/v1/payments': 'PaymentInput',
  '/api/v1/checkout/intent': 'CheckoutIntentInput',
  '/api/v1/refunds': 'RefundInput',
  '/api/v1/products': 'ProductInput',
} as const

/** The parts of a schema of the contract that tests read. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
}
export const schemas: Readonly<Record<string, Schema>> = JSON.parse(openapiJson).components.schemas
/** Replaces a reference to a schema by that schema. */
export const resolved = ({ $ref, ...rest }: Schema): Schema => ({
  ...($ref ? schemas[$ref.split('/').at(-1) ?? ''] : {}),
  ...rest,
})

/** Expects a rejection, and that nothing was written. */
export async function expectRejection(
  service: Service,
  path: string,
  body: unknown,
  status: number,
  headers: Record<string, string> = {},
): Promise<ServiceResponse['error']> {
  await service.get('/api/v1/openapi.json', null)
  const before = service.ledger()
  const response = await service.post(path, body, { headers })
  expect(response.status, `${path} ${JSON.stringify(body)?.slice(0, 200)}: ${response.text}`).toBe(status)
  expect(response.error.message).toMatch(/^.{10,700}$/s)
  expect(response.text).not.toMatch(/\bat \w+.*:\d+:\d+|TypeError|node_modules/)
  expect(service.ledger()).toBe(before)
  return response.error
}
