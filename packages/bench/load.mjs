import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { cpuMsOfProcess } from './measure.mjs'
import { authorization } from './servers.mjs'

/**
 * Starts the process that sends requests to servers.
 *
 * @returns `batch`, which sends a counted number of GETs of products or POSTs of payments to a server and gives the
 *   microseconds of CPU that each cost the server, and how many it answered per second of wall time; and `stop`.
 */
export function startLoad() {
  const child = fork(fileURLToPath(new URL('children/load.mjs', import.meta.url)))
  return {
    async batch({ pid, productsUrl, paymentsUrl }, method, count) {
      const order =
        method === 'GET' ? { method, url: productsUrl, expected: 200 } : { method, url: paymentsUrl, expected: 201 }
      const before = cpuMsOfProcess(pid)
      child.send({ ...order, headers: authorization, count })
      const [{ wallMs, failure }] = await once(child, 'message')
      if (failure) throw new Error(failure)
      return { us: ((cpuMsOfProcess(pid) - before) * 1000) / count, perSecond: (count * 1000) / wallMs }
    },
    stop: () => child.kill(),
  }
}
