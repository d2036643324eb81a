import type { Watch } from '@cedi/mock-server/service'
import { createMetrics } from './metrics.js'

/** `GET /healthz`, `/readyz` and `/metrics`: nothing in them is secret. @decision 0035 */
export function createWatch(): Watch {
  const metrics = createMetrics()
  return {
    count: metrics.count,
    answer({ method, url }, response, state) {
      if (method !== 'GET' || (url !== '/healthz' && url !== '/readyz' && url !== '/metrics')) return false
      const say = (status: number, text: string) => {
        response
          .writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' })
          .end(text)
      }
      if (url === '/healthz') say(200, 'ok\n')
      else if (url === '/metrics') {
        const { rss } = process.memoryUsage()
        say(200, metrics.text({ cedi_requests_in_flight: state.inFlight, process_resident_memory_bytes: rss }))
      } else {
        const tell = (isReady: boolean) => say(isReady ? 200 : 503, isReady ? 'ok\n' : 'not ready\n')
        state.isReady().then(tell, () => tell(false))
      }
      return true
    },
  }
}
