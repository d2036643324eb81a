import { expect } from 'vitest'
import type { CheckoutStatus } from '../../src/checkout/session.js'
import { createSandbox, type MockServer, type SandboxOptions } from '../../src/index.js'

export const base = 'http://cedi.test'
export const shop = 'https://shop.example'

/** A response of the hosted pages. */
export interface PageResponse<Data = unknown> {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly data: Data
  readonly error: { readonly code: string; readonly field?: string; readonly message: string }
}

/** A sandbox, with the calls that browsers and merchants' servers make. */
export interface CheckoutHarness {
  readonly mock: MockServer
  /** Calls the API with the demo key. */
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the requested record.
  api(method: string, path: string, body?: object): Promise<any>
  /** The client token of a new intent. */
  intent(body?: object): Promise<string>
  get(path: string, headers?: Record<string, string>): Promise<PageResponse>
  /** Sends a form, as a page without JavaScript does. */
  form(path: string, fields: Record<string, string>): Promise<PageResponse>
  /** Calls a JSON route of the checkout, as its script does. `latestRef` is the latest payment that the page knows. */
  callCheckout<Data = CheckoutStatus>(
    token: string,
    attempts: string,
    path: string,
    body?: object,
    latestRef?: string,
  ): Promise<PageResponse<Data>>
  /** The ref of the product with this slug. */
  product(slug: string): Promise<string>
}

export function createHosted(options: SandboxOptions = {}): CheckoutHarness {
  const mock = createSandbox(options)
  const send = async (
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: string,
  ): Promise<PageResponse> => {
    const response = await mock.handle({ method, url: path.startsWith('http') ? path : base + path, headers, body })
    const isJson = response.headers['Content-Type']?.startsWith('application/json')
    const { data = null, error = undefined } = isJson ? JSON.parse(response.body) : {}
    return { status: response.status, headers: response.headers, body: response.body, data, error }
  }
  const json = { 'Content-Type': 'application/json' }
  const harness: CheckoutHarness = {
    mock,
    async api(method, path, body) {
      const headers = { ...json, Authorization: 'Bearer sk_test_all' }
      const response = await send(method, path, headers, body && JSON.stringify(body))
      expect(response.status, response.body).toBeLessThan(300)
      return response.data
    },
    async intent(body = { amount: 120 }) {
      return (await harness.api('POST', '/api/v1/checkout/intent', body)).client_token
    },
    get: (path, headers = {}) => send('GET', path, headers),
    form: (path, fields) =>
      send('POST', path, { 'Content-Type': 'application/x-www-form-urlencoded' }, String(new URLSearchParams(fields))),
    callCheckout: (token, attempts, path, body, latestRef = '') =>
      send(
        body ? 'POST' : 'GET',
        `/checkout/${path}`,
        {
          ...json,
          Authorization: `Intent ${token}`,
          'X-Checkout-Attempt': attempts,
          'X-Checkout-Payment': latestRef,
        },
        body && JSON.stringify(body),
      ) as Promise<PageResponse<never>>,
    async product(slug) {
      const products = await harness.api('GET', '/api/v1/products?limit=100')
      return products.find((item: { slug: string }) => item.slug === slug).id
    },
  }
  return harness
}

/** A mobile money payment from a number that ends in these digits. */
export const momo = (ending: string, network = 'mtn'): object => ({
  method: 'mobile_money',
  network,
  phone: `0244123${ending}`,
})

export const card = (number = '4242 4242 4242 4242'): object => ({
  method: 'card',
  card: { number, expiry_month: 8, expiry_year: 2029, cvc: '123' },
})

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** Decodes HTML entities. */
export const unescaped = (html: string): string =>
  html.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => characters[name] ?? '')

/** Returns the text of a page, without style and script. */
export const textOf = (html: string): string =>
  unescaped(html.replace(/<(style|script)[^>]*>.*?<\/\1>/gs, '').replace(/<[^>]+>/g, ' ')).replace(/\s+/g, ' ')
