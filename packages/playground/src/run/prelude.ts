// Runs the visitor's code in a worker, as a merchant's server. The worker can be terminated, cannot access pages, and its
// Content-Security-Policy allows requests only to the playground.
import { type Call, isCall } from './call.js'
import { formatValue } from './format-value.js'
import type { RunMessage } from './run-message.js'

const postMessageToPage = (message: RunMessage): void => postMessage(message)
const workerUrl = new URL(location.href)
const baseUrl = new URL('service', workerUrl).href

// The code could change caches of other pages of this host, which would run it at the next visit. A worker that the code starts
// would have the policy of another file. (Firefox applies `worker-src` to imports too, so the policy cannot forbid workers.)
for (const name of ['caches', 'Worker'])
  for (let scope = globalThis; scope; scope = Object.getPrototypeOf(scope)) Reflect.deleteProperty(scope, name)

/** Environment variables of the code, as in the guides. */
const env = { CEDI_BASE_URL: baseUrl, CEDI_API_KEY: 'sk_test_all' }
Object.assign(globalThis, { process: { pid: 1, env }, playground: { baseUrl } })

const print =
  (kind: 'log' | 'error') =>
  (...values: readonly unknown[]): void =>
    postMessageToPage({ type: 'print', kind, text: values.map(formatValue).join(' ') })
Object.assign(console, { log: print('log'), info: print('log'), warn: print('error'), error: print('error') })

const originalFetch = fetch
globalThis.fetch = async (...args) => {
  const request = new Request(...args)
  const apiRequest = isCall(request.url) ? request.clone() : undefined
  const response = await originalFetch(request)
  if (apiRequest) postMessageToPage({ type: 'call', ...(await toCall(apiRequest, response.clone())) })
  return response
}

async function toCall(request: Request, response: Response): Promise<Call> {
  const body = await request.text()
  return {
    method: request.method,
    url: request.url,
    headers: Object.fromEntries(request.headers),
    ...(body && { body }),
    status: response.status,
    responseBody: await response.text(),
  }
}

/** Runs the code at a URL. */
async function runCode(codeUrl: string): Promise<void> {
  try {
    await import(codeUrl)
    postMessageToPage({ type: 'end' })
  } catch (error) {
    postMessageToPage({ type: 'end', error: formatValue(error) })
  }
}

addEventListener('message', ({ data }: MessageEvent<string>) => void runCode(data), { once: true })

// Loads the usual imports of the code while the page stores it. A failed import fails again in the code.
for (const path of ['lib/index.js', 'lib/fetch.js', 'controls.js'])
  import(new URL(path, workerUrl).href).catch(() => {})
