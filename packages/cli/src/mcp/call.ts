import { randomUUID } from 'node:crypto'
import { createClient, isApiError, type RequestDescription } from '@cedi/client'
import { type FetchLike, send } from '@cedi/client/fetch'
import { describeLicenseCheck } from '../license.js'
import { calls } from '../operations.js'
import { refuseLive, ToolError } from './keys.js'
import type { Sandbox } from './sandbox.js'
import { merchantOf } from './tool.js'

/** A call of the API, as a tool asks for it. */
export interface Asked {
  readonly operation: string
  readonly merchant?: string
  readonly key?: string
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
  readonly simulate?: boolean
  readonly idempotency_key?: string
  /** Decides how a payment ends. */
  readonly outcome?: string | undefined
}

/**
 * Calls the API as a merchant, once: an assistant that tests a lost answer decides itself whether to send it again.
 *
 * @throws {@link ToolError} with the service's code; for a write without an answer, with the key to repeat it.
 */
export async function callApi(sandbox: Sandbox, asked: Asked, isAgain = false): Promise<unknown> {
  const idempotencyKey = asked.idempotency_key ?? randomUUID()
  const described = await describe(sandbox, asked, idempotencyKey)
  const headers = { ...described.headers, ...(asked.outcome && { 'X-Mock-Scenario': asked.outcome }) }
  try {
    const options = { fetch: sandbox.transport as FetchLike, signal: sandbox.signal, retries: 0 }
    return await send({ ...described, headers }, options)
  } catch (error) {
    if (!isApiError(error)) throw error
    const isOwn = error.code === 'invalid_api_key' && asked.key === undefined
    if (isOwn && !isAgain && sandbox.forgetKey(merchantOf(asked))) return callApi(sandbox, asked, true)
    if (error.status > 0) throw new ToolError(`${error.status} ${error.message}`)
    const again =
      described.method === 'POST' ? ` It may have been done: ask again with idempotency_key ${idempotencyKey}.` : ''
    throw new ToolError(`${error.message}${again}`)
  }
}

async function describe(sandbox: Sandbox, asked: Asked, idempotencyKey: string): Promise<RequestDescription<unknown>> {
  const call = calls.find(({ row }) => row.id === asked.operation)
  if (!call) throw new ToolError(`There is no operation ${asked.operation}. See the list in the tool's description.`)
  const { row, parameters } = call
  const missing = parameters.find((name) => asked.path?.[name] === undefined)
  if (missing) throw new ToolError(`path.${missing} is missing: ${row.id} needs it. Add it.`)
  const apiKey = asked.key === undefined ? await sandbox.keyOf(merchantOf(asked)) : refuseLive(asked.key)
  const { baseUrl } = sandbox
  try {
    if (row.scope === null) return describeLicenseCheck(baseUrl, asked.body ?? {})
    return createClient({ baseUrl, apiKey }).request(
      `${row.method} ${row.path}` as string as `${string} /${string}`,
      {
        params: asked.path ?? {},
        query: asked.query ?? {},
        ...(row.method === 'POST' && { body: asked.body ?? {}, simulate: asked.simulate === true, idempotencyKey }),
      } as never,
    )
  } catch (error) {
    if (error instanceof TypeError) throw new ToolError(error.message)
    throw error
  }
}
