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

/** Something that is to be written. */
export interface Task<Records> {
  readonly merchant: string
  /** Reads rows and plans with the ids that it takes. It may run several times, and changes nothing itself. */
  plan(reader: Reader, ids: Ids): Promise<Planned<Records>> | Planned<Records>
  /** Answers, and writes nothing. @decision 0011 */
  readonly simulate?: boolean
  /** One effect and one answer for a key: a second time the stored answer is repeated. @decision 0006 */
  readonly once?: Omit<NonNullable<TransactOptions<Records>['once']>, 'merchant'> | undefined
}

/** What came of it; `changed` is false when there was nothing left to do. */
export type Carried<Records> = Transacted<Records> & { readonly changed: boolean }

/**
 * Carries out a task: THE way to write. It waits for the merchant's turn, plans with the next ids, and commits; or it
 * only says what would come of it; or it repeats what was answered before. Every door goes through here.
 *
 * @decision 0049
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
