import { formatAmount } from '../format-amount.js'
import { type Line, toVerdict, unknown } from '../line.js'
import { type Exchange, isSuccess, readField, readRecord, readRecords, toObject } from '../service-client.js'
import type { CreatedRecord } from './created-values.js'
import { type Amounts, findRoundingModes, parseAmount, toHundredth } from './fees.js'
import { simulatedPricePesewas } from './simulation.js'

/** Two amounts that must be equal. */
interface AmountPair {
  readonly name: string
  readonly actual: bigint
  readonly expected: bigint
  /** Describes the expected amount: `the payments add up to GH₵1.00`. */
  readonly describe: (expected: string) => string
}

/** Responses that show the unit of amounts. */
interface UnitEvidence {
  /** Amounts of payments with a fee. */
  readonly payments: readonly Amounts[]
  readonly paymentRecords: readonly Readonly<Record<string, unknown>>[]
  readonly products: Exchange
  readonly orders: Exchange
  readonly simulation: Exchange | undefined
  readonly created: readonly CreatedRecord[]
  /** The balance, and the payments that were read with it. */
  readonly balance: Exchange
  readonly balancePayments: readonly Readonly<Record<string, unknown>>[]
}

/**
 * Checks whether amounts are in GH₵: by the price of the simulated product, by the fees of payments, and by amounts that two
 * resources share. A resource whose amounts are 100 times as large is reported by its name.
 */
export function checkUnit(evidence: UnitEvidence): { readonly line: Line; readonly arePesewas: boolean } {
  const statement = { id: 'amount.unit', title: 'amounts are in GH₵', source: 'The resources' }
  const price =
    evidence.simulation && isSuccess(evidence.simulation)
      ? parseAmount(readRecord(evidence.simulation)['price'])
      : undefined
  const sentPrice = BigInt(simulatedPricePesewas)
  const [first] = evidence.payments
  const isPricePesewas = price === sentPrice * 100n
  const haveFees = first !== undefined && findRoundingModes(evidence.payments).length > 0
  const arePesewas =
    first === undefined ? isPricePesewas : !haveFees && (isPricePesewas || lookLikePesewas(evidence.payments))
  const pairs = [
    ...comparePrices(evidence),
    ...compareTotals(evidence),
    ...compareCreated(evidence),
    ...compareBalance(evidence),
  ]
  const wrong = [
    isPricePesewas && describePesewas(arePesewas ? 'Amounts look' : 'Product.price looks', sentPrice),
    arePesewas && !isPricePesewas && first && describePesewas('Amounts look', first.amount / 100n),
    ...pairs.map(
      ({ name, actual, expected, describe }) =>
        actual === expected * 100n && expected > 0n && describePesewas(`${name} looks`, expected, describe),
    ),
  ]
  const byName = new Map(
    wrong.filter((text) => typeof text === 'string').map((text) => [text.split(' look')[0], text] as const),
  )
  const line = toVerdict(statement, [...byName.values()])
  return {
    line:
      line.verdict === 'differs' || price === sentPrice || haveFees
        ? line
        : unknown(statement, 'Neither a payment nor the simulated product shows it.'),
    arePesewas,
  }
}

/** Returns whether the fees of payments match only if their amounts are pesewas. */
function lookLikePesewas(payments: readonly Amounts[]): boolean {
  const areWholeNumbers = payments.every(({ amount, fee }) => amount % 100n === 0n && fee % 100n === 0n)
  return (
    areWholeNumbers &&
    findRoundingModes(payments).length === 0 &&
    findRoundingModes(payments.map(toHundredth)).length > 0
  )
}

const describePesewas = (
  subject: string,
  pesewas: bigint,
  describe: AmountPair['describe'] = (expected) => `for ${expected}`,
): string => `${subject} like pesewas: ${pesewas} ${describe(formatAmount(pesewas))}.`

/** Compares the price of a product with the price of order items. Either may be in pesewas. */
function* comparePrices({ products, orders }: UnitEvidence): Generator<AmountPair> {
  const prices = new Map(readRecords(products).map(({ id, price }) => [id, parseAmount(price)]))
  for (const { items } of readRecords(orders))
    for (const item of (Array.isArray(items) ? items : []).map(toObject)) {
      const [price, unitPrice] = [prices.get(readField(item, 'product_id')), parseAmount(readField(item, 'unit_price'))]
      if (price === undefined || unitPrice === undefined) continue
      yield {
        ...{ name: 'Product.price', actual: price, expected: unitPrice },
        describe: (expected) => `where order items have ${expected}`,
      }
      yield {
        ...{ name: 'OrderItem.unit_price', actual: unitPrice, expected: price },
        describe: (expected) => `where the product has ${expected}`,
      }
    }
}

/** Compares the total of an order with the amount of its payment. Either may be in pesewas. */
function* compareTotals({ orders, paymentRecords }: UnitEvidence): Generator<AmountPair> {
  const amounts = new Map(paymentRecords.map(({ ref, amount }) => [ref, parseAmount(amount)]))
  for (const order of readRecords(orders)) {
    const [amount, total] = [amounts.get(readField(order, 'payment_ref')), parseAmount(order['total'])]
    if (amount === undefined || total === undefined) continue
    yield {
      ...{ name: 'Order.total', actual: total, expected: amount },
      describe: (expected) => `where the payment has ${expected}`,
    }
    yield {
      ...{ name: 'Payment.amount', actual: amount, expected: total },
      describe: (expected) => `where the order has ${expected}`,
    }
  }
}

/** Compares the amounts of created records with their requests. */
function* compareCreated({ created }: UnitEvidence): Generator<AmountPair> {
  for (const { name, sent, exchange } of created) {
    if (!isSuccess(exchange)) continue
    const [expected, actual] = [parseAmount(sent['amount']), parseAmount(readRecord(exchange)['amount'])]
    if (expected === undefined || actual === undefined) continue
    yield { name: `${name}.amount`, actual, expected, describe: (sent) => `for the ${sent} that was sent` }
  }
}

/** Compares the balance with the sum of the payments. Other payments and payouts make the sum another one, which shows nothing. */
function* compareBalance({ balance, balancePayments }: UnitEvidence): Generator<AmountPair> {
  const record = readRecord(balance)
  const sum = (values: readonly unknown[]): bigint =>
    values.reduce((total: bigint, value) => total + (parseAmount(value) ?? 0n), 0n)
  const expected =
    sum(balancePayments.map(({ net }) => net)) -
    sum(balancePayments.map((payment) => readField(payment, 'refunded_amount')))
  const actual = sum([record['available'], record['pending'], record['reserved']])
  yield { name: 'Balance', actual, expected, describe: (sum) => `where the payments add up to ${sum}` }
}
