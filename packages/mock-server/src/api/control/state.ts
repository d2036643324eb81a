import { type ResponseData, respondWith } from '../../http/response.js'
import { fail, type Result } from '../../ledger/index.js'
import type { Routes } from './call.js'

/** All data at once: reset, seed, save, restore. @decision 0023 */
export const stateRoutes: Routes = {
  'POST reset': async ({ server }) => {
    await server.reset()
    return respondWith({ reset: true })
  },
  'POST seed': { handle: ({ server, body }) => withTypeErrors(async () => server.seed(body), 'This is no seed') },
  'GET snapshot': async ({ server }) => respondWith(await server.snapshot()),
  'PUT snapshot': {
    handle: ({ server, body }) =>
      withTypeErrors(async () => {
        // The response of `GET snapshot` is accepted as it is.
        const { success, data } = body as { readonly success?: unknown; readonly data?: unknown }
        await server.restore(success === true ? data : body)
        return { restored: true }
      }, 'This is no snapshot'),
  },
}

/** Reports errors in a value; errors of the server pass through. */
async function withTypeErrors(action: () => Promise<object>, words: string): Promise<Result<ResponseData>> {
  try {
    return respondWith(await action())
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return fail('invalid_request', `${words}: ${error.message}`)
  }
}
