import type { Plan } from '../../../plan.js'
import type { CommitResult } from '../../../store.js'
import type { SqlValue } from '../driver.js'
import type { Shape } from './shape.js'

/** Why a plan is not carried out. */
export type Problem = Exclude<CommitResult, { outcome: 'ok' }>

/** A value that one merchant takes among all, and the problem when another has it. */
export interface Claim {
  readonly number: number
  readonly place: (plan: Plan) => string
}

/** A template that is being written. */
export interface Draft {
  readonly shape: Shape
  /** A numbered parameter, cast to its type, and where its value comes from. */
  param(type: string, read: (plan: Plan) => SqlValue): string
  /** The number of a problem. They are told in the order of their numbers. */
  problem(tell: (plan: Plan) => Problem): number
  readonly merchant: string
  /** Whether the tables are spread by merchant: what is unique over all merchants is then claimed beside the statement. */
  readonly isSpread: boolean
  readonly claims: Claim[]
  readonly ctes: string[]
  /** Each selects the numbers of what is wrong. */
  readonly checks: string[]
}
