import { createSandbox, type MockServer, type SandboxOptions } from '../../src/index.js'
import { unescaped } from '../pages/hosted.js'

export const base = 'http://cedi.test'

/** Response with a page. */
export interface Reply {
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
  get(path: string, headers?: Record<string, string>): Promise<Reply>
  /** Sends a form of a page, with its hidden fields and the given fields. */
  submit(path: string, typed: Fields, where?: { action?: string; headers?: Record<string, string> }): Promise<Reply>
  /** Sends only the given fields, with the headers of a browser unless others are given. */
  post(path: string, fields: Fields, headers?: Record<string, string | undefined>): Promise<Reply>
}

export type Fields = Readonly<Record<string, string | readonly string[]>>

/** A sandbox, and its visitors. */
export interface House {
  readonly mock: MockServer
  /** A visitor without an invitation. */
  stranger(): Visitor
  /** The path of a new invitation. */
  invitation(door?: 'portal' | 'operator', merchant?: string): Promise<string>
  merchant(name?: string): Promise<Visitor>
  operator(): Promise<Visitor>
  /** Calls the API. */
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the requested record.
  api(method: string, path: string, body?: object, key?: string): Promise<{ status: number; data: any }>
  /** Creates a mobile money payment that succeeds. */
  // biome-ignore lint/suspicious/noExplicitAny: the record of a payment.
  paid(amount?: number, key?: string, more?: object): Promise<any>
}

export function openHouse(options: SandboxOptions = {}): House {
  const mock = createSandbox(options)
  const house: House = {
    mock,
    stranger: () => visitor(mock),
    async invitation(door = 'portal', merchant = 'demo') {
      const { url } = (await mock.control('POST', `${door}/invitations?merchant=${merchant}`)) as { url: string }
      return new URL(url).pathname
    },
    merchant: async (name = 'demo') => signIn(visitor(mock), await house.invitation('portal', name)),
    operator: async () => signIn(visitor(mock), await house.invitation('operator')),
    async api(method, path, body, key = 'sk_test_all') {
      const answer = await mock.handle({
        method,
        url: base + path,
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      return { status: answer.status, data: JSON.parse(answer.body).data }
    },
    async paid(amount = 100, key = 'sk_test_all', more = {}) {
      const asked = { amount, method: 'mobile_money', phone: '0244123789', ...more }
      const { data } = await house.api('POST', '/api/v1/payments', asked, key)
      await mock.clock.advance('PT2S')
      return (await house.api('GET', `/api/v1/payments/${data.ref}`, undefined, key)).data
    },
  }
  return house
}

export async function signIn(who: Visitor, path: string): Promise<Visitor> {
  const reply = await who.post(path, {})
  if (reply.status !== 303) throw new Error(`Not let in: ${reply.status} ${reply.text}`)
  return who
}

function visitor(mock: MockServer): Visitor {
  const send = async (method: string, path: string, headers: Record<string, string>, body?: string): Promise<Reply> => {
    const sent = { ...(who.cookie ? { Cookie: who.cookie } : {}), ...headers }
    const answer = await mock.handle({
      method,
      url: base + path,
      headers: sent,
      ...(body === undefined ? {} : { body }),
    })
    const set = answer.headers['Set-Cookie']
    if (set) who.cookie = set.includes('Max-Age=0') ? '' : (set.split(';')[0] ?? '')
    return { ...answer, text: textOf(answer.body) }
  }
  const who: Visitor = {
    cookie: '',
    get: (path, headers = {}) => send('GET', path, headers),
    async submit(path, typed, { action, headers = {} } = {}) {
      const form = formOn((await who.get(path)).body, action)
      return who.post(form.action || path, { ...form.hidden, ...typed }, headers)
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
      const known = Object.entries(all).filter((header): header is [string, string] => header[1] !== undefined)
      return send('POST', path, Object.fromEntries(known), String(form))
    },
  }
  return who
}

/** The text of a page, without its style. */
export const textOf = (html: string): string =>
  unescaped(html.replace(/<style>.*?<\/style>/gs, '').replace(/<[^>]+>/g, ' ')).replace(/\s+/g, ' ')

const attributeOf = (tag: string, name: string): string =>
  unescaped(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '')

/** Returns the form whose action ends with a suffix, or else the first that is not the sign-out form, with its hidden fields. */
export function formOn(html: string, action = ''): { action: string; hidden: Record<string, string> } {
  const forms = [...html.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)].map(([, head = '', inside = '']) => ({
    action: attributeOf(`<form${head}>`, 'action'),
    hidden: Object.fromEntries(
      [...inside.matchAll(/<input [^>]*type="hidden"[^>]*>/g)].map(([tag]) => [
        attributeOf(tag, 'name'),
        attributeOf(tag, 'value'),
      ]),
    ),
  }))
  const form = forms.find((one) => !one.action.endsWith('sign-out') && one.action.split('?')[0]?.endsWith(action))
  if (!form) throw new Error(`No form ${action} on this page: ${textOf(html)}`)
  return form
}

/** Expects the ledger of a merchant to be valid. */
export async function booksOf(house: House, merchant = 'demo'): Promise<{ verified: unknown; trial: number }> {
  const verified = (await house.mock.control('GET', `ledger/verify?merchant=${merchant}`)) as { ok: boolean }
  const accounts = (await house.mock.control('GET', `ledger/accounts?merchant=${merchant}`)) as {
    nature: string
    balance: number
  }[]
  const trial = accounts.reduce(
    (sum, { nature, balance }) => sum + Math.round(balance * 100) * (nature === 'debit' ? 1 : -1),
    0,
  )
  return { verified: verified.ok, trial }
}

/** The key that a page shows once. */
export const keyOn = ({ body }: Reply): string => /sk_issued_[0-9a-f]{40}/.exec(body)?.[0] ?? ''
