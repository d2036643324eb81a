import type { HttpResponse } from '@cedi/mock-server'
import type { Machine } from '../world/machine.js'
import { VirtualSignal } from '../world/platform.js'
import type { World } from '../world/world.js'
import type { Servers } from './servers.js'

/** Request to the service without its base URL. */
interface SentRequest {
  readonly label: string
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Whether the control API is allowed. */
  readonly isTrusted?: boolean
}

const timeoutMs = 20_000

/** Sends a request. Returns undefined without a response. */
export type Sender = (request: SentRequest) => Promise<HttpResponse | undefined>

/** Creates the sender of a machine. */
export const createSender =
  (world: World, servers: Servers, from: Machine): Sender =>
  async ({ label, path, isTrusted = false, ...request }) => {
    const signal = new VirtualSignal()
    world.time.at(world.time.nowMs() + timeoutMs, () => signal.abort())
    const sent = { ...request, url: `${world.baseUrl}${path}` }
    return servers.send({ from, label, signal, isTrusted, request: sent }).catch(() => undefined)
  }
