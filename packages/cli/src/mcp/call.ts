import { randomUUID } from 'node:crypto'
import { createClient, isApiError, type RequestDescription } from '@cedi/client'
import { type FetchLike, send } from '@cedi/client/fetch'
import { describeLicenseCheck } from '../license.js'
import { calls } from '../operations.js'
import { requireTestKey, ToolError } from './keys.js'
import type { Sandbox } from './sandbox.js'
import { getMerchant } from './tool.js'

/** Arguments of an API call from a tool. */
export interface ApiCallInput {
  readonly operation: string
  readonly merchant?: string
  readonly key?: string
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
  readonly simulate?: boolean
  readonly idempotency_key?: string
  /** Outcome of the payment. */
  readonly outcome?: string | undefined
}

/**
 * Calls the API as a merchant, without retries: an assistant that tests a dropped response decides about the retry.
 *
 * @throws {@link ToolError} with the service's error code, or with the idempotency key of a write without a response.
 */
export async function callApi(sandbox: Sandbox, input: ApiCallInput, isRetry = false): Promise<unknown> {
  const idempotencyKey = input.idempotency_key ?? randomUUID()
  const request = await describe(sandbox, input, idempotencyKey)
  const headers = { ...request.headers, ...(input.outcome && { 'X-Mock-Scenario': input.outcome }) }
  try {
    const options = { fetch: sandbox.transport as FetchLike, signal: sandbox.signal, retries: 0 }
    return await send({ ...request, headers }, options)
  } catch (error) {
    if (!isApiError(error)) throw error
    const isIssuedKey = error.code === 'invalid_api_key' && input.key === undefined
    if (isIssuedKey && !isRetry && sandbox.removeKey(getMerchant(input))) return callApi(sandbox, input, true)
    if (error.status > 0) throw new ToolError(`${error.status} ${error.message}`)
    const retryHint =
      request.method === 'POST'
        ? ` It may have been executed. Send it again with idempotency_key ${idempotencyKey}.`
        : ''
    throw new ToolError(`${error.message}${retryHint}`)
  }
}

async function describe(
  sandbox: Sandbox,
  input: ApiCallInput,
  idempotencyKey: string,
): Promise<RequestDescription<unknown>> {
  const call = calls.find(({ row }) => row.id === input.operation)
  if (!call) throw new ToolError(`There is no operation ${input.operation}. See the list in the tool's description.`)
  const { row, parameters } = call
  const missing = parameters.find((name) => input.path?.[name] === undefined)
  if (missing) throw new ToolError(`path.${missing} is missing: ${row.id} needs it. Add it.`)
  const apiKey = input.key === undefined ? await sandbox.getKey(getMerchant(input)) : requireTestKey(input.key)
  const { baseUrl } = sandbox
  try {
    if (row.scope === null) return describeLicenseCheck({ baseUrl }, input.body ?? {})
    return createClient({ baseUrl, apiKey }).request(
      `${row.method} ${row.path}` as string as `${string} /${string}`,
      {
        params: input.path ?? {},
        query: input.query ?? {},
        ...(row.method === 'POST' && { body: input.body ?? {}, simulate: input.simulate === true, idempotencyKey }),
      } as never,
    )
  } catch (error) {
    if (error instanceof TypeError) throw new ToolError(error.message)
    throw error
  }
}
