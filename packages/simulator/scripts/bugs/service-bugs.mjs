// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings are source code.
// Planted bugs in the ledger and the service.

const ledger = 'packages/mock-server/src/ledger'
const memory = `${ledger}/stores/memory/commit.ts`
const service = 'packages/mock-server/src/service'
const settle = 'packages/client/src/settle'
const client = 'packages/client/src'
const checkout = 'packages/sandbox/src/checkout'
const shop = 'packages/simulator/src/shop'
const database = 'packages/simulator/src/service/driver.ts'

export const serviceBugs = [
  // Idempotency.
  {
    name: 'an answer that is known is not repeated',
    file: `${ledger}/transact.ts`,
    find: 'if (storedResponse.value) return succeed({ isReplay: true, response: storedResponse.value, isChanged: false })',
    replace: '',
  },
  {
    name: 'the answer is not kept with its effect',
    file: `${ledger}/transact.ts`,
    find: 'const plan = first && joinPlans(first, ...otherPlans)',
    replace: 'const plan = first',
  },
  {
    name: 'an answer is forgotten after a minute',
    file: `${ledger}/idempotency.ts`,
    find: 'idempotencyLifetimeMs: number = 86_400_000',
    replace: 'idempotencyLifetimeMs: number = 60_000',
  },
  {
    name: 'a shop retries with a new key',
    file: `${shop}/shop.ts`,
    find: 'const requestOptions = { idempotencyKey: key }',
    replace: "const requestOptions = { idempotencyKey: `${key}-${world.count('attempts')}` }",
  },
  {
    name: 'the client sends a write without a key again',
    file: `${client}/retry.ts`,
    find: "(retryWrites && getHeader(headers, 'Idempotency-Key') !== undefined)",
    replace: 'retryWrites',
  },
  {
    name: 'a statement whose commit is not known is sent again as a new one',
    file: `${ledger}/stores/sql/driver.ts`,
    find: "['40001', '40P01'].includes(",
    replace: "['40001', '40P01', 'store_unavailable'].includes(",
  },
  {
    name: 'a key stays in progress after a request that failed',
    file: `${service}/execute.ts`,
    find: '  } finally {\n    context.running.delete(running)',
    replace: '    context.running.delete(running)\n  } catch (error) {\n    throw error',
  },

  // Durability and atomicity.
  {
    name: 'the answer goes out before the commit',
    file: `${ledger}/transact.ts`,
    find: 'const commit = await store.commit(plan)',
    replace: "void store.commit(plan).catch(() => {}); const commit = { outcome: 'ok' } as CommitResult",
  },
  {
    name: 'a serialization failure is not tried again',
    file: `${ledger}/stores/sql/driver.ts`,
    find: 'if (attempt >= attempts || !isRetryable(error)) throw error',
    replace: 'throw error',
  },
  {
    name: 'a lost commit is reported as successful',
    file: database,
    find: 'if (sites.lostBefore()) throw connectionLost()',
    replace: "if (sites.lostBefore()) return [{ result: { outcome: 'ok', sequence: 0 } }]",
  },
  {
    name: 'the expected state of a row is not looked at',
    file: memory,
    find: 'row[column as keyof AnyRow] !== expected',
    replace: 'false',
  },
  {
    name: 'the guard of an account stands in the plan and not in the commit',
    file: memory,
    find: 'chartOfAccounts[account].guarded && (',
    replace: 'false && (',
  },
  {
    name: 'ids are drawn, and the bound of refunds stands in the plan and not in the commit',
    edits: [
      { file: memory, find: "if (violation) return { outcome: 'constraint', violation, id: row.id }", replace: '' },
      { file: `${service}/context.ts`, find: 'let to = from\n', replace: 'let to = Math.floor(Math.random() * 1e8)\n' },
      {
        file: `${service}/context.ts`,
        find: 'counters: to > from ? [{ name: counter, from, to }] : []',
        replace: 'counters: []',
      },
    ],
  },
  {
    name: 'the times of entries go back',
    file: memory,
    find: 'atMs = Math.max(atMs, entry.atMs)',
    replace: 'atMs = entry.atMs',
  },

  // Money.
  { name: 'the fee is rounded down', file: `${ledger}/fees.ts`, find: '35n + 500n', replace: '35n' },
  {
    name: 'money that comes late pays a payment that has ended',
    file: `${ledger}/entries/payment-received.ts`,
    find: "if (payment.status !== 'pending') {",
    replace: "if (payment.status !== 'pending' && payment.status !== 'expired') {",
  },
  {
    name: 'a rejected refund stays reserved',
    file: `${ledger}/entries/refund-rejected.ts`,
    find: "change('payments', payment, { where: {}, add: { refund_reserved_pesewas: -amountPesewas } })",
    replace: "change('payments', payment, { where: {} })",
  },
  {
    name: 'a refund that was rejected may still be paid',
    file: `${ledger}/entries/refund-rejected.ts`,
    find: "set: { status: 'rejected', note",
    replace: 'set: { note',
  },
  {
    name: 'a payout that failed does not come back',
    file: `${ledger}/entries/payout-failed.ts`,
    find: "credit: 'merchant:available'",
    replace: "credit: 'bank:operating'",
  },
  {
    name: 'what was reserved for a payment that failed is gone',
    file: `${ledger}/entries/payment-ended.ts`,
    find: 'add: { stock: payment.quantity }',
    replace: 'add: { stock: 0 }',
  },
  {
    name: 'card money can be paid out at once',
    file: `${ledger}/availability.ts`,
    find: "method === 'mobile_money' ? paidMs :",
    replace: 'true ? paidMs :',
  },
  {
    name: 'a confirmation is taken off the list before it is carried out',
    file: `${service}/outcomes/events.ts`,
    find: 'return result.ok ? result.value : makePlan(merchant)',
    replace: "return result.ok && event.kind !== 'expire' ? result.value : makePlan(merchant)",
  },
  {
    name: 'what is simulated is written',
    file: `${ledger}/transact.ts`,
    find: 'if (simulate) return result',
    replace: '',
  },

  {
    name: 'two windows of one checkout both ask for the money',
    // Either check rejects the second window.
    edits: [
      {
        file: `${checkout}/pay.ts`,
        find: "if (before?.status === 'pending') return fail('invalid_state', 'A payment is under way. Read its status first.')",
        replace: '',
      },
      { file: `${checkout}/pay.ts`, find: "if ((before?.id ?? '') !== latestRef)", replace: 'if (false)' },
    ],
  },
  {
    name: 'money of a card never becomes available',
    file: `${service}/outcomes/events.ts`,
    find: "return paymentAvailable({ nowMs }, { payment: await reader.get('payments', merchant, ref) })",
    replace: 'return emptyPlan(event)',
  },
  {
    name: 'a refund is paid although another operator has just rejected it',
    file: `${ledger}/entries/refund-paid.ts`,
    find: "where: { status: 'pending' },\n    set: { status: 'paid', note",
    replace: "where: {},\n    set: { status: 'paid', note",
  },
  {
    name: 'an order does not count its paid refunds',
    file: `${ledger}/entries/refund-paid.ts`,
    find: "change('orders', requireRow(rows.order, payment.order_ref, 'order'), {\n      where: {},\n      add: { refunded_pesewas: amountPesewas },",
    replace:
      "change('orders', requireRow(rows.order, payment.order_ref, 'order'), {\n      where: {},\n      add: { refunded_pesewas: 0n },",
  },
  {
    name: 'the reserved balance leaves out payouts',
    file: `${ledger}/balance.ts`,
    find: "balance('merchant:refunds_payable') + balance('merchant:payouts_in_transit')",
    replace: "balance('merchant:refunds_payable')",
  },
  {
    name: 'the balance counts what is only pending',
    file: `${ledger}/balance.ts`,
    find: "availablePesewas: balance('merchant:available'),",
    replace: "availablePesewas: balance('merchant:available') + balance('merchant:pending'),",
  },
  {
    name: 'the chain of hashes begins anew with each entry',
    file: `${ledger}/stores/memory/ledgers.ts`,
    find: 'previous = entryHash(previous, text)',
    replace: 'previous = entryHash(firstHash(merchant), text)',
  },

  // Blind spots of earlier versions of the invariants.
  {
    name: 'a late confirmation is ignored',
    file: `${ledger}/entries/payment-received.ts`,
    find: "if (payment.status !== 'pending') {",
    replace:
      "if (payment.status === 'expired') return succeed(makePlan(merchant, {}, unchanged))\n  if (payment.status !== 'pending') {",
  },
  {
    name: 'a confirmation is dropped',
    file: `${service}/outcomes/events.ts`,
    find: 'return planConfirmation(context, { merchant, ref, nowMs }, reader, ids)',
    replace:
      "return ref.endsWith('7') ? emptyPlan(event) : planConfirmation(context, { merchant, ref, nowMs }, reader, ids)",
  },
  {
    name: 'the first scheduled checks of an order are left out',
    file: `${settle}/schedule.ts`,
    find: 'checksSeconds.map(',
    replace: 'checksSeconds.slice(3).map(',
  },
  {
    name: 'a key with another body replays the response',
    file: `${ledger}/idempotency.ts`,
    find: 'if (row.fingerprint !== command.fingerprint)',
    replace: 'if (false)',
  },
  {
    name: 'the second payment of a checkout has no metadata',
    file: `${checkout}/pay.ts`,
    find: '          metadata,\n',
    replace: '          metadata: before ? {} : metadata,\n',
  },
  {
    name: 'a payment expires after an hour',
    file: `${service}/outcomes/schedule.ts`,
    find: 'mobile_money: 5 * minute',
    replace: 'mobile_money: 60 * minute',
  },
  {
    name: 'an order does not reserve a refund',
    file: `${ledger}/entries/refund-requested.ts`,
    find: '      where: {},\n      add: { refund_reserved_pesewas: amountPesewas },',
    replace: '      where: {},\n      add: { refund_reserved_pesewas: 0n },',
  },
  {
    name: 'card money is available after 24 hours',
    file: `${ledger}/availability.ts`,
    find: '(Math.floor(paidMs / dayMs) + 1) * dayMs',
    replace: 'paidMs + dayMs',
  },
  {
    name: 'licenses are disabled only by a refund of the whole amount at once',
    file: `${ledger}/entries/refund-paid.ts`,
    find: 'if (paidBack.row.refunded_pesewas === payment.amount_pesewas)',
    replace: 'if (amountPesewas === payment.amount_pesewas)',
  },
  {
    name: 'a paid service is fulfilled',
    file: `${ledger}/entries/payment-received.ts`,
    find: "type === 'digital' || type === 'license' ? 'fulfilled' : 'paid'",
    replace: "type === 'physical' ? 'paid' : 'fulfilled'",
  },
  {
    name: 'a refunded order can be fulfilled',
    file: `${ledger}/entries/order-fulfilled.ts`,
    find: "order.base_status !== 'paid' || orderStatus(order) === 'refunded'",
    replace: "order.base_status !== 'paid'",
  },
  {
    name: 'a payment that fails keeps the delivery details',
    file: `${ledger}/entries/payment-ended.ts`,
    find: "set: { base_status: 'cancelled', delivery: null }",
    replace: "set: { base_status: 'cancelled' }",
  },
  {
    name: 'a cancelled payment keeps its confirmation',
    file: `${service}/outcomes/schedule.ts`,
    find: "kind !== 'available')",
    replace: "kind !== 'available' && kind !== 'confirm')",
  },
]
