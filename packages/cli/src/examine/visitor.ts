import { randomUUID } from 'node:crypto'
import { InvariantViolation } from './invariants.js'
import { shopKey } from './service.js'
import type { Buyer } from './shop.js'

/** Details of a buyer, without `fetch`. */
export type Person = Omit<Buyer, 'fetch'>

/** Timeout for one response of the shop, in milliseconds. */
const responseLimitMs = 20_000

/**
 * Creates the `fetch` of one browser. It stores cookies, follows no redirect, and searches every response for the key.
 *
 * @param url - URL of the shop.
 * @param ended - Aborts all requests.
 * @param onResponse - Called with a description of each response.
 * @param cookies - Cookies of the browser, by name.
 */
export function createFetch(
  url: string,
  ended: AbortSignal,
  onResponse: (text: string) => void,
  cookies: Map<string, string> = new Map(),
): Buyer['fetch'] {
  return async (path, init = {}) => {
    const headers = new Headers(init.headers)
    if (cookies.size > 0) headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const signal = AbortSignal.any([ended, AbortSignal.timeout(responseLimitMs)])
    const response = await fetch(new URL(path, url), { ...init, headers, redirect: 'manual', signal })
    const text = await readText(response, path)
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(cookie) ?? []
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(cookie)) cookies.delete(name)
      else cookies.set(name, value)
    }
    onResponse(`${init.method ?? 'GET'} ${shortPath(path)} → ${response.status}`)
    const sent = `${text}${JSON.stringify([...response.headers])}`
    if (sent.includes(shopKey) || sent.includes(Buffer.from(shopKey).toString('base64')))
      throw new InvariantViolation(
        'secret-key',
        `The response to ${init.method ?? 'GET'} ${shortPath(path)} contains the key.`,
      )
    // A body is read once. Statuses without a body reject one.
    const body = [204, 205, 304].includes(response.status) ? null : text
    const copy = new Response(body, { status: response.status, headers: response.headers })
    return Object.defineProperty(copy, 'url', { value: response.url })
  }
}

/** Maximum size of a page, after decompression. */
const maxPageBytes = 4_194_304

/** Reads a response. @throws Error if it is larger than 4 MiB, for example an endless page. */
async function readText(response: Response, path: string): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxPageBytes) throw new Error(`The response to ${shortPath(path)} is larger than 4 MiB.`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** Shortens a path for the timeline. */
const shortPath = (path: string): string => (path.length > 60 ? `${path.slice(0, 57)}…` : path)

/** Creates a person whose details occur in no other scenario. */
export function createPerson(number: number, details: Pick<Person, 'product' | 'quantity'>): Person {
  const name = `Efua Mensah-${number}`
  return { name, email: `buyer-${number}-${randomUUID().slice(0, 8)}@mail.example`, phone: '0244123129', ...details }
}
