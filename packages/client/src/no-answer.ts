import type { ErrorParts } from './errors.js'
import type { RequestDescription } from './types.js'

/** What is known of a call that got no answer. */
interface NoAnswer {
  /** The deadline. */
  readonly timeout: { readonly aborted: boolean }
  /** The deadline, or the caller's own signal. */
  readonly end: { readonly aborted: boolean }
  /** Where the call went. */
  readonly origin: string
  /** What the transport threw. */
  readonly cause: unknown
  readonly timeoutMs: number
}

type Cause = { readonly code?: unknown; readonly cause?: unknown } | null | undefined

/** Says why no answer came: where from, why, and what to do. */
export function whyNoAnswer(
  { method }: RequestDescription<unknown>,
  { timeout, end, origin, cause, timeoutMs }: NoAnswer,
): ErrorParts {
  // The system's own code, such as ECONNREFUSED: Node's fetch hides it one cause deeper.
  const system = (cause as Cause)?.code ?? ((cause as Cause)?.cause as Cause)?.code
  const nothingSent = system === 'ECONNREFUSED' || system === 'ENOTFOUND'
  const doubt = method === 'GET' || nothingSent ? '' : ' It may have been done: look before you send it again.'
  if (timeout.aborted)
    return {
      code: 'timeout',
      message: `${origin} gave no answer within ${timeoutMs} ms.${doubt || ' Try again later.'}`,
    }
  if (end.aborted) return { code: 'aborted', message: `Your signal ended the call.${doubt}` }
  // Plain http is this machine.
  const advice = origin.startsWith('http:')
    ? 'Is the mock server running? Start it by npx cedi-mock.'
    : 'Look at baseUrl and the network.'
  const why = system ? ` (${system})` : ''
  return { code: 'network', message: `${origin} could not be reached${why}. ${advice}${doubt}` }
}
