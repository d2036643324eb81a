import { isControl } from '../api/control/access.js'
import { type Delivery, deliveryOf, plain, spoiled } from '../http/delivery.js'
import { answerOfFault } from '../http/faults.js'
import { readRequest } from '../http/request.js'
import { logged } from '../http/request-log.js'
import { pathOf } from '../service/context.js'
import type { Answering } from './answering.js'
import type { MockServerOptions } from './options.js'
import type { ServerState } from './state.js'
import type { MockServer } from './types.js'

/** Creates the function that responds to requests, with faults, and logs them. */
export function createDeliver(
  state: ServerState,
  answering: Answering,
  onRequest: MockServerOptions['onRequest'],
): MockServer['deliver'] {
  const { context } = state
  // Only a base address with a path has something to remove from requests.
  const ownBase = context.baseUrl && pathOf(context.baseUrl) ? context.baseUrl : undefined
  return async (description, peer = { isLoopback: false }): Promise<Delivery> => {
    const request = readRequest(description, peer.baseUrl ?? ownBase)
    const { requestId, error } = await state.nextRequest()
    if (error) return plain(answering.unavailable(error, requestId).answer)
    if (isControl(request)) return plain((await answering.answer(request, requestId, peer.isLoopback)).answer)
    const atMs = context.clock.nowMs()
    const strike = context.faults.strike(request.method, request.path)
    const isInstead = strike?.drop === 'before' || (strike?.status !== undefined && !strike.after_commit)
    const responded = isInstead
      ? { answer: answerOfFault(strike, requestId), operation: undefined, merchant: undefined }
      : await answering.answer(request, requestId, peer.isLoopback)
    const answer = spoiled(strike?.after_commit ? answerOfFault(strike, requestId) : responded.answer, strike)
    const { operation, merchant } = responded
    const answered = { atMs, requestId, request, operation, merchant, answer }
    context.log.add(answered)
    onRequest?.(logged(answered))
    return strike ? { ...plain(answer), ...deliveryOf(strike) } : plain(answer)
  }
}
