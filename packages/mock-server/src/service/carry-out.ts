import {
  isEmpty,
  type Planned,
  type Reader,
  type Transacted,
  type TransactOptions,
  transact,
  withSteps,
} from '@cedi/ledger'
import { type Context, type Ids, simulatedIds, takeIds } from './context.js'

/** A write. */
export interface Task<Records> {
  readonly merchant: string
  /** Reads rows and plans with the ids that it takes. It may run several times, and itself changes nothing. */
  plan(reader: Reader, ids: Ids): Promise<Planned<Records>> | Planned<Records>
  /** Answers, and writes nothing. @decision 0011 */
  readonly simulate?: boolean
  /** One effect and one answer for a key: the second time, the stored answer is repeated. @decision 0006 */
  readonly once?: Omit<NonNullable<TransactOptions<Records>['once']>, 'merchant'> | undefined
}

/** The result; `changed` is false when there was nothing left to do. */
export type Carried<Records> = Transacted<Records> & { readonly changed: boolean }

/**
 * Carries out a write; every door uses this function. It waits for the merchant's turn, plans with the next ids, and
 * commits. It can also only report what would happen, or repeat the answer that was given before.
 *
 */
export async function carryOut<Records>(
  context: Context,
  { merchant, plan, simulate = false, once }: Task<Records>,
): Promise<Carried<Records>> {
  const { store } = context
  let changed = false
  const planner = async (reader: Reader): Promise<Planned<Records>> => {
    const ids = simulate ? simulatedIds() : await takeIds(context, merchant)
    const planned = await plan(reader, ids)
    changed = planned.ok && !isEmpty(planned.plan)
    return planned.ok && changed ? withSteps(planned, ids.steps()) : planned
  }
  const result = simulate
    ? await transact(store, planner, { simulate })
    : await context.inTurn(merchant, () => transact(store, planner, once ? { once: { ...once, merchant } } : {}))
  return { ...result, changed: changed && !simulate && result.ok && !result.replayed }
}
