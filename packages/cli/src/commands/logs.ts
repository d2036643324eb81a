import { setTimeout as wait } from 'node:timers/promises'
import { removeTrailingSlashes } from '@cedi/contract/trailing-slashes'
import { builtinCommands } from '../builtin-commands.js'
import { type CliContext, type Command, exitCodes, UsageError } from '../command.js'
import { readAccount } from '../connection.js'
import { readFlags, stringFlag } from '../flags.js'
import { ToolError } from '../mcp/keys.js'
import { openSandbox } from '../mcp/sandbox.js'
import { escapeControls, toText } from '../show.js'
import { withTimeout } from '../timeout.js'

const { usage, options } = builtinCommands.logs

/** Timeout of a read in ms. */
const timeoutMs = 10_000
/** Maximum number of requests in one read. With more, the response could exceed the maximum size. */
const maxRequests = 400
/** Number of requests in one poll. */
const pollLimit = 100

/** A request in the log of a sandbox, which redacts secrets. */
interface LoggedRequest {
  readonly at: string
  readonly request_id: string
  readonly method: string
  readonly path: string
  readonly query: string
  readonly operation: string | null
  readonly merchant: string | null
  readonly status: number
  readonly code: string | null
}

/** Prints the requests that a sandbox or a mock server received, oldest first. Follows them until Ctrl+C. */
export const logs: Command = {
  async run(args, context) {
    const parsedArgs = readFlags(args, options, usage)
    const limit = stringFlag(parsedArgs, 'limit') ?? ''
    if (parsedArgs.words.length > 0) throw new UsageError(`Usage: ${usage}`)
    if (!/^[1-9]\d{0,2}$/.test(limit) || Number(limit) > maxRequests)
      throw new UsageError(`--limit must be a whole number from 1 to ${maxRequests}.`)
    const everyMs = Number(stringFlag(parsedArgs, 'every'))
    if (!(Number.isInteger(everyMs) && everyMs >= 200 && everyMs <= 60_000))
      throw new UsageError('--every must be a whole number of ms from 200 to 60000.')
    const account = readAccount({ url: stringFlag(parsedArgs, 'url'), isPublic: true }, context)
    const baseUrl = removeTrailingSlashes(account.baseUrl)
    const format = parsedArgs.flags['json'] ? formatJsonLine : formatLine
    const print = (requests: readonly LoggedRequest[]): void => context.write(requests.map(format).join(''))
    try {
      const isFollowing = parsedArgs.flags['follow'] === true
      const requests = await readLog(baseUrl, isFollowing ? maxRequests : Number(limit), context)
      print(requests.slice(-Number(limit)))
      if (isFollowing) await follow(baseUrl, requests, { everyMs, context, print })
      return exitCodes.success
    } catch (error) {
      if (context.signal.aborted) return exitCodes.success
      if (!(error instanceof ToolError)) throw error
      context.log(`${escapeControls(error.message)}\n`)
      return exitCodes.rejected
    }
  },
}

/** Reads the log, oldest first. @throws {@link ToolError} for an error or an invalid response. */
async function readLog(baseUrl: string, limit: number, context: CliContext): Promise<readonly LoggedRequest[]> {
  const data = await withTimeout(context.signal, timeoutMs, (signal) =>
    openSandbox(baseUrl, { ...context, signal }).control('GET', `requests?limit=${limit}`),
  )
  if (!Array.isArray(data) || !data.every(isLoggedRequest))
    throw new ToolError(`${baseUrl} has another request log than a sandbox. Check the URL, and update @cedi/cli.`)
  return data.reverse()
}

const isLoggedRequest = (value: unknown): value is LoggedRequest => {
  const { at, request_id, method, path, query, status } = (value ?? {}) as Record<string, unknown>
  return [at, request_id, method, path, query].every((text) => typeof text === 'string') && typeof status === 'number'
}

interface FollowOptions {
  readonly everyMs: number
  readonly context: CliContext
  print(requests: readonly LoggedRequest[]): void
}

/** Prints new requests until the signal is aborted. Retries after an error, which it logs once. */
async function follow(
  baseUrl: string,
  first: readonly LoggedRequest[],
  { everyMs, context, print }: FollowOptions,
): Promise<void> {
  let knownIds = new Set(first.map(getId))
  const findNew = (requests: readonly LoggedRequest[]): LoggedRequest[] =>
    requests.filter((request) => !knownIds.has(getId(request)))
  let lastError = ''
  while (!context.signal.aborted) {
    await wait(everyMs, undefined, { signal: context.signal }).catch(() => {})
    if (context.signal.aborted) return
    try {
      let requests = await readLog(baseUrl, pollLimit, context)
      // All requests of the poll are new, so older ones may be new, too.
      if (findNew(requests).length === pollLimit) requests = await readLog(baseUrl, maxRequests, context)
      if (lastError) context.log('The sandbox responds again.\n')
      lastError = ''
      const newRequests = findNew(requests)
      if (newRequests.length === maxRequests)
        context.log(`There were ${maxRequests} or more new requests: some may be missing.\n`)
      print(newRequests)
      knownIds = new Set(requests.map(getId))
    } catch (error) {
      if (context.signal.aborted) return
      if (!(error instanceof ToolError)) throw error
      if (error.message !== lastError) context.log(`${escapeControls(error.message)}\nRetrying.\n`)
      lastError = error.message
    }
  }
}

/** Returns the identity of a request. After a reset of the sandbox, request ids repeat. */
const getId = ({ request_id, at }: LoggedRequest): string => `${request_id} ${at}`

/** Formats a request on one line, like the log of the server. */
const formatLine = ({ at, status, method, path, query, code }: LoggedRequest): string =>
  `${escapeControls(`${at.slice(11, 19)}  ${status}  ${method.padEnd(4)} ${path}${query ? `?${query}` : ''}${code ? `  ${toText(code)}` : ''}`)}\n`

/** Formats the fields that the server logs with `--json` on one line. */
const formatJsonLine = (request: LoggedRequest): string => {
  const { at, request_id, method, path, query, operation, merchant, status, code } = request
  return `${escapeControls(JSON.stringify({ at, request_id, method, path, query, operation, merchant, status, code }))}\n`
}
