import type { HealthEndpoint, TextResponse } from '@cedi/mock-server/internal'

/** Creates the handler of `GET /healthz` and `/readyz`. The responses contain no secrets. @decision 0035 */
export function createHealthMonitor(): HealthEndpoint {
  // One check at a time: repeated health checks must not exhaust the connections of an unresponsive database.
  let pendingCheck: Promise<string | undefined> | undefined
  return {
    respond(method, url, { problem }) {
      if (method !== 'GET' && method !== 'HEAD') return undefined
      const [path] = url.split('?')
      if (path === '/healthz') return Promise.resolve({ status: 200, text: 'ok\n' })
      if (path !== '/readyz') return undefined
      pendingCheck ??= problem()
        .catch((error: unknown) => {
          console.error('[cedi-mock]', error)
          return 'The store check failed. See the log of the server.'
        })
        .finally(() => {
          pendingCheck = undefined
        })
      return checkReadiness(pendingCheck)
    },
  }
}

/** Timeout of a readiness check. The default timeout of Kubernetes probes is one second. */
const readinessTimeoutMs = 900

async function checkReadiness(check: Promise<string | undefined>): Promise<TextResponse> {
  const message = `The store did not respond within ${readinessTimeoutMs} milliseconds. Check the database.`
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, readinessTimeoutMs, message)
  })
  const problem = await Promise.race([check, timeout])
  clearTimeout(timer)
  return problem === undefined ? { status: 200, text: 'ok\n' } : { status: 503, text: `not ready: ${problem}\n` }
}
