import type { HealthEndpoint, TextResponse } from '@cedi/mock-server/service'
import { createMetrics } from './metrics.js'

/** `GET /healthz`, `/readyz` and `/metrics`: nothing in them is secret. @decision 0035 */
export function createHealthEndpoint(): HealthEndpoint {
  const metrics = createMetrics()
  // One query at a time: repeated health checks must not use up the connections of a database that hangs.
  let asking: Promise<string | undefined> | undefined
  return {
    count: metrics.count,
    respond(method, url, { inFlight, problem }) {
      if (method !== 'GET' && method !== 'HEAD') return undefined
      const [path] = url.split('?')
      if (path === '/healthz') return Promise.resolve({ status: 200, text: 'ok\n' })
      if (path === '/metrics') {
        const residentBytes = process.memoryUsage().rss
        return metrics.text({ inFlight, residentBytes }).then((text) => ({ status: 200, text }))
      }
      if (path !== '/readyz') return undefined
      asking ??= problem()
        .catch((error: unknown) => {
          console.error('[cedi-mock]', error)
          return 'The server could not look at its store. See its log.'
        })
        .finally(() => {
          asking = undefined
        })
      return readiness(asking)
    },
  }
}

/** A health check waits no longer than this. Kubernetes gives up after a second by default. */
const answerWithinMs = 900

async function readiness(asking: Promise<string | undefined>): Promise<TextResponse> {
  const late = `The store did not answer within ${answerWithinMs} milliseconds. Check the database.`
  let timer: NodeJS.Timeout | undefined
  const isLate = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, answerWithinMs, late)
  })
  const problem = await Promise.race([asking, isLate])
  clearTimeout(timer)
  return problem === undefined ? { status: 200, text: 'ok\n' } : { status: 503, text: `not ready: ${problem}\n` }
}
