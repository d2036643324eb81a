import type { HttpResponse, MockServer, RequestDescription } from '@cedi/mock-server'
import { createServer } from '@cedi/mock-server/service'
import { keepRunning, type Machine, type Service } from '../world/machine.js'
import { carry } from '../world/network.js'
import type { VirtualSignal } from '../world/platform.js'
import type { World } from '../world/world.js'
import type { Database } from './database.js'
import { checkoutDoor } from './door.js'

/** A request, and what the network needs to know of it. */
interface Asked {
  readonly from: Machine
  readonly what: string
  readonly request: RequestDescription
  readonly signal: VirtualSignal
  /** Whether the operator's control calls are allowed. */
  readonly isTrusted?: boolean
}

/** The service: a few servers on one database, behind a load balancer. */
export interface Servers {
  ask(asked: Asked): Promise<HttpResponse>
}

/** Starts the servers. */
export function startServers(world: World, database: Database): Servers {
  const count = world.chance('servers') < 0.5 ? 2 : 3
  const servers: Service<MockServer>[] = Array.from({ length: count }, (_, at) =>
    keepRunning(world, `server ${at + 1}`, (machine) =>
      world.platform.onClock(machine.nowMs, () =>
        createServer(
          { clock: 'real', seed: 'empty', secret: 'the secret of the world', baseUrl: world.baseUrl, randomSeed: 1 },
          { store: database.storeFor(machine), respond: checkoutDoor },
        ),
      ),
    ),
  )
  return {
    ask({ from, what, request, signal, isTrusted = false }) {
      return carry(world, {
        from,
        to: 'the service',
        what,
        signal,
        mayDouble: !isTrusted && (request.method === 'GET' || 'Idempotency-Key' in (request.headers ?? {})),
        handle(copy) {
          const at = Math.floor(world.chance(`server for ${copy}`) * count)
          const server = servers[at]?.current()
          if (!server) return undefined
          world.detail(`server ${at + 1}`, `gets ${what} from ${from.name}`)
          return server.handle(request, { isLoopback: isTrusted }).then((answer) => {
            world.detail(`server ${at + 1}`, `answers ${answer.status} to ${what} from ${from.name}`)
            if (answer.status === 500) world.fail('the service never fails inside', `${what}: ${answer.body}`)
            return answer
          })
        },
      })
    },
  }
}
