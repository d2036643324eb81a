import { removeTrailingSlashes } from '@cedi/contract/trailing-slashes'
import { HttpResponse, http } from 'msw'
import type { MockServer } from './server/types.js'
import { fetchFrom } from './transports/fetch.js'

/**
 * Creates handlers for msw 2 and 3 that respond with a mock server.
 *
 * @param mock - The server.
 * @param baseUrl - The base URL in the code under test. Links in responses start with it.
 * @returns Handlers for `setupServer` and `setupWorker`.
 * @decision 0023
 * @example
 * ```ts
 * import { createMockServer } from '@cedi/mock-server'
 * import { handlers } from '@cedi/mock-server/msw'
 * import { setupServer } from 'msw/node'
 *
 * const server = setupServer(...handlers(createMockServer(), 'https://pay.example'))
 * server.listen({ onUnhandledRequest: 'error' })
 * const response = await fetch('https://pay.example/api/v1/products', { headers: { Authorization: 'Bearer sk_test_all' } })
 * console.log(response.status) // 200
 * ```
 */
export function handlers(mock: MockServer, baseUrl: string): ReturnType<typeof http.all>[] {
  const base = removeTrailingSlashes(baseUrl)
  return [
    http.all(`${base}/*`, async ({ request }) => {
      try {
        // msw intercepts only requests of the same process.
        const caller = { isTrusted: true, baseUrl: base }
        return (await fetchFrom(mock, request, undefined, caller)) as HttpResponse<string>
      } catch {
        // The error of `fetch` for a dropped connection.
        return HttpResponse.error()
      }
    }),
  ]
}
