import { setTimeout as wait } from 'node:timers/promises'
import { startLoad } from '../load.mjs'
import { computeMedians, measureRounds, readResidentMb, startServer } from '../measure.mjs'
import { ratio } from '../report.mjs'
import { authorizationHeaders, prepareServer, servers } from '../servers.mjs'

const rounds = 5
/** Number of requests of each kind, as in a short test run. */
const firstRequests = 200

export const builds = ['mock-server']
export const needsLinux = true

export async function run() {
  const byName = Object.fromEntries(servers.map((server) => [server.name, server]))
  const load = startLoad()
  const measureStart = async (name) => {
    const target = await prepareServer(byName[name])
    const server = await startServer(target.command, { url: target.productsUrl, headers: authorizationHeaders })
    try {
      await wait(500)
      const idleMb = readResidentMb(server.pid)
      const targetWithPid = { ...target, pid: server.pid }
      const get = await load.batch(targetWithPid, 'GET', firstRequests)
      const post = await load.batch(targetWithPid, 'POST', firstRequests)
      const firstMs = ((get.us + post.us) * firstRequests) / 1000
      return { cpuMs: server.cpuMs, wallMs: server.wallMs, idleMb, firstMs }
    } finally {
      await server.stop()
    }
  }
  const figures = await measureRounds(Object.keys(byName), rounds, measureStart).finally(load.stop)
  const medianResults = computeMedians(figures)
  const cedi = medianResults['cedi-mock']
  return {
    title: 'Server start',
    about: `From process start to the first 200 for twenty products; memory half a second later; then the CPU time of the first ${firstRequests} GETs of products and ${firstRequests} POSTs of payments, before JIT compilation has settled, as in a test run. Medians of ${rounds} starts.`,
    tables: [
      {
        head: [
          'server',
          'start, CPU ms',
          'vs cedi-mock',
          'start, wall ms',
          'idle MB',
          `first ${2 * firstRequests} requests, CPU ms`,
          'vs cedi-mock',
          'packages installed',
        ],
        rows: servers.map(({ name, packages }) => {
          const { cpuMs, wallMs, idleMb, firstMs } = medianResults[name]
          return [
            name,
            cpuMs.toFixed(0),
            ratio(cpuMs, cedi.cpuMs),
            wallMs.toFixed(0),
            idleMb.toFixed(1),
            firstMs.toFixed(0),
            ratio(firstMs, cedi.firstMs),
            packages(),
          ]
        }),
      },
    ],
    figures,
  }
}
