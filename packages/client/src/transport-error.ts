import { ApiError, type ErrorDetails } from './errors.js'
import { splitUrl } from './platform.js'
import type { RequestDescription } from './types.js'

/** Circumstances of a request that got no response. */
interface TransportFailure {
  /** Error of the transport. */
  readonly cause: unknown
  /** Whether the deadline has passed. */
  readonly isTimedOut: boolean
  /** Whether the deadline has passed or the caller aborted the call. */
  readonly isAborted: boolean
  /** Deadline in ms. */
  readonly timeoutMs: number
}

/** Converts a failure of the transport to an error with the cause and the next step. */
export function toTransportError<O extends string>(
  request: RequestDescription<unknown, O>,
  failure: TransportFailure,
): ApiError<O> {
  return new ApiError(request, 0, describeFailure(request, failure), failure.cause)
}

function describeFailure(
  { method, url }: RequestDescription<unknown>,
  { cause, isTimedOut, isAborted, timeoutMs }: TransportFailure,
): ErrorDetails {
  const { origin } = splitUrl(url)
  const systemCode = getSystemCode(cause)
  const isSent = systemCode !== 'ECONNREFUSED' && systemCode !== 'ENOTFOUND'
  const warning = method !== 'GET' && isSent ? ' The request may have succeeded: check before you send it again.' : ''
  if (isTimedOut)
    return {
      code: 'timeout',
      message: `${origin} did not respond within ${timeoutMs} ms.${warning || ' Send it again later.'}`,
    }
  if (isAborted) return { code: 'aborted', message: `The call was aborted by its signal.${warning}` }
  // Only localhost and hosts of `insecureHosts` are called over http.
  const advice = origin.startsWith('http:')
    ? 'Start the mock server with npx @cedi/cli mock if it is not running.'
    : 'Check baseUrl and the network.'
  const reason = systemCode ? ` (${systemCode})` : ''
  return { code: 'network', message: `${origin} could not be reached${reason}. ${advice}${warning}` }
}

type SystemError = { readonly code?: unknown; readonly cause?: unknown } | null | undefined

/** Returns the code of a system error, such as ECONNREFUSED. Node's fetch wraps the system error in its `cause`. */
function getSystemCode(error: unknown): unknown {
  return (error as SystemError)?.code ?? ((error as SystemError)?.cause as SystemError)?.code
}
