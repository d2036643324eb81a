import { done, type Outcome, refused } from '../../http/answer.js'
import type { IncomingRequest } from '../../http/request.js'
import type { ServerContext } from '../../http/server-context.js'
import type { Carried } from '../../service/carry-out.js'
import { runDueEvents } from '../../service/outcomes/events.js'
import { shownReference } from '../../service/texts.js'

/** What only the whole server can do. */
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
  /** The texts that match `*` in the route. */
  readonly parts: readonly string[]
  readonly merchant: string
  readonly body: Readonly<Record<string, unknown>>
  readonly nowMs: number
}

/** Routes of the control API: `METHOD path`, where `*` stands for one segment. */
export type Routes = Readonly<Record<string, (call: ControlCall) => Promise<Outcome> | Outcome>>

/** A time, as the control API writes it. */
export const timeOrNull = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

/** How many rows a call wants. */
export function limitOf({ request }: ControlCall): number {
  const text = request.query?.get('limit') ?? ''
  return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 100
}

/**
 * Finds a record's owner by its id. Due events happen before anything is done to the record.
 *
 * @returns The merchant, or a refusal.
 */
export async function ownerOf(
  { context, nowMs }: ControlCall,
  table: 'payments' | 'refunds' | 'payouts' | 'orders' | 'keys',
  id: string,
): Promise<{ ok: true; merchant: string } | (Outcome & { ok: false })> {
  const row = await context.store.get(table, null, id)
  if (!row)
    return refused(
      'not_found',
      `There is no ${table.slice(0, -1)} ${shownReference(id)}. Check the reference.`,
    ) as Outcome & {
      ok: false
    }
  await runDueEvents(context, row.merchant, nowMs)
  return { ok: true, merchant: row.merchant }
}

/** Shows the record that a write made, or its refusal. */
export function shown<Records>(result: Carried<Records>, show: (records: Records) => unknown, status = 200): Outcome {
  if (!result.ok) return { ok: false, refusal: result }
  return result.replayed
    ? refused('internal_error', 'A control call was answered twice. Report it: this is a fault of the server.')
    : done(show(result.records), status)
}
