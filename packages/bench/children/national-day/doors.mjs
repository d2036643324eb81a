// Two ways into the same books: the ledger's commands, and the requests of a mock server on the same store.

const must = (what, result) => {
  if (!result.ok) throw new Error(`${what}: ${result.code}: ${result.message}`)
  return result
}

/** In one literal: spread together from several objects, it took a tenth of the day's time. */
const wishOf = ({ merchant, id, amountPesewas, network, nowMs }) => ({
  merchant,
  id,
  amountPesewas,
  method: 'mobile_money',
  network,
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
  expiresMs: nowMs + 300_000,
  nowMs,
})

/**
 * The ledger's own commands: one payment is two commits.
 *
 * @param part - Which process of how many: those that share a store name different merchants.
 */
export function ledgerDoor({ ledger, store, part: { at, of } = { at: 0, of: 1 } }) {
  const made = new Map()
  const numberOf = (merchant) => {
    const next = (made.get(merchant) ?? 0) + 1
    made.set(merchant, next)
    return String(next).padStart(9, '0')
  }
  const read = (merchant, ref) => async (reader) => ({ payment: await reader.get('payments', merchant, ref) })
  return {
    nameOf: (number) => `m${number * of + at}`,
    async create({ merchant, nowMs, amountPesewas, network, key }) {
      let id
      const planner = () => {
        id ??= `PAY_${numberOf(merchant)}`
        return ledger.paymentCreated(wishOf({ merchant, id, amountPesewas, network, nowMs }), {})
      }
      if (key === undefined) {
        const result = must('payment', await ledger.transact(store, planner))
        return result.records.payment.id
      }
      const answer = (planned) => ({ status: 201, text: JSON.stringify({ ref: planned.records.payment.id }) })
      const once = { merchant, scope: 'POST payments', key, fingerprint: String(amountPesewas), nowMs, answer }
      const result = must('payment', await ledger.transact(store, planner, { once }))
      return JSON.parse(result.answer.text).ref
    },
    /** The network reports how the payment ended. */
    async answer({ merchant, ref, nowMs, outcome }) {
      const rows = read(merchant, ref)
      if (outcome === 'failed') {
        const failure = { code: 'payment_not_approved', message: 'The buyer did not approve the payment.' }
        must(
          'failed',
          await ledger.transact(store, async (reader) => ledger.paymentFailed({ failure }, await rows(reader))),
        )
      } else if (outcome === 'expired')
        must('expired', await ledger.transact(store, async (reader) => ledger.paymentExpired(await rows(reader))))
      else
        for (let times = outcome === 'paid twice' ? 2 : 1; times > 0; times--)
          must(
            'paid',
            await ledger.transact(store, async (reader) => ledger.paymentReceived({ nowMs }, await rows(reader))),
          )
    },
    async refund({ merchant, ref, nowMs, amountPesewas }) {
      const id = `RFD_${numberOf(merchant)}`
      const planner = async (reader) =>
        ledger.refundRequested(
          { id, amountPesewas, reason: null, nowMs },
          {
            ...(await read(merchant, ref)(reader)),
            available: await reader.get('accounts', merchant, 'merchant:available'),
          },
        )
      must('refund', await ledger.transact(store, planner))
      return id
    },
    async payRefund({ merchant, ref, nowMs }) {
      const planner = async (reader) => {
        const refund = await reader.get('refunds', merchant, ref)
        return ledger.refundPaid(
          { note: null, nowMs },
          { refund, ...(await read(merchant, refund.payment_ref)(reader)) },
        )
      }
      must('refund paid', await ledger.transact(store, planner))
    },
    async advance() {},
  }
}

/** The last digits of a phone number decide how its payment ends. */
const digitsOf = { paid: '789', 'paid twice': '149', failed: '039', expired: '079' }
const prefixOf = { mtn: '0244', telecel: '0204', airteltigo: '0274' }

/** Requests of the API, as a merchant's server describes them. Payments end when the mock server's clock moves. */
export function mockDoor({ service, store, startMs }) {
  const mock = service.createServer({ seed: 'empty', startMs }, { store })
  let clockMs = startMs
  const ask = async (merchant, path, body, key) => {
    const description = {
      method: 'POST',
      url: `http://cedi.test/api/v1/${path}`,
      headers: {
        Authorization: `Bearer sk_test_${merchant.slice('test-'.length)}`,
        'Content-Type': 'application/json',
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      },
      body: JSON.stringify(body),
    }
    const { status, body: text } = await mock.handle(description)
    if (status !== 201) throw new Error(`POST ${path} was answered with ${status}: ${text}`)
    // What a shop does with the rest of the answer is no work of the service.
    return /"ref":"(\w+)"/.exec(text)[1]
  }
  return {
    nameOf: (number) => `test-m${number}`,
    create({ merchant, amountPesewas, network, outcome, key }) {
      const phone = `${prefixOf[network]}000${digitsOf[outcome]}`
      return ask(merchant, 'payments', { amount: Number(amountPesewas) / 100, method: 'mobile_money', phone }, key)
    },
    async answer() {},
    refund: ({ merchant, ref, amountPesewas }) =>
      ask(merchant, 'refunds', { payment_ref: ref, amount: Number(amountPesewas) / 100 }),
    payRefund: ({ ref, merchant }) => mock.control('POST', `refunds/${ref}/pay?merchant=${merchant}`, {}),
    async advance(nowMs) {
      await mock.clock.advance(nowMs - clockMs)
      clockMs = nowMs
    },
  }
}
