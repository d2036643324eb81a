import type { Watch } from '@cedi/mock-server/service'
import { createMetrics } from './metrics.js'

/** `GET /healthz`, `/readyz` and `/metrics`: nothing in them is secret. @decision 0035 */
export function createWatch(): Watch {
  const metrics = createMetrics()
  return {
    count: metrics.count,
    answer(method, url, { inFlight, isReady }) {
      if (method !== 'GET') return undefined
      if (url === '/healthz') return Promise.resolve({ status: 200, text: 'ok\n' })
      if (url === '/metrics') {
        const { rss } = process.memoryUsage()
        const text = metrics.text({ cedi_requests_in_flight: inFlight, process_resident_memory_bytes: rss })
        return Promise.resolve({ status: 200, text })
      }
      if (url !== '/readyz') return undefined
      const tell = (ready: boolean) => (ready ? { status: 200, text: 'ok\n' } : { status: 503, text: 'not ready\n' })
      return isReady().then(tell, () => tell(false))
    },
  }
}
