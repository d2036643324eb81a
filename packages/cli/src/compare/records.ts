import {
  balanceSchema,
  checkoutIntentSchema,
  licenseCheckSchema,
  orderSchema,
  paymentSchema,
  productSchema,
  type ResponseSchema,
  refundSchema,
} from '@cedi/client/schemas'
import { type Exchange, isSuccess, readData, readRecords } from '../check-client.js'
import { readPayments } from './amounts.js'
import type { Evidence } from './evidence.js'
import { judge, type Statement, toFinding, unknown } from './finding.js'

/** Lists the differences between a value and a schema. Paths name the field, not the position in a list. */
export const listIssues = (schema: ResponseSchema<unknown>, name: string, value: unknown): readonly string[] =>
  (schema['~standard'].validate(value).issues ?? []).map(
    ({ message, path }) =>
      `${[name, ...path.map((part) => (typeof part === 'number' ? '[]' : part.slice(0, 60)))].join('.').replaceAll('.[]', '[]')}: ${message}.`,
  )

interface RecordOptions {
  readonly schema: ResponseSchema<unknown>
  /** Single responses with a record. */
  readonly single?: (evidence: Evidence) => readonly (Exchange | undefined)[]
  /** Other records, such as those of lists. */
  readonly listed?: (evidence: Evidence) => readonly unknown[]
  /** Reason for no record. */
  readonly reason: (evidence: Evidence) => string
}

const createRecordStatement = (name: string, { schema, single, listed, reason }: RecordOptions): Statement => ({
  id: `record.${name}`,
  title: `${name} has the fields and types of the contract`,
  source: name === 'LicenseCheck' ? '0017' : '0008',
  check(evidence) {
    const exchanges = (single?.(evidence) ?? []).filter((exchange) => exchange !== undefined)
    const records = [...exchanges.filter(isSuccess).map(readData), ...(listed?.(evidence) ?? [])]
    if (records.length === 0) return judge(exchanges, () => unknown(reason(evidence)), reason(evidence))
    return toFinding(
      records.flatMap((record) => listIssues(schema, name, record)),
      `Records: ${records.length}.`,
    )
  },
})

const noRecord = (): string => 'There is no record to read.'
/** Returns the reason for a missing write. */
export const describeNoWrite = ({ writes }: Pick<Evidence, 'writes'>): string =>
  writes?.stopped ?? writes?.refundProblem ?? 'Only a write shows it: add --write.'

/** One statement for each record, checked with the validators of the client. */
export const recordStatements: readonly Statement[] = [
  createRecordStatement('Payment', {
    schema: paymentSchema,
    listed: readPayments,
    reason: ({ payments }) => payments[0]?.problem ?? 'No payment could be read. Name one with --ref.',
  }),
  createRecordStatement('Product', {
    schema: productSchema,
    single: ({ product, writes }) => [product, writes?.simulated],
    listed: ({ products }) => readRecords(products),
    reason: noRecord,
  }),
  createRecordStatement('Order', {
    schema: orderSchema,
    single: ({ singleOrders }) => singleOrders,
    listed: ({ orders }) => readRecords(orders),
    reason: noRecord,
  }),
  createRecordStatement('Balance', { schema: balanceSchema, single: ({ balance }) => [balance], reason: noRecord }),
  createRecordStatement('Refund', {
    schema: refundSchema,
    single: ({ writes }) => [writes?.refund],
    reason: describeNoWrite,
  }),
  createRecordStatement('CheckoutIntent', {
    schema: checkoutIntentSchema,
    single: ({ writes }) => [writes?.intent],
    reason: describeNoWrite,
  }),
  createRecordStatement('LicenseCheck', {
    schema: licenseCheckSchema,
    single: ({ license }) => [license],
    reason: noRecord,
  }),
]
