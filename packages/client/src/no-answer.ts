import { ApiError } from './errors.js'
import type { RequestDescription } from './types.js'

/** What is known of a call that got no answer. */
interface NoAnswer {
  readonly code: 'network' | 'timeout' | 'aborted'
  /** Where it went. */
  readonly origin: string
  /** What the transport threw. */
  readonly cause: unknown
  readonly timeoutMs: number
}

type Cause = { readonly code?: unknown; readonly cause?: unknown } | null | undefined

/** The system's own code, such as `ECONNREFUSED`: Node's fetch hides it one cause deeper. */
function systemCode(thrown: unknown): string | undefined {
  const error = thrown as Cause
  const code = error?.code ?? (error?.cause as Cause)?.code
  return typeof code === 'string' ? code : undefined
}

/** Says that no answer came: where from, why, and what to do. */
export function noAnswerError<O extends string>(
  request: RequestDescription<unknown, O>,
  { code, origin, cause, timeoutMs }: NoAnswer,
): ApiError<O> {
  const system = systemCode(cause)
  const nothingSent = system === 'ECONNREFUSED' || system === 'ENOTFOUND'
  const mayBeDone =
    request.method === 'GET' || nothingSent ? '' : ' It may have been done: look before you send it again.'
  const texts = {
    timeout: `${origin} gave no answer within ${timeoutMs} ms.`,
    aborted: 'Your signal ended the call.',
    // Plain http is this machine.
    network: `${origin} could not be reached${system ? ` (${system})` : ''}. ${
      origin.startsWith('http:') ? 'Is the mock server running? npx cedi-mock' : 'Look at baseUrl and the network.'
    }`,
  }
  return new ApiError(request, 0, { code, message: texts[code] + mayBeDone }, cause)
}
