import { type Commit, fail, type Result, succeed } from '@cedi/ledger'
import type { IncomingRequest } from '../../http/request.js'
import { type ResponseData, respondWith } from '../../http/response.js'
import type { ServerContext } from '../../http/server-context.js'
import { runDueEvents } from '../../service/outcomes/events.js'
import { truncateReference } from '../../service/texts.js'

/** Operations on the whole server. */
export interface ControlledServer {
  reset(): Promise<void>
  seed(value: unknown): Promise<object>
  snapshot(): Promise<unknown>
  restore(value: unknown): Promise<void>
}

/** One call of the control API. */
export interface ControlCall {
  readonly context: ServerContext
  readonly server: ControlledServer
  readonly request: IncomingRequest
  /** The segments that match `*` in the route. */
  readonly parts: readonly string[]
  readonly merchant: string
  readonly body: Readonly<Record<string, unknown>>
  readonly nowMs: number
}

/** Routes of the control API: `METHOD path`, where `*` matches one segment. */
export type Routes = Readonly<
  Record<string, (call: ControlCall) => Promise<Result<ResponseData>> | Result<ResponseData>>
>

/** Formats a time for the control API. */
export const timeOrNull = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

/** Returns the maximum number of rows for a call. */
export function readLimit({ request }: ControlCall): number {
  const text = request.query?.get('limit') ?? ''
  return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 100
}

/**
 * Finds the merchant of a record by its id, and runs the due events of the merchant.
 *
 * @returns The merchant, or `not_found`.
 */
export async function findOwner(
  { context, nowMs }: ControlCall,
  table: 'payments' | 'refunds' | 'payouts' | 'orders' | 'keys',
  id: string,
): Promise<Result<string>> {
  const row = await context.store.get(table, null, id)
  if (!row) return fail('not_found', `There is no ${table.slice(0, -1)} ${truncateReference(id)}. Check the reference.`)
  await runDueEvents(context, row.merchant, nowMs)
  return succeed(row.merchant)
}

/** Creates the result for a committed command. */
export function toControlResult<Records>(
  result: Result<Commit<Records>>,
  toRecord: (records: Records) => unknown,
  status = 200,
): Result<ResponseData> {
  if (!result.ok) return result
  return result.value.isReplay
    ? fail('internal_error', 'A control call was answered twice. Report it: this is a fault of the server.')
    : respondWith(toRecord(result.value.records), status)
}
