import { setTimeout as wait } from 'node:timers/promises'
import { startLoad } from '../load.mjs'
import { inRounds, medians, residentMb, startServer } from '../measure.mjs'
import { ratio } from '../report.mjs'
import { authorization, prepare, servers } from '../servers.mjs'

const rounds = 5
/** Number of requests of each kind, as in a short test run. */
const firstRequests = 200

export const builds = ['ledger', 'mock-server']
export const needsLinux = true

export async function run() {
  const byName = Object.fromEntries(servers.map((server) => [server.name, server]))
  const load = startLoad()
  const measureStart = async (name) => {
    const prepared = await prepare(byName[name])
    const server = await startServer(prepared.command, { url: prepared.productsUrl, headers: authorization })
    try {
      await wait(500)
      const idleMb = residentMb(server.pid)
      const target = { ...prepared, pid: server.pid }
      const get = await load.batch(target, 'GET', firstRequests)
      const post = await load.batch(target, 'POST', firstRequests)
      const firstMs = ((get.us + post.us) * firstRequests) / 1000
      return { cpuMs: server.cpuMs, wallMs: server.wallMs, idleMb, firstMs }
    } finally {
      await server.stop()
    }
  }
  const figures = await inRounds(Object.keys(byName), rounds, measureStart).finally(load.stop)
  const middle = medians(figures)
  const ours = middle['cedi-mock']
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
          const { cpuMs, wallMs, idleMb, firstMs } = middle[name]
          return [
            name,
            cpuMs.toFixed(0),
            ratio(cpuMs, ours.cpuMs),
            wallMs.toFixed(0),
            idleMb.toFixed(1),
            firstMs.toFixed(0),
            ratio(firstMs, ours.firstMs),
            packages(),
          ]
        }),
      },
    ],
    figures,
  }
}
