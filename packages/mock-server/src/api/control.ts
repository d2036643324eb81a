import { scopes } from '@cedi/contract'
import {
  accounts,
  chartOfAccounts,
  formatCedis,
  isEmpty,
  keyIssued,
  keyRevoked,
  orderFulfilled,
  type PaymentRow,
  type Planned,
  type ProviderAccount,
  paymentCancelled,
  paymentExpired,
  paymentFailed,
  payoutFailed,
  payoutPaid,
  payoutRequested,
  providerSettled,
  type Reader,
  refundPaid,
  refundRejected,
  suspenseReturned,
  transact,
  verify,
  withSteps,
} from '@cedi/ledger'
import { done, type Outcome, refuse, refused } from '../answer.js'
import { demoMerchant } from '../authorize.js'
import { parseDuration } from '../clock.js'
import { type Context, type Ids, takeIds } from '../context.js'
import { paymentRows, planConfirmation, runDueEvents } from '../events.js'
import { parseFault } from '../faults.js'
import { apiKeyText, sha256Hex } from '../keys.js'
import { maskPhone, parsePhone, suggestNetwork } from '../phone.js'
import type { IncomingRequest } from '../request.js'
import { isScenario, payoutFailureOfPhone, scenarios } from '../scenarios.js'
import { eventRows, failureOf } from '../schedule.js'
import { orderRecord, paymentRecord, payoutRecord, refundRecord } from '../wire.js'
import { readAmount } from './amount.js'

/** What only the whole server can do. */
export interface ControlledServer {
  reset(): Promise<void>
  seed(value: unknown): Promise<object>
  snapshot(): unknown
  restore(value: unknown): void
}

interface ControlCall {
  readonly context: Context
  readonly server: ControlledServer
  readonly request: IncomingRequest
  /** The texts that stand for `*` in the route. */
  readonly parts: readonly string[]
  readonly merchant: string
  readonly body: Readonly<Record<string, unknown>>
  readonly nowMs: number
}
type Route = (call: ControlCall) => Promise<Outcome> | Outcome

/**
 * The control API under `/__mock`: what buyers, networks, banks and operators do, and what goes wrong.
 *
 * It needs no API key. `?merchant=` says whose things are meant where a path does not; the demo merchant otherwise.
 *
 * @decision 0025
 */
export const controlRoutes: Readonly<Record<string, Route>> = {
  'POST reset': async ({ server }) => {
    await server.reset()
    return done({ reset: true })
  },
  'POST seed': async ({ server, body }) => done(await server.seed(body)),
  'GET snapshot': ({ server }) => done(server.snapshot()),
  'PUT snapshot': ({ server, body }) => {
    try {
      server.restore(body)
      return done({ restored: true })
    } catch (error) {
      return refused('invalid_request', `This is no snapshot: ${(error as Error).message}`)
    }
  },
  'GET clock': ({ context }) => done(clockRecord(context)),
  'PUT clock': (call) => setClock(call, Date.parse(String(call.body['now'])), 'now'),
  'POST clock/advance': (call) => {
    const ms = parseDuration(String(call.body['by']))
    return setClock(call, ms === undefined ? Number.NaN : call.nowMs + ms, 'by')
  },
  'GET keys': listKeys,
  'POST keys': issueKey,
  'DELETE keys/*': revokeKey,
  'POST payments/*/approve': (call) => endPayment(call, 'approve'),
  'POST payments/*/decline': (call) => endPayment(call, 'decline'),
  'POST payments/*/expire': (call) => endPayment(call, 'expire'),
  'POST payments/*/cancel': (call) => endPayment(call, 'cancel'),
  'POST payments/*/return': returnLateMoney,
  'POST refunds/*/pay': (call) => resolveRefund(call, refundPaid),
  'POST refunds/*/reject': (call) => resolveRefund(call, refundRejected),
  'GET refunds': async ({ context, merchant }) =>
    done((await context.store.list('refunds', merchant, { limit: 100 })).map(refundRecord)),
  'POST orders/*/fulfil': fulfilOrder,
  'GET payouts': async ({ context, merchant }) =>
    done((await context.store.list('payouts', merchant, { limit: 100 })).map(payoutRecord)),
  'POST payouts': requestPayout,
  'POST payouts/*/pay': (call) => resolvePayout(call, 'pay'),
  'POST payouts/*/fail': (call) => resolvePayout(call, 'fail'),
  'POST settlements': settle,
  'GET outcomes': ({ context, merchant }) => done(context.queuedOutcomes.get(merchant) ?? []),
  'POST outcomes': queueOutcomes,
  'DELETE outcomes': ({ context, merchant }) => done({ removed: context.queuedOutcomes.delete(merchant) }),
  'GET faults': ({ context }) => done(context.faults.list()),
  'POST faults': ({ context, body }) => {
    const fault = parseFault(body)
    return typeof fault === 'string' ? refused('invalid_request', fault) : done(context.faults.add(fault), 201)
  },
  'DELETE faults': ({ context }) => done({ removed: context.faults.remove() }),
  'DELETE faults/*': ({ context, parts }) =>
    context.faults.remove(parts[0]) ? done({ removed: true }) : refused('not_found', `There is no fault ${parts[0]}.`),
  'GET requests': ({ context, request }) => done(context.log.list(numberOf(request.query?.get('limit')))),
  'DELETE requests': ({ context }) => {
    context.log.clear()
    return done({ removed: true })
  },
  'GET events': listEvents,
  'GET ledger/accounts': listAccounts,
  'GET ledger/entries': listEntries,
  'GET ledger/verify': async ({ context, merchant }) => done(await verify(context.store, merchant)),
}

const numberOf = (text: string | null | undefined): number => (text && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 100)

/** Whose row it is, when only its id is known. */
async function ownerOf(
  { context }: ControlCall,
  table: 'payments' | 'refunds' | 'payouts' | 'orders',
  id: string,
): Promise<string | undefined> {
  return (await context.store.get(table, null, id))?.merchant
}

/** Runs a planner, removes the events that it makes pointless, and shows the record. */
async function carryOut<Records>(
  { context }: ControlCall,
  plan: (reader: Reader, ids: Ids) => Promise<Planned<Records>>,
  merchant: string,
  show: (records: Records) => unknown,
  status = 200,
): Promise<Outcome> {
  const result = await transact(context.store, async (reader) => {
    const ids = await takeIds(context, merchant)
    const planned = await plan(reader, ids)
    return planned.ok && !isEmpty(planned.plan) ? withSteps(planned, ids.steps()) : planned
  })
  if (!result.ok) return { ok: false, refusal: result }
  return result.replayed
    ? refused('internal_error', 'A control call is never repeated.')
    : done(show(result.records), status)
}

async function endPayment(call: ControlCall, how: 'approve' | 'decline' | 'expire' | 'cancel'): Promise<Outcome> {
  const { context, parts, nowMs, body } = call
  const ref = parts[0] ?? ''
  const merchant = await ownerOf(call, 'payments', ref)
  if (merchant === undefined) return refused('not_found', `There is no payment ${ref}.`)
  await runDueEvents(context, merchant, nowMs)
  const code = body['code'] ?? 'payment_not_approved'
  if (how === 'decline' && !(typeof code === 'string' && isScenario(code) && !endings.has(code)))
    return refused(
      'invalid_request',
      `code must be one of ${scenarios.filter((name) => !endings.has(name)).join(', ')}.`,
      'code',
    )
  return carryOut<{ payment: PaymentRow }>(
    call,
    async (reader) => {
      const planned = await planEnd(call, reader, merchant, ref, how, code as Parameters<typeof failureOf>[0])
      if (!planned.ok || isEmpty(planned.plan)) return planned
      // What the network would have said later is said by this call.
      const scheduled = await reader.list('events', merchant, { limit: 20, where: { ref } })
      const stale = scheduled.filter((event) => event.kind !== 'available')
      return withSteps(planned, { removes: stale.map(({ id }) => ({ table: 'events', id })) })
    },
    merchant,
    ({ payment }) => paymentRecord(payment),
  )
}

/** Scenarios that are no reason to fail. */
const endings: ReadonlySet<string> = new Set([
  'succeed',
  'fail',
  'pending',
  'expire',
  'late_money',
  'double_confirmation',
  'challenge',
])

async function planEnd(
  { context, nowMs }: ControlCall,
  reader: Reader,
  merchant: string,
  ref: string,
  how: 'approve' | 'decline' | 'expire' | 'cancel',
  code: Parameters<typeof failureOf>[0],
): Promise<Planned<{ payment: PaymentRow }>> {
  if (how === 'approve') return planConfirmation(context, merchant, ref, nowMs, reader)
  const rows = await paymentRows(reader, merchant, ref)
  if (how === 'decline') return paymentFailed({ failure: failureOf(code) }, rows)
  return how === 'expire' ? paymentExpired(rows) : paymentCancelled(rows)
}

async function returnLateMoney(call: ControlCall): Promise<Outcome> {
  const ref = call.parts[0] ?? ''
  const merchant = await ownerOf(call, 'payments', ref)
  if (merchant === undefined) return refused('not_found', `There is no payment ${ref}.`)
  const { from } = call.body
  if (from !== undefined && from !== 'provider' && from !== 'bank')
    return refused('invalid_request', 'from must be provider or bank.', 'from')
  return carryOut(
    call,
    async (reader) =>
      suspenseReturned(
        { nowMs: call.nowMs, ...(from ? { from } : {}) },
        { payment: await reader.get('payments', merchant, ref) },
      ),
    merchant,
    ({ payment }) => ({ ...paymentRecord(payment), late_money: payment.late_money }),
  )
}

async function resolveRefund(call: ControlCall, act: typeof refundPaid | typeof refundRejected): Promise<Outcome> {
  const ref = call.parts[0] ?? ''
  const merchant = await ownerOf(call, 'refunds', ref)
  if (merchant === undefined) return refused('not_found', `There is no refund ${ref}.`)
  const { note = null } = call.body
  if (note !== null && (typeof note !== 'string' || note.length > 500))
    return refused('invalid_request', 'note must be a text of at most 500 characters.', 'note')
  return carryOut<{ refund: Parameters<typeof refundRecord>[0] }>(
    call,
    async (reader) => {
      const refund = await reader.get('refunds', merchant, ref)
      const rows = refund ? await paymentRows(reader, merchant, refund.payment_ref) : { payment: undefined }
      const where = { payment_ref: refund?.payment_ref ?? '' }
      const licenses = await reader.list('licenses', merchant, { limit: 1000, where })
      return act({ note, nowMs: call.nowMs }, { ...rows, refund, licenses })
    },
    merchant,
    ({ refund }) => refundRecord(refund),
  )
}

async function fulfilOrder(call: ControlCall): Promise<Outcome> {
  const ref = call.parts[0] ?? ''
  const merchant = await ownerOf(call, 'orders', ref)
  if (merchant === undefined) return refused('not_found', `There is no order ${ref}.`)
  return carryOut(
    call,
    async (reader) => orderFulfilled({ order: await reader.get('orders', merchant, ref) }),
    merchant,
    ({ order }) => orderRecord(order),
  )
}

async function requestPayout(call: ControlCall): Promise<Outcome> {
  const { context, merchant, body, nowMs } = call
  const { amount, phone } = body
  if (typeof amount !== 'number' && typeof amount !== 'string')
    return refused('invalid_amount', 'amount is missing.', 'amount')
  const read = readAmount(amount, 'amount')
  if (!read.ok) return { ok: false, refusal: read }
  const number = typeof phone === 'string' ? parsePhone(phone) : undefined
  const network = number === undefined ? undefined : suggestNetwork(number)
  if (number === undefined || network === undefined)
    return refused(
      'invalid_phone',
      'phone must be a Ghanaian mobile number of a known network, such as 0244123789.',
      'phone',
    )
  await runDueEvents(context, merchant, nowMs)
  const failure = payoutFailureOfPhone(number)
  return carryOut(
    call,
    async (reader, ids) => {
      const available = await reader.get('accounts', merchant, 'merchant:available')
      const id = ids.next('pyo')
      const planned = payoutRequested(
        { merchant, id, amountPesewas: read.pesewas, phone: maskPhone(number), network, nowMs },
        { available },
      )
      const dueMs = nowMs + context.approvalDelayMs
      const happening = failure
        ? ({ kind: 'payout_fail', dueMs, data: failure } as const)
        : ({ kind: 'payout_pay', dueMs } as const)
      const [row] = eventRows(merchant, id, [happening], ids)
      return row ? withSteps(planned, { inserts: [{ table: 'events', row }] }) : planned
    },
    merchant,
    ({ payout }) => payoutRecord(payout),
    201,
  )
}

async function resolvePayout(call: ControlCall, how: 'pay' | 'fail'): Promise<Outcome> {
  const ref = call.parts[0] ?? ''
  const merchant = await ownerOf(call, 'payouts', ref)
  if (merchant === undefined) return refused('not_found', `There is no payout ${ref}.`)
  await runDueEvents(call.context, merchant, call.nowMs)
  const { nowMs } = call
  return carryOut(
    call,
    async (reader) => {
      const payout = await reader.get('payouts', merchant, ref)
      const failure = { code: 'payout_failed', message: 'The network could not deliver the payout.' }
      const planned = how === 'pay' ? payoutPaid({ nowMs }, { payout }) : payoutFailed({ failure, nowMs }, { payout })
      const events = await reader.list('events', merchant, { limit: 20, where: { ref } })
      return isEmptyPlan(planned)
        ? planned
        : withSteps(planned, { removes: events.map(({ id }) => ({ table: 'events', id })) })
    },
    merchant,
    ({ payout }) => payoutRecord(payout),
  )
}

const isEmptyPlan = (planned: Planned<unknown>): boolean => !planned.ok || isEmpty(planned.plan)

async function settle(call: ControlCall): Promise<Outcome> {
  const { context, merchant, body, nowMs } = call
  const { account, amount, id } = body
  if (typeof account !== 'string' || !account.startsWith('psp:') || !Object.hasOwn(chartOfAccounts, account))
    return refused(
      'invalid_request',
      'account must be one of psp:mtn, psp:telecel, psp:airteltigo, psp:card.',
      'account',
    )
  if (id !== undefined && (typeof id !== 'string' || !/^[\w.-]{1,64}$/.test(id)))
    return refused('invalid_request', 'id must be 1 to 64 letters, digits, dots or dashes.', 'id')
  const read = amount === undefined ? undefined : readAmount(amount as string, 'amount')
  if (read && !read.ok) return { ok: false, refusal: read }
  await runDueEvents(context, merchant, nowMs)
  const settled = (pesewas: bigint, ref: string) => ({ id: ref, account, amount: formatCedis(pesewas) })
  return carryOut(
    call,
    async (reader, ids) => {
      const ref = typeof id === 'string' ? id : ids.next('evt').replace('evt', 'set')
      const planned = providerSettled(
        {
          merchant,
          id: ref,
          account: account as ProviderAccount,
          nowMs,
          ...(read ? { amountPesewas: read.pesewas } : {}),
        },
        {
          account: await reader.get('accounts', merchant, account as ProviderAccount),
          entries: await reader.list('entries', merchant, { limit: 10, where: { source: ref } }),
        },
      )
      return planned.ok ? { ...planned, records: settled(planned.records.amountPesewas, ref) } : planned
    },
    merchant,
    (record) => record,
    201,
  )
}

function queueOutcomes({ context, merchant, body }: ControlCall): Outcome {
  const list = Array.isArray(body['outcomes']) ? body['outcomes'] : [body['outcome']]
  if (list.length === 0 || !list.every((name) => typeof name === 'string' && isScenario(name)))
    return refused(
      'invalid_request',
      `outcome must be one of ${scenarios.join(', ')}; outcomes is a list of them.`,
      'outcome',
    )
  const queue = [...(context.queuedOutcomes.get(merchant) ?? []), ...list]
  context.queuedOutcomes.set(merchant, queue)
  return done(queue, 201)
}

const clockRecord = ({ clock }: Context): object => ({ now: new Date(clock.nowMs()).toISOString(), kind: clock.kind })

async function setClock({ context, nowMs }: ControlCall, ms: number, field: string): Promise<Outcome> {
  if (context.clock.kind === 'real')
    return refused('invalid_state', 'The clock is real and cannot be moved. Start the mock server with a manual clock.')
  const wanted =
    field === 'by'
      ? 'by must be a duration such as PT5M or P1DT2H.'
      : 'now must be a time such as 2026-03-06T09:30:00Z.'
  // The last moment that a date can say.
  if (!(ms <= 8.64e15)) return refused('invalid_request', wanted, field)
  if (ms < nowMs) return refused('invalid_request', 'A clock does not go back. Reset the server instead.', field)
  context.clock.set(ms)
  const happened = await runDueEvents(context, null, ms)
  return done({ ...clockRecord(context), happened })
}

async function listKeys({ context, merchant }: ControlCall): Promise<Outcome> {
  const rows = await context.store.list('keys', merchant, { limit: 100 })
  const time = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
  return done(
    rows.map((row) => ({
      id: row.id,
      label: row.label,
      scopes: row.scopes,
      created_at: time(row.created_ms),
      last_used_at: time(row.last_used_ms),
      revoked_at: time(row.revoked_ms),
    })),
  )
}

async function issueKey(call: ControlCall): Promise<Outcome> {
  const { context, merchant, body, nowMs } = call
  const { scopes: asked, label = null } = body
  if (!Array.isArray(asked) || !asked.every((scope) => (scopes as readonly unknown[]).includes(scope)))
    return refused('invalid_request', `scopes must be a list of ${scopes.join(', ')}.`, 'scopes')
  if (label !== null && (typeof label !== 'string' || label.length > 100))
    return refused('invalid_request', 'label must be a text of at most 100 characters.', 'label')
  let key = ''
  return carryOut(
    call,
    async (_, ids) => {
      const id = ids.next('key')
      key = apiKeyText(context.secret, merchant, id)
      return keyIssued({ merchant, id, hash: sha256Hex(key), scopes: [...new Set(asked)], label, nowMs })
    },
    merchant,
    ({ key: row }) => ({ id: row.id, key, merchant, scopes: row.scopes, label: row.label }),
    201,
  )
}

async function revokeKey(call: ControlCall): Promise<Outcome> {
  const id = call.parts[0] ?? ''
  const row = await call.context.store.get('keys', null, id)
  if (!row) return refused('not_found', `There is no key ${id}.`)
  return carryOut(
    call,
    async (reader) => keyRevoked({ nowMs: call.nowMs }, { key: await reader.get('keys', row.merchant, id) }),
    row.merchant,
    ({ key }) => ({ id: key.id, revoked: key.revoked_ms !== null }),
  )
}

async function listEvents({ context, merchant }: ControlCall): Promise<Outcome> {
  const rows = await context.store.list('events', merchant, { limit: 1000, order: 'due' })
  return done(rows.map(({ id, kind, ref, due_ms }) => ({ id, kind, ref, due_at: new Date(due_ms).toISOString() })))
}

async function listAccounts({ context, merchant, nowMs }: ControlCall): Promise<Outcome> {
  await runDueEvents(context, merchant, nowMs)
  const rows = await context.store.list('accounts', merchant, { limit: 100 })
  return done(
    accounts.map((account) => ({
      account,
      nature: chartOfAccounts[account].nature,
      balance: signed(rows.find((row) => row.id === account)?.balance_pesewas ?? 0n),
    })),
  )
}

/** The bank alone may be below zero, which a wire amount never is. */
const signed = (pesewas: bigint): number => (pesewas < 0n ? -formatCedis(-pesewas) : formatCedis(pesewas))

async function listEntries({ context, merchant, request, nowMs }: ControlCall): Promise<Outcome> {
  await runDueEvents(context, merchant, nowMs)
  const limit = numberOf(request.query?.get('limit'))
  const rows = await context.store.list('entries', merchant, { limit, order: 'oldest' })
  return done(
    rows.map((row) => ({
      sequence: row.sequence,
      at: new Date(row.at_ms).toISOString(),
      kind: row.kind,
      source: row.source,
      postings: row.postings.map(({ debit, credit, amountPesewas }) => ({
        debit,
        credit,
        amount: formatCedis(amountPesewas),
      })),
      hash: row.hash,
    })),
  )
}

/** Answers a call of the control API. */
export async function respondToControl(
  context: Context,
  server: ControlledServer,
  request: IncomingRequest,
): Promise<Outcome> {
  const path = request.path.slice('/__mock'.length).replace(/^\//, '')
  const matched = matchControl(request.method, path)
  if (!matched.route) {
    if (matched.allow.length === 0)
      return refused('not_found', `The control API has nothing at /__mock/${path.slice(0, 80)}.`)
    const message = `Send ${matched.allow.join(' or ')}.`
    return {
      ok: false,
      refusal: { ...refuse('method_not_allowed', message), headers: { Allow: matched.allow.join(', ') } },
    }
  }
  let body: unknown = {}
  try {
    if (request.body) body = JSON.parse(request.body)
  } catch {
    return refused('malformed_json', 'The body is not JSON. Send a JSON object.')
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return refused('invalid_request', 'The body must be a JSON object.')
  const merchant = request.query?.get('merchant') ?? demoMerchant
  if (!/^[\w-]{1,80}$/.test(merchant))
    return refused('invalid_request', 'merchant must be the name of a merchant.', 'merchant')
  const nowMs = context.clock.nowMs()
  return matched.route({
    context,
    server,
    request,
    parts: matched.parts,
    merchant,
    body: body as Record<string, unknown>,
    nowMs,
  })
}

function matchControl(method: string, path: string): { route?: Route; parts: string[]; allow: string[] } {
  const segments = path.split('/')
  const allow: string[] = []
  for (const [name, route] of Object.entries(controlRoutes)) {
    const [routeMethod = '', pattern = ''] = name.split(' ')
    const wanted = pattern.split('/')
    if (wanted.length !== segments.length || !wanted.every((part, at) => part === '*' || part === segments[at]))
      continue
    if (routeMethod === method) return { route, parts: segments.filter((_, at) => wanted[at] === '*'), allow }
    allow.push(routeMethod)
  }
  return { parts: [], allow }
}
