import { HttpResponse, http } from 'msw'
import type { MockServer } from './mock-server.js'

/**
 * Handlers for msw 2 and 3 that answer with a mock server.
 *
 * @param mock - The server.
 * @param baseUrl - The base address that the code under test is set to.
 * @returns What `setupServer` and `setupWorker` take.
 * @decision 0023
 * @example
 * const server = setupServer(...handlers(createMockServer(), 'https://pay.example'))
 */
export function handlers(mock: MockServer, baseUrl: string): ReturnType<typeof http.all>[] {
  const base = baseUrl.replace(/\/+$/, '')
  const prefix = new URL(base).pathname.replace(/\/$/, '')
  return [
    http.all(`${base}/*`, async ({ request }) => {
      try {
        const url = request.url.replace(`${new URL(request.url).origin}${prefix}`, new URL(request.url).origin)
        const body = request.method === 'GET' || request.method === 'HEAD' ? {} : { body: await request.text() }
        return (await mock.fetch(url, {
          method: request.method,
          headers: request.headers,
          ...body,
        })) as HttpResponse<string>
      } catch {
        // What `fetch` sees of a connection that was cut.
        return HttpResponse.error()
      }
    }),
  ]
}
