import { startLoad } from '../load.mjs'
import { computeMedians, measureRounds, startServer } from '../measure.mjs'
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
  const medians = computeMedians(await measureServers())
  const { cedi, prism, 'json-server': jsonServer } = medians
  const toRows = (us, perSecond) =>
    servers.map(({ name, label }) => [
      label,
      formatInteger(medians[name][perSecond]),
      medians[name][us].toFixed(1),
      ratio(medians[name][us], cedi[us]),
    ])
  const head = ['server', 'requests per s (wall)', 'CPU µs per request', 'vs cedi']
  return {
    title: 'Requests',
    about: `One process sends the load over sixteen open connections, with an API key in each request; medians of ${rounds} rounds. The payments are card payments that succeed immediately, each with its own \`Idempotency-Key\`: @cedi/mock-server validates key, scope, schema and idempotency and posts the ledger entry. The bare \`node:http\` server sends constant bytes.`,
    tables: [
      { caption: 'GET twenty products over HTTP', head, rows: toRows('getUs', 'getPerSecond') },
      { caption: 'POST a payment over HTTP', head, rows: toRows('postUs', 'postPerSecond') },
    ],
    goals: [
      { name: 'GET: json-server vs cedi', value: jsonServer.getUs / cedi.getUs, atLeast: 5 },
      { name: 'GET: Prism vs cedi', value: prism.getUs / cedi.getUs, atLeast: 12 },
      { name: 'POST: json-server vs cedi', value: jsonServer.postUs / cedi.postUs, atLeast: 3 },
      { name: 'POST: Prism vs cedi', value: prism.postUs / cedi.postUs, atLeast: 2 },
    ],
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
