import type { IncomingRequest } from '../../http/request.js'
import { type ResponseData, respondWith } from '../../http/response.js'
import type { ServerContext } from '../../http/server-context.js'
import { type Commit, fail, type Result, succeed } from '../../ledger/index.js'
import { runDueEvents } from '../../service/outcomes/events.js'
import { findRecord, type RecordName } from '../../service/records.js'
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

/** Responds to a call. */
type ControlHandler = (call: ControlCall) => Promise<Result<ResponseData>> | Result<ResponseData>

/** A route that reads a body. Without `fields`, the handler validates the whole body; otherwise only their values. */
export interface BodyRoute {
  readonly fields?: readonly string[]
  readonly handle: ControlHandler
}

/** Routes of the control API: `METHOD path`, where `*` matches one segment. A handler alone accepts no body. */
export type Routes = Readonly<Record<string, ControlHandler | BodyRoute>>

/** Formats a time for the control API. */
export const timeOrNull = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

/** Returns the maximum number of rows for a call. The router validates it. */
export const readLimit = ({ request }: ControlCall): number => Number(request.query?.get('limit') ?? 100)

/**
 * Finds the merchant of a record by its id, and runs the due events of the merchant. `?merchant=` restricts the search.
 *
 * @returns The merchant, `not_found`, or `invalid_state` if several merchants have a record with the id.
 */
export async function findOwner(
  { context, request, nowMs }: ControlCall,
  table: RecordName,
  id: string,
): Promise<Result<string>> {
  const name = table.slice(0, -1)
  const row = await findRecord(context, table, request.query?.get('merchant') ?? null, id)
  if (row === 'ambiguous')
    return fail(
      'invalid_state',
      `Several merchants have a ${name} ${truncateReference(id)}. Name one with ?merchant=.`,
      'merchant',
    )
  if (!row) return fail('not_found', `There is no ${name} ${truncateReference(id)}. Check the reference.`)
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
