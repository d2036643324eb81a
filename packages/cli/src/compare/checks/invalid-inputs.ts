import { isDeepStrictEqual } from 'node:util'
import type { CheckContext } from '../check-context.js'
import { type ExpectedError, judgeErrors, type RejectedRequest } from '../expected-error.js'
import { differs, holds, judge, type Line, mergeLines, type Statement, unknown } from '../line.js'
import {
  describeResponse,
  type Exchange,
  isErrorResponse,
  isSuccess,
  readField,
  readRecord,
  readRecords,
} from '../service-client.js'
import { product, type Simulation } from './simulation.js'
import { repeatsError } from './write-lines.js'
import { intent, minPayment } from './write-statements.js'

type Json = Readonly<Record<string, unknown>>

/** POST operation with a valid body, and the fields that the checks change. */
interface WriteOperation {
  readonly path: string
  readonly body: Json
  readonly amountField: string
  readonly requiredField: string
}

/** Invalid input: a changed body, or a text. */
interface InvalidInput extends Statement {
  /** Words for a list of accepted inputs. */
  readonly name: string
  readonly change: (operation: WriteOperation) => Json | string
  readonly type?: string
  readonly toExpected: (operation: WriteOperation) => ExpectedError
}

const invalid = (code: string, field: string): ExpectedError => ({ status: 422, code, field })

/** Inputs whose fields are wrong. */
const invalidFields: readonly InvalidInput[] = [
  {
    ...{ id: 'input.unknown-field', title: 'an unknown field is rejected with its name', source: '0008' },
    name: 'an unknown field',
    change: ({ body }) => ({ ...body, ammount: 1 }),
    toExpected: () => invalid('invalid_request', 'ammount'),
  },
  {
    ...{ id: 'input.missing-field', title: 'a missing field is rejected with its name', source: '0008' },
    name: 'a missing field',
    change: ({ body, requiredField }) => ({ ...body, [requiredField]: undefined }),
    toExpected: ({ requiredField }) => invalid('invalid_request', requiredField),
  },
  {
    ...{ id: 'input.third-decimal', title: 'a third decimal is rejected, not rounded', source: '0004' },
    name: 'a third decimal',
    change: ({ body, amountField }) => ({ ...body, [amountField]: 10.555 }),
    toExpected: ({ amountField }) => invalid('invalid_amount', amountField),
  },
  {
    ...{ id: 'input.currency', title: 'another currency is rejected', source: '0008' },
    name: 'another currency',
    change: ({ body }) => ({ ...body, currency: 'USD' }),
    toExpected: () => invalid('unsupported_currency', 'currency'),
  },
]

const invalidBodies: readonly InvalidInput[] = [
  {
    ...{ id: 'input.json', title: 'invalid JSON is 400 malformed_json', source: '0005' },
    name: 'invalid JSON',
    change: () => '{"name":',
    toExpected: () => ({ status: 400, code: 'malformed_json' }),
  },
  {
    ...{ id: 'input.type', title: 'a Content-Type other than JSON is 415', source: '0005' },
    name: 'another Content-Type',
    change: ({ body }) => body,
    type: 'text/plain',
    toExpected: () => ({ status: 415, code: 'unsupported_media_type' }),
  },
]

const amountText = { id: 'input.amount-text', title: 'an amount may be a string', source: '0004' }
const validation = {
  id: 'simulate.checks',
  title: 'a simulation checks the request like a real one',
  source: '0011',
}
/** Minimum number of accepted invalid inputs that show that a simulation checks nothing. */
const minAccepted = 3

/** Result of the writes that the checks depend on. */
interface PreviousWrites {
  readonly mayContinue: boolean
  readonly paymentRef: unknown
  readonly failed: readonly Exchange[]
}

const isAccepted = (exchange: Exchange): boolean => isSuccess(exchange) && !isErrorResponse(exchange)

/** Sends invalid inputs to products as simulations, and to the other POST operations if writes are allowed. */
export async function checkInvalidInputs(
  context: CheckContext,
  simulation: Simulation,
  writes: PreviousWrites,
): Promise<Line[]> {
  const inputs = [...invalidFields, ...invalidBodies]
  const simulated = simulation.isSafe ? await simulateInputs(context, inputs) : new Map<InvalidInput, RejectedRequest>()
  const sent = writes.mayContinue ? await sendInputs(context, inputs, writes) : []
  const reason = simulation.problem ?? 'No simulation could be tried.'
  const accepted = invalidFields.filter((input) => {
    const exchange = simulated.get(input)?.exchange
    return exchange !== undefined && isAccepted(exchange)
  })
  const checksNothing = accepted.length >= minAccepted
  const lines = inputs.map(({ name: _, change: __, type: ___, toExpected, ...statement }, index) => {
    const input = inputs[index] as InvalidInput
    const first = checksNothing && invalidFields.includes(input) ? undefined : simulated.get(input)
    const tried = [
      ...(first ? [{ request: first, operation: products }] : []),
      ...sent.filter((one) => one.input === input),
    ]
    if (tried.length === 0) return unknown(statement, checksNothing ? `See ${validation.id}.` : reason)
    return judgeMany(statement, tried, toExpected)
  })
  const takenSlug = simulation.isSafe ? await simulateTakenSlug(context) : undefined
  return [
    simulated.size === 0
      ? unknown(validation, reason)
      : takenSlug !== undefined && isAccepted(takenSlug) && !checksNothing
        ? differs(validation, 'It accepts the slug of another product, which a real request rejects.')
        : checksNothing
          ? differs(validation, `It accepts ${accepted.map(({ name }) => name).join(', ')}.`)
          : accepted.length === 0
            ? holds(validation, `Tried: ${invalidFields.map(({ name }) => name).join(', ')}.`)
            : unknown(validation, `It accepts ${accepted.map(({ name }) => name).join(', ')}.`),
    ...lines,
    simulation.isSafe ? await checkAmountText(context, simulation.response as Exchange) : unknown(amountText, reason),
  ]
}

/** Simulates a product with the slug of a listed one. */
async function simulateTakenSlug({ service, key, products }: CheckContext): Promise<Exchange | undefined> {
  const slug = readRecords(products)
    .map((record) => readField(record, 'slug'))
    .find((one) => typeof one === 'string' && one !== '')
  return slug === undefined ? undefined : service.simulate({ key, text: JSON.stringify({ ...product, slug }) })
}

interface SentInput {
  readonly input: InvalidInput
  readonly operation: WriteOperation
  readonly request: RejectedRequest
}

const products: WriteOperation = {
  path: '/api/v1/products',
  body: product,
  amountField: 'price',
  requiredField: 'name',
}

const listOperations = (paymentRef: unknown): readonly WriteOperation[] => [
  { path: '/api/v1/payments', body: minPayment, amountField: 'amount', requiredField: 'method' },
  { path: '/api/v1/checkout/intent', body: intent, amountField: 'amount', requiredField: 'amount' },
  {
    path: '/api/v1/refunds',
    body: { payment_ref: paymentRef, amount: 1 },
    amountField: 'amount',
    requiredField: 'payment_ref',
  },
]

const toText = ({ change }: InvalidInput, operation: WriteOperation): string => {
  const changed = change(operation)
  return typeof changed === 'string' ? changed : JSON.stringify(changed)
}
const toHeaders = ({ type }: InvalidInput): Record<string, string> =>
  type === undefined ? {} : { 'Content-Type': type }

async function simulateInputs(
  { service, key }: CheckContext,
  inputs: readonly InvalidInput[],
): Promise<Map<InvalidInput, RejectedRequest>> {
  const found = new Map<InvalidInput, RejectedRequest>()
  for (const input of inputs) {
    const exchange = await service.simulate({ key, text: toText(input, products), headers: toHeaders(input) })
    found.set(input, { exchange, label: `POST ${products.path} (simulated)` })
  }
  return found
}

/** Sends the inputs as real requests. Stops at the first one that creates a record. */
async function sendInputs(
  { service, key }: CheckContext,
  inputs: readonly InvalidInput[],
  { paymentRef, failed }: PreviousWrites,
): Promise<SentInput[]> {
  const sent: SentInput[] = []
  for (const operation of listOperations(paymentRef))
    for (const input of inputs) {
      const exchange = await service.write(operation.path, {
        key,
        text: toText(input, operation),
        headers: toHeaders(input),
      })
      // The key may lack the scope of this operation.
      if (exchange.status === 403 || exchange.problem !== undefined) break
      if (repeatsError(failed, exchange)) continue
      sent.push({ input, operation, request: { exchange, label: `POST ${operation.path}` } })
      if (isAccepted(exchange)) return sent
    }
  return sent
}

/** Evaluates the operations with the same expected error together. The field depends on the operation. */
function judgeMany(
  statement: Statement,
  tried: readonly Omit<SentInput, 'input'>[],
  toExpected: InvalidInput['toExpected'],
): Line {
  const byExpected = new Map<string, { readonly expected: ExpectedError; readonly requests: RejectedRequest[] }>()
  for (const { request, operation } of tried) {
    const expected = toExpected(operation)
    const id = JSON.stringify(expected)
    byExpected.set(id, { expected, requests: [...(byExpected.get(id)?.requests ?? []), request] })
  }
  const lines = [...byExpected.values()].map(({ expected, requests }) => judgeErrors(statement, requests, expected))
  return lines.some(({ verdict }) => verdict === 'differs')
    ? mergeLines(
        statement,
        lines.map((line) => ({ line })),
      )
    : (lines.find(({ verdict }) => verdict === 'unknown') ??
        holds(statement, `Tried: ${tried.map(({ request }) => request.label).join(', ')}.`))
}

async function checkAmountText({ service, key }: CheckContext, plain: Exchange): Promise<Line> {
  const response = await service.simulate({ key, text: JSON.stringify({ ...product, price: '10.50' }) })
  const [price, plainPrice] = [readRecord(response)['price'], readRecord(plain)['price']]
  const isSamePrice = isDeepStrictEqual(price, plainPrice)
  const isSame = response.status === plain.status && isSamePrice
  return judge(amountText, [response], () =>
    isSuccess(response) && isSame
      ? holds(amountText, `Tried: POST ${products.path} (simulated).`)
      : differs(
          amountText,
          isSuccess(response) && isSuccess(plain)
            ? `The price is ${JSON.stringify(price)} for "10.50", and ${JSON.stringify(plainPrice)} for 10.5.`
            : `Got ${describeResponse(response)} for "10.50", and ${plain.status} for 10.5.`,
        ),
  )
}
