import { setTimeout as wait } from 'node:timers/promises'
import type { Payment } from '@cedi/client'
import { calls } from '../../operations.js'
import { callApi } from '../call.js'
import type { Sandbox } from '../sandbox.js'
import { merchantOf, oneOf, part, type Tool, text } from '../tool.js'
import { outcomes } from './outcomes.js'

const createPayment: Tool = {
  name: 'create_payment',
  description:
    'A buyer pays: amount in GH₵ or product_id, and phone (0244123789) or card (4242424242424242). It begins pending: push_clock or follow_payment. outcome decides how it goes.',
  properties: {
    amount: { type: ['number', 'string'] },
    product_id: text(),
    phone: text(),
    card: text(),
    outcome: oneOf(outcomes),
    merchant: text(),
    key: text(),
    idempotency_key: text(),
  },
  async run({ amount, product_id, phone, card, ...asked }, sandbox) {
    const body = {
      ...(amount !== undefined && { amount }),
      ...(product_id !== undefined && { product_id }),
      ...(card === undefined
        ? { method: 'mobile_money', phone }
        : { method: 'card', card: { number: card, expiry_month: 12, expiry_year: 2035, cvc: '123' } }),
    }
    return callApi(sandbox, { ...asked, operation: 'createPayment', body })
  },
}

/** What is going to happen, as the control API lists it. */
interface Due {
  readonly kind: string
  readonly ref: string
  readonly due_at: string
}

/** How long a payment is followed on a real clock, in ms. */
const longestMs = 30_000
/** More steps would mean a payment that never ends. */
const mostPushes = 20

const followPayment: Tool = {
  name: 'follow_payment',
  description:
    'Reads a payment and what happens to it next. to_end pushes the clock until it is no longer pending. Without ref: the newest ten.',
  properties: { ref: text(), merchant: text(), to_end: { type: 'boolean' } },
  async run({ ref, to_end, ...given }, sandbox) {
    const merchant = merchantOf(given)
    if (ref === undefined) return sandbox.control('GET', `payments?limit=10&merchant=${part(merchant)}`)
    const started = Date.now()
    let payment = await readPayment(sandbox, merchant, ref)
    for (let pushes = 0; to_end && payment.status === 'pending' && pushes < mostPushes; pushes++) {
      const { kind, now } = (await sandbox.control('GET', 'clock')) as { kind: string; now: string }
      const [next] = await dueOf(sandbox, merchant, ref)
      if (kind === 'real') {
        if (Date.now() - started > longestMs) break
        await wait(longestMs / mostPushes, undefined, { signal: sandbox.signal })
      } else if (next) {
        const aheadMs = Math.max(0, Date.parse(next.due_at) - Date.parse(now))
        await sandbox.control('POST', 'clock/advance', { by: `PT${aheadMs / 1000}S` })
      } else break
      payment = await readPayment(sandbox, merchant, ref)
    }
    return { payment, next: await dueOf(sandbox, merchant, ref) }
  },
}

const readPayment = async (sandbox: Sandbox, merchant: string, ref: string): Promise<Payment> =>
  (await callApi(sandbox, { operation: 'readPayment', merchant, path: { ref } })) as Payment

/** What happens to a payment, the next thing first. */
async function dueOf(sandbox: Sandbox, merchant: string, ref: string): Promise<readonly Due[]> {
  const due = (await sandbox.control('GET', `events?merchant=${part(merchant)}`)) as readonly Due[]
  return due.filter((one) => one.ref === ref)
}

const endPayment: Tool = {
  name: 'end_payment',
  description: 'Does to a pending payment what its buyer or network does. code: why it is declined.',
  properties: { ref: text(), how: oneOf(['approve', 'decline', 'expire', 'cancel']), code: text() },
  required: ['ref', 'how'],
  run: ({ ref, how, code }, sandbox) =>
    sandbox.control('POST', `payments/${part(ref)}/${how}`, { ...(code !== undefined && { code }) }),
}

const resolveRefund: Tool = {
  name: 'resolve_refund',
  description:
    'The operator pays or rejects a refund. Ask for one by call_api createRefund {payment_ref, amount, reason}.',
  properties: { ref: text(), how: oneOf(['pay', 'reject']), note: text() },
  required: ['ref', 'how'],
  run: ({ ref, how, note }, sandbox) =>
    sandbox.control('POST', `refunds/${part(ref)}/${how}`, { ...(note !== undefined && { note }) }),
}

const call: Tool = {
  name: 'call_api',
  description:
    'Any call of the API as a merchant. path: {ref} or {id}. key tries a key with fewer scopes. A wrong body is answered with the field.',
  properties: {
    operation: oneOf(calls.map(({ row }) => row.id)),
    path: { type: 'object' },
    query: { type: 'object' },
    body: { type: 'object' },
    merchant: text(),
    key: text(),
    simulate: { type: 'boolean' },
    idempotency_key: text(),
  },
  required: ['operation'],
  run: (asked, sandbox) => callApi(sandbox, asked),
}

/** What buyers, networks, operators and the merchant's own server do. */
export const paymentTools: readonly Tool[] = [createPayment, followPayment, endPayment, resolveRefund, call]
