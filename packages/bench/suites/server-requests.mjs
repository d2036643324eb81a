import { startLoad } from '../load.mjs'
import { computeMedians, measureRounds, runChild, startServer } from '../measure.mjs'
import { versions } from '../peers.mjs'
import { formatInteger, ratio } from '../report.mjs'
import { authorizationHeaders, prepareServer, servers } from '../servers.mjs'

const rounds = 5
/** CPU time of the warm-up of a server for each method, in the discarded round. */
const warmUpMs = 1500
/** Target CPU time of a batch. */
const batchMs = 300

export const builds = ['mock-server']
export const needsLinux = true

export async function run() {
  const overHttp = await measureServers()
  const inProcess = await measureRounds(['handle', 'fetch', 'msw'], rounds, (name) =>
    runChild('in-process.mjs', [name]),
  )
  const httpMedians = computeMedians(overHttp)
  const inProcessMedians = computeMedians(inProcess)
  const cedi = httpMedians['cedi-mock']
  const rows = servers.map(({ name }) => {
    const { getUs, postUs, getPerSecond, postPerSecond } = httpMedians[name]
    const get = [formatInteger(getPerSecond), getUs.toFixed(1), ratio(getUs, cedi.getUs)]
    const post = [formatInteger(postPerSecond), postUs.toFixed(1), ratio(postUs, cedi.postUs)]
    return { name, get, post }
  })
  const columns = ['requests per s (wall)', 'CPU µs per request', 'vs cedi-mock']
  const labels = {
    handle: 'mock.handle(description)',
    fetch: 'mock.fetch(url, init)',
    msw: `fetch through msw ${versions.msw}`,
  }
  return {
    title: 'Requests',
    about: `One process sends the load over sixteen open connections, with an API key in each request; medians of ${rounds} rounds. The payments are card payments that succeed immediately, each with its own \`Idempotency-Key\`: cedi-mock validates key, scope, schema and idempotency and posts the ledger entry. The bare \`node:http\` server sends constant bytes.`,
    tables: [
      {
        caption: 'GET twenty products over HTTP',
        head: ['server', ...columns],
        rows: rows.map(({ name, get }) => [name, ...get]),
      },
      {
        caption: 'POST a payment over HTTP',
        head: ['server', ...columns],
        rows: rows.map(({ name, post }) => [name, ...post]),
      },
      {
        caption: 'The same in process, CPU µs per request',
        head: ['', 'GET', 'vs handle', 'POST', 'vs handle'],
        rows: Object.entries(inProcessMedians).map(([name, { getUs, postUs }]) => [
          labels[name],
          getUs.toFixed(1),
          ratio(getUs, inProcessMedians.handle.getUs),
          postUs.toFixed(1),
          ratio(postUs, inProcessMedians.handle.postUs),
        ]),
      },
    ],
    figures: { overHttp, inProcess },
  }
}

async function measureServers() {
  const load = startLoad()
  const running = new Map()
  /** Sends a batch with fewer requests to slower servers. */
  const runBatch = async (server, method) => {
    const previousUs = server.usPerRequest[method]
    const count = Math.min(8000, Math.max(100, Math.round((batchMs * 1000) / previousUs)))
    const result = await load.batch(server, method, count)
    server.usPerRequest[method] = result.us
    server.usedMs += (result.us * count) / 1000
    return result
  }
  const warmUp = async (server, method) => {
    server.usedMs = 0
    server.usPerRequest[method] = 1000
    while (server.usedMs < warmUpMs) await runBatch(server, method)
  }
  try {
    for (const server of servers) {
      const target = await prepareServer(server)
      const runningServer = await startServer(target.command, {
        url: target.productsUrl,
        headers: authorizationHeaders,
      })
      running.set(server.name, { ...target, ...runningServer, usPerRequest: {} })
    }
    return await measureRounds([...running.keys()], rounds, async (name, round) => {
      const server = running.get(name)
      if (round === 0) for (const method of ['GET', 'POST']) await warmUp(server, method)
      const getResult = await runBatch(server, 'GET')
      const postResult = await runBatch(server, 'POST')
      return {
        getUs: getResult.us,
        getPerSecond: getResult.perSecond,
        postUs: postResult.us,
        postPerSecond: postResult.perSecond,
      }
    })
  } finally {
    load.stop()
    await Promise.all([...running.values()].map(({ stop }) => stop()))
  }
}
