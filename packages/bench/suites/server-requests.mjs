import { startLoad } from '../load.mjs'
import { childFigures, inRounds, medians, startServer } from '../measure.mjs'
import { versions } from '../peers.mjs'
import { atLeast, atMost, ratio, whole } from '../report.mjs'
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
  const floor = http['bare node:http']
  const named = (start) => http[servers.find(({ name }) => name.startsWith(start)).name]
  const [json, msw, prism, mockoon] = ['json-server', 'msw', 'Prism', 'Mockoon'].map(named)
  const rows = servers.map(({ name }) => {
    const { getUs, postUs, getPerSecond, postPerSecond } = http[name]
    const get = [whole(getPerSecond), getUs.toFixed(1), (getUs - floor.getUs).toFixed(1), ratio(getUs, ours.getUs)]
    const post = [
      whole(postPerSecond),
      postUs.toFixed(1),
      (postUs - floor.postUs).toFixed(1),
      ratio(postUs, ours.postUs),
    ]
    return { name, get, post }
  })
  const columns = ['requests per s (wall)', 'CPU µs per request', 'µs above the floor', 'against cedi-mock']
  const labels = {
    handle: 'mock.handle(description)',
    fetch: 'mock.fetch(url, init)',
    msw: `fetch through msw ${versions.msw}`,
  }
  return {
    title: 'Answering requests',
    about: `One process sends the load over sixteen open connections, with an API key in each request; medians of ${rounds} rounds. The payments are card payments that are charged at once, each with its own \`Idempotency-Key\`: cedi-mock checks key, scope, schema and idempotency and posts the entry. The floor is a bare \`node:http\` that sends constant bytes, in the same run. Everything above the floor is cedi-mock's own cost.`,
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
        caption: 'The same in one process, without a port; CPU µs per request',
        head: ['', 'GET', 'against handle', 'POST', 'against handle'],
        rows: Object.entries(direct).map(([name, { getUs, postUs }]) => [
          labels[name],
          getUs.toFixed(1),
          ratio(getUs, direct.handle.getUs),
          postUs.toFixed(1),
          ratio(postUs, direct.handle.postUs),
        ]),
      },
    ],
    goals: [
      atMost('POST a payment over HTTP, CPU above the floor', ours.postUs - floor.postUs, 45, 'µs'),
      atLeast('… against Prism', prism.postUs / ours.postUs, 10, '×'),
      atLeast('… against msw on a port', msw.postUs / ours.postUs, 10, '×'),
      atLeast('… against Mockoon', mockoon.postUs / ours.postUs, 25, '×'),
      atMost('GET twenty products over HTTP, CPU above the floor', ours.getUs - floor.getUs, 12, 'µs'),
      atLeast('… against json-server', json.getUs / ours.getUs, 9, '×'),
      atLeast('… against Prism', prism.getUs / ours.getUs, 20, '×'),
      atMost('A description handled in process, GET, CPU', direct.handle.getUs, 15, 'µs'),
      atMost('A description handled in process, POST, CPU', direct.handle.postUs, 15, 'µs'),
      atLeast('… GET against fetch through msw', direct.msw.getUs / direct.handle.getUs, 50, '×'),
      atLeast('… POST against fetch through msw', direct.msw.postUs / direct.handle.postUs, 50, '×'),
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
