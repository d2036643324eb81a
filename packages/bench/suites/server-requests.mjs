import { startLoad } from '../load.mjs'
import { childFigures, inRounds, medians, startServer } from '../measure.mjs'
import { versions } from '../peers.mjs'
import { ratio, whole } from '../report.mjs'
import { authorization, prepare, servers } from '../servers.mjs'

const rounds = 5
/** In the discarded round, each server works this long for each kind of request, so that its compiler warms up. */
const warmUpMs = 1500
/** How long a batch should keep a server busy. */
const batchMs = 300

export const builds = ['mock-server']
export const needsLinux = true

export async function run() {
  const overHttp = await measureServers()
  const inProcess = await inRounds(['handle', 'fetch', 'msw'], rounds, (name) => childFigures('in-process.mjs', [name]))
  const http = medians(overHttp)
  const direct = medians(inProcess)
  const ours = http['cedi-mock']
  const rows = servers.map(({ name }) => {
    const { getUs, postUs, getPerSecond, postPerSecond } = http[name]
    const get = [whole(getPerSecond), getUs.toFixed(1), ratio(getUs, ours.getUs)]
    const post = [whole(postPerSecond), postUs.toFixed(1), ratio(postUs, ours.postUs)]
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
        rows: Object.entries(direct).map(([name, { getUs, postUs }]) => [
          labels[name],
          getUs.toFixed(1),
          ratio(getUs, direct.handle.getUs),
          postUs.toFixed(1),
          ratio(postUs, direct.handle.postUs),
        ]),
      },
    ],
    figures: { overHttp, inProcess },
  }
}

async function measureServers() {
  const load = startLoad()
  const running = new Map()
  /** Slow servers get fewer requests, so that all are busy equally long. */
  const batch = async (server, method) => {
    const known = server.usPerRequest[method]
    const count = Math.min(8000, Math.max(100, Math.round((batchMs * 1000) / known)))
    const measured = await load.batch(server, method, count)
    server.usPerRequest[method] = measured.us
    server.usedMs += (measured.us * count) / 1000
    return measured
  }
  const warmUp = async (server, method) => {
    server.usedMs = 0
    server.usPerRequest[method] = 1000
    while (server.usedMs < warmUpMs) await batch(server, method)
  }
  try {
    for (const server of servers) {
      const prepared = await prepare(server)
      const started = await startServer(prepared.command, { url: prepared.productsUrl, headers: authorization })
      running.set(server.name, { ...prepared, ...started, usPerRequest: {} })
    }
    return await inRounds([...running.keys()], rounds, async (name, round) => {
      const server = running.get(name)
      if (round === 0) for (const method of ['GET', 'POST']) await warmUp(server, method)
      const got = await batch(server, 'GET')
      const posted = await batch(server, 'POST')
      return { getUs: got.us, getPerSecond: got.perSecond, postUs: posted.us, postPerSecond: posted.perSecond }
    })
  } finally {
    load.stop()
    await Promise.all([...running.values()].map(({ stop }) => stop()))
  }
}
