import type { CommitFailure, Plan } from '@cedi/mock-server/internal'
import type { SqlValue } from '../driver.js'
import type { PlanShape } from './shape.js'

/** One part of the statement of a commit. */
export interface Part {
  /** Common table expressions of the `WITH` clause. */
  readonly ctes?: readonly string[]
  /** `SELECT`s that return the number of each failure that they find. */
  readonly checks?: readonly string[]
}

/** A value that must be unique over all merchants, and the number of the failure if another merchant has it. */
export interface Claim {
  readonly number: number
  readonly value: (plan: Plan) => string
}

/** Numbers the parameters and the failures of one statement. */
export interface StatementContext {
  readonly shape: PlanShape
  /** The parameter with the id of the merchant. */
  readonly merchant: string
  /** Whether the tables are sharded by merchant. Values that are unique over all merchants are then claimed separately. */
  readonly isSharded: boolean
  /** Adds a parameter. Returns its placeholder, cast to the type. */
  param(type: string, read: (plan: Plan) => SqlValue): string
  /** Adds a failure. Returns its number: the statement reports the lowest number that a check returns. */
  failure(toFailure: (plan: Plan) => CommitFailure): number
}

/** Returns the CTE that locks rows in the order of their ids. It joins `book`, so that the merchant's row is locked first. */
export const lockRows = (
  { merchant }: StatementContext,
  name: string,
  table: string,
  columns: readonly string[],
  ids: readonly string[],
): string =>
  `${name} AS (SELECT ${columns.map((column) => `t.${column}`).join(', ')} FROM book CROSS JOIN cedi.${table} t
  WHERE t.merchant_id = ${merchant} AND t.id IN (${ids.join(', ')}) ORDER BY t.id FOR UPDATE OF t)`
