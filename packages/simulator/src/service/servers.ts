import type { HttpResponse, MockServer, RequestDescription } from '@cedi/mock-server'
import { createServer } from '@cedi/mock-server/internal'
import { type Machine, type SupervisedProgram, supervise } from '../world/machine.js'
import { deliver } from '../world/network.js'
import type { VirtualSignal } from '../world/platform.js'
import type { World } from '../world/world.js'
import { handleCheckoutRequest } from './checkout-routes.js'
import type { Database } from './database.js'

/** Request to the service, with its sender. */
interface ServerRequest {
  readonly from: Machine
  readonly label: string
  readonly request: RequestDescription
  readonly signal: VirtualSignal
  /** Whether the control API is allowed. */
  readonly isTrusted?: boolean
}

/** The service: two or three servers on one database, behind a load balancer. */
export interface Servers {
  send(request: ServerRequest): Promise<HttpResponse>
}

/** Starts the servers. */
export function startServers(world: World, database: Database): Servers {
  const count = world.chance('servers') < 0.5 ? 2 : 3
  const servers: SupervisedProgram<MockServer>[] = Array.from({ length: count }, (_, index) =>
    supervise(world, `server ${index + 1}`, (machine) =>
      createServer(
        { clock: 'real', seed: 'empty', secret: 'the secret of the world', baseUrl: world.baseUrl, randomSeed: 1 },
        { nowMs: machine.nowMs, store: database.storeFor(machine), respond: handleCheckoutRequest },
      ),
    ),
  )
  return {
    send({ from, label, request, signal, isTrusted = false }) {
      return deliver(world, {
        from,
        to: 'the service',
        label,
        signal,
        canDuplicate: !isTrusted && (request.method === 'GET' || 'Idempotency-Key' in (request.headers ?? {})),
        handle(copy) {
          const at = Math.floor(world.chance(`server for ${copy}`) * count)
          const server = servers[at]?.current()
          if (!server) return undefined
          world.logDetail(`server ${at + 1}`, `receives ${label} from ${from.name}`)
          return server.handle(request, { isLoopback: isTrusted }).then((response) => {
            world.logDetail(`server ${at + 1}`, `responds ${response.status} to ${label} from ${from.name}`)
            if (response.status === 500)
              world.fail('the service returns no internal error', `${label}: ${response.body}`)
            return response
          })
        },
      })
    },
  }
}
