import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { readProcessCpuMs } from './measure.mjs'
import { authorizationHeaders } from './servers.mjs'

/**
 * Starts the load generator process.
 *
 * @returns `batch`, which sends a number of GETs of products or POSTs of payments and returns the CPU microseconds of the
 *   server per request and the requests per second; and `stop`.
 */
export function startLoad() {
  const child = fork(fileURLToPath(new URL('children/load.mjs', import.meta.url)))
  return {
    async batch({ pid, productsUrl, paymentsUrl }, method, count) {
      const request =
        method === 'GET' ? { method, url: productsUrl, expected: 200 } : { method, url: paymentsUrl, expected: 201 }
      const before = readProcessCpuMs(pid)
      child.send({ ...request, headers: authorizationHeaders, count })
      const [{ wallMs, failure }] = await once(child, 'message')
      if (failure) throw new Error(failure)
      return { us: ((readProcessCpuMs(pid) - before) * 1000) / count, perSecond: (count * 1000) / wallMs }
    },
    stop: () => child.kill(),
  }
}
