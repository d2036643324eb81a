import { errorRetry } from '@cedi/contract/generated/errors'
import type { inputValidators } from '@cedi/contract/generated/validators'
import {
  type Commit,
  checkIdempotencyKey,
  type ErrorCode,
  type IdempotencyOptions,
  idempotencyKeyId,
  isEmpty,
  keyInProgress,
  type Plan,
  type Reader,
  type Result,
  type StoredResponse,
  succeed,
  transact,
  withSteps,
} from '../ledger/index.js'
import { type Call, type Context, type Ids, readIds, simulatedIds, withReader } from './context.js'

/** The name of an input schema. */
export type InputName = keyof typeof inputValidators

/** The validated input of a schema. */
export type InputOf<Name extends InputName> = (typeof inputValidators)[Name] extends (
  value: unknown,
) => value is infer Value
  ? Value
  : never

/** A command that writes. */
export interface WriteCommand<Records> {
  readonly merchant: string
  /** Reads rows and returns a plan. It may run several times and must have no side effects. */
  plan(reader: Reader, ids: Ids): Promise<Result<Plan<Records>>> | Result<Plan<Records>>
  /** Drops the plan. @decision 0011 */
  readonly simulate?: boolean
  /** Executes the command once per key. @decision 0006 */
  readonly idempotency?: Omit<IdempotencyOptions<Records>, 'merchant'> | undefined
}

/** Executes a command. Every write uses this function: it waits for the merchant's turn, plans and commits. */
export async function execute<Records>(
  context: Context,
  { merchant, plan, simulate = false, idempotency }: WriteCommand<Records>,
): Promise<Result<Commit<Records>>> {
  const { store } = context
  const planner = async (reader: Reader): Promise<Result<Plan<Records>>> => {
    const ids = simulate ? simulatedIds() : await readIds(context, merchant)
    const result = await plan(reader, ids)
    return result.ok && !isEmpty(result.value) ? withSteps(result, ids.steps()) : result
  }
  if (simulate) return transact(store, planner, { simulate })
  const options = { idempotency: idempotency && { ...idempotency, merchant } }
  return context.inTurn(merchant, () => transact(store, planner, options))
}

/** An API operation that writes. The records of its plan are the data of the response. */
export interface WriteHandler<Name extends InputName = InputName> {
  readonly input: Name
  plan(call: Call, input: InputOf<Name>, ids: Ids): Promise<Result<Plan>>
}

/** Creates a handler, typed by its input. */
export const createWriteHandler = <Name extends InputName>(handler: WriteHandler<Name>): WriteHandler<Name> => handler

/** A request for a write. */
export interface WriteRequest<Name extends InputName = InputName> {
  readonly input: InputOf<Name>
  readonly method: string
  readonly path: string
  readonly idempotencyKey: string | undefined
  readonly simulate: boolean
}

/** A response, and whether it is the stored response of an earlier request. */
export interface WriteResponse {
  readonly response: StoredResponse
  readonly isReplay: boolean
}

/**
 * Executes a write request: once per Idempotency-Key, or without any effect for a simulation.
 *
 * @param toResponse - Converts the data or the error into the response.
 * @decision 0006, 0011
 */
export async function executeRequest<Name extends InputName>(
  call: Call,
  handler: WriteHandler<Name>,
  request: WriteRequest<Name>,
  toResponse: (result: Result<unknown>) => StoredResponse,
): Promise<WriteResponse> {
  const { context, merchant, nowMs } = call
  const { input, method, path, idempotencyKey, simulate } = request
  // A simulation leaves the queued outcome to the next payment.
  const outcome = simulate ? { ...call.outcome, take: () => context.outcomes.list(merchant)[0] } : call.outcome
  const command: WriteCommand<unknown> = {
    merchant,
    simulate,
    plan: (reader, ids) => handler.plan({ ...call, outcome, context: withReader(context, reader) }, input, ids),
  }
  if (idempotencyKey === undefined) return toWriteResponse(call, await execute(context, command), toResponse)

  const fingerprint = context.createFingerprint(canonicalJson(input))
  const key = { scope: `${method} ${path}`, key: idempotencyKey, fingerprint, nowMs }
  const id = idempotencyKeyId(key)
  if (simulate) {
    const storedResponse = checkIdempotencyKey(await context.store.get('idempotency_keys', merchant, id), key)
    if (!storedResponse.ok) return { response: toResponse(storedResponse), isReplay: false }
    if (storedResponse.value) return { response: storedResponse.value, isReplay: true }
    return toWriteResponse(call, await execute(context, command), toResponse)
  }
  const running = `${merchant} ${id}`
  if (context.running.has(running)) return { response: toResponse(keyInProgress), isReplay: false }
  context.running.add(running)
  try {
    const idempotency = {
      ...key,
      toResponse: (result: Result<unknown>) =>
        result.ok || isStored(result.error.code) ? toResponse(result) : undefined,
    }
    const result = await execute(context, { ...command, idempotency })
    await context.cleanUp(merchant, nowMs)
    return toWriteResponse(call, result, toResponse)
  } finally {
    context.running.delete(running)
  }
}

/** Converts the result of a command. A request without an effect puts the queued outcome back. */
function toWriteResponse(
  { outcome }: Call,
  result: Result<Commit<unknown>>,
  toResponse: (result: Result<unknown>) => StoredResponse,
): WriteResponse {
  if (!result.ok || result.value.isReplay) outcome.putBack()
  if (!result.ok) return { response: toResponse(result), isReplay: false }
  return result.value.isReplay
    ? { response: result.value.response, isReplay: true }
    : { response: toResponse(succeed(result.value.records)), isReplay: false }
}

/**
 * Returns whether an error is stored under the key. Errors that depend on the state of the ledger are: a retry with the same
 * key gets the same response. Errors of the input are not.
 *
 * @decision 0006
 */
const isStored = (code: ErrorCode): boolean => errorRetry[code] === 'new-key'

/** Returns JSON with sorted members, so that equal bodies have the same fingerprint. */
function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const members = value as Readonly<Record<string, unknown>>
  const names = Object.keys(members).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson(members[name])}`).join(',')}}`
}
