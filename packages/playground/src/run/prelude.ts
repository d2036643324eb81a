// Runs the visitor's code in its own worker, where it acts as a merchant's server. It can be stopped, reaches no page,
// and its policy lets it call only the playground.
import { type Call, isCall } from './call.js'
import { printed } from './printed.js'
import type { Told } from './told.js'

const tell = (told: Told): void => postMessage(told)
const here = new URL(location.href)
const baseUrl = new URL('service', here).href

/** The code runs as on Node: the address and the key are in the environment, as in the guides. */
const env = { CEDI_BASE_URL: baseUrl, CEDI_API_KEY: 'sk_test_all' }
Object.assign(globalThis, { process: { pid: 1, env }, playground: { baseUrl } })

const print =
  (kind: 'log' | 'error') =>
  (...values: readonly unknown[]): void =>
    tell({ told: 'print', kind, text: values.map(printed).join(' ') })
Object.assign(console, { log: print('log'), info: print('log'), warn: print('error'), error: print('error') })

const send = fetch
globalThis.fetch = async (...asked) => {
  const request = new Request(...asked)
  const shown = isCall(request.url) ? request.clone() : undefined
  const response = await send(request)
  if (shown) tell({ told: 'call', ...(await callOf(shown, response.clone())) })
  return response
}

async function callOf(request: Request, response: Response): Promise<Call> {
  const body = await request.text()
  return {
    method: request.method,
    url: request.url,
    headers: Object.fromEntries(request.headers),
    ...(body && { body }),
    status: response.status,
    answer: await response.text(),
  }
}

try {
  await import(new URL(`code/${here.searchParams.get('code')}.js`, here).href)
  tell({ told: 'end' })
} catch (error) {
  tell({ told: 'end', error: printed(error) })
}
