import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { startLoad } from '../load.mjs'
import { inRounds, medians, residentMb, startServer } from '../measure.mjs'
import { root } from '../peers.mjs'
import { atMost, ratio } from '../report.mjs'
import { authorization, prepare, servers } from '../servers.mjs'

const rounds = 5
/** Of each kind: what a test run might ask for. */
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
  const packedKb = ((await packedBytes('ledger')) + (await packedBytes('mock-server'))) / 1000
  const middle = medians(figures)
  const ours = middle['cedi-mock']
  return {
    title: 'Starting a server',
    about: `From starting the process to its first 200 for twenty products; memory half a second later; then the CPU time of its first ${firstRequests} GETs of products and ${firstRequests} POSTs of payments, before the compiler has settled, as in a test run. Medians of ${rounds} starts each.`,
    tables: [
      {
        head: [
          'server',
          'start, CPU ms',
          'against cedi-mock',
          'start, wall ms',
          'idle MB',
          `first ${2 * firstRequests} requests, CPU ms`,
          'against cedi-mock',
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
    goals: [
      atMost(
        'CLI start to first 200, CPU above that of a bare node:http',
        ours.cpuMs - middle['bare node:http'].cpuMs,
        15,
        'ms',
      ),
      atMost('Resident memory, idle', ours.idleMb, 62, 'MB'),
      atMost('Packages installed at run time, its own two included', byName['cedi-mock'].packages(), 2, ''),
    ],
    figures: { ...figures, packedKb },
  }
}

/** How large the tarball of a package would be. */
async function packedBytes(name) {
  const folder = join(root, 'packages', name)
  const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json', '--silent'], { cwd: folder })
  return JSON.parse(stdout)[0].size
}
