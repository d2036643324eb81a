import { expect, test } from 'vitest'
import { paymentCreated, paymentReceived } from '../../index.js'
import { makePlan, type Plan } from '../../plan.js'
import { commitStatements } from './commit.js'

const payment = (merchant: string, id: string, amountPesewas: bigint) => {
  const planned = paymentCreated(
    {
      ...{ merchant, id, amountPesewas, method: 'mobile_money', network: 'mtn', phone: null, cardLast4: null },
      ...{ email: null, name: null, productId: null, quantity: 1, orderId: null, intentId: null, nextAction: null },
      ...{ metadata: { note: id }, expiresMs: null, nowMs: 0 },
    },
    {},
  )
  if (!planned.ok) throw new Error(planned.message)
  return planned
}
const received = (merchant: string, id: string, amountPesewas: bigint): Plan => {
  const { payment: row } = payment(merchant, id, amountPesewas).records
  const planned = paymentReceived({ nowMs: 5, licenses: [] }, { payment: row })
  if (!planned.ok) throw new Error(planned.message)
  return planned.plan
}

test('plans that differ in their values alone have one text, the very same one, and each its own values', () => {
  const statementOf = commitStatements()
  for (const make of [(...of: [string, string, bigint]) => payment(...of).plan, received]) {
    const [one, other] = [statementOf(make('ama', 'PAY_1', 10_000n)), statementOf(make('kofi', 'PAY_22', 700n))]
    expect(other.text).toBe(one.text)
    expect(other.values).not.toEqual(one.values)
    for (const secret of ['ama', 'PAY_1', '10000', '9600']) expect(one.text).not.toContain(secret)
    expect(commitStatements()(make('ama', 'PAY_1', 10_000n))).toMatchObject({ text: one.text, values: one.values })
  }
})

test('a number with which the database refuses is told in the words of the plan that was sent', () => {
  const statementOf = commitStatements()
  statementOf(received('ama', 'PAY_1', 10_000n))
  const statement = statementOf(received('kofi', 'PAY_22', 700n))
  expect(statement.problem(0)).toEqual({ outcome: 'conflict', table: 'payments', id: 'PAY_22' })
  expect(statement.problem(999)).toBeUndefined()
})

test('a row that is refused for what is in it has a text of its own', () => {
  const statementOf = commitStatements()
  const [insert] = payment('ama', 'PAY_1', 500n).plan.inserts
  const over = { ...insert, row: { ...insert?.row, refund_reserved_pesewas: 501n } } as Plan['inserts'][number]
  const [good, bad] = [
    statementOf(makePlan('ama', { inserts: [insert as never] })),
    statementOf(makePlan('ama', { inserts: [over] })),
  ]
  expect(bad.text).not.toBe(good.text)
  expect(bad.problem(1)).toEqual({ outcome: 'guard', crossed: 'payments.refund_reserved_pesewas', id: 'PAY_1' })
})

test('texts are written again when more shapes came than are kept, and are the same', () => {
  const statementOf = commitStatements()
  const shape = (count: number) => {
    const counters = Array.from({ length: count % 20 }, (_, at) => ({ name: `n${at}`, from: at % 2, to: 2 }))
    const removes = Array.from({ length: Math.floor(count / 20) }, (_, at) => ({
      table: 'events' as const,
      id: `E${at}`,
    }))
    return makePlan('ama', { counters, deletes })
  }
  const first = Array.from({ length: 600 }, (_, count) => statementOf(shape(count)))
  for (const [count, { text, values }] of first.entries())
    expect(statementOf(shape(count))).toMatchObject({ text, values })
})
