import { toPesewas } from '@cedi/client/money'
import { isSuccess, readRecord } from '../check-client.js'
import { toText } from '../show.js'
import type { Evidence } from './evidence.js'
import { differs, type Finding, holds, toFinding, unknown } from './finding.js'

/** Amounts of a payment in pesewas, if the service sends GH₵. */
interface Amounts {
  readonly ref: string
  readonly amount: bigint
  readonly fee: bigint
  readonly net: bigint | undefined
}

/** Parses an amount; undefined if it is not an amount with at most two decimals. */
function parseAmount(value: unknown): bigint | undefined {
  try {
    return toPesewas(value as number | string)
  } catch {
    return undefined
  }
}

/** Fee of 3.5 % plus GH₵0.50 in pesewas, rounded half up. */
const computeFee = (gross: bigint): bigint => (gross * 35n + 500n) / 1000n + 50n

const format = (pesewas: bigint): string => `GH₵${pesewas / 100n}.${String(pesewas % 100n).padStart(2, '0')}`

/** Returns all payments that were read or created. */
export const readPayments = ({ payments, writes }: Evidence): readonly Readonly<Record<string, unknown>>[] =>
  [...payments, writes?.payment, ...(writes?.paymentReads ?? [])]
    .filter((exchange) => exchange !== undefined)
    .filter(isSuccess)
    .map(readRecord)

/** Returns the amounts of succeeded payments, each payment once. */
function readAmounts(evidence: Evidence): readonly Amounts[] {
  const found = readPayments(evidence).flatMap((payment): Amounts[] => {
    const [amount, fee, net] = ['amount', 'fee', 'net'].map((name) => parseAmount(payment[name]))
    const isKnown = payment['status'] === 'succeeded' && amount !== undefined && fee !== undefined
    return isKnown ? [{ ref: toText(payment['ref']).slice(0, 60), amount, fee, net }] : []
  })
  return [...new Map(found.map((one) => [one.ref, one])).values()]
}

/** Returns whether the fees match only if the amounts are pesewas. */
const arePesewas = (payments: readonly Amounts[]): boolean =>
  payments.length > 0 &&
  payments.every(
    ({ amount, fee }) =>
      amount % 100n === 0n &&
      fee % 100n === 0n &&
      computeFee(amount / 100n) === fee / 100n &&
      computeFee(amount) !== fee,
  )

/** Checks that amounts are GH₵ with at most two decimals. */
export function checkUnit(evidence: Evidence): Finding {
  const payments = readAmounts(evidence)
  const [first] = payments
  if (first && arePesewas(payments))
    return differs(`Amounts look like pesewas: ${first.amount / 100n} for ${format(first.amount / 100n)}.`)
  const invalid = readPayments(evidence).flatMap((payment) =>
    ['amount', 'fee', 'net']
      .filter((name) => typeof payment[name] === 'number' && parseAmount(payment[name]) === undefined)
      .map((name) => `Payment.${name} is ${payment[name]}, which has more than two decimals.`),
  )
  const created = evidence.writes?.payment && readRecord(evidence.writes.payment)['amount']
  const sent = typeof created === 'number' && created !== 1 && `A payment of GH₵1.00 has the amount ${created}.`
  const finding = toFinding([...invalid, sent])
  const isShown = created === 1 || payments.some(({ amount, fee }) => computeFee(amount) === fee)
  return finding.verdict === 'differs' || isShown ? finding : unknown(noAmounts)
}

const noAmounts = 'No succeeded payment with an amount and a fee could be read. Name one with --ref.'

/** Checks the fee of succeeded payments. */
export function checkFee(evidence: Evidence): Finding {
  const payments = readAmounts(evidence)
  if (payments.length === 0) return unknown(noAmounts)
  if (arePesewas(payments)) return unknown('See amount.unit.')
  return toFinding(
    payments
      .filter(({ amount, fee }) => fee !== computeFee(amount))
      .map(
        ({ ref, amount, fee }) =>
          `The payment ${ref} of ${format(amount)} has a fee of ${format(fee)}, not ${format(computeFee(amount))}.`,
      ),
    `Payments: ${payments.length}.`,
  )
}

/** Checks that the net of each succeeded payment is its amount less the fee. */
export function checkNet(evidence: Evidence): Finding {
  const payments = readAmounts(evidence).filter(({ net }) => net !== undefined)
  if (payments.length === 0) return unknown('No succeeded payment shows a net.')
  const wrong = payments.filter(({ amount, fee, net }) => net !== amount - fee)
  return wrong.length === 0
    ? holds(`Payments: ${payments.length}.`)
    : toFinding(
        wrong.map(
          ({ ref, amount, fee, net = 0n }) =>
            `The payment ${ref} of ${format(amount)} with a fee of ${format(fee)} has a net of ${format(net)}.`,
        ),
      )
}
