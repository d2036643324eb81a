import { createSandbox, type MockServer, type SandboxOptions } from '../../src/index.js'
import { unescaped } from '../pages/hosted.js'

export const base = 'http://cedi.test'

/** Response with a page. */
export interface PageResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The visible text. */
  readonly text: string
}

/** A browser at the portal or the operator desk. It keeps its cookie, and sends the origin of its forms. */
export interface Visitor {
  /** The `Cookie` header that it sends. */
  cookie: string
  get(path: string, headers?: Record<string, string>): Promise<PageResponse>
  /** Sends a form of a page, with its hidden fields and the given fields. */
  submit(
    path: string,
    fields: Fields,
    where?: { action?: string; headers?: Record<string, string> },
  ): Promise<PageResponse>
  /** Sends only the given fields, with the headers of a browser unless others are given. */
  post(path: string, fields: Fields, headers?: Record<string, string | undefined>): Promise<PageResponse>
}

export type Fields = Readonly<Record<string, string | readonly string[]>>

/** A sandbox, and its visitors. */
export interface PortalServer {
  readonly mock: MockServer
  /** A visitor without an invitation. */
  createVisitor(): Visitor
  /** The path of a new invitation. */
  invitation(area?: 'portal' | 'operator', merchant?: string): Promise<string>
  merchant(name?: string): Promise<Visitor>
  operator(): Promise<Visitor>
  /** Calls the API. */
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the requested record.
  api(method: string, path: string, body?: object, key?: string): Promise<{ status: number; data: any }>
  /** Creates a mobile money payment that succeeds. */
  // biome-ignore lint/suspicious/noExplicitAny: the record of a payment.
  createPaid(amount?: number, key?: string, overrides?: object): Promise<any>
}

export function createPortalServer(options: SandboxOptions = {}): PortalServer {
  const mock = createSandbox(options)
  const server: PortalServer = {
    mock,
    createVisitor: () => visitor(mock),
    async invitation(area = 'portal', merchant = 'demo') {
      const { url } = (await mock.control('POST', `${area}/invitations?merchant=${merchant}`)) as { url: string }
      return new URL(url).pathname
    },
    merchant: async (name = 'demo') => signIn(visitor(mock), await server.invitation('portal', name)),
    operator: async () => signIn(visitor(mock), await server.invitation('operator')),
    async api(method, path, body, key = 'sk_test_all') {
      const response = await mock.handle({
        method,
        url: base + path,
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      return { status: response.status, data: JSON.parse(response.body).data }
    },
    async createPaid(amount = 100, key = 'sk_test_all', overrides = {}) {
      const body = { amount, method: 'mobile_money', phone: '0244123789', ...overrides }
      const { data } = await server.api('POST', '/api/v1/payments', body, key)
      await mock.clock.advance('PT2S')
      return (await server.api('GET', `/api/v1/payments/${data.ref}`, undefined, key)).data
    },
  }
  return server
}

export async function signIn(visitor: Visitor, path: string): Promise<Visitor> {
  const response = await visitor.post(path, {})
  if (response.status !== 303) throw new Error(`Not let in: ${response.status} ${response.text}`)
  return visitor
}

function visitor(mock: MockServer): Visitor {
  const send = async (
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: string,
  ): Promise<PageResponse> => {
    const allHeaders = { ...(visitor.cookie ? { Cookie: visitor.cookie } : {}), ...headers }
    const response = await mock.handle({
      method,
      url: base + path,
      headers: allHeaders,
      ...(body === undefined ? {} : { body }),
    })
    const set = response.headers['Set-Cookie']
    if (set) visitor.cookie = set.includes('Max-Age=0') ? '' : (set.split(';')[0] ?? '')
    return { ...response, text: textOf(response.body) }
  }
  const visitor: Visitor = {
    cookie: '',
    get: (path, headers = {}) => send('GET', path, headers),
    async submit(path, fields, { action, headers = {} } = {}) {
      const form = formOn((await visitor.get(path)).body, action)
      return visitor.post(form.action || path, { ...form.hidden, ...fields }, headers)
    },
    post(path, fields, headers = {}) {
      const form = new URLSearchParams()
      for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) form.append(name, one)
      const all = {
        'Content-Type': 'application/x-www-form-urlencoded',
        Origin: base,
        'Sec-Fetch-Site': 'same-origin',
        ...headers,
      }
      const definedHeaders = Object.entries(all).filter((header): header is [string, string] => header[1] !== undefined)
      return send('POST', path, Object.fromEntries(definedHeaders), String(form))
    },
  }
  return visitor
}

/** The text of a page, without its style. */
export const textOf = (html: string): string =>
  unescaped(html.replace(/<style>.*?<\/style>/gs, '').replace(/<[^>]+>/g, ' ')).replace(/\s+/g, ' ')

const attributeOf = (tag: string, name: string): string =>
  unescaped(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '')

/** Returns the form whose action ends with a suffix, or else the first that is not the sign-out form, with its hidden fields. */
export function formOn(html: string, action = ''): { action: string; hidden: Record<string, string> } {
  const forms = [...html.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)].map(([, head = '', content = '']) => ({
    action: attributeOf(`<form${head}>`, 'action'),
    hidden: Object.fromEntries(
      [...content.matchAll(/<input [^>]*type="hidden"[^>]*>/g)].map(([tag]) => [
        attributeOf(tag, 'name'),
        attributeOf(tag, 'value'),
      ]),
    ),
  }))
  const otherForms = forms.filter(
    (item) => !/\/(?:sign-out|number)(?:$|\?)/.test(item.action) || (action && item.action.includes(action)),
  )
  const form = otherForms.find((item) => item.action.split('?')[0]?.endsWith(action))
  if (!form) throw new Error(`No form ${action} on this page: ${textOf(html)}`)
  return form
}

/** Expects the ledger of a merchant to be valid. */
export async function readTrialBalance(
  server: PortalServer,
  merchant = 'demo',
): Promise<{ verification: unknown; trial: number }> {
  const verification = (await server.mock.control('GET', `ledger/verify?merchant=${merchant}`)) as { ok: boolean }
  const accounts = (await server.mock.control('GET', `ledger/accounts?merchant=${merchant}`)) as {
    nature: string
    balance: number
  }[]
  const trial = accounts.reduce(
    (sum, { nature, balance }) => sum + Math.round(balance * 100) * (nature === 'debit' ? 1 : -1),
    0,
  )
  return { verification: verification.ok, trial }
}

/** The key that a page shows once. */
export const keyOn = ({ body }: PageResponse): string => /sk_issued_[0-9a-f]{40}/.exec(body)?.[0] ?? ''
