import { scopes } from '@cedi/contract'
import { findControlToken } from '@cedi/mock-server/node'
import type { CliContext } from '../command.js'
import { demoKey, readSafeUrl } from '../connection.js'
import { toText } from '../show.js'
import { getSystemCode, type Transport } from '../transport.js'
import { ToolError } from './keys.js'

/** Connection to a sandbox. */
export interface Sandbox {
  readonly baseUrl: string
  readonly transport: Transport
  readonly signal: AbortSignal
  /** Calls the control API. @throws {@link ToolError} for an error or a missing response. */
  control(method: string, path: string, body?: object): Promise<unknown>
  /** Returns a merchant's key with all scopes. Only for requests to the sandbox. */
  getKey(merchant: string): Promise<string>
  /** Removes a merchant's key, which becomes invalid after a reset of the sandbox. */
  removeKey(merchant: string): boolean
}

/**
 * Creates a connection to a sandbox without sending a request. The control token is that of
 * `CEDI_CONTROL_TOKEN`, or of a server that this user started.
 *
 * @throws {@link UsageError} if the URL is not allowed to receive keys, because a control token is as secret as a key.
 */
export function openSandbox(
  address: string,
  { environment, transport, signal }: Pick<CliContext, 'environment' | 'transport' | 'signal'>,
): Sandbox {
  const baseUrl = readSafeUrl(address, environment)
  const controlToken = findControlToken(baseUrl, environment)
  const keys = new Map<string, string>([['demo', demoKey]])
  const sandbox: Sandbox = {
    baseUrl,
    transport,
    signal,
    async control(method, path, body) {
      const headers = {
        'Content-Type': 'application/json',
        ...(controlToken !== undefined && { 'X-Mock-Token': controlToken }),
      }
      const response = await transport(`${baseUrl}/__mock/${path}`, {
        method,
        headers,
        redirect: 'manual',
        signal,
        ...(body && { body: JSON.stringify(body) }),
      }).catch((error) => {
        throw new ToolError(
          `The sandbox at ${baseUrl} does not respond (${getSystemCode(error) ?? (error as Error).message}). Check that it runs.`,
          true,
        )
      })
      return parseData(await response.text(), response.status, `${method} /__mock/${path} at ${baseUrl}`)
    },
    async getKey(merchant) {
      const testName = /^test-([A-Za-z0-9][\w-]{0,63})$/.exec(merchant)?.[1]
      const key = keys.get(merchant) ?? (testName && `sk_test_${testName}`)
      if (key) return key
      const result = await issueKey(sandbox, merchant)
      keys.set(merchant, result.key)
      return result.key
    },
    removeKey: (merchant) => merchant !== 'demo' && keys.delete(merchant),
  }
  return sandbox
}

/** Key of a merchant. */
export interface IssuedKey {
  readonly key: string
  readonly merchant: string
  readonly scopes: readonly string[]
}

/** Creates a key, by default with all scopes. */
export const issueKey = (
  sandbox: Sandbox,
  merchant: string,
  keyScopes: readonly string[] = scopes,
): Promise<IssuedKey> =>
  sandbox.control('POST', `keys?merchant=${encodeURIComponent(merchant)}`, {
    scopes: keyScopes,
    label: 'cedi mcp',
  }) as Promise<IssuedKey>

function parseData(text: string, status: number, label: string): unknown {
  let envelope: { success?: unknown; data?: unknown; error?: { code?: unknown; message?: unknown } | null }
  try {
    envelope = JSON.parse(text)
  } catch {
    throw new ToolError(
      `${label}: the response is not from a sandbox. Check the URL: it must be a sandbox or a mock server.`,
      true,
    )
  }
  if (envelope?.success === true) return envelope.data
  const { code, message } = envelope?.error ?? {}
  throw new ToolError(
    `${toText(code ?? 'rejected')}: ${toText(message ?? 'The sandbox rejected the request.')}`,
    status >= 500,
  )
}
