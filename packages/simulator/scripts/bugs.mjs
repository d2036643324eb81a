// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of sources.
// Planted bugs: each changes one place of the product or of a shop built on it. The simulated world must find every
// one, which shows that it would find the next one. This list was written before the world that should find them.

const ledger = 'packages/ledger/src'
const memory = `${ledger}/stores/memory/commit.ts`
const service = 'packages/mock-server/src/service'
const settle = 'packages/settle/src'
const client = 'packages/client/src'
const popup = 'packages/service-js/src'
const checkout = 'packages/sandbox/src/checkout'
const shop = 'packages/simulator/src/shop'
const database = 'packages/simulator/src/service/driver.ts'

/** What is wrong, the file, the text there, and its replacement; or several such edits. */
export const bugs = [
  // What is sent twice is done once.
  {
    name: 'an answer that is known is not repeated',
    file: `${ledger}/transact.ts`,
    find: 'if (stored.value) return succeed({ isReplay: true, response: stored.value, isChanged: false })',
    replace: '',
  },
  {
    name: 'the answer is not kept with its effect',
    file: `${ledger}/transact.ts`,
    find: 'const plan = first && joinPlans(first, ...others)',
    replace: 'const plan = first',
  },
  {
    name: 'an answer is forgotten after a minute',
    file: `${ledger}/idempotency.ts`,
    find: 'idempotencyLifetimeMs: number = 86_400_000',
    replace: 'idempotencyLifetimeMs: number = 60_000',
  },
  {
    name: 'a shop tries again with a new key',
    file: `${shop}/shop.ts`,
    find: 'const options = { idempotencyKey: key }',
    replace: "const options = { idempotencyKey: `${key}-${world.count('tries')}` }",
  },
  {
    name: 'the client sends a write without a key again',
    file: `${client}/retry.ts`,
    find: "(retryWrites && headerOf(headers, 'idempotency-key') !== undefined)",
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

  // What is acknowledged is written, and what is written is one step.
  {
    name: 'the answer goes out before the commit',
    file: `${ledger}/transact.ts`,
    find: 'const committed = await store.commit(plan)',
    replace: "void store.commit(plan).catch(() => {}); const committed = { outcome: 'ok' } as CommitResult",
  },
  {
    name: 'a serialization failure is not tried again',
    file: `${ledger}/stores/sql/driver.ts`,
    find: 'if (attempt >= attempts || !isRetryable(error)) throw error',
    replace: 'throw error',
  },
  {
    name: 'a store that was lost says that it has written',
    file: database,
    find: 'if (sites.lostBefore()) throw lost()',
    replace: "if (sites.lostBefore()) return [{ answer: { outcome: 'ok', sequence: 0 } }]",
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
      { file: memory, find: "if (violated) return { outcome: 'constraint', violated, id: row.id }", replace: '' },
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
  {
    name: 'the fee is rounded down',
    file: `${ledger}/fees.ts`,
    find: '35n + 500n',
    replace: '35n',
  },
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
    find: 'return withSteps(planned.ok ? planned : nothing(event), cancelEvents([event]))',
    replace:
      "return withSteps(planned.ok && event.kind !== 'expire' ? planned : nothing(event), cancelEvents([event]))",
  },
  {
    name: 'what is simulated is written',
    file: `${ledger}/transact.ts`,
    find: 'if (simulate) return result',
    replace: '',
  },

  {
    name: 'two windows of one checkout both ask for the money',
    file: `${checkout}/pay.ts`,
    find: "if (before?.status === 'pending') return fail('invalid_state', 'A payment is under way. Read its status first.')",
    replace: '',
  },
  {
    name: 'money of a card never becomes available',
    file: `${service}/outcomes/events.ts`,
    find: "return paymentAvailable({ nowMs }, { payment: await reader.get('payments', merchant, ref) })",
    replace: 'return nothing(event)',
  },
  {
    name: 'a refund is paid although another operator has just rejected it',
    file: `${ledger}/entries/refund-paid.ts`,
    find: "where: { status: 'pending' },\n    set: { status: 'paid', note",
    replace: "where: {},\n    set: { status: 'paid', note",
  },
  {
    name: 'the balance counts what is only pending',
    file: `${ledger}/balance.ts`,
    find: "availablePesewas: held('merchant:available'),",
    replace: "availablePesewas: held('merchant:available') + held('merchant:pending'),",
  },
  {
    name: 'the chain of hashes begins anew with each entry',
    file: `${ledger}/stores/memory/book.ts`,
    find: 'previous = entryHash(previous, text)',
    replace: 'previous = entryHash(firstHash(merchant), text)',
  },

  // A shop delivers what was paid for, once.
  {
    name: 'an order that is followed again forgets its payments',
    file: `${settle}/entry.ts`,
    find: 'return { amounts, untilMs, sinceMs: nowMs, returns: 0, isOver: false }',
    replace: 'return { amounts, untilMs, sinceMs: nowMs, returns: 0, isOver: false, payments: {} }',
  },
  {
    name: 'a payment that hangs is looked at for ever',
    file: `${settle}/judge.ts`,
    find: "if (outcome === 'pending' && isLast) return 'unresolved'",
    replace: '',
  },
  {
    name: 'a shop forgets to give: the entry is done, and its effect comes in a second step',
    file: `${settle}/book.ts`,
    find: 'effect ? store.done(next, effect)',
    replace:
      'effect ? store.claim(next).then((isWritten) => isWritten && store.done({ ...next, version: next.version + 1 }, effect))',
  },
  {
    name: 'a lease without fencing: whoever was first is written over',
    file: `${shop}/database.ts`,
    find: '(waiting.get(order)?.version ?? 0) === version - 1',
    replace: '(waiting.get(order)?.version ?? 0) >= 0 || version > 0',
  },
  {
    name: 'the effect is written before it is known who was first',
    file: `${shop}/database.ts`,
    find: '      if (isWritten) {\n        write(entry)\n        keep(staged, entry)\n      }',
    replace: '      keep(staged, entry)\n      if (isWritten) write(entry)',
  },
  {
    name: 'a second payment of an order is given for as well',
    file: `${settle}/judge.ts`,
    find: "return has(entry, 'paid') ? 'paid_twice' : undefined",
    replace: 'return undefined',
  },
  {
    name: 'the ref that a browser brings is believed',
    file: `${settle}/check.ts`,
    find: 'if (isHint) await readHint(shop, ref)',
    replace: 'if (isHint) await note(shop, await shop.readPayment(ref, false), entry.order)',
  },
  {
    name: 'a clock is trusted: a shop and the service agree about the time',
    file: `${settle}/schedule.ts`,
    find: 'skewMs = 600_000',
    replace: 'skewMs = 0',
  },
  {
    name: 'a shop looks again and again while a payment is pending',
    file: `${settle}/schedule.ts`,
    find: "has(entry, 'pending') ? expiryMs : 0",
    replace: "has(entry, 'pending') ? nowMs + 20_000 : 0",
  },
  {
    name: 'a payment that failed at first is paid in the eyes of the shop',
    file: `${settle}/judge.ts`,
    find: "outcomes[payment.status] ?? 'pending'",
    replace: "outcomes[payment.status] ?? 'paid'",
  },

  // What the buyer is told.
  {
    name: 'the popup says "cancelled" while money moves',
    file: `${popup}/session.ts`,
    find: 'if (!model.outcome && (model.isMoneyMoving || model.hasLeft))',
    replace: 'if (!model.outcome && model.hasLeft)',
  },
  {
    name: 'an answer that was lost is taken for a no',
    file: `${checkout}/paying.ts`,
    find: "if (lost || error?.code === 'idempotency_in_progress') {",
    replace: "if (error?.code === 'idempotency_in_progress') {",
  },
  {
    name: 'a request without an answer is waited for without end',
    file: `${client}/send.ts`,
    find: 'signal: end as never, redirect',
    replace: 'signal: { aborted: false, addEventListener() {} } as never, redirect',
  },
]
