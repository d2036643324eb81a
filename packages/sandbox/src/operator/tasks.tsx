/** @jsxImportSource hono/jsx */
import {
  endPayout,
  type PaymentRow,
  type PayoutRow,
  type RefundRow,
  resolveRefund,
  returnLateMoney,
} from '@cedi/mock-server/internal'
import { formatInstrument, formatMaskedPhone, networkName } from '../kit/instrument.js'
import { fill } from '../kit/languages/portal/portal.js'
import type { SessionContext } from '../kit/page-context.js'
import { Checkbox, Chip, Form, Panel, ShortTime } from '../kit/parts.js'
import { lateMoney, pendingItems, resolvedItems } from './queues.js'
import type { Task, TaskAction, TaskResult } from './task.js'

/** Formats the age of a pending record, or the time of its resolution. */
const whenAsked = (ctx: SessionContext, { created_ms, resolved_ms }: RefundRow | PayoutRow) =>
  resolved_ms === null ? (
    fill(ctx.language.operatorWords.asked, { age: ctx.language.age(ctx.nowMs - created_ms) })
  ) : (
    <ShortTime ctx={ctx} ms={resolved_ms} />
  )

const formatWallet = (row: PaymentRow): string => `${networkName(row.network)} ${formatInstrument(row) ?? ''}`

/** Converts the outcome of a use case. Throws for an unexpected error. */
function toResult(
  row: { readonly id: string },
  outcome:
    | { readonly ok: true; readonly value: { readonly isChanged: boolean } }
    | { readonly ok: false; readonly error: { readonly code: string; readonly message: string } },
): TaskResult {
  if (outcome.ok) return outcome.value.isChanged ? 'changed' : 'already'
  if (outcome.error.code === 'invalid_state') return 'otherwise'
  throw new Error(`The record ${row.id} could not be marked: ${outcome.error.message}`)
}

const runRefund =
  (action: 'pay' | 'reject'): TaskAction<'refunds'>['run'] =>
  async ({ context, nowMs }, row, note) =>
    toResult(
      row,
      await resolveRefund(context, action, { merchant: row.merchant, ref: row.id, note: note || null, nowMs }),
    )

/** Refunds, which operators pay manually. @source What the service does @decision 0009 */
export const refunds: Task<'refunds'> = {
  section: 'refunds',
  pending: pendingItems.refunds,
  resolved: resolvedItems.refunds,
  texts: {
    text: 'refundsText',
    empty: 'noRefunds',
    emptyText: 'noRefundsText',
    resolvedTitle: 'decidedRefunds',
  },
  title: ({ language }) => language.words.refund,
  isPending: ({ status }) => status === 'pending',
  state: (ctx, { status }) => <Chip state={status} text={ctx.language.words[`refund_${status}`]} />,
  details: (ctx, row) => [whenAsked(ctx, row), row.reason !== null && <bdi>{row.reason}</bdi>],
  async destination({ context }, row) {
    const payment = await context.store.get('payments', row.merchant, row.payment_ref)
    return payment ? formatWallet(payment) : ''
  },
  async facts({ context, language: { words } }, row) {
    const payment = await context.store.get('payments', row.merchant, row.payment_ref)
    return [
      [words.buyer, payment?.name && <bdi>{payment.name}</bdi>],
      [words.email, payment?.email && <bdi>{payment.email}</bdi>],
      [words.reason, row.reason !== null && <bdi>{row.reason}</bdi>],
      [words.reference, <code>{row.id}</code>],
      [words.payment, <code>{row.payment_ref}</code>],
      [words.note, row.note !== null && <bdi>{row.note}</bdi>],
    ]
  },
  async above(ctx, { id, merchant, payment_ref }, to) {
    const { operatorWords } = ctx.language
    const payment = await ctx.context.store.get('payments', merchant, payment_ref)
    return (
      payment &&
      payment.sealed_phone !== null && (
        <Panel title={operatorWords.sendTo}>
          <p>
            <bdi dir="ltr">{to}</bdi>
          </p>
          <Form ctx={ctx} action={ctx.at(`refunds/${id}/number`, { of: merchant })}>
            <button type="submit" class="quiet">
              {operatorWords.showNumber}
            </button>
            <p class="hint">{operatorWords.showNumberText}</p>
          </Form>
        </Panel>
      )
    )
  },
  actions: {
    paid: {
      title: 'markPaid',
      text: 'markPaidText',
      tick: 'paidTick',
      button: 'paidYes',
      done: 'paidNow',
      note: { label: 'paidNote', hint: 'paidNoteHint' },
      run: runRefund('pay'),
    },
    rejected: {
      title: 'markRejected',
      text: 'markRejectedText',
      tick: 'rejectedTick',
      button: 'rejectedYes',
      done: 'rejectedNow',
      isStop: true,
      note: { label: 'rejectedNote', isRequired: true },
      run: runRefund('reject'),
    },
  },
}

const runPayout =
  (action: 'pay' | 'fail'): TaskAction<'payouts'>['run'] =>
  async ({ context, nowMs }, row) =>
    toResult(row, await endPayout(context, action, { merchant: row.merchant, ref: row.id, nowMs }))

const payoutWallet = ({ network, phone }: PayoutRow): string =>
  `${networkName(network)} ${formatMaskedPhone(phone ?? '')}`

/** Payouts on their way. @decision 0023 */
export const payouts: Task<'payouts'> = {
  section: 'payouts',
  pending: pendingItems.payouts,
  resolved: resolvedItems.payouts,
  texts: {
    text: 'payoutsText',
    empty: 'noPayouts',
    emptyText: 'noPayoutsText',
    resolvedTitle: 'decidedPayouts',
  },
  title: ({ language }) => language.words.payouts,
  isPending: ({ status }) => status === 'pending',
  state: (ctx, { status }) => <Chip state={status} text={ctx.language.words[`payout_${status}`]} />,
  details: (ctx, row) => [payoutWallet(row), whenAsked(ctx, row)],
  destination: async (_, row) => payoutWallet(row),
  facts: async ({ language: { words, failure } }, row) => [
    [words.reference, <code>{row.id}</code>],
    [words.why, row.failure && <bdi>{failure(row.failure)}</bdi>],
  ],
  actions: {
    pay: {
      title: 'payoutPay',
      text: 'payoutPayText',
      tick: 'payoutPayTick',
      button: 'payoutPayYes',
      done: 'payoutPaidNow',
      run: runPayout('pay'),
    },
    fail: {
      title: 'payoutFail',
      text: 'payoutFailText',
      tick: 'payoutFailTick',
      button: 'payoutFailYes',
      done: 'payoutFailedNow',
      isStop: true,
      run: runPayout('fail'),
    },
  },
}

/** Money that was received after its payment had ended. @decision 0014 */
export const latePayments: Task<'payments'> = {
  section: 'suspense',
  pending: lateMoney,
  texts: { text: 'suspenseText', empty: 'noSuspense', emptyText: 'noSuspenseText' },
  title: ({ language }) => language.operatorWords.suspense,
  isPending: ({ late_money }) => late_money === 'held',
  state: ({ language: { words } }, { late_money }) =>
    late_money === null ? null : late_money === 'held' ? words.lateHeld : words.lateReturned,
  details: (ctx, row) => [
    formatWallet(row),
    fill(ctx.language.operatorWords.cameLate, {
      status: ctx.language.words[`payment_${row.status}`].toLowerCase(),
    }),
    <ShortTime ctx={ctx} ms={row.created_ms} />,
  ],
  destination: async (_, row) => formatWallet(row),
  facts: async ({ language: { words } }, row) => [
    [words.email, row.email !== null && <bdi>{row.email}</bdi>],
    [words.payment, <code>{row.id}</code>],
  ],
  actions: {
    returned: {
      title: 'giveBack',
      tick: 'giveBackTick',
      button: 'giveBackYes',
      done: 'givenBackNow',
      fields({ language: { operatorWords } }, problem) {
        const isSettled = problem === operatorWords.settledAlready
        return (
          <fieldset>
            <legend>{operatorWords.giveBackFrom}</legend>
            <Checkbox type="radio" name="from" value="provider" checked={!isSettled}>
              {operatorWords.fromProvider}
            </Checkbox>
            <Checkbox type="radio" name="from" value="bank" checked={isSettled}>
              {operatorWords.fromBank}
            </Checkbox>
          </fieldset>
        )
      },
      async run({ context, form, nowMs }, row) {
        const from = form.get('from') === 'bank' ? 'bank' : 'provider'
        const outcome = await returnLateMoney(context, from, { merchant: row.merchant, ref: row.id, nowMs })
        return !outcome.ok && outcome.error.code === 'insufficient_balance'
          ? { problem: 'settledAlready' }
          : toResult(row, outcome)
      },
    },
  },
}
