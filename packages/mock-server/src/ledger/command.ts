import { formatCedisText, maximumPaymentPesewas, minimumPaymentPesewas } from './money.js'
import { addToColumns, PlanError, type UpdateOf } from './plan.js'
import { fail, type Rejection } from './result.js'
import type { RecordTable, Tables } from './tables.js'

/** An update, and the row after it. */
export interface Change<T extends RecordTable> {
  readonly update: UpdateOf<T>
  readonly row: Readonly<Tables[T]>
}

/**
 * Updates a row that was read.
 *
 * @param table - The table of the row.
 * @param row - The row as it was read.
 * @param step - Required values, new values, and amounts to add.
 */
export function change<T extends RecordTable>(
  table: T,
  row: Readonly<Tables[T]>,
  step: { where: Partial<Tables[T]>; set?: Partial<Tables[T]>; add?: UpdateOf<T>['add'] },
): Change<T> {
  const { where, set = {}, add } = step
  const next = { ...row, ...set }
  const update = { table, id: row.id, where, set, ...(add ? { add } : {}) } as UpdateOf<T>
  return { update, row: Object.freeze(add ? { ...next, ...addToColumns(next, add) } : next) as Readonly<Tables[T]> }
}

/** Rejects a payment amount outside the limits. */
export function checkAmount(amountPesewas: bigint, field = 'amount'): Rejection | undefined {
  if (amountPesewas < minimumPaymentPesewas) {
    const minimum = formatCedisText(minimumPaymentPesewas)
    return fail('amount_too_small', `The smallest payment is ${minimum}. Ask for more.`, field)
  }
  if (amountPesewas > maximumPaymentPesewas) {
    const maximum = formatCedisText(maximumPaymentPesewas)
    return fail('amount_too_large', `The largest payment is ${maximum}. Split it.`, field)
  }
  return undefined
}

/** Rejects an amount above the available balance. */
export function checkBalance(amountPesewas: bigint, availablePesewas: bigint): Rejection | undefined {
  if (amountPesewas <= availablePesewas) return undefined
  const [requestedText, availableText] = [formatCedisText(amountPesewas), formatCedisText(availablePesewas)]
  return fail(
    'insufficient_balance',
    `${requestedText} is more than the available balance of ${availableText}. Ask for less.`,
    'amount',
  )
}

/** Creates the error for a record that does not exist. */
export function notFound(name: string): Rejection {
  return fail(
    'not_found',
    `There is no such ${name}. Check the reference, and that the key belongs to the same merchant.`,
  )
}

/**
 * Checks that a phone number is masked.
 *
 * @throws {@link PlanError} if it contains seven or more consecutive digits.
 */
export function checkMaskedPhone(phone: string | null): string | null {
  if (phone !== null && /\d{7}/.test(phone.replace(/[\s().-]/g, ''))) {
    throw new PlanError('Mask the phone number before it reaches the ledger. (decision 0018)')
  }
  return phone
}
