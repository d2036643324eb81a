import { readBaseAddress } from '@cedi/contract/base-address'
import { curlLine } from '@cedi/contract/curl'
import { escapeControls } from '@cedi/contract/terminal-text'
import type { LoggedRequest, VerifyResult } from '@cedi/mock-server/internal'

/** The connection of the commands to a running server. */
export interface RunningServer {
  /** Name of the program. */
  readonly program: string
  /** URL of the server. */
  readonly url: string
  /** Value of `X-Mock-Token`, if the server requires it. */
  readonly controlToken: string | undefined
}

/** An error with a message of one line. */
export class CommandError extends Error {}

/** Returns whether a header describes the request, not the program that sent it. */
const isRequestHeader = (name: string): boolean =>
  /^(?:accept|content-type|idempotency-key|x-service-simulate|x-mock-scenario)$/i.test(name)

/**
 * Formats a logged request as a curl line. Any page can send a request to a local server, so a body must not add a line to a
 * shell script: a string body is formatted as JSON, and control characters are escaped.
 */
function toCurlLine({ method, path, query, headers, body }: LoggedRequest, { url }: RunningServer): string {
  const { authorization } = headers
  const line = curlLine({
    method,
    url: `${url}${path}${query ? `?${query}` : ''}`,
    headers: {
      ...(authorization !== undefined && { authorization }),
      ...Object.fromEntries(Object.entries(headers).filter(([name]) => isRequestHeader(name))),
    },
    body: body === null ? undefined : JSON.stringify(body),
  })
  return escapeControls(line)
}

/** Returns the parts that the log hides or omits, in words; undefined if it is complete. */
function describeHidden({ path, query, headers, body }: LoggedRequest): string | undefined {
  const requestHeaders = Object.entries(headers).filter(([name]) => isRequestHeader(name))
  const text = JSON.stringify([path, query, requestHeaders, body])
  const parts = [
    /23\d{3}\*{3}\d{4}/.test(text) && 'a phone number',
    /\[redacted\]|%5Bredacted%5D/.test(text) && 'a card, a code or a key',
    typeof body === 'string' && /^\[(?:not JSON, )?\d+ characters\]$/.test(body) && 'a body that is long or no JSON',
  ].filter((part) => part !== false)
  return parts.length > 0 ? parts.join(' and ') : undefined
}

/** Returns the command for a request. If it is incomplete, it is a comment with a note. */
function shellLines(request: LoggedRequest, running: RunningServer): string {
  const hidden = describeHidden(request)
  if (hidden === undefined) return toCurlLine(request, running)
  return `# It had ${hidden}, which the log does not keep. Put it in where it is hidden, and remove the #.\n# ${toCurlLine(request, running)}`
}

/** Calls the control API of a running server. */
async function callControl<Data>({ program, url, controlToken }: RunningServer, path: string): Promise<Data> {
  const headers: Record<string, string> = controlToken === undefined ? {} : { 'X-Mock-Token': controlToken }
  let response: Response
  try {
    response = await sendTo({ url, isSecret: controlToken !== undefined }, `/__mock/${path}`, { headers })
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(`Nothing answers at ${url}. Start a server with "${program}", or name it with --url.`)
  }
  const { data, error } = (await response.json()) as { data: Data; error?: { message: string } }
  if (error) throw new CommandError(escapeControls(error.message))
  return data
}

/** Sends a request. A secret is sent only over https or to localhost, and never to the target of a redirect. */
async function sendTo(
  { url, isSecret }: { readonly url: string; readonly isSecret: boolean },
  path: string,
  init: RequestInit,
): Promise<Response> {
  if (isSecret)
    try {
      readBaseAddress(url)
    } catch (error) {
      throw new CommandError((error as Error).message.replace('baseUrl', '--url'))
    }
  const response = await fetch(`${url}${path}`, { ...init, redirect: 'manual' })
  if (response.status >= 300 && response.status < 400)
    throw new CommandError(
      `${url} redirects (${response.status}), which is not followed. Pass the final URL with --url.`,
    )
  return response
}

/** Reads the last requests of a running server, newest first. */
async function readLog(running: RunningServer): Promise<readonly LoggedRequest[]> {
  const log = await callControl<readonly LoggedRequest[]>(running, 'requests?limit=1000')
  return log.filter(({ path }) => path.startsWith('/api/'))
}

/** Prints the last requests as curl lines, the newest last. */
export async function curlCommand(running: RunningServer, count = 10): Promise<string> {
  const log = await readLog(running)
  if (log.length === 0) return `${running.url} has had no request yet. Send one first.\n`
  const lines = log
    .slice(0, count)
    .reverse()
    .map(
      (request) =>
        `# ${request.request_id}  ${request.status}${request.code ? ` ${request.code}` : ''}\n${shellLines(request, running)}\n`,
    )
    .join('')
  return `# export CEDI_API_KEY=sk_test_all\n${lines}`
}

/**
 * Verifies a merchant's ledger.
 *
 * @returns The output, and whether the ledger is valid.
 */
export async function verifyCommand(
  running: RunningServer,
  merchant = 'demo',
): Promise<{ text: string; isValid: boolean }> {
  const result = await callControl<VerifyResult>(running, `ledger/verify?${new URLSearchParams({ merchant })}`)
  return { text: `${escapeControls(`${merchant}: ${describeResult(result)}`)}\n`, isValid: result.ok }
}

function describeResult(result: VerifyResult): string {
  if (result.ok) return `${result.entries} entries, and every invariant holds. The last hash is ${result.hash}.`
  const { invariant, sequence, expected, found } = result
  const where = sequence === null ? '' : ` at entry ${sequence}`
  return `the invariant "${invariant}" is violated${where}: expected ${expected}, found ${found}.`
}
