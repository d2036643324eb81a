import { scopes } from '@cedi/contract'
import { demoKey } from '../connection.js'
import { codeOf, type Transport } from '../transport.js'
import { ToolError } from './keys.js'

/** A sandbox, as the tools use it. */
export interface Sandbox {
  readonly baseUrl: string
  readonly transport: Transport
  readonly signal: AbortSignal
  /** Calls the control API. @throws {@link ToolError} when it refuses, or does not answer. */
  control(method: string, path: string, body?: object): Promise<unknown>
  /** A merchant's key with all scopes. It never leaves this process. */
  keyOf(merchant: string): Promise<string>
  /** Forgets a merchant's key: a sandbox that was reset does not know it any more. */
  forgetKey(merchant: string): boolean
}

/** Where a sandbox is, and how to reach it. */
export interface Reached {
  readonly baseUrl: string
  /** Its control token, if it is on another machine. */
  readonly controlToken: string | undefined
  readonly transport: Transport
  readonly signal: AbortSignal
}

/** Opens a connection to a sandbox. Nothing is sent yet. */
export function openSandbox({ baseUrl, controlToken, transport, signal }: Reached): Sandbox {
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
      const answer = await transport(`${baseUrl}/__mock/${path}`, {
        method,
        headers,
        redirect: 'manual',
        signal,
        ...(body && { body: JSON.stringify(body) }),
      }).catch((error) => {
        throw new ToolError(
          `The sandbox at ${baseUrl} does not answer (${codeOf(error) ?? (error as Error).message}). Check that it runs.`,
        )
      })
      return dataOf(await answer.text(), `${method} /__mock/${path} at ${baseUrl}`)
    },
    async keyOf(merchant) {
      const own = /^test-([A-Za-z0-9][\w-]{0,63})$/.exec(merchant)?.[1]
      const key = keys.get(merchant) ?? (own && `sk_test_${own}`)
      if (key) return key
      const made = await issueKey(sandbox, merchant)
      keys.set(merchant, made.key)
      return made.key
    },
    forgetKey: (merchant) => merchant !== 'demo' && keys.delete(merchant),
  }
  return sandbox
}

/** A key made for a merchant. */
export interface IssuedKey {
  readonly key: string
  readonly merchant: string
  readonly scopes: readonly string[]
}

/** Makes a key, with all scopes when none are named. */
export const issueKey = (sandbox: Sandbox, merchant: string, wanted: readonly string[] = scopes): Promise<IssuedKey> =>
  sandbox.control('POST', `keys?merchant=${encodeURIComponent(merchant)}`, {
    scopes: wanted,
    label: 'cedi mcp',
  }) as Promise<IssuedKey>

function dataOf(text: string, what: string): unknown {
  let envelope: { success?: unknown; data?: unknown; error?: { code?: unknown; message?: unknown } | null }
  try {
    envelope = JSON.parse(text)
  } catch {
    throw new ToolError(
      `${what}: the answer is not that of a sandbox. Check the address: cedi mcp talks to no other service.`,
    )
  }
  if (envelope?.success === true) return envelope.data
  const { code, message } = envelope?.error ?? {}
  throw new ToolError(`${code ?? 'refused'}: ${message ?? 'The sandbox refused it.'}`)
}
