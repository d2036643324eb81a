import { makePlan, type Plan, paymentCreated, paymentReceived } from '@cedi/mock-server/internal'
import { expect, test } from 'vitest'
import { createCommitCompiler } from './commit.js'

const payment = (merchant: string, id: string, amountPesewas: bigint) => {
  const result = paymentCreated(
    {
      ...{ merchant, id, amountPesewas, method: 'mobile_money', network: 'mtn', phone: null, cardLast4: null },
      ...{ email: null, name: null, productId: null, quantity: 1, orderId: null, intentId: null, nextAction: null },
      ...{ metadata: { note: id }, expiresMs: null, nowMs: 0 },
    },
    {},
  )
  if (!result.ok) throw new Error(result.error.message)
  return result
}
const receivePayment = (merchant: string, id: string, amountPesewas: bigint): Plan => {
  const { payment: row } = payment(merchant, id, amountPesewas).value.records
  const result = paymentReceived({ nowMs: 5, licenses: [] }, { payment: row })
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

test('plans that differ only in values share one statement text', () => {
  const compile = createCommitCompiler()
  for (const make of [(...details: [string, string, bigint]) => payment(...details).value, receivePayment]) {
    const [one, other] = [compile(make('ama', 'PAY_1', 10_000n)), compile(make('kofi', 'PAY_22', 700n))]
    expect(other.text).toBe(one.text)
    expect(other.values).not.toEqual(one.values)
    for (const secret of ['ama', 'PAY_1', '10000', '9600']) expect(one.text).not.toContain(secret)
    expect(createCommitCompiler()(make('ama', 'PAY_1', 10_000n))).toMatchObject({ text: one.text, values: one.values })
  }
})

test('a failure number is resolved to the rows of the plan that was sent', () => {
  const compile = createCommitCompiler()
  compile(receivePayment('ama', 'PAY_1', 10_000n))
  const statement = compile(receivePayment('kofi', 'PAY_22', 700n))
  expect(statement.failure(0)).toEqual({ outcome: 'conflict', table: 'payments', id: 'PAY_22' })
  expect(statement.failure(999)).toBeUndefined()
})

test('an inserted row that violates a constraint has another statement text', () => {
  const compile = createCommitCompiler()
  const [insert] = payment('ama', 'PAY_1', 500n).value.inserts
  const tooMuchReserved = {
    ...insert,
    row: { ...insert?.row, refund_reserved_pesewas: 501n },
  } as Plan['inserts'][number]
  const [validInserts, invalidInserts] = [
    compile(makePlan('ama', { inserts: [insert as never] })),
    compile(makePlan('ama', { inserts: [tooMuchReserved] })),
  ]
  expect(invalidInserts.text).not.toBe(validInserts.text)
  expect(invalidInserts.failure(1)).toEqual({
    outcome: 'constraint',
    violation: 'payments.refund_reserved_pesewas',
    id: 'PAY_1',
  })
})

test('a template that was evicted from the cache is compiled to the same text', () => {
  const compile = createCommitCompiler()
  const shape = (count: number) => {
    const counters = Array.from({ length: count % 20 }, (_, index) => ({ name: `n${index}`, from: index % 2, to: 2 }))
    const deletes = Array.from({ length: Math.floor(count / 20) }, (_, index) => ({
      table: 'events' as const,
      id: `E${index}`,
    }))
    return makePlan('ama', { counters, deletes })
  }
  const first = Array.from({ length: 600 }, (_, count) => compile(shape(count)))
  for (const [count, { text, values }] of first.entries()) expect(compile(shape(count))).toMatchObject({ text, values })
})
