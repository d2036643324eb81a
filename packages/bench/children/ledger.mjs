// What the ledger's memory store does in this process, or a hand-written book of Maps. Prints figures as JSON.
import { cpuMsOf } from '../measure.mjs'
import { importBuilt } from '../peers.mjs'

const payments = 10_000
const nowMs = Date.UTC(2026, 0, 5, 9)
const merchant = 'ama'
const amountPesewas = 4_550n

const ref = (number) => `PAY_${String(number).padStart(8, '0')}`

async function perSecond(count, each) {
  const ms = await cpuMsOf(async () => {
    for (let number = 0; number < count; number++) await each(number)
  })
  return (count * 1000) / ms
}

function keptBytes() {
  globalThis.gc()
  globalThis.gc()
  return process.memoryUsage().heapUsed
}

async function measureLedger() {
  const ledger = await importBuilt('ledger', 'index.js')
  const must = async (store, planner) => {
    const result = await ledger.transact(store, planner)
    if (!result.ok) throw new Error(`${result.code}: ${result.message}`)
  }
  const create = (store, number) =>
    must(store, () =>
      ledger.paymentCreated(
        {
          merchant,
          id: ref(number),
          amountPesewas,
          method: 'mobile_money',
          network: 'mtn',
          phone: null,
          cardLast4: null,
          email: null,
          name: null,
          productId: null,
          quantity: 1,
          orderId: null,
          intentId: null,
          nextAction: null,
          metadata: {},
          expiresMs: null,
          nowMs,
        },
        { product: undefined },
      ),
    )
  const confirm = (store, number) =>
    must(store, async (reader) =>
      ledger.paymentReceived({ nowMs }, { payment: await reader.get('payments', merchant, ref(number)) }),
    )
  const refund = (store, number) =>
    must(store, async (reader) =>
      ledger.refundRequested(
        { id: `RFD_${ref(number)}`, amountPesewas: 1_000n, reason: null, nowMs },
        {
          payment: await reader.get('payments', merchant, ref(number)),
          available: await reader.get('accounts', merchant, 'merchant:available'),
        },
      ),
    )

  const warm = ledger.createMemoryStore()
  for (let number = 0; number < 2000; number++) {
    await create(warm, number)
    await confirm(warm, number)
    await refund(warm, number)
  }
  await ledger.verify(warm, merchant)
  warm.clear()

  const store = ledger.createMemoryStore()
  const before = keptBytes()
  // Creating and confirming are two commits.
  const paidPerSecond = await perSecond(payments, async (number) => {
    await create(store, number)
    await confirm(store, number)
  })
  const paymentBytes = (keptBytes() - before) / payments
  const refundsPerSecond = await perSecond(payments, (number) => refund(store, number))

  let verdict
  const verifyMs = await cpuMsOf(async () => {
    verdict = await ledger.verify(store, merchant)
  })
  if (!verdict.ok) throw new Error(`The ledger broke the law "${verdict.law}" at ${verdict.sequence}.`)
  return { paidPerSecond, refundsPerSecond, paymentBytes, verifyPerSecond: (verdict.entries * 1000) / verifyMs }
}

/** The least that keeps the balances right: no chain, one guard, no frozen rows, nothing to list. */
function mapBook() {
  const rows = new Map()
  const balances = new Map()
  const entries = []
  const post = (kind, source, postings) => {
    for (const { debit, credit, amount } of postings) {
      balances.set(debit, (balances.get(debit) ?? 0n) - amount)
      balances.set(credit, (balances.get(credit) ?? 0n) + amount)
    }
    entries.push({ sequence: entries.length + 1, kind, source, nowMs, postings })
  }
  return {
    async create(id) {
      const fee = (amountPesewas * 35n + 500n) / 1000n + 50n
      rows.set(id, { id, merchant, status: 'pending', amount: amountPesewas, fee, net: amountPesewas - fee, nowMs })
    },
    async confirm(id) {
      const row = rows.get(id)
      rows.set(id, { ...row, status: 'succeeded' })
      post('payment_received', id, [
        { debit: 'psp:mtn', credit: 'merchant:available', amount: row.net },
        { debit: 'psp:mtn', credit: 'fees:income', amount: row.fee },
      ])
    },
    async refund(id) {
      if ((balances.get('merchant:available') ?? 0n) < 1_000n) throw new Error('insufficient_balance')
      rows.set(`RFD_${id}`, { id: `RFD_${id}`, merchant, payment: id, status: 'pending', amount: 1_000n, nowMs })
      post('refund_requested', id, [
        { debit: 'merchant:available', credit: 'merchant:refunds_payable', amount: 1_000n },
      ])
    },
  }
}

async function measureMaps() {
  const warm = mapBook()
  for (let number = 0; number < 2000; number++) {
    await warm.create(ref(number))
    await warm.confirm(ref(number))
    await warm.refund(ref(number))
  }
  const book = mapBook()
  const before = keptBytes()
  const paidPerSecond = await perSecond(payments, async (number) => {
    await book.create(ref(number))
    await book.confirm(ref(number))
  })
  const paymentBytes = (keptBytes() - before) / payments
  const refundsPerSecond = await perSecond(payments, (number) => book.refund(ref(number)))
  return { paidPerSecond, refundsPerSecond, paymentBytes }
}

console.log(JSON.stringify(await (process.argv[2] === 'ledger' ? measureLedger() : measureMaps())))
