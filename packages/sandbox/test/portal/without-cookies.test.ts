import { afterEach, expect, it, vi } from 'vitest'
import { openHouse } from './visitor.js'

afterEach(() => vi.unstubAllGlobals())

/** Behaves like a browser, where scripts can neither set these request headers nor read a `Set-Cookie` header. */
function browse(): void {
  const { Request, Response } = globalThis
  const without = (given: HeadersInit | undefined, ...names: string[]): Headers => {
    const headers = new Headers(given)
    for (const name of names) headers.delete(name)
    return headers
  }
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(input: RequestInfo | URL, init: RequestInit = {}) {
        super(input, {
          ...init,
          headers: without(
            init.headers ?? (input instanceof Request ? input.headers : undefined),
            'Cookie',
            'Origin',
            'Sec-Fetch-Site',
          ),
        })
      }
    },
  )
  vi.stubGlobal(
    'Response',
    class extends Response {
      constructor(body?: BodyInit | null, init: ResponseInit = {}) {
        super(body, { ...init, headers: without(init.headers, 'Set-Cookie') })
      }
    },
  )
}

it.each(['merchant', 'operator'] as const)(
  'lets a %s sign in, stay signed in and sign out in a browser too',
  async (who) => {
    browse()
    const house = openHouse()
    const visitor = await house[who]()
    const door = who === 'merchant' ? '/portal' : '/operator'
    expect(visitor.cookie).toMatch(/^cedi_(?:portal|operator)=./)
    expect((await visitor.get(door)).status).toBe(200)
    const [, token = ''] = /name="form_token" value="(\w+)"/.exec((await visitor.get(door)).body) ?? []
    expect((await visitor.post(`${door}/sign-out`, { form_token: token })).status).toBe(303)
    expect(visitor.cookie).toBe('')
    expect((await visitor.get(door)).status).toBe(401)
  },
)
