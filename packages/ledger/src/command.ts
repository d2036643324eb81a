import { formatCedisText, maximumPaymentPesewas, minimumPaymentPesewas } from './money.js'
import { PlanError, type Refusal, refuse, sums, type UpdateOf } from './plan.js'
import type { RecordTable, Tables } from './tables.js'

/** A move and the row as it will be. */
export interface Change<T extends RecordTable> {
  readonly update: UpdateOf<T>
  readonly row: Readonly<Tables[T]>
}

/**
 * Moves a row that was read.
 *
 * @param table - Where it is.
 * @param row - As it was read; its status is always expected.
 * @param step - Further expectations, new values, and what to add.
 */
export function change<T extends RecordTable>(
  table: T,
  row: Readonly<Tables[T]>,
  step: { where: Partial<Tables[T]>; set?: Partial<Tables[T]>; add?: UpdateOf<T>['add'] },
): Change<T> {
  const { where, set = {}, add } = step
  const next = { ...row, ...set }
  const update = { table, id: row.id, where, set, ...(add ? { add } : {}) } as UpdateOf<T>
  return { update, row: Object.freeze(add ? { ...next, ...sums(next, add) } : next) as Readonly<Tables[T]> }
}

/** Refuses a payment outside its limits. */
export function refuseAmount(amountPesewas: bigint, field = 'amount'): Refusal | undefined {
  if (amountPesewas < minimumPaymentPesewas) {
    const least = formatCedisText(minimumPaymentPesewas)
    return refuse('amount_too_small', `The smallest payment is ${least}. Ask for more.`, field)
  }
  if (amountPesewas > maximumPaymentPesewas) {
    const most = formatCedisText(maximumPaymentPesewas)
    return refuse('amount_too_large', `The largest payment is ${most}. Split it.`, field)
  }
  return undefined
}

/** Refuses to take more from the available balance than it holds. */
export function refuseBalance(amountPesewas: bigint, availablePesewas: bigint): Refusal | undefined {
  if (amountPesewas <= availablePesewas) return undefined
  const [asked, held] = [formatCedisText(amountPesewas), formatCedisText(availablePesewas)]
  return refuse(
    'insufficient_balance',
    `${asked} is more than the available balance of ${held}. Ask for less.`,
    'amount',
  )
}

/** Refuses because something does not exist. */
export function notFound(what: string): Refusal {
  return refuse(
    'not_found',
    `There is no such ${what}. Check the reference, and that the key belongs to the same merchant.`,
  )
}

/**
 * Makes sure that no full phone number gets into a record.
 *
 * @throws {@link PlanError} when seven digits or more stand together.
 */
export function maskedPhone(phone: string | null): string | null {
  if (phone !== null && /\d{7}/.test(phone.replace(/[\s().-]/g, ''))) {
    throw new PlanError('Mask the phone number before it reaches the ledger. (decision 0018)')
  }
  return phone
}
