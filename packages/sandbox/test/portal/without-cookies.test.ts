import { afterEach, expect, it, vi } from 'vitest'
import { createPortalServer } from './portal-server.js'

afterEach(() => vi.unstubAllGlobals())

/** Behaves like a browser, where scripts can neither set these request headers nor read a `Set-Cookie` header. */
function browse(): void {
  const { Request, Response } = globalThis
  const removeHeaders = (headersInit: HeadersInit | undefined, ...names: string[]): Headers => {
    const headers = new Headers(headersInit)
    for (const name of names) headers.delete(name)
    return headers
  }
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(input: RequestInfo | URL, init: RequestInit = {}) {
        super(input, {
          ...init,
          headers: removeHeaders(
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
        super(body, { ...init, headers: removeHeaders(init.headers, 'Set-Cookie') })
      }
    },
  )
}

it.each(['merchant', 'operator'] as const)(
  'lets a %s sign in, stay signed in and sign out in a browser too',
  async (role) => {
    browse()
    const server = createPortalServer()
    const visitor = await server[role]()
    const area = role === 'merchant' ? '/portal' : '/operator'
    expect(visitor.cookie).toMatch(/^cedi_(?:portal|operator)=./)
    expect((await visitor.get(area)).status).toBe(200)
    const [, token = ''] = /name="form_token" value="(\w+)"/.exec((await visitor.get(area)).body) ?? []
    expect((await visitor.post(`${area}/sign-out`, { form_token: token })).status).toBe(303)
    expect(visitor.cookie).toBe('')
    expect((await visitor.get(area)).status).toBe(401)
  },
)
