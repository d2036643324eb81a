import type { HttpResponse, MockServer, RequestDescription } from '@cedi/mock-server'
import { createMemoryStore, type MemoryStore, type Plan, type Store } from '@cedi/mock-server/internal'
import { createSandbox } from '@cedi/sandbox'
import { type Machine, supervise } from './machine.js'
import { deliver } from './network.js'
import { createTimeout, type VirtualSignal } from './platform.js'
import type { World } from './world.js'

/** Request to the service. */
interface ServiceRequest {
  readonly from: Machine
  readonly label: string
  readonly request: RequestDescription
  readonly signal: VirtualSignal
  /** Whether the control API is allowed. */
  readonly isTrusted?: boolean
}

/** The service: two servers on one database, behind a load balancer. */
export interface Service {
  readonly database: MemoryStore
  send(request: ServiceRequest): Promise<HttpResponse>
  /** Calls the control API as the operator. Without a response, the operator continues. */
  control(from: Machine, path: string): Promise<void>
}

const serverCount = 2
const unavailable = (): Error => Object.assign(new Error('The database is unavailable.'), { code: 'store_unavailable' })

/** Creates the connection of a server to the database. A statement takes time, and may fail before or after its effect. */
function connect(world: World, machine: Machine, database: MemoryStore, onCommit: (plan: Plan) => void) {
  const { time, random } = world
  async function query<Result>(kind: string, run: () => Promise<Result>): Promise<Result> {
    const place = `${machine.name}, ${kind}`
    const pause = (leg: string, maxMs: number) =>
      time.sleepInHold(Math.floor(random(`${leg} ${place} ${world.count(`${leg} ${place}`)}`) * maxMs))
    await pause('statement', 12)
    if (machine.crashesAt(kind) || world.inject('database unavailable', place)) throw unavailable()
    const result = await run()
    await pause('result', 6)
    if (machine.isStopped()) throw unavailable()
    if (kind === 'commit' && world.inject('commit not acknowledged', place)) throw unavailable()
    return result
  }
  const store: Store = {
    get: (...args) => query('get', () => database.get(...args)),
    list: (...args) => query('list', () => database.list(...args)),
    commit: (plan) =>
      query('commit', async () => {
        const result = await database.commit(plan)
        if (result.outcome === 'ok') onCommit(plan)
        return result
      }),
  }
  return {
    ...store,
    snapshot: async () => database.snapshot(),
    restore: async (snapshot: Parameters<MemoryStore['restore']>[0]) => database.restore(snapshot),
    clear: async () => database.clear(),
    deleteExpiredKeys: (merchant: string, nowMs: number) =>
      query('delete keys', async () => database.deleteExpiredKeys(merchant, nowMs)),
  }
}

/** @param onCommit - Called for each committed plan. */
export function startService(world: World, onCommit: (plan: Plan) => void): Service {
  const { time, random } = world
  const database = createMemoryStore()

  const servers = Array.from({ length: serverCount }, (_, index) =>
    supervise(world, `server ${index + 1}`, (machine) => ({
      machine,
      sandbox: createSandbox({
        clock: 'real',
        seed: 'empty',
        secret: 'the secret of the world',
        baseUrl: world.baseUrl,
        randomSeed: 1,
        store: connect(world, machine, database, onCommit),
      }),
    })),
  )

  async function respond(
    { machine, sandbox }: { machine: Machine; sandbox: MockServer },
    { label, request, isTrusted = false }: ServiceRequest,
  ): Promise<HttpResponse> {
    const response = await time.hold(() => sandbox.handle(request, { isTrusted }))
    if (machine.isStopped()) throw Object.assign(new Error('The server stopped.'), { code: 'ECONNRESET' })
    world.log(machine.name, `responds ${response.status} to ${label}`)
    if (response.status === 500) world.fail('only allowed errors occur', `${label}: ${response.body}`)
    return response
  }

  const service: Service = {
    database,
    send: (message) =>
      deliver(world, {
        ...message,
        canDuplicate: message.request.method === 'GET' || 'Idempotency-Key' in (message.request.headers ?? {}),
        handle(copy) {
          const server = servers[Math.floor(random(`server for ${copy}`) * serverCount)]?.()
          return server && respond(server, message)
        },
      }),
    async control(from, path) {
      const request = { method: 'POST', url: `${world.baseUrl}/__mock/${path}`, headers: {}, body: '{}' }
      const signal = createTimeout(time, 20_000)
      await service.send({ from, label: path, request, signal, isTrusted: true }).catch(() => {})
    },
  }
  return service
}
