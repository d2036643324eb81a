import { setTimeout as wait } from 'node:timers/promises'
import type { Payment } from '@cedi/client'
import { calls } from '../../operations.js'
import { callApi } from '../call.js'
import type { Sandbox } from '../sandbox.js'
import {
  callArguments,
  encodePathSegment,
  enumSchema,
  getMerchant,
  merchantArgument,
  type Tool,
  text,
} from '../tool.js'
import { outcomes } from './outcomes.js'

const createPayment: Tool = {
  name: 'create_payment',
  description:
    'Creates a pending payment of an amount or a product, by phone or card. Then push_clock or follow_payment.',
  properties: {
    amount: { type: ['number', 'string'], description: 'GH₵' },
    product_id: text('Instead of amount'),
    phone: text('Such as 0244123789'),
    card: text('Such as 4242424242424242'),
    outcome: enumSchema(outcomes, 'Default: by phone or card'),
    ...callArguments,
  },
  async run({ amount, product_id, phone, card, ...input }, sandbox) {
    const body = {
      ...(amount !== undefined && { amount }),
      ...(product_id !== undefined && { product_id }),
      ...(card === undefined
        ? { method: 'mobile_money', phone }
        : { method: 'card', card: { number: card, expiry_month: 12, expiry_year: 2035, cvc: '123' } }),
    }
    return callApi(sandbox, { ...input, operation: 'createPayment', body })
  },
}

/** Scheduled event from the control API. */
interface DueEvent {
  readonly kind: string
  readonly ref: string
  readonly due_at: string
}

/** Maximum time to follow a payment on a real clock, in ms. */
const maxFollowMs = 30_000
/** Maximum number of clock changes or polls, because a payment may never end. */
const maxAdvances = 20

const followPayment: Tool = {
  name: 'follow_payment',
  description:
    'Reads a payment and its scheduled events. to_end advances the clock until it is final. Without ref: the newest ten.',
  properties: { ref: text('Payment'), ...merchantArgument, to_end: { type: 'boolean', description: 'Default: false' } },
  async run({ ref, to_end, ...args }, sandbox) {
    const merchant = getMerchant(args)
    if (ref === undefined) return sandbox.control('GET', `payments?limit=10&merchant=${encodePathSegment(merchant)}`)
    const startMs = Date.now()
    let payment = await readPayment(sandbox, merchant, ref)
    for (let advances = 0; to_end && payment.status === 'pending' && advances < maxAdvances; advances++) {
      const { kind, now } = (await sandbox.control('GET', 'clock')) as { kind: string; now: string }
      const [next] = await readDueEvents(sandbox, merchant, ref)
      if (kind === 'real') {
        if (Date.now() - startMs > maxFollowMs) break
        await wait(maxFollowMs / maxAdvances, undefined, { signal: sandbox.signal })
      } else if (next) {
        const untilNextMs = Math.max(0, Date.parse(next.due_at) - Date.parse(now))
        await sandbox.control('POST', 'clock/advance', { by: `PT${untilNextMs / 1000}S` })
      } else break
      payment = await readPayment(sandbox, merchant, ref)
    }
    return { payment, next: await readDueEvents(sandbox, merchant, ref) }
  },
}

const readPayment = async (sandbox: Sandbox, merchant: string, ref: string): Promise<Payment> =>
  (await callApi(sandbox, { operation: 'readPayment', merchant, path: { ref } })) as Payment

/** Returns the scheduled events of a payment, the next one first. */
async function readDueEvents(sandbox: Sandbox, merchant: string, ref: string): Promise<readonly DueEvent[]> {
  const due = (await sandbox.control('GET', `events?merchant=${encodePathSegment(merchant)}`)) as readonly DueEvent[]
  return due.filter((item) => item.ref === ref)
}

const endPayment: Tool = {
  name: 'end_payment',
  description: 'Ends a pending payment as its buyer or network would.',
  properties: {
    ref: text('Payment'),
    how: enumSchema(['approve', 'decline', 'expire', 'cancel'], 'Action'),
    code: text('Failure code of a decline'),
  },
  required: ['ref', 'how'],
  run: ({ ref, how: action, code }, sandbox) =>
    sandbox.control('POST', `payments/${encodePathSegment(ref)}/${action}`, { ...(code !== undefined && { code }) }),
}

const resolveRefund: Tool = {
  name: 'resolve_refund',
  description:
    'Pays or rejects a refund as the operator. Request it with call_api createRefund {payment_ref, amount, reason}.',
  properties: { ref: text('Refund'), how: enumSchema(['pay', 'reject'], 'Action'), note: text('For the merchant') },
  required: ['ref', 'how'],
  run: ({ ref, how: action, note }, sandbox) =>
    sandbox.control('POST', `refunds/${encodePathSegment(ref)}/${action}`, { ...(note !== undefined && { note }) }),
}

const call: Tool = {
  name: 'call_api',
  description: 'Calls any API operation as a merchant. Errors name the field.',
  properties: {
    operation: enumSchema(
      calls.map(({ row }) => row.id),
      'operationId',
    ),
    path: { type: 'object', description: '{ref} or {id}' },
    query: { type: 'object', description: 'Such as {limit: "5"}' },
    body: { type: 'object', description: 'JSON of a write' },
    simulate: { type: 'boolean', description: 'Writes nothing' },
    ...callArguments,
  },
  required: ['operation'],
  run: (input, sandbox) => callApi(sandbox, input),
}

/** Tools for the actions of buyers, networks, operators and the merchant's server. */
export const paymentTools: readonly Tool[] = [createPayment, followPayment, endPayment, resolveRefund, call]
